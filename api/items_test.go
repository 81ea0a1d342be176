package api_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/text/textformat"
)

// sheet is like a generated struct with arrays of arrays and maps.
type sheet struct {
	Rows  [][]int
	Names map[string][]string
	Parts map[string]map[string]json.Number
}

func decodeSheet(d *wire.Decoder, s *sheet) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "rows":
			s.Rows = wire.Array(d, 0, wire.ListOf(wire.IntItem))
		case "names":
			s.Names = wire.Map(d, 1, wire.ListOf(wire.StringItem))
		case "parts":
			s.Parts = wire.Map(d, 2, wire.MapOf(wire.NumberItem))
		}
	}
}

func (s *sheet) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = wire.AppendList(b, `"rows":`, s.Rows, wire.ListJSON(wire.IntJSON))
	b = wire.AppendMap(b, `"names":`, s.Names, wire.ListJSON(wire.StringJSON[string]))
	b = wire.AppendMap(b, `"parts":`, s.Parts, wire.MapJSON(wire.NumberJSON))
	return wire.CloseObject(b)
}

// Nested types read what they write. An absent list or map is nil, and an empty one is not.
func TestComposedItems(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`{"rows":[],"names":{},"parts":{}}`,
		`{"rows":[[1,2],[],[3]],"names":{"":["a"],"a/~b":[],"é":["x","y"]},"parts":{"a":{"x":1.50,"y":2},"b":{}}}`,
	} {
		var s sheet
		d := wire.NewDecoder(text)
		decodeSheet(d, &s)
		require.NoError(t, d.Finish())
		require.Equal(t, text, string(s.AppendJSON(nil)))
	}
	require.Equal(t, `{"rows":[[],[]],"names":{"a":[],"b":[],"c":[]}}`,
		string((&sheet{Rows: make([][]int, 2), Names: map[string][]string{"c": nil, "a": nil, "b": nil}}).AppendJSON(nil)))
}

// The place of a violation consists of keys and the numbers of items.
func TestPlacesInItems(t *testing.T) {
	d := wire.NewDecoder(`{"rows":[[1],[2,"x",null],3],"names":{"a/b":["x",1],"c":null,"d":["y"],"d":["z"]},"parts":{"a":{"x":{},"y":1,"y":2},"b":[]}}`)
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
func TestResponsesRepeatKeysOfMaps(t *testing.T) {
	var s sheet
	require.NoError(t, wire.DecodeRecord([]byte(`{"names":{"a":["x"],"a":["y"]}}`), &s, decodeSheet))
	require.Equal(t, map[string][]string{"a": {"y"}}, s.Names)
}

// Members of maps count as items.
func TestMapsAreLimited(t *testing.T) {
	var b strings.Builder
	for i := range 10_001 {
		b.WriteString(`,"` + strconv.Itoa(i) + `":1`)
	}
	d := wire.NewDecoder(`{"parts":{"a":{` + b.String()[1:] + `}}}`)
	decodeSheet(d, new(sheet))
	require.ErrorContains(t, d.Finish(), "holds more than 10000 items in all")
	d = wire.NewDecoder(`{"parts":{"a":` + strings.Repeat(`{"a":`, 80) + strings.Repeat(`}`, 80) + `}}`)
	decodeSheet(d, new(sheet))
	require.ErrorContains(t, d.Finish(), "nested deeper than 64 levels")
}

// Checks walk maps in the order of their keys, and do not show keys of hidden maps.
func TestChecksOfItems(t *testing.T) {
	var v wire.Validator
	wire.CheckValues(&v, "names", map[string][]string{"b": {"x"}, "a": {"y", "z"}}, wire.ListCheck(wire.EnumCheck[string]([]string{"y"})))
	wire.CheckHiddenValues(&v, "hidden", map[string]map[string]json.Number{"secret": {"a": "1", "b": "x"}}, wire.HiddenMapCheck(wire.NumberCheck))
	wire.CheckItems(&v, "rows", [][]json.Number{{"1"}, {"2", "x"}}, wire.ListCheck(wire.NumberCheck))
	invalid := v.Err().(*api.ValidationError)
	var got []string
	for _, v := range invalid.Violations {
		got = append(got, v.Field+" "+v.Rule)
	}
	require.Equal(t, []string{"/names/a/1 enum", "/names/b/0 enum", "/hidden/*/* type", "/rows/1/1 type"}, got)
}

func TestFormatsAcceptExactlyTheirTexts(t *testing.T) {
	for format, texts := range map[wire.TextFormat]struct{ good, bad string }{
		wire.FormatDate: {
			"2006-01-31 2004-02-29 2000-02-29 0000-02-29 9999-12-31 2006-02-28 2006-04-30",
			"2006-02-29 1900-02-29 2006-04-31 2006-13-01 2006-00-10 2006-01-00 2006-1-31 06-01-31 2006/01/31 2006-01-31Z 20060131 +2006-01-1 2006-01-3١",
		},
		wire.FormatDateTime: {
			"2006-01-31T15:04:05Z 2006-01-31t15:04:05z 2006-01-31T15:04:05.123456789012Z 2006-01-31T23:59:59-23:59 2006-01-31T00:00:00-00:00 1990-12-31T23:59:60Z 1997-06-30T23:59:60.5+00:00",
			"2006-01-31 2006-01-31T15:04:05 2006-02-30T15:04:05Z 2006-01-31T24:00:00Z 2006-01-31T15:60:05Z 2006-01-31T15:04:61Z 2006-01-31T15:04Z 2006-01-31T15:04:05.Z 2006-01-31T15:04:05,5Z " +
				"2006-01-31T15:04:05+24:00 2006-01-31T15:04:05+01:60 2006-01-31T15:04:05+0100 2006-01-31T15:04:05+01 2006-01-31_15:04:05Z 1990-12-31T22:59:60Z 1990-12-30T23:59:60Z 1990-12-31T15:59:60-08:00 2006-01-31T1:04:05Z",
		},
		wire.FormatTime: {
			"15:04:05Z 15:04:05.5z 00:00:00+23:59 23:59:60Z 23:59:60-00:00",
			"15:04:05 15:04Z 24:00:00Z 15:04:05.Z T15:04:05Z 15:04:60Z 23:58:60Z 23:59:60+01:00 15:04:05+1:00 1:04:05Z",
		},
		wire.FormatUUID: {
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6 F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6 00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff 017f22e2-79b0-7cc3-98c4-dc0c0c07398f 6ba7b810-9dad-11d1-c0b4-00c04fd430c8",
			"f81d4fae7dec11d0a76500a0c91e6bf6 {f81d4fae-7dec-11d0-a765-00a0c91e6bf6} urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6 g81d4fae-7dec-11d0-a765-00a0c91e6bf6 f81d4fae-7dec-11d0-a765-00a0c91e6bf f81d4fae-7dec-11d0-a76500-a0c91e6bf6",
		},
		wire.FormatDecimal: {"0 -0 0.0 12 -12.50 0.001 123456789012345678901234567890.5", "00 01 +1 1. .5 1e2 1,5 - -.5 1.5.5 0x1 NaN ١"},
		wire.FormatByte:    {"c29tZQ== c29tZXM= c29tZXRo AA== AAA= +/+/", "c29tZQ c29tZQ= c29tZR== c29tZXN= c29t-_== === ==== A=== AA=A"},
	} {
		f := textformat.Named(string(format))
		for text := range strings.FieldsSeq(texts.good) {
			require.True(t, f.Holds(text), "%s %s", format, text)
		}
		for text := range strings.FieldsSeq(texts.bad) {
			require.False(t, f.Holds(text), "%s %s", format, text)
		}
		require.Equal(t, format == wire.FormatByte, f.Holds(""), format)
		require.NotEmpty(t, f.Must)
		require.False(t, f.Holds("c29t\nZXRo"))
	}
	require.True(t, textformat.Named("email").Holds("anything"))
}

func TestFormatsTakeNoMemory(t *testing.T) {
	require.Zero(t, testing.AllocsPerRun(100, func() {
		var v wire.Validator
		v.Format("f", "2006-01-31T15:04:05.5+01:00", wire.FormatDateTime)
		v.Format("f", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", wire.FormatUUID)
		v.Format("f", "c29tZQ==", wire.FormatByte)
		v.Format("f", "-12.50", wire.FormatDecimal)
		if v.Err() != nil {
			panic("a violation")
		}
	}))
}
