package importer

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/long"
)

var update = flag.Bool("update", false, "write the goldens")

// read imports the first file of an archive. Its other files are beside it.
func read(files map[string][]byte, name string) (*Result, error) {
	source := func(name string) (yamldoc.Source, error) {
		if text, ok := files[name]; ok {
			return yamldoc.Source{Name: name, Text: text}, nil
		}
		return yamldoc.Source{}, os.ErrNotExist
	}
	document, _ := source(name)
	document.Beside = source
	if decisions, err := source(Decisions); err == nil {
		return Import(document, &decisions)
	}
	return Import(document, nil)
}

// Each case is a document, the catalog that is printed and what is lost, or the
// problems of a document that cannot be read.
func TestDocumentsBecomeTheirCatalogs(t *testing.T) {
	cases, err := filepath.Glob("testdata/cases/*.txtar")
	require.NoError(t, err)
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			files, want := map[string][]byte{}, map[string]string{}
			var input []txtar.File
			for _, f := range archive.Files {
				if strings.HasPrefix(f.Name, "want/") {
					want[path.Base(f.Name)] = string(f.Data)
					continue
				}
				files[f.Name] = f.Data
				input = append(input, f)
			}
			result, err := read(files, input[0].Name)
			got := map[string]string{}
			if err != nil {
				got["error"] = strings.TrimSuffix(err.Error(), "\n") + "\n"
			} else {
				got["catalog.yaml"], got["losses"] = string(result.Catalog), Text(result.Losses)
				_, problems := catalog.Parse("catalog.yaml", result.Catalog)
				require.Empty(t, problems)
				for _, l := range result.Losses {
					require.Positive(t, l.Line)
					require.NotEmpty(t, l.Reason)
					require.NotEmpty(t, l.Proposal)
				}
			}
			if *update {
				archive.Files = input
				for _, part := range []string{"catalog.yaml", "losses", "error"} {
					if got[part] != "" {
						archive.Files = append(archive.Files, txtar.File{Name: "want/" + part, Data: []byte(got[part])})
					}
				}
				require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
				return
			}
			for _, part := range []string{"catalog.yaml", "losses", "error"} {
				require.Equal(t, want[part], got[part], "go test ./internal/documents/importer -update")
			}
		})
	}
}

// What is assumed of a document, a correction by an extension takes back.
func TestAssumptionsAreTakenBack(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/cases/envelope.txtar")
	require.NoError(t, err)
	const decisions = `{import: 1, corrections: [{at: /x-envelope, is: none, reason: why}, {at: /paths/~1chat~1list/post/x-effect, is: write, reason: why}]}`
	result, err := read(map[string][]byte{"openapi.yaml": archive.Files[0].Data, Decisions: []byte(decisions)}, "openapi.yaml")
	require.NoError(t, err)
	require.NotContains(t, string(result.Catalog), "envelope:")
	require.NotContains(t, string(result.Catalog), "effect:")
	require.Contains(t, string(result.Catalog), "success: boolean")
}

// The decisions in docs/openapi.md decide.
func TestDocumentedDecisionsDecide(t *testing.T) {
	files := map[string][]byte{}
	for _, name := range []string{"openapi.yaml", Decisions} {
		text, err := os.ReadFile("testdata/files/" + name)
		require.NoError(t, err)
		files[name] = text
	}
	result, err := read(files, "openapi.yaml")
	require.NoError(t, err)
	require.Empty(t, result.Losses)
	c, problems := catalog.Parse("catalog.yaml", result.Catalog)
	require.Empty(t, problems)
	require.Equal(t, "filestore", c.Package)
	require.Equal(t, []string{"get_file", "resize"}, []string{c.Areas[0].Operations[0].Name, c.Areas[0].Operations[1].Name})
	require.Equal(t, "/2/files/get", c.Areas[0].Operations[0].Path)
	require.Equal(t, []string{"FileMetadata", "Size"}, []string{c.Records[0].Name, c.Records[1].Name})
	require.Equal(t, catalog.Integer, c.Records[1].Fields[0].Type.Kind)
}

// Whatever a document and its parts are called, there are names for YAML and for Go.
func TestAnyTitle(t *testing.T) {
	for _, title := range []string{"null", "true", "No", "~", "break", "interface", "if", "nil", "any", "main", "CON", "api", "Test_test", strings.Repeat("x", 1000), "1.5", "1e3", "0x1f", "-", "日本", "a: b", "# x", "", "  ", strings.Repeat("long ", 100)} {
		text := "openapi: 3.0.0\ninfo: {title: TITLE, version: TITLE}\ntags: [{name: TITLE, description: TITLE}]\npaths:\n  /a/x:\n    post:\n      tags: [TITLE]\n      summary: TITLE\n      requestBody: {content: {application/json: {schema: {type: object, title: TITLE, properties: {TITLE: {type: string, enum: [TITLE, x], default: TITLE}, y: {$ref: '#/components/schemas/A'}}}}}}\n      responses: {'200': {description: TITLE}}\ncomponents: {schemas: {A: {type: object, title: TITLE, properties: {TITLE: {type: object, properties: {TITLE: {type: string}}}}}}}\n"
		result, err := Import(yamldoc.Source{Name: "x.yaml", Text: []byte(strings.ReplaceAll(text, "TITLE", yamldoc.Quote(title)))}, nil)
		require.NoError(t, err, title)
		_, problems := catalog.Parse("catalog.yaml", result.Catalog)
		require.Empty(t, problems)
	}
}

// A client of the catalog reads every response that the document allows, unless a loss
// says why not.
func TestAnswersAreRead(t *testing.T) {
	allowed, unread := 0, 0
	for i := range tried() {
		n := *long.Seed + uint64(i)
		m := maker{rand.New(rand.NewPCG(n, 1))}
		text, err := json.MarshalIndent(m.document(map[string]any{"type": "object"}, m.schema(3)), "", " ")
		require.NoError(t, err)
		result, err := Import(yamldoc.Source{Name: "doc.json", Text: text}, nil)
		require.NoError(t, err, "seed %d", n)
		c, problems := catalog.Parse("catalog.yaml", result.Catalog)
		require.Empty(t, problems)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		require.NoError(t, err)
		compiler := jsonschema.NewCompiler()
		require.NoError(t, compiler.AddResource("doc.json", doc))
		validator, err := compiler.Compile("doc.json#/paths/~1x~1y/post/responses/200/content/application~1json/schema")
		if err != nil {
			continue
		}
		op := c.Areas[0].Operations[0]
		explained := slices.ContainsFunc(result.Losses, func(l origin.Loss) bool {
			return flat.SetOf("type null allOf enum const discriminator $ref")[l.Keyword]
		})
		for _, body := range bodies(func(size sample.Size) (*sample.Record, bool) { return sample.Response(op, size) }) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
			require.NoError(t, err)
			if validator.Validate(value) != nil {
				continue
			}
			allowed++
			if err := interpreter.New(op).CheckResponse(body); err != nil {
				unread++
				require.True(t, explained, "seed %d\n%s\n%s\n%s\nbody: %s\nthe client: %v", n, text, result.Catalog, Text(result.Losses), body, err)
			}
		}
	}
	t.Logf("%d responses are allowed, %d of them cannot be read", allowed, unread)
	if long.AreEnough(30) {
		require.Greater(t, allowed, tried())
	}
}
