package used

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/diff"
)

// A rule over several fields depends on which of them carry a value in one request. Merged shapes
// do not say that, so a recording is also read for the combinations of members that occur.

// maxCombinations is the largest number of combinations that are kept of an operation.
const maxCombinations = 1000

// combinations counts requests by the members that carry a value, sorted and joined.
type combinations struct {
	counts map[string]int
	others int // requests with further combinations, or without a shape
}

// separator is between the names of a combination. A body has it in no name that matters: names of
// fields have no control characters.
const separator = "\x00"

// add counts a request. One without a body counts as one without members; one whose body could not be
// read may have had any members.
func (c *combinations) add(x recording.Exchange) {
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	var names []string
	if x.Request != nil {
		for name, value := range x.Request.Members {
			if carriesValue(value) {
				names = append(names, name)
			}
		}
	}
	if hasUnreadableRequest(x) {
		c.others++
		return
	}
	c.addSet(names, 1)
}

// addSet counts requests with a set of members.
func (c *combinations) addSet(names []string, requests int) {
	slices.Sort(names)
	key := strings.Join(names, separator)
	if c.counts[key] == 0 && len(c.counts) == maxCombinations {
		c.others += requests
		return
	}
	c.counts[key] += requests
}

// rename replaces hashes of members by their names, if these are known.
func (c *combinations) rename(keys map[string]string) {
	former := c.counts
	c.counts = map[string]int{}
	for _, key := range slices.Sorted(maps.Keys(former)) {
		names := strings.Split(key, separator)
		for i, name := range names {
			if known, ok := keys[name]; ok && recording.IsHash(name) {
				names[i] = known
			}
		}
		c.addSet(names, former[key])
	}
}

// merge adds the requests of another recording.
func (c *combinations) merge(o *combinations) {
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	c.others += o.others
	for _, key := range slices.Sorted(maps.Keys(o.counts)) { // the number of sets is bounded
		c.addSet(strings.Split(key, separator), o.counts[key])
	}
}

// carriesValue reports whether the member of one body carries a value, as rules over fields
// understand it: it is not null, and not an empty string, array or object.
func carriesValue(s *recording.Shape) bool {
	switch {
	case s.String > 0:
		return s.Lengths["0"] == 0
	case s.Array > 0:
		return s.Items != nil
	case s.Object > 0:
		return len(s.Members) > 0 || s.Entries != nil
	}
	return s.Null == 0
}

// affectedByRule returns how many requests of an operation a change of a rule over fields affects:
// the rule refuses them now, or another field of a ranked rule is sent.
func (c *combinations) affectedByRule(change *diff.Change) int {
	affected := c.others
	for key, requests := range c.counts {
		names := strings.Split(key, separator)
		if isAffectedByRule(change, names) {
			affected += requests
		}
	}
	return affected
}

// isAffectedByRule reports whether a change of a rule affects a request in which these members
// carry a value.
func isAffectedByRule(change *diff.Change, names []string) bool {
	b, h := change.Base, change.Head
	if h.Rule != nil && !h.Rule.Allows(given(h.Rule, names)) {
		return true
	}
	if countsOtherwise(b.Rule, h.Rule) && mayBeRefused(h.Rule, names) {
		return true
	}
	for _, rule := range []*catalog.Rule{b.Rule, h.Rule} {
		if rule != nil && rule.IsFirstOf() && given(rule, names) > 1 {
			return true
		}
	}
	return false
}

// countsOtherwise reports whether a change is about which objects a rule counts as given: the
// rule itself stays.
func countsOtherwise(b, h *catalog.Rule) bool {
	return b != nil && h != nil && b.Kind == h.Kind &&
		slices.Equal(catalog.Names(b.Fields), catalog.Names(h.Fields))
}

// mayBeRefused reports whether a rule refuses a request if it does not count all of its objects,
// or counts others that were sent without a value, which are not among names.
func mayBeRefused(rule *catalog.Rule, names []string) bool {
	least := given(rule, names)
	most := least
	for _, f := range rule.Fields {
		isObject := f.Type.Kind == catalog.Map || len(f.Type.Records()) > 0
		switch {
		case !isObject:
		case slices.Contains(names, f.Name):
			least--
		default:
			most++
		}
	}
	for n := least; n <= most; n++ {
		if !rule.Allows(n) {
			return true
		}
	}
	return false
}

// given returns how many fields of a rule are among names, which carry a value.
func given(rule *catalog.Rule, names []string) int {
	n := 0
	for _, f := range rule.Fields {
		if slices.Contains(names, f.Name) {
			n++
		}
	}
	return n
}
