package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// decodeMethod emits the method that decodes a response into another type:
//
//	// Decode decodes the received response into the value v points to; see [api.Received.Decode].
//	func (r *NewContactResponse) Decode(v any) error { return r.Received.Decode(v) }
func decodeMethod(r *catalog.Response) jen.Code {
	return doc("Decode decodes the received response into the value v points to; see [api.Received.Decode].").attach(
		method(r.GoName, "Decode").Params(jen.Id("v").Any()).Error().
			Add(braces(jen.Return(jen.Id("r").Dot("Received").Dot("Decode").Call(jen.Id("v"))))))
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
		Add(braces(jen.Return(wireName(decode).Call(append([]jen.Code{jen.Id("text")},
			args...)...))))
}
