package wire

import (
	"maps"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/bridge"
	"example.com/opgen/api/internal/encode"
)

// Codes are the tables of one area, by which a call maps friendly names to codes.
type Codes struct {
	area   string
	tables map[[2]string]map[string]string // by area and table; not changed once it is made
}

// WithCodes is called by the WithCodes of the package of an area, which passes the
// area and its tables. A friendly name in the table is sent as its code, and any
// other name as it is. The code of "", if there is one, is sent if the field is
// absent or empty. Nothing else changes: an array that is only sent if its first
// item is not empty, and a field in a rule over several fields, count as they do
// without the option.
//
// Names are mapped before the request is checked, so the rules apply to the codes.
// The request of the caller does not change, and responses are not mapped.
//
// In a call, a table replaces the table of the client with the same name, and an
// empty table turns it off. A table that the area does not have is an error of
// NewClient, or of the call, which then sends nothing.
func WithCodes(area, table string, codes map[string]string, tables ...string) api.CallOption {
	return withCodes(area, table, codes, tables)
}

// Code returns the code of a required name, or the name itself.
func (c Codes) Code(table, name string) string {
	if code, ok := c.tables[[2]string{c.area, table}][name]; ok {
		return code
	}
	return name
}

// OptCode returns the code of an optional name, or the name itself.
func (c Codes) OptCode(table string, name *string) *string {
	if code, ok := c.tables[[2]string{c.area, table}][Or(name, "")]; ok {
		return &code
	}
	return name
}

// Coded returns the request. If the call has tables, it returns what mapped, the
// method withCodes, makes of a copy.
func Coded[Req any](call *api.Invocation, req *Req, mapped func(Req, Codes) Req) *Req {
	if req == nil {
		req = new(Req)
	}
	tables := bridge.Get[codesFunc](&bridge.Codes)(call)
	if tables == nil || !encode.Finite(req) { // which encoding reports
		return req
	}
	return new(mapped(*req, Codes{call.Operation.Area, tables}))
}

// CodedEach maps copies of the records.
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
