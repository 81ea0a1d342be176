package pairing

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// names returns the names of fields in one text.
func names(fields []*catalog.Field) string { return strings.Join(catalog.Names(fields), " ") }

func TestEqualKeysArePaired(t *testing.T) {
	key := func(s string) string { return s[:1] }
	pairs := map[string]string{}
	restOfBase, restOfHead := ByKey(pairs, []string{"a1", "a2", "b1", "c1"}, []string{"a3", "a4", "c2", "d1"}, key)
	require.Equal(t, map[string]string{"a1": "a4", "c1": "c2"}, pairs)
	require.Equal(t, []string{"a2", "b1"}, restOfBase)
	require.Equal(t, []string{"d1"}, restOfHead)
}

// Each element has a letter for each of its features.
func TestSimilarElementsArePaired(t *testing.T) {
	features := func(s string, _ Side) []string { return strings.Split(strings.ToLower(s), "") }
	for _, one := range []struct {
		base, head, pairs, rest string
	}{
		{"abc", "ABC", "abc-ABC", "|"},
		{"abc", "ABCD", "abc-ABCD", "|"},
		{"abc", "AB", "abc-AB", "|"},
		{"abc", "A", "", "abc|A"},
		{"ab", "ABCD", "", "ab|ABCD"},
		{"abc", "ABD", "abc-ABD", "|"}, // two of three
		{"abcde", "ABCFG", "", "abcde|ABCFG"},
		{"abc", "ABCD ABC", "abc-ABC", "|ABCD"},
		{"abcde", "ABCD ABCDEF", "abcde-ABCDEF", "|ABCD"},
		{"abcd", "ABCE ABCF", "abcd-ABCE", "|ABCF"}, // the first of several
		{"ab abc", "ABC", "abc-ABC", "ab|"},
		{"abc abd", "ABD ABC", "abc-ABC abd-ABD", "|"},
		{"abcd abc", "ABC ABCE", "abc-ABC abcd-ABCE", "|"},
		{"abc xyz", "UVW XYZ", "xyz-XYZ", "abc|UVW"},
		{"abc xyz abd", "", "", "abc xyz abd|"},
	} {
		base, head := strings.Fields(one.base), strings.Fields(one.head)
		pairs := map[string]string{}
		restOfBase, restOfHead := bySimilarity(pairs, base, head, features)
		want := map[string]string{}
		for _, pair := range strings.Fields(one.pairs) {
			b, h, _ := strings.Cut(pair, "-")
			want[b] = h
		}
		require.Equal(t, want, pairs, "%s, %s", one.base, one.head)
		require.Equal(t, one.rest, strings.Join(restOfBase, " ")+"|"+strings.Join(restOfHead, " "), "%s, %s", one.base, one.head)
		require.Equal(t, strings.Fields(one.base), base, "the elements of the caller stay")
		require.Equal(t, strings.Fields(one.head), head)
	}
}

// Fields are written with the first letter of their type: i for integer, s for string, b for boolean.
func TestEqualNumbersOfFieldsBetweenPairsAreRenamed(t *testing.T) {
	types := map[byte]string{'i': "integer", 's': "string", 'b': "boolean"}
	text := func(fields string) string {
		var all []string
		for _, name := range strings.Fields(fields) {
			all = append(all, name+": "+types[name[0]])
		}
		return "areas: {things: {operations: {get: {fields: {" + strings.Join(all, ", ") + "}}}}}\n"
	}
	for _, one := range []struct{ base, head, pairs, removed, added string }{
		{"s1 i1 s2", "s1 i2 s2", "s1-s1 i1-i2 s2-s2", "", ""},
		{"s1 i1 b1 s2", "s1 i2 b2 s2", "s1-s1 i1-i2 b1-b2 s2-s2", "", ""},
		{"s1 i1 b1 s2", "s1 b2 i2 s2", "s1-s1 s2-s2", "i1 b1", "b2 i2"},
		{"s1 i1 b1 s2", "s1 i2 s2", "s1-s1 s2-s2", "i1 b1", "i2"},
		{"s1 i1 s2", "s1 s2 i2", "s1-s1 s2-s2", "i1", "i2"},
		{"s1 i1 s2 b1", "s1 i2 s2 b2", "s1-s1 i1-i2 s2-s2 b1-b2", "", ""},
		{"i1 s1", "i2 s1", "i1-i2 s1-s1", "", ""},
		{"s1 i1", "s1 i2 b2", "s1-s1", "i1", "i2 b2"},
		{"s1 s2 i1", "s2 i2 s1", "s1-s1 s2-s2 i1-i2", "", ""},
		{"s1 i1 b1 s2", "s1 b2 s2", "s1-s1 s2-s2", "i1 b1", "b2"},
		{"i1 b1 s2", "b2 s2", "s2-s2", "i1 b1", "b2"},
		{"s1 s3 s2", "s1 s2", "s1-s1 s2-s2", "s3", ""},
		{"i1", "i2", "i1-i2", "", ""},
		{"s1", "s1", "s1-s1", "", ""},
	} {
		base, head := parse(t, text(one.base)), parse(t, text(one.head))
		fields := Of(base, head).BodyFields(base.Areas[0].Operations[0].Request, head.Areas[0].Operations[0].Request)
		var pairs []string
		for _, p := range fields.Pairs {
			pairs = append(pairs, p[Base].Name+"-"+p[Head].Name)
			require.Same(t, p[Head], fields.Head[p[Base]])
			require.Same(t, p[Base], fields.Base[p[Head]])
		}
		require.Equal(t, one.pairs, strings.Join(pairs, " "), "%s, %s", one.base, one.head)
		require.Equal(t, one.removed, names(fields.Removed), "%s, %s", one.base, one.head)
		require.Equal(t, one.added, names(fields.Added), "%s, %s", one.base, one.head)
	}
}

// One field is nested only if its new holder has no other one.
func TestASingleFieldIsNestedInARecordOfItsOwn(t *testing.T) {
	request := func(c *catalog.Catalog) *catalog.Shape { return c.Areas[0].Operations[0].Request }
	flat := parse(t, `areas: {things: {operations: {get: {fields: {id: string, street: string, city: integer}}}}}
`)
	for fields, moved := range map[string]string{
		"street: string":                            "street",
		"street: string, more: boolean":             "",
		"street: string, city: integer":             "street city",
		"street: string, city: integer, a: boolean": "street city",
		"other: boolean":                            "",
	} {
		nested := parse(t, `
records: {Address: {fields: {`+fields+`}}}
areas: {things: {operations: {get: {fields: {id: string, address: Address}}}}}
`)
		found := Of(flat, nested).BodyFields(request(flat), request(nested))
		if moved == "" {
			require.Empty(t, found.Nestings, fields)
			continue
		}
		require.Len(t, found.Nestings, 1, fields)
		require.Equal(t, moved, names(found.Nestings[0].Moved), fields)
		holder := request(nested).Field("address")
		require.True(t, found.IsNested(holder))
		require.True(t, found.IsNested(request(flat).Field("street")))
		require.False(t, found.IsNested(request(flat).Field("id")))
		require.False(t, found.IsNested(request(nested).Field("id")))
	}
}

// The fields of a record are paired once.
func TestRecordFieldsAreKept(t *testing.T) {
	base := parse(t, "records: {A: {fields: {x: string}}}\nareas: {things: {operations: {get: {fields: {a: A}}}}}\n")
	head := parse(t, "records: {A: {fields: {x: string, y: string}}}\nareas: {things: {operations: {get: {fields: {a: A}}}}}\n")
	e := Of(base, head)
	fields := e.RecordFields(base.Records[0])
	require.Equal(t, "y", names(fields.Added))
	require.Same(t, fields, e.RecordFields(base.Records[0]))
}

// A record, union or enum that is used elsewhere has the same content only if all of its types are the same.
func TestContentsAreOfTheSameTypes(t *testing.T) {
	text := func(name, content string) string {
		return "enums: {Color: {values: {red: }}}\nrecords: {Other: {fields: {x: string}}, Another: {fields: {y: integer}}" +
			strings.ReplaceAll(content, "NAME", name) + "areas: {things: {operations: {get: {fields: {v: " + name + ", o: Other, a: Another, c: Color}}}}}\n"
	}
	record := func(field string) string { return ", NAME: {fields: {f: " + field + "}}}\n" }
	union := func(variants string) string { return "}\nunions: {NAME: {by: kind, of: {" + variants + "}}}\n" }
	contents := []string{
		record("string"), record("integer"), record("[string]"), record("[[string]]"), record("{string: string}"),
		record("[string?]"), record("[integer]"), record("Other"), record("Another"), record("[Other]"), record("Color"),
		record("any"), record("object"),
		union("a: Other"), union("a: Another"), union("a: null"), union("b: Other"), union("a: Other, b: null"),
	}
	for i, was := range contents {
		for j, is := range contents {
			base, head := parse(t, text("Was", was)), parse(t, text("Is", is))
			_, isRenamed := renames(Of(base, head))["Was"]
			require.Equal(t, i == j, isRenamed, "%s, %s", was, is)
		}
	}
}

// A renamed type is the same one in arrays and maps.
func TestTypesOfRenamedElementsAreTheSame(t *testing.T) {
	fields := func(name string) string {
		return strings.ReplaceAll("{a: [N], b: {string: N}, c: [[N]], d: [N?], e: N, f: string}", "N", name)
	}
	text := func(name string) string {
		return "records: {" + name + ": {fields: {x: string, y: integer}}}\n" +
			"areas: {things: {operations: {get: {fields: " + fields(name) + "}}}}\n"
	}
	base, head := parse(t, text("Was")), parse(t, text("Is"))
	e := Of(base, head)
	was, is := base.Areas[0].Operations[0].Request.Fields, head.Areas[0].Operations[0].Request.Fields
	for i, b := range was {
		for j, h := range is {
			require.Equal(t, i == j, e.SameType(b.Type, h.Type), "%s, %s", b.Name, h.Name)
		}
	}
}

// Operations and areas are renamed like other elements.
func TestRenamedOperationsAndAreas(t *testing.T) {
	text := func(area, operation, request, response string) string {
		return "areas: {" + area + ": {operations: {" + operation + ": {fields: {" + request + "}, response: {fields: {" + response + "}}}}}}\n"
	}
	base := parse(t, text("things", "get", "id: string", "a: string, b: integer"))
	for _, one := range []struct {
		head                  string
		hasArea, hasOperation bool
	}{
		{text("things", "get", "id: string", "a: string, b: integer"), true, true},
		{text("things", "read", "id: string", "a: string, b: integer"), true, true},
		{text("things", "read", "id: string", "a: string, c: integer"), true, true},
		{text("things", "read", "id: string", "c: string, d: integer"), true, false},
		{text("things", "read", "key: string, x: integer", "a: string, b: integer"), true, false},
		{text("items", "get", "id: string", "a: string, b: integer"), true, true},
		{text("items", "get", "key: string", "c: string, d: integer"), false, false},
	} {
		head := parse(t, one.head)
		e := Of(base, head)
		require.Equal(t, one.hasArea, e.Areas[base.Areas[0]] == head.Areas[0], one.head)
		require.Equal(t, one.hasOperation, e.Operations[base.Areas[0].Operations[0]] == head.Areas[0].Operations[0], one.head)
		require.Equal(t, !one.hasArea, e.Added[head.Areas[0]], one.head)
	}
}

// Operations without fields are told apart by their summaries.
func TestSummariesOfOperationsWithoutFields(t *testing.T) {
	text := func(operation, summary string) string {
		return "areas: {things: {operations: {put: {fields: {x: string}}, " + operation + ": {" + summary + "}}}}\n"
	}
	for _, one := range []struct {
		was, is   string
		isRenamed bool
	}{
		{"summary: Reads all.", "summary: Reads all.", true},
		{"summary: Reads all.", "summary: Writes all.", false},
		{"summary: Reads all.", "", false},
		{"", "summary: Reads all.", false},
		{"", "", false},
	} {
		base, head := parse(t, text("get", one.was)), parse(t, text("read", one.is))
		_, isRenamed := renames(Of(base, head))["things.get"]
		require.Equal(t, one.isRenamed, isRenamed, "%q, %q", one.was, one.is)
	}
}

// Two shapes without a record include the same one.
func TestShapesThatIncludeTheSame(t *testing.T) {
	c := parse(t, "records: {A: {fields: {x: string}}, B: {fields: {y: string}}}\n"+
		"areas: {things: {operations: {a: {include: A}, b: {include: B}, none: {fields: {z: string}}}}}\n")
	e := Of(c, c)
	for i, was := range c.Areas[0].Operations {
		for j, is := range c.Areas[0].Operations {
			require.Equal(t, i == j, e.SameInclude(was.Request, is.Request), "%s, %s", was.Name, is.Name)
		}
	}
	gone := parse(t, "areas: {things: {operations: {a: {fields: {z: string}}}}}\n")
	was, is := c.Areas[0].Operations[0].Request, gone.Areas[0].Operations[0].Request
	require.False(t, Of(c, gone).SameInclude(was, is), "the record is gone")
	require.False(t, Of(gone, c).SameInclude(is, was), "the record is new")
}
