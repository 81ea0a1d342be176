package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// texts are values by wire names: "" is an empty string, a missing one is nil. An
// array is its first item.
type texts map[string]string

func (v texts) IsNotNil(f *catalog.Field) bool         { _, ok := v[f.Name]; return ok }
func (v texts) IsNull(*catalog.Field) bool             { return false }
func (v texts) IsGiven(f *catalog.Field) bool          { return v[f.Name] != "" }
func (v texts) IsFirstItemGiven(f *catalog.Field) bool { return v[f.Name] != "" }

func TestSentAndSettled(t *testing.T) {
	op := load(t, []byte(`
areas:
  things:
    operations:
      make:
        fields:
          page: integer
          size: integer
          note: {type: string, omit_empty: true}
          kind: {type: string, default: plain}
          list: {type: [string], send_if: first_item_non_empty}
          name: string
          number: string
          id: {type: string, required: true}
        rules: [{first_of: [number, name]}]
        pagination: {page: page, size: size, first: 1, default_size: 50}
`)).Areas[0].Operations[0]
	for _, c := range []struct {
		what          string
		values        texts
		sent, settled string
	}{
		{"nothing", texts{}, "kind:plain id", "number:nil name:nil note:nil kind:plain page:nil size:nil"},
		{"everything", texts{"page": "2", "size": "9", "note": "n", "kind": "k", "list": "l", "name": "a", "number": "7", "id": "i"},
			"page size note kind list number id", "name:nil"},
		{"the second of first_of", texts{"number": "", "name": "a", "kind": "k"},
			"kind name id", "number:nil note:nil page:nil size:nil"},
		{"one of paging", texts{"size": "9", "kind": "k", "note": "", "list": ""},
			"page:1 size kind id", "number:nil name:nil note:nil page:1"},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := Request(op)
			var sent, settled []string
			for m, own := range p.Sent(c.values) {
				if own {
					sent = append(sent, m.Field.Name)
				} else {
					sent = append(sent, fmt.Sprintf("%s:%v", m.Field.Name, m.Default))
				}
			}
			for f, after := range p.Settled(c.values) {
				if after == nil {
					after = "nil"
					delete(c.values, f.Name)
				}
				settled = append(settled, fmt.Sprintf("%s:%v", f.Name, after))
			}
			require.Equal(t, c.sent, strings.Join(sent, " "))
			require.Equal(t, c.settled, strings.Join(settled, " "))
		})
	}
}

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

// A rule is checked in full: exactly one of several fields is both checks, and a rule
// that no checks cover panics.
func TestBreachesCoverARule(t *testing.T) {
	breaches := func(lowest, highest int, orNone bool) []Breach {
		demand := catalog.Demand{Min: lowest, Max: highest, OrNone: orNone}
		return Rule{Fields: make([]*catalog.Field, 3), Demand: demand}.breaches()
	}
	require.Equal(t, []Breach{NoneGiven}, breaches(1, 3, false))
	require.Equal(t, []Breach{TwoGiven}, breaches(0, 1, false))
	require.Equal(t, []Breach{NoneGiven, TwoGiven}, breaches(1, 1, false))
	require.Equal(t, []Breach{SomeGiven}, breaches(3, 3, true))
	require.Empty(t, breaches(0, 3, false))
	for _, unknown := range [][2]int{{2, 3}, {0, 2}, {1, 2}, {0, 0}} {
		require.Panics(t, func() { breaches(unknown[0], unknown[1], false) }, unknown)
	}
}
