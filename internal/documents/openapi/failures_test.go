package openapi

import (
	stdjson "encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

// The response for failures names each status that a handler sends, those that a
// service chooses, and the fields of the header that come with them.
func TestFailuresAreDescribed(t *testing.T) {
	text := string(New(load(t, "../../../spec/operations.yaml"), "catalog.yaml").JSON())
	for _, status := range []string{"400", "401", "404", "405", "413", "415", "422", "500", "501", "503"} {
		require.Contains(t, text, status+": ")
	}
	for _, want := range []string{"403 or 409", `"X-Request-Id"`, `"Retry-After"`, "That security is empty does not mean"} {
		require.Contains(t, text, want)
	}
}

// The name of the schema of failures never clashes with a type of the catalog.
func TestProblemNameIsItsOwn(t *testing.T) {
	require.Equal(t, "Problem", problemName(components(&catalog.Catalog{})))
	require.Equal(t, "Problem.failure", problemName(components(&catalog.Catalog{Records: []*catalog.Shape{{Name: "problem"}}})))
	require.Equal(t, "Problem.failure", problemName(components(&catalog.Catalog{Enums: []*catalog.Enum{{Name: "Problem"}}})))
}

// Responses in an envelope and typed failures are valid by their own schema, and invalid by the
// schema of the other outcome if the envelope distinguishes them.
func TestTheDocumentAgreesOnOutcomes(t *testing.T) {
	successes, failures := 0, 0
	for name, c := range catalogs(t) {
		compiler := newCompiler()
		require.NoError(t, compiler.AddResource("doc.json", parsed(t, New(c, "catalog.yaml").JSON())))
		for op := range c.Operations() {
			if !hasFailure(op) {
				continue
			}
			fits := func(schema, body string) bool {
				compiled, err := compiler.Compile("doc.json#" + schema)
				require.NoError(t, err)
				value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
				require.NoError(t, err, body)
				return compiled.Validate(value) == nil
			}
			path := strings.NewReplacer("~", "~0", "/", "~1").Replace(op.Path)
			success, refusal := "/paths/"+path+"/post/responses/200/content/application~1json/schema", "/components/schemas/"+failureName(op)
			served := interpreter.New(op)
			sent := func(response string, failure error) string {
				return served.Exchange(served, func() (stdjson.RawMessage, error) { return stdjson.RawMessage(response), failure }).Body
			}
			for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
				if r, ok := sample.Response(op, size); ok && op.Envelope != nil {
					body := sent(r.JSON(), nil)
					require.True(t, fits(success, body), "%s %s %s", name, op, body)
					require.False(t, fits(refusal, body), "%s %s %s", name, op, body)
					successes++
				}
				for _, failure := range describedFailures(op, size) {
					body := sent("", failure)
					require.True(t, fits(refusal, body), "%s %s %s", name, op, body)
					require.False(t, op.Envelope != nil && op.Envelope.FailureStatus != 200 && fits(success, body), "%s %s %s", name, op, body)
					failures++
				}
			}
		}
	}
	require.Greater(t, successes, 5)
	require.Greater(t, failures, 5)
}

// describedFailures are the failures of an operation that its document describes.
func describedFailures(op *catalog.Operation, size sample.Size) (all []error) {
	if op.Failure != nil {
		if r, ok := sample.Shape(op.Failure.Shape(), size); ok {
			raw := stdjson.RawMessage(r.JSON())
			all = append(all, api.Fail(&raw, "No."))
		}
	}
	if op.Envelope != nil {
		all = append(all, &api.Problem{Status: 409, Detail: "No.", Errors: []api.Violation{{Field: "/a", Rule: "required", Message: "is required"}}})
	}
	return all
}
