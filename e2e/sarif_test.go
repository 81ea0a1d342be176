package e2e

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	sarif "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// SARIF reports follow the schema of the format: the goldens, and the output of the
// commands.
func TestSARIF(t *testing.T) {
	reports := map[string][]byte{}
	goldens, err := filepath.Glob("../report/testdata/*.sarif")
	require.NoError(t, err)
	require.NotEmpty(t, goldens)
	for _, name := range goldens {
		reports[name], err = os.ReadFile(name)
		require.NoError(t, err)
	}
	reports["gen lint"] = gen(t, "lint", "--format", "sarif")
	changed := filepath.Join(t.TempDir(), "changed.yaml")
	text, err := os.ReadFile("../spec/operations.yaml")
	require.NoError(t, err)
	text = bytes.Replace(text, []byte("first_of: [claim_id, claim_number]"), []byte("first_of: [claim_number, claim_id]"), 1)
	require.NoError(t, os.WriteFile(changed, text, 0o600))
	diff := exec.Command(command, "diff", "spec/operations.yaml", changed, "--format", "sarif")
	diff.Dir = ".."
	reports["gen diff"], _ = diff.Output() // exits with 1
	require.Contains(t, string(reports["gen diff"]), "oneof-priority-changed")

	schema := sarifSchema(t)
	for name, text := range reports {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err, name)
		require.NoError(t, schema.Validate(value), name)
	}
	require.Error(t, schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{}}}))
}

// sarifSchema is the schema of the format. It is a constant in the source of the
// library that validates it.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	require.Equal(t, "2.1.0", sarif.NewReport().Version)
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", reflect.TypeFor[sarif.Report]().PkgPath()).Output()
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	require.NoError(t, err)
	text := file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value
	text, err = strconv.Unquote(text)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("urn:sarif", doc))
	schema, err := compiler.Compile("urn:sarif")
	require.NoError(t, err)
	return schema
}
