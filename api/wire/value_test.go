package wire_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// An empty string is no value.
func TestGivenStrings(t *testing.T) {
	text := "x"
	require.True(t, wire.Given(&text))
	require.False(t, wire.Given(new("")))
	require.False(t, wire.Given[string](nil))
	require.Same(t, &text, wire.NotEmpty(&text))
	require.Nil(t, wire.NotEmpty(new("")))
	require.Nil(t, wire.NotEmpty[string](nil))
}

// Values are empty as JSON: zero and false are not.
func TestEmptyValues(t *testing.T) {
	type text string
	type list []int
	type record struct {
		A int `json:"a,omitempty"`
	}
	for _, empty := range []any{
		nil, "", api.Object{}, api.Object(nil), map[string]any{}, []any{},
		text(""), list{}, list(nil), map[int]int{}, record{}, (*int)(nil), json.RawMessage("null"),
	} {
		require.True(t, wire.IsEmpty(empty), "%#v", empty)
	}
	for _, value := range []any{
		false, true, 0, 1, json.Number("0"), "x", " ", 0.0, text("x"), list{0}, record{1}, new(0),
		api.Object{"a": nil}, map[string]any{"a": nil}, []any{nil}, map[int]int{1: 0},
	} {
		require.False(t, wire.IsEmpty(value), "%#v", value)
	}
}

// A default replaces only what is absent.
func TestDefaults(t *testing.T) {
	zero := 0
	require.Equal(t, 0, wire.Or(&zero, 3))
	require.Equal(t, 3, wire.Or(nil, 3))
	require.Same(t, &zero, wire.Default(&zero, 3))
	require.Equal(t, new(3), wire.Default(nil, 3))
	list := []int{1}
	require.Equal(t, []int{}, wire.OrEmpty[int](nil))
	require.Equal(t, list, wire.OrEmpty(list))
	require.Equal(t, map[string]int{}, wire.OrEmptyMap[int](nil))
	require.Equal(t, map[string]int{"a": 1}, wire.OrEmptyMap(map[string]int{"a": 1}))
}

func TestGivenFieldsAreCounted(t *testing.T) {
	require.Equal(t, 0, wire.CountGiven())
	require.Equal(t, 0, wire.CountGiven(false, false))
	require.Equal(t, 2, wire.CountGiven(true, false, true))
}

// The names of an open record's fields are those that it sends.
func TestNamesOfFields(t *testing.T) {
	type open struct {
		ID       string       `json:"id"`
		Size     *int         `json:"size,omitempty"`
		Extra    api.Object   `json:"-"`
		Received api.Received `json:"-"`
	}
	var names wire.FieldNames
	first := names.Of(new(open))
	require.Equal(t, []string{"id", "size"}, first)
	second := names.Of(new(open))
	require.Same(t, &first[0], &second[0], "they are read once")
}

// Sensitive values are not printed, whatever the verb.
func TestSensitiveFieldsAreNotPrinted(t *testing.T) {
	v := secretive{Name: "Ada", Secret: "MARKER"}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d"} {
		text := fmt.Sprintf(verb, v)
		require.NotContains(t, text, "MARKER", verb)
		require.Contains(t, text, "Ada", verb)
	}
	require.Equal(t, fmt.Sprint(v), wire.LogValue(v).String())
}

// secretive is like a generated struct with a sensitive field.
type secretive struct {
	Name   string `json:"name"`
	Secret string `json:"secret" sensitive:"true"`
}

func (s secretive) Format(f fmt.State, _ rune) { wire.Format(f, s) }

// Integers are sent in decimal, with all their digits.
func TestIntegersAreAppended(t *testing.T) {
	for want, n := range map[string]int{
		"0": 0, "-12": -12, "1234567890": 1234567890,
		fmt.Sprint(math.MaxInt): math.MaxInt, fmt.Sprint(math.MinInt): math.MinInt,
	} {
		require.Equal(t, want, string(wire.IntJSON(nil, n)))
		require.Equal(t, `"k":`+want+",", string(wire.AppendInt(nil, `"k":`, n)))
	}
}

// Keys of maps are sorted, also if there are many.
func TestKeysOfMapsAreSorted(t *testing.T) {
	m := map[string]int{}
	var members []string
	for i := range 40 {
		key := fmt.Sprintf("k%02d", i)
		m[key] = i
		members = append(members, fmt.Sprintf("%q:%d", key, i))
	}
	want := "{" + strings.Join(members, ",") + "}"
	require.Equal(t, want, string(wire.MapJSON(wire.IntJSON)(nil, m)))
}

// chain is like a generated record that may contain itself.
type chain struct {
	Next *chain
}

func (c *chain) appendMembers(b []byte) []byte {
	b = append(b, '{')
	if c.Next != nil {
		b = append(c.Next.appendMembers(append(b, `"next":`...)), ',')
	}
	return wire.CloseObject(b)
}

// chainOf returns a chain of some records.
func chainOf(n int) *chain {
	c := new(chain)
	for range n - 1 {
		c = &chain{Next: c}
	}
	return c
}

// A record that contains itself is marked, and its checks end.
func TestRecordsThatContainThemselves(t *testing.T) {
	endless := new(chain)
	endless.Next = &chain{Next: endless}
	require.True(t, wire.Finite(chainOf(3)))
	require.False(t, wire.Finite(endless))
	text := wire.AppendFinite([]byte(">"), chainOf(3), (*chain).appendMembers)
	require.Equal(t, `>{"next":{"next":{}}}`, string(text))
	text = wire.AppendFinite([]byte(">"), endless, (*chain).appendMembers)
	require.Equal(t, ">null\xff\xff", string(text))
	member := wire.MembersJSON((*chain).appendMembers)(nil, *chainOf(2))
	require.Equal(t, `{"next":{}}`, string(member))
}

// Checks end at a depth that only a record which contains itself has, and do not start again.
func TestChecksOfDeepRecordsEnd(t *testing.T) {
	const levels = 1000
	var v wire.Validator
	for range levels {
		require.False(t, v.Endless())
		v.Enter("n", -1)
	}
	require.False(t, v.Endless())
	require.NoError(t, v.Err())
	v.Enter("n", -1)
	require.True(t, v.Endless())
	for range levels + 1 {
		v.Leave()
	}
	require.True(t, v.Endless())
	list := described(t, v.Err())
	require.Len(t, list, 1)
	require.Contains(t, list[0], " type: must not contain itself, or be nested deeper than 1000 levels")
}
