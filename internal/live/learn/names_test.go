package learn

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// An object with more than fifty keys is a map, even if no single recording has that many. Hashed
// keys do not count, because each recording hashes them differently.
func TestManyKeysInAllRecordings(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(oneOperation))
	require.Empty(t, problems, "%s", problems)
	for _, one := range []struct {
		key  func(recording, i int) string
		want string
	}{
		{func(n, i int) string { return fmt.Sprintf("key%d_%d", n, i) }, "type: {string: string}"},
		{func(_, i int) string { return fmt.Sprintf("key%d", i) }, "key29: {type: string,"},
		{func(n, i int) string { return cmp.Or(map[int]string{1: "id"}[i], fmt.Sprintf("#%d%d", n, i)) }, "id: {type: string,"},
	} {
		s := new(Summary)
		for n := range 3 {
			members := map[string]*shape{}
			for i := range 30 {
				members[one.key(n, i)] = &shape{Seen: 1, String: 1}
			}
			s.Merge(seen(fmt.Sprint(n), members))
		}
		result := Learn(c, s, nil)
		require.Contains(t, string(result.Overlay), one.want)
	}
}

// seen returns the summary of a response with one object.
func seen(id string, members map[string]*shape) *Summary {
	response := &Seen{Count: 1, Response: &shape{Seen: 1, Object: 1, Members: members}}
	return &Summary{map[string]*Recording{id: {Exchanges: 1, Operations: map[string]map[Outcome]*Seen{"a.get": {{Status: 200}: response}}}}}
}

const oneOperation = "catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /api/{area}/{operation}\nareas: {a: {operations: {get: {}}}}\n"

type shape = recording.Shape

// A key in snake case keeps its Go name if other keys with this Go name are seen, in any order.
func TestNamesOfKeysStay(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(oneOperation))
	require.Empty(t, problems, "%s", problems)
	for _, others := range [][]string{{}, {"foo-bar"}, {"FooBar", "fooBar"}, {"foo bar", "foo__bar"}} {
		members := map[string]*shape{"foo_bar": {Seen: 1, Object: 1, Members: map[string]*shape{"x": {Seen: 1, String: 1}}}}
		for _, key := range others {
			members[key] = &shape{Seen: 1, String: 1}
		}
		result := Learn(c, seen("A", members), nil)
		require.Contains(t, string(result.Overlay), "            foo_bar: {type: Get_FooBar, assumed:", others)
		require.Equal(t, len(others), strings.Count(string(result.Overlay), "go: {name: FooBar"), others)
	}
}
