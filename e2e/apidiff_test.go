package e2e

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"golang.org/x/exp/apidiff"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/generator"
)

// What gen diff says of Go is what apidiff finds in the code that both catalogs
// give: verdict c for those who call, d for those who implement. Where they
// differ, explained says why.
func TestVerdictsOnGo(t *testing.T) {
	g := &bindings{fset: token.NewFileSet()}
	g.shared = importer.ForCompiler(g.fset, "source", nil)
	files, err := filepath.Glob("../diff/testdata/rules/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	broken := 0
	for _, name := range files {
		rule := strings.TrimSuffix(filepath.Base(name), ".txtar")
		t.Run(rule, func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			base, head := catalogIn(t, archive, "base.yaml"), catalogIn(t, archive, "head.yaml")
			var verdicts diff.Verdicts
			for _, c := range diff.CompareOn(base, head, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) {
				verdicts = verdicts.Or(c.Verdicts)
			}
			client, server, messages := incompatible(g.packages(t, base), g.packages(t, head))
			agrees := client == (verdicts.Client == diff.Breaks) && server == (verdicts.Server == diff.Breaks)
			if explained[rule] != "" {
				require.False(t, agrees, "apidiff agrees: take it out of explained")
				return
			}
			require.True(t, agrees, "verdicts %s, apidiff: client %t, server %t\n%s", verdicts, client, server, strings.Join(messages, "\n"))
			if client {
				broken++
			}
		})
	}
	require.Greater(t, broken, 20)
}

// explained says why apidiff and a verdict differ, by rule.
var explained = map[string]string{
	"client-default-removed":    "MarshalJSON goes, which is there where encoding/json would write something else; it is called by way of encoding/json",
	"oneof-removed":             "MarshalJSON goes, as above",
	"oneof-send-policy-changed": "MarshalJSON goes, as above",
	"sensitivity-removed":       "Format and LogValue go, which are called by way of fmt and slog",
	"enum-value-wire-changed":   "the constant has another value, and what uses it compiles",
	"record-opened":             "the struct cannot be compared by == any more, which is not promised",
	"root-package-renamed":      "apidiff compares what is in packages, not what they are called",
}

func catalogIn(t *testing.T, archive *txtar.Archive, name string) *catalog.Catalog {
	for _, f := range archive.Files {
		if f.Name == name {
			doc := catalog.Parse(name, f.Data)
			require.Empty(t, catalog.Check(doc))
			return catalog.Resolve(doc)
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// incompatible reports whether callers and implementers of the old packages can
// go on with the new ones.
func incompatible(base, head map[string]*types.Package) (client, server bool, messages []string) {
	for name, old := range base {
		changed, ok := head[name]
		if !ok {
			return true, true, []string{name + ": removed"}
		}
		for _, c := range apidiff.Changes(old, changed).Changes {
			if c.Compatible {
				continue
			}
			messages = append(messages, c.Message)
			ofServer := strings.HasPrefix(c.Message, "Service.") || strings.Contains(c.Message, "Fake") || strings.HasPrefix(c.Message, "UnimplementedService") || strings.HasPrefix(c.Message, "Services.")
			ofClient := strings.HasPrefix(c.Message, "(*Client)") || strings.HasPrefix(c.Message, "Client.")
			client = client || !ofServer
			server = server || !ofClient
		}
	}
	return client, server, messages
}

// bindings makes generated packages. The packages that these import are read once.
type bindings struct {
	fset   *token.FileSet
	shared types.Importer
}

const outputPath = "example.org/gen"

func (g *bindings) packages(t *testing.T, c *catalog.Catalog) map[string]*types.Package {
	files, err := generator.Emit(c, nil, generator.Config{Source: "c.yaml", Import: outputPath})
	require.NoError(t, err)
	folders := map[string][]*ast.File{}
	for _, f := range files {
		if !strings.HasSuffix(f.Path, "_test.go") {
			parsed, err := parser.ParseFile(g.fset, f.Path, f.Content, parser.SkipObjectResolution)
			require.NoError(t, err)
			folders[path.Dir(f.Path)] = append(folders[path.Dir(f.Path)], parsed)
		}
	}
	all := generated{g.shared, map[string]*types.Package{}}
	check := func(folder string) {
		name := path.Join(outputPath, folder)
		config := types.Config{Importer: all}
		all.packages[name], err = config.Check(name, g.fset, folders[folder], nil)
		require.NoError(t, err)
	}
	for _, a := range c.Areas {
		check(a.Package)
	}
	check(".")
	return all.packages
}

// generated finds generated packages, and others where they are.
type generated struct {
	shared   types.Importer
	packages map[string]*types.Package
}

func (g generated) Import(name string) (*types.Package, error) {
	if p, ok := g.packages[name]; ok {
		return p, nil
	}
	return g.shared.Import(name)
}
