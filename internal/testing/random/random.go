// Package random makes random catalogs with every feature of the format and with
// difficult names and texts. A seed always gives the same catalog. [Shrink] reduces
// a catalog that fails.
package random

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// maker makes one catalog.
type maker struct {
	*rand.Rand
	records, enums, unions []string // that can be referred to so far
	fieldNames             map[string][]string
	names                  int // number of names so far, to make new ones
}

// Catalog returns the catalog of a seed. It may have problems; see [Repair].
func Catalog(seed uint64) Map {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 2)), fieldNames: map[string][]string{}}
	c := Map{
		{"catalog", Plain("1")},
		{"info", Map{
			{"title", m.words("Example")}, {"version", m.words("v1")},
			{"package", m.usualOr("example", segments...)}, {"description", m.words("An example.")},
		}},
		{"path", m.usualOr(paths[0], paths...)},
	}
	if enums := m.named(m.IntN(4), typeNames, m.typeName, func(string) any { return m.enum() }); len(enums) > 0 {
		c = append(c, Entry{"enums", enums})
		m.enums = keys(enums)
	}
	// Records can refer to unions before these are made.
	m.unions = keys(m.named(m.IntN(3), typeNames, m.typeName, func(string) any { return nil }))
	// A record refers to earlier records, to itself, and to unions, which may lead to it.
	if records := m.named(m.IntN(5), typeNames, m.typeName, func(name string) any {
		m.records = append(m.records, name)
		r := m.record()
		m.fieldNames[name] = keys(fieldsOf(r))
		return r
	}); len(records) > 0 {
		c = append(c, Entry{"records", records})
	}
	if unions := (Map{}); len(m.unions) > 0 {
		for _, name := range m.unions {
			unions = append(unions, Entry{name, m.union()})
		}
		c = append(c, Entry{"unions", unions})
	}
	m.outcomes(&c, 45, false)
	c = append(c, Entry{"areas", m.named(1+m.IntN(3), segments, m.segment, func(string) any { return m.area() })})
	m.idempotency(&c, m.usualOr("Idempotency-Key", "none", "content-type"), 30)
	return naming(calling(c, seed), seed)
}

// keys returns the keys of a map.
func keys(m Map) []string {
	var names []string
	for _, e := range m {
		names = append(names, e.Key)
	}
	return names
}

// fieldsOf returns the fields of an operation, a record or a response.
func fieldsOf(m Map) Map {
	fields, _ := m.Get("fields").(Map)
	return fields
}

// chance reports true in a percentage of calls.
func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

// pick returns one of the choices.
func pick[T any](m *maker, choices ...T) T { return choices[m.IntN(len(choices))] }

// usualOr returns a usual text, or one of the others.
func (m *maker) usualOr(usual string, others ...string) string {
	if m.chance(60) {
		return usual
	}
	return pick(m, others...)
}

// words returns a text for people.
func (m *maker) words(usual string) string { return m.usualOr(usual, Hostile...) }

// addMaybe adds a value to a map with the given chance.
func (m *maker) addMaybe(target *Map, percent int, key string, value any) {
	if m.chance(percent) {
		*target = append(*target, Entry{key, value})
	}
}

// addText adds a text to a map with the given chance: mostly the usual one.
func (m *maker) addText(target *Map, percent int, key, usual string, others ...string) {
	if m.chance(percent) {
		*target = append(*target, Entry{key, m.usualOr(usual, others...)})
	}
}

// text sometimes adds a text for people to a map.
func (m *maker) text(target *Map, key, usual string) { m.addText(target, 40, key, usual, Hostile...) }

// flag adds a boolean to a map with the given chance.
func (m *maker) flag(target *Map, key string, percent int) {
	if m.chance(percent) {
		*target = append(*target, Entry{key, Plain(strconv.FormatBool(m.chance(90)))})
	}
}

// named returns a map with n distinct names, either usual ones or names from a
// pool.
func (m *maker) named(n int, pool []string, usual func() string, value func(name string) any) Map {
	entries := Map{}
	for range n {
		name := usual()
		switch {
		case m.chance(35):
			name = pick(m, pool...)
		case m.chance(3):
			name = strings.Repeat(pick(m, "a", "A", "é"), pick(m, 99, 100, 101, 128, 256, 300))
		}
		if entries.Get(name) == nil {
			entries = append(entries, Entry{name, value(name)})
		}
	}
	return entries
}

// number returns the number of the next name.
func (m *maker) number() string {
	m.names++
	return strconv.Itoa(m.names)
}

// typeName returns a new name of a type.
func (m *maker) typeName() string { return "Type" + m.number() }

// segment returns a new name of an area or an operation.
func (m *maker) segment() string { return "seg_" + m.number() }

// fieldName returns a new name of a field, in one of several styles.
func (m *maker) fieldName() string { return pick(m, "field", "field_id", "URL", "x") + m.number() }

// goName sometimes adds a Go name.
func (m *maker) goName(target *Map) {
	if m.chance(12) {
		*target = append(*target, Entry{"go", Map{{"name", m.usualOr("Named"+m.number(), goNames...)}}})
	}
}

// enum returns an enum of one to four values.
func (m *maker) enum() Map {
	e := Map{}
	m.text(&e, "description", "An enum.")
	m.flag(&e, "open", 40)
	name := func() string { return "value " + m.number() }
	value := func(string) any {
		v := Map{}
		m.text(&v, "description", "A value.")
		m.goName(&v)
		return v
	}
	return append(e, Entry{"values", m.named(1+m.IntN(4), enumValues, name, value)})
}

// record returns a record of up to five fields.
func (m *maker) record() Map {
	r := Map{}
	m.text(&r, "description", "A record.")
	m.text(&r, "assumed", "it looks so")
	m.flag(&r, "open", 40)
	return append(r, Entry{"fields", m.fields(m.IntN(6), inRecord)})
}

// area returns an area of one to four operations, sometimes with two that page together.
func (m *maker) area() Map {
	a := Map{}
	m.text(&a, "description", "An area.")
	m.goName(&a)
	operations := m.named(1+m.IntN(4), segments, m.segment, func(string) any { return m.operation() })
	if m.chance(15) {
		operations = append(operations, m.continued()...)
	}
	return append(a, Entry{"operations", operations})
}

// operation returns an operation. Its parts are drawn in the order in which they depend on each
// other: fields, rules over them, the response, and the paging that needs both.
func (m *maker) operation() Map {
	op := Map{}
	m.text(&op, "summary", "Does a thing.")
	m.text(&op, "description", "More about it.")
	m.goName(&op)
	m.addText(&op, 50, "effect", "read", "idempotent", "write", "Read")
	m.deprecated(&op, "get")
	if m.chance(15) {
		usual := "/own/" + m.number() + "/{operation}"
		others := append(paths, "/own/"+m.number(), "/own/"+m.number()+"/")
		op = append(op, Entry{"path", m.usualOr(usual, others...)})
	}
	m.flag(&op, "open", 15)
	fields := m.fields(pick(m, 0, 1, 3, 6, 9), inRequest)
	if m.chance(5) {
		fields = append(fields, m.fields(70, inRequest)...)
	}
	names := keys(fields)
	if len(m.records) > 0 && m.chance(25) {
		included := pick(m, m.records...)
		op = append(op, Entry{"include", included})
		names = append(names, m.fieldNames[included]...)
	}
	if len(fields) > 0 {
		op = append(op, Entry{"fields", fields})
	}
	if len(names) == 0 {
		m.addText(&op, 40, "empty", "none", "null", "object", "nothing")
	}
	m.outcomes(&op, 12, true)
	m.rules(&op, names)
	response := m.response(&op)
	m.pagination(&op, names, keys(response))
	m.idempotency(&op, m.usualOr("Idempotency-Key", "X-Key", "none", "a b", "Host"), 15)
	return op
}

// rules adds rules over fields, and removes from these fields the keys that rules
// do not allow.
func (m *maker) rules(op *Map, names []string) {
	var rules List
	for len(names) >= 2 && m.chance(40) && len(rules) < 3 {
		var members List
		for _, i := range m.Perm(len(names))[:min(len(names), 2+m.IntN(3))] {
			members = append(members, names[i])
			if f, ok := fieldsOf(*op).Get(names[i]).(Map); ok {
				f = slices.DeleteFunc(f, func(e Entry) bool {
					return m.chance(95) && slices.Contains([]string{"required", "default", "send_if"}, e.Key)
				})
				fields := fieldsOf(*op)
				fields.set(names[i], f)
			}
		}
		kind := pick(m, "first_of", "at_least_one_of", "at_most_one_of", "all_or_none_of")
		rules = append(rules, Map{{kind, members}})
		if kind == "first_of" {
			isMember := func(name string) bool { return slices.Contains(members, any(name)) }
			names = slices.DeleteFunc(slices.Clone(names), isMember)
		}
	}
	if rules != nil {
		*op = append(*op, Entry{"rules", rules})
	}
}

// response adds a response and returns its fields.
func (m *maker) response(op *Map) Map {
	switch {
	case m.chance(30):
		return nil
	case len(m.records) > 0 && m.chance(20):
		*op = append(*op, Entry{"response", pick(m, m.records...)})
		return nil
	case m.chance(10):
		*op = append(*op, Entry{"response", m.composedType()})
		return nil
	case m.chance(6):
		*op = append(*op, Entry{"response", "none"})
		return nil
	}
	r := Map{}
	m.text(&r, "description", "What comes back.")
	m.text(&r, "assumed", "seen once")
	m.flag(&r, "lenient", 15)
	if m.chance(15) {
		typ := pick(m, m.composedType(), m.composedType(), any(m.simpleType()), any("none"))
		r = append(r, Entry{"type", typ})
		m.flag(&r, "sensitive", 25)
		*op = append(*op, Entry{"response", r})
		return nil
	}
	if len(m.records) > 0 && m.chance(25) {
		r = append(r, Entry{"include", pick(m, m.records...)})
	}
	fields := m.fields(m.IntN(5), inResponse)
	m.addMaybe(&r, 80, "fields", fields)
	*op = append(*op, Entry{"response", r})
	return fields
}

// deprecated sometimes adds a deprecation, whose dates may be wrong.
func (m *maker) deprecated(target *Map, use string) {
	if !m.chance(10) {
		return
	}
	d := Map{}
	m.text(&d, "since", "v1")
	m.addText(&d, 50, "sunset", "2030-01-31", "2030-02-31", "soon")
	if use != "" {
		m.addMaybe(&d, 50, "use", use)
	}
	*target = append(*target, Entry{"deprecated", d})
}

// String returns the catalog for the message of a failure.
func (m Map) String() string { return fmt.Sprintf("---\n%s---\n", m.YAML()) }
