package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// appendRequest emits the encoder of a body:
//
//	// AppendJSON appends the body of get_claim.
//	func (r *GetClaimRequest) AppendJSON(b []byte) []byte {
//		b = append(b, '{')
//		if api.Given(r.ClaimID) {
//			b = api.AppendString(b, `"claim_id":`, *r.ClaimID)
//		} else if api.Given(r.ClaimNumber) {
//			b = api.AppendString(b, `"claim_number":`, *r.ClaimNumber)
//		}
//		return api.CloseObject(b)
//	}
func appendRequest(op *catalog.Operation) jen.Code {
	if len(op.Request.Fields) == 0 {
		return appendSignature(op.Request, "the body of "+op.Name).
			Add(braces(jen.Return(jen.Append(jen.Id("b"), jen.Lit("{}").Op("...")))))
	}
	written := map[*catalog.Field]bool{}
	var members []jen.Code
	for _, f := range op.Request.Fields {
		if written[f] {
			continue
		}
		if rule := firstOf(op, f); rule != nil {
			members = append(members, appendFirstOf(rule))
			for _, f := range rule.Fields {
				written[f] = true
			}
		} else if p := op.Pagination; p != nil && defaultsPages(p) && (f == p.Page || f == p.Size) {
			members = append(members, appendPages(p))
			written[p.Page], written[p.Size] = true, true
		} else {
			members = append(members, appendMember(f))
		}
	}
	return appendObject(op.Request, "the body of "+op.Name, members)
}

// appendRecord emits the encoder of a record:
//
//	// AppendJSON appends the record.
//	func (r *EmailEntry) AppendJSON(b []byte) []byte {
//		b = append(b, '{')
//		b = api.AppendOptString(b, `"type":`, r.Type)
//		b = api.AppendExtra(b, r.Extra, "type")
//		return api.CloseObject(b)
//	}
func appendRecord(s *catalog.Shape) jen.Code {
	var members []jen.Code
	for _, f := range s.Fields {
		members = append(members, appendMember(f))
	}
	return appendObject(s, "the record", append(members, appendExtra(s)...))
}

// appendResponse emits the encoder of an answer. What it must hold is sent also
// where a service leaves it nil:
//
//	// AppendJSON appends the answer to new_contact.
//	func (r *NewContactResponse) AppendJSON(b []byte) []byte {
//		if len(r.Raw) > 0 {
//			return api.AppendRaw(b, r.Raw)
//		}
//		b = append(b, '{')
//		b = api.AppendString(b, `"contact_id":`, r.ContactID)
//		return api.CloseObject(b)
//	}
func appendResponse(op *catalog.Operation) jen.Code {
	s, raw := op.Response.Shape, jen.Id("r").Dot("Raw")
	sendRaw := when(jen.Len(raw.Clone()).Op(">").Lit(0), jen.Return(rt("AppendRaw").Call(jen.Id("b"), raw)))
	var members []jen.Code
	for _, f := range s.Fields {
		switch {
		case !f.Required || f.Type.Kind != catalog.Array:
			members = append(members, appendMember(f))
		case f.Type.Elem.Kind == catalog.Record:
			members = append(members, appendRecords(f)...)
		default:
			members = append(members, appendValue(f, rt("OrEmpty").Call(on(f))))
		}
	}
	body := object(append(members, appendExtra(s)...))
	return appendSignature(s, "the answer to "+op.Name).Block(append([]jen.Code{sendRaw}, body...)...)
}

// appendExtra emits the further keys of an open record.
func appendExtra(s *catalog.Shape) []jen.Code {
	if !s.Open {
		return nil
	}
	args := append([]jen.Code{jen.Id("b"), jen.Id("r").Dot("Extra")}, text(s.Fields)...)
	return []jen.Code{setB(rt("AppendExtra").Call(args...))}
}

func appendObject(s *catalog.Shape, what string, members []jen.Code) jen.Code {
	return appendSignature(s, what).Block(object(members)...)
}

// object emits the braces around members.
func object(members []jen.Code) []jen.Code {
	return slices.Concat(
		[]jen.Code{setB(jen.Append(jen.Id("b"), jen.LitRune('{')))}, members,
		[]jen.Code{jen.Return(rt("CloseObject").Call(jen.Id("b")))})
}

func appendSignature(s *catalog.Shape, what string) *jen.Statement {
	return doc("AppendJSON appends " + what + ".").
		Add(method(s.GoName, "AppendJSON")).Params(jen.Id("b").Index().Byte()).Index().Byte()
}

// firstOf returns the rule by which only one of several fields is sent.
func firstOf(op *catalog.Operation, f *catalog.Field) *catalog.Rule {
	for _, rule := range op.Rules {
		if rule.Kind == catalog.FirstOf && slices.Contains(rule.Fields, f) {
			return rule
		}
	}
	return nil
}

// appendFirstOf emits a chain that writes the first field that carries a value:
//
//	if api.Given(r.ClaimID) {
//		b = api.AppendString(b, `"claim_id":`, *r.ClaimID)
//	} else if api.Given(r.ClaimNumber) {
//		b = api.AppendString(b, `"claim_number":`, *r.ClaimNumber)
//	}
func appendFirstOf(rule *catalog.Rule) jen.Code {
	chain := jen.Null()
	for i, f := range rule.Fields {
		if i > 0 {
			chain.Else()
		}
		chain.If(given(f)).Block(appendGiven(f))
	}
	return chain
}

// appendPages emits the fields of paging, of which none is sent alone:
//
//	if r.Page != nil || r.Limit != nil {
//		b = api.AppendInt(b, `"page":`, api.Or(r.Page, 1))
//		b = api.AppendInt(b, `"limit":`, api.Or(r.Limit, 100))
//	}
func appendPages(p *catalog.Pagination) jen.Code {
	member := func(f *catalog.Field, otherwise *int) jen.Code {
		if otherwise == nil {
			return appendMember(f)
		}
		return setB(rt("AppendInt").Call(jen.Id("b"), wire(f), rt("Or").Call(on(f), jen.Lit(*otherwise))))
	}
	return when(paging(p), member(p.Page, p.First), member(p.Size, p.DefaultSize))
}

func paging(p *catalog.Pagination) jen.Code {
	return on(p.Page).Op("!=").Nil().Op("||").Add(on(p.Size)).Op("!=").Nil()
}

func defaultsPages(p *catalog.Pagination) bool { return p.First != nil || p.DefaultSize != nil }

// appendMember emits one member, where it is given:
//
//	b = api.AppendOptString(b, `"type":`, r.Type)
func appendMember(f *catalog.Field) jen.Code {
	switch {
	case f.SendIf == catalog.FirstItemNonEmpty:
		return when(firstItemNonEmpty(f), appendGiven(f))
	case f.Default != nil:
		return appendValue(f, rt("Or").Call(orNil(f), goValue(f.Type, f.Default)))
	case pointed(f) && f.Type.Kind == catalog.Record:
		return when(on(f).Op("!=").Nil(), appendGiven(f))
	case pointed(f) && f.Type.Kind == catalog.Enumeration:
		return setB(rt("AppendOptString").Call(jen.Id("b"), wire(f),
			jen.Parens(jen.Op("*").String()).Parens(orNil(f))))
	case pointed(f):
		return setB(rt("AppendOpt"+scalars[f.Type.Kind]).Call(jen.Id("b"), wire(f), orNil(f)))
	case f.Type.Kind == catalog.Array && f.Type.Elem.Kind == catalog.Record:
		return when(on(f).Op("!=").Nil(), appendRecords(f)...)
	default:
		return appendGiven(f)
	}
}

// appendGiven emits a member that is known to be given.
func appendGiven(f *catalog.Field) jen.Code {
	switch {
	case f.Type.Kind == catalog.Array && f.Type.Elem.Kind == catalog.Record:
		return jen.Custom(jen.Options{Separator: "\n"}, appendRecords(f)...)
	case pointed(f) && f.Type.Kind != catalog.Record:
		return appendValue(f, deref(f))
	default:
		return appendValue(f, on(f))
	}
}

// appendValue emits a member whose value is the expression.
func appendValue(f *catalog.Field, value *jen.Statement) jen.Code {
	switch {
	case f.Join != "":
		return setB(rt("AppendJoined").Call(jen.Id("b"), wire(f), value, jen.Lit(f.Join)))
	case f.Type.Kind == catalog.Record:
		return setB(jen.Append(value.Dot("AppendJSON").Call(
			jen.Append(jen.Id("b"), jen.Add(wire(f)).Op("..."))), jen.LitRune(',')))
	case f.Type.Kind == catalog.Array:
		return setB(rt("Append"+scalars[f.Type.Elem.Kind]+"s").Call(jen.Id("b"), wire(f), value))
	case f.Type.Kind == catalog.Enumeration:
		return setB(rt("AppendString").Call(jen.Id("b"), wire(f), jen.String().Call(value)))
	default:
		return setB(rt("Append"+scalars[f.Type.Kind]).Call(jen.Id("b"), wire(f), value))
	}
}

// scalars are the parts of the runtime's names that say what is read or written.
var scalars = map[catalog.Kind]string{
	catalog.String:      "String",
	catalog.Enumeration: "String",
	catalog.Boolean:     "Bool",
	catalog.Integer:     "Int",
	catalog.Number:      "Number",
	catalog.Object:      "Object",
	catalog.Any:         "Any",
	catalog.Unspecified: "Any",
}

// appendRecords emits an array of records:
//
//	b = append(b, `"emails":[`...)
//	for i := range r.Emails {
//		b = append(r.Emails[i].AppendJSON(b), ',')
//	}
//	b = api.CloseArray(b)
func appendRecords(f *catalog.Field) []jen.Code {
	item := on(f).Index(jen.Id("i"))
	return []jen.Code{
		setB(jen.Append(jen.Id("b"), jen.Add(raw(jsonString(f.Name)+":[")).Op("..."))),
		jen.For(jen.Id("i").Op(":=").Range().Add(on(f))).Block(
			setB(jen.Append(item.Dot("AppendJSON").Call(jen.Id("b")), jen.LitRune(',')))),
		setB(rt("CloseArray").Call(jen.Id("b"))),
	}
}

// orNil is an optional field, nil where an empty string counts as absent and it
// is one.
func orNil(f *catalog.Field) *jen.Statement {
	if f.OmitEmpty {
		return rt("NotEmpty").Call(on(f))
	}
	return on(f)
}

// given is the condition that an optional field carries a value.
func given(f *catalog.Field) *jen.Statement {
	switch f.Type.Kind {
	case catalog.String, catalog.Enumeration:
		return rt("Given").Call(on(f))
	case catalog.Array, catalog.Object:
		return jen.Len(on(f)).Op(">").Lit(0)
	case catalog.Any, catalog.Unspecified:
		return jen.Op("!").Add(rt("IsEmpty")).Call(on(f))
	case catalog.Record:
		return on(f).Op("!=").Nil().Op("&&").Op("!").Add(on(f)).Dot("isEmpty").Call()
	default:
		return on(f).Op("!=").Nil()
	}
}

// firstItemNonEmpty is the condition that the first item of an array exists and
// is not empty.
func firstItemNonEmpty(f *catalog.Field) *jen.Statement {
	exists, first := jen.Len(on(f)).Op(">").Lit(0), on(f).Index(jen.Lit(0))
	switch f.Type.Elem.Kind {
	case catalog.String, catalog.Enumeration:
		return exists.Op("&&").Add(first).Op("!=").Lit("")
	case catalog.Object:
		return exists.Op("&&").Len(first).Op(">").Lit(0)
	case catalog.Any, catalog.Unspecified:
		return exists.Op("&&").Op("!").Add(rt("IsEmpty")).Call(first)
	case catalog.Record:
		return exists.Op("&&").Op("!").Add(first).Dot("isEmpty").Call()
	default:
		return exists
	}
}
