package plan

import (
	"testing"

	"github.com/stretchr/testify/require"
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
