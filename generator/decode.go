package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// This file emits the decoders. Each is a loop over the members as they come, so that a body is read
// once and an error names its place. Strings of optional fields are kept in a slab: one allocation has
// the body and the strings that its pointers point to.

// decodeRequest emits the decoder of a body, which also validates and settles it:
//
//	func decodeGetClaimRequest(d *wire.Decoder) *GetClaimRequest {
//		const (
//			nClaimID = iota
//			nClaimNumber
//			slots // for the strings above
//		)
//		s, r := wire.NewSlab[GetClaimRequest, [slots]string]()
//		for d.Begin(s.Slots[:]); d.Next(); {
//			switch d.Key() {
//			case "claim_id":
//				r.ClaimID = d.OptString(nClaimID)
//			case "claim_number":
//				r.ClaimNumber = d.OptString(nClaimNumber)
//			}
//		}
//		r.validate(&d.Validator)
//		switch {
//		case wire.Given(r.ClaimID):
//			r.ClaimNumber = nil
//		default:
//			r.ClaimID = nil
//		}
//		return r
//	}
func decodeRequest(op *catalog.Operation, c *checked) jen.Code {
	s, p := op.Request, plan.Request(op)
	begin := jen.Nil()
	result := jen.Id("r").Op(":=").New(jen.Id(s.GoName))
	if slices.ContainsFunc(s.Fields, hasSlot) {
		begin = jen.Id("s").Dot("Slots").Index(jen.Op(":"))
		result = jen.List(jen.Id("s"), jen.Id("r")).Op(":=").
			Add(wireName("NewSlab")).Index(jen.List(jen.Id(s.GoName),
			jen.Index(jen.Id("slots")).String())).Call()
	}
	body := append([]jen.Code{memberNumbers(s, hasSlot), result},
		decodeMembers(s, jen.Id("d").Dot("Begin").Call(begin))...)
	if len(c.request(p)) > 0 {
		body = append(body, jen.Id("r").Dot("validate").Call(jen.Op("&").Id("d").Dot("Validator")))
	}
	body = append(body, settle(p)...)
	return jen.Func().Add(decoder(s)).Params(param("d", wireName("Decoder"))).Op("*").Id(s.GoName).
		Block(append(body, jen.Return(jen.Id("r")))...)
}

// decodeResponse emits the decoder of a response:
//
//	func decodeNewContactResponse(d *wire.Decoder) *NewContactResponse {
//		const nContactID = iota
//		r := &NewContactResponse{Received: d.Received()}
//		for d.Begin(nil); d.Next(); {
//			switch d.Key() {
//			case "contact_id":
//				r.ContactID = d.String(nContactID)
//			}
//		}
//		d.Require(nContactID, "contact_id")
//		return r
//	}
func decodeResponse(op *catalog.Operation) jen.Code {
	s := op.Response.Shape
	result := jen.Id("r").Op(":=").Op("&").Id(s.GoName).Values(jen.Dict{jen.Id("Received"): jen.Id("d").Dot("Received").Call()})
	begin := jen.Id("d").Dot("Begin").Call(jen.Nil())
	if len(plan.Record(s).Needed()) == 0 {
		begin = jen.Id("d").Dot("BeginResponse").Call()
	}
	body := append([]jen.Code{memberNumbers(s, nil), result}, decodeMembers(s, begin)...)
	if whole := op.Response.Whole; whole != nil {
		body = []jen.Code{result, wireName("Whole").Call(jen.Id("d"),
			jen.Op("&").Add(fieldExpr(whole)), itemReader(whole.Type))}
	}
	return jen.Func().Add(decoder(s)).Params(param("d", wireName("Decoder"))).Op("*").Id(s.GoName).
		Block(append(body, jen.Return(jen.Id("r")))...)
}

// decodeRecord emits the decoder of a record:
//
//	func decodeEmailEntry(d *wire.Decoder, r *EmailEntry) {
//		const nType = iota
//		for d.Begin(nil); d.Next(); {
//			switch d.Key() {
//			case "type":
//				r.Type = d.OptString(nType)
//			default:
//				d.Extra(&r.Extra)
//			}
//		}
//	}
func decodeRecord(s *catalog.Shape) jen.Code {
	body := append([]jen.Code{memberNumbers(s, nil)},
		decodeMembers(s, jen.Id("d").Dot("Begin").Call(jen.Nil()))...)
	if filled := settle(plan.Record(s)); filled != nil {
		body = append(body, ifThen(jen.Id("d").Dot("IsRequest").Call(), filled...))
	}
	return recordDecoder(s, s.GoName).Block(body...)
}

// recordDecoder returns the start of the function that decodes a record or a union.
func recordDecoder(t shareable, goName string) *jen.Statement {
	start := jen.Func().Add(decoderOf(t, goName))
	if t.IsShared() {
		start = sharedDecl(t, catalog.DecodeVerb, jen.Func())
	}
	return start.Params(param("d", wireName("Decoder")), jen.Id("r").Op("*").Id(goName))
}

// memberNumbers emits the numbers of an object's members. Members with a slot in the slab
// come first, so that the next number is their count. No line contains a number, so that
// a new member adds only its line, and branches that add members merge.
func memberNumbers(s *catalog.Shape, slotted func(*catalog.Field) bool) jen.Code {
	var names, others []jen.Code
	for _, f := range s.Fields {
		if slotted != nil && slotted(f) {
			names = append(names, memberNumber(f))
		} else {
			others = append(others, memberNumber(f))
		}
	}
	if names != nil {
		names = append(names, jen.Id("slots").Comment("for the strings above"))
	}
	names = append(names, others...)
	if names == nil {
		return jen.Null()
	}
	names[0].(*jen.Statement).Op("=").Iota() // the others repeat it
	if len(names) == 1 {
		return jen.Const().Add(names[0])
	}
	return jen.Const().Defs(names...)
}

// decodeMembers emits the loop over the members of an object.
func decodeMembers(s *catalog.Shape, begin jen.Code) []jen.Code {
	var cases, checks []jen.Code
	for _, f := range s.Fields {
		cases = append(cases, jen.Case(jen.Lit(f.Name)).Block(decodeMember(f)))
		if f.Required {
			checks = append(checks,
				jen.Id("d").Dot("Require").Call(memberNumber(f), jen.Lit(f.Name)))
		}
	}
	if s.Open {
		cases = append(cases,
			jen.Default().Block(jen.Id("d").Dot("Extra").Call(jen.Op("&").Id("r").Dot("Extra"))))
	}
	loop := jen.For(jen.Add(begin), jen.Id("d").Dot("Next").Call(), jen.Empty()).Block(
		jen.Switch(jen.Id("d").Dot("Key").Call()).Block(cases...))
	return append([]jen.Code{loop}, checks...)
}

// decodeMember emits the statement that reads a member, such as
// wire.Nullable(d, nPhone, &r.Phone, wire.StringItem), or:
//
//	r.ClaimID = d.OptString(nClaimID)
func decodeMember(f *catalog.Field) jen.Code {
	t, n := f.Type, memberNumber(f)
	read := func(name string) *jen.Statement { return jen.Id("d").Dot(name).Call(n) }
	nested := func(name string, t *catalog.Type, to ...jen.Code) *jen.Statement {
		return wireName(name).Call(append(append([]jen.Code{jen.Id("d"), n}, to...),
			decoderOf(shareableOf(t), t.Go().Name))...)
	}
	set := func(code jen.Code) jen.Code { return fieldExpr(f).Op("=").Add(code) }
	switch {
	case t.Nullable:
		reader := itemReader(t.NotNull())
		if f.BehindPointer() {
			reader = wireName("PointerOf").Call(reader)
		}
		return wireName("Nullable").Call(jen.Id("d"), n, address(f), reader)
	case f.Join != "":
		return set(jen.Id("d").Dot("Joined").Call(n, jen.Lit(f.Join)))
	case t.Kind == catalog.Record && f.Required, t.Kind == catalog.Union:
		return nested("RequiredRecord", t, address(f))
	case t.Kind == catalog.Record:
		return set(nested("Record", t))
	case t.Kind == catalog.Enumeration && f.Required:
		return set(jen.Id(t.Enum.GoName).Call(read("String")))
	case t.Kind == catalog.Enumeration:
		return set(jen.Parens(jen.Op("*").Id(t.Enum.GoName)).Call(read("OptString")))
	case t.Kind == catalog.Map:
		return set(wireName("Map").Call(jen.Id("d"), n, itemReader(t.Elem)))
	case isRecordList(t):
		return set(nested("Records", t.Elem))
	case t.Kind == catalog.Array:
		return set(wireName("Array").Call(jen.Id("d"), n, itemReader(t.Elem)))
	case isPointer(f):
		return set(read("Opt" + scalars[t.Kind]))
	default:
		return set(read(scalars[t.Kind]))
	}
}

// settle emits the changes to a request before the service gets it. If only the first of
// several fields counts, the others become nil; absent fields get their defaults, and
// empty strings that count as absent become nil.
func settle(p *plan.Plan) []jen.Code {
	var code []jen.Code
	for _, step := range p.Settle {
		var filled []jen.Code
		for _, m := range step.Members() {
			filled = append(filled, fillIn(m))
		}
		switch step := step.(type) {
		case plan.FirstOf:
			code = append(code, settleFirstOf(step))
		case plan.Group:
			code = append(code, ifThen(anyOf(step), filled...))
		default:
			code = append(code, filled...)
		}
	}
	return code
}

// settleFirstOf emits the choice of one field, as in decodeRequest.
func settleFirstOf(first plan.FirstOf) jen.Code {
	var cases []jen.Code
	for i, winner := range first {
		var losers []jen.Code
		for _, m := range first {
			if m.Field != winner.Field {
				losers = append(losers, fieldOrVariant(m.Field).Op("=").Nil())
			}
		}
		if i == len(first)-1 {
			cases = append(cases, jen.Default().Block(losers...))
		} else {
			cases = append(cases, jen.Case(givenCondition(winner.Field)).Block(losers...))
		}
	}
	return jen.Switch().Block(cases...)
}

// fillIn emits the default of a member, or the replacement of an empty string by nil:
//
//	r.Type = wire.Default(r.Type, ContactTypeIndividual)
func fillIn(m plan.Member) jen.Code {
	value := fieldOrNil(m)
	if m.Default != nil && m.Field.Type.Nullable {
		value = jen.Op("*").Add(wireName("OrValue")).Call(address(m.Field),
			goValue(m.Field.Type.NotNull(), m.Default))
	} else if m.Default != nil {
		value = wireName("Default").Call(value, goValue(m.Field.Type, m.Default))
	} else if _, omitted := m.When.(plan.Given); !omitted {
		return nil
	}
	return fieldExpr(m.Field).Op("=").Add(value)
}
