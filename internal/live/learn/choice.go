package learn

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"example.com/opgen/internal/json/jsonpointer"
)

// option is a value of an enum, or the tag of a variant, with the Go name of its constant or
// type, "" if it follows from the value.
type option struct{ value, goName string }

// buildEnum sets the enum of a text, if the decisions name one.
func (l *learner) buildEnum(p *place) {
	name := firstDecision(l.decided, p.at, func(d *decision) string { return d.enum })
	if name != "" && l.addChoices(p, name, p) {
		p.name = name
	}
}

// buildUnion makes a record a union by one of its members.
func (l *learner) buildUnion(p *place, tag string) {
	n := slices.IndexFunc(p.fields, func(f *field) bool { return f.key == tag })
	if n < 0 || p.fields[n].shape.String != p.shape.Object {
		l.rejectDecision(p.at, "some of its objects have no string "+tag)
	} else if l.addChoices(p, p.name, p.fields[n].place) {
		p.union = tag
	}
}

// addChoices adds the values of a text to those of an enum or a union that the decisions name
// at a place, and reports whether there are any.
func (l *learner) addChoices(decided *place, name string, of *place) bool {
	if len(of.shape.Values) == 0 {
		l.rejectDecision(decided.at, "the recordings have no values: record with --values "+l.bodyPlace(of.at))
		return false
	}
	if l.choices[name] == nil {
		l.choices[name] = map[string]int{}
	}
	maps.Copy(l.choices[name], of.shape.Values)
	return true
}

// options returns the values of an enum or a union, except those with control characters,
// which cannot be listed. The type is open anyway.
func (l *learner) options(name string) []option {
	var all []option
	taken := map[string]bool{}
	for _, value := range slices.Sorted(maps.Keys(l.choices[name])) {
		if strings.ContainsFunc(value, unicode.IsControl) || len(value) > maxName {
			continue
		}
		constant, goName := name+l.catalog.Naming.Part(value), ""
		if constant == name || taken[constant] {
			goName = constant + "X" + hash(value)
			constant = goName
		}
		taken[constant] = true
		all = append(all, option{value, goName})
	}
	return all
}

// rejectDecision reports that a decision could not be applied.
func (l *learner) rejectDecision(at []string, why string) {
	for _, p := range at {
		if d := l.decided.places[p]; d != nil {
			l.addFinding(unusedDecision, d.pos, p, "%s", why)
			return
		}
	}
}

// bodyPlace returns the first place in a response, as a place in the whole body.
func (l *learner) bodyPlace(places []string) string {
	at := places[slices.IndexFunc(places, func(p string) bool { return !inRecord(p) })]
	op, rest, _ := strings.Cut(at, "/")
	if e := l.seen[op].op.Envelope; e != nil && e.Data != "" {
		return op + "/" + jsonpointer.Escape(e.Data) + "/" + rest
	}
	return at
}
