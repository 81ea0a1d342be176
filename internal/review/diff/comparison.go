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
func (c *comparison) add(change Change, rule *Rule, key, format string, args ...any) {
	change.Key, change.Message = key, fmt.Sprintf(format, args...)
	if rule.subjectKey && change.Aspect == "" {
		change.Aspect, _, _ = strings.Cut(change.label(), " ")
	}
	for _, use := range change.useKinds {
		when := general
		if change.situation != nil {
			when = change.situation(use)
		}
		judgment := rule.caseFor(use.Context, when).forUse(use)
		if judgment.Verdicts.Requests > report.Safe && !c.isShown(&change) {
			use.spared = true
			judgment = judgment.forUse(use)
		}
		if change.Kind == nil || judgment.Level.Compare(change.Level) < 0 {
			change.Kind, change.Rule, change.Level = rule, rule.ID, judgment.Level
			if rule.sideKey {
				change.Aspect = use.Context.String()
			}
		}
		change.addCase(judgment)
	}
	change.situation = nil
	c.changes = append(c.changes, change)
}

// compareValue adds a change of a value if it differs. The key is its name in the catalog, or
// "" if the values are clear without it. The message is the subject with both values: "the version
// changes: v1 -> v2".
func (c *comparison) compareValue(change Change, rule *Rule, key, old, new, subject string) {
	if old != new {
		values := arrow(old, new)
		c.add(change, rule, strings.TrimPrefix(key+" "+values, " "), "%s: %s", subject, values)
	}
}

// forUse returns the case for a use: an old client reads any lenient response, with zero
// values, and what no old request can show changes no request.
func (c *Case) forUse(u useKind) *Case {
	adapted := *c
	if u.lenient {
		adapted.Verdicts.Responses = min(adapted.Verdicts.Responses, report.Shifts)
	}
	if u.spared {
		adapted.Verdicts.Requests = min(adapted.Verdicts.Requests, report.Safe)
	}
	if adapted.Verdicts == c.Verdicts {
		return c
	}
	if u.spared && adapted.Because == otherData {
		adapted.Because = Circumstance{}
	}
	adapted = adapted.withLevel()
	return &adapted
}

// goChanges returns the moves of a Go type and its members that change, such as
// "claims.GetClaimResponse.Raw: removed". Of a struct, only members are used.
func (c *comparison) goChanges(typ string) (moves []string) {
	base := c.baseAPI()
	head := c.headAPI()
	for _, name := range slices.Sorted(maps.Keys(base)) {
		oldType, newType := base[name], head[name]
		isType := name == typ && oldType != "struct"
		isMember := strings.HasPrefix(name, typ+".")
		if oldType != newType && (isType || isMember) {
			moves = append(moves, name+": "+fateOf(oldType, newType))
		}
	}
	return moves
}

// sunsetPassed reports whether the sunset of a deprecation has passed.
func (c *comparison) sunsetPassed(d *catalog.Deprecation) bool {
	return d.Sunset != "" && d.Sunset <= c.today
}

// fateOf says what becomes of a Go name whose type changed or that is gone.
func fateOf(oldType, newType string) string {
	if newType == "" {
		return "removed"
	}
	return arrow(oldType, newType)
}
