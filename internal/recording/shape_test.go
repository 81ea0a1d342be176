package recording

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomShape returns a random shape of at most this depth.
func randomShape(rnd *rand.Rand, depth int) *Shape {
	s := &Shape{Seen: rnd.IntN(9), Null: rnd.IntN(2), Boolean: rnd.IntN(2), Integer: rnd.IntN(2), Number: rnd.IntN(2), Array: rnd.IntN(2), Object: rnd.IntN(2), Many: rnd.IntN(5) == 0}
	if s.String = rnd.IntN(3); s.String > 0 {
		s.Distinct = rnd.IntN(32)
		s.Lengths = map[string]int{[]string{"0", "1", "2-3"}[rnd.IntN(3)]: s.String}
		for _, f := range []string{"byte", "date", "uuid"} {
			if rnd.IntN(2) == 0 {
				s.Formats = append(s.Formats, f)
			}
		}
		if rnd.IntN(3) == 0 {
			s.Values = map[string]int{"open": 1, []string{"closed", "new"}[rnd.IntN(2)]: 2}
		}
	}
	if depth == 0 {
		return s
	}
	if rnd.IntN(2) == 0 {
		s.Items = randomShape(rnd, depth-1)
	}
	if rnd.IntN(3) == 0 {
		s.Entries = randomShape(rnd, depth-1)
	}
	for _, key := range []string{"a", "b", "#a", "#b"} {
		if rnd.IntN(2) == 0 {
			*s.member(key) = *randomShape(rnd, depth-1)
		}
	}
	return s
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// sum merges shapes into a new one.
func sum(shapes ...*Shape) *Shape {
	s := new(Shape)
	for _, o := range shapes {
		s.Merge(o)
	}
	return s
}

func TestMergingIsCommutativeAndAssociative(t *testing.T) {
	keys := map[string]string{"#a": "a", "#b": "c"}
	for seed := range uint64(500) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		a, b, c := randomShape(rnd, 2), randomShape(rnd, 2), randomShape(rnd, 2)
		before := text(t, []*Shape{a, b, c})
		all := text(t, sum(a, b, c))
		require.Equal(t, all, text(t, sum(c, b, a)), seed)
		require.Equal(t, all, text(t, sum(a, sum(b, c))), seed)
		require.Equal(t, all, text(t, sum(sum(a, b), c)), seed)
		require.Equal(t, text(t, a), text(t, sum(a, nil, new(Shape))), seed)
		require.Equal(t, before, text(t, []*Shape{a, b, c}), "a merge changes what it reads")

		renamed := sum(a, b)
		renamed.Rename(keys)
		left, right := sum(a), sum(b)
		left.Rename(keys)
		right.Rename(keys)
		require.Equal(t, text(t, renamed), text(t, sum(left, right)), "names may be given before or after")
		for _, key := range slices.Collect(maps.Keys(renamed.Members)) {
			require.False(t, IsHash(key))
		}
	}
}
