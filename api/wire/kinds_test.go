package wire_test

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// readMember reads the member called v with a function, and a member behind it. It returns the value
// and the violations.
func readMember(
	t *testing.T, text string, read func(*wire.Decoder) any,
) (value any, violations []string) {
	t.Helper()
	isBehindRead := false
	d := wire.NewDecoder(text)
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "v":
			value = read(d)
		case "behind":
			isBehindRead = d.Bool(1) || isBehindRead
		}
	}
	violations = described(t, d.Finish())
	require.True(t, isBehindRead, text)
	return value, violations
}

// coin is like a generated record.
type coin struct {
	value int
	name  *string
}

func decodeCoin(d *wire.Decoder, r *coin) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "value":
			r.value = d.Int(0)
		case "name":
			r.name = d.OptString(1)
		}
	}
	d.Require(0, "value")
}

// item reads an array with a function that reads an item.
func item[T any](read func(*wire.Decoder, *T)) func(*wire.Decoder) any {
	return func(d *wire.Decoder) any { return wire.Array(d, 0, read) }
}

// A kind of value is read from texts of its type. Any other value is a violation that names the type,
// and reads as the zero value.
func TestKindsOfValues(t *testing.T) {
	const none = "\x00" // no message
	texts := []string{`"x"`, `1`, `true`, `false`, `{}`, `[]`}
	for name, kind := range map[string]struct {
		read func(d *wire.Decoder) any
		zero any
		must string
		good map[string]any
	}{
		"string": {
			func(d *wire.Decoder) any { return d.String(0) }, "", "must be a string",
			map[string]any{`"x"`: "x", `""`: "", `"a\n\"\u00e9\ud83d\ude00/"`: "a\n\"é😀/"},
		},
		"optional string": {
			func(d *wire.Decoder) any { return d.OptString(0) }, (*string)(nil), "must be a string",
			map[string]any{`"x"`: new("x"), `""`: new("")},
		},
		"boolean": {
			func(d *wire.Decoder) any { return d.Bool(0) }, false, "must be a boolean",
			map[string]any{`true`: true, `false`: false},
		},
		"optional boolean": {
			func(d *wire.Decoder) any { return d.OptBool(0) }, (*bool)(nil), "must be a boolean",
			map[string]any{`true`: new(true), `false`: new(false)},
		},
		"integer": {
			func(d *wire.Decoder) any { return d.Int(0) }, 0, "must be an integer",
			map[string]any{`1`: 1, `-0`: 0, `1.0`: 1, `12e2`: 1200, strconv.Itoa(math.MaxInt): math.MaxInt},
		},
		"optional integer": {
			func(d *wire.Decoder) any { return d.OptInt(0) }, (*int)(nil), "must be an integer",
			map[string]any{`1`: new(1), `0`: new(0), strconv.Itoa(math.MinInt): new(math.MinInt)},
		},
		"number": {
			func(d *wire.Decoder) any { return d.Number(0) }, json.Number(""), "must be a number",
			map[string]any{`1`: json.Number("1"), `-1.50e400`: json.Number("-1.50e400")},
		},
		"optional number": {
			func(d *wire.Decoder) any { return d.OptNumber(0) }, (*json.Number)(nil), "must be a number",
			map[string]any{`1`: new(json.Number("1")), `0.10`: new(json.Number("0.10"))},
		},
		"object": {
			func(d *wire.Decoder) any { return d.Object(0) }, api.Object(nil), "must be an object",
			map[string]any{`{}`: api.Object{}, `{"a":[null]}`: api.Object{"a": []any{nil}}},
		},
		"any": {
			func(d *wire.Decoder) any { return d.Any(0) }, nil, none,
			map[string]any{
				`"x"`: "x", `1`: json.Number("1"), `true`: true, `false`: false,
				`{}`: map[string]any{}, `[]`: []any{}, `[{"a":null}]`: []any{map[string]any{"a": nil}},
			},
		},
		"joined": {
			func(d *wire.Decoder) any { return d.Joined(0, "--") }, []string(nil), "must be a string",
			map[string]any{`""`: []string{}, `"x"`: []string{"x"}, `"-a--b---"`: []string{"-a", "b", "-"}},
		},
		"array": {
			item(wire.StringItem), []string(nil), "must be an array",
			map[string]any{`[]`: []string{}, `["a", "b"]`: []string{"a", "b"}},
		},
		"map": {
			func(d *wire.Decoder) any { return wire.Map(d, 0, wire.IntItem) },
			map[string]int(nil), "must be an object",
			map[string]any{`{}`: map[string]int{}, `{"b":2, "a":1}`: map[string]int{"a": 1, "b": 2}},
		},
		"nullable": {
			func(d *wire.Decoder) any {
				var v api.Nullable[[]int]
				wire.Nullable(d, 0, &v, wire.ListOf(wire.IntItem))
				value, isValue := v.Get()
				if isValue {
					return value
				}
				return v
			}, []int(nil), "must be an array",
			map[string]any{`[]`: []int{}, `[1]`: []int{1}, `null`: api.Null[[]int]()},
		},
	} {
		read := func(text string) (any, []string) {
			return readMember(t, `{"v": `+text+` ,"behind":true}`, kind.read)
		}
		if _, isValue := kind.good["null"]; !isValue {
			kind.good["null"] = kind.zero
		}
		for text, want := range kind.good {
			value, violations := read(text)
			require.Empty(t, violations, "%s: %s", name, text)
			require.Equal(t, want, value, "%s: %s", name, text)
		}
		for _, text := range texts {
			if _, isGood := kind.good[text]; isGood {
				continue
			}
			value, violations := read(text)
			require.Equal(t, []string{"/v type: " + kind.must}, violations, "%s: %s", name, text)
			require.Equal(t, kind.zero, value, "%s: %s", name, text)
		}
		for _, text := range []string{`nul`, `tru`, `fals`, `"x`, `-`, `{"a"`, `[1`, `"\ud800"`} {
			d := wire.NewDecoder(`{"v":` + text)
			for d.Begin(nil); d.Next(); {
				kind.read(d)
			}
			require.ErrorContains(t, d.Finish(), "is not valid JSON at byte", "%s: %s", name, text)
		}
	}
}

// Items are read like members, but null is a value of another type.
func TestKindsOfItems(t *testing.T) {
	type word string
	for name, kind := range map[string]struct {
		read func(d *wire.Decoder) any
		text string
		want any
		must string
	}{
		"strings":   {item(wire.StringItem), `["x",null]`, []string{"x", ""}, "must be a string"},
		"enums":     {item(wire.EnumItem[word]), `["x",1]`, []word{"x", ""}, "must be a string"},
		"booleans":  {item(wire.BoolItem), `[true,null]`, []bool{true, false}, "must be a boolean"},
		"integers":  {item(wire.IntItem), `[5,null]`, []int{5, 0}, "must be an integer"},
		"fractions": {item(wire.IntItem), `[5,1.5]`, []int{5, 0}, "must be an integer"},
		"large": {
			item(wire.IntItem), `[1,9223372036854775808]`,
			[]int{1, 0}, "must be an integer of at most 64 bits",
		},
		"numbers": {item(wire.NumberItem), `[1e5,"x"]`, []json.Number{"1e5", ""}, "must be a number"},
		"objects": {item(wire.ObjectItem), `[{},[]]`, []api.Object{{}, nil}, "must be an object"},
		"records": {
			item(wire.RecordOf(decodeCoin)), `[{"value":1},null]`,
			[]coin{{value: 1}, {}}, "must be an object",
		},
		"records of a list": {
			func(d *wire.Decoder) any { return wire.Records(d, 0, decodeCoin) }, `[{"value":1},2]`,
			[]coin{{value: 1}, {}}, "must be an object",
		},
		"lists": {
			item(wire.ListOf(wire.IntItem)), `[[],{}]`,
			[][]int{{}, nil}, "must be an array",
		},
		"maps": {
			item(wire.MapOf(wire.IntItem)), `[{"a":1},[]]`,
			[]map[string]int{{"a": 1}, nil}, "must be an object",
		},
	} {
		value, violations := readMember(t, `{"v":`+kind.text+`,"behind":true}`, kind.read)
		require.Equal(t, []string{"/v/1 type: " + kind.must}, violations, name)
		require.Equal(t, kind.want, value, name)
	}
	anything := item(wire.AnyItem)
	value, violations := readMember(t, `{"v":[null,"x",{}],"behind":true}`, anything)
	require.Empty(t, violations)
	require.Equal(t, []any{nil, "x", map[string]any{}}, value)
	ids := item(wire.NullableOf(wire.IntItem))
	value, violations = readMember(t, `{"v":[null,7,0],"behind":true}`, ids)
	require.Empty(t, violations)
	require.Equal(t, []api.Nullable[int]{api.Null[int](), api.Value(7), api.Value(0)}, value)
}

// A violation has its place, however deep it is, and the place of what follows is right again.
func TestPlacesOfValues(t *testing.T) {
	const must = " type: must be an integer"
	coins := func(d *wire.Decoder) any { return wire.Record(d, 0, decodeCoin) }
	intMap := wire.MapOf(wire.IntItem)
	nullable := func(d *wire.Decoder) any {
		var v api.Nullable[coin]
		wire.Nullable(d, 0, &v, wire.RecordOf(decodeCoin))
		return nil
	}
	for name, test := range map[string]struct {
		read func(d *wire.Decoder) any
		text string
		want []string
	}{
		"record": {coins, `{"value":"x","name":"a"}`, []string{"/v/value" + must}},
		"record with further members": {coins, `{"x":1,"value":1,"y":{"value":[]}}`, []string{
			"/v/x unknown-field: is not a field of this operation",
			"/v/y unknown-field: is not a field of this operation",
		}},
		"list":  {item(wire.IntItem), `[1,"x",2,{}]`, []string{"/v/1" + must, "/v/3" + must}},
		"lists": {item(wire.ListOf(wire.IntItem)), `[[1],[2,[]],[]]`, []string{"/v/1/1" + must}},
		"map": {func(d *wire.Decoder) any { return wire.Map(d, 0, wire.IntItem) },
			`{"a":"x","b/c":1,"d~e/":[]}`, []string{"/v/a" + must, "/v/d~0e~1" + must}},
		"maps": {func(d *wire.Decoder) any { return wire.Map(d, 0, intMap) },
			`{"a":{"b":1},"c":{"d":{}},"e":1}`,
			[]string{"/v/c/d" + must, "/v/e type: must be an object"}},
		"maps in a list": {item(intMap), `[{},{"a":[]},{"a":1}]`, []string{"/v/1/a" + must}},
		"records in a list": {item(wire.RecordOf(decodeCoin)), `[{"value":1},{},{"value":{}}]`,
			[]string{"/v/1/value required: is required", "/v/2/value" + must}},
		"nullable": {nullable, `{"value":true}`, []string{"/v/value" + must}},
		"nullables in a list": {item(wire.NullableOf(wire.IntItem)), `[null,"x"]`,
			[]string{"/v/1" + must}},
		"repeated keys in a map": {func(d *wire.Decoder) any { return wire.Map(d, 0, wire.IntItem) },
			`{"a":1,"b":2,"a":3}`, []string{"/v/a duplicate-field: is given twice"}},
		"repeated keys in an object": {func(d *wire.Decoder) any { return d.Object(0) },
			`{"a":1,"b":{"c":1,"c":[]},"a":3}`, []string{
				"/v/b/c duplicate-field: is given twice",
				"/v/a duplicate-field: is given twice",
			}},
		"repeated keys in a value of any type": {func(d *wire.Decoder) any { return d.Any(0) },
			`[1,{"a":1,"a":2}]`, []string{"/v/1/a duplicate-field: is given twice"}},
		"repeated keys in a record": {coins, `{"value":1,"value":null}`, []string{
			"/v/value duplicate-field: is given twice",
		}},
	} {
		_, violations := readMember(t, `{"v":`+test.text+`,"behind":true}`, test.read)
		require.Equal(t, test.want, violations, name)
		wrong := `,"behind":true,"behind":1,"v":0}`
		_, violations = readMember(t, `{"v":`+test.text+wrong, test.read)
		require.Contains(t, violations, "/behind duplicate-field: is given twice", name)
		require.Contains(t, violations, "/v duplicate-field: is given twice", name)
	}
}
