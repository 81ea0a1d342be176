package wire

import (
	"maps"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/encode"
)

// Some services send codes where people have names: "AK" is a state, and "3" the status "open". A table
// maps the names that a program uses to the codes of one deployment, which the catalog cannot know.
// Generated requests with such fields have a method withCodes, which maps a copy.

// Codes are the tables of one area with which a call maps friendly names to codes.
type Codes struct {
	area   string
	tables map[[2]string]map[string]string // by area and table; not changed once it is made
}

// WithCodes is called by the WithCodes of an area's package with the area and its tables. A
// friendly name in the table is sent as its code, and any other name unchanged. If the table
// has a code for "", it is sent if the field is absent or empty; the field still counts as
// empty in send_if and in rules over several fields.
//
// Names are mapped before validation, so the rules apply to the codes. The caller's request
// does not change, and responses are not mapped.
//
// As an option of a call, a table replaces the client's table with the same name, and an
// empty table disables it. For a table that the area does not have, NewClient or the call
// returns an error; then nothing is sent.
func WithCodes(area, table string, codes map[string]string, tables ...string) api.CallOption {
	return forWire.WithCodes(area, table, codes, tables)
}

// Code returns the code of the name in a required field, or the name itself: programs may send codes
// that no table has.
func (c Codes) Code(table, name string) string {
	if code, ok := c.tables[[2]string{c.area, table}][name]; ok {
		return code
	}
	return name
}

// OptCode returns the code of the name in an optional field, or the name itself.
func (c Codes) OptCode(table string, name *string) *string {
	if code, ok := c.tables[[2]string{c.area, table}][Or(name, "")]; ok {
		return &code
	}
	return name
}

// Coded returns the request if the call has no tables, and otherwise the result of calling
// mapped, which is the method withCodes, with a copy.
func Coded[Req any](call *api.Invocation, req *Req, mapped func(Req, Codes) Req) *Req {
	if req == nil {
		req = new(Req)
	}
	tables := forWire.Codes(call)
	if tables == nil {
		return req
	}
	if !encode.Finite(req) { // it contains itself, which encoding reports
		return req
	}
	return new(mapped(*req, Codes{call.Operation.Area, tables}))
}

// CodedEach maps copies of the records. It returns nil for nil, which is absent.
func CodedEach[T any](c Codes, records []T, mapped func(T, Codes) T) []T {
	coded := slices.Clone(records)
	for i := range coded {
		coded[i] = mapped(coded[i], c)
	}
	return coded
}

// CodedItems returns a function that maps copies of the items of an array.
func CodedItems[T any](mapped func(T, Codes) T) func([]T, Codes) []T {
	return func(items []T, c Codes) []T { return CodedEach(c, items, mapped) }
}

// CodedValues returns a function that maps copies of the values of a map.
func CodedValues[T any](mapped func(T, Codes) T) func(map[string]T, Codes) map[string]T {
	return func(values map[string]T, c Codes) map[string]T {
		coded := maps.Clone(values)
		for key := range coded {
			coded[key] = mapped(coded[key], c)
		}
		return coded
	}
}
