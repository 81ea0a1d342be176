package e2e

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/testing/oracle"
)

// load returns a catalog and its wire vectors.
func load(t *testing.T, file string) (*catalog.Catalog, vectors.Set) {
	c, err := catalog.Load(file)
	require.NoError(t, err)
	set, err := vectors.Load(filepath.Join(filepath.Dir(file), "vectors"), c)
	require.NoError(t, err)
	return c, set
}

// catalogs returns the shipped catalog and those of golden tests.
func catalogs(t *testing.T) []string {
	files, err := filepath.Glob("../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return append(files, "../spec/operations.yaml",
		"../internal/plan/interpreter/testdata/everything.yaml")
}

// bodies returns valid and invalid requests of an operation: samples, samples with
// one member changed, and wire vectors.
func bodies(op *catalog.Operation, wire []*vectors.Vector) (all []string) {
	for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
		r, ok := sample.Request(op, size)
		if !ok {
			continue
		}
		all = append(all, r.JSON())
		if size != sample.Minimal {
			continue
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(r.JSON()), &members); err != nil {
			panic(err)
		}
		for _, f := range op.Request.Fields {
			for _, v := range []string{"null", `""`, `" "`, "0", "[]", "{}", "[null]"} {
				changed := maps.Clone(members)
				changed[f.Name] = json.RawMessage(v)
				text, err := json.Marshal(changed)
				if err != nil {
					panic(err)
				}
				all = append(all, string(text))
			}
		}
	}
	for _, v := range wire {
		if v.Server && json.Valid([]byte(v.Request)) {
			all = append(all, v.Request)
		}
		if v.Body != "" {
			all = append(all, v.Body)
		}
	}
	return append(all, "{}", `{"further":1}`)
}

// judge compares a validator with the server for bodies of every operation. lapse reports
// known errors of the validator, and ignores is a rule that it does not check.
func judge(t *testing.T, file string, accepts func(*http.Request) error, lapse func(error) bool, ignores string) {
	c, wire := load(t, file)
	taken, refused := 0, 0
	for op := range c.Operations() {
		if op.Empty != catalog.EmptyObject {
			continue // the server ignores the body
		}
		for _, body := range bodies(op, wire[op]) {
			got := interpreter.New(op).Decode(body)
			if differs(op, got, ignores) {
				continue
			}
			says := func(body string) error {
				r, err := http.NewRequest(http.MethodPost, "https://host"+op.Path, strings.NewReader(body))
				require.NoError(t, err)
				r.Header.Set("Content-Type", "application/json")
				return accepts(r)
			}
			if got.Status != http.StatusOK {
				require.Error(t, says(body), "%s %s", op.Path, body)
				refused++
			} else if err := says(body); err != nil && !lapse(err) {
				require.NoError(t, says(withoutNull(t, body)), "%s %s", op.Path, body)
			} else {
				taken++
			}
		}
	}
	require.Positive(t, min(taken, refused))
}

// withoutNull returns a body without members that are null.
func withoutNull(t *testing.T, body string) string {
	var v any
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	text, err := json.Marshal(oracle.WithoutNull(v))
	require.NoError(t, err)
	return string(text)
}

// differs reports whether the server refuses a body for a reason that the document cannot
// express or the validator ignores.
func differs(op *catalog.Operation, got interpreter.Result, ignores string) bool {
	for _, v := range got.Violations {
		joined := slices.ContainsFunc(op.Request.Fields,
			func(f *catalog.Field) bool { return "/"+f.Name == v.Field && len(f.Join) > 1 })
		if got.Status == http.StatusBadRequest || v.Rule == api.RuleDuplicateField || v.Rule == ignores || joined || v.Message == "must be an integer of at most 64 bits" {
			return true
		}
	}
	return false
}

// isDecimal and isBase64 check the formats that JSON Schema lacks.

func isDecimal(v any) error {
	if s, ok := v.(string); ok && !decimal.MatchString(s) {
		return errors.New("no decimal number")
	}
	return nil
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

func isBase64(v any) error {
	s, _ := v.(string)
	_, err := base64.StdEncoding.Strict().DecodeString(s)
	return err
}

// documents returns the document of a catalog in each version of OpenAPI.
func documents(c *catalog.Catalog) map[string]*openapi.Document {
	document := openapi.New(c, "catalog.yaml")
	return map[string]*openapi.Document{"3.1": document, "3.0": document.In30()}
}

// each runs a test for the document of each catalog in each version of OpenAPI.
func each(t *testing.T, test func(t *testing.T, file string, c *catalog.Catalog, document *openapi.Document)) {
	for _, file := range catalogs(t) {
		c, _ := load(t, file)
		for version, document := range documents(c) {
			t.Run(filepath.Base(filepath.Dir(file))+" "+version,
				func(t *testing.T) { test(t, file, c, document) })
		}
	}
}

// The schema of OpenAPI 3.0 refuses a document of 3.1.
func TestVersionsHaveSchemas(t *testing.T) {
	c, _ := load(t, "../spec/operations.yaml")
	text := strings.Replace(string(openapi.New(c, "catalog.yaml").YAML()), "3.1.0", "3.0.3", 1)
	document, err := libopenapi.NewDocument([]byte(text))
	require.NoError(t, err)
	v, errs := validator.NewValidator(document)
	require.Empty(t, errs)
	ok, _ := v.ValidateDocument()
	require.False(t, ok)
}

// libopenapi and its validator accept the document, also by the schema of its version,
// and judge bodies as the server does.
func TestLibopenapiJudgesAsTheServer(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, file string, c *catalog.Catalog, made *openapi.Document) {
		if strings.Contains(file, "recursive") {
			t.Skip("libopenapi takes a required array or map for a circle without an end, though it may be empty")
		}
		document, err := libopenapi.NewDocument(made.YAML())
		require.NoError(t, err)
		v, errs := validator.NewValidator(document, config.WithFormatAssertions(),
			config.WithCustomFormat("decimal", isDecimal), config.WithCustomFormat("byte", isBase64))
		require.Empty(t, errs)
		ok, found := v.ValidateDocument()
		require.True(t, ok, "%v", found)
		model, err := document.BuildV3Model()
		require.NoError(t, err)
		require.Equal(t, len(slices.Collect(c.Operations())), model.Model.Paths.PathItems.Len())
		judge(t, file, func(r *http.Request) error {
			if ok, found := v.ValidateHttpRequestSync(r); !ok {
				return found[0]
			}
			return nil
		}, func(error) bool { return false }, "")
	})
}

// So does kin-openapi, except for null in a field of any type: next to references it uses the
// schemas of OpenAPI 3.0, in which {} does not accept null.
func TestKinOpenAPIJudgesAsTheServer(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, file string, c *catalog.Catalog, made *openapi.Document) {
		document, err := openapi3.NewLoader().LoadFromData(made.JSON())
		require.NoError(t, err)
		require.NoError(t, document.Validate(t.Context()))
		require.Equal(t, len(slices.Collect(c.Operations())), document.Paths.Len())
		document.Servers = nil // requests have another host
		router, err := gorillamux.NewRouter(document)
		require.NoError(t, err)
		judge(t, file, func(r *http.Request) error {
			route, params, err := router.FindRoute(r)
			require.NoError(t, err)
			return openapi3filter.ValidateRequest(t.Context(), &openapi3filter.RequestValidationInput{
				Request: r, Route: route, PathParams: params,
				Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
			})
		}, func(err error) bool { return strings.Contains(err.Error(), "Value is not nullable") }, api.RuleFormat)
	})
}
