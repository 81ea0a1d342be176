package api

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// readBack reads an object that was appended with another implementation, and
// returns the value of its only key.
func readBack(t *testing.T, member []byte) any {
	t.Helper()
	text := CloseObject(append([]byte{'{'}, member...))
	require.True(t, json.Valid(text), "%q", text)
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var o map[string]any
	require.NoError(t, d.Decode(&o))
	require.Len(t, o, 1, "%q", text)
	return o["k"]
}

func TestEveryByteOfAStringIsEscapedAsItMust(t *testing.T) {
	for c := range 0x80 {
		s := "a" + string(rune(c)) + "b"
		require.Equal(t, s, readBack(t, AppendString(nil, `"k":`, s)), "%q", s)
	}
	text := string(AppendString(nil, `"k":`, "\"\\\n\r\t\b\f\x00\x1f\x7f/<>&"))
	require.Equal(t, `"k":"\"\\\n\r\t\u0008\u000c\u0000\u001f`+"\x7f"+`/<>&",`, text)
}

func TestStringsKeepWhatIsNotASCII(t *testing.T) {
	for _, s := range []string{"é", "日本語", "😀", "\u2028\u2029", "\ufeff", "\u0080", "\uffff", "\U0010ffff", "\ufffd"} {
		require.Equal(t, `"k":"`+s+`",`, string(AppendString(nil, `"k":`, s)))
		require.Equal(t, s, readBack(t, AppendString(nil, `"k":`, s)))
	}
}

func TestBytesThatAreNoUTF8BecomeTheReplacementCharacter(t *testing.T) {
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
		require.Equal(t, want, readBack(t, AppendString(nil, `"k":`, s)), "%q", s)
	}
}

// The scanner looks at eight bytes at a time, so a special byte is put in each
// place of texts of several lengths.
func TestSpecialBytesAreFoundInEveryPlace(t *testing.T) {
	for length := 1; length <= 26; length++ {
		for at := range length {
			for _, c := range []string{`"`, `\`, "\x00", "\x1f", " ", "!", "#", "[", "]", "\x7f", "\x80", "\xff", "é"} {
				s := strings.Repeat("x", at) + c + strings.Repeat("y", length-at-1)
				want := strings.ToValidUTF8(s, "\ufffd")
				require.Equal(t, want, readBack(t, AppendString(nil, `"k":`, s)), "%q", s)

				all := strings.Repeat(c, length)
				require.Equal(t, string([]rune(all)), readBack(t, AppendString(nil, `"k":`, all)), "%q", all)
			}
		}
	}
}

func TestWhatIsNoNumberIsWrittenAsAString(t *testing.T) {
	for _, number := range []string{"0", "-0", "12.50", "1e400", "-1E-7", "123456789012345678901234567890"} {
		require.Equal(t, json.Number(number), readBack(t, AppendNumber(nil, `"k":`, json.Number(number))))
	}
	for _, s := range []string{
		"", "-", "01", "1.", ".5", "+1", "1e", "NaN", "Infinity", "0x10", "1 ", " 1", "1,\"x\":2", `1}{"k":2`, "null", "true",
	} {
		require.Equal(t, s, readBack(t, AppendNumber(nil, `"k":`, json.Number(s))), "%q", s)
		require.Equal(t, s, readBack(t, AppendAny(nil, `"k":`, json.Number(s))), "%q", s)
		require.Equal(t, []any{s}, readBack(t, AppendNumbers(nil, `"k":`, []json.Number{json.Number(s)})), "%q", s)
	}
}

func TestScalarsAndAbsence(t *testing.T) {
	require.Equal(t, `{}`, string(CloseObject([]byte{'{'})))
	require.Equal(t, `"k":-9223372036854775808,`, string(AppendInt(nil, `"k":`, math.MinInt64)))
	require.Equal(t, `"k":false,`, string(AppendBool(nil, `"k":`, false)))
	require.Equal(t, `"k":"",`, string(AppendOptString(nil, `"k":`, new(""))))
	require.Equal(t, `"k":0,`, string(AppendOptInt(nil, `"k":`, new(0))))
	require.Equal(t, `"k":false,`, string(AppendOptBool(nil, `"k":`, new(false))))
	require.Equal(t, `"k":1.0,`, string(AppendOptNumber(nil, `"k":`, new(json.Number("1.0")))))

	b := []byte("x")
	b = AppendOptString(b, `"k":`, nil)
	b = AppendOptInt(b, `"k":`, nil)
	b = AppendOptBool(b, `"k":`, nil)
	b = AppendOptNumber(b, `"k":`, nil)
	b = AppendStrings[string](b, `"k":`, nil)
	b = AppendBools(b, `"k":`, nil)
	b = AppendInts(b, `"k":`, nil)
	b = AppendNumbers(b, `"k":`, nil)
	b = AppendObjects(b, `"k":`, nil)
	b = AppendJoined(b, `"k":`, nil, ",")
	b = AppendAny(b, `"k":`, nil)
	b = AppendAnys(b, `"k":`, nil)
	b = AppendObject(b, `"k":`, nil)
	b = AppendExtra(b, nil)
	require.Equal(t, "x", string(b))
}

func TestArraysOfEveryKind(t *testing.T) {
	for want, got := range map[string][]byte{
		`"k":["a","b"],`:               AppendStrings(nil, `"k":`, []mood{"a", "b"}),
		`"k":[true,false],`:            AppendBools(nil, `"k":`, []bool{true, false}),
		`"k":[1,-2],`:                  AppendInts(nil, `"k":`, []int{1, -2}),
		`"k":[1.50],`:                  AppendNumbers(nil, `"k":`, []json.Number{"1.50"}),
		`"k":[{},{"a":1}],`:            AppendObjects(nil, `"k":`, []Object{nil, {"a": 1}}),
		`"k":[null,1,[],{},"x",true],`: AppendAnys(nil, `"k":`, []any{nil, 1, []any{}, Object{}, "x", true}),
		`"k":"a, b",`:                  AppendJoined(nil, `"k":`, []string{"a", "b"}, ", "),
		`"k":"a\"\\\"b",`:              AppendJoined(nil, `"k":`, []string{`a"`, `"b`}, `\`),
	} {
		require.Equal(t, want, string(got))
		readBack(t, got)
	}
	for _, empty := range [][]byte{
		AppendStrings(nil, `"k":`, []string{}), AppendBools(nil, `"k":`, []bool{}), AppendInts(nil, `"k":`, []int{}),
		AppendNumbers(nil, `"k":`, []json.Number{}), AppendObjects(nil, `"k":`, []Object{}), AppendAnys(nil, `"k":`, []any{}),
	} {
		require.Equal(t, `"k":[],`, string(empty))
	}
	require.Equal(t, `"k":"",`, string(AppendJoined(nil, `"k":`, []string{}, ",")))
}

type (
	failing  struct{}
	invalid  struct{}
	injector struct{}
	plain    struct {
		A int    `json:"a"`
		B string `json:"b,omitempty"`
	}
)

func (failing) MarshalJSON() ([]byte, error) { return nil, errNotEncodable }
func (invalid) MarshalJSON() ([]byte, error) { return []byte(`1,"x":2`), nil }
func (*injector) AppendJSON(b []byte) []byte { return append(b, `1,"x":2`...) }

func TestAnyWritesWhatEncodingJSONWould(t *testing.T) {
	at := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, v := range []any{
		"x", true, 1, int8(-1), uint64(math.MaxUint64), 1.5, float32(0.1), []string{"a"}, [2]int{1, 2}, []byte("bytes"),
		map[string]int{"b": 1, "a": 2}, map[int]string{1: "x"}, plain{A: 1}, &plain{B: "<&>"}, at, &at, mood("glad"),
		map[string]any{"b": []any{1, nil, map[string]any{}}, "a": "\u2028"}, Object{"x": Object{"y": 1}},
		json.RawMessage(`{"a":[1]}`), json.Number("1.50"), []Object{{"a": 1}}, map[string]Object{"a": {"b": 1}},
		richRecord{ID: "1", Extra: Object{"x": 1}}, []richRecord{{ID: "1"}}, &richRecord{ID: "2", Size: new(3)},
	} {
		want, err := json.Marshal(v)
		require.NoError(t, err)
		got := AppendAny(nil, `"k":`, v)
		readBack(t, got)
		require.JSONEq(t, string(want), strings.TrimSuffix(strings.TrimPrefix(string(got), `"k":`), ","), "%T", v)
		require.True(t, encodable(v, 0), "%T", v)
	}
}

func TestRequestsInAnAnyAreWrittenAsTheyTravel(t *testing.T) {
	r := &richRequest{Name: "n", Joined: []string{"a", "b"}}
	require.Equal(t, `"k":{"name":"n","inner":{"id":""},"joined":"a,b"},`, string(AppendAny(nil, `"k":`, r)))
}

func TestAnAnyThatBecomesNullIsAbsent(t *testing.T) {
	for name, v := range map[string]any{
		"nil pointer": (*int)(nil), "nil record": (*richRecord)(nil), "nil request": (*richRequest)(nil),
		"nil typed map": map[string]int(nil), "raw null": json.RawMessage("null"),
	} {
		require.Empty(t, AppendAny(nil, `"k":`, v), name)
		require.True(t, encodable(v, 0), name)
	}
}

func TestWhatJSONCannotHoldBecomesNullAndIsFound(t *testing.T) {
	for name, v := range map[string]any{
		"channel": make(chan int), "function": func() {}, "NaN": math.NaN(), "infinity": math.Inf(-1), "complex": 1i,
		"failing": failing{}, "invalid": invalid{}, "injector": &injector{}, "raw": json.RawMessage(`{`),
		"in a list": []Object{{"a": make(chan int)}}, "in a map": map[string]Object{"a": {"b": math.NaN()}},
		"in a record": &richRecord{ID: "1", Extra: Object{"x": func() {}}}, "in a struct": struct{ A any }{func() {}},
		"in records": []richRecord{{Extra: Object{"x": math.NaN()}}},
	} {
		require.False(t, encodable(v, 0), name)
		require.False(t, encodable(Object{"deep": []any{v}}, 0), name)
		require.Empty(t, AppendAny(nil, `"k":`, v), name)
		require.Equal(t, []any{nil, "kept"}, readBack(t, AppendAny(nil, `"k":`, []any{v, "kept"})), name)
		require.Equal(t, `"x":null,`, string(AppendExtra(nil, Object{"x": v})), name)
	}
	require.False(t, encodable(json.Number("1x"), 0))
}

// Each of these would be written for ever, or until the stack is full.
func TestValuesThatContainThemselvesEnd(t *testing.T) {
	object := Object{}
	object["self"] = object
	twice := Object{}
	twice["a"], twice["b"] = twice, []any{twice, twice}
	list := []any{nil, nil}
	list[0], list[1] = list, list
	ofObjects := Object{}
	ofObjects["list"] = []Object{ofObjects, ofObjects}
	typed := Object{}
	typed["map"] = map[string]Object{"x": typed}
	record := &richRecord{ID: "1"}
	record.Extra = Object{"me": record, "again": record}
	inList := &richRecord{ID: "1"}
	inList.Extra = Object{"us": []*richRecord{inList}}
	type node struct{ Next any }
	ring := &node{}
	ring.Next = Object{"ring": ring}

	for name, v := range map[string]any{
		"object": object, "object twice": twice, "list": list, "list of objects": ofObjects,
		"typed map": typed, "record": record, "record in a list": inList, "ring": ring,
	} {
		require.False(t, encodable(v, 0), name)
		got := AppendAnys(nil, `"k":`, []any{v, 1})
		readBack(t, got)
		require.Less(t, len(got), 100, name)
	}
	require.Empty(t, AppendAny(nil, `"k":`, twice))
	require.Equal(t, `"k":{"list":null},`, string(AppendAny(nil, `"k":`, ofObjects)))
	require.Equal(t, `{"id":"1","again":null,"me":null}`, string(record.AppendJSON(nil)))
	require.Equal(t, `"k":[null],`, string(AppendObjects(nil, `"k":`, []Object{twice})))
	_, err := json.Marshal(twice)
	require.Error(t, err)
	require.Error(t, twice.Decode(new(any)))
	_, err = ObjectFrom(record)
	require.Error(t, err)
}

func TestDeepValuesThatEndAreWritten(t *testing.T) {
	var v any = "end"
	for range maxEncodeDepth {
		v = []any{v}
	}
	require.True(t, encodable(v, 0))
	require.Contains(t, string(AppendAny(nil, `"k":`, v)), "end")
	v = []any{v}
	require.False(t, encodable(v, 0))
	require.Empty(t, AppendAny(nil, `"k":`, v))
}

func TestExtraIsSortedAndSkipsFields(t *testing.T) {
	extra := Object{"b": 1, "a": nil, "id": "no", "A": "é\"", "size": 9}
	require.Equal(t, `"A":"é\"","a":null,"b":1,`, string(AppendExtra(nil, extra, "id", "size")))

	many := Object{}
	for i := range 100 {
		many[strings.Repeat("k", i)+"!\""] = i
	}
	text := CloseObject(AppendExtra([]byte{'{'}, many))
	var back map[string]any
	require.NoError(t, json.Unmarshal(text, &back))
	require.Len(t, back, 100)
}

func TestObjectsOfEverySizeAreSorted(t *testing.T) {
	o := Object{}
	for n := range 3 * fewEntries {
		o[fmt.Sprint("key", n*7919%101)] = n         // in no order
		want, err := json.Marshal(map[string]any(o)) // not our own MarshalJSON
		require.NoError(t, err)
		require.Equal(t, string(want), string(appendValue(nil, o)))
		require.Equal(t, string(want), string(CloseObject(AppendExtra([]byte{'{'}, o))))
	}
}

func TestEmptyValuesCarryNothing(t *testing.T) {
	for _, v := range []any{nil, "", Object{}, Object(nil), map[string]any{}, []any{}, []string{}, map[string]int{}, mood(""), (*int)(nil)} {
		require.True(t, IsEmpty(v), "%#v", v)
	}
	for _, v := range []any{"x", 0, false, json.Number("0"), 0.0, Object{"a": nil}, []any{nil}, []string{""}, mood("x"), new(0), plain{}} {
		require.False(t, IsEmpty(v), "%#v", v)
	}
}

func TestAppendingAllocatesNothing(t *testing.T) {
	b := make([]byte, 0, 4096)
	text := "some text with \"quotes\" and é"
	require.Zero(t, testing.AllocsPerRun(100, func() {
		r := &narrowRequest{
			Name: new(text), Flag: new(true), Count: new(1), Price: new(json.Number("1.50")),
			Tags: []string{"a"}, Joined: []string{"a", "b"}, Items: []narrowRecord{{ID: "1", Size: new(2)}},
		}
		b = r.AppendJSON(b[:0])
	}), "building a request and writing it")

	extra := Object{"x": "y", "a": true, "n": json.Number("1"), "o": Object{"p": nil}, "l": []any{"x", 1}}
	anys := []any{"x", 1, nil}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		b = AppendExtra(b[:0], extra, "id")
		b = AppendObject(b, `"k":`, extra)
		b = AppendAnys(b, `"l":`, anys)
	}), "writing values of any type")
}
