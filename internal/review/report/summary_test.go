package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// leveled returns findings with some levels.
func leveled(levels ...Level) (all []Finding) {
	for _, level := range levels {
		all = append(all, Finding{Rule: string(level), Level: level})
	}
	return all
}

func TestLevelsAreOrderedBySeverity(t *testing.T) {
	for i, level := range Levels {
		for j, other := range Levels {
			require.Equal(t, i <= j, level.AtLeast(other), "%s, %s", level, other)
		}
	}
	require.Equal(t, -1, Error.Compare(Info))
	require.Equal(t, 0, Warning.Compare(Warning))
	require.Equal(t, 1, Info.Compare(Warning))
}

func TestBumpsOfAReportAreTheGreatest(t *testing.T) {
	of := func(wire, golang Bump) []Finding { return []Finding{{Bumps: &Bumps{wire, golang}}} }
	require.Equal(t, Bumps{}, new(Report).Bumps())
	for _, r := range []*Report{
		{Findings: of(Major, Patch), Accepted: of(Minor, Minor)},
		{LeftOut: of(Major, NoBump), Unused: of(NoBump, Minor)},
		{Findings: append(of(Patch, Minor), of(Major, Patch)...)},
	} {
		require.Equal(t, Bumps{Wire: Major, Go: Minor}, r.Bumps())
	}
}

func TestSummaries(t *testing.T) {
	for _, test := range []struct {
		report Report
		want   string
	}{
		{Report{}, "no findings"},
		{Report{Calls: &Calls{}}, "no findings in your calls"},
		{Report{Findings: leveled(Info)}, "1 info"},
		{Report{Findings: leveled(Info, Info, Error)}, "1 error, 2 info"},
		{Report{Findings: leveled(Warning), LeftOut: leveled(Error, Warning)}, "1 error, 2 warnings"},
		{Report{Accepted: leveled(Error, Error)}, "2 accepted"},
		{Report{Findings: leveled(Warning), Accepted: leveled(Error)}, "1 warning, 1 accepted"},
	} {
		require.Equal(t, test.want, test.report.Summary())
	}
}

// Findings below a level are not listed, and still count.
func TestFindingsBelowALevelAreLeftOut(t *testing.T) {
	for _, test := range []struct {
		level         Level
		kept, leftOut []Finding
	}{
		{Error, leveled(Error), leveled(Info, Warning)},
		{Warning, leveled(Warning, Error), leveled(Info)},
		{Info, leveled(Info, Warning, Error), nil},
	} {
		r := &Report{Findings: leveled(Info, Warning, Error)}
		r.KeepLevel(test.level)
		require.ElementsMatch(t, test.kept, r.Findings, test.level)
		require.Equal(t, test.leftOut, r.LeftOut, test.level)
		require.Equal(t, "1 error, 1 warning, 1 info", r.Summary())
		require.True(t, r.HasAtLeast(Error))
	}
	require.True(t, (&Report{LeftOut: leveled(Warning)}).HasAtLeast(Warning))
	require.False(t, (&Report{LeftOut: leveled(Info)}).HasAtLeast(Warning))
}

// A report about recorded calls has the findings that concern them, and counts the others.
func TestFindingsThatConcernNoCallAreUnused(t *testing.T) {
	calls := &Calls{Recordings: []string{"a.json", "b.har"}, Calls: 1, Operations: 2}
	require.Nil(t, new(Report).CallLines())

	used := Finding{Rule: "used", Level: Error, Used: &Use{Operations: []string{"a.b"}}}
	r := &Report{Command: "gen diff", Calls: calls, Findings: []Finding{used}}
	r.KeepUsed()
	require.Equal(t, []Finding{used}, r.Findings)
	require.Empty(t, r.Unused)
	require.Equal(t, []string{"your calls: 1 call of 2 operations in a.json and b.har"}, r.CallLines())

	r.Findings = append(leveled(Warning), used)
	r.KeepUsed()
	require.Contains(t, r.CallLines()[0], "; 1 warning concern none of them")

	r.Unused = nil
	r.Findings = append(leveled(Error, Info), used)
	r.KeepUsed()
	require.Equal(t, []Finding{used}, r.Findings)
	require.Equal(t, leveled(Error, Info), r.Unused)
	require.Equal(t, []string{"your calls: 1 call of 2 operations in a.json and b.har; " +
		"1 error, 1 info concern none of them, and gen diff without --used prints them"}, r.CallLines())
}

// Each format says which calls a finding concerns. In JSON, the other findings follow, too, except
// those below the level that was asked for.
func TestReportsOfRecordedCalls(t *testing.T) {
	used := Finding{Rule: "used", Level: Error, Path: "a.b"}
	used.Used = &Use{Operations: []string{"a.b"}, Calls: 2, Sent: 1}
	r := &Report{Calls: &Calls{}, Findings: []Finding{used}, Unused: leveled(Warning, Info)}
	require.Contains(t, printed(t, Text, r), "\n    your calls: 2 of a.b; the field was sent 1 time\n")
	require.Contains(t, printed(t, GitHub, r), "%0Ayour calls: 2 of a.b; the field was sent 1 time")
	page := printed(t, Markdown, r)
	require.Contains(t, page, "\n\nYour calls: 2 of a.b; the field was sent 1 time.")

	unused := func() (rules []string) {
		var read struct{ Unused []Finding }
		require.NoError(t, json.Unmarshal([]byte(printed(t, JSON, r)), &read))
		for _, f := range read.Unused {
			rules = append(rules, f.Rule)
		}
		return rules
	}
	require.Equal(t, []string{"warning", "info"}, unused())
	r.Lowest = Warning
	require.Equal(t, []string{"warning"}, unused())
	r.Calls = nil
	require.NotContains(t, printed(t, JSON, r), "unused")

	// Calls of no known operation are none.
	r.Findings[0].Used = new(Use)
	require.NotContains(t, printed(t, Text, r), "your calls")
}

// What a comment in a catalog accepts is not repeated for readers.
func TestFindingsAcceptedInPlaceAreNotRepeated(t *testing.T) {
	r := &Report{Accepted: []Finding{{Rule: "gone", Path: "a.b", Reason: "so it is"}}}
	for name, inPlace := range map[string]bool{
		"text": false, "markdown": false, "github": false, "json": true, "sarif": true,
	} {
		r.InPlace = false
		require.Contains(t, printed(t, Formats[name], r), "so it is", name)
		r.InPlace = true
		require.Equal(t, inPlace, strings.Contains(printed(t, Formats[name], r), "so it is"), name)
	}
}
