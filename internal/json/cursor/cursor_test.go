package cursor

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Value and Skip read the same texts, to the same end.
func TestTextsAreReadToTheirEnd(t *testing.T) {
	for text, want := range map[string]any{
		"null": nil, " true ": true, "\r\n\tfalse": false, "0": json.Number("0"), "-1.50e+2": json.Number("-1.50e+2"),
		`""`: "", `"é"`: "é", "{}": map[string]any{}, "[]": []any{}, "[ ]": []any{}, "{ }": map[string]any{},
		`{"a":1,"b":{"a":[]}}`:                   map[string]any{"a": json.Number("1"), "b": map[string]any{"a": []any{}}},
		` { "a" : [ 1 , "x" ] , "" : null } `:    map[string]any{"a": []any{json.Number("1"), "x"}, "": nil},
		`{"a":1,"a":2}`:                          map[string]any{"a": json.Number("2")},
		`[[],{},[true,false,null]]`:              []any{[]any{}, map[string]any{}, []any{true, false, nil}},
		`"\"\\\/\b\f\n\r\t"`:                     "\"\\/\b\f\n\r\t",
		`"a\u00e9\u20AC\ud83d\ude00z"`:           "aé€😀z",
		`"\u0000\uFFFF"`:                         "\x00\uffff",
		`"plain for more than a word\nand more"`: "plain for more than a word\nand more",
		"\"\u007f\u0080 \u2028\"":                "\u007f\u0080 \u2028",
	} {
		require.Equal(t, want, valueOf(t, text), text)
		c := New(text, Unlimited)
		c.Skip()
		require.True(t, c.End(), text)
		require.Equal(t, len(text), c.I, text)
		require.Zero(t, c.Fault, text)
	}
}

// The offset is that of the byte that is not as expected.
func TestTextsThatAreNotJSONBreakAtAByte(t *testing.T) {
	for text, want := range map[string]string{
		"": "0: expected a value", " ": "1: expected a value", "x": "0: expected a value", "]": "0: expected a value",
		"tru": "0: expected a value", "nul": "0: expected a value", "falsy": "0: expected a value", "+1": "0: expected a value",
		"/": "0: expected a value", ":": "0: expected a value", "1x": "1: expected no further text",
		"nullx": "4: expected no further text", "{}}": "2: expected no further text", "[] []": "3: expected no further text",
		"-": "1: expected a number", "01": "2: expected a number", "[1.]": "3: expected a number", "1e": "2: expected a number",
		"[": "1: expected a value", "[1": "2: expected a comma or a closing bracket", "[,": "1: expected a value",
		"[1,]": "3: expected a value", "[1 2]": "3: expected a comma or a closing bracket",
		"[1}": "2: expected a comma or a closing bracket", "{": "1: expected a key in quotation marks",
		"{,": "1: expected a key in quotation marks", `{"a"`: "4: expected a colon", `{"a" 1`: "5: expected a colon",
		`{"a":`: "5: expected a value", `{"a":}`: "5: expected a value", `{"a":1`: "6: expected a comma or a closing brace",
		`{"a":1,}`: "7: expected a key in quotation marks", `{"a":1 "b"`: "7: expected a comma or a closing brace",
		`{a:1}`: "1: expected a key in quotation marks", `{1:1}`: "1: expected a key in quotation marks",
		`"`: "1: expected a closing quotation mark", `"ab`: "3: expected a closing quotation mark",
		`{"a`: "3: expected a closing quotation mark", `"a\n`: "4: expected a closing quotation mark",
		"\"a\nb\"": "2: expected no control character in a string", "\"\x1f\"": "1: expected no control character in a string",
		`"\`: "2: expected an escape sequence", `"\x"`: "2: expected an escape sequence", `"\u12"`: "2: expected an escape sequence",
		`"\u12g4"`: "2: expected an escape sequence", `"\u123`: "2: expected an escape sequence",
		`"\ud83d"`: "2: expected no unpaired surrogate", `"\ud83d\n"`: "2: expected no unpaired surrogate",
		`"\ud83d\u0041"`: "2: expected no unpaired surrogate", `"\ude00\ud83d"`: "2: expected no unpaired surrogate",
		`"\ud83dxude00"`: "2: expected no unpaired surrogate", `"\ud83d`: "2: expected no unpaired surrogate",
	} {
		for _, read := range []func(*Cursor){func(c *Cursor) { c.Value() }, (*Cursor).Skip} {
			c := New(text, Unlimited)
			read(c)
			require.False(t, c.End(), text)
			require.Equal(t, Fault{RuleJSON, "is not valid JSON at byte " + want}, c.Fault, text)
			place := c.I
			c.Skip() // nothing more is read
			require.False(t, c.Next() || c.NextItem() || c.IsOpen(), text)
			require.Equal(t, place, c.I, text)
		}
	}
	for _, text := range []string{`"`, `"ab`, `"\n`, "\"\x00\"", `"\x"`, "\"\\n\x00\"", `"\ud83d"`} {
		s, ok := New(text, Unlimited).String()
		require.False(t, ok, "a string of %s", text)
		require.Equal(t, "", s)
	}
	for _, text := range []string{`{"a":1 "b":2}`, `{"a":1]`, `{"a":1`, `{"a":1,2}`, `{"a":[}`} {
		c := New(text, Unlimited)
		require.True(t, c.Open() && c.Next())
		c.Skip()
		require.False(t, c.Next(), "a second member of %s", text)
	}
	deep := New(`[[1]]`, Limits{Depth: 1, Items: 9})
	require.True(t, deep.FirstItem())
	require.False(t, deep.FirstItem(), "an item that is too deep")
	for _, text := range []string{`{"a"`, `{"a" 1`, `{a:1}`, `{"a`, `{,`} {
		c := New(text, Unlimited)
		require.True(t, c.Open())
		require.False(t, c.Next(), "a member of %s", text)
	}
	c := New("\"\xff\"", Unlimited)
	require.Equal(t, Fault{RuleUTF8, "is not valid UTF-8"}, c.Fault)
	require.True(t, c.Broken)
}

// The first fault counts.
func TestLimitsOfATextAreExact(t *testing.T) {
	for text, want := range map[string]string{
		`[[[]]]`: "", `{"a":{"b":{}}}`: "", `[[[],[]],[[]],[]]`: "", `{"a":[{}],"b":[{}]}`: "",
		`[[[[]]]]`: RuleDepth + " is nested deeper than 3 levels", `{"a":[{"b":{}}]}`: RuleDepth + " is nested deeper than 3 levels",
		`[1,2,3,4,5,6]`: "", `[1,2,3,4,5,6,7]`: RuleItemsLimit + " holds more than 6 items in all",
		`[1,2,3,[4,5]]`: "", `[1,2,3,[4,5,6]]`: RuleItemsLimit + " holds more than 6 items in all",
		`{"a":1,"b":2,"c":[1,2,3]}`: "", `{"a":1,"b":2,"c":[1,2,3,4]}`: RuleItemsLimit + " holds more than 6 items in all",
		`[{"a":1,"a":2,"b":[]},[1]]`: "", `[{"a":1,"a":2,"b":[]},[1,2]]`: RuleItemsLimit + " holds more than 6 items in all",
	} {
		c := New(text, Limits{Depth: 3, Items: 6})
		c.Value()
		require.Equal(t, want == "", c.End(), text)
		require.Equal(t, want, strings.TrimSpace(c.Fault.Rule+" "+c.Fault.Message), text)
	}
	require.Equal(t, map[string]any{"a": true}, New(`{"a":true,"b":true}`, Limits{Depth: 1, Items: 1}).Value())
	c := New(`[[]]`, Limits{Depth: 1, Items: 1})
	c.Skip()
	require.Equal(t, "is nested deeper than 1 level", c.Fault.Message)
	c = New(`[1,[],1]`, Limits{Depth: 2, Items: 1})
	c.Skip()
	require.Equal(t, "holds more than 1 item in all", c.Fault.Message)
}

func TestAValueIsComparedWithAScalar(t *testing.T) {
	for _, one := range []struct {
		text, want       string
		same, comparable bool
	}{
		{`true`, ``, true, true}, {`true`, `true`, true, true}, {`false`, ``, false, true}, {`false`, `false`, true, true},
		{`true`, `false`, false, true}, {`"true"`, `true`, false, false}, {`1`, `true`, false, false}, {`null`, `false`, false, false},
		{`1`, `1`, true, true}, {`1.0`, `1`, true, true}, {`10e-1`, `1`, true, true}, {`2`, `1`, false, true}, {`-1`, `1`, false, true},
		{`"1"`, `1`, false, false}, {`true`, `1`, false, false}, {`null`, `1`, false, false}, {`[1]`, `1`, false, false},
		{`"a"`, `"a"`, true, true}, {`"\u0061"`, `"a"`, true, true}, {`"a"`, `"\u0061"`, true, true}, {`"b"`, `"a"`, false, true},
		{`""`, `""`, true, true}, {`1`, `"1"`, false, false}, {`true`, `"true"`, false, false}, {`{"a":1}`, `"a"`, false, false},
	} {
		c := New(one.text+` `, Unlimited)
		same, comparable := c.Is(one.want)
		require.Equal(t, []bool{one.same, one.comparable}, []bool{same, comparable}, "%s, %s", one.text, one.want)
		require.Equal(t, len(one.text), c.I, one.text)
	}
}

// Another value than an object or a string is skipped, or left alone.
func TestOpenSkipsAndStringLeavesOtherValues(t *testing.T) {
	for _, text := range []string{`1`, `[1,{"a":2}]`, `"a"`, `null`, `true`} {
		c := New(text+`,`, Unlimited)
		require.False(t, c.Open(), text)
		require.False(t, c.IsOpen(), text)
		require.False(t, c.Next(), text)
		require.Equal(t, len(text), c.I, text)
		require.False(t, c.Broken, text)
	}
	for _, text := range []string{`1`, `[]`, `{}`, `null`, ``} {
		c := New(text, Unlimited)
		s, ok := c.String()
		require.Equal(t, "", s)
		require.False(t, ok, text)
		require.Zero(t, c.I, text)
		require.False(t, c.Broken, text)
	}
}

// After a value, the cursor is at the member that it was in.
func TestValuesLeaveTheKeyOfTheirMember(t *testing.T) {
	c := New(`{"a":{"x":[{"y":1}]},"b":[{"z":2},[3]],"c":{"w":0}}`, Unlimited)
	c.Open()
	for _, key := range []string{"a", "b", "c"} {
		require.True(t, c.Next())
		if key == "c" {
			c.Skip()
		} else {
			c.Value()
		}
		require.Equal(t, key, c.Key)
		require.False(t, c.InItem)
		require.Equal(t, key, c.Name())
	}
	require.False(t, c.Next())
	require.True(t, c.End())
}

func TestRepeatedMembersAreListedOnce(t *testing.T) {
	for text, want := range map[string][]string{
		`{"a":1,"b":2}`:                                    nil,
		`{"a":1,"a":2}`:                                    {"/a"},
		`{"a":1,"a":2,"a":3,"b":4,"b":4}`:                  {"/a", "/b"},
		`{"a":{"b":1,"b":2},"c":{"b":1}}`:                  {"/a/b"},
		`[{"a":1},{"a":1,"a":1},[{"~/":1,"~/":2}]]`:        {"/1/a", "/2/0/~0~1"},
		`{"a":[[1,{"x":0}],[2,{"x":0,"x":{"x":0}}]]}`:      {"/a/1/1/x"},
		`{"":{"":[],"":[]},"x":[{"":0},{"":{"":1,"":1}}]}`: {"//", "/x/1//"},
	} {
		c := New(text, Unlimited)
		c.Path = new(Path)
		c.InItem = true // the path of the text itself is empty
		c.Value()
		require.True(t, c.End(), text)
		require.Equal(t, want, c.Repeated, text)
		require.Zero(t, c.Path.Depth(), text)
	}
}

// Pointers of paths that are longer than what a path holds in itself, and than a pointer may be.
func TestPointersOfPaths(t *testing.T) {
	var p Path
	want := ""
	require.Equal(t, "", p.Pointer())
	for i := range 20 {
		name := strings.Repeat("n", i)
		switch i % 3 {
		case 0:
			p.Push(name, -1)
			want += "/" + name
		case 1:
			p.Push(name, 0)
			p.NextItem()
			want += "/" + name + "/1"
		default:
			p.Push(Unnamed, 0)
			want += "/0"
		}
		require.Equal(t, i+1, p.Depth())
		require.Equal(t, want, p.Pointer())
		require.Equal(t, want+"/a~1b/c~0d", p.Pointer("a/b", Unnamed, "c~d"))
	}
	for range 12 {
		p.Pop()
	}
	p.Push("last", 3) // in place of the ninth
	require.Equal(t, 9, p.Depth())
	require.Equal(t, "//n/1/0/nnn/nnnn/1/0/nnnnnn/nnnnnnn/1/last/3", p.Pointer())

	long := strings.Repeat("x", maxToken)
	require.Equal(t, "/"+long, new(Path).Pointer(long))
	require.Equal(t, "/"+long+"...", new(Path).Pointer(long+"y"))
	require.Equal(t, "/"+long[1:]+"...", new(Path).Pointer(long[1:]+"é"))
	var deep Path
	for range 3 {
		deep.Push(long[1:], -1)
	}
	require.Equal(t, strings.Repeat("/"+long[1:], 3), deep.Pointer(), "the limit is %d", maxPointer)
	deep.Pop()
	deep.Push("", -1)
	deep.Push("more", -1)
	require.Equal(t, strings.Repeat("/"+long[1:], 2)+"//...", deep.Pointer())
}

func TestPlacesAreWantedUpToABound(t *testing.T) {
	var p Path
	for i := range maxAsked {
		require.False(t, p.LeftOut())
		require.True(t, p.Wanted(), i)
	}
	require.False(t, p.LeftOut())
	for range 3 {
		require.False(t, p.Wanted())
		require.True(t, p.LeftOut())
	}
	var q Path
	q.LeaveOut()
	require.True(t, q.LeftOut())
	require.False(t, q.Wanted())
}

// Any bytes may be in the keys of a long text, whose copies are found by a sum of them.
func TestKeysOfALongText(t *testing.T) {
	require.False(t, New(strings.Repeat(" ", cloneOver), Unlimited).Cloned)
	require.True(t, New(strings.Repeat(" ", cloneOver+1), Unlimited).Cloned)
	parts := []string{"\x00", "\x01", "a", "~", "\x7f", "\u0080", "\U0010ffff", ""}
	want := map[string]any{}
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				want[a+b+c] = "x" + c + b
			}
		}
	}
	text, err := json.Marshal(want)
	require.NoError(t, err)
	require.Equal(t, want, valueOf(t, string(text)+strings.Repeat(" ", cloneOver)))
}

// The map is made for the first member.
func TestMembersOfAnObjectOfAnyType(t *testing.T) {
	var o map[string]any
	c := New(`{"a":1,"b":[2]}`, Unlimited)
	for c.Open(); c.Next(); {
		c.Member(&o)
	}
	require.True(t, c.End())
	require.Equal(t, map[string]any{"a": json.Number("1"), "b": []any{json.Number("2")}}, o)
}

// Each special byte is found at each place of words, and no other byte is taken for one.
func TestSpecialBytesAreFoundAtEachPlace(t *testing.T) {
	for size := range 26 {
		for at := range size {
			for b := range 256 {
				text := strings.Repeat("a", at) + string([]byte{byte(b)}) + strings.Repeat("~", size-at-1)
				isSpecial := b < 0x20 || b == '"' || b == '\\'
				want := size
				if isSpecial {
					want = at
				}
				require.Equal(t, want, PlainEnd(text, 0), "%q", text)
				require.Equal(t, size, PlainEnd(text, at+1), "%q", text)
				require.Equal(t, !isSpecial && b < 0x80, IsPlain(text), "%q", text)
			}
		}
	}
	require.Equal(t, 3, PlainEnd("a\"b\"c\"d\"e\"f\"", 2))
	require.True(t, IsPlain(""))
}

func TestUnpairedSurrogatesAreMendedOnRequest(t *testing.T) {
	for text, want := range map[string]struct {
		text   string
		mended int
	}{
		`"\ud83d"`: {"\ufffd", 1}, `"a\ud83d\ude00b"`: {"a😀b", 0}, `"\ude00\ud83d"`: {"\ufffd\ufffd", 2},
		`"\ud83d\u0041z"`: {"\ufffdAz", 1}, `"\ud83d\ud83d\ude00"`: {"\ufffd😀", 1}, `"\ud83d\n"`: {"\ufffd\n", 1},
	} {
		c := New(text, Unlimited)
		c.Mend = true
		require.Equal(t, want.text, c.Value(), text)
		require.True(t, c.End(), text)
		require.Equal(t, want.mended, c.Mended, text)
	}
}

func TestSmallWords(t *testing.T) {
	for text, want := range map[string]string{
		"": "nothing", "{}": "object", "[1]": "array", `"a"`: "string", "true": "boolean", "false": "boolean", "null": "null",
		"0": "number", "-1": "number",
	} {
		require.Equal(t, want, TypeOf(text), text)
	}
	require.Equal(t, []string{"0 items", "1 item", "2 items"}, []string{Count(0, "item"), Count(1, "item"), Count(2, "item")})
	require.Equal(t, `{"a":1}`, string(Close([]byte(`{"a":1,`), '}')))
	require.Equal(t, `[]`, string(Close([]byte(`[`), ']')))
}

func TestIntegersOfAnySizeAndOfAnInt(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "1": true, "1.0": true, "1e2": true, "12.5e1": true, "120e-1": true, "1e99": true, "0.000": true,
		"1.5": false, "1e-1": false, "12.5e0": false, "125e-1": false, "0.1": false, "-0.5": false, "-2.0": true,
		"0e-5": true,
	} {
		require.Equal(t, want, IsInteger(text), text)
	}
	n, ok := ParseInt("-12.0")
	require.True(t, ok)
	require.Equal(t, -12, n)
	n, ok = ParseInt(strconv.Itoa(math.MaxInt)) // which has 32 bits on some systems
	require.True(t, ok)
	require.Equal(t, math.MaxInt, n)
	for _, text := range []string{"1.5", "9223372036854775808"} {
		_, ok = ParseInt(text)
		require.False(t, ok, text)
	}
}
