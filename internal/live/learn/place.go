package learn

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/lint"
)

// place is a place in a response.
type place struct {
	at     []string // "contacts.get_contact/addresses/*"; several if the decisions give them one name
	shape  *recording.Shape
	kind   catalog.Kind // Unspecified if values are of several types, or if there are none but null
	elem   *place       // of a list or a mapping
	fields []*field     // of a record, sorted by name
	name   string       // of a record, a union or an enum
	union  string       // the member that is the tag of a union
	group  *place       // the record that is here, if the decisions name it: the place of all its places
	gaps   []*gap       // the only content of a record of the catalog
}

// field is a member of a record.
type field struct {
	*place
	key       string
	goName    string // "" if it follows from the key
	sensitive bool
}

// maxMembers is the largest number of unknown keys of an object; with more, it is a map.
// Recorders count the keys of one recording, kindOf those of all.
const maxMembers = 50

// kindOf returns the type of the values of a shape as far as it is known. More responses only make
// it wider: an Integer is below a Number, a Record below a Map, and all are below Unspecified.
func kindOf(s *recording.Shape) catalog.Kind {
	found := catalog.Unspecified
	for _, one := range []struct {
		count int
		kind  catalog.Kind
	}{
		{s.Boolean, catalog.Boolean}, {s.Integer, catalog.Integer}, {s.Number, catalog.Number},
		{s.String, catalog.String}, {s.Array, catalog.Array}, {s.Object, catalog.Record},
	} {
		switch {
		case one.count == 0:
		case found == catalog.Unspecified, found == catalog.Integer && one.kind == catalog.Number:
			found = one.kind
		default:
			return catalog.Unspecified
		}
	}
	if found == catalog.Record && (s.Many || len(s.Members) > maxMembers && len(fieldNames(s)) > maxMembers) {
		return catalog.Map
	}
	return found
}

// build resolves a place. Records in it are named after it. The catalog may declare that it is an
// array or a map.
func (l *learner) build(at []string, name string, s *recording.Shape, declared *catalog.Type) *place {
	p := &place{at: at, shape: s, kind: kindOf(s)}
	var elem *catalog.Type
	if declared != nil && declared.Holder() {
		p.kind, elem = declared.Kind, declared.Elem
	} else if p.kind == catalog.Record && l.decided.isMap(at) {
		p.kind = catalog.Map
	}
	switch p.kind {
	case catalog.Array:
		p.elem = l.build(child(at, "*"), name, cmp.Or(s.Items, new(recording.Shape)), elem)
	case catalog.Map:
		p.elem = l.build(child(at, "*"), name, values(s), elem)
	case catalog.String:
		l.buildEnum(p)
	case catalog.Record:
		if g := l.groups[l.decided.nameOf(at)]; g != nil {
			p.group, p.name = g, g.name
			break
		}
		p.name = l.recordName(name, at[0])
		l.buildFields(p, name)
	}
	return p
}

// buildFields resolves the members of a record, and names the records in them.
func (l *learner) buildFields(p *place, name string) {
	keys := fieldNames(p.shape)
	names := l.namesOfKeys(keys, map[string]bool{})
	for _, key := range keys {
		n, m := names[key], p.shape.Members[key]
		if m.Seen == m.Null && !l.enoughNulls(p.at, m.Null) {
			continue
		}
		f := &field{key: key, goName: n.name, place: l.build(child(p.at, jsonpointer.Escape(key)), name+"_"+n.inner, m, nil)}
		f.sensitive = l.isPrivate(f)
		p.fields = append(p.fields, f)
	}
	if tag := firstDecision(l.decided, p.at, func(d *decision) string { return d.tag }); tag != "" {
		l.buildUnion(p, tag)
	}
}

// fieldNames returns the keys of a shape that can be names of fields, without hashes.
func fieldNames(s *recording.Shape) []string {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(s.Members)) {
		if !recording.IsHash(key) && key != "" && len(key) <= maxName && !strings.ContainsFunc(key, unicode.IsControl) {
			names = append(names, key)
		}
	}
	return names
}

// values returns the merged shape of the values of a map.
func values(s *recording.Shape) *recording.Shape {
	all := new(recording.Shape)
	all.Merge(s.Entries)
	for _, key := range slices.Sorted(maps.Keys(s.Members)) {
		all.Merge(s.Members[key])
	}
	return all
}

// isPrivate reports whether a member is sensitive: by the decisions, by a sensitive field of
// this name in the catalog, or because it looks personal. The names of members that became
// entries of a map also count. A whole response has no key.
func (l *learner) isPrivate(f *field) bool {
	for p := f.place; p != nil; p = p.elem {
		if said := l.decided.sensitive(p.at); said != nil {
			return *said
		}
	}
	personal := func(key string) bool {
		return f.looksPersonal(key) || f.kind != catalog.Boolean && l.sensitive[key]
	}
	if personal(f.key) {
		return true
	}
	for p := f.place; p != nil; p = p.elem {
		if p.kind == catalog.Map && slices.ContainsFunc(fieldNames(p.shape), personal) {
			return true
		}
	}
	return false
}

// looksPersonal reports whether lint takes a field with these values for personal.
func (p *place) looksPersonal(key string) bool {
	typ := "object"
	if p.elem == nil && p.kind != catalog.Record {
		typ = p.typeName()
	}
	return lint.PersonalData(key, typ) != ""
}

// LooksSensitive returns a function that reports whether a member that the catalog does not describe becomes
// sensitive because of its key, unless it is a boolean or a decision says otherwise.
func LooksSensitive(c *catalog.Catalog) func(key string) bool {
	named := sensitiveNames(c)
	return func(key string) bool { return named[key] || lint.PersonalData(key, "string") != "" }
}

// alwaysNull reports whether no value is known but null.
func (p *place) alwaysNull() bool { return p.shape.Seen == p.shape.Null }

// typeName writes the type of a place.
func (p *place) typeName() string {
	switch p.kind {
	case catalog.Array:
		return "[" + p.elem.itemType() + "]"
	case catalog.Map:
		return "{string: " + p.elem.itemType() + "}"
	case catalog.Record:
		if p.isEmpty() {
			return "object"
		}
		return p.name
	case catalog.String:
		if p.name != "" {
			return p.name
		}
	}
	return (&catalog.Type{Kind: p.kind}).String()
}

// isEmpty reports whether nothing is known of the members of a record.
func (p *place) isEmpty() bool {
	if p.group != nil {
		return len(p.group.fields) == 0
	}
	return len(p.fields) == 0
}

// itemType writes the type of the items of a list or a map, which may be null. The format has no
// nullable lists and maps in lists.
func (p *place) itemType() string {
	switch typ := p.typeName(); {
	case p.shape.Null == 0 || typ == "unspecified":
		return typ
	case p.elem != nil:
		return "unspecified"
	default:
		return typ + "?"
	}
}

// format returns the format of the strings of a place, "" if there is none. It is never
// Base64, which too many words match.
func (p *place) format() string {
	if p.kind != catalog.String || p.name != "" {
		return ""
	}
	for _, f := range p.shape.Formats {
		if f != string(catalog.FormatByte) {
			return f
		}
	}
	return ""
}
