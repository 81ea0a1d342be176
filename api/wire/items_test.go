package wire

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// sheet is what a generated struct with arrays of arrays and maps is.
type sheet struct {
	Rows  [][]int
	Names map[string][]string
	Parts map[string]map[string]json.Number
}

func decodeSheet(d *Decoder, s *sheet) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "rows":
			s.Rows = Array(d, 0, ListOf(IntItem))
		case "names":
			s.Names = Map(d, 1, ListOf(StringItem))
		case "parts":
			s.Parts = Map(d, 2, MapOf(NumberItem))
		}
	}
}

func (s *sheet) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = AppendList(b, `"rows":`, s.Rows, ListJSON(IntJSON))
	b = AppendMap(b, `"names":`, s.Names, ListJSON(StringJSON[string]))
	b = AppendMap(b, `"parts":`, s.Parts, MapJSON(NumberJSON))
	return CloseObject(b)
}

// What is composed reads what it writes, an absent list or map is nil, and an empty
// one is not.
func TestComposedItems(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`{"rows":[],"names":{},"parts":{}}`,
		`{"rows":[[1,2],[],[3]],"names":{"":["a"],"a/~b":[],"é":["x","y"]},"parts":{"a":{"x":1.50,"y":2},"b":{}}}`,
	} {
		var s sheet
		d := NewDecoder(text)
		decodeSheet(d, &s)
		require.NoError(t, d.Finish())
		require.Equal(t, text, string(s.AppendJSON(nil)))
	}
	require.Equal(t, `{"rows":[[],[]],"names":{"a":[],"b":[],"c":[]}}`,
		string((&sheet{Rows: make([][]int, 2), Names: map[string][]string{"c": nil, "a": nil, "b": nil}}).AppendJSON(nil)))
}

// The place of a violation names the keys and counts the items on the way to it.
func TestPlacesInItems(t *testing.T) {
	d := NewDecoder(`{"rows":[[1],[2,"x",null],3],"names":{"a/b":["x",1],"c":null,"d":["y"],"d":["z"]},"parts":{"a":{"x":{},"y":1,"y":2},"b":[]}}`)
	var s sheet
	decodeSheet(d, &s)
	invalid := d.Finish().(*api.ValidationError)
	var got []string
	for _, v := range invalid.Violations {
		got = append(got, v.Field+" "+v.Rule+": "+v.Message)
	}
	require.Equal(t, []string{
		"/rows/1/1 type: must be an integer", "/rows/1/2 type: must be an integer", "/rows/2 type: must be an array",
		"/names/a~1b/1 type: must be a string", "/names/c type: must be an array", "/names/d duplicate-field: is given twice",
		"/parts/a/x type: must be a number", "/parts/a/y duplicate-field: is given twice", "/parts/b type: must be an object",
	}, got)
}

// A response may repeat keys, and the last one counts.
func TestAnswersRepeatKeysOfMaps(t *testing.T) {
	var s sheet
	require.NoError(t, DecodeRecord([]byte(`{"names":{"a":["x"],"a":["y"]}}`), &s, decodeSheet))
	require.Equal(t, map[string][]string{"a": {"y"}}, s.Names)
}

// Members of maps count as items do.
func TestMapsAreLimited(t *testing.T) {
	var b strings.Builder
	for i := range 10_001 {
		b.WriteString(`,"` + strconv.Itoa(i) + `":1`)
	}
	d := NewDecoder(`{"parts":{"a":{` + b.String()[1:] + `}}}`)
	decodeSheet(d, new(sheet))
	require.ErrorContains(t, d.Finish(), "holds more than 10000 items in all")
	d = NewDecoder(`{"parts":{"a":` + strings.Repeat(`{"a":`, 80) + strings.Repeat(`}`, 80) + `}}`)
	decodeSheet(d, new(sheet))
	require.ErrorContains(t, d.Finish(), "nested deeper than 64 levels")
}

// Checks walk maps in the order of their keys, and do not show those of hidden ones.
func TestChecksOfItems(t *testing.T) {
	var v Validator
	CheckValues(&v, "names", map[string][]string{"b": {"x"}, "a": {"y", "z"}}, ListCheck(EnumCheck[string]([]string{"y"})))
	CheckHiddenValues(&v, "hidden", map[string]map[string]json.Number{"secret": {"a": "1", "b": "x"}}, HiddenMapCheck(NumberCheck))
	CheckItems(&v, "rows", [][]any{{1}, {2, func() {}}}, ListCheck(AnyCheck))
	invalid := v.Err().(*api.ValidationError)
	var got []string
	for _, v := range invalid.Violations {
		got = append(got, v.Field+" "+v.Rule)
	}
	require.Equal(t, []string{"/names/a/1 enum", "/names/b/0 enum", "/hidden/*/* type", "/rows/1/1 type"}, got)
}

// What is not JSON in UTF-8 is not sent.
func TestResponsesThatAreNotShownAreJSON(t *testing.T) {
	for text, want := range map[string]string{
		"": "{}", "null": "null", ` {"a":"é"} `: ` {"a":"é"} `, `"\ud800"`: `"\ud800"`,
		"{\"a\":\"\xff\"}": "", "\"\xed\xa0\x80\"": "", "{": "", "{} {}": "",
	} {
		require.Equal(t, want, string(appendUnshown(nil, []byte(text))), "%q", text)
	}
}
