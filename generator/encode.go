package generator

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// This file emits the encoders. They append to a buffer instead of calling encoding/json: the rules of
// a catalog decide which members are sent, and a member costs one call of the runtime and no reflection.

// appendRequest emits the encoder of a body:
//
//	// AppendJSON appends the body of get_claim.
//	func (r *GetClaimRequest) AppendJSON(b []byte) []byte {
//		b = append(b, '{')
//		if wire.Given(r.ClaimID) {
//			b = wire.AppendString(b, `"claim_id":`, *r.ClaimID)
//		} else if wire.Given(r.ClaimNumber) {
//			b = wire.AppendString(b, `"claim_number":`, *r.ClaimNumber)
//		}
//		return wire.CloseObject(b)
//	}
func appendRequest(op *catalog.Operation) jen.Code {
	if !hasMembers(op.Request) {
		return appendSignature(op.Request.GoName, "the body of "+op.Name,
			braces(jen.Return(jen.Append(jen.Id("b"), jen.Lit("{}").Op("...")))))
	}
	return appendFunc(op.Request, op.Request.GoName, "the body of "+op.Name, isRecursive(op.Request),
		objectBody(op.Request, appendSteps(plan.Request(op)))...)
}

// appendRecord emits the encoder of a record:
//
//	// AppendJSON appends the record.
//	func (r *EmailEntry) AppendJSON(b []byte) []byte {
//		b = append(b, '{')
//		b = wire.AppendOptString(b, `"type":`, r.Type)
//		b = wire.AppendExtra(b, r.Extra, fieldsOfEmailEntry.Of(r)...)
//		return wire.CloseObject(b)
//	}
func appendRecord(s *catalog.Shape) jen.Code {
	return appendFunc(s, s.GoName, "the record", isRecursive(s),
		objectBody(s, appendSteps(plan.Record(s)))...)
}

// appendFunc emits an encoder. That of a type that may contain further values of it is:
//
//	// AppendJSON appends the record.
//	func (r *Folder) AppendJSON(b []byte) []byte { return wire.AppendFinite(b, r, (*Folder).appendMembers) }
//
//	func (r *Folder) appendMembers(b []byte) []byte {
//		b = append(b, '{')
//		return wire.CloseObject(b)
//	}
func appendFunc(t shareable, goName, what string, recursive bool, body ...jen.Code) jen.Code {
	if !recursive {
		return appendSignature(goName, what, jen.Block(body...))
	}
	finite := wireName("AppendFinite").Call(jen.Id("b"), jen.Id("r"), membersOf(t, goName))
	return stacked("\n\n", appendSignature(goName, what, braces(jen.Return(finite))),
		appendMembers(t, goName, body...))
}

// appendSignature emits AppendJSON with a body in braces.
func appendSignature(goName, what string, body jen.Code) jen.Code {
	return doc("AppendJSON appends " + what + ".").attach(
		method(goName, "AppendJSON").Params(jen.Id("b").Index().Byte()).Index().Byte().Add(body))
}

// appendResponse emits the encoder of a response, or of the members of a lenient one:
//
//	// AppendJSON appends the response to new_contact.
//	func (r *NewContactResponse) AppendJSON(b []byte) []byte {
//		b = append(b, '{')
//		b = wire.AppendString(b, `"contact_id":`, r.ContactID)
//		return wire.CloseObject(b)
//	}
func appendResponse(op *catalog.Operation) jen.Code {
	s := op.Response.Shape
	var body []jen.Code
	if whole := op.Response.Whole; whole != nil {
		body = []jen.Code{jen.Return(wholeValue(whole))}
	} else {
		body = objectBody(s, responseMembers(s))
	}
	if op.Response.Lenient {
		return appendMembers(s, s.GoName, body...)
	}
	return appendFunc(s, s.GoName, "the response to "+op.Name, isRecursive(s), body...)
}

// responseMembers emits the statements that append the members of a response. Required arrays
// and maps are sent even if a service leaves them nil.
func responseMembers(s *catalog.Shape) (code []jen.Code) {
	for _, step := range plan.Record(s).Send {
		f := step.Members()[0].Field
		switch {
		case f.Required && f.Type.Nullable:
			code = append(code, appendNullable(f, wireName("OrNull").Call(address(f))))
		case !f.Required || !f.Type.Holder():
			code = append(code, appendStep(step))
		case f.Type.Kind == catalog.Map:
			code = append(code, appendValue(f, wireName("OrEmptyMap").Call(fieldExpr(f))))
		case isRecordList(f.Type):
			code = append(code, appendRecords(f))
		default:
			code = append(code, appendValue(f, wireName("OrEmpty").Call(fieldExpr(f))))
		}
	}
	return code
}

// appendMembers emits the method that appends the members, for encoders with more steps:
//
//	func (r *GetReportResponse) appendMembers(b []byte) []byte {
//		b = append(b, '{')
//		b = wire.AppendOptInt(b, `"total":`, r.Total)
//		return wire.CloseObject(b)
//	}
func appendMembers(t shareable, goName string, block ...jen.Code) jen.Code {
	return nestedMethod(t, goName, "appendMembers", catalog.MembersVerb, jen.Id("b").Index().Byte()).
		Index().Byte().Block(block...)
}

// appendLenient emits the encoder of a lenient response:
//
//	// AppendJSON appends the response. Values that differed stay as they were received.
//	func (r *GetReportResponse) AppendJSON(b []byte) []byte {
//		return wire.AppendLenient(b, r, r.Received, decodeGetReportResponse, (*GetReportResponse).appendMembers)
//	}
func appendLenient(s *catalog.Shape) jen.Code {
	r := jen.Id("r").Op("*").Id(s.GoName)
	b := jen.Id("b").Index().Byte()
	members := membersOf(s, s.GoName)
	text := fmt.Sprintf("b, r, r.Received, decode%s, (*%s).appendMembers", s.GoName, s.GoName)
	if isRecursive(s) {
		members = jen.Func().Params(r, b).Index().Byte().
			Add(braces(jen.Return(wireName("AppendFinite").Call(jen.Id("b"), jen.Id("r"),
				membersOf(s, s.GoName)))))
	}
	return appendSignature(s.GoName, "the response. Values that differed stay as they were "+
		"received", jen.Block(
		jen.Return(wireName("AppendLenient").Add(inParentheses("\treturn wire.AppendLenient", text, "",
			jen.Id("b"), jen.Id("r"), jen.Id("r").Dot("Received"), decoder(s), members)))))
}

// objectBody emits the statements that append an object with these members, and with the additional
// keys of an open one.
func objectBody(s *catalog.Shape, members []jen.Code) []jen.Code {
	if s.Open {
		names := jen.Id("fieldsOf" + s.GoName).Dot("Of").Call(jen.Id("r")).Op("...")
		members = append(members,
			setBuffer(wireName("AppendExtra").Call(jen.Id("b"), jen.Id("r").Dot("Extra"), names)))
	}
	return slices.Concat(
		[]jen.Code{setBuffer(jen.Append(jen.Id("b"), jen.LitRune('{')))}, members,
		[]jen.Code{jen.Return(wireName("CloseObject").Call(jen.Id("b")))})
}

// appendSteps emits the statements that append the members that a client sends.
func appendSteps(p *plan.Plan) []jen.Code {
	var code []jen.Code
	for _, step := range p.Send {
		code = append(code, appendStep(step))
	}
	return code
}

// appendStep emits the statement that appends the members of a step, here of a group, which are
// sent together:
//
//	if r.Page != nil || r.Limit != nil {
//		b = wire.AppendInt(b, `"page":`, wire.Or(r.Page, 1))
//		b = wire.AppendInt(b, `"limit":`, wire.Or(r.Limit, 100))
//	}
func appendStep(step plan.Step) jen.Code {
	switch step := step.(type) {
	case plan.FirstOf:
		return appendFirstOf(step)
	case plan.Group:
		var members []jen.Code
		for _, m := range step {
			members = append(members, appendMember(m))
		}
		return ifThen(anyOf(step), members...)
	default:
		return appendMember(step.(plan.Member))
	}
}

// appendFirstOf emits the statement that sends the first field with a value, as in appendRequest.
func appendFirstOf(first plan.FirstOf) jen.Code {
	chain := jen.Null()
	for i, m := range first {
		if i > 0 {
			chain.Else()
		}
		chain.If(condition(m.When)).Block(appendGiven(m.Field))
	}
	return chain
}

// appendMember emits a member, which is sent if it is present or has a default:
//
//	b = wire.AppendOptString(b, `"type":`, r.Type)
func appendMember(m plan.Member) jen.Code {
	f := m.Field
	_, byFirstItem := m.When.(plan.FirstItemGiven)
	switch {
	case byFirstItem:
		return ifThen(condition(m.When), appendGiven(f))
	case f.Type.Nullable && m.Default != nil:
		return appendNullable(f,
			wireName("OrValue").Call(address(f), goValue(f.Type.NotNull(), m.Default)))
	case f.Type.Nullable:
		return appendNullable(f, address(f))
	case m.Default != nil:
		return appendValue(f, wireName("Or").Call(fieldOrNil(m), goValue(f.Type, m.Default)))
	case f.Type.Kind == catalog.Union, isRecordList(f.Type),
		isPointer(f) && f.Type.Kind == catalog.Record:
		return ifThen(condition(m.When), appendGiven(f))
	case isPointer(f) && f.Type.Kind == catalog.Enumeration:
		return setBuffer(wireName("AppendOptString").Call(jen.Id("b"), keyLiteral(f),
			jen.Parens(jen.Op("*").String()).Parens(fieldOrNil(m))))
	case isPointer(f):
		return setBuffer(wireName("AppendOpt"+scalars[f.Type.Kind]).Call(jen.Id("b"), keyLiteral(f), fieldOrNil(m)))
	default:
		return appendGiven(f)
	}
}

// appendGiven emits a member that is known to be present.
func appendGiven(f *catalog.Field) jen.Code {
	switch {
	case isRecordList(f.Type):
		return appendRecords(f)
	case isPointer(f) && f.Type.Kind != catalog.Record:
		return appendValue(f, deref(f))
	default:
		return appendValue(f, fieldExpr(f))
	}
}

// appendValue emits a member with the expression as its value.
func appendValue(f *catalog.Field, value *jen.Statement) jen.Code {
	switch {
	case f.Join != "":
		return setBuffer(wireName("AppendJoined").Call(jen.Id("b"), keyLiteral(f), value,
			jen.Lit(f.Join)))
	case takesItemAppender(f.Type):
		name := "AppendList"
		if f.Type.Kind == catalog.Map {
			name = "AppendMap"
		}
		return setBuffer(wireName(name).Call(jen.Id("b"), keyLiteral(f), value,
			itemAppender(f, f.Type.Elem)))
	case appendsItself(f.Type):
		withKey := jen.Append(jen.Id("b"), jen.Add(keyLiteral(f)).Op("..."))
		return setBuffer(jen.Append(appendNested(shareableOf(f.Type), value, isPointer(f), f.Circular(), withKey),
			jen.LitRune(',')))
	case f.Type.Kind == catalog.Array:
		return setBuffer(wireName("Append"+scalars[f.Type.Elem.Kind]+"s").Call(jen.Id("b"), keyLiteral(f), value))
	case f.Type.Kind == catalog.Enumeration:
		return setBuffer(wireName("AppendString").Call(jen.Id("b"), keyLiteral(f),
			jen.String().Call(value)))
	default:
		return setBuffer(wireName("Append"+scalars[f.Type.Kind]).Call(jen.Id("b"), keyLiteral(f),
			value))
	}
}

// appendRecords emits an array of records:
//
//	b = append(b, `"emails":[`...)
//	for i := range r.Emails {
//		b = append(r.Emails[i].AppendJSON(b), ',')
//	}
//	b = wire.CloseArray(b)
func appendRecords(f *catalog.Field) jen.Code {
	item := fieldExpr(f).Index(jen.Id("i"))
	return stacked("\n",
		setBuffer(jen.Append(jen.Id("b"), jen.Add(rawString(jsonString(f.Name)+":[")).Op("..."))),
		jen.For(jen.Id("i").Op(":=").Range().Add(fieldExpr(f))).Block(
			setBuffer(jen.Append(
				appendNested(shareableOf(f.Type.Elem), item, false, f.Circular(), jen.Id("b")),
				jen.LitRune(',')))),
		setBuffer(wireName("CloseArray").Call(jen.Id("b"))))
}

// fieldOrNil returns the expression of an optional field, which is nil if the field is an empty
// string that counts as absent.
func fieldOrNil(m plan.Member) *jen.Statement {
	if _, omitted := m.When.(plan.Given); omitted {
		return wireName("NotEmpty").Call(fieldExpr(m.Field))
	}
	return fieldExpr(m.Field)
}
