package pairing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

const header = `catalog: 1
info: {title: T, version: v1, package: example}
path: /api/{area}/{operation}
`

// parse returns the catalog of a text without problems.
func parse(t *testing.T, text string) *catalog.Catalog {
	t.Helper()
	c, problems := catalog.Parse("catalog.yaml", []byte(header+text))
	require.Empty(t, problems, "%s:\n%s", text, problems.Error())
	return c
}

// renames returns the name of each operation, record, enum and union of the base that has a
// counterpart of another name, with this name.
func renames(e *Elements) map[string]string {
	all := map[string]string{}
	add := func(base, head string) {
		if base != head {
			all[base] = head
		}
	}
	for b, h := range e.Operations {
		add(b.String(), h.String())
	}
	for b, h := range e.Records {
		add(b.Name, h.Name)
	}
	for b, h := range e.Enums {
		add(b.Name, h.Name)
	}
	for b, h := range e.Unions {
		add(b.Name, h.Name)
	}
	return all
}

func TestElementsOfEqualContentAreRenamed(t *testing.T) {
	base := parse(t, `
enums:
  Color: {values: {red: , blue: }}
records:
  Thing: {fields: {color: Color, size: integer}}
unions:
  Event: {by: kind, of: {made: {record: Thing}, gone: }}
areas:
  things:
    operations:
      get: {fields: {id: string}, response: {fields: {thing: Thing, event: Event}}}
`)
	head := parse(t, `
enums:
  Paint: {values: {red: , blue: }}
records:
  Item: {fields: {color: Paint, size: integer}}
unions:
  Step: {by: kind, of: {made: {record: Item}, gone: }}
areas:
  things:
    operations:
      read: {fields: {id: string}, response: {fields: {thing: Item, event: Step}}}
`)
	e := Of(base, head)
	require.Equal(t, map[string]string{
		"Color": "Paint", "Thing": "Item", "Event": "Step", "things.get": "things.read",
	}, renames(e))
	require.Empty(t, e.Added)
	response := func(c *catalog.Catalog) *catalog.Shape { return c.Areas[0].Operations[0].Response.Shape }
	for i, f := range response(base).Fields {
		require.True(t, e.SameType(f.Type, response(head).Fields[i].Type), f.Name)
	}
	require.False(t, e.SameType(response(base).Fields[0].Type, response(head).Fields[1].Type))
}

// Two thirds of the larger element have to be the same.
func TestElementsOfOtherContentAreNotRenamed(t *testing.T) {
	text := func(name, fields string) string {
		return "records:\n  " + name + ": {fields: {" + fields + "}}\n" +
			"areas: {things: {operations: {get: {fields: {thing: " + name + "}}}}}\n"
	}
	base := parse(t, text("Thing", "a: string, b: string"))
	for fields, renamed := range map[string]bool{
		"a: string, b: string, c: string":            true,
		"a: string, b: string, c: string, d: string": false,
		"a: string, b: integer":                      false,
		"a: string":                                  false,
	} {
		head := parse(t, text("Item", fields))
		e := Of(base, head)
		require.Equal(t, renamed, e.Records[base.Records[0]] != nil, fields)
		require.Equal(t, !renamed, e.Added[head.Records[0]], fields)
	}
}

// The end of a deprecated element was announced, so nothing is its new name.
func TestDeprecatedElementsAreNotRenamed(t *testing.T) {
	base := parse(t, `
areas:
  things:
    operations:
      get: {deprecated: {}, fields: {id: string, name: string, size: integer}}
      put: {fields: {old: {type: string, deprecated: {}}}}
`)
	head := parse(t, `
areas:
  things:
    operations:
      read: {fields: {id: string, name: string, size: integer}}
      put: {fields: {new: string}}
`)
	e := Of(base, head)
	require.Empty(t, renames(e))
	was, is := base.Areas[0].Operations[1].Request, head.Areas[0].Operations[1].Request
	fields := e.BodyFields(was, is)
	require.Equal(t, was.Fields, fields.Removed)
	require.Equal(t, is.Fields, fields.Added)
}

func TestFieldsArePairedByPlace(t *testing.T) {
	text := func(fields string) string {
		return "areas: {things: {operations: {get: {fields: {first: string, " + fields + ", last: string}}}}}\n"
	}
	request := func(c *catalog.Catalog) *catalog.Shape { return c.Areas[0].Operations[0].Request }
	base := parse(t, text("old: integer"))
	for fields, renamed := range map[string]bool{
		"new: integer":                            true,
		"new: string":                             false, // of another type
		"new: {type: integer, required: true}":    false, // of another need
		"new: integer, more: integer":             false, // more fields
		"older: {type: integer, go: {name: Old}}": true,  // of the same name in Go
	} {
		head := parse(t, text(fields))
		found := Of(base, head).BodyFields(request(base), request(head))
		require.Equal(t, renamed, found.Head[request(base).Field("old")] != nil, fields)
	}
}

func TestFieldsThatMoveIntoARecordAreNested(t *testing.T) {
	flat := parse(t, `
enums: {City: {values: {london: , paris: }}}
areas: {things: {operations: {get: {fields: {id: string, street: string, city: City}}}}}
`)
	nested := parse(t, `
enums: {Town: {values: {london: , paris: }}}
records: {Address: {fields: {street: string, city: Town}}}
areas: {things: {operations: {get: {fields: {id: string, address: Address}}}}}
`)
	request := func(c *catalog.Catalog) *catalog.Shape { return c.Areas[0].Operations[0].Request }
	into := Of(flat, nested).BodyFields(request(flat), request(nested))
	require.Equal(t, []Nesting{{
		Holder: request(nested).Field("address"), Side: Head, Moved: request(flat).Fields[1:],
	}}, into.Nestings)
	outOf := Of(nested, flat).BodyFields(request(nested), request(flat))
	require.Equal(t, []Nesting{{
		Holder: request(nested).Field("address"), Side: Base, Moved: request(flat).Fields[1:],
	}}, outOf.Nestings)
}

// A field that both sides have is not new if it moves between a body and its record.
func TestFieldsThatMoveIntoTheIncludedRecordStayPaired(t *testing.T) {
	text := func(record, own string) string {
		return "records: {Address: {fields: {city: string" + record + "}}}\n" +
			"areas: {things: {operations: {get: {include: Address, fields: {id: string" + own + "}}}}}\n"
	}
	base := parse(t, text("", ", street: string"))
	head := parse(t, text(", street: string", ""))
	was, is := base.Areas[0].Operations[0].Request, head.Areas[0].Operations[0].Request
	fields := Of(base, head).BodyFields(was, is)
	require.Equal(t, [][2]*catalog.Field{{was.Field("street"), is.Field("street")}}, fields.Moved)
	require.Equal(t, is.Field("street"), fields.Head[was.Field("street")])
	require.Empty(t, fields.Removed)
	require.Empty(t, fields.Added)
	require.Equal(t, is.Field("city"), fields.Head[was.Field("city")])
}
