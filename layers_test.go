package opgen

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
)

// floors are the packages of the product from the bottom up. A package imports packages
// of lower floors and of its own group. A name with /... includes what is below it.
// Tests are free, and so is what only tests need.
var floors = [][]string{
	{"internal/text/...", "internal/json/...", "spec", "templates"},
	{"internal/recording"},
	{"api/..."},
	{"gen/...", "internal/catalog/..."},
	{"internal/plan/..."},
	{"generator"},
	{"internal/review/..."},
	{"internal/documents/...", "internal/live/..."},
	{"internal/project/..."},
	{"cmd/gen", "sandbox/...", "mcp/..."},
}

// narrow are packages that import less than their floor allows.
var narrow = []struct {
	packages string
	may      []string
	why      string
}{
	{"api/...", []string{"api/...", "internal/json/...", "internal/text/httptoken", "internal/text/textformat", "internal/recording"},
		"every repository that imports the bindings inherits what api imports"},
	{"gen/...", []string{"api", "api/wire", "gen/..."},
		"generated code depends on its runtime alone, so that it can be imported anywhere"},
	{"internal/catalog/...", []string{"internal/text/...", "internal/json/...", "internal/catalog/..."},
		"a catalog is read without the runtime"},
	{"internal/review/pairing", []string{"internal/catalog"},
		"the counterpart of an element says nothing about what a change means"},
	{"cmd/gen", []string{"internal/...", "generator", "templates"},
		"the command must not need its own output"},
}

// libraries says which packages may import a module of others. What is on the floors up
// to api imports none.
var libraries = map[string][]string{
	"github.com/goccy/go-yaml":        {"internal/catalog/yamldoc"},
	"github.com/dave/jennifer":        {"generator"},
	"github.com/rogpeppe/go-internal": {"internal/project/output", "cmd/gen", "sandbox"},
	"github.com/spf13/cobra":          {"cmd/gen", "sandbox/...", "mcp/..."},
	"github.com/spf13/pflag":          {"cmd/gen"},
	"golang.org/x/mod":                {"cmd/gen", "internal/project/..."},
	"golang.org/x/sys":                {"cmd/gen"},
	"github.com/jackc/pgx/v5":         {"sandbox/..."},
	"modernc.org/sqlite":              {"sandbox/..."},
	"golang.org/x/time":               {"mcp/..."},

	"github.com/modelcontextprotocol/go-sdk": {"mcp/..."},
}

// forTests are trees that the product never imports.
var forTests = []string{"internal/testing", "sandbox/internal/postgres", "sandbox/internal/history", "bench", "e2e", "examples"}

func TestPackagesImportOnlyLowerFloors(t *testing.T) {
	floor := func(name string) int {
		return slices.IndexFunc(floors, func(packages []string) bool { return among(packages, name) })
	}
	group := func(name string) string {
		i := floor(name)
		if i < 0 {
			return ""
		}
		return floors[i][slices.IndexFunc(floors[i], func(p string) bool { return among([]string{p}, name) })]
	}
	for name, imports := range product(t) {
		require.GreaterOrEqual(t, floor(name), 0, "%s is on no floor", name)
		for _, path := range imports {
			below, ours := strings.CutPrefix(path, module(t)+"/")
			if !ours {
				first, _, _ := strings.Cut(path, "/")
				require.True(t, !strings.Contains(first, ".") || slices.ContainsFunc(slices.Collect(maps.Keys(libraries)), func(m string) bool {
					return (path == m || strings.HasPrefix(path, m+"/")) && among(libraries[m], name)
				}), "%s must not import %s", name, path)
				continue
			}
			require.True(t, floor(below) >= 0 && floor(below) < floor(name) || group(below) == group(name),
				"%s must not import %s: it is not below", name, below)
			for _, n := range narrow {
				require.True(t, !among([]string{n.packages}, name) || among(n.may, below),
					"%s must not import %s: %s", name, below, n.why)
			}
		}
	}
}

// Outside of internal, the sandbox has only what other modules can call in their tests.
func TestSandboxPublishesOnlyWhatOthersCall(t *testing.T) {
	public := []string{"sandbox", "sandbox/simulator", "sandbox/store/...", "sandbox/internal/..."}
	for name := range product(t) {
		if among([]string{"sandbox/..."}, name) {
			require.True(t, among(public, name), "%s is public; move it below sandbox/internal", name)
		}
	}
}

// docs/architecture.md has a row for each group, in the order of the floors.
func TestFloorsAreDocumented(t *testing.T) {
	var rows, want []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/.]+)` \\|").FindAllStringSubmatch(read(t, "docs/architecture.md"), -1) {
		rows = append(rows, m[1])
	}
	for _, packages := range floors {
		want = append(want, packages...)
	}
	require.Equal(t, want, rows[:min(len(want), len(rows))])
}

// product returns the packages of the product with their imports: of this module, of the sandbox
// and of the server for agents, without what is for tests.
func product(t *testing.T) map[string][]string {
	all := map[string][]string{}
	for _, dir := range []string{".", "sandbox", "mcp"} {
		cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
		cmd.Dir = dir
		out, err := cmd.Output()
		require.NoError(t, err)
		for line := range strings.Lines(string(out)) {
			fields := strings.Fields(line)
			name := strings.TrimPrefix(strings.TrimPrefix(fields[0], module(t)), "/")
			if name != "" && !slices.ContainsFunc(forTests, func(tree string) bool { return name == tree || strings.HasPrefix(name, tree+"/") }) {
				all[name] = fields[1:]
			}
		}
	}
	return all
}

// among reports whether a package is one of the patterns.
func among(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		tree, below := strings.CutSuffix(p, "/...")
		return name == tree || below && strings.HasPrefix(name, tree+"/")
	})
}

// module returns the path of this module, which go.mod decides.
func module(t *testing.T) string {
	text, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	return modfile.ModulePath(text)
}

// The module has no public address yet. So that giving it one is an edit of
// go.mod and of import lines, nothing else spells its path, but for the remedy in
// generated code, and its comments on types of several areas.
func TestModulePathIsSpelledInImportsAlone(t *testing.T) {
	path := regexp.QuoteMeta(module(t))
	inImport := `^(//)?\s*(import )?(\w+ )?"` + path + `[\w/]*"$`
	inRemedy := `^[/\s]*go get ` + path + `$`
	ofSharedType := `^// .*` + path + `[\w/]*/internal/shared\.\w+\.$`
	importLine := regexp.MustCompile(inImport + "|" + inRemedy + "|" + ofSharedType)
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".go", ".json", ".yaml", ".txtar"}, filepath.Ext(name)):
			return nil
		}
		text, err := os.ReadFile(name)
		for n, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, module(t)) {
				require.Regexp(t, importLine, line, "%s:%d", name, n+1)
			}
		}
		return err
	})
	require.NoError(t, err)
}
