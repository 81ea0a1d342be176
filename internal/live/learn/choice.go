package learn

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
)

// option is a value of an enum, or the tag of a variant, with the Go name of its constant or
// type, which is "" if it follows.
type option struct{ value, goName string }

// choice is an enum or a union that the decisions ask for, with the values that were kept.
type choice struct {
	name   string
	values map[string]int
}

// buildEnum gives a text the enum that the decisions name.
func (l *learner) buildEnum(p *place) {
	name := about(l.decided, p.at, func(d *decision) string { return d.enum })
	if name == "" {
		return
	}
	if len(p.shape.Values) == 0 {
		l.unmade(p.at, "the recordings hold no values of it: record with --values "+l.whole(p.at))
		return
	}
	p.name = name
	l.choice(name).add(p.shape.Values)
}

// buildUnion makes a record a union by one of its members.
func (l *learner) buildUnion(p *place, tag string) {
	n := slices.IndexFunc(p.fields, func(f *field) bool { return f.key == tag })
	switch {
	case n < 0:
		l.unmade(p.at, "its objects have no member "+tag)
		return
	case p.fields[n].shape.String != p.shape.Object:
		l.unmade(p.at, "not each of its objects has a text as "+tag)
		return
	case len(p.fields[n].shape.Values) == 0:
		l.unmade(p.at, "the recordings hold no values of its tag: record with --values "+l.whole(p.at)+"/"+jsonpointer.Escape(tag))
		return
	}
	p.union = tag
	l.choice(p.name).add(p.fields[n].shape.Values)
}

func (l *learner) choice(name string) *choice {
	if l.choices[name] == nil {
		l.choices[name] = &choice{name: name, values: map[string]int{}}
	}
	return l.choices[name]
}

func (c *choice) add(values map[string]int) {
	for value, n := range values {
		c.values[value] += n
	}
}

// listed are the values. One with a control character cannot be listed; the type is open all
// the same.
func (c *choice) listed() []option {
	var all []option
	taken := map[string]bool{}
	for _, value := range slices.Sorted(maps.Keys(c.values)) {
		if strings.ContainsFunc(value, unicode.IsControl) || len(value) > maxName {
			continue
		}
		name, goName := c.name+catalog.GoNamePart(value), ""
		if name == c.name || taken[name] {
			goName = name + "X" + hash(value)
			name = goName
		}
		taken[name] = true
		all = append(all, option{value, goName})
	}
	return all
}

// unmade reports that a decision could not be carried out.
func (l *learner) unmade(at []string, why string) {
	for _, p := range at {
		if d := l.decided.places[p]; d != nil {
			l.find(unusedDecision, d.pos, p, "%s", why)
			return
		}
	}
}

// whole is the first place in a response, as recorders know it, which see whole bodies.
func (l *learner) whole(places []string) string {
	at := places[slices.IndexFunc(places, func(p string) bool { return !ofRecord(p) })]
	op, rest, _ := strings.Cut(at, "/")
	if e := l.seen[op].op.Envelope; e != nil && e.Data != "" {
		return op + "/" + jsonpointer.Escape(e.Data) + "/" + rest
	}
	return at
}
