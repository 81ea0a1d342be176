package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// codec emits the file of the encoders and decoders.
func codec(a *catalog.Area) []jen.Code {
	var named, lenient, marshal, unmarshal []declaration
	add := func(name string, code jen.Code) { named = append(named, declaration{name, code}) }
	encoding := func(s *catalog.Shape, decode string) {
		marshal = append(marshal, declaration{s.GoName, marshalMethod(s)})
		unmarshal = append(unmarshal, declaration{s.GoName, unmarshalMethod(s, decode)})
	}
	for _, op := range a.Operations {
		add(op.Request.GoName+" append", appendRequest(op))
		if op.Request.Open || !taggedAlike(plan.Request(op)) {
			marshal = append(marshal, declaration{op.Request.GoName, marshalMethod(op.Request)})
		}
		if hasMembers(op.Request) {
			add(op.Request.GoName+" decode", decodeRequest(op))
		}
		if ownResponse(op) {
			add(op.Response.GoName+" append", appendResponse(op))
			add(op.Response.GoName+" decode", decodeResponse(op))
			decode := "DecodeResponse"
			if op.Response.Lenient {
				decode = "DecodeLenientResponse"
				lenient = append(lenient, declaration{op.Response.GoName, appendLenient(op.Response.Shape)})
			} else if op.Response.Whole == nil && !op.Response.Open && taggedAlike(plan.Record(op.Response.Shape)) {
				continue
			}
			encoding(op.Response.Shape, decode)
		}
	}
	asked := askedIfEmpty(a)
	for _, r := range a.Records {
		add(r.GoName+" append", appendRecord(r))
		add(r.GoName+" decode", decodeRecord(r))
		encoding(r, "DecodeRecord")
		if asked[r] {
			add(r.GoName+" empty", isEmptyMethod(r))
		}
	}
	for _, u := range a.Unions {
		named = append(named, unionCodec(u)...)
	}
	return slices.Concat(sorted(named),
		documented("AppendJSON appends a response. Values that differed stay as they were received.", lenient),
		documented("MarshalJSON encodes r as it is sent.", marshal),
		documented("UnmarshalJSON decodes a response, or a record as in a response.", unmarshal),
		decodeMethods(a))
}

// decodeMethods emits the methods that decode responses into other types:
//
//	// Decode decodes the received response into the value v points to; see [api.Received.Decode].
//	func (r *ListAllContactsResponse) Decode(v any) error { return r.Received.Decode(v) }
//	func (r *NewContactResponse) Decode(v any) error { return r.Received.Decode(v) }
func decodeMethods(a *catalog.Area) []jen.Code {
	var methods []declaration
	for _, op := range a.Operations {
		if !ownResponse(op) {
			continue
		}
		decode := method(op.Response.GoName, "Decode").Params(jen.Id("v").Any()).Error().
			Add(braces(jen.Return(jen.Id("r").Dot("Received").Dot("Decode").Call(jen.Id("v")))))
		methods = append(methods, declaration{op.Response.GoName, decode})
	}
	return documented("Decode decodes the received response into the value v points to; see [api.Received.Decode].", methods)
}

// ownResponse reports whether the response of an operation has a type of its own.
func ownResponse(op *catalog.Operation) bool { return op.Response.Shown && !op.Response.Nothing }

// hasMembers reports whether an object can have members.
func hasMembers(s *catalog.Shape) bool { return len(s.Fields) > 0 || s.Open }

// taggedAlike reports whether encoding/json encodes a body as it is sent, by the tags.
func taggedAlike(p *plan.Plan) bool {
	for _, step := range p.Send {
		m, alone := step.(plan.Member)
		_, notNil := m.When.(plan.NotNil)
		if !alone || m.Default != nil || m.Field.Join != "" || nilInside(m.Field.Type) || m.When != nil && (!notNil || m.Field.Required) {
			return false
		}
	}
	return true
}

// readAlike reports whether encoding/json decodes a record as it is received, by the tags.
func readAlike(r *catalog.Shape) bool {
	return !r.Open && !slices.ContainsFunc(r.Fields, func(f *catalog.Field) bool { return f.Join != "" || !nameInTag(f) })
}

// nilInside reports whether an array or a map holds items that are sent as an empty array
// or object if they are nil. For these, encoding/json writes null.
func nilInside(t *catalog.Type) bool {
	return composed(t) && (t.Elem.Holder() || t.Elem.Kind == catalog.Object)
}

// marshalMethod emits MarshalJSON, for types that encoding/json would not encode as they
// are sent:
//
//	func (r EmailEntry) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }
func marshalMethod(r *catalog.Shape) jen.Code {
	return jen.Func().Params(jen.Id("r").Id(r.GoName)).Id("MarshalJSON").Params().
		Params(jen.Index().Byte(), jen.Error()).
		Add(braces(jen.Return(jen.Id("r").Dot("AppendJSON").Call(jen.Nil()), jen.Nil())))
}

// unmarshalMethod emits UnmarshalJSON, for responses that callers store, and for records
// that callers decode from responses of unspecified shape:
//
//	func (r *EmailEntry) UnmarshalJSON(text []byte) error {
//		return wire.DecodeRecord(text, r, decodeEmailEntry)
//	}
func unmarshalMethod(r *catalog.Shape, decode string) jen.Code {
	return method(r.GoName, "UnmarshalJSON").Params(jen.Id("text").Index().Byte()).Error().
		Add(braces(jen.Return(rt(decode).Call(jen.Id("text"), jen.Id("r"), decoder(r)))))
}
