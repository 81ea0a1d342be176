package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

func TestAllowsCountsOnlySentFields(t *testing.T) {
	operations := load(t, []byte(`
areas:
  things:
    operations:
      one: {fields: {a: string, b: string, c: string}, rules: [{first_of: [a, b, c]}]}
      least: {fields: {a: string, b: string, c: string}, rules: [{at_least_one_of: [a, b, c]}]}
      most: {fields: {a: string, b: string, c: string}, rules: [{at_most_one_of: [a, b, c]}]}
      all: {fields: {a: string, b: string, c: string}, rules: [{all_or_none_of: [a, b, c]}]}
`)).Areas[0].Operations
	allowed := map[string][]int{}
	for _, op := range operations {
		for n := range 4 {
			if op.Rules[0].Allows(n) {
				allowed[op.Name] = append(allowed[op.Name], n)
			}
		}
	}
	require.Equal(t, map[string][]int{"one": {1, 2, 3}, "least": {1, 2, 3}, "most": {0, 1}, "all": {0, 3}}, allowed)
}

// A caller must supply each required field, and one field of each rule that refuses none.
func TestNeededFields(t *testing.T) {
	operations := load(t, []byte(`
areas:
  things:
    operations:
      nothing: {}
      optional: {fields: {a: string, b: {type: [string], min_items: 1}}}
      required: {fields: {a: string, b: {type: string, required: true}, c: {type: [string], required: true}}}
      first: {fields: {a: string, b: string}, rules: [{first_of: [a, b]}]}
      least: {fields: {a: string, b: string}, rules: [{at_least_one_of: [a, b]}]}
      most: {fields: {a: string, b: string}, rules: [{at_most_one_of: [a, b]}]}
      all: {fields: {a: string, b: string}, rules: [{all_or_none_of: [a, b]}]}
      both: {fields: {a: string, b: string, c: {type: string, required: true}}, rules: [{first_of: [a, b]}]}
`)).Areas[0].Operations
	needed := map[string][][]string{}
	for _, op := range operations {
		for _, fields := range Request(op).Needed() {
			needed[op.Name] = append(needed[op.Name], catalog.Names(fields))
		}
	}
	require.Equal(t, map[string][][]string{
		"required": {{"b"}, {"c"}}, "first": {{"a", "b"}}, "least": {{"a", "b"}}, "both": {{"c"}, {"a", "b"}},
	}, needed)
}
