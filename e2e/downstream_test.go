package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"

	"example.com/opgen/internal/testing/scripts"
)

// TestOtherModulesGenerateAndReview runs terminal sessions in other modules, which get this module from a
// proxy, as if it were published. They have the variables
//
//	MODULE    the path of this module
//	GOPROXY   has v0.1.0 and its dependencies
//	UPGRADED  like GOPROXY, and v0.2.0, which generates another comment
//	OURS      like GOPROXY, without any other module
//	DOCUMENTS a folder of OpenAPI documents
//
// and these commands in addition to testscript's own
//
//	exits N command...           run a command that exits with this code
//	publish FOLDER PATH VERSION  put a module into all of the proxies
//	job N FILE                   run the steps of a workflow, one of which fails with this code
//	age, old                     as in the scripts of cmd/gen
func TestOtherModulesGenerateAndReview(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the command is built in several modules")
	}
	env, own := downstream(t)
	t.Run("start.md", func(t *testing.T) { testReadme(t, env) })
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/downstream",
		RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			for name, value := range env {
				e.Setenv(name, value)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": scripts.Exits,
			"age":   scripts.Age,
			"old":   scripts.Old,
			"job":   job,
			"publish": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(own.publish(ts.MkAbs(args[0]), args[1], args[2]))
			},
		},
	})
}

// downstream publishes the module in two versions. It returns the environment of a
// user of the first version, and a proxy for the user's modules.
func downstream(t *testing.T) (map[string]string, proxy) {
	source := published(t)
	goMod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	require.NoError(t, err)
	modulePath := modfile.ModulePath(goMod)
	first, second, own := proxy(t.TempDir()), proxy(t.TempDir()), proxy(t.TempDir())
	require.NoError(t, first.publish(source, modulePath, "v0.1.0"))
	replaceIn(t, filepath.Join(source, "generator", "client.go"), "It is safe for concurrent use.",
		"Goroutines may share it.")
	require.NoError(t, second.publish(source, modulePath, "v0.2.0"))

	documents, err := filepath.Abs("testdata/import")
	require.NoError(t, err)
	ours := []string{own.url(), first.url()}
	all := append(ours, machine(t).url())
	return map[string]string{
		"MODULE":    modulePath,
		"DOCUMENTS": documents,
		"OURS":      strings.Join(ours, ","),
		"GOPROXY":   strings.Join(all, ","),
		"UPGRADED":  second.url() + "," + strings.Join(all, ","),
		// The module must come from the proxy, whatever earlier runs left in a
		// cache. Build results may be shared if they do not depend on the folder.
		"GOMODCACHE":  t.TempDir(),
		"GOCACHE":     goEnv(t, "GOCACHE"),
		"GOFLAGS":     "-modcacherw -trimpath",
		"GOSUMDB":     "off",
		"GOTOOLCHAIN": "local",

		"GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
		"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
	}, own
}

var step = regexp.MustCompile(`(?m)^ *- run: (.*)$`)

// job runs every step, like the condition !cancelled(), and returns the worst exit code.
func job(ts *testscript.TestScript, _ bool, args []string) {
	steps := step.FindAllStringSubmatch(ts.ReadFile(args[1]), -1)
	if len(steps) == 0 {
		ts.Fatalf("%s: no steps", args[1])
	}
	script := "worst=0\n"
	for _, s := range steps {
		script += s[1] + " || { code=$?; [ $code -le $worst ] || worst=$code; }\n"
	}
	scripts.Exits(ts, false, []string{args[0], "sh", "-c", script + "exit $worst"})
}
