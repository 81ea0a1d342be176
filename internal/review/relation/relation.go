// Package relation compares what two declarations of a value do to requests and responses, at
// the place of the value. It looks for witnesses: a value that one side accepts and the other
// refuses, or that both accept and understand differently. The values are those of package
// edge, and package interpreter tries them as generated code would. A relation without a
// witness is as good as these values.
package relation

import (
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/pattern"
	"example.com/opgen/internal/text/wording"
)

// Relation is what happens if a declaration replaces another one, nil where no value shows it.
type Relation struct {
	Refused  *Witness // the old side accepted it, and the new one does not
	Admitted *Witness // only the new side accepts it
	Altered  *Witness // both accept it, and the service or client gets something else

	Undecided bool // a search for a text to refuse ended at its bounds
}

// Witness is a value that shows a part of a relation.
type Witness struct {
	Value any // a JSON tree; nil is null

	// Absent is true if the witness is a body without the value.
	Absent bool
}

// Requests returns the relation of a field in requests to the field that replaces it, as if it
// was the only one, and requests sent it only in some ways. Its keys count as far as they are
// about its values: the name is that of the new field.
func Requests(b, h *catalog.Field, in Ways) Relation {
	was := alone(b, h.Name)
	is := alone(h, h.Name)
	state := stateFunc(b, h)
	r := Relation{Undecided: refusesUnknownTexts(b, h)}
	for _, w := range witnesses(b, h) {
		if in != AnyWay && !in.Include(state(w)) {
			continue
		}
		body := w.body(h.Name)
		before := was.Decode(body)
		after := is.Decode(body)
		accepted, accepts := before.Status == 200, after.Status == 200
		switch {
		case accepted && !accepts:
			keep(&r.Refused, w)
		case !accepted && accepts:
			keep(&r.Admitted, w)
		case accepted && !sameJSON(before.Settled, after.Settled):
			keep(&r.Altered, w)
		}
	}
	return r
}

// Responses returns the relation of a field in responses of a new service to old clients, as
// if it was the only one. Refused is what they cannot read. Admitted is what the old service
// would not have sent, and Altered what old clients expect and the new service never sends;
// both can be read.
func Responses(b, h *catalog.Field) Relation {
	was := alone(b, h.Name)
	is := alone(h, h.Name)
	var r Relation
	for _, w := range witnesses(b, h) {
		body := w.body(h.Name)
		if sent, err := is.Sent(body); err == nil && allowed(is, sent) {
			read, err := was.Sent(sent)
			switch {
			case err != nil:
				keep(&r.Refused, w)
			case !allowed(was, read), keepsMore(was, is, sent):
				keep(&r.Admitted, w)
			}
		}
		if sent, err := was.Sent(body); err == nil && allowed(was, sent) && loses(is, was, sent) {
			keep(&r.Altered, w)
		}
	}
	return r
}

// allowed reports whether a response obeys the constraints of its declaration, which neither
// side checks: a request would be accepted.
func allowed(o *interpreter.Operation, body string) bool { return o.Decode(body).Status == 200 }

// loses reports whether a declaration lacks a member of a response that the old one declares: old
// clients wait for it in vain.
func loses(is, was *interpreter.Operation, body string) bool {
	return slices.ContainsFunc(unknownMembers(is, body), func(place string) bool {
		return declares(was.Request.Type(), place)
	})
}

// keepsMore reports whether a response has a member that only the new side keeps, although it
// does not declare it. One that it declares is a new field, which old clients may ignore.
func keepsMore(was, is *interpreter.Operation, body string) bool {
	return slices.ContainsFunc(unknownMembers(was, body), func(place string) bool {
		return !declares(is.Request.Type(), place)
	})
}

// unknownMembers returns the places of the members of a body that a declaration refuses.
func unknownMembers(o *interpreter.Operation, body string) []string {
	var places []string
	for _, v := range o.Decode(body).Violations {
		if v.Rule == api.RuleUnknownField {
			places = append(places, v.Field)
		}
	}
	return places
}

// declares reports whether a type declares the member at a place, a JSON pointer.
func declares(t *catalog.Type, pointer string) bool {
	types := []*catalog.Type{t}
	for _, name := range jsonpointer.Names(pointer) {
		var inner []*catalog.Type
		for _, t := range types {
			if t.Holder() {
				inner = append(inner, t.Elem)
			}
			for _, record := range t.Records() {
				if f := record.Field(name); f != nil {
					inner = append(inner, f.Type)
				}
			}
		}
		types = inner
	}
	return len(types) > 0
}

// keep sets a witness unless there is one: the first is the simplest.
func keep(at **Witness, w Witness) {
	if *at == nil {
		*at = &w
	}
}

// alone returns an operation whose request and response have only the field, under a name.
//
// Everything else of an operation could refuse the body for its own reasons.
func alone(f *catalog.Field, name string) *interpreter.Operation {
	field := *f
	field.Name, field.Whole = name, false
	shape := &catalog.Shape{GoName: "Body", Fields: []*catalog.Field{&field}}
	return interpreter.NewForMadeUp(&catalog.Operation{
		Area: new(catalog.Area), Name: "op", Path: "/op", Request: shape, Empty: catalog.EmptyObject,
		Response: &catalog.Response{Shape: shape, Shown: true},
	})
}

// witnesses returns what may tell two fields apart: a body without the field, and the values
// at their edges. The simplest come first, since the first that shows something is kept.
func witnesses(b, h *catalog.Field) []Witness {
	all := []Witness{{Absent: true}}
	for _, v := range edge.Values(b, h) {
		all = append(all, Witness{Value: v})
	}
	return all
}

// body returns the body with the witness.
func (w Witness) body(name string) string {
	if w.Absent {
		return "{}"
	}
	return wording.Literal(map[string]any{name: w.Value})
}

// refusesUnknownTexts reports whether it is not known if there is a text that the old field
// accepts and the new one refuses. Patterns can be so large that the search for one ends first.
func refusesUnknownTexts(b, h *catalog.Field) bool {
	for _, found := range edge.BreakingTexts(edge.Limits(b), edge.Limits(h)) {
		if found.Result == pattern.Undecided {
			return true
		}
	}
	return false
}
