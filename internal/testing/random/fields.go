package random

import (
	"slices"
	"strings"
)

// This file makes fields. Most have keys that their types accept; few have one that is refused, so
// that problems are reported for every combination.

// place is the place of fields. It decides which keys they may have.
type place int

// The places of fields.
const (
	inRecord place = iota
	inRequest
	inResponse
)

// fields returns n fields with different names. A deprecated one may name the first as its
// replacement.
func (m *maker) fields(n int, context place) Map {
	first := ""
	return m.named(n, wireNames, m.fieldName, func(name string) any {
		f := m.field(context, first)
		if first == "" {
			first = name
		}
		return f
	})
}

// simpleType returns a type that is neither an array nor a map: a basic one, or one that was declared.
func (m *maker) simpleType() string {
	types := []string{"string", "string", "boolean", "integer", "number", "object", "any", "unspecified"}
	return pick(m, slices.Concat(types, m.records, m.enums, m.unions)...)
}

// composedType returns an array or a map, of values that may be null, or be arrays and
// maps in turn.
func (m *maker) composedType() any {
	var element any = m.simpleType()
	switch {
	case m.chance(15):
		element = element.(string) + "?"
	case m.chance(15):
		element = m.composedType()
	}
	if m.chance(35) {
		return Map{{"string", element}}
	}
	return List{element}
}

// field returns a field with keys that its type accepts, and occasionally with one
// that its type refuses.
func (m *maker) field(context place, first string) any {
	kind := m.simpleType()
	var value any = kind
	if m.chance(35) {
		value = m.composedType()
		kind = flow(value)
	}
	if m.chance(15) {
		return value
	}
	f := Map{{"type", value}}
	if m.chance(4) {
		kind = pick(m, "string", "integer", "[string]", "boolean")
	}
	m.keysOf(&f, kind, context)
	hasKey := func(key string) bool { return f.Get(key) != nil }
	if m.chance(5) || !slices.ContainsFunc(notNullable, hasKey) {
		m.flag(&f, "nullable", 20)
	}
	m.flag(&f, "sensitive", 15)
	m.text(&f, "assumed", "seen once")
	m.text(&f, "description", "A field.")
	m.deprecated(&f, first)
	m.goName(&f)
	return f
}

// notNullable are the keys that a nullable field cannot have.
var notNullable = []string{"omit_empty", "send_if", "join", "codes"}

// keysOf adds keys that depend on the type.
func (m *maker) keysOf(f *Map, kind string, context place) {
	isRequired := m.chance(30)
	if isRequired {
		m.flag(f, "required", 100)
	}
	isSent := context != inResponse
	switch {
	case kind == "string":
		m.stringKeys(f, isSent, isRequired)
	case kind == "integer" || kind == "number":
		pool := numbers
		if kind == "integer" && m.chance(90) {
			pool = numbers[:8]
		}
		m.addMaybe(f, 30, "minimum", Plain(pick(m, pool...)))
		m.addMaybe(f, 30, "maximum", Plain(pick(m, pool...)))
		if isSent && !isRequired {
			m.addMaybe(f, 25, "default", Plain(pick(m, pool...)))
		}
		m.addMaybe(f, 15, "example", Plain(pick(m, pool...)))
	case kind == "boolean":
		if isSent && !isRequired {
			m.addMaybe(f, 30, "default", Plain(pick(m, "true", "false")))
		}
	case strings.HasPrefix(kind, "["), strings.HasPrefix(kind, "{"):
		m.length(f, "min_items", "max_items")
		if kind == "[string]" && isSent {
			m.addMaybe(f, 30, "join", pick(m, separators...))
		}
		if kind[0] == '[' && isSent && !isRequired {
			m.addMaybe(f, 25, "send_if", "first_item_non_empty")
		}
	case kind == "object":
		m.addMaybe(f, 20, "example", Map{{pick(m, Hostile...), List{Plain("1"), pick(m, Hostile...)}}})
	default:
		m.addMaybe(f, 20, "example", pick(m, Hostile...))
		if isSent && !isRequired {
			m.addMaybe(f, 10, "default", pick(m, enumValues...))
		}
	}
}

// stringKeys adds the keys of a string.
func (m *maker) stringKeys(f *Map, isSent, isRequired bool) {
	m.flag(f, "non_blank", 15)
	m.length(f, "min_length", "max_length")
	m.addMaybe(f, 20, "pattern", pick(m, patterns...))
	m.addMaybe(f, 15, "format", m.usualOr("date", formats...))
	enum := List{pick(m, enumValues...), "small", pick(m, Hostile...)}
	m.addMaybe(f, 12, "enum", enum)
	if isSent && !isRequired {
		m.flag(f, "omit_empty", 20)
		m.addMaybe(f, 25, "default", pick(m, "small", "abc", "", " ", enum[2].(string)))
	}
	if isSent {
		m.addMaybe(f, 15, "codes", pick(m, "table", "a.b-c_d", "Table"))
	}
	m.addMaybe(f, 20, "example", pick(m, "small", pick(m, Hostile...)))
}

// length adds bounds, which may exclude each other.
func (m *maker) length(f *Map, low, high string) {
	if m.chance(15) {
		*f = append(*f, Entry{low, Plain(pick(m, "0", "1", "2", "3"))})
	}
	if m.chance(15) {
		*f = append(*f, Entry{high, Plain(pick(m, "0", "3", "5", "100000"))})
	}
}
