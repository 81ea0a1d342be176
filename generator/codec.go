package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// codec emits the file of the encoders and decoders: for each type, what it does with JSON.
func codec(p pkg) []jen.Code {
	c := codecFile{vars: declarations{}, methods: declarations{}, checked: newChecked()}
	for _, op := range p.operations {
		c.request(op)
		if hasOwnResponse(op) {
			c.response(op)
		}
	}
	for _, r := range p.records {
		c.record(r)
	}
	for _, u := range p.unions {
		unionCodec(u, c.vars, c.methods)
	}
	for r := range emptyRecords(p.users) {
		if p.declares(r) {
			c.methods[r.GoName+" empty"] = isEmptyMethod(r)
		}
	}
	return append(c.vars.group("What the runtime knows about types: the fields of open ones, "+
		"and the variants of unions."),
		c.methods.sorted()...)
}

// codecFile collects the declarations of the file by the type and what they do, in the order of the
// verbs: a type is appended, decoded, marshaled, unmarshaled.
type codecFile struct {
	vars    declarations
	methods declarations
	checked *checked
}

// request adds what a client encodes and a server decodes. MarshalJSON is left out if encoding/json
// writes the same by the tags; UnmarshalJSON is always there, because it checks the rules.
func (c *codecFile) request(op *catalog.Operation) {
	r, p := op.Request, plan.Request(op)
	c.open(r)
	c.methods[r.GoName+" append"] = appendRequest(op)
	if r.Open || !encodesByTags(p) {
		c.marshal(r)
	}
	decode := requestDecoder(r)
	if op.Empty != catalog.EmptyObject {
		decode = wireName("NoFieldsOrNull").Index(jen.Id(r.GoName))
	}
	c.unmarshal(r, "a request as a handler does; what a handler refuses is an error",
		"DecodeRequest", decode)
	if hasMembers(r) {
		c.methods[r.GoName+" decode"] = decodeRequest(op, c.checked)
	}
}

// response adds what a server encodes and a client decodes.
func (c *codecFile) response(op *catalog.Operation) {
	r, p := op.Response, plan.Record(op.Response.Shape)
	c.open(r.Shape)
	c.methods[r.GoName+" append"] = appendResponse(op)
	c.methods[r.GoName+" decode"] = decodeResponse(op)
	c.methods[r.GoName+" decode into"] = decodeMethod(r)
	if r.Lenient {
		c.methods[r.GoName+" append"] = stacked("\n\n", appendLenient(r.Shape), appendResponse(op))
		c.marshal(r.Shape)
		c.unmarshal(r.Shape, "a response", "DecodeLenientResponse", decoder(r.Shape))
	} else if r.Whole != nil || r.Open || !encodesByTags(p) {
		c.marshal(r.Shape)
		c.unmarshal(r.Shape, "a response", "DecodeResponse", decoder(r.Shape))
	}
}

// record adds the methods of a record, which requests and responses share.
func (c *codecFile) record(r *catalog.Shape) {
	c.open(r)
	c.methods[r.GoName+" append"] = appendRecord(r)
	c.methods[r.GoName+" decode"] = decodeRecord(r)
	c.marshal(r)
	c.unmarshal(r, "the record as in a response", "DecodeRecord", decoder(r))
}

// open adds the variable with the names of an open shape's fields.
func (c *codecFile) open(s *catalog.Shape) {
	if s.Open {
		c.vars[s.GoName] = jen.Var().Id("fieldsOf" + s.GoName).Add(wireName("FieldNames"))
	}
}

// marshal adds MarshalJSON.
func (c *codecFile) marshal(s *catalog.Shape) {
	c.methods[s.GoName+" marshal"] = doc("MarshalJSON encodes r as it is sent.").attach(
		marshalMethod("r", s.GoName, jen.Id("r").Dot("AppendJSON").Call(jen.Nil()), jen.Nil()))
}

// unmarshal adds UnmarshalJSON, which decodes what the comment says by a function of the runtime.
func (c *codecFile) unmarshal(s *catalog.Shape, what, decode string, decoder jen.Code) {
	c.methods[s.GoName+" unmarshal"] = doc("UnmarshalJSON decodes " + what + ".").attach(
		unmarshalMethod("r", s.GoName, decode, jen.Id("r"), decoder))
}
