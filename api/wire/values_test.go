package wire_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Members have their key before and a comma after them. Absent ones append nothing.
func TestMembersAreAppended(t *testing.T) {
	const key = `"k":`
	appendNumber := func(b []byte, n json.Number) []byte { return wire.NumberJSON(b, n) }
	record := func(n *int, b []byte) []byte { return wire.IntJSON(b, *n) }
	for want, got := range map[string][]byte{
		`>"k":"a\"b",`: wire.AppendString([]byte(">"), key, `a"b`), `>"k":"a",`: wire.AppendOptString([]byte(">"), key, new("a")),
		`>1`: wire.AppendOptString([]byte(">1"), key, nil), `>"k":true,`: wire.AppendBool([]byte(">"), key, true),
		`>"k":false,`: wire.AppendOptBool([]byte(">"), key, new(false)), `>2`: wire.AppendOptBool([]byte(">2"), key, nil),
		`>"k":-7,`: wire.AppendInt([]byte(">"), key, -7), `>"k":8,`: wire.AppendOptInt([]byte(">"), key, new(8)),
		`>3`: wire.AppendOptInt([]byte(">3"), key, nil), `>"k":1.50,`: wire.AppendNumber([]byte(">"), key, "1.50"),
		`>"k":2e1,`: wire.AppendOptNumber([]byte(">"), key, new(json.Number("2e1"))), `>4`: wire.AppendOptNumber([]byte(">4"), key, nil),
		`>"k":["a","b"],`: wire.AppendStrings([]byte(">"), key, []string{"a", "b"}), `>"k":[],`: wire.AppendStrings([]byte(">"), key, []string{}),
		`>5`: wire.AppendStrings[string]([]byte(">5"), key, nil), `>"k":[{"a":1},{}],`: wire.AppendObjects([]byte(">"), key, []api.Object{{"a": 1}, nil}),
		`>6`: wire.AppendObjects([]byte(">6"), key, nil), `>"k":"a,b,",`: wire.AppendJoined([]byte(">"), key, []string{"a", "b", ""}, ","),
		`>"k":"one",`: wire.AppendJoined([]byte(">"), key, []string{"one"}, ","), `>"k":"",`: wire.AppendJoined([]byte(">"), key, []string{}, ","),
		`>7`: wire.AppendJoined([]byte(">7"), key, nil, ","), `>"k":{"a":[null]},`: wire.AppendAny([]byte(">"), key, map[string]any{"a": []any{nil}}),
		`>8`: wire.AppendAny([]byte(">8"), key, nil), `>"k":{"b":2},`: wire.AppendObject([]byte(">"), key, api.Object{"b": 2}),
		`>9`: wire.AppendObject([]byte(">9"), key, nil), `>"k":[1,2],`: wire.AppendList([]byte(">"), key, []json.Number{"1", "2"}, appendNumber),
		`>10`: wire.AppendList([]byte(">10"), key, nil, appendNumber), `>"k":{"a":1,"b":2},`: wire.AppendMap([]byte(">"), key, map[string]int{"b": 2, "a": 1}, wire.IntJSON),
		`>11`: wire.AppendMap([]byte(">11"), key, nil, wire.IntJSON), `>[3,4]`: wire.RecordsJSON([]byte(">"), []int{3, 4}, record),
		`>[]`: wire.RecordsJSON([]byte(">"), []int{}, record), `>[[],["x"]]`: wire.ListJSON(wire.ListJSON(wire.StringJSON[string]))([]byte(">"), [][]string{nil, {"x"}}),
		`>{"c":{}}`: wire.MapJSON(wire.MapJSON(wire.BoolJSON))([]byte(">"), map[string]map[string]bool{"c": nil}),
		`>{"d":1}`:  wire.CloseObject([]byte(`>{"d":1,`)), `>{`: []byte(">{"), `>{}`: wire.ObjectJSON([]byte(">"), nil), `>null`: wire.AnyJSON([]byte(">"), nil),
	} {
		require.Equal(t, want, string(got))
	}
}

// What cannot be sent is marked, so that it is not JSON.
func TestValuesThatCannotBeSentAreMarked(t *testing.T) {
	variants := wire.Variants{By: "kind", Of: map[string]any{"known": nil}}
	for about, got := range map[string][]byte{
		"not UTF-8":      wire.AppendJoined(nil, "", []string{"a", "\xff", "b"}, ","),
		"encoded null":   wire.AppendAny(nil, "", (*int)(nil)),
		"no number":      wire.AppendNumber(nil, "", "x"),
		"no variant":     append(wire.AppendNoVariant(nil), ','),
		"known tag":      append(wire.AppendUnknownVariant(nil, api.UnknownVariant{Tag: "known"}, variants), ','),
		"tag twice":      append(append(wire.AppendTag(nil, "kind", "a", api.Object{"kind": 1}), '}'), ','),
		"tag in members": append(wire.AppendUnknownVariant(nil, api.UnknownVariant{Tag: "a", Body: api.Object{"kind": 1}}, variants), ','),
	} {
		require.False(t, json.Valid(got[:len(got)-1]), "%s: %q", about, got)
	}
	for want, got := range map[string][]byte{
		`{"kind":"other","a":1}`: wire.AppendUnknownVariant(nil, api.UnknownVariant{Tag: "other", Body: api.Object{"a": 1}}, variants),
		`{"kind":"other"}`:       wire.AppendUnknownVariant(nil, api.UnknownVariant{Tag: "other"}, variants),
		`{"kind":"a"}`:           append(wire.AppendTag(nil, "kind", "a", api.Object{"b": 1}), '}'),
		`{"kind":"a","b":1}`:     wire.Splice([]byte(`{"kind":"a"{"b":1}`), len(`{"kind":"a"`)),
		`{"kind":"b"}`:           wire.Splice([]byte(`{"kind":"b"{}`), len(`{"kind":"b"`)),
	} {
		require.Equal(t, want, string(got))
	}
}

// shape is a union with a variant that has only its tag and one that has a member.
type shape struct {
	kind    string
	size    int
	unknown api.UnknownVariant
}

// body has a value of each kind.
type body struct {
	shape  shape
	shapes []shape
	joined []string
	sizes  map[string]int
	grid   [][]int
	size   *int
	inner  *body
}

var isOpen bool // whether shapes are an open union

func decodeShape(d *wire.Decoder, s *shape) {
	switch s.kind = d.Tag("kind"); s.kind {
	case "point":
		d.TagAlone()
	case "circle":
		for d.Begin([]string{"size"}); d.Next(); {
			if d.Key() == "size" {
				s.size = d.Int(0)
			}
		}
		d.Require(0, "size")
	default:
		if isOpen {
			s.unknown, _ = d.UnknownVariant(s.kind)
			return
		}
		d.NoVariant(s.kind, wire.Variants{By: "kind", Of: map[string]any{"point": nil, "circle": nil}})
	}
}

func decodeBody(d *wire.Decoder, b *body) {
	keys := []string{"shape", "shapes", "joined", "sizes", "grid", "size", "inner"}
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "shape":
			wire.RequiredRecord(d, 0, &b.shape, decodeShape)
		case "shapes":
			b.shapes = wire.Array(d, 1, wire.RecordOf(decodeShape))
		case "joined":
			b.joined = d.Joined(2, ",")
		case "sizes":
			b.sizes = wire.Map(d, 3, wire.IntItem)
		case "grid":
			b.grid = wire.Array(d, 4, wire.ListOf(wire.IntItem))
		case "size":
			b.size = d.OptInt(5)
		case "inner":
			b.inner = wire.Record(d, 6, decodeBody)
		}
	}
	d.Require(0, keys[0])
}

// violationsIn writes the violations in an error.
func violationsIn(t *testing.T, err error) string {
	if err == nil {
		return ""
	}
	invalid, ok := errors.AsType[*api.ValidationError](err)
	require.True(t, ok, "%v", err)
	var all []string
	for _, v := range invalid.Violations {
		all = append(all, v.Field+" "+v.Rule)
	}
	return strings.Join(all, ", ")
}

// Each value is read, or is a violation at its place, and the values after it are read, too.
func TestValuesAreReadOrViolate(t *testing.T) {
	point := shape{kind: "point"}
	for text, want := range map[string]struct {
		body       body
		violations string
	}{
		`{"shape":{"kind":"point"}}`:                       {body: body{shape: point}},
		`{"shape":{"kind":"point","x":1}}`:                 {body{shape: point}, "/shape/x unknown-field"},
		`{"shape":{"size":3,"kind":"circle"}}`:             {body: body{shape: shape{kind: "circle", size: 3}}},
		`{"shape":{"kind":"circle"}}`:                      {body{shape: shape{kind: "circle"}}, "/shape/size required"},
		`{"shape":{"kind":"point","kind":"point"}}`:        {body{shape: point}, "/shape/kind duplicate-field"},
		`{"shape":{"x":1,"kind":"point","kind":"circle"}}`: {body{shape: point}, "/shape/x unknown-field, /shape/kind duplicate-field"},
		`{"shape":{"kind":"star"}}`:                        {body{}, "/shape/kind variant"},
		`{"shape":{"kind":1}}`:                             {body{}, "/shape/kind variant"},
		`{"shape":{"kind":null}}`:                          {body{}, "/shape/kind variant"},
		`{"shape":{}}`:                                     {body{}, "/shape/kind variant"},
		`{"shape":[1]}`:                                    {body{}, "/shape type"},
		`{"shape":null}`:                                   {body{}, "/shape required"},
		`{}`:                                               {body{}, "/shape required"},
		`{"shape":{"kind":"point"},"shapes":[{"kind":"point"},1]}`: {body{shape: point}, "/shapes/1 type"},
		`{"shape":{"kind":"point"},"joined":""}`:                   {body: body{shape: point, joined: []string{}}},
		`{"shape":{"kind":"point"},"joined":"a,,b"}`:               {body: body{shape: point, joined: []string{"a", "", "b"}}},
		`{"shape":{"kind":"point"},"joined":["a"],"size":2}`:       {body{shape: point}, "/joined type"},
		`{"shape":{"kind":"point"},"joined":null,"size":2}`:        {body: body{shape: point, size: new(2)}},
		`{"shape":{"kind":"point"},"sizes":{"a":1,"b":2}}`:         {body: body{shape: point, sizes: map[string]int{"a": 1, "b": 2}}},
		`{"shape":{"kind":"point"},"sizes":{}}`:                    {body: body{shape: point, sizes: map[string]int{}}},
		`{"shape":{"kind":"point"},"sizes":null}`:                  {body: body{shape: point}},
		`{"shape":{"kind":"point"},"sizes":[]}`:                    {body{shape: point}, "/sizes type"},
		`{"shape":{"kind":"point"},"sizes":{"a":1,"a":2}}`:         {body{shape: point}, "/sizes/a duplicate-field"},
		`{"shape":{"kind":"point"},"sizes":{"a~/":"x"}}`:           {body{shape: point}, "/sizes/a~0~1 type"},
		`{"shape":{"kind":"point"},"grid":[[1],[],[2,3]]}`:         {body: body{shape: point, grid: [][]int{{1}, {}, {2, 3}}}},
		`{"shape":{"kind":"point"},"grid":[[1],[2,"x"],3]}`:        {body{shape: point}, "/grid/1/1 type, /grid/2 type"},
		`{"shape":{"kind":"point"},"grid":{}}`:                     {body{shape: point}, "/grid type"},
		`{"shape":{"kind":"point"},"grid":[null]}`:                 {body{shape: point}, "/grid/0 type"},
		`{"shape":{"kind":"point"},"size":1.0}`:                    {body: body{shape: point, size: new(1)}},
		`{"shape":{"kind":"point"},"size":1.5}`:                    {body{shape: point}, "/size type"},
		`{"shape":{"kind":"point"},"size":1,"size":2}`:             {body{shape: point}, "/size duplicate-field"},
		`{"inner":{"shape":{"kind":"point"}},"shape":{"kind":"x"}}`: {
			body{}, "/shape/kind variant"},
		`{"inner":{},"shape":{"kind":"point"}}`:                 {body{shape: point}, "/inner/shape required"},
		`{"inner":null,"shape":{"kind":"point"}}`:               {body: body{shape: point}},
		`{"inner":{"x":1,"shape":1},"shape":{"kind":"point"}}`:  {body{shape: point}, "/inner/x unknown-field, /inner/shape type"},
		`{"shape":{"kind":"point"},"other":1}`:                  {body{shape: point}, "/other unknown-field"},
		`{"shape":{"kind":"point"},"other":1,"other":{"a":[]}}`: {body{shape: point}, "/other unknown-field"},
	} {
		d := wire.NewDecoder(text)
		var got body
		decodeBody(d, &got)
		violations := violationsIn(t, d.Finish())
		require.Equal(t, want.violations, violations, text)
		if violations == "" {
			require.Equal(t, want.body, got, text)
		}
	}
}

// A variant of an open union that is not in the catalog is kept with its members.
func TestUnknownVariantsAreKept(t *testing.T) {
	isOpen = true
	defer func() { isOpen = false }()
	for text, want := range map[string]struct {
		shape      shape
		violations string
	}{
		`{"kind":"star","a":[1],"b":null}`: {shape: shape{kind: "star", unknown: api.UnknownVariant{Tag: "star",
			Body: api.Object{"a": []any{json.Number("1")}, "b": nil}}}},
		`{"a":1,"kind":"star"}`:         {shape: shape{kind: "star", unknown: api.UnknownVariant{Tag: "star", Body: api.Object{"a": json.Number("1")}}}},
		`{"kind":"star"}`:               {shape: shape{kind: "star", unknown: api.UnknownVariant{Tag: "star", Body: api.Object{}}}},
		`{"kind":"point"}`:              {shape: shape{kind: "point"}},
		`{"kind":"star","a":1,"a":2}`:   {violations: "/a duplicate-field"},
		`{"a":1}`:                       {violations: "/kind variant"},
		`[]`:                            {violations: " type"},
		`{"kind":"star","kind":"moon"}`: {violations: "/kind duplicate-field"},
	} {
		d := wire.NewDecoder(text)
		var got shape
		decodeShape(d, &got)
		violations := violationsIn(t, d.Finish())
		require.Equal(t, want.violations, violations, text)
		if violations == "" {
			require.Equal(t, want.shape, got, text)
		}
	}
}

func TestRequestsWithoutFields(t *testing.T) {
	type none struct{}
	for text, want := range map[string][2]string{
		`{}`: {"", ""}, `null`: {" type", ""}, `nul`: {" json", " json"}, `[]`: {" type", " type"}, `{"a":1}`: {"/a unknown-field", "/a unknown-field"},
	} {
		d := wire.NewDecoder(text)
		wire.NoFields[none](d)
		require.Equal(t, want[0], violationsIn(t, d.Finish()), text)
		d = wire.NewDecoder(text)
		wire.NoFieldsOrNull[none](d)
		require.Equal(t, want[1], violationsIn(t, d.Finish()), text)
	}
}
