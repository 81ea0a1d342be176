package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/json/jsonpointer"
)

// Texts are equal and ordered as values are.
func TestTextsAreOrderedAsValues(t *testing.T) {
	numbers := []string{"0", "-0", "0.0", "0e9", "1", "1.0", "10e-1", "0.1e1", "100", "1e2", "-1", "-1.5", "-1.49", "-15", "9", "10", "99", "0.09", "0.5", "1e-5", "-1e-5", "1e300", "-1e300", "12345678901234567890", "12345678901234567891"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		numbers = append(numbers, fmt.Sprintf("%d.%de%d", r.IntN(200)-100, r.IntN(100), r.IntN(7)-3))
	}
	for _, a := range numbers {
		for _, b := range numbers {
			x, _ := new(big.Rat).SetString(a)
			y, _ := new(big.Rat).SetString(b)
			one := textOf(json.Number(a))
			two := textOf(json.Number(b))
			require.Equal(t, x.Cmp(y), cmp.Compare(one, two), "%s %s: %s %s", a, b, one, two)
		}
	}
	require.NotEmpty(t, textOf(json.Number("1e99999999999999999999")), "out of range")
	for _, ascending := range [][]any{{false,
		true}, {"", "a", "aa", "b", "ä"}, {json.Number("1"), "1"}, {true, json.Number("-1")}} {
		for i := 1; i < len(ascending); i++ {
			one := textOf(ascending[i-1])
			two := textOf(ascending[i])
			require.Less(t, one, two)
		}
	}
	for _, v := range []any{nil, []any{}} {
		require.Empty(t, textOf(v))
	}
}

// Pointers continue in the items of lists.
func TestTextsAt(t *testing.T) {
	v, err := decode([]byte(`{"tags": ["a", "b", "a", null], "of": [{"x/y": 1}, {"x/y": [2, "z"]}, 3], "n": null}`))
	require.NoError(t, err)
	for pointer, want := range map[string]string{"/tags": "sa sb", "/of/x~1y": "n25000000001" + "1 n25000000001" + "2 sz", "/n": "", "/of": `o{"x/y":1} o{"x/y":[2,"z"]} n250000000013`, "/none/x": ""} {
		require.Equal(t, want, strings.Join(textsAt(v, jsonpointer.Names(pointer)), " "), pointer)
	}
}

// Pointers read, set and take members.
func TestPointersReadSetAndTakeMembers(t *testing.T) {
	v, err := decode([]byte(`{"a": {"b": [10, null]}, "~/": 1, "": 2}`))
	require.NoError(t, err)
	for pointer, want := range map[string]any{"/a/b/0": json.Number("10"), "/~0~1": json.Number("1"), "/": json.Number("2"), "/a/b/1": nil, "/a/b/2": nil, "/a/b/-1": nil, "/a/b/0/x": nil, "/c/d": nil} {
		found, ok := valueAt(v, pointer)
		require.Equal(t, want, found, pointer)
		require.Equal(t, want != nil, ok, pointer)
	}
	of := v.(map[string]any)
	put(of, "/a/c/d", true)
	put(of, "/~0~1/e", true) // replaces a number
	for pointer, want := range map[string]bool{"/a/c/d": true, "/a/x/d": false, "/a/b/1": true, "/a/b/2": false, "": true} {
		_, exists := lookup(of, pointer)
		require.Equal(t, want, exists, pointer)
	}
	taken, ok := take(of, "/a/c/d")
	require.Equal(t, []any{true, true}, []any{taken, ok})
	_, ok = take(of, "/nothing/there")
	require.False(t, ok)
	text, err := encode(of)
	require.NoError(t, err)
	require.Equal(t, `{"":2,"a":{"b":[10,null],"c":{}},"~/":{"e":true}}`, string(text))
}
