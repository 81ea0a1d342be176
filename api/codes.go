package api

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Codes are the tables of one area by which a call maps friendly names to codes.
type Codes struct {
	area   string
	tables map[tableName]map[string]string // not changed once it is made
}

// tableName names a table of codes. Two areas may have one of the same name.
type tableName struct{ area, table string }

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
func WithCodes(area, table string, codes map[string]string, tables ...string) CallOption {
	codes = maps.Clone(codes)
	return callOption(func(call *callConfig) {
		if !slices.Contains(tables, table) {
			call.fail(fmt.Errorf("WithCodes: unknown table %q of %s; expected one of %s", table, area, strings.Join(tables, ", ")))
			return
		}
		all := map[tableName]map[string]string{}
		maps.Copy(all, call.codes)
		all[tableName{area, table}] = codes
		call.codes = all
	})
}

// Code returns the code of a required name, or the name itself.
func (c Codes) Code(table, name string) string {
	if code, ok := c.tables[tableName{c.area, table}][name]; ok {
		return code
	}
	return name
}

// OptCode returns the code of an optional name, or the name itself.
func (c Codes) OptCode(table string, name *string) *string {
	if code, ok := c.tables[tableName{c.area, table}][Or(name, "")]; ok {
		return &code
	}
	return name
}

// Coded returns the request, or where the call has tables what mapped, the
// method withCodes, makes of a copy.
func Coded[Req any](call *Call, req *Req, mapped func(Req, Codes) Req) *Req {
	if req == nil {
		req = new(Req)
	}
	if call.config.codes == nil {
		return req
	}
	return new(mapped(*req, Codes{call.operation.Area, call.config.codes}))
}

// CodedEach returns what mapped makes of copies of the records.
func CodedEach[T any](c Codes, records []T, mapped func(T, Codes) T) []T {
	coded := slices.Clone(records)
	for i := range coded {
		coded[i] = mapped(coded[i], c)
	}
	return coded
}
