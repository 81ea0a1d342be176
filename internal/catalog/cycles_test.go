package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Records and unions that contain each other are in one cycle, and each union has the variant whose
// values end soonest.
func TestCirclesThroughUnions(t *testing.T) {
	c, problems := Parse("x.yaml", []byte(`
catalog: 1
info: {title: T, version: v1, package: p}
path: /{area}/{operation}
records:
  Not: {fields: {of: {type: Expression, required: true}, word: Word}}
  Word: {fields: {word: string}}
  Box: {fields: {inner: {type: Opened, required: true}}}
  Far: {fields: {more: {type: Steps, required: true}}}
  Near: {fields: {far: Far}}
unions:
  Expression: {by: op, of: {not: Not, word: Word}}
  Opened: {by: op, of: {box: Box}, open: true}
  Steps: {by: op, of: {far: Far, near: Near}}
  Outside: {by: op, of: {not: Not, none: }}
areas: {a: {operations: {o: {fields: {a: Expression, b: Opened, c: Steps, d: Outside}}}}}
`))
	require.Empty(t, problems)
	ending := map[string]string{}
	recursive := map[string]bool{}
	for _, u := range c.Unions {
		if v := u.Ending(); v != nil {
			ending[u.Name] = v.Tag
		}
		recursive[u.Name] = u.Recursive()
	}
	require.Equal(t, map[string]string{"Expression": "word", "Steps": "near", "Outside": "none"}, ending, "only values of Opened with an unknown tag end")
	for _, s := range c.Records {
		recursive[s.Name] = s.Recursive()
	}
	require.Equal(t, map[string]bool{
		"Expression": true, "Opened": true, "Steps": true, "Outside": false,
		"Not": true, "Word": false, "Box": true, "Far": true, "Near": true,
	}, recursive)
	not := c.Records[0]
	require.True(t, not.Field("of").Circular())
	require.False(t, not.Field("word").Circular())
	require.True(t, c.Unions[0].Entwined(not))
	require.False(t, c.Unions[0].Entwined(c.Records[1]))
	require.False(t, c.Unions[3].Entwined(not))
}
