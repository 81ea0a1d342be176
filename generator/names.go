package generator

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// The names of what the generated files declare for each other. Names that callers see are Go names
// of the catalog.

// opVar returns the variable of an operation: opGetClaim.
func opVar(op *catalog.Operation) *jen.Statement { return jen.Id("op" + op.GoName) }

// vectorFunc returns the function with the vectors of an operation: vectorsOfGetClaim.
func vectorFunc(op *catalog.Operation) *jen.Statement { return jen.Id("vectorsOf" + op.GoName) }

// decoder returns the function that decodes a request, a record or a response.
func decoder(s *catalog.Shape) *jen.Statement { return decoderOf(s, s.GoName) }

// decoderOf is [decoder] for any type, given with its name.
func decoderOf(t shareable, goName string) *jen.Statement {
	if t.IsShared() {
		return sharedFunc(t, catalog.DecodeVerb)
	}
	return jen.Id("decode" + goName)
}

// requestDecoder returns the function that decodes a request, which may have no fields.
func requestDecoder(s *catalog.Shape) *jen.Statement {
	if !hasMembers(s) {
		return wireName("NoFields").Index(jen.Id(s.GoName))
	}
	return decoder(s)
}

// membersOf returns the function that appends the members of a recursive record or union
// without checking whether it is finite.
func membersOf(t shareable, goName string) *jen.Statement {
	return nestedFunc(t, goName, "appendMembers", catalog.MembersVerb)
}

// appendNested appends a record or a union in another to a buffer. The value is a pointer if pointer
// is set.
func appendNested(t shareable, value *jen.Statement, pointer, circular bool, buffer jen.Code) *jen.Statement {
	if circular {
		return callNested(t, value, pointer, "appendMembers", catalog.MembersVerb, buffer)
	}
	return value.Dot("AppendJSON").Call(buffer)
}

func valuesVar(e *catalog.Enum) *jen.Statement {
	if e.IsShared() {
		return sharedFunc(e, catalog.ValuesVerb)
	}
	return jen.Id("valuesOf" + e.GoName)
}

func variantsVar(u *catalog.TaggedUnion) *jen.Statement { return jen.Id("variantsOf" + u.GoName) }

// patternVar returns the name of a pattern's variable. It doubles the underscores in its
// parts, so that each pair of a shape and a field has another name.
func patternVar(s *catalog.Shape, f *catalog.Field) string {
	double := func(name string) string { return strings.ReplaceAll(name, "_", "__") }
	return "patternOf" + double(s.GoName) + "_" + double(f.GoName)
}

// memberNumber returns the constant of a member: nClaimID. No other name in the function
// starts with an n and a capital letter.
func memberNumber(f *catalog.Field) *jen.Statement { return jen.Id("n" + f.GoName) }
