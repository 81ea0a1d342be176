package e2e

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net/http"
	"net/http/httptest"
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

// SARIF reports follow the schema of the format: the goldens, and the output of each
// command that prints them.
func TestSARIF(t *testing.T) {
	reports := map[string][]byte{}
	for _, pattern := range []string{"../internal/review/report/testdata/*.sarif", "../internal/live/verify/findings/testdata/*.sarif"} {
		goldens, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, goldens, pattern)
		for _, name := range goldens {
			reports[name] = read(t, name)
		}
	}
	finds := func(rule, spec string, args ...string) {
		cmd := exec.Command(command, append(args, "--format", "sarif")...)
		cmd.Dir, cmd.Stdin = "..", bytes.NewReader(read(t, filepath.Join("..", spec)))
		out, _ := cmd.Output() // exits with 1 or 2
		require.Contains(t, string(out), `"ruleId": "`+rule+`"`, "%q", args)
		reports[args[0]+" "+rule] = out
	}
	// Names of files become URIs.
	odd := filepath.Join(t.TempDir(), "50% of #1 + ä.yaml")
	text := bytes.Replace(read(t, "../"+shipped), []byte("first_of: [claim_id, claim_number]"),
		[]byte("first_of: [claim_number, claim_id]"), 1)
	require.NoError(t, os.WriteFile(odd, text, 0o600))
	finds("first-of-order-changed", shipped, "diff", "-", odd)
	finds("missing-summary", everything, "lint", "--spec", "-")

	const shop = "internal/live/verify/findings/testdata/shop.yaml"
	responds := func(status int) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"status":1}`)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	fixtures := filepath.Join(t.TempDir(), "fixtures.yaml")
	require.NoError(t, os.WriteFile(fixtures, []byte("fixtures: {order_id: order-1}\n"), 0o600))
	finds("response-differs", shop, "verify", responds(http.StatusOK), "--spec", shop, "--fixtures",
		fixtures)
	finds("baseline-outdated", shop, "verify", responds(http.StatusOK), "--spec", shop,
		"--baseline", "internal/live/verify/findings/testdata/verify.yaml")
	finds("nothing-known", shop, "verify", responds(http.StatusNotFound), "--spec", "-")

	schema := sarifSchema(t)
	for name, text := range reports {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err, name)
		require.NoError(t, schema.Validate(value), name)
	}
	require.Error(t,
		schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{}}}))
}

// sarifSchema is the schema of the format. It is a constant in the source of the
// library that validates it.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	require.Equal(t, "2.1.0", sarif.NewReport().Version)
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", reflect.TypeFor[sarif.Report]().PkgPath()).Output()
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(),
		filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
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
