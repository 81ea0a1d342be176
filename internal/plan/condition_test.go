package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

func TestAllows(t *testing.T) {
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
			if Rules(op)[0].Allows(n) {
				allowed[op.Name] = append(allowed[op.Name], n)
			}
		}
	}
	require.Equal(t, map[string][]int{"one": {1, 2, 3}, "least": {1, 2, 3}, "most": {0, 1}, "all": {0, 3}}, allowed)
}

// The breaches of a rule cover it: exactly one of several fields takes two checks. A rule
// that the checks do not cover, or that refuses nothing, panics.
func TestBreachesCoverARule(t *testing.T) {
	breaches := func(lowest, highest int, orNone bool) []Breach {
		demand := catalog.Demand{Min: lowest, Max: highest, OrNone: orNone}
		return Rule{Fields: make([]*catalog.Field, 3), Demand: demand}.breaches()
	}
	require.Equal(t, []Breach{NoneGiven}, breaches(1, 3, false))
	require.Equal(t, []Breach{TwoGiven}, breaches(0, 1, false))
	require.Equal(t, []Breach{NoneGiven, TwoGiven}, breaches(1, 1, false))
	require.Equal(t, []Breach{SomeGiven}, breaches(3, 3, true))
	for _, unknown := range [][2]int{{0, 3}, {2, 3}, {0, 2}, {1, 2}, {0, 0}} {
		require.Panics(t, func() { breaches(unknown[0], unknown[1], false) }, unknown)
	}
}
