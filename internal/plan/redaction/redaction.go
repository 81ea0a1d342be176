// Package redaction describes the bodies of a catalog to recordings and logs: known keys, sensitive
// places, and credentials.
package redaction

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/recording"
)

// Bodies returns the knowledge of the bodies of an operation.
func Bodies(op *catalog.Operation) *recording.Bodies {
	credentials := redact.Credentials(op.Auth.BodyFields())
	known := &recording.Bodies{
		Request:  redact.Combine(credentials, Request(op)),
		Response: redact.Combine(credentials, response(op), failure(op.Failure)),
	}
	if e := op.Envelope; e != nil {
		known.Success, known.Value = e.Success, e.SuccessJSON()
	}
	return known
}

// Request returns the knowledge of the requests of an operation.
func Request(op *catalog.Operation) redact.Place { return body(op.Request) }

// Response returns the knowledge of the responses of an operation, without an envelope, nil if
// there is none.
func Response(op *catalog.Operation) redact.Place {
	if !op.Response.Shown {
		return nil
	}
	return body(op.Response.Shape)
}

// Item returns the knowledge of an item of the pages of an operation.
func Item(op *catalog.Operation) redact.Place {
	list := op.Pagination.Items
	return newValue(list.Type.Elem, list.Private())
}

// response returns the knowledge of the response with its envelope.
func response(op *catalog.Operation) redact.Place {
	inner, e := Response(op), op.Envelope
	if e == nil {
		return inner
	}
	var siblings redact.Place
	if e.Siblings != nil {
		siblings = objectOf(e.Siblings)
	}
	return redact.EnvelopeOf(inner, e.Data, siblings,
		append([]string{e.Success, e.Violations}, e.Messages...)...)
}

// failure returns the knowledge of the body of a failure.
func failure(f *catalog.Failure) redact.Place {
	switch {
	case f == nil:
		return nil
	case f.Member != "":
		return redact.Members{f.Member: newValue(f.Type, false)}
	default:
		return newValue(f.Type, false)
	}
}

// body returns the knowledge of a body, which may be of any type.
func body(s *catalog.Shape) redact.Place {
	if len(s.Fields) == 1 && s.Fields[0].Whole {
		return field(s.Fields[0])
	}
	return newValue(s.Type(), false)
}

// field returns the knowledge of values of a field, as they are sent.
func field(f *catalog.Field) redact.Place {
	if f.Join != "" { // the list is sent as a string
		return newValue(&catalog.Type{Kind: catalog.String}, f.Private())
	}
	return newValue(f.Type, f.Private())
}

// newValue returns the knowledge of values of a type.
func newValue(t *catalog.Type, private bool) redact.Place {
	switch t.Kind {
	case catalog.Record:
		private = private || isPrivate(t.Record)
	case catalog.Union:
		private = private || t.Union.Private()
	}
	return value{t, private}
}

// isPrivate reports whether a record is private as a whole, and its unknown keys with it: if all of
// its fields are, as in generated structs, where only a record without fields has a mark of its own.
func isPrivate(s *catalog.Shape) bool {
	if len(s.Fields) == 0 {
		return s.Private()
	}
	return !slices.ContainsFunc(s.Fields, func(f *catalog.Field) bool { return !f.Private() })
}

// objectOf returns the knowledge of objects of a shape. If the shape is private, so are its
// members, but not the tag of a union.
func objectOf(s *catalog.Shape) redact.Place {
	return value{s.Type(), false}
}

// value is a place with values of a type.
type value struct {
	*catalog.Type
	private bool // never shown: the field is sensitive, or the record as a whole
}

// Sensitive is [redact.Place.Sensitive].
func (v value) Sensitive() bool { return v.private }

// HoldsSensitive is [redact.Place.HoldsSensitive].
func (v value) HoldsSensitive() bool {
	item := v.Item()
	switch {
	case v.private:
		return true
	case item.Record != nil:
		return item.Record.HoldsPrivate()
	case item.Union != nil:
		return item.Union.HoldsPrivate()
	default:
		return false
	}
}

// starts are the types of shown values, by the kinds of types in the catalog. Values of other kinds,
// about which the catalog says nothing, are not shown.
var starts = map[catalog.Kind]byte{
	catalog.Record:      '{',
	catalog.Map:         '{',
	catalog.Union:       '{',
	catalog.Array:       '[',
	catalog.String:      '"',
	catalog.Enumeration: '"',
	catalog.Integer:     '0',
	catalog.Number:      '0',
	catalog.Boolean:     't',
}

// MayShow is [redact.Place.MayShow].
func (v value) MayShow(kind byte) bool { return starts[v.Kind] == kind }

// Items is [redact.Place.Items].
func (v value) Items() redact.Place {
	if v.Kind == catalog.Array {
		return newValue(v.Elem, false)
	}
	return nil
}

// Member is [redact.Place.Member].
func (v value) Member(key string) (redact.Place, redact.Key) {
	switch v.Kind {
	case catalog.Record:
		f := v.Record.Field(key)
		switch {
		case f != nil:
			return field(f), redact.KnownKey
		case v.Record.PrivateKeys() || isPrivate(v.Record):
			return redact.Private, redact.UnknownKey
		default:
			return nil, redact.UnknownKey
		}
	case catalog.Map:
		return newValue(v.Elem, false), redact.EntryKey
	default:
		return nil, redact.UnknownKey
	}
}

// Object returns the knowledge of a variant of a union. Members beside an unknown tag are private.
func (v value) Object(tag func(key string) string) redact.Place {
	if v.Kind != catalog.Union {
		return v
	}
	tagPlace := redact.Members{v.Union.By: redact.Text}
	variant := v.Union.Variant(tag(v.Union.By))
	switch {
	case variant == nil:
		return redact.ObjectOf(tagPlace, redact.Private)
	case variant.Record != nil:
		return redact.ObjectOf(tagPlace, value{variant.Record.Type(), v.private})
	case v.private:
		return redact.ObjectOf(tagPlace, redact.Private)
	default:
		return tagPlace
	}
}

// Tag returns the key of the tag of a union.
func (v value) Tag() string {
	if v.Kind != catalog.Union {
		return ""
	}
	return v.Union.By
}

// Variants returns the knowledge of the variants of a union.
func (v value) Variants() (all []redact.Place, open bool) {
	if v.Kind != catalog.Union {
		return nil, false
	}
	for _, s := range v.Records() {
		all = append(all, newValue(s.Type(), false))
	}
	return all, v.Union.Open
}

// IsSensitive reports whether a pointer refers only to sensitive places in the bodies of an
// operation, so that a recorder keeps no values there.
func IsSensitive(op *catalog.Operation, pointer []string) bool {
	bodies := Bodies(op)
	isSensitive := false
	for _, body := range []redact.Place{bodies.Request, bodies.Response} {
		p := placeAt(body, pointer)
		switch {
		case p == nil: // the pointer is into the other body
		case p.Sensitive():
			isSensitive = true
		default:
			return false
		}
	}
	return isSensitive
}

// placeAt returns the place at the end of a pointer, or the first sensitive one on the way, or nil if
// nothing is known there. The part "*" stands for the items of an array.
func placeAt(p redact.Place, pointer []string) redact.Place {
	for _, part := range pointer {
		if p == nil || p.Sensitive() {
			return p
		}
		if items := p.Items(); items != nil && part == "*" {
			p = items
		} else {
			p, _ = p.Member(part)
		}
	}
	return p
}
