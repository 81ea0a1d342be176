package learn

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// This file collects the values of enums and unions. Recordings have values only where the user
// asked for them, and a decision without values is reported instead of applied.

// choices are the values of enums and unions that the decisions name, by these names.
type choices struct {
	values   map[string]map[string]int
	names    *naming
	observed observed
	findings *findings
}

// option is a value of an enum, or the tag of a variant, with the Go name of its constant or
// type, "" if it follows from the value.
type option struct{ value, goName string }

// add adds the values of a text to those of an enum or a union that the decisions name
// at a place, and reports whether there are any.
func (c *choices) add(union *place, name string, text *place) bool {
	if len(text.shape.Values) == 0 {
		c.reject(union.places, "the recordings have no values: record with --values "+
			c.observed.bodyPlace(text.places))
		return false
	}
	if c.values[name] == nil {
		c.values[name] = map[string]int{}
	}
	maps.Copy(c.values[name], text.shape.Values)
	return true
}

// reject reports that a decision could not be applied.
func (c *choices) reject(places []string, why string) {
	for _, p := range places {
		if d := c.names.decided.places[p]; d != nil {
			c.findings.add(unusedDecision, d.pos, p, "%s", why)
			return
		}
	}
}

// options returns the values of an enum or a union, except those with control characters,
// which cannot be listed. The type is open anyway.
func (c *choices) options(name string) []option {
	var options []option
	takenNames := map[string]bool{}
	for _, value := range slices.Sorted(maps.Keys(c.values[name])) {
		if strings.ContainsFunc(value, unicode.IsControl) || len(value) > maxName {
			continue
		}
		goName := ""
		constant := name + c.names.catalog.Naming.Part(value)
		if constant == name || takenNames[constant] {
			goName = constant + "X" + hash(value)
			constant = goName
		}
		takenNames[constant] = true
		options = append(options, option{value, goName})
	}
	return options
}

// bodyPlace returns the first of places that is in a response, as a place in the whole body, which
// is what gen record --values takes: "claims.get_claim/status" becomes
// "claims.get_claim/data/status" if the envelope has the response in its member data.
func (o observed) bodyPlace(places []string) string {
	i := slices.IndexFunc(places, func(p string) bool { return !inRecord(p) })
	place := places[i]
	op, rest, _ := strings.Cut(place, "/")
	if e := o[op].op.Envelope; e != nil && e.Data != "" {
		return op + "/" + member(e.Data) + "/" + rest
	}
	return place
}
