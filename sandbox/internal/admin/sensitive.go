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
	for _, set := range step.Set {
		name := lastName(set.Pointer)
		if isSensitive(requests, set.Value.Pointer) || isPart && set.Value.Source == behavior.Item {
			m.add(name, true)
		} else if s := set.Value.Source; s == behavior.Constant || s == behavior.Now || s == behavior.Number {
			m.add(name, false)
		}
	}
	if merge := step.Merge; merge != nil && (isSensitive(requests, merge.Pointer) || isPart && merge.Source == behavior.Item) {
		m.hidden[step.Kind.Name] = true
	}
}

// add records a name as known, and as sensitive if it is so anywhere.
func (m *members) add(name string, sensitive bool) {
	m.sensitive[name] = m.sensitive[name] || sensitive
}

// hideParts hides the parts of a kind inside something sensitive, and their parts.
func (m *members) hideParts(k *behavior.Kind) {
	for pointer, part := range k.Children {
		m.add(lastName(pointer), false)
		if !m.hidden[part.Name] && (m.hidden[k.Name] || isSensitive(m.sensitive, pointer)) {
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
	return slices.ContainsFunc(jsonpointer.Names(pointer), func(name string) bool { return names[name] })
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

func (d document) Sensitive() bool                         { return false }
func (d document) HoldsSensitive() bool                    { return false }
func (d document) Object(func(string) string) redact.Place { return d }
func (d document) Items() redact.Place                     { return d }
func (d document) MayShow(kind byte) bool                  { return !d.unknown || kind == '"' || kind == '0' }
func (d document) Member(key string) (redact.Place, redact.Key) {
	switch sensitive, known := d.sensitive[key]; {
	case sensitive:
		return redact.Private, redact.KnownKey
	case known || key == "id" || strings.HasSuffix(key, "_id"):
		return document{d.members, !known}, redact.KnownKey
	default:
		return nil, redact.KnownKey
	}
}
