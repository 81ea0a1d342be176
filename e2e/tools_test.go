package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
)

// tool is a third-party tool that reads OpenAPI documents.
type tool struct {
	name, pinned string // the package with its version, as its registry spells it, or a go.mod that requires it
	tried        string // as docs/openapi.md describes it
}

var (
	redocly                  = tool{"Redocly CLI", "@redocly/cli@2.77.0", "lint: no errors"}
	spectral                 = tool{"Spectral", "@stoplight/spectral-cli@6.16.3", "lint: no errors"}
	openapiGenerator         = tool{"openapi-generator", "org.openapitools:openapi-generator-cli:7.25.0", "clients in Python and TypeScript"}
	openapiTypescript        = tool{"openapi-typescript", "openapi-typescript@7.13.0", "client with openapi-fetch"}
	openapiPythonClient      = tool{"openapi-python-client", "openapi-python-client==0.29.1", "client"}
	oapiCodegen              = tool{"oapi-codegen", "github.com/oapi-codegen/oapi-codegen/v2 ../bench/go.mod", "client, also from OpenAPI 3.0"}
	ogen                     = tool{"ogen", "github.com/ogen-go/ogen ../bench/go.mod", "client; fails on fields with `omit_empty` and constraints, and on an enum as a response"}
	openapiSpecValidator     = tool{"openapi-spec-validator", "openapi-spec-validator==0.9.0", "OpenAPI 3.0: no errors"}
	openapiTypescriptCodegen = tool{"openapi-typescript-codegen", "openapi-typescript-codegen@0.30.0", "OpenAPI 3.0: client"}
	oasdiff                  = tool{"oasdiff", "github.com/oasdiff/oasdiff@v1.37.0", "import and re-export: only [losses](#importing) are reported as breaking"}
	schemathesis             = tool{"Schemathesis", "schemathesis==4.32.5", "requests to a generated server and the sandbox: findings only for null in optional fields"}
)

// version returns the version that is tried.
func (of tool) version(t *testing.T) string {
	path, file, ok := strings.Cut(of.pinned, " ")
	if !ok {
		return strings.TrimPrefix(of.pinned[strings.LastIndexAny(of.pinned, "@=:")+1:], "v")
	}
	goMod, err := modfile.Parse(file, read(t, file), nil)
	require.NoError(t, err)
	for _, r := range goMod.Require {
		if r.Mod.Path == path {
			return strings.TrimPrefix(r.Mod.Version, "v")
		}
	}
	t.Fatalf("%s does not require %s", file, path)
	return ""
}

// docs/openapi.md lists the tools in the versions that are tried.
func TestToolsAreListed(t *testing.T) {
	rows := "| tool | version | tried |\n|---|---|---|\n"
	for _, of := range []tool{redocly, spectral, openapiGenerator, openapiTypescript, openapiPythonClient, oapiCodegen, ogen, openapiTypescriptCodegen, openapiSpecValidator, oasdiff, schemathesis} {
		rows += "| " + of.name + " | " + of.version(t) + " | " + of.tried + " |\n"
	}
	require.Contains(t, string(read(t, "../docs/openapi.md")), rows)
}

// npm installs packages of the npm registry, such as typescript@5.9.3, and returns the
// folder of their commands. Dependencies are from one day, so that releases change
// nothing.
func npm(t *testing.T, packages ...string) (bin string) {
	needs(t, "npm", "node")
	const day = "2026-11-20"
	return filepath.Join(installed(t, day, packages,
		"npm", "install", "--prefix", ".", "--before", day, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"), "node_modules", ".bin")
}

// pip installs packages of PyPI, such as schemathesis==4.32.5, and returns a folder
// for PYTHONPATH. Their commands are in its folder bin. Dependencies have the versions of
// testdata/constraints.txt.
func pip(t *testing.T, packages ...string) (dir string) {
	needs(t, "python3")
	python, err := exec.Command("python3", "--version").Output()
	require.NoError(t, err)
	constraints, err := filepath.Abs("testdata/constraints.txt")
	require.NoError(t, err)
	return installed(t, string(python)+string(read(t, constraints)), packages,
		"python3", "-m", "pip", "install", "--quiet", "--target", ".", "--constraint", constraints)
}

// maven gets an artifact of Maven Central, such as group:name:1.2, and returns the
// folder of its jar.
func maven(t *testing.T, artifact string) (dir string) {
	needs(t, "mvn", "java")
	return installed(t, "", []string{"-Dartifact=" + artifact},
		"mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy", "-DoutputDirectory=.")
}

func needs(t *testing.T, programs ...string) {
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("NOT RUN: there is no " + name)
		}
	}
}

// installed returns a folder of the user's cache, into which a command installed packages.
// Its name depends on the arguments. It gets the name when it is complete. If the packages
// cannot be installed, the test is skipped.
func installed(t *testing.T, given string, packages []string, command ...string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	key := sha256.Sum256([]byte(given + strings.Join(packages, " ")))
	dir := filepath.Join(cache, "opgen-e2e", fmt.Sprintf("%x", key)[:16])
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(dir), 0o755))
	unfinished, err := os.MkdirTemp(filepath.Dir(dir), "unfinished-")
	require.NoError(t, err)
	defer os.RemoveAll(unfinished)
	if out, err := run(t, unfinished, nil, command[0], append(command[1:], packages...)...); err != nil {
		t.Skipf("NOT RUN: %s cannot be installed: %v\n%s", strings.Join(packages, ", "), err, out)
	}
	if err := os.Rename(unfinished, dir); err != nil {
		require.DirExists(t, dir, "%v", err) // unless another run was faster
	}
	return dir
}

// goIn runs the go command in the module of a folder, which may have no go.sum yet.
func goIn(t *testing.T, dir string, environment []string, args ...string) string {
	t.Helper()
	out, err := run(t, dir, append(environment, "GOFLAGS=-mod=mod", "GOWORK=off"), "go", args...)
	require.NoError(t, err, "go %q: %s", args, out)
	return out
}

// run runs a program in a folder and returns its output.
func run(t *testing.T, dir string, environment []string, program string, args ...string) (out string, err error) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), environment...)
	printed, err := cmd.CombinedOutput()
	return string(printed), err
}
