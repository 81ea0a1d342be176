package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// readBack reads an object with another implementation, and returns the value of its only
// key.
func readBack(t *testing.T, member []byte) any {
	t.Helper()
	text := wire.CloseObject(append([]byte{'{'}, member...))
	require.True(t, json.Valid(text), "%q", text)
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var o map[string]any
	require.NoError(t, d.Decode(&o))
	require.Len(t, o, 1, "%q", text)
	return o["k"]
}

// unmarked checks that a text is marked and is not valid JSON, and returns it without its
// marks.
func unmarked(t *testing.T, text []byte) []byte {
	t.Helper()
	require.True(t, encode.IsMarked(text), "%q", text)
	require.False(t, json.Valid(wire.CloseObject(append([]byte{'{'}, text...))), "%q", text)
	return bytes.ReplaceAll(text, []byte{encode.Mark}, nil)
}

func TestEveryByteOfAStringIsEscapedAsItMust(t *testing.T) {
	for c := range 0x80 {
		s := "a" + string(rune(c)) + "b"
		require.Equal(t, s, readBack(t, wire.AppendString(nil, `"k":`, s)), "%q", s)
	}
	text := string(wire.AppendString(nil, `"k":`, "\"\\\n\r\t\b\f\x00\x1f\x7f/<>&"))
	require.Equal(t, `"k":"\"\\\n\r\t\u0008\u000c\u0000\u001f`+"\x7f"+`/<>&",`, text)
}

func TestBytesThatAreNoUTF8AreMarked(t *testing.T) {
	for s, want := range map[string]string{
		"\xff":                        "\ufffd",
		"\xff\xfe":                    "\ufffd\ufffd",
		"a\x80b":                      "a\ufffdb",
		"\xc3":                        "\ufffd",                    // cut off
		"\xed\xa0\x80":                strings.Repeat("\ufffd", 3), // a surrogate
		"\xc0\xaf":                    "\ufffd\ufffd",              // overlong
		"long enough for a word \xe9": "long enough for a word \ufffd",
		"\x01\"\xff\\":                "\x01\"\ufffd\\",
	} {
		require.Equal(t, want, readBack(t, unmarked(t, wire.AppendString(nil, `"k":`, s))), "%q", s)
		readBack(t, unmarked(t, wire.AppendStrings(nil, `"k":`, []string{"x", s})))
		readBack(t, unmarked(t, wire.AppendJoined(nil, `"k":`, []string{"x", s, "y"}, ",")))
		readBack(t, unmarked(t, wire.AppendAny(nil, `"k":`, map[string]any{s: 1})))
		readBack(t, unmarked(t, wire.AppendAny(nil, `"k":`, struct{ A []string }{[]string{s}})))
		readBack(t, unmarked(t, wire.AppendAny(nil, `"k":`, map[string]int{s: 1})))
		unmarked(t, wire.AppendExtra(nil, api.Object{s: 1}))
	}
}

// The scanner looks at eight bytes at a time, so the test puts a special byte at each
// offset of texts of several lengths.
func TestSpecialBytesAreFoundInEveryPlace(t *testing.T) {
	for length := 1; length <= 26; length++ {
		for at := range length {
			for _, c := range []string{`"`, `\`, "\x00", "\x1f", " ", "!", "#", "[", "]", "\x7f", "\x80", "\xff", "é"} {
				s := strings.Repeat("x", at) + c + strings.Repeat("y", length-at-1)
				for _, s := range []string{s, strings.Repeat(c, length)} {
					text := wire.AppendString(nil, `"k":`, s)
					if !utf8.ValidString(s) {
						text = unmarked(t, text)
					}
					require.Equal(t, string([]rune(s)), readBack(t, text), "%q", s)
				}
			}
		}
	}
}

func TestWhatIsNoNumberIsMarked(t *testing.T) {
	for _, number := range []string{"0", "-0", "12.50", "1e400", "-1E-7", "123456789012345678901234567890"} {
		require.Equal(t, json.Number(number), readBack(t, wire.AppendNumber(nil, `"k":`, json.Number(number))))
	}
	for _, s := range []string{
		"", "-", "01", "1.", ".5", "+1", "1e", "NaN", "Infinity", "0x10", "1 ", " 1", "1,\"x\":2", `1}{"k":2`, "null", "true",
	} {
		require.Equal(t, s, readBack(t, unmarked(t, wire.AppendNumber(nil, `"k":`, json.Number(s)))), "%q", s)
		require.Equal(t, s, readBack(t, unmarked(t, wire.AppendAny(nil, `"k":`, json.Number(s)))), "%q", s)
		require.Equal(t, []any{s}, readBack(t, unmarked(t, wire.AppendList(nil, `"k":`, []json.Number{json.Number(s)}, wire.NumberJSON))), "%q", s)
	}
}

func TestScalarsAndAbsence(t *testing.T) {
	require.Equal(t, `{}`, string(wire.CloseObject([]byte{'{'})))
	require.Equal(t, `"k":`+strconv.Itoa(math.MinInt)+`,`, string(wire.AppendInt(nil, `"k":`, math.MinInt)))
	require.Equal(t, `"k":false,`, string(wire.AppendBool(nil, `"k":`, false)))
	require.Equal(t, `"k":"",`, string(wire.AppendOptString(nil, `"k":`, new(""))))
	require.Equal(t, `"k":0,`, string(wire.AppendOptInt(nil, `"k":`, new(0))))
	require.Equal(t, `"k":false,`, string(wire.AppendOptBool(nil, `"k":`, new(false))))
	require.Equal(t, `"k":1.0,`, string(wire.AppendOptNumber(nil, `"k":`, new(json.Number("1.0")))))

	b := []byte("x")
	b = wire.AppendOptString(b, `"k":`, nil)
	b = wire.AppendOptInt(b, `"k":`, nil)
	b = wire.AppendOptBool(b, `"k":`, nil)
	b = wire.AppendOptNumber(b, `"k":`, nil)
	b = wire.AppendStrings[string](b, `"k":`, nil)
	b = wire.AppendList(b, `"k":`, nil, wire.BoolJSON)
	b = wire.AppendList(b, `"k":`, nil, wire.IntJSON)
	b = wire.AppendList(b, `"k":`, nil, wire.NumberJSON)
	b = wire.AppendObjects(b, `"k":`, nil)
	b = wire.AppendJoined(b, `"k":`, nil, ",")
	b = wire.AppendAny(b, `"k":`, nil)
	b = wire.AppendList(b, `"k":`, nil, wire.AnyJSON)
	b = wire.AppendObject(b, `"k":`, nil)
	b = wire.AppendExtra(b, nil)
	require.Equal(t, "x", string(b))
}

func TestArraysOfEveryKind(t *testing.T) {
	for want, got := range map[string][]byte{
		`"k":["a","b"],`:               wire.AppendStrings(nil, `"k":`, []everykind.Mood{"a", "b"}),
		`"k":[true,false],`:            wire.AppendList(nil, `"k":`, []bool{true, false}, wire.BoolJSON),
		`"k":[1,-2],`:                  wire.AppendList(nil, `"k":`, []int{1, -2}, wire.IntJSON),
		`"k":[1.50],`:                  wire.AppendList(nil, `"k":`, []json.Number{"1.50"}, wire.NumberJSON),
		`"k":[{},{"a":1}],`:            wire.AppendObjects(nil, `"k":`, []api.Object{nil, {"a": 1}}),
		`"k":[null,1,[],{},"x",true],`: wire.AppendList(nil, `"k":`, []any{nil, 1, []any{}, api.Object{}, "x", true}, wire.AnyJSON),
		`"k":"a, b",`:                  wire.AppendJoined(nil, `"k":`, []string{"a", "b"}, ", "),
		`"k":"a\"\\\"b",`:              wire.AppendJoined(nil, `"k":`, []string{`a"`, `"b`}, `\`),
	} {
		require.Equal(t, want, string(got))
		readBack(t, got)
	}
	for _, empty := range [][]byte{
		wire.AppendStrings(nil, `"k":`, []string{}), wire.AppendList(nil, `"k":`, []bool{}, wire.BoolJSON), wire.AppendList(nil, `"k":`, []int{}, wire.IntJSON),
		wire.AppendList(nil, `"k":`, []json.Number{}, wire.NumberJSON), wire.AppendObjects(nil, `"k":`, []api.Object{}), wire.AppendList(nil, `"k":`, []any{}, wire.AnyJSON),
	} {
		require.Equal(t, `"k":[],`, string(empty))
	}
	require.Equal(t, `"k":"",`, string(wire.AppendJoined(nil, `"k":`, []string{}, ",")))
}

// A nil object, list or map in a value is sent as an empty one, and not as null.
func TestNilValuesInsideOfValuesAreEmpty(t *testing.T) {
	objects := []api.Object{nil, {"a": nil}}
	for want, got := range map[string][]byte{
		`[{},{"a":null}]`:         wire.ListJSON(wire.ObjectJSON)(nil, objects),
		`{"x":{},"y":{"a":null}}`: wire.MapJSON(wire.ObjectJSON)(nil, map[string]api.Object{"x": objects[0], "y": objects[1]}),
		`"k":[{},{"a":null}],`:    wire.AppendObjects(nil, `"k":`, objects),
		`"k":[[],[{}]],`:          wire.AppendList(nil, `"k":`, [][]api.Object{nil, {nil}}, wire.ListJSON(wire.ObjectJSON)),
		`"k":{"x":[],"y":[""]},`:  wire.AppendMap(nil, `"k":`, map[string][]string{"x": nil, "y": {""}}, wire.ListJSON(wire.StringJSON[string])),
		`"k":[{},{"x":{}}],`:      wire.AppendList(nil, `"k":`, []map[string]api.Object{nil, {"x": nil}}, wire.MapJSON(wire.ObjectJSON)),
		`"k":[null,{"a":null}],`:  wire.AppendList(nil, `"k":`, []any{nil, objects[1]}, wire.AnyJSON),
	} {
		require.Equal(t, want, string(got))
	}
}

type (
	failing  struct{}
	null     struct{}
	invalid  struct{}
	injector struct{}
	plain    struct {
		A int    `json:"a"`
		B string `json:"b,omitempty"`
	}
)

func (null) MarshalJSON() ([]byte, error)    { return []byte("null"), nil }
func (failing) MarshalJSON() ([]byte, error) { return nil, encode.ErrNotEncodable }
func (invalid) MarshalJSON() ([]byte, error) { return []byte(`1,"x":2`), nil }
func (*injector) AppendJSON(b []byte) []byte { return append(b, `1,"x":2`...) }

func TestAnyWritesWhatEncodingJSONWould(t *testing.T) {
	at := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, v := range []any{
		"x", true, 1, int8(-1), uint64(math.MaxUint64), 1.5, float32(0.1), []string{"a"}, [2]int{1, 2}, []byte("bytes"),
		map[string]int{"b": 1, "a": 2}, map[int]string{1: "x"}, plain{A: 1}, &plain{B: "<&>"}, at, &at, everykind.Mood("glad"),
		map[string]any{"b": []any{1, nil, map[string]any{}}, "a": "\u2028"}, api.Object{"x": api.Object{"y": 1}},
		json.RawMessage(`{"a":[1]}`), json.Number("1.50"), []api.Object{{"a": 1}}, map[string]api.Object{"a": {"b": 1}},
		everykind.Record{ID: "1", Extra: api.Object{"x": 1}}, []everykind.Record{{ID: "1"}}, &everykind.Record{ID: "2", Size: new(3)},
	} {
		want, err := json.Marshal(v)
		require.NoError(t, err)
		got := wire.AppendAny(nil, `"k":`, v)
		readBack(t, got)
		require.JSONEq(t, string(want), strings.TrimSuffix(strings.TrimPrefix(string(got), `"k":`), ","), "%T", v)
	}
}

func TestRequestsInAnAnyAreWrittenAsTheyTravel(t *testing.T) {
	r := &everykind.Request{Name: "n", Joined: []string{"a", "b"}}
	require.Equal(t, `"k":{"name":"n","inner":{"id":""},"joined":"a,b"},`, string(wire.AppendAny(nil, `"k":`, r)))
}

// A null field is absent, so it cannot be sent. Inside a value, null is an ordinary value.
func TestANullThatIsNotNilIsMarked(t *testing.T) {
	for name, v := range map[string]any{
		"nil pointer": (*int)(nil), "nil record": (*everykind.Record)(nil), "nil request": (*everykind.Request)(nil),
		"nil typed map": map[string]int(nil), "nil slice": []int(nil), "nil raw": json.RawMessage(nil),
		"raw": json.RawMessage("null"), "spaced": json.RawMessage(" null\n"), "pointer": new(json.RawMessage("null")), "pointers": new((*int)(nil)), "null": null{},
	} {
		require.Equal(t, `"k":null,`, string(unmarked(t, wire.AppendAny(nil, `"k":`, v))), name)
		require.Equal(t, `"k":[null],`, string(wire.AppendList(nil, `"k":`, []any{v}, wire.AnyJSON)), name)
		require.Equal(t, `"k":{"a":null},`, string(wire.AppendAny(nil, `"k":`, api.Object{"a": v})), name)
		require.Equal(t, `"a":null,`, string(wire.AppendExtra(nil, api.Object{"a": v})), name)
	}
}

func TestWhatJSONCannotHoldIsMarkedAndFound(t *testing.T) {
	for name, v := range map[string]any{
		"channel": make(chan int), "function": func() {}, "NaN": math.NaN(), "infinity": math.Inf(-1), "complex": 1i,
		"failing": failing{}, "invalid": invalid{}, "injector": &injector{}, "raw": json.RawMessage(`{`),
		"raw twice": json.RawMessage(`{"a":1,"b":[{"a":1,"a":2}]}`), "raw bytes": json.RawMessage("\"\xff\""), "raw nothing": json.RawMessage{},
		"raw in a struct": struct{ A json.RawMessage }{json.RawMessage(`{"a":1,"\u0061":2}`)}, "text": everykind.Mood("\xff"), "texts": map[string][]string{"a": {"\xff"}},
		"in a list": []api.Object{{"a": make(chan int)}}, "in a map": map[string]api.Object{"a": {"b": math.NaN()}},
		"in a record": &everykind.Record{ID: "1", Extra: api.Object{"x": func() {}}}, "in a struct": struct{ A any }{func() {}},
		"in records": []everykind.Record{{Extra: api.Object{"x": math.NaN()}}},
	} {
		require.Equal(t, `"k":null,`, string(unmarked(t, wire.AppendAny(nil, `"k":`, v))), name)
		require.Equal(t, []any{nil, "kept"}, readBack(t, unmarked(t, wire.AppendAny(nil, `"k":`, []any{v, "kept"}))), name)
		require.Equal(t, `"x":null,`, string(unmarked(t, wire.AppendExtra(nil, api.Object{"x": v}))), name)
	}
}

// Without a check, encoding these would never end, or overflow the stack.
func TestValuesThatContainThemselvesEnd(t *testing.T) {
	object := api.Object{}
	object["self"] = object
	twice := api.Object{}
	twice["a"], twice["b"] = twice, []any{twice, twice}
	list := []any{nil, nil}
	list[0], list[1] = list, list
	ofObjects := api.Object{}
	ofObjects["list"] = []api.Object{ofObjects, ofObjects}
	typed := api.Object{}
	typed["map"] = map[string]api.Object{"x": typed}
	record := &everykind.Record{ID: "1"}
	record.Extra = api.Object{"me": record, "again": record}
	inList := &everykind.Record{ID: "1"}
	inList.Extra = api.Object{"us": []*everykind.Record{inList}}
	type node struct{ Next any }
	ring := &node{}
	ring.Next = api.Object{"ring": ring}

	for name, v := range map[string]any{
		"object": object, "object twice": twice, "list": list, "list of objects": ofObjects,
		"typed map": typed, "record": record, "record in a list": inList, "ring": ring,
	} {
		got := wire.AppendList(nil, `"k":`, []any{v, 1}, wire.AnyJSON)
		readBack(t, unmarked(t, got))
		require.Less(t, len(got), 100, name)
	}
	require.Equal(t, `"k":null,`, string(unmarked(t, wire.AppendAny(nil, `"k":`, twice))))
	require.Equal(t, `"k":{"list":null},`, string(unmarked(t, wire.AppendAny(nil, `"k":`, ofObjects))))
	require.Equal(t, `{"id":"1","again":null,"me":null}`, string(unmarked(t, record.AppendJSON(nil))))
	require.Equal(t, `"k":[null],`, string(unmarked(t, wire.AppendObjects(nil, `"k":`, []api.Object{twice}))))
	_, err := json.Marshal(twice)
	require.Error(t, err)
	require.Error(t, twice.Decode(new(any)))
	_, err = api.ObjectFrom(record)
	require.Error(t, err)
}

func TestDeepValuesThatEndAreWritten(t *testing.T) {
	var v any = "end"
	for range encode.MaxDepth {
		v = []any{v}
	}
	require.Contains(t, string(wire.AppendAny(nil, `"k":`, v)), "end")
	v = []any{v}
	require.Equal(t, `"k":null,`, string(unmarked(t, wire.AppendAny(nil, `"k":`, v))))
}

func TestExtraIsSortedAndMarksFields(t *testing.T) {
	extra := api.Object{"b": 1, "a": nil, "A": "é\""}
	require.Equal(t, `"A":"é\"","a":null,"b":1,`, string(wire.AppendExtra(nil, extra, "id", "size")))
	extra["id"] = "no"
	require.Equal(t, `"A":"é\"","a":null,"b":1,"id":"no",`, string(unmarked(t, wire.AppendExtra(nil, extra, "id", "size"))))
}

func TestObjectsOfEverySizeAreSorted(t *testing.T) {
	o := api.Object{}
	for n := range 3 * 20 {
		o[fmt.Sprint("key", n*7919%101)] = n         // in no order
		want, err := json.Marshal(map[string]any(o)) // not our own MarshalJSON
		require.NoError(t, err)
		require.Equal(t, string(want), string(encode.Value(nil, o)))
		require.Equal(t, string(want), string(wire.CloseObject(wire.AppendExtra([]byte{'{'}, o))))
	}
}

func TestEmptyValuesCarryNothing(t *testing.T) {
	for _, v := range []any{nil, "", api.Object{}, api.Object(nil), map[string]any{}, []any{}, []string{}, map[string]int{}, everykind.Mood(""), (*int)(nil),
		new(""), struct{}{}, json.RawMessage(` [ ] `), json.RawMessage("null")} {
		require.True(t, wire.IsEmpty(v), "%#v", v)
	}
	for _, v := range []any{"x", 0, false, json.Number("0"), 0.0, api.Object{"a": nil}, []any{nil}, []string{""}, everykind.Mood("x"), new(0), plain{},
		json.RawMessage(`{"a":null}`)} {
		require.False(t, wire.IsEmpty(v), "%#v", v)
	}
}

func TestAppendingValuesOfAnyTypeAllocatesNothing(t *testing.T) {
	b := make([]byte, 0, 4096)
	extra := api.Object{"x": "y", "a": true, "n": json.Number("1"), "o": api.Object{"p": nil}, "l": []any{"x", 1}}
	anys := []any{"x", 1, nil}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		b = wire.AppendExtra(b[:0], extra, "id")
		b = wire.AppendObject(b, `"k":`, extra)
		b = wire.AppendList(b, `"l":`, anys, wire.AnyJSON)
	}))
}
