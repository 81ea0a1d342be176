package generator

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// codes emits the mapping of friendly names in requests: the option that takes a table, and a
// method of each request and record that contains one. Without tables, it emits nothing.
func codes(a *catalog.Area) []jen.Code {
	var requests []*catalog.Shape
	var tables []string
	methods := declarations{}
	add := func(p *plan.Plan) {
		methods[p.Shape.GoName] = codesMethod(p)
		for _, f := range p.Shape.Fields {
			if f.Codes != "" {
				tables = append(tables, f.Codes)
			}
		}
	}
	for _, op := range a.Operations {
		requests = append(requests, op.Request)
		if op.Request.HoldsCodes() {
			add(plan.Request(op))
		}
	}
	sent := catalog.Reached(requests...)
	for r := range sent.Records {
		if r.HoldsCodes() {
			add(plan.Record(r))
		}
	}
	for u := range sent.Unions {
		if u.HoldsCodes() {
			methods[u.GoName] = unionCodes(u)
		}
	}
	if tables == nil {
		return nil
	}
	slices.Sort(tables)
	return append([]jen.Code{codesOption(a, slices.Compact(tables))}, methods.sorted()...)
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
	return jen.Func().Params(jen.Id("r").Id(s.GoName)).Id("withCodes").Params(jen.Id("c").Add(wireName("Codes"))).Id(s.GoName).
		Block(append(body, jen.Return(jen.Id("r")))...)
}

// setCodes emits the mapping of one field:
//
//	r.Type = c.OptCode("email_type", r.Type)
func setCodes(f *catalog.Field) jen.Code {
	coded := fieldExpr(f).Dot("withCodes").Call(jen.Id("c"))
	switch {
	case f.BehindPointer():
		coded = wireName("CodedOrNull").Call(wireName("CodedPointer").Call(itemCoder(f.Type.NotNull()))).Call(fieldExpr(f), jen.Id("c"))
	case f.Type.Nullable, composed(f.Type):
		coded = itemCoder(f.Type).Call(fieldExpr(f), jen.Id("c"))
	case f.Type.Kind == catalog.Array:
		coded = wireName("CodedEach").Call(jen.Id("c"), fieldExpr(f),
			baseType(f.Type.Elem).Dot("withCodes"))
	case f.Type.Kind == catalog.Record && isPointer(f):
		coded = jen.New(coded)
	case isPointer(f):
		coded = jen.Id("c").Dot("OptCode").Call(jen.Lit(f.Codes), fieldExpr(f))
	case f.Codes != "":
		coded = jen.Id("c").Dot("Code").Call(jen.Lit(f.Codes), fieldExpr(f))
	}
	return fieldExpr(f).Op("=").Add(coded)
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
		cases = append(cases, jen.Case(jen.Id(v.GoName)).Block(
			jen.Id("r").Dot("Variant").Op("=").Id(v.GoName).Call(jen.Id(v.Record.GoName).Call(jen.Id("v")).Dot("withCodes").Call(jen.Id("c")))))
	}
	return jen.Func().Params(jen.Id("r").Id(u.GoName)).Id("withCodes").Params(jen.Id("c").Add(wireName("Codes"))).Id(u.GoName).
		Block(variantSwitch(u, cases), jen.Return(jen.Id("r")))
}
