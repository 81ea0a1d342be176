package generator

import (
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// A caller may give a friendly name where the service expects a code. The catalog only names the table
// that maps one to the other; its contents are an option of a client's call. Names are mapped in a
// copy of the request: the caller's own stays as it was.

// codes emits the mapping of friendly names in requests: the option that takes a table, and a
// method of each request and record that contains one. Without tables, it emits nothing.
func codes(a *catalog.Area) []jen.Code {
	tables := codeTables(a.Operations)
	if tables == nil {
		return nil
	}
	methods := codesMethods(packageOf(a))
	return append([]jen.Code{codesOption(a, tables)}, methods.sorted()...)
}

// codeTables returns the names of the tables for the requests of operations, sorted.
func codeTables(ops []*catalog.Operation) []string {
	var requests []*catalog.Shape
	for _, op := range ops {
		requests = append(requests, op.Request)
	}
	var tables []string
	for _, s := range slices.AppendSeq(requests, maps.Keys(catalog.Reached(requests...).Records)) {
		for _, f := range s.Fields {
			if f.Codes != "" {
				tables = append(tables, f.Codes)
			}
		}
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// codesMethods emits a method for each request, record and union that contains a friendly name.
func codesMethods(p pkg) declarations {
	methods := declarations{}
	for _, op := range p.operations {
		if op.Request.HoldsCodes() {
			methods[op.Request.GoName] = codesMethod(plan.Request(op))
		}
	}
	var requests []*catalog.Shape
	for _, op := range p.users {
		requests = append(requests, op.Request)
	}
	sent := catalog.Reached(requests...)
	for r := range sent.Records {
		if p.declares(r) && r.HoldsCodes() {
			methods[r.GoName] = codesMethod(plan.Record(r))
		}
	}
	for u := range sent.Unions {
		if p.declares(u) && u.HoldsCodes() {
			methods[u.GoName] = unionCodes(u)
		}
	}
	return methods
}

// codesOption emits the option that takes a table:
//
//	// WithCodes replaces each friendly name that is a key of codes with its code, and sends the code
//	// of "" if the field is absent or empty. Other names are sent unchanged. The tables are
//	// email_type.
//	func WithCodes(table string, codes map[string]string) api.CallOption {
//		return wire.WithCodes("contacts", table, codes, "email_type")
//	}
func codesOption(a *catalog.Area, tables []string) jen.Code {
	args := append([]jen.Code{jen.Lit(a.Name), jen.Id("table"), jen.Id("codes")},
		literals(tables)...)
	return doc(`WithCodes replaces each friendly name that is a key of codes with its code, ` +
		`and sends the code of "" if ` +
		"the field is absent or empty. Other names are sent unchanged. The tables are " + strings.Join(tables, ", ") + ".").attach(
		jen.Func().Id("WithCodes").Params(jen.Id("table").String(),
			jen.Id("codes").Map(jen.String()).String()).
			Add(apiName("CallOption")).Block(jen.Return(wireName("WithCodes").Add(inParentheses("\treturn wire.WithCodes", textOf(args), "", args...)))))
}

// codesMethod emits the method that maps the names in a copy of a request or a record. If a
// rule or the first item decides whether a field is sent, a field without a value gets no
// code, because that would be a value:
//
//	func (r NewContactRequest) withCodes(c wire.Codes) NewContactRequest {
//		if len(r.Emails) > 0 && !r.Emails[0].isEmpty() {
//			r.Emails = wire.CodedEach(c, r.Emails, EmailEntry.withCodes)
//		}
//		return r
//	}
func codesMethod(p *plan.Plan) jen.Code {
	var body []jen.Code
	s := p.Shape
	for _, f := range s.Fields {
		if !f.HoldsCodes() {
			continue
		}
		inRule := slices.ContainsFunc(p.Rules,
			func(r *catalog.Rule) bool { return slices.Contains(r.Fields, f) })
		sent := plan.FieldStep(f).When
		_, byFirstItem := sent.(plan.FirstItemGiven)
		switch {
		case byFirstItem, f.Type.Kind == catalog.Record && isPointer(f) && !inRule:
			body = append(body, ifThen(condition(sent), setCodes(f)))
		case inRule:
			body = append(body, ifThen(givenCondition(f), setCodes(f)))
		default:
			body = append(body, setCodes(f))
		}
	}
	return coderSignature(s, s.GoName).Block(append(body, jen.Return(jen.Id("r")))...)
}

// coderSignature returns the start of the method that maps the names in a copy of a value, or of the
// function of the same purpose if several areas use the type.
func coderSignature(t shareable, goName string) *jen.Statement {
	r := jen.Id("r").Id(goName)
	c := jen.Id("c").Add(wireName("Codes"))
	if t.IsShared() {
		return sharedDecl(t, catalog.CodesVerb, jen.Func()).Params(r, c).Id(goName)
	}
	return jen.Func().Params(r).Id("withCodes").Params(c).Id(goName)
}

// coderOf returns what [coderSignature] declares as a function: EmailEntry.withCodes, or
// shared.WithCodesEmailEntry.
func coderOf(t *catalog.Type) *jen.Statement {
	if s := shareableOf(t); s.IsShared() {
		return sharedFunc(s, catalog.CodesVerb)
	}
	return baseType(t).Dot("withCodes")
}

// coded calls what [coderSignature] declares for a value of a type, or for a pointer to one.
func coded(t shareable, value *jen.Statement, pointer bool) *jen.Statement {
	switch {
	case !t.IsShared():
		return value.Dot("withCodes").Call(jen.Id("c"))
	case pointer:
		value = jen.Op("*").Add(value)
	}
	return sharedFunc(t, catalog.CodesVerb).Call(value, jen.Id("c"))
}

// setCodes emits the mapping of one field:
//
//	r.Type = c.OptCode("email_type", r.Type)
func setCodes(f *catalog.Field) jen.Code {
	var value *jen.Statement
	switch {
	case f.BehindPointer():
		value = wireName("CodedOrNull").Call(wireName("CodedPointer").Call(itemCoder(f.Type.NotNull()))).Call(fieldExpr(f), jen.Id("c"))
	case f.Type.Nullable, takesItemAppender(f.Type):
		value = itemCoder(f.Type).Call(fieldExpr(f), jen.Id("c"))
	case f.Type.Kind == catalog.Array:
		value = wireName("CodedEach").Call(jen.Id("c"), fieldExpr(f), coderOf(f.Type.Elem))
	case f.Type.Kind == catalog.Record && isPointer(f):
		value = jen.New(coded(f.Type.Record, fieldExpr(f), true))
	case isPointer(f):
		value = jen.Id("c").Dot("OptCode").Call(jen.Lit(f.Codes), fieldExpr(f))
	case f.Codes != "":
		value = jen.Id("c").Dot("Code").Call(jen.Lit(f.Codes), fieldExpr(f))
	default:
		value = coded(shareableOf(f.Type), fieldExpr(f), false)
	}
	return fieldExpr(f).Op("=").Add(value)
}

// unionCodes emits the method that maps the names in a copy of a union:
//
//	func (r Metadata) withCodes(c wire.Codes) Metadata {
//		switch v := wire.Variant(r.Variant).(type) {
//		case MetadataFile:
//			r.Variant = MetadataFile(FileMetadata(v).withCodes(c))
//		}
//		return r
//	}
func unionCodes(u *catalog.TaggedUnion) jen.Code {
	var cases []jen.Code
	for _, v := range variants(u) {
		if v.Record == nil || !v.Record.HoldsCodes() {
			continue
		}
		record := coded(v.Record, jen.Id(v.Record.GoName).Call(jen.Id("v")), false)
		cases = append(cases, jen.Case(jen.Id(v.GoName)).Block(
			jen.Id("r").Dot("Variant").Op("=").Id(v.GoName).Call(record)))
	}
	return coderSignature(u, u.GoName).
		Block(variantSwitch(u, cases), jen.Return(jen.Id("r")))
}
