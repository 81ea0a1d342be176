package interpreter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
)

// What is missing in a value of a sensitive map breaks no second rule, and a refusal shows
// no key of the map.
func TestHiddenValuesBreakOneRuleEach(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records:
  Line: {fields: {label: {type: string, required: true, min_length: 2}}}
areas:
  things:
    operations:
      put: {fields: {people: {type: {string: [Line]}, sensitive: true}}}
`[1:]))
	require.Empty(t, problems)
	r := New(c.Areas[0].Operations[0]).Decode(`{"people":{"Ann":[{}],"Bob":[{"label":"ab"},{"label":"x"}]}}`)
	require.Equal(t, 422, r.Status)
	require.Equal(t, []api.Violation{
		{Field: "/people/*/0/label", Rule: api.RuleRequired, Message: "is required"},
		{Field: "/people/*/1/label", Rule: api.RuleMinLength, Message: "must have at least 2 characters"},
	}, r.Violations)
}
