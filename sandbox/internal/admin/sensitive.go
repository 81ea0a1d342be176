package admin

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/sandbox/internal/behavior"
)

// The catalog marks members of requests and responses as sensitive, and a document is neither.
// Its members are made by steps, which may rename them or put a sensitive object into a part of
// its own. So a name counts as sensitive if it is so anywhere, a value that steps take from
// something sensitive makes its new name sensitive, and what nothing describes is shown by its
// type or size.

// members are the members of documents that are shown. Documents are made from several requests,
// so that members are known only by name.
type members struct {
	sensitive map[string]bool // known names: whether the member is sensitive anywhere
	hidden    map[string]bool // kinds of parts of something sensitive
}

// membersOf returns the members of a behavior's documents.
func membersOf(c *catalog.Catalog, b *behavior.Behavior) *members {
	m := &members{map[string]bool{}, map[string]bool{}}
	addFields := func(s *catalog.Shape) {
		for _, f := range s.Fields {
			// Members of a private record are hidden with it.
			if !s.Private() || f.Sensitive {
				m.add(f.Name, f.Private())
			}
		}
	}
	for _, s := range c.Records {
		addFields(s)
	}
	for op := range c.Operations() {
		addFields(op.Request)
		addFields(op.Response.Shape)
	}
	requests := maps.Clone(m.sensitive)
	for _, op := range b.Operations {
		for _, step := range op.Steps {
			m.follow(step, requests)
		}
	}
	for _, k := range b.Kinds {
		m.hideParts(k)
	}
	return m
}

// follow finds the members that a step sets to sensitive members of requests.
func (m *members) follow(step *behavior.Step, requests map[string]bool) {
	isPart := step.Each != nil && isSensitive(requests, step.Each.Pointer)
	isFromSensitive := func(v *behavior.Value) bool {
		return isSensitive(requests, v.Pointer) || isPart && v.Source == behavior.Item
	}
	for _, set := range step.Set {
		name := lastName(set.Pointer)
		switch {
		case isFromSensitive(&set.Value):
			m.add(name, true)
		case isOwn(set.Value.Source):
			m.add(name, false)
		}
	}
	if step.Merge != nil && isFromSensitive(step.Merge) {
		m.hidden[step.Kind.Name] = true
	}
}

// isOwn reports whether a source is the sandbox and its files, and not a caller.
func isOwn(s behavior.Source) bool {
	return s == behavior.Constant || s == behavior.Now || s == behavior.Number
}

// add records a name as known, and as sensitive if it is so anywhere.
func (m *members) add(name string, sensitive bool) {
	m.sensitive[name] = m.sensitive[name] || sensitive
}

// hideParts hides the parts of a kind inside something sensitive, and their parts.
func (m *members) hideParts(k *behavior.Kind) {
	for pointer, part := range k.Children {
		m.add(lastName(pointer), false)
		isInside := m.hidden[k.Name] || isSensitive(m.sensitive, pointer)
		if isInside && !m.hidden[part.Name] {
			m.hidden[part.Name] = true
			m.hideParts(part)
		}
	}
}

// lastName returns the last name in a pointer.
func lastName(pointer string) string {
	return jsonpointer.Unescape(pointer[strings.LastIndex(pointer, "/")+1:])
}

// isSensitive reports whether a pointer leads through a sensitive member.
func isSensitive(names map[string]bool, pointer string) bool {
	isKnown := func(name string) bool { return names[name] }
	return slices.ContainsFunc(jsonpointer.Names(pointer), isKnown)
}

// place returns the place of documents of a kind, in which values that are or may be sensitive are
// hidden. Of values that the catalog does not describe, only the type or the size is shown.
func (m *members) place(kind string) redact.Place {
	if m.hidden[kind] {
		return redact.Private
	}
	return document{m, false}
}

// document is a place in documents.
type document struct {
	*members
	unknown bool // only strings and numbers are shown, since they are ids
}

// Sensitive is [redact.Place.Sensitive]: sensitive members are [redact.Private].
func (d document) Sensitive() bool { return false }

// HoldsSensitive is [redact.Place.HoldsSensitive].
func (d document) HoldsSensitive() bool { return false }

// Object is [redact.Place.Object].
func (d document) Object(func(string) string) redact.Place { return d }

// Items is [redact.Place.Items].
func (d document) Items() redact.Place { return d }

// MayShow is [redact.Place.MayShow].
func (d document) MayShow(kind byte) bool {
	isID := kind == '"' || kind == '0'
	return isID || !d.unknown
}

// Member is [redact.Place.Member].
func (d document) Member(key string) (redact.Place, redact.Key) {
	sensitive, isKnown := d.sensitive[key]
	isID := key == "id" || strings.HasSuffix(key, "_id")
	switch {
	case sensitive:
		return redact.Private, redact.KnownKey
	case isKnown || isID:
		return document{d.members, !isKnown}, redact.KnownKey
	default:
		return nil, redact.KnownKey
	}
}
