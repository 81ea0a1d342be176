package wire

import (
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/key"
)

// Codes are the tables of one area by which a call maps friendly names to codes.
type Codes struct {
	area   string
	tables map[[2]string]map[string]string // by area and table; not changed once it is made
}

// WithCodes is called by the WithCodes of an area's package, which names the
// area and the tables that it has. A friendly name that the table holds is sent
// as its code; one that it does not hold is sent as it is. The code of "", if
// there is one, is sent where the field is absent or empty. It decides nothing
// else: an array that is sent only where its first item is not empty, and a field
// of a rule over several fields, count as they do without it.
//
// Names are mapped before the request is checked, so that its rules bind the
// codes. The caller's request stays as it is, and answers are not mapped.
//
// Given to a call, a table replaces the one of that name that the client has,
// and an empty one turns it off. A table that the area does not have is an error
// of NewClient, or of the call that it is given to, which then sends nothing.
func WithCodes(area, table string, codes map[string]string, tables ...string) api.CallOption {
	return (&api.Operation{Area: area}).WithCodes(key.Key{}, table, codes, tables)
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

// Coded returns the request, or where the call has tables what mapped, the
// method withCodes, makes of a copy.
func Coded[Req any](call *api.Invocation, req *Req, mapped func(Req, Codes) Req) *Req {
	if req == nil {
		req = new(Req)
	}
	tables := call.Codes(key.Key{})
	if tables == nil {
		return req
	}
	return new(mapped(*req, Codes{call.Operation.Area, tables}))
}

// CodedEach returns what mapped makes of copies of the records.
func CodedEach[T any](c Codes, records []T, mapped func(T, Codes) T) []T {
	coded := slices.Clone(records)
	for i := range coded {
		coded[i] = mapped(coded[i], c)
	}
	return coded
}
