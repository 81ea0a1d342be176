package catalog

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// everything sets every key of the format.
const everything = `catalog: 1
info: {title: Title, version: 2.0, package: pkg, description: About., contact: {name: Ann, url: "https://example.com", email: ann@example.com}, license: {name: MIT, url: "https://example.com/mit"}}
path: /api/{area}/{operation}
enums:
  Color:
    description: Colors.
    open: true
    values:
      red: Like blood.
      dark-green: {description: Like leaves., go: {name: Leaf}}
      "12":
records:
  Entry:
    description: An entry.
    open: true
    assumed: A guess.
    fields:
      type: {type: string, codes: types, format: email}
      color: Color
  Entries: {fields: {total: integer}}
areas:
  one:
    description: The first.
    go: {name: First}
    operations:
      get_it:
        summary: Gets it.
        description: Gets it all.
        deprecated: {since: 1.10, sunset: 2030-12-31, use: put}
        effect: read
        include: Entry
        fields:
          id: &id {type: string, non_blank: true, min_length: 1, max_length: 9, pattern: "^x", omit_empty: true}
          same_id: *id
          kind: {type: string, enum: [a, b], default: b, sensitive: true, assumed: Seen., example: a}
          count: {type: integer, minimum: 1, maximum: 10, default: 7}
          price: {type: number, minimum: -1.50, default: 1.50}
          flag: {type: boolean, default: false, deprecated: {use: id}}
          shade: {type: Color, default: blue, go: {name: Tint}, description: Its shade.}
          tags: {type: [string], join: ";", min_items: 1, max_items: 3}
          entries: {type: [Entry], send_if: first_item_non_empty, example: [{type: t, more: [1.0, true]}]}
          must: {type: unspecified, required: true}
          raw: {type: any}
          bag: object
          page: integer
          limit: integer
        rules:
          - first_of: [same_id, id]
          - at_least_one_of: [bag, raw]
          - at_most_one_of: [bag, raw]
          - all_or_none_of: [bag, raw]
        pagination: {page: page, size: limit, first: 0, default_size: 50, items: items}
        response:
          description: All of it.
          assumed: Seen once.
          fields: {items: {type: [Entry], required: true}}
      put: {response: Entry, go: {name: Store}}
      zap: {response: {description: Unknown.}}
      zip: {effect: idempotent, path: "/v2/{area}/zip/{operation}/", open: true, envelope: none, failure: {type: Entries, status: 409}, fields: {content: Content}}
      zop: {envelope: {success: done}, failure: none}
  two: {operations: {nop: {empty: null, auth: none, pagination: {cursor: at, next: /total, continue: nopped}}, nopped: {fields: {at: integer}}, listed: {envelope: none, failure: none, response: [string]}, wiped: {response: none}}}
  three:
    operations:
      list:
        pagination: {cursor: at, next: /data/meta/next, more: more, items: ids, continue: list_more}
        response: {fields: {meta: object, more: boolean, ids: [string]}}
      list_more:
        idempotency: {header: X-Key}
        fields: {at: {type: string, required: true}}
        response: {lenient: true, fields: {meta: {type: object, nullable: true}, more: boolean, ids: [string]}}
      skip: {fields: {from: integer}, pagination: {offset: from}}
      after: {fields: {id: string}, pagination: {cursor: id, last: type, items: entries}, response: {fields: {entries: [Entry]}}}
envelope: {success: {status: ok}, message: [why], data: data, violations: wrong, siblings: Entries, failure_status: 200}
failure: {type: Entries, member: reason}
auth: [bearer, {header: X-Key}, {body_field: key}, {oauth2: {token_path: /token, scopes: [read]}}, basic]
servers: [{url: "https://example.com", description: Live.}]
unions:
  Content:
    description: What is in it.
    by: .tag
    open: true
    of: {entry: Entry, none: {description: Nothing., go: {name: Hollow}}}
`

func TestResolveKeepsEveryFact(t *testing.T) {
	c, problems := Parse("x.yaml", []byte(everything))
	require.Nil(t, problems, "%v", problems)
	require.Equal(t, []string{"Title", "2.0", "pkg", "About.", "/api/{area}/{operation}"}, []string{c.Title, c.Version, c.Package, c.Description, c.Path})
	require.Equal(t, "x.yaml:1:1", c.Pos.String())

	color := c.Enums[0]
	require.Equal(t, &Enum{Name: "Color", GoName: "Color", Description: "Colors.", Open: true, Pos: Position{File: "x.yaml", Line: 5, Col: 3}, Values: []*EnumValue{
		{"red", "ColorRed", "Like blood.", Position{File: "x.yaml", Line: 9, Col: 7}},
		{"dark-green", "Leaf", "Like leaves.", Position{File: "x.yaml", Line: 10, Col: 7}},
		{"12", "Color12", "", Position{File: "x.yaml", Line: 11, Col: 7}},
	}, sharing: sharing{shared: true, tail: "Color"}}, color)

	entry := c.Records[0]
	require.Equal(t, &Shape{Name: "Entry", GoName: "Entry", Description: "An entry.", Open: true, Assumed: "A guess.", Pos: Position{File: "x.yaml", Line: 13, Col: 3}, content: content{holdsCodes: true}, sharing: sharing{shared: true, tail: "Entry"}, Fields: []*Field{
		{Name: "type", GoName: "Type", Type: &Type{Kind: String}, Codes: "types", Format: "email", Pos: Position{File: "x.yaml", Line: 18, Col: 7}, in: entry},
		{Name: "color", GoName: "Color", Type: &Type{Kind: Enumeration, Enum: color}, Pos: Position{File: "x.yaml", Line: 19, Col: 7}, in: entry},
	}}, entry)

	require.Len(t, c.Areas, 3)
	one, two, three := c.Areas[0], c.Areas[1], c.Areas[2]
	require.Equal(t, []string{"one", "First", "first", "The first."}, []string{one.Name, one.GoName, one.Package, one.Description})
	require.Equal(t, []*Shape{c.Records[1], entry}, one.Records)
	require.Equal(t, []*Enum{color}, one.Enums)
	require.Equal(t, []*Shape{c.Records[1]}, two.Records, "additional members of the envelope")
	require.Len(t, two.Operations, 4)
	require.Equal(t, EmptyNull, two.Operations[0].Empty)
	require.Equal(t, EmptyObject, one.Operations[0].Empty)

	op := one.Operations[0]
	require.Same(t, one, op.Area)
	require.Equal(t, []string{"get_it", "GetIt", "/api/one/get_it", "Gets it.", "Gets it all."}, []string{op.Name, op.GoName, op.Path, op.Summary, op.Description})
	require.Equal(t, &Deprecation{Since: "1.10", Sunset: "2030-12-31", Use: "put"}, op.Deprecated)
	require.Equal(t, Read, op.Effect)
	require.Equal(t, Position{File: "x.yaml", Line: 26, Col: 7}, op.Pos)
	require.Equal(t, "GetItRequest", op.Request.GoName)
	require.Equal(t, "", op.Request.Name)
	require.Same(t, entry, op.Request.Include)
	require.False(t, op.Request.Open, "a request includes the fields, but is not open")
	require.False(t, op.Response.Open)
	require.Same(t, entry.Fields[0], op.Request.Fields[0])

	at := func(line int) Position { return Position{File: "x.yaml", Line: line, Col: 11} }
	num := func(i int) *int { return &i }
	want := []*Field{
		{Name: "id", GoName: "ID", Type: &Type{Kind: String}, NonBlank: true, MinLength: num(1), MaxLength: num(9), Pattern: "^x", OmitEmpty: true, Pos: at(33)},
		{Name: "same_id", GoName: "SameID", Type: &Type{Kind: String}, NonBlank: true, MinLength: num(1), MaxLength: num(9), Pattern: "^x", OmitEmpty: true, Pos: at(34)},
		{Name: "kind", GoName: "Kind", Type: &Type{Kind: String}, Enum: []string{"a", "b"}, Default: "b", Sensitive: true, Assumed: "Seen.", Example: "a", Pos: at(35)},
		{Name: "count", GoName: "Count", Type: &Type{Kind: Integer}, Minimum: "1", Maximum: "10", Default: 7, Pos: at(36)},
		{Name: "price", GoName: "Price", Type: &Type{Kind: Number}, Minimum: "-1.50", Default: json.Number("1.50"), Pos: at(37)},
		{Name: "flag", GoName: "Flag", Type: &Type{Kind: Boolean}, Default: false, Deprecated: &Deprecation{Use: "id"}, Pos: at(38)},
		{Name: "shade", GoName: "Tint", Type: &Type{Kind: Enumeration, Enum: color}, Default: "blue", Description: "Its shade.", Pos: at(39)},
		{Name: "tags", GoName: "Tags", Type: &Type{Kind: Array, Elem: &Type{Kind: String}}, Join: ";", MinItems: num(1), MaxItems: num(3), Pos: at(40)},
		{Name: "entries", GoName: "Entries", Type: &Type{Kind: Array, Elem: &Type{Kind: Record, Record: entry}}, SendIf: FirstItemNonEmpty,
			Example: []any{map[string]any{"type": "t", "more": []any{json.Number("1.0"), true}}}, Pos: at(41)},
		{Name: "must", GoName: "Must", Type: &Type{Kind: Unspecified}, Required: true, Pos: at(42)},
		{Name: "raw", GoName: "Raw", Type: &Type{Kind: Any}, Pos: at(43)},
		{Name: "bag", GoName: "Bag", Type: &Type{Kind: Object}, Pos: at(44)},
		{Name: "page", GoName: "Page", Type: &Type{Kind: Integer}, Pos: at(45)},
		{Name: "limit", GoName: "Limit", Type: &Type{Kind: Integer}, Pos: at(46)},
	}
	fields := op.Request.Fields[2:]
	require.Len(t, fields, len(want))
	for i := range want {
		want[i].in = op.Request
		require.Equal(t, want[i], fields[i])
	}
	id, sameID, raw, bag := fields[0], fields[1], fields[10], fields[11]
	require.Equal(t, []*Rule{
		{FirstOf, []*Field{sameID, id}, Position{File: "x.yaml", Line: 48, Col: 13}},
		{AtLeastOneOf, []*Field{bag, raw}, Position{File: "x.yaml", Line: 49, Col: 13}},
		{AtMostOneOf, []*Field{bag, raw}, Position{File: "x.yaml", Line: 50, Col: 13}},
		{AllOrNoneOf, []*Field{bag, raw}, Position{File: "x.yaml", Line: 51, Col: 13}},
	}, op.Rules)
	require.Equal(t, &Pagination{
		Page: fields[12], Size: fields[13], First: num(0), DefaultSize: num(50), Items: op.Response.Fields[0],
		At:   &Place{op.Response.Fields[0].Name, "/data/" + op.Response.Fields[0].Name, op.Response.Fields[:1], op.Response.Fields[0].Type, false},
		Keys: []PageKey{{"page", "page"}, {"size", "limit"}, {"first", 0}, {"default_size", 50}, {"items", "items"}},
		Pos:  Position{File: "x.yaml", Line: 52, Col: 9},
	}, op.Pagination)
	list, more := three.Operations[0], three.Operations[1]
	require.Equal(t, &Pagination{
		Cursor:   more.Request.Fields[0],
		Continue: more,
		Next:     &Place{"/data/meta/next", "/data/meta/next", list.Response.Fields[:1], nil, false},
		More:     &Place{"more", "/data/more", list.Response.Fields[1:2], &Type{Kind: Boolean}, false},
		Items:    list.Response.Fields[2],
		At:       &Place{"ids", "/data/ids", list.Response.Fields[2:], list.Response.Fields[2].Type, false},
		ThenAt:   &Place{"ids", "/data/ids", more.Response.Fields[2:], more.Response.Fields[2].Type, false},
		Keys:     []PageKey{{"cursor", "at"}, {"next", "/data/meta/next"}, {"more", "more"}, {"items", "ids"}, {"continue", "list_more"}},
		Pos:      Position{File: "x.yaml", Line: 65, Col: 9},
	}, list.Pagination)
	require.Equal(t, "GetItResponse", op.Response.GoName)
	require.True(t, op.Response.Shown)
	require.Equal(t, []string{"All of it.", "Seen once."}, []string{op.Response.Description, op.Response.Assumed})
	require.True(t, op.Response.Fields[0].Required)

	put := one.Operations[1]
	require.Equal(t, "Store", put.GoName)
	require.Equal(t, "/api/one/put", put.Path)
	require.Equal(t, "StoreResponse", put.Response.GoName)
	require.Same(t, entry, put.Response.Include)
	require.Equal(t, entry.Fields, put.Response.Fields)
	require.True(t, put.Response.Shown)
	require.True(t, put.Response.Open)
	require.Equal(t, Write, put.Effect)
	zap, zip := one.Operations[2], one.Operations[3]
	require.False(t, zap.Response.Shown)
	require.Equal(t, "Unknown.", zap.Response.Description)
	require.False(t, zip.Response.Shown)
	require.NotNil(t, zip.Response.Shape)
	content := zip.Request.Field("content").Type
	require.Equal(t, "Content", content.String())
	require.Equal(t, []string{"entry", "none"}, content.Union.Tags())
	require.Equal(t, "ContentEntry", content.Union.Variants[0].GoName)
	require.Equal(t, "Entry", content.Union.Variants[0].Record.Name)
	require.Equal(t, "Hollow", content.Union.Variant("none").GoName)
	require.Nil(t, content.Union.Variant("none").Record)
	require.Equal(t, Idempotent, zip.Effect)
	entries := Position{File: "x.yaml", Line: 73, Col: 1}
	require.Equal(t, &Envelope{Success: "status", Value: "ok", Messages: []string{"why"}, Data: "data", Violations: "wrong",
		Siblings: c.Records[1], FailureStatus: 200, Pos: entries, at: c.Envelope.at}, op.Envelope)
	require.Same(t, c.Envelope, op.Envelope)
	entries.Line++
	require.Equal(t, &Failure{Type: &Type{Kind: Record, Record: c.Records[1]}, Status: 200, Member: "reason", Pos: entries, shape: c.Records[1]}, op.Failure)
	require.True(t, zip.Unwrapped)
	require.Equal(t, 409, zip.Failure.Status)
	zop := one.Operations[4]
	require.Equal(t, &Envelope{Success: "done", Value: true, Own: true, Pos: zop.Envelope.Pos, at: zop.Envelope.at}, zop.Envelope)
	require.Nil(t, zop.Failure)
	require.False(t, zop.Unwrapped)
	require.Equal(t, []string{"/v2/{area}/zip/{operation}/", "/v2/one/zip/zip/"}, []string{zip.OwnPath, zip.Path})
	require.True(t, zip.Request.Open)
	require.False(t, zip.Response.Open)
}

// TestResolveFillsEverything fails if a field of the catalog's types is never set.
func TestResolveFillsEverything(t *testing.T) {
	filled, all, seen := map[string]bool{}, map[string]bool{}, map[any]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() || seen[v.Interface()] {
				return
			}
			seen[v.Interface()] = true
			walk(v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if !v.Type().Field(i).IsExported() {
					continue // computed from the others
				}
				name := v.Type().Name() + "." + v.Type().Field(i).Name
				all[name] = true
				filled[name] = filled[name] || !v.Field(i).IsZero()
				walk(v.Field(i))
			}
		}
	}
	walk(reflect.ValueOf(resolve(Parse("x.yaml", []byte(everything)))))
	for name := range all {
		require.True(t, filled[name], "%s is never set", name)
	}
	require.Greater(t, len(all), 70)
}

// Records and unions that contain each other are in one cycle, and each union has the variant whose
// values end soonest.
func TestCirclesThroughUnions(t *testing.T) {
	c, problems := Parse("x.yaml", []byte(`
catalog: 1
info: {title: T, version: v1, package: p}
path: /{area}/{operation}
records:
  Not: {fields: {of: {type: Expression, required: true}, word: Word}}
  Word: {fields: {word: string}}
  Box: {fields: {inner: {type: Opened, required: true}}}
  Far: {fields: {more: {type: Steps, required: true}}}
  Near: {fields: {far: Far}}
unions:
  Expression: {by: op, of: {not: Not, word: Word}}
  Opened: {by: op, of: {box: Box}, open: true}
  Steps: {by: op, of: {far: Far, near: Near}}
  Outside: {by: op, of: {not: Not, none: }}
areas: {a: {operations: {o: {fields: {a: Expression, b: Opened, c: Steps, d: Outside}}}}}
`))
	require.Empty(t, problems)
	ending := map[string]string{}
	recursive := map[string]bool{}
	for _, u := range c.Unions {
		if v := u.Ending(); v != nil {
			ending[u.Name] = v.Tag
		}
		recursive[u.Name] = u.Recursive()
	}
	require.Equal(t, map[string]string{"Expression": "word", "Steps": "near", "Outside": "none"}, ending, "only values of Opened with an unknown tag end")
	for _, s := range c.Records {
		recursive[s.Name] = s.Recursive()
	}
	require.Equal(t, map[string]bool{
		"Expression": true, "Opened": true, "Steps": true, "Outside": false,
		"Not": true, "Word": false, "Box": true, "Far": true, "Near": true,
	}, recursive)
	not := c.Records[0]
	require.True(t, not.Field("of").Circular())
	require.False(t, not.Field("word").Circular())
	require.True(t, c.Unions[0].Entwined(not))
	require.False(t, c.Unions[0].Entwined(c.Records[1]))
	require.False(t, c.Unions[3].Entwined(not))
}
