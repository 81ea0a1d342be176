package observer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"example.com/opgen/internal/text/wording"
)

// Stats counts calls.
type Stats struct {
	Exchanges  int            // recorded calls
	Operations int            // recorded operations
	Unreadable map[string]int // recorded calls with a body without a shape, by reason

	Unknown    int // calls of paths and methods that the catalog does not know
	Elsewhere  int // calls of other hosts
	Unanswered int // calls without a response
	Missed     int // calls that were not recorded for lack of time, or because writing failed

	Notes []string // where a file is cut off or damaged, and its hosts if no call is of a selected one
}

// Lines returns the statistics as sentences, such as "3 calls of 2 operations recorded". What was
// not recorded is always said, so that nobody takes a partial recording for a complete one.
func (s Stats) Lines() []string {
	lines := []string{fmt.Sprintf("%s of %s recorded",
		wording.Count(s.Exchanges, "call"), wording.Count(s.Operations, "operation"))}
	reasons := slices.SortedFunc(maps.Keys(s.Unreadable), func(a, b string) int {
		return cmp.Or(s.Unreadable[b]-s.Unreadable[a], cmp.Compare(a, b))
	})
	var bodies []string
	total := 0
	for _, why := range reasons {
		total += s.Unreadable[why]
		bodies = append(bodies, fmt.Sprintf("%d %s", s.Unreadable[why], why))
	}
	if total > 0 {
		lines = append(lines, fmt.Sprintf("of those %d with a body without a shape: %s",
			total, wording.List(bodies, "and")))
	}
	for _, dropped := range []struct {
		n   int
		why string
	}{
		{s.Unknown, "unknown to the catalog"},
		{s.Elsewhere, "of other hosts"},
		{s.Unanswered, "without a response"},
		{s.Missed, "not written, or not in time"},
	} {
		if dropped.n > 0 {
			calls := wording.Count(dropped.n, "call")
			lines = append(lines, fmt.Sprintf("not recorded: %s %s", calls, dropped.why))
		}
	}
	return append(lines, s.Notes...)
}
