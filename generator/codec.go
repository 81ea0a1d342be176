package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// codec emits the file of the encoders and decoders: for each type, what it does with JSON.
func codec(a *catalog.Area) []jen.Code {
	c := codecFile{vars: declarations{}, methods: declarations{}, checked: newChecked()}
	for _, op := range a.Operations {
		c.request(op)
		if hasOwnResponse(op) {
			c.response(op)
		}
	}
	for _, r := range a.Records {
		c.record(r)
	}
	for _, u := range a.Unions {
		unionCodec(u, c.vars, c.methods)
	}
	return append(c.vars.group("What the runtime knows about types: the fields of open ones, and the variants of unions."),
		c.methods.sorted()...)
}

// codecFile collects the declarations of the file by the type and what they do, in the order of the
// verbs: a type is appended, decoded, marshaled, unmarshaled.
type codecFile struct {
	vars    declarations
	methods declarations
	checked *checked
}

func (c *codecFile) request(op *catalog.Operation) {
	r, p := op.Request, plan.Request(op)
	c.open(r)
	c.methods[r.GoName+" append"] = appendRequest(op)
	if r.Open || !encodesByTags(p) {
		c.marshal(r)
	}
	c.unmarshal(r, "a request as a handler does; what a handler refuses is an error", "DecodeRequest", requestDecoder(r))
	if hasMembers(r) {
		c.methods[r.GoName+" decode"] = decodeRequest(op, c.checked)
	}
	addIsEmpty(p, c.methods)
}

func (c *codecFile) response(op *catalog.Operation) {
	r, p := op.Response, plan.Record(op.Response.Shape)
	c.open(r.Shape)
	c.methods[r.GoName+" append"], c.methods[r.GoName+" decode"] = appendResponse(op), decodeResponse(op)
	c.methods[r.GoName+" decode into"] = decodeMethod(r)
	if r.Lenient {
		c.methods[r.GoName+" append"] = stacked("\n\n", appendLenient(r.Shape), appendResponse(op))
		c.marshal(r.Shape)
		c.unmarshal(r.Shape, "a response", "DecodeLenientResponse", decoder(r.Shape))
	} else if r.Whole != nil || r.Open || !encodesByTags(p) {
		c.marshal(r.Shape)
		c.unmarshal(r.Shape, "a response", "DecodeResponse", decoder(r.Shape))
	}
	addIsEmpty(p, c.methods)
}

func (c *codecFile) record(r *catalog.Shape) {
	c.open(r)
	c.methods[r.GoName+" append"], c.methods[r.GoName+" decode"] = appendRecord(r), decodeRecord(r)
	c.marshal(r)
	c.unmarshal(r, "the record as in a response", "DecodeRecord", decoder(r))
	addIsEmpty(plan.Record(r), c.methods)
}

// open adds the variable with the names of an open shape's fields.
func (c *codecFile) open(s *catalog.Shape) {
	if s.Open {
		c.vars[s.GoName] = jen.Var().Id("fieldsOf" + s.GoName).Add(wireName("FieldNames"))
	}
}

func (c *codecFile) marshal(s *catalog.Shape) {
	c.methods[s.GoName+" marshal"] = doc("MarshalJSON encodes r as it is sent.").attach(
		marshalMethod("r", s.GoName, jen.Id("r").Dot("AppendJSON").Call(jen.Nil()), jen.Nil()))
}

func (c *codecFile) unmarshal(s *catalog.Shape, what, decode string, decoder jen.Code) {
	c.methods[s.GoName+" unmarshal"] = doc("UnmarshalJSON decodes " + what + ".").attach(
		unmarshalMethod("r", s.GoName, decode, jen.Id("r"), decoder))
}

// decodeMethod emits the method that decodes a response into another type:
//
//	// Decode decodes the received response into the value v points to; see [api.Received.Decode].
//	func (r *NewContactResponse) Decode(v any) error { return r.Received.Decode(v) }
func decodeMethod(r *catalog.Response) jen.Code {
	return doc("Decode decodes the received response into the value v points to; see [api.Received.Decode].").attach(
		method(r.GoName, "Decode").Params(jen.Id("v").Any()).Error().
			Add(braces(jen.Return(jen.Id("r").Dot("Received").Dot("Decode").Call(jen.Id("v"))))))
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
