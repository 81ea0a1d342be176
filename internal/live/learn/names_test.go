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

// More than fifty keys are those of a map, also if no recording has so many. Keys without
// names are not counted: each recording has other hashes for the same.
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
		result, err := Learn(c, s, nil)
		require.NoError(t, err)
		require.Contains(t, string(result.Overlay), one.want)
	}
}

// seen is a summary of one answer, an object.
func seen(id string, members map[string]*shape) *Summary {
	answer := &Seen{Count: 1, Response: &shape{Seen: 1, Object: 1, Members: members}}
	return &Summary{map[string]*Recording{id: {Exchanges: 1, Operations: map[string]map[Outcome]*Seen{"a.get": {{Status: 200}: answer}}}}}
}

const oneOperation = "catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /api/{area}/{operation}\nareas: {a: {operations: {get: {}}}}\n"

type shape = recording.Shape

// The Go name of a key that is written as keys of catalogs are stays when others of the same
// Go name are seen, whatever their order.
func TestNamesOfKeysStay(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(oneOperation))
	require.Empty(t, problems, "%s", problems)
	for _, others := range [][]string{{}, {"foo-bar"}, {"FooBar", "fooBar"}, {"foo bar", "foo__bar"}} {
		members := map[string]*shape{"foo_bar": {Seen: 1, Object: 1, Members: map[string]*shape{"x": {Seen: 1, String: 1}}}}
		for _, key := range others {
			members[key] = &shape{Seen: 1, String: 1}
		}
		result, err := Learn(c, seen("A", members), nil)
		require.NoError(t, err)
		require.Contains(t, string(result.Overlay), "            foo_bar: {type: Get_FooBar, assumed:", others)
		require.Equal(t, len(others), strings.Count(string(result.Overlay), "go: {name: FooBar"), others)
	}
}
