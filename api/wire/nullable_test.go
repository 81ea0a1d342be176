package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

var (
	absent = api.Nullable[int]{}
	null   = api.Null[int]()
	seven  = api.Value(7)
)

// An absent value is not sent as a member, but as an item, which cannot be left out.
func TestNullablesAreAppended(t *testing.T) {
	for _, test := range []struct {
		value        api.Nullable[int]
		member, item string
	}{
		{absent, `>`, `>null`},
		{null, `>"k":null,`, `>null`},
		{seven, `>"k":7,`, `>7`},
		{api.Value(0), `>"k":0,`, `>0`},
	} {
		member := wire.AppendNullable([]byte(">"), `"k":`, &test.value, wire.IntJSON)
		require.Equal(t, test.member, string(member))
		item := wire.NullableJSON(wire.IntJSON)([]byte(">"), test.value)
		require.Equal(t, test.item, string(item))
	}
	for _, test := range []struct {
		value api.Nullable[coin]
		want  string
	}{
		{api.Nullable[coin]{}, `>`},
		{api.Null[coin](), `>"k":null,`},
		{api.Value(coin{value: 1}), `>"k":{"value":1},`},
	} {
		require.Equal(t, test.want, string(wire.AppendNullableRecord([]byte(">"), `"k":`, &test.value)))
	}
}

func TestDefaultsOfNullables(t *testing.T) {
	for _, test := range []struct{ value, orNull, orValue api.Nullable[int] }{
		{absent, null, api.Value(3)},
		{null, null, null},
		{seven, seven, seven},
	} {
		require.Equal(t, test.orNull, *wire.OrNull(&test.value))
		require.Equal(t, test.orValue, *wire.OrValue(&test.value, 3))
	}
	require.Same(t, &seven, wire.OrNull(&seven), "a value is not copied, since it may be a large record")
}

func TestValuesOfNullables(t *testing.T) {
	require.Nil(t, wire.ValueOf(&absent))
	require.Nil(t, wire.ValueOf(&null))
	value := api.Value(7)
	*wire.ValueOf(&value)++
	require.Equal(t, api.Value(8), value)
}

// Null breaks no rule.
func TestNullablesAreChecked(t *testing.T) {
	check := wire.NullableCheck(func(n *int, v *wire.Validator) { v.Minimum("n", *n, 10) })
	for _, test := range []struct {
		value api.Nullable[int]
		want  []string
	}{
		{absent, nil},
		{null, nil},
		{api.Value(10), nil},
		{seven, []string{"/n minimum: must be at least 10"}},
	} {
		var v wire.Validator
		check(&test.value, &v)
		require.Equal(t, test.want, described(t, v.Err()))
	}
}

// A member that may be null and is required may be null, but not missing.
func TestNullIsAValueOfANullable(t *testing.T) {
	for text, want := range map[string]struct {
		value      api.Nullable[int]
		violations []string
	}{
		`{"v":null}`:       {value: null},
		`{"v":7}`:          {value: seven},
		`{}`:               {violations: []string{"/v required: is required"}},
		`{"v":"x"}`:        {violations: []string{"/v type: must be an integer"}},
		`{"v":null,"v":7}`: {violations: []string{"/v duplicate-field: is given twice"}},
		`{"v":nul}`:        {violations: []string{" json: is not valid JSON at byte 5: expected a value"}},
	} {
		d := wire.NewDecoder(text)
		var got api.Nullable[int]
		for d.Begin(nil); d.Next(); {
			wire.Nullable(d, 0, &got, wire.IntItem)
		}
		d.Require(0, "v")
		require.Equal(t, want.violations, described(t, d.Finish()), text)
		if want.violations == nil {
			require.Equal(t, want.value, got)
		}
	}
	// Of repeated members of a response, the last one counts.
	for text, want := range map[string]api.Nullable[coin]{
		`{"v":{"value":1,"name":"a"},"v":{"value":2}}`: api.Value(coin{value: 2}),
		`{"v":null,"v":{"value":2}}`:                   api.Value(coin{value: 2}),
		`{"v":{"value":1},"v":null}`:                   api.Null[coin](),
	} {
		var got api.Nullable[coin]
		err := wire.DecodeRecord([]byte(text), &got,
			func(d *wire.Decoder, v *api.Nullable[coin]) {
				for d.Begin(nil); d.Next(); {
					wire.Nullable(d, 0, v, wire.RecordOf(decodeCoin))
				}
			})
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
}
