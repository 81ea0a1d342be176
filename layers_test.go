package opgen

import (
	"io/fs"
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

// layers says what each package may import of this module and of others. A name
// with /... stands for what is below it too. Tests are free.
var layers = []struct {
	packages string   // pattern of go list, below the module
	may      []string // packages of this module, "" is the standard library alone
	others   []string // modules
	why      string
}{
	{"internal/jsonpointer", nil, nil,
		"a token is escaped whoever points"},
	{"internal/cursor", []string{"internal/jsonpointer"}, nil,
		"JSON text is read in one way, whoever reads it"},
	{"internal/textformat", nil, nil,
		"a text is of a format whoever asks"},
	{"internal/recording", []string{"internal/cursor", "internal/jsonpointer", "internal/textformat"}, nil,
		"a recording is written by clients too, which know no catalog; who knows one says what it knows of places"},
	{"internal/recording/known", []string{"catalog", "internal/recording"}, nil,
		"what a catalog knows of bodies follows from it alone"},
	{"api", []string{"api/internal/...", "internal/cursor", "internal/recording"}, nil,
		"every repository that imports the bindings inherits what api imports; it does not know who generated code is"},
	{"api/internal/...", []string{"api/internal/...", "internal/cursor", "internal/jsonpointer", "internal/recording"}, nil,
		"api and wire share what is below both"},
	{"api/wire", []string{"api", "api/internal/...", "internal/cursor", "internal/textformat"}, nil,
		"generated code reaches the runtime by wire, and wire reaches it by methods of api that take a key"},
	{"api/apitest", []string{"api", "internal/jsonpointer"}, nil,
		"every repository that imports the bindings inherits what its tests import"},
	{"gen/...", []string{"api", "api/wire", "gen/..."}, nil,
		"generated code depends on its runtime alone, so that it can be imported anywhere"},
	{"internal/wording", nil, nil,
		"a message is worded whatever it is about"},
	{"internal/textfile", nil, nil,
		"a file is opened and bounded in one way, whatever is in it"},
	{"internal/yamldoc", []string{"internal/textfile", "internal/wording"}, []string{"github.com/goccy/go-yaml"},
		"a file is read by the keys of its format, whatever they mean"},
	{"catalog", []string{"internal/jsonpointer", "internal/wording", "internal/yamldoc"}, nil,
		"the catalog is read by everything else, and so knows nothing of it"},
	{"spec", nil, nil,
		"the shipped catalog is data"},
	{"vectors", []string{"catalog", "internal/jsonpointer", "internal/plan", "internal/wording", "internal/yamldoc"}, nil,
		"vectors are read beside a catalog; what becomes of them is up to others"},
	{"internal/plan", []string{"catalog"}, nil,
		"what is sent and refused follows from a catalog alone, whoever prints it or carries it out"},
	{"internal/sample", []string{"catalog", "internal/jsonpointer", "internal/plan", "internal/wording"}, nil,
		"samples follow from a catalog, whoever sends them"},
	{"internal/random", []string{"catalog", "internal/yamldoc"}, nil,
		"catalogs are made from a seed, and repaired by what the check says"},
	{"internal/model", []string{"catalog"}, nil,
		"a model that shares nothing with what it judges cannot share its mistakes"},
	{"internal/dynamic", []string{"api", "api/wire", "catalog", "internal/jsonpointer", "internal/plan"}, nil,
		"plans are carried out by the runtime that generated code calls, and nothing else"},
	{"generator", []string{"api", "api/wire", "catalog", "internal/plan", "internal/sample", "vectors"}, []string{"github.com/dave/jennifer"},
		"the generator turns a catalog into files and touches nothing else; of api and wire it takes the import paths"},
	{"internal/curl", []string{"catalog", "internal/sample", "internal/shell"}, nil,
		"a command line calls an operation, wherever it is shown"},
	{"reference", []string{"catalog", "generator", "internal/curl", "internal/jsonpointer", "internal/plan", "internal/sample", "internal/wording", "templates"}, nil,
		"the reference follows from a catalog; of the generator it takes examples in Go"},
	{"internal/shell", nil, nil,
		"words are quoted for a shell, whatever they say"},
	{"internal/progress", nil, nil,
		"a run is counted whatever it does"},
	{"internal/traffic", []string{"catalog", "internal/recording", "internal/recording/known", "internal/wording"}, nil,
		"a call becomes a line of a recording wherever it was seen"},
	{"internal/hostname", nil, nil,
		"who owns a name is asked by every server of this machine"},
	{"internal/proxy", []string{"catalog", "internal/hostname", "internal/traffic"}, nil,
		"calls are passed on whatever is recorded of them"},
	{"internal/har", []string{"catalog", "internal/recording", "internal/traffic", "internal/wording"}, nil,
		"a file is read as a stream, and its calls are as good as those that pass"},
	{"templates", nil, nil,
		"a template shows what it is given"},
	{"report", []string{"catalog", "internal/wording", "templates"}, nil,
		"formats know findings, not who found them; of the catalog they take positions"},
	{"internal/language", nil, nil,
		"which texts keep a constraint is decided whoever states it"},
	{"diff", []string{"catalog", "internal/language", "internal/plan", "internal/wording", "report"}, nil,
		"a comparison is of what two catalogs say and gives findings; how they are printed is no matter of its own"},
	{"lint", []string{"catalog", "internal/plan", "internal/wording", "report"}, nil,
		"a rule looks at a catalog and finds; how that is printed is no matter of its own"},
	{"internal/counter", []string{"api", "catalog", "diff", "internal/dynamic", "internal/jsonpointer", "internal/sample", "internal/wording", "report"}, nil,
		"an example is tried on both catalogs, by the runtime that would meet it"},
	{"openapi", []string{"catalog", "internal/plan", "internal/sample", "internal/wording", "internal/yamldoc"}, nil,
		"a document for others is made of the catalog alone"},
	{"internal/importer", []string{"catalog", "internal/jsonpointer", "internal/wording", "internal/yamldoc", "lint", "openapi"}, nil,
		"a document of others is read as every YAML is, and the catalog's own check judges what is made of it"},
	{"internal/verify", []string{"api", "catalog", "internal/dynamic", "internal/jsonpointer", "internal/language", "internal/plan", "internal/sample", "internal/wording", "internal/yamldoc"}, nil,
		"a service is judged by the runtime that calls it; how findings are printed is no matter of its own"},
	{"internal/learn", []string{"catalog", "internal/jsonpointer", "internal/recording", "internal/wording", "internal/yamldoc", "lint", "report"}, nil,
		"what was seen becomes an overlay by the words of the catalog, whose own check judges it"},
	{"internal/settings", []string{"internal/wording", "internal/yamldoc", "report"}, nil,
		"settings decide about findings, whatever found them, and name files without opening them"},
	{"internal/baseline", []string{"internal/wording", "internal/yamldoc"}, nil,
		"a baseline is a file of names; which facts there are others know"},
	{"internal/verdicts", []string{"catalog", "internal/baseline", "internal/verify", "internal/wording", "report"}, nil,
		"what was found out becomes findings, and nothing is called"},
	{"internal/gitfile", []string{"internal/textfile"}, nil,
		"a revision is read by the git command, whatever is in the file"},
	{"internal/output", nil, []string{"github.com/rogpeppe/go-internal"},
		"writing files does not depend on what is in them"},
	{"cmd/gen", []string{"api", "catalog", "diff", "generator", "internal/...", "lint", "openapi", "reference", "report", "spec", "templates", "vectors"},
		[]string{"github.com/spf13/cobra", "github.com/rogpeppe/go-internal", "golang.org/x/mod", "golang.org/x/sys"},
		"the command ties the stages together; it must not need its own output"},
}

func TestLayers(t *testing.T) {
	for _, layer := range layers {
		t.Run(layer.packages, func(t *testing.T) {
			out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, "./"+layer.packages).Output()
			require.NoError(t, err)
			for _, path := range strings.Fields(string(out)) {
				require.True(t, allowed(t, path, layer.may, layer.others),
					"%s must not import %s: %s", layer.packages, path, layer.why)
			}
		})
	}
}

// The table of layers in docs/architecture.md says the same.
func TestLayersAreDocumented(t *testing.T) {
	rows := map[string][]string{}
	row := regexp.MustCompile("(?m)^\\| `([a-z/.]+)` \\|.*\\| (.*) \\|$")
	for _, m := range row.FindAllStringSubmatch(read(t, "docs/architecture.md"), -1) {
		rows[strings.TrimSuffix(m[1], "/...")] = regexp.MustCompile("`[^`]+`").FindAllString(m[2], -1)
	}
	for _, layer := range layers {
		name := strings.TrimSuffix(layer.packages, "/...")
		var may []string
		for _, p := range layer.may {
			if p != "" && p != layer.packages {
				may = append(may, "`"+p+"`")
			}
		}
		require.Contains(t, rows, name, "the table of layers lacks a row")
		require.ElementsMatch(t, may, rows[name], "what %s imports in the table of layers", name)
	}
}

// allowed reports whether an import is of the standard library, one of the
// packages, or below one of the modules.
func allowed(t *testing.T, path string, packages, modules []string) bool {
	if name, ok := strings.CutPrefix(path, module(t)+"/"); ok {
		for _, p := range packages {
			tree, below := strings.CutSuffix(p, "/...")
			if name == tree || below && strings.HasPrefix(name, tree+"/") {
				return true
			}
		}
		return false
	}
	for _, m := range modules {
		if path == m || strings.HasPrefix(path, m+"/") {
			return true
		}
	}
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// module returns the path of this module, which go.mod decides.
func module(t *testing.T) string {
	text, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	return modfile.ModulePath(text)
}

// The module has no public address yet. So that giving it one is an edit of
// go.mod and of import lines, nothing else spells its path, but for the remedy in
// generated code.
func TestModulePathIsSpelledInImportsAlone(t *testing.T) {
	path := regexp.QuoteMeta(module(t))
	importLine := regexp.MustCompile(`^(//)?\s*(import )?(\w+ )?"` + path + `[\w/]*"$|^[/\s]*go get ` + path + `$`)
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
