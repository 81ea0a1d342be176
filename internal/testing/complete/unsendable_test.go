package complete_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/complete/gen/things"
)

// A value in a union that breaks a rule and cannot be sent is reported once. The variants have
// records, arrays and maps in the same member, and the records are sensitive as a whole.
func TestAnUnsendableValueInAUnionIsReportedOnce(t *testing.T) {
	client, err := things.NewClient("http://host")
	require.NoError(t, err)
	noNumber := things.Point{} // x is required
	for name, test := range map[string]struct {
		variant things.WrappedVariant
		want    string
	}{
		"record": {
			things.WrappedOptional{ClosedRecord: &noNumber},
			"/wrapped/closed_record/x",
		},
		"item": {
			things.WrappedLists{ClosedRecord: []things.Point{{X: "1"}, noNumber}},
			"/wrapped/closed_record/1/x",
		},
		"value of a map": {
			things.WrappedMaps{ClosedRecord: map[string]things.Point{"key": noNumber}},
			"/wrapped/closed_record/key/x",
		},
		"record that may be null": {
			things.WrappedNullable{ClosedRecord: api.Value(noNumber)},
			"/wrapped/closed_record/x",
		},
		"number": {
			things.WrappedOptional{Number: new(json.Number("one"))},
			"/wrapped/number",
		},
	} {
		req := things.WrappedRequest{Wrapped: things.Wrapped{Variant: test.variant}}
		_, err := client.Wrapped(t.Context(), &req)
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, "%s: %v", name, err)
		want := []api.Violation{{Field: test.want, Rule: api.RuleType, Message: "must be a number"}}
		require.Equal(t, want, invalid.Violations, name)
	}
}
