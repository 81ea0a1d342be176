package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// codec is the file of what reads and writes JSON.
func codec(a *catalog.Area) []jen.Code {
	var named []declaration
	add := func(name string, code jen.Code) { named = append(named, declaration{name, code}) }
	for _, op := range a.Operations {
		add(op.Request.GoName+" append", appendRequest(op))
		if len(op.Request.Fields) > 0 {
			add(op.Request.GoName+" decode", decodeRequest(op))
		}
		if op.Response.Shown {
			add(op.Response.GoName+" append", appendShape(op.Response.Shape, "the answer to "+op.Name))
			add(op.Response.GoName+" decode", decodeResponse(op))
		}
		add(op.Response.GoName+" raw", decodeMethod(op))
	}
	for _, r := range a.Records {
		add(r.GoName+" append", appendShape(r, "the record"))
		add(r.GoName+" decode", decodeRecord(r))
		add(r.GoName+" marshal", marshalMethod(r))
		if sentIfNonEmpty(a, r) {
			add(r.GoName+" empty", isEmptyMethod(r))
		}
	}
	return sorted(named)
}

// decodeMethod emits how an answer is read into a type of the caller's own:
//
//	// Decode stores the answer in the value that v points at, as encoding/json does.
//	func (r *GetClaimResponse) Decode(v any) error { return api.DecodeRaw(r.Raw, v) }
func decodeMethod(op *catalog.Operation) jen.Code {
	return doc("Decode stores the answer in the value that v points at, as encoding/json does.").
		Add(method(op.Response.GoName, "Decode")).Params(jen.Id("v").Any()).Error().
		Add(braces(jen.Return(rt("DecodeRaw").Call(jen.Id("r").Dot("Raw"), jen.Id("v")))))
}

// marshalMethod emits what encoding/json asks for, so that a record within a
// free object is written as within a request:
//
//	// MarshalJSON returns the record as it travels.
//	func (r EmailEntry) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }
func marshalMethod(r *catalog.Shape) jen.Code {
	return doc("MarshalJSON returns the record as it travels.").
		Func().Params(jen.Id("r").Id(r.GoName)).Id("MarshalJSON").Params().
		Params(jen.Index().Byte(), jen.Error()).
		Add(braces(jen.Return(jen.Id("r").Dot("AppendJSON").Call(jen.Nil()), jen.Nil())))
}

// isEmptyMethod emits the condition on which a record counts as empty:
//
//	func (r *EmailEntry) isEmpty() bool {
//		return r.Type == nil && len(r.Extra) == 0
//	}
func isEmptyMethod(r *catalog.Shape) jen.Code {
	var conditions []jen.Code
	for _, f := range r.Fields {
		if (f.Required && !nilable(f)) || f.Default != nil {
			conditions = append(conditions, jen.False())
		} else {
			conditions = append(conditions, on(f).Op("==").Nil())
		}
	}
	if r.Open {
		conditions = append(conditions, jen.Len(jen.Id("r").Dot("Extra")).Op("==").Lit(0))
	}
	if conditions == nil {
		conditions = []jen.Code{jen.True()}
	}
	return method(r.GoName, "isEmpty").Params().Bool().
		Block(jen.Return(infix("&&", conditions)))
}

// sentIfNonEmpty reports whether the area has an array of the record that is
// sent only where its first item is not empty.
func sentIfNonEmpty(a *catalog.Area, r *catalog.Shape) bool {
	uses := func(s *catalog.Shape) bool {
		for _, f := range s.Fields {
			if f.SendIf != "" && f.Type.Elem.Record == r {
				return true
			}
		}
		return false
	}
	for _, other := range a.Records {
		if uses(other) {
			return true
		}
	}
	for _, op := range a.Operations {
		if uses(op.Request) {
			return true
		}
	}
	return false
}
