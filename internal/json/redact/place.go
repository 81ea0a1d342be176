package redact

import "slices"

// A place knows what may be shown. Those of a catalog and of generated structs are in other packages;
// this file has the ones that need neither, and combines descriptions: a body may be an envelope, a
// response in it, and credentials beside both.

// Place describes the values at a place of bodies. A nil Place knows nothing.
type Place interface {
	// Sensitive reports whether values here are never shown. Only their type and size are.
	Sensitive() bool
	// Member describes a member of an object here, and its key. If the key is unknown and the
	// member is sensitive, the key is not kept either.
	Member(key string) (Place, Key)
	// Object describes an object here: the variant of a union, for example. The tag function
	// returns the string in a member of the object, "" if there is none.
	Object(tag func(key string) string) Place
	// Items describes the items of an array here.
	Items() Place
	// MayShow reports whether values of a JSON type may be shown: an object '{', an array '[', a
	// string '"', a number '0' or a boolean 't'. Others are replaced by their type or size.
	MayShow(kind byte) bool
	// HoldsSensitive reports whether values here are sensitive or contain sensitive ones. If so,
	// a value that MayShow refuses is hidden whole, since it may be a sensitive one in a
	// wrong place.
	HoldsSensitive() bool
}

// Key describes the key of a member.
type Key int

// The kinds of keys. A recording contains hashes of unknown keys until they may be shown.
const (
	UnknownKey    Key = iota // it may contain anything
	KnownKey                 // a name of the catalog
	EntryKey                 // of a map
	CredentialKey            // the member is never read
)

// Private is a place with sensitive values, and Text a place with strings that may be shown.
var Private, Text Place = leaf{private: true}, leaf{shown: '"'}

// leaf is a place about which nothing else is known. The zero leaf shows nothing.
type leaf struct {
	private bool
	shown   byte
}

func (l leaf) Sensitive() bool                  { return l.private }
func (l leaf) HoldsSensitive() bool             { return l.private }
func (l leaf) Member(string) (Place, Key)       { return l.Items(), UnknownKey }
func (l leaf) Object(func(string) string) Place { return l.Items() }
func (l leaf) MayShow(kind byte) bool           { return kind == l.shown }

// Items returns the leaf itself if it is private: so is everything inside.
func (l leaf) Items() Place {
	if l.private {
		return l
	}
	return nil
}

// Members are the known members of an object, by key. They must not contain themselves.
type Members map[string]Place

func (m Members) Sensitive() bool                  { return false }
func (m Members) Items() Place                     { return nil }
func (m Members) Object(func(string) string) Place { return m }
func (m Members) MayShow(kind byte) bool           { return kind == '{' }

// HoldsSensitive looks at all members, which is why they must not contain themselves.
func (m Members) HoldsSensitive() bool {
	for _, p := range m {
		if p != nil && p.HoldsSensitive() {
			return true
		}
	}
	return false
}

// Member knows only the keys of the map.
func (m Members) Member(key string) (Place, Key) {
	if p, ok := m[key]; ok {
		return p, KnownKey
	}
	return nil, UnknownKey
}

// Credentials are the keys of members that carry a credential. Their values are neither shown nor
// recorded, not even by type and length.
type Credentials []string

func (c Credentials) Sensitive() bool                  { return false }
func (c Credentials) Items() Place                     { return nil }
func (c Credentials) Object(func(string) string) Place { return c }
func (c Credentials) MayShow(byte) bool                { return false }
func (c Credentials) HoldsSensitive() bool             { return false }

// Member returns no place for a credential, since nobody may read it.
func (c Credentials) Member(key string) (Place, Key) {
	if slices.Contains(c, key) {
		return nil, CredentialKey
	}
	return nil, UnknownKey
}

// Combine combines the descriptions of one place. It is sensitive if one of them is, and shows what one
// of them shows. Nil descriptions and empty credentials are left out; it returns nil if none is left.
func Combine(places ...Place) Place {
	var all combined
	for _, p := range places {
		switch p := p.(type) {
		case nil:
		case combined:
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

// ObjectOf describes an object that consists of parts, such as an envelope and a response.
// The first part that knows a key describes its member.
func ObjectOf(parts ...Place) Place {
	switch p := Combine(parts...).(type) {
	case combined:
		return composite{p}
	default:
		return p
	}
}

// EnvelopeOf describes the envelope of a response. The names are members of the envelope, and
// siblings describes additional ones. The member data contains the response; if it is "", the
// members of the response are beside the others.
func EnvelopeOf(response Place, data string, siblings Place, names ...string) Place {
	members := Members{}
	for _, name := range names {
		if name != "" {
			members[name] = nil
		}
	}
	if data == "" {
		return ObjectOf(members, siblings, response)
	}
	members[data] = response
	return ObjectOf(members, siblings)
}

// composite is an object that consists of parts, and each part describes some of its members. A value
// at a combined place, by contrast, is described by all parts at once.
type composite struct{ combined }

// Object describes an object by the parts that describe it; some may be unions.
func (t composite) Object(tag func(string) string) Place { return ObjectOf(t.objects(tag)...) }

// Member asks the parts in their order. If none knows the key, the member is sensitive if it may be for
// one of them.
func (t composite) Member(key string) (Place, Key) {
	for _, part := range t.combined {
		p, kind := part.Member(key)
		if kind != UnknownKey {
			return p, kind
		}
	}
	return t.combined.Member(key)
}

// combined are several descriptions of the same values, such as those of a response and of a failure,
// when a body may be either. There are at least two, and none is nil.
type combined []Place

func (e combined) Sensitive() bool      { return slices.ContainsFunc(e, Place.Sensitive) }
func (e combined) HoldsSensitive() bool { return slices.ContainsFunc(e, Place.HoldsSensitive) }
func (e combined) MayShow(kind byte) bool {
	return slices.ContainsFunc(e, func(p Place) bool { return p.MayShow(kind) })
}

func (e combined) Object(tag func(string) string) Place { return Combine(e.objects(tag)...) }

// objects returns what each description says about an object.
func (e combined) objects(tag func(string) string) []Place {
	objects := make([]Place, len(e))
	for i, p := range e {
		objects[i] = p.Object(tag)
	}
	return objects
}

func (e combined) Items() Place {
	items := make([]Place, len(e))
	for i, p := range e {
		items[i] = p.Items()
	}
	return Combine(items...)
}

// Member combines the members of all descriptions. The key is known if one of them knows it.
func (e combined) Member(key string) (Place, Key) {
	members := make([]Place, len(e))
	kind := UnknownKey
	for i, p := range e {
		var kindHere Key
		members[i], kindHere = p.Member(key)
		kind = max(kind, kindHere)
	}
	return Combine(members...), kind
}
