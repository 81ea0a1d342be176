package openapi

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// This file has the names of components. Tools make types of them, so that they may not clash,
// even if their case is ignored.

// side is the side on which a schema is used. Constraints of requests do not apply to
// responses, which may have unknown fields and unexpected values.
type side int

const (
	inRequest side = iota
	inResponse
)

// name returns the name of the schema of a record, a union or a variant on one side.
func (s side) name(of string) string {
	if s == inResponse {
		return typeName(of) + ".response"
	}
	return typeName(of)
}

// ref returns a reference to a schema.
func ref(name string) object { return obj("$ref", schemaPrefix+name) }

// schemaPrefix is the beginning of a reference to a schema.
const schemaPrefix = "#/components/schemas/"

// Names of areas and operations contain no dot. So the names of these schemas have two dots
// and never clash with the names of records.
func requestName(op *catalog.Operation) string  { return op.String() + ".request" }
func responseName(op *catalog.Operation) string { return op.String() + ".response" }

// failureName returns the name of the schema of the failures of an operation.
func failureName(op *catalog.Operation) string { return op.String() + ".failure" }

// goNameOfResponse returns the name of the schema of a response in Go. oapi-codegen also makes a
// type of each operation, which would have the same name as the schema.
func goNameOfResponse(op *catalog.Operation) string {
	return op.Area.GoName + op.GoName + "ResponseBody"
}

// typeName is the name of a type as the key of a component, in ASCII letters and
// digits.
func typeName(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch {
		case c < 128:
			b.WriteRune(c)
		case c < 1<<16:
			fmt.Fprintf(&b, "-u%04X", c)
		default:
			fmt.Fprintf(&b, "-U%08X", c)
		}
	}
	return b.String()
}

// problemName returns the name of the schema of problems. No other schema has this name, even
// if case is ignored, as some generators do.
func problemName(schemas object) string {
	const name = "Problem"
	isSame := func(p pair) bool { return strings.EqualFold(p.Key, name) }
	if slices.ContainsFunc(schemas, isSame) {
		return name + ".failure"
	}
	return name
}
