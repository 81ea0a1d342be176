// Package known tells recordings and logs what a catalog knows of the bodies of its
// operations: which keys it names, what is sensitive, and where a credential is.
package known

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/recording"
)

// Bodies returns what is known of the bodies of an operation.
func Bodies(op *catalog.Operation) *recording.Bodies {
	credentials := redact.Credentials(op.Auth.BodyFields())
	known := &recording.Bodies{
		Request:  redact.Either(credentials, Request(op)),
		Response: redact.Either(credentials, response(op), failure(op.Failure)),
	}
	if e := op.Envelope; e != nil {
		known.Success, known.Value = e.Success, e.SuccessJSON()
	}
	return known
}

// Request returns what is known of the requests of an operation.
func Request(op *catalog.Operation) redact.Place { return body(op.Request) }

// Response returns what is known of the responses of an operation, without an envelope, nil
// for nothing.
func Response(op *catalog.Operation) redact.Place {
	if !op.Response.Shown {
		return nil
	}
	return body(op.Response.Shape)
}

// response returns what is known of the response, with the envelope around it.
func response(op *catalog.Operation) redact.Place {
	within, e := Response(op), op.Envelope
	if e == nil {
		return within
	}
	var siblings redact.Place
	if e.Siblings != nil {
		siblings = object(e.Siblings)
	}
	return redact.Around(within, e.Data, siblings, append([]string{e.Success, e.Violations}, e.Messages...)...)
}

// failure returns what is known of the body of a failure.
func failure(f *catalog.Failure) redact.Place {
	switch {
	case f == nil:
		return nil
	case f.Member != "":
		return redact.Members{f.Member: of(f.Type, false)}
	default:
		return of(f.Type, false)
	}
}

// body returns what is known of a body, which may be a value of any type.
func body(s *catalog.Shape) redact.Place {
	if len(s.Fields) == 1 && s.Fields[0].Whole {
		return field(s.Fields[0])
	}
	return of(&catalog.Type{Kind: catalog.Record, Record: s}, false)
}

func field(f *catalog.Field) redact.Place {
	if f.Join != "" { // the list is sent as a string
		return of(&catalog.Type{Kind: catalog.String}, f.Private())
	}
	return of(f.Type, f.Private())
}

// of returns what is known of values of a type.
func of(t *catalog.Type, private bool) redact.Place {
	v := value{t, private || t.Kind == catalog.Record && (t.Record.Private() || allPrivate(t.Record))}
	if t.Kind == catalog.Union {
		v.private = private || t.Union.Private()
		return union{v}
	}
	return v
}

// allPrivate reports whether all fields of a shape are private. Then further keys count as
// private too, as in generated code, which has no other sign of a private record.
func allPrivate(s *catalog.Shape) bool {
	return len(s.Fields) > 0 && !slices.ContainsFunc(s.Fields, func(f *catalog.Field) bool { return !f.Private() })
}

// object returns what is known of objects of a shape. If that is private, all of its
// members are, and not the tag that a union adds.
func object(s *catalog.Shape) redact.Place {
	return value{&catalog.Type{Kind: catalog.Record, Record: s}, false}
}

// value is a place with values of a type.
type value struct {
	*catalog.Type
	private bool
}

func (v value) Sensitive() bool { return v.private }

func (v value) HoldsSensitive() bool {
	item := v.Item()
	return v.private || item.Record != nil && item.Record.HoldsPrivate() || item.Union != nil && item.Union.HoldsPrivate()
}

func (v value) Takes(start byte) bool {
	switch v.Kind {
	case catalog.Any, catalog.Unspecified:
		return true
	case catalog.Array:
		return start == '['
	case catalog.Object, catalog.Record, catalog.Map, catalog.Union:
		return start == '{'
	default:
		return start == '"'
	}
}

func (v value) Shows(kind byte) bool {
	switch v.Kind {
	case catalog.Record, catalog.Map, catalog.Union:
		return kind == '{'
	case catalog.Array:
		return kind == '['
	case catalog.String, catalog.Enumeration:
		return kind == '"'
	case catalog.Integer, catalog.Number:
		return kind == '0'
	case catalog.Boolean:
		return kind == 't'
	default:
		return false
	}
}

func (v value) Object(func(string) string) redact.Place { return v }

func (v value) Items() redact.Place {
	if v.Kind == catalog.Array {
		return of(v.Elem, false)
	}
	return nil
}

func (v value) Member(key string) (redact.Place, redact.Key) {
	switch v.Kind {
	case catalog.Record:
		switch f := v.Record.Field(key); {
		case f != nil:
			return field(f), redact.Known
		case v.Record.PrivateKeys() || allPrivate(v.Record):
			return redact.Private, redact.Unknown
		default:
			return nil, redact.Unknown
		}
	case catalog.Map:
		return of(v.Elem, false), redact.Entry
	default:
		return nil, redact.Unknown
	}
}

// union is a place with values of a union.
type union struct{ value }

// Object knows of the object of a tag. What comes with an unknown one is private.
func (u union) Object(tag func(key string) string) redact.Place {
	by := redact.Members{u.Union.By: redact.Text}
	switch found := u.Union.Variant(tag(u.Union.By)); {
	case found == nil, u.private:
		return redact.Together(by, redact.Private)
	case found.Record == nil:
		return by
	default:
		return redact.Together(by, object(found.Record))
	}
}

// Hides reports whether a pointer leads, in the bodies of an operation, to something
// sensitive, so that [recording.Values] keeps nothing there, and to nothing else that the
// catalog knows.
func Hides(op *catalog.Operation, pointer []string) bool {
	bodies, hidden := Bodies(op), false
	for _, p := range []redact.Place{bodies.Request, bodies.Response} {
		known, sensitive := leadsTo(p, pointer)
		if known && !sensitive {
			return false
		}
		hidden = hidden || sensitive
	}
	return hidden
}

// leadsTo reports whether a pointer leads to a known place, and whether that, or what is
// around it, is sensitive.
func leadsTo(p redact.Place, pointer []string) (known, sensitive bool) {
	switch {
	case p == nil:
		return false, false
	case p.Sensitive():
		return true, true
	case len(pointer) == 0:
		return true, false
	}
	if items := p.Items(); items != nil && pointer[0] == "*" {
		return leadsTo(items, pointer[1:])
	}
	member, key := p.Member(pointer[0])
	if member == nil {
		return key == redact.Known && len(pointer) == 1, false
	}
	return leadsTo(member, pointer[1:])
}
