package redact

import "slices"

// Place is what is known of the values at a place of bodies. A nil Place knows nothing.
type Place interface {
	// Sensitive reports whether values here are never shown. Of them, and of all that is
	// in them, type and count alone are kept.
	Sensitive() bool
	// Member returns what is known of a member of an object here, and of its key. If the
	// key is unknown, and the member is sensitive, the key is not kept either.
	Member(key string) (Place, Key)
	// Object returns what is known of an object here: of a union, what is known of its
	// variant. The tag function returns the string that the object holds under a key, ""
	// if there is none.
	Object(tag func(key string) string) Place
	// Items returns what is known of the items of an array here.
	Items() Place
	// Shows reports whether values here may be shown if they are of a JSON type: an object
	// '{', an array '[', a string '"', a number '0' or a boolean 't'. Of other values, a
	// log has the type or the size.
	Shows(kind byte) bool
	// Takes reports whether values here may be of a JSON type, that of an object '{', of
	// an array '[', or a scalar '"'.
	Takes(start byte) bool
	// HoldsSensitive reports whether values here, or something in them, are sensitive. If
	// so, a value that the place does not take is sensitive as a whole: nobody knows
	// what is in it.
	HoldsSensitive() bool
}

// Strays reports whether a value that begins with this byte is sensitive because the place
// holds something sensitive and describes another type: nobody knows what is in it.
func Strays(p Place, first byte) bool {
	kind := kindOf(first)
	if kind != '{' && kind != '[' && kind != 'n' {
		kind = '"'
	}
	return kind != 'n' && !p.Takes(kind) && p.HoldsSensitive()
}

// Key is what is known of the key of a member.
type Key int

// A key of an object is one of these. A recording writes a hash of one that is not known,
// until it may be named.
const (
	Unknown    Key = iota // it may hold anything
	Known                 // a name of the catalog
	Entry                 // of a map
	Credential            // the member is never read
)

// Private is a place whose values are sensitive; nothing else is known of it.
var Private Place = private{}

type private struct{}

func (private) Sensitive() bool                  { return true }
func (private) Member(string) (Place, Key)       { return Private, Unknown }
func (private) Items() Place                     { return Private }
func (private) Object(func(string) string) Place { return Private }
func (private) Shows(byte) bool                  { return false }
func (private) Takes(byte) bool                  { return true }
func (private) HoldsSensitive() bool             { return true }

// Text is a place with strings that may be shown.
var Text Place = text{}

type text struct{}

func (text) Sensitive() bool                  { return false }
func (text) Member(string) (Place, Key)       { return nil, Unknown }
func (text) Object(func(string) string) Place { return nil }
func (text) Items() Place                     { return nil }
func (text) Shows(kind byte) bool             { return kind == '"' }
func (text) Takes(start byte) bool            { return start == '"' }
func (text) HoldsSensitive() bool             { return false }

// Members are the members of an object that are known, by key. They do not contain
// themselves.
type Members map[string]Place

func (m Members) Sensitive() bool                  { return false }
func (m Members) Items() Place                     { return nil }
func (m Members) Object(func(string) string) Place { return m }
func (m Members) Shows(kind byte) bool             { return kind == '{' }
func (m Members) Takes(start byte) bool            { return start == '{' }
func (m Members) HoldsSensitive() bool {
	for _, p := range m {
		if p != nil && p.HoldsSensitive() {
			return true
		}
	}
	return false
}
func (m Members) Member(key string) (Place, Key) {
	if p, ok := m[key]; ok {
		return p, Known
	}
	return nil, Unknown
}

// Credentials are the keys of members that carry a credential.
type Credentials []string

func (c Credentials) Sensitive() bool                  { return false }
func (c Credentials) Items() Place                     { return nil }
func (c Credentials) Object(func(string) string) Place { return c }
func (c Credentials) Shows(byte) bool                  { return false }
func (c Credentials) Takes(byte) bool                  { return false } // that is up to the rest of what is known
func (c Credentials) HoldsSensitive() bool             { return false }
func (c Credentials) Member(key string) (Place, Key) {
	if slices.Contains(c, key) {
		return nil, Credential
	}
	return nil, Unknown
}

// Either returns a place that knows what any of the places knows: it is sensitive if one
// of them is.
func Either(places ...Place) Place {
	var all either
	for _, p := range places {
		switch p := p.(type) {
		case nil:
		case either:
			all = append(all, p...)
		case Credentials:
			if len(p) > 0 {
				all = append(all, p)
			}
		default:
			all = append(all, p)
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	default:
		return all
	}
}

// Together returns what is known of an object that is made of parts, such as an envelope
// and the response in it: what one part knows of a key is not up to the others.
func Together(parts ...Place) Place {
	switch p := Either(parts...).(type) {
	case either:
		return together{p}
	default:
		return p
	}
}

// Around returns what is known of the envelope around a response: names are its own
// members, and siblings the members beside the member data, which holds the response.
// If data is "", the members of the response are beside the others.
func Around(response Place, data string, siblings Place, names ...string) Place {
	members := Members{}
	for _, name := range names {
		if name != "" {
			members[name] = nil
		}
	}
	if data == "" {
		return Together(members, siblings, response)
	}
	members[data] = response
	return Together(members, siblings)
}

type together struct{ either }

func (t together) Object(tag func(string) string) Place { return Together(t.objects(tag)...) }

func (t together) Member(key string) (Place, Key) {
	for _, part := range t.either {
		if p, known := part.Member(key); known != Unknown {
			return p, known
		}
	}
	return t.either.Member(key)
}

type either []Place

func (e either) Sensitive() bool      { return slices.ContainsFunc(e, Place.Sensitive) }
func (e either) HoldsSensitive() bool { return slices.ContainsFunc(e, Place.HoldsSensitive) }
func (e either) Takes(start byte) bool {
	return slices.ContainsFunc(e, func(p Place) bool { return p.Takes(start) })
}

func (e either) Shows(kind byte) bool {
	return slices.ContainsFunc(e, func(p Place) bool { return p.Shows(kind) })
}

func (e either) Object(tag func(string) string) Place { return Either(e.objects(tag)...) }

func (e either) objects(tag func(string) string) []Place {
	objects := make([]Place, len(e))
	for i, p := range e {
		objects[i] = p.Object(tag)
	}
	return objects
}

func (e either) Items() Place {
	items := make([]Place, len(e))
	for i, p := range e {
		items[i] = p.Items()
	}
	return Either(items...)
}

func (e either) Member(key string) (Place, Key) {
	members, known := make([]Place, len(e)), Unknown
	for i, p := range e {
		var k Key
		members[i], k = p.Member(key)
		known = max(known, k)
	}
	return Either(members...), known
}
