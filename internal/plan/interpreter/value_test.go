package interpreter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// A value is read as in a response, and then judged as in a request.
func TestJudgeFindsEveryViolation(t *testing.T) {
	c, problems := catalog.Parse("x.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
unions:
  Payment: {by: kind, of: {card: Card, cash: null}}
records:
  Card: {fields: {number: {type: string, required: true, pattern: "^[0-9]+$"}, tags: {type: [string], join: ","}}}
areas:
  all:
    operations:
      pay:
        fields:
          n: {type: integer, required: true, maximum: 9}
          none: {type: integer, required: true, nullable: true}
          card: Card
          paid: {string: Payment}
          list: [[integer?]]
`))
	require.Nil(t, problems)
	for _, test := range []struct{ field, value, at, rule, message string }{
		{"n", `3`, "", "", ""},
		{"n", `null`, "", api.RuleRequired, "is required"},
		{"n", `9223372036854775808`, "", api.RuleType, "must be an integer of at most 64 bits"},
		{"n", `10`, "", "broken " + api.RuleMaximum, "must be at most 9"},
		{"none", `null`, "", "", ""},
		{"card", `null`, "", "", ""},
		{"card", `{"number": "1", "tags": "a,b"}`, "", "", ""},
		{"card", `{"number": "1", "tags": ["a"]}`, "/tags", api.RuleType, "must be a string"},
		{"card", `{}`, "/number", api.RuleRequired, "is required"},
		{"card", `{"number": "x"}`, "/number", "broken " + api.RulePattern, "must match ^[0-9]+$"},
		{"paid", `{"a~b": {"kind": "cash"}, "c": {"kind": "card", "number": 1}}`, "/c/number", api.RuleType, "must be a string"},
		{"paid", `{"a~b": {"kind": "coin"}}`, "/a~0b/kind", api.RuleVariant, `must be one of "card", "cash"`},
		{"list", `[[1, null], [true]]`, "/1/0", api.RuleType, "must be an integer"},
	} {
		unreadable, broken := interpreter.ValueViolations(c.Areas[0].Operations[0].Request.Field(test.field),
			test.value)
		var got api.Violation
		switch {
		case unreadable != nil:
			require.Len(t, unreadable, 1)
			require.Nil(t, broken, "%s: %s", test.field, test.value)
			got = unreadable[0]
		case broken != nil:
			require.Len(t, broken, 1)
			got = broken[0]
			got.Rule = "broken " + got.Rule
		}
		require.Equal(t, api.Violation{Field: test.at, Rule: test.rule, Message: test.message}, got, "%s: %s", test.field, test.value)
	}
	unreadable, _ := interpreter.ValueViolations(&catalog.Field{Type: &catalog.Type{Kind: catalog.Boolean}}, `1`)
	require.Equal(t, []api.Violation{{Rule: api.RuleType, Message: "must be a boolean"}}, unreadable)
}
