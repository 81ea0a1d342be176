package reference

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// The violations that a handler finds in bodies of an operation are among those that
// the page names for it.
func TestPagesNameEveryViolation(t *testing.T) {
	c, problems := catalog.Parse("a.yaml", []byte(`
catalog: 1
info: {title: T, version: v1, package: p}
path: /{operation}
records:
  R: {fields: {n: {type: integer, minimum: 1}}}
areas:
  a:
    operations:
      all:
        fields:
          name: {type: string, required: true, non_blank: true}
          r: [R]
          a: string
          b: string
        rules: [{at_most_one_of: [a, b]}]
      any: {fields: {x: any}}
      none: {}
`))
	require.Empty(t, problems)
	v := newView(c, config)
	all := v.Areas[0].Operations
	require.Equal(t, "required, type, non-blank, minimum, at-most-one-of", all[0].Refusals())
	require.Empty(t, all[1].Refusals())
	require.Empty(t, all[2].Refusals())
	for _, o := range all { // which the page says of every body
		violations := interpreter.New(o.Operation).Decode("[]").Violations
		require.Len(t, violations, 1)
		require.Equal(t, []string{"", "type"}, []string{violations[0].Field, violations[0].Rule})
	}
	for _, body := range []string{`{}`, `{"name":1}`, `{"name":" "}`, `{"name":"a","r":[{"n":0}]}`, `{"name":"a","a":"x","b":"y"}`} {
		violations := interpreter.New(all[0].Operation).Decode(body).Violations
		require.NotEmpty(t, violations)
		for _, violation := range violations {
			require.Contains(t, all[0].Refusals(), violation.Rule)
		}
	}
}
