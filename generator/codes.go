package generator

import (
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// coding is what an area's client needs to map friendly names.
type coding struct {
	tables []string                // sorted
	holds  map[*catalog.Shape]bool // requests and records that contain a field with codes
}

// codingOf returns the coding of the requests of an area. Responses are not mapped.
func codingOf(a *catalog.Area) coding {
	c := coding{holds: map[*catalog.Shape]bool{}}
	for _, op := range a.Operations {
		c.find(op.Request)
	}
	slices.Sort(c.tables)
	c.tables = slices.Compact(c.tables)
	return c
}

// find adds the shapes in a request that contain a field with codes, directly or in records.
func (c *coding) find(request *catalog.Shape) {
	for _, s := range within(request) {
		for _, inside := range within(s) {
			for _, f := range inside.Fields {
				if f.Codes != "" {
					c.tables = append(c.tables, f.Codes)
					c.holds[s] = true
				}
			}
		}
	}
}

// within returns a shape and the records that it may contain.
func within(s *catalog.Shape) []*catalog.Shape {
	return append(slices.Collect(maps.Keys(catalog.Reached(s).Records)), s)
}

// holdsIn reports whether a record in a field contains a field with codes.
func (c *coding) holdsIn(f *catalog.Field) bool {
	return slices.ContainsFunc(f.Records(), func(r *catalog.Shape) bool { return c.holds[r] })
}

// codes emits the mapping of friendly names: the option that takes a table, and a method of
// each request and record that contains one. Without tables, it emits nothing.
func (c coding) codes(a *catalog.Area) []jen.Code {
	if c.tables == nil {
		return nil
	}
	var methods []declaration
	for _, op := range a.Operations {
		if c.holds[op.Request] {
			methods = append(methods, declaration{op.Request.GoName, codesMethod(c, plan.Request(op))})
		}
	}
	for _, r := range a.Records {
		if c.holds[r] {
			methods = append(methods, declaration{r.GoName, codesMethod(c, plan.Record(r))})
		}
	}
	for _, u := range a.Unions {
		if slices.ContainsFunc(u.Records(), func(r *catalog.Shape) bool { return c.holds[r] }) {
			methods = append(methods, declaration{u.GoName, unionCodes(c, u)})
		}
	}
	return append([]jen.Code{codesOption(c, a)}, sorted(methods)...)
}

// codesOption emits the option that takes a table:
//
//	// WithCodes replaces each friendly name that is a key of codes with its code, and sends the code
//	// of "" if the field is absent or empty. Other names are sent unchanged. The tables are
//	// email_type.
//	func WithCodes(table string, codes map[string]string) api.CallOption {
//		return wire.WithCodes("contacts", table, codes, "email_type")
//	}
func codesOption(c coding, a *catalog.Area) jen.Code {
	args := append([]jen.Code{jen.Lit(a.Name), jen.Id("table"), jen.Id("codes")}, literals(c.tables)...)
	return doc(`WithCodes replaces each friendly name that is a key of codes with its code, and sends the code of "" if `+
		"the field is absent or empty. Other names are sent unchanged. The tables are "+strings.Join(c.tables, ", ")+".").
		Func().Id("WithCodes").Params(jen.Id("table").String(), jen.Id("codes").Map(jen.String()).String()).
		Add(rt("CallOption")).Block(jen.Return(rt("WithCodes").Call(args...)))
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
func codesMethod(c coding, p *plan.Plan) jen.Code {
	var body []jen.Code
	s := p.Shape
	for _, f := range s.Fields {
		if f.Codes == "" && !c.holdsIn(f) {
			continue
		}
		inRule := slices.ContainsFunc(p.Rules, func(r plan.Rule) bool { return slices.Contains(r.Fields, f) })
		sent := plan.FieldStep(f).When
		_, byFirstItem := sent.(plan.FirstItemGiven)
		switch {
		case byFirstItem, f.Type.Kind == catalog.Record && pointed(f) && !inRule:
			body = append(body, when(condition(sent), setCodes(f)))
		case inRule:
			body = append(body, when(given(f), setCodes(f)))
		default:
			body = append(body, setCodes(f))
		}
	}
	return jen.Func().Params(jen.Id("r").Id(s.GoName)).Id("withCodes").Params(jen.Id("c").Add(rt("Codes"))).Id(s.GoName).
		Block(append(body, jen.Return(jen.Id("r")))...)
}

// setCodes emits the mapping of one field:
//
//	r.Type = c.OptCode("email_type", r.Type)
func setCodes(f *catalog.Field) jen.Code {
	coded := on(f).Dot("withCodes").Call(jen.Id("c"))
	switch {
	case f.BehindPointer():
		coded = rt("CodedOrNull").Call(rt("CodedPointer").Call(coder(f.Type.NotNull()))).Call(on(f), jen.Id("c"))
	case f.Type.Nullable, composed(f.Type):
		coded = coder(f.Type).Call(on(f), jen.Id("c"))
	case f.Type.Kind == catalog.Array:
		coded = rt("CodedEach").Call(jen.Id("c"), on(f), baseType(f.Type.Elem).Dot("withCodes"))
	case f.Type.Kind == catalog.Record && pointed(f):
		coded = jen.New(coded)
	case pointed(f):
		coded = jen.Id("c").Dot("OptCode").Call(jen.Lit(f.Codes), on(f))
	case f.Codes != "":
		coded = jen.Id("c").Dot("Code").Call(jen.Lit(f.Codes), on(f))
	}
	return on(f).Op("=").Add(coded)
}
