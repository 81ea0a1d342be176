package interpreter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// A server judges the JSON that it received, also where a client would have sent
// another one, or none.
func TestServerJudgesWhatItReceived(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records:
  Note:
    fields:
      label: string
      text: {type: string, omit_empty: true}
      tags: {type: [string], send_if: first_item_non_empty}
  Filled: {fields: {label: {type: string, default: x}}}
areas:
  things:
    operations:
      least: {fields: {n: Note, f: Filled, s: string}, rules: [{at_least_one_of: [n, f, s]}]}
      most: {fields: {n: Note, f: Filled, s: string}, rules: [{at_most_one_of: [n, f, s]}]}
      all: {fields: {n: Note, f: Filled, s: string}, rules: [{all_or_none_of: [n, f, s]}]}
      first: {fields: {n: Note, f: Filled, s: string}, rules: [{first_of: [n, f, s]}]}
`[1:]))
	require.Empty(t, problems)
	operations := c.Areas[0].Operations
	for _, x := range []struct {
		value   string
		carries bool
	}{
		{`"n":{}`, false},
		{`"n": { } `, false},
		{`"n":null`, false},
		{`"n":{"label":null}`, true},
		{`"n":{"text":""}`, true},
		{`"n":{"tags":[]}`, true},
		{`"n":{"tags":["","a"]}`, true},
		{`"f":{}`, false},
		{`"f":{"label":null}`, true},
		{`"f":{"label":"x"}`, true},
	} {
		alone, beside := `{`+x.value+`}`, `{`+x.value+`,"s":"x"}`
		require.Equal(t, x.carries, New(operations[0]).Decode(alone).Status == 200, "least %s", alone)
		require.Equal(t, !x.carries, New(operations[1]).Decode(beside).Status == 200, "most %s", beside)
		require.Equal(t, !x.carries, New(operations[2]).Decode(alone).Status == 200, "all %s", alone)
		require.Equal(t, x.carries, New(operations[3]).Decode(alone).Status == 200, "first %s", alone)
		require.Equal(t, !x.carries, New(operations[3]).Decode(beside).Settled == `{"s":"x"}`, "first %s", beside)
	}
}
