package diff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/report"
)

// This file has what all comparisons share: the two catalogs, and the changes found so far.

// comparison collects the changes between two catalogs.
type comparison struct {
	*pairing.Elements
	base, head *catalog.Catalog
	today      string   // YYYY-MM-DD
	notice     string   // a sunset before it is too soon; no sunset is before the zero date
	uses       useIndex // of the base
	states     states   // of the base
	headPaths  map[string]*catalog.Operation

	reported map[part]bool // by another change

	baseAPI func() goAPI
	headAPI func() goAPI

	changes []Change
}

// part is a field or a record, or what a key states about a field.
type part struct {
	element any // *catalog.Field or *catalog.Shape
	key     string
}

// add completes a change and adds it: what is its key, and the format its message. Each
// use is judged alone. The gravest case determines the level of the change.
func (c *comparison) add(change Change, rule *Rule, what, format string, args ...any) {
	change.Key, change.Message = what, fmt.Sprintf(format, args...)
	if rule.subjectKey && change.Aspect == "" {
		change.Aspect, _, _ = strings.Cut(change.label(), " ")
	}
	for _, met := range change.useKinds {
		when := general
		if change.situation != nil {
			when = change.situation(met)
		}
		found := rule.caseFor(met.Context, when).forUse(met)
		if found.Verdicts.Requests > report.Safe && !c.isShown(&change) {
			met.spared = true
			found = found.forUse(met)
		}
		if change.Kind == nil || found.Level.Compare(change.Level) < 0 {
			change.Kind, change.Rule, change.Level = rule, rule.ID, found.Level
			if rule.sideKey {
				change.Aspect = met.Context.String()
			}
		}
		change.addCase(found)
	}
	change.situation = nil
	c.changes = append(c.changes, change)
}

// compareValue adds a change of a value if it differs. The key is its name in the catalog, or
// "" if the values are clear without it.
func (c *comparison) compareValue(change Change, rule *Rule, key, old, new, says string) {
	if old != new {
		what := arrow(old, new)
		c.add(change, rule, strings.TrimPrefix(key+" "+what, " "), "%s: %s", says, what)
	}
}

// forUse returns the case for a use: an old client reads any lenient response, with zero
// values, and what no old request can show changes no request.
func (c *Case) forUse(u useKind) *Case {
	met := *c
	if u.lenient {
		met.Verdicts.Responses = min(met.Verdicts.Responses, report.Shifts)
	}
	if u.spared {
		met.Verdicts.Requests = min(met.Verdicts.Requests, report.Safe)
	}
	if met.Verdicts == c.Verdicts {
		return c
	}
	if u.spared && met.Because == otherData {
		met.Because = Circumstance{}
	}
	met = met.withLevel()
	return &met
}

// goChanges returns the moves of a Go type and its members that change. Of a struct, only members
// are used.
func (c *comparison) goChanges(typ string) (moves []string) {
	base := c.baseAPI()
	head := c.headAPI()
	for _, name := range slices.Sorted(maps.Keys(base)) {
		was, is := base[name], head[name]
		isType := name == typ && was != "struct"
		isMember := strings.HasPrefix(name, typ+".")
		if was != is && (isType || isMember) {
			moves = append(moves, name+": "+fateOf(was, is))
		}
	}
	return moves
}

// sunsetPassed reports whether the sunset of a deprecation has passed.
func (c *comparison) sunsetPassed(d *catalog.Deprecation) bool {
	return d.Sunset != "" && d.Sunset <= c.today
}

// fateOf says what becomes of a Go name whose type changed or that is gone.
func fateOf(was, is string) string {
	if is == "" {
		return "removed"
	}
	return arrow(was, is)
}
