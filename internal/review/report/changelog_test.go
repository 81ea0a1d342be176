package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// headings returns the sections of a changelog with their topics: "On the wire: Added".
func headings(page string) (all []string) {
	section := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "### "); ok {
			section = title
		}
		if topic, ok := strings.CutPrefix(line, "#### "); ok {
			all = append(all, section+": "+topic)
		}
	}
	return all
}

// A change is listed for those whom it concerns, under what it means to them.
func TestChangesAreListedForTheirReaders(t *testing.T) {
	for _, test := range []struct {
		topic        Topic
		wire, golang Bump
		want         string
	}{
		{Added, NoBump, NoBump, ""},
		{Added, Minor, Minor, "On the wire: Added, In Go: Added"},
		{Added, NoBump, Minor, "In Go: Added"},
		{Added, Minor, NoBump, "On the wire: Added"},
		{Changed, Major, Minor, "On the wire: Breaking, In Go: Changed"},
		{Changed, Minor, Major, "On the wire: Changed, In Go: Breaking"},
		{Removed, Major, Major, "On the wire: Removed, In Go: Removed"},
		{Deprecated, Minor, Minor, "On the wire: Deprecated, In Go: Deprecated"},
		{Deprecated, Major, NoBump, "On the wire: Breaking"},
		// Merely another text of generated code is no change for callers.
		{Changed, Minor, Patch, "On the wire: Changed"},
		{Changed, Patch, Patch, "On the wire: Changed, In Go: Changed"},
		{Changed, NoBump, Patch, "In Go: Changed"},
		{Changed, Patch, Minor, "On the wire: Changed, In Go: Changed"},
		{Documented, Patch, Patch, "In both: Documentation"},
		{Documented, NoBump, NoBump, "In both: Documentation"},
		{Documented, Major, Major, "In both: Documentation"},
	} {
		f := Finding{Path: "a.b", Topic: test.topic, Bumps: &Bumps{test.wire, test.golang}}
		page := printed(t, Changelog, &Report{Findings: []Finding{f}})
		require.Equal(t, test.want, strings.Join(headings(page), ", "), "%v", test)
		require.Equal(t, test.want == "", page == "Nothing changed.\n", "%v", test)
	}
}

// Readers get the example that is in their language, short, and of what breaks their use.
func TestChangelogHasExamplesOfBreakingChanges(t *testing.T) {
	long := strings.Repeat("xy", longestShown/2)
	body := Example{Kind: "request", Given: "{}", Outcome: "x"}
	run := Example{Kind: "request", Given: strings.Repeat("x", 999)}
	for _, test := range []struct {
		name         string
		topic        Topic
		example      Example
		base         bool
		wire, golang bool
	}{
		{"of a body", Changed, body, false, true, false},
		{"of Go", Changed, Example{Kind: "server", Given: "{}", Outcome: "x"}, false, false, true},
		{"of a removal", Removed, body, false, false, false},
		{"of what is gone", Changed, Example{Kind: "client", Given: "{}"}, true, false, false},
		{"of full length", Changed, Example{"response", long, long, long}, false, true, false},
		{"too long", Changed, Example{Kind: "request", Given: long + "x"}, false, false, false},
		{"with a long outcome", Changed, Example{"request", "x", long + "x", ""}, false, false, false},
		{"with a long remedy", Changed, Example{"client", "x", "", long + "x"}, false, false, false},
		{"of a long run", Changed, run, false, true, false},
	} {
		f := Finding{
			Path: "a.b", Pos: at(3), Topic: test.topic, Bumps: &Bumps{Major, Major},
			Go: []string{"a.B"}, Example: &test.example,
		}
		f.Pos.Base = test.base
		page := printed(t, Changelog, &Report{Findings: []Finding{f}})
		wire, golang, _ := strings.Cut(page, "### In Go")
		require.Equal(t, test.wire, strings.Contains(wire, "Example: "), test.name)
		require.Equal(t, test.golang, strings.Contains(golang, "Example: "), test.name)
		require.NotContains(t, wire, "a.B", "clients in other languages have no Go")
		require.Contains(t, golang, "\n  - `a.B`", test.name)
	}
	minor := Finding{
		Path: "a.b", Topic: Changed, Bumps: &Bumps{Minor, Minor},
		Example: &body,
	}
	page := printed(t, Changelog, &Report{Findings: []Finding{minor}})
	require.NotContains(t, page, "Example: ", "what breaks nobody needs no example")
}

// Findings are in the order of the catalog's names, whatever their levels, and those that are not
// printed elsewhere are changes of the release, too.
func TestChangelogIsInTheOrderOfPaths(t *testing.T) {
	finding := func(target, path, rule string) Finding {
		return Finding{
			Target: target, Path: path, Rule: rule, Message: rule, Topic: Added, Bumps: &Bumps{Go: Minor},
		}
	}
	r := &Report{
		Findings: []Finding{finding("stock", "b", "1"), finding("stock", "a", "3")},
		LeftOut:  []Finding{finding("stock", "a", "2")},
		Unused:   []Finding{finding("shop", "z", "0")},
		Accepted: []Finding{finding("stock", "c", "0")},
		Release:  &Release{Title: "v2 (2026-11-29)", Targets: []string{"shop", "stock"}},
	}
	require.Equal(t, "## v2 (2026-11-29)\n\n### In Go\n\n#### Added\n\n"+
		"- `z` of shop: 0.\n- `a` of stock: 2.\n- `a` of stock: 3.\n"+
		"- `b` of stock: 1.\n- `c` of stock: 0.\n",
		printed(t, Changelog, r))

	// The only catalog is not named.
	r.Release.Targets = nil
	require.Contains(t, printed(t, Changelog, r), "\n- `a`: 2.\n")
	r.Release = nil
	require.Contains(t, printed(t, Changelog, r), "\n- `a`: 2.\n")
}

// If a finding does not break Go and may break clients, only clients read that it is undecided.
func TestUndecidedChangesSaySoToThoseConcerned(t *testing.T) {
	const undecided = "; whether it breaks is undecided"
	for verdicts, want := range map[string][2]bool{
		"?···": {true, false},
		"·?··": {true, false},
		"··?·": {false, true},
		"···?": {false, true},
		"??SS": {true, false},
		"B?B?": {false, false},
		"SSSS": {false, false},
	} {
		f := Finding{
			Path: "a.b", Message: "it changes", Topic: Changed, Bumps: &Bumps{Minor, Minor},
			Verdicts: new(ParseVerdicts(verdicts)),
		}
		text := printed(t, Semver, &Report{Findings: []Finding{f}})
		wire, golang, _ := strings.Cut(text, "go: ")
		require.Equal(t, want[0], strings.Contains(wire, undecided), verdicts)
		require.Equal(t, want[1], strings.Contains(golang, undecided), verdicts)
	}
}
