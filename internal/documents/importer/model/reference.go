package model

import (
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
)

// A reference may be wrapped: to describe it, or to allow null. Such a schema is the type that it refers
// to, with annotations, and no type of its own.

// AnyObject reports whether a schema allows any object: an envelope has data: {} or
// data: {type: object}, and each response describes the data.
func AnyObject(p origin.Place) bool {
	for key, v := range p.Entries() {
		switch {
		case flat.Annotation(key), key == "nullable", key == "type" && v.TextOf() == "object":
		default:
			return false
		}
	}
	return p.IsMap()
}

// reference is a schema that only annotates another one: {$ref: ...},
// {allOf: [{$ref: ...}], description: ...}, {anyOf: [{$ref: ...}, {type: "null"}]}.
type reference struct {
	Target origin.Place
	words  flat.Keywords // around it
	Typed  origin.Places // object
	null   origin.Places
}

// isOneOrNull reports whether a keyword may list one schema and null.
func isOneOrNull(key string, v origin.Place) bool {
	return (key == "anyOf" || key == "oneOf") && len(v.Node.Items) <= 2
}

// Reference returns a schema as a reference, and reports whether it is one.
func (m *Modeler) Reference(p origin.Place, c Context) (r reference, ok bool) {
	if same, ok := m.Same[p.Node]; ok {
		m.Settle(p)
		r.Target = same
		return r, true
	}
	ref := p.Get("$ref")
	if ref.OK() {
		r.Target, ok = m.Follow(ref, c.Subject)
		if !ok {
			return r, false
		}
		if m.Before31() {
			m.LoseIgnored(p, c.Subject)
		}
	}
	inner, ok := m.readWrapper(&r, p)
	switch {
	case !ok:
		return r, false
	case ref.OK():
		return r, len(inner) == 0
	case len(inner) != 1:
		return r, false
	}
	next, ok := m.Reference(inner[0], c)
	next.Typed = next.Typed.And(r.Typed...)
	next.null = next.null.And(r.null...)
	next.words = next.words.Under(r.words)
	return next, ok
}

// readWrapper reads the keywords of a schema around a reference, and returns the schemas in its lists
// that are not only null. It reports false if a keyword says more than a reference does.
func (m *Modeler) readWrapper(r *reference, p origin.Place) (inner []origin.Place, ok bool) {
	ignoresOthers := p.Get("$ref").OK() && m.Before31()
	for key, v := range p.Entries() {
		switch {
		case key == "$ref":
		case key == "nullable", key == "x-nullable":
			if v.IsTrue() {
				r.null = r.null.And(v)
			}
		case key == "type" && v.Node.Text == "object":
			r.Typed = r.Typed.And(v)
		case flat.Annotation(key):
			r.words.Set(key, origin.Places{v})
		case ignoresOthers:
		case key == "allOf" && len(v.Node.Items) == 1, isOneOrNull(key, v):
			for _, item := range v.Items() {
				if m.OnlyNull(item) {
					m.Settle(item)
					r.null = r.null.And(v)
				} else {
					inner = append(inner, item)
				}
			}
		default:
			return nil, false
		}
	}
	return inner, true
}

// withAnnotations returns the value of a target with the annotations of a reference to it.
func (v *Value) withAnnotations(r reference, p origin.Place) *Value {
	outer := *v
	outer.from = p
	outer.Typed = v.Typed.And(r.Typed...)
	outer.Null = v.Null.And(r.null...)
	outer.words = v.words.Under(r.words)
	return &outer
}
