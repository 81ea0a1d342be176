package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// codec emits the file of the encoders and decoders.
func codec(a *catalog.Area) []jen.Code {
	all, lenient, decode := declarations{}, declarations{}, declarations{}
	marshal, unmarshalRequest, unmarshal := declarations{}, declarations{}, declarations{}
	encoded := func(s *catalog.Shape) {
		marshal[s.GoName] = marshalMethod("r", s.GoName, jen.Id("r").Dot("AppendJSON").Call(jen.Nil()), jen.Nil())
	}
	decoded := func(s *catalog.Shape, from string) {
		unmarshal[s.GoName] = unmarshalMethod("r", s.GoName, from, jen.Id("r"), decoder(s))
	}
	for _, op := range a.Operations {
		p := plan.Request(op)
		all[op.Request.GoName+" append"] = appendRequest(op)
		addIsEmpty(p, all)
		if op.Request.Open || !encodesByTags(p) {
			encoded(op.Request)
		}
		unmarshalRequest[op.Request.GoName] = unmarshalMethod("r", op.Request.GoName, "DecodeRequest", jen.Id("r"), requestDecoder(op.Request))
		if hasMembers(op.Request) {
			all[op.Request.GoName+" decode"] = decodeRequest(op)
		}
		r := op.Response
		if !hasOwnResponse(op) {
			continue
		}
		all[r.GoName+" append"], all[r.GoName+" decode"] = appendResponse(op), decodeResponse(op)
		decode[r.GoName] = decodeMethod(r)
		p = plan.Record(r.Shape)
		addIsEmpty(p, all)
		if r.Lenient {
			lenient[r.GoName] = appendLenient(r.Shape)
			encoded(r.Shape)
			decoded(r.Shape, "DecodeLenientResponse")
		} else if r.Whole != nil || r.Open || !encodesByTags(p) {
			encoded(r.Shape)
			decoded(r.Shape, "DecodeResponse")
		}
	}
	for _, r := range a.Records {
		all[r.GoName+" append"], all[r.GoName+" decode"] = appendRecord(r), decodeRecord(r)
		encoded(r)
		decoded(r, "DecodeRecord")
		addIsEmpty(plan.Record(r), all)
	}
	for _, u := range a.Unions {
		unionCodec(u, all)
	}
	return slices.Concat(all.sorted(),
		lenient.documented("AppendJSON appends a response. Values that differed stay as they were received."),
		marshal.documented("MarshalJSON encodes r as it is sent."),
		unmarshalRequest.documented("UnmarshalJSON decodes a request as a handler does; what a handler refuses is an error."),
		unmarshal.documented("UnmarshalJSON decodes a response, or a record as in a response."),
		decode.documented("Decode decodes the received response into the value v points to; see [api.Received.Decode]."))
}

// decodeMethod emits the method that decodes a response into another type:
//
//	func (r *NewContactResponse) Decode(v any) error { return r.Received.Decode(v) }
func decodeMethod(r *catalog.Response) jen.Code {
	return method(r.GoName, "Decode").Params(jen.Id("v").Any()).Error().
		Add(braces(jen.Return(jen.Id("r").Dot("Received").Dot("Decode").Call(jen.Id("v")))))
}

// hasOwnResponse reports whether the response of an operation has a type of its own.
func hasOwnResponse(op *catalog.Operation) bool { return op.Response.Shown && !op.Response.Nothing }

// hasMembers reports whether an object can have members.
func hasMembers(s *catalog.Shape) bool { return len(s.Fields) > 0 || s.Open }

// encodesByTags reports whether encoding/json encodes a body as it is sent, by the tags.
func encodesByTags(p *plan.Plan) bool {
	for _, step := range p.Send {
		m, alone := step.(plan.Member)
		_, notNil := m.When.(plan.NotNil)
		if !alone || m.Default != nil || m.Field.Join != "" || hasNilItems(m.Field.Type) || m.When != nil && (!notNil || m.Field.Required) {
			return false
		}
	}
	return true
}

// decodesByTags reports whether encoding/json decodes a record as it is received, by the tags.
func decodesByTags(r *catalog.Shape) bool {
	return !r.Open && !slices.ContainsFunc(r.Fields, func(f *catalog.Field) bool { return f.Join != "" || !nameInTag(f) })
}

// hasNilItems reports whether an array or a map holds items that are sent as an empty array
// or object if they are nil. For these, encoding/json writes null.
func hasNilItems(t *catalog.Type) bool {
	return composed(t) && (t.Elem.Holder() || t.Elem.Kind == catalog.Object)
}

// marshalMethod emits MarshalJSON, for types that encoding/json would not encode as they
// are sent:
//
//	func (r EmailEntry) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }
func marshalMethod(receiver, goName string, results ...jen.Code) jen.Code {
	return jen.Func().Params(jen.Id(receiver).Id(goName)).Id("MarshalJSON").Params().
		Params(jen.Index().Byte(), jen.Error()).Add(braces(jen.Return(results...)))
}

// unmarshalMethod emits UnmarshalJSON, for requests and responses that callers store, and for
// records that callers decode from responses of unspecified shape:
//
//	func (r *EmailEntry) UnmarshalJSON(text []byte) error {
//		return wire.DecodeRecord(text, r, decodeEmailEntry)
//	}
func unmarshalMethod(receiver, goName, decode string, args ...jen.Code) jen.Code {
	return jen.Func().Params(jen.Id(receiver).Op("*").Id(goName)).Id("UnmarshalJSON").Params(jen.Id("text").Index().Byte()).Error().
		Add(braces(jen.Return(wireName(decode).Call(append([]jen.Code{jen.Id("text")}, args...)...))))
}
