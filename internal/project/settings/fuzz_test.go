package settings

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/review/report"
)

// FuzzParse reads any settings. Those without problems decide, and what they accept
// has a reason, an end and, where it matters, a single path; every target has a
// catalog and a folder of its own. The entry for a finding can be read as it is, once the reason
// is filled in, and accepts it. The entry for a change accepts no other change at its path.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		decided, "settings: 1\n", "settings: 1\naccept: []\n", "settings: 1\ntargets: {a: {catalog: x, overlays: [y], out: z/../z}, b: {catalog: x, out: z}}", "settings: 1\ntargets: {'': {catalog: /x}}", "", "levels: []", "accept: [{}]", "accept:\n- {rule: doc-only, path: '[', reason: x, until: 2026-02-30}", "levels: {a: b}", "x: 1", "- a", "\t", "&a [*a]", "accept: !!str x",
		"settings: 1\naccept:\n- rule: doc-only\n  changes:\n  - a.b 3f70a34aade4\n  until: 2026-12-31\n  reason: x\n", "accept: [{changes: []}]", "accept: [{changes: [a], path: a}]",
		"levels:\n  - {rule: sensitivity-removed, path: '*', level: info, reason: x}", "levels: [{rule: doc-only, level: none, reason: ' '}]", "a: &a [*a, *a]", "\xff", "%YAML 1.2\n---\n",
	} {
		f.Add([]byte(seed), "claims.get_claim.claim_id")
	}
	for _, path := range []string{"", "a\"b", "a\nb", "[", `\`, "*", "é", "\u2028", "\U0001f600", "- a", "a: b", "#", "\x00", "\xff", "yes", "1"} {
		f.Add([]byte(decided), path)
	}
	f.Fuzz(func(t *testing.T, text []byte, path string) {
		day := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
		p, err := Parse("any.yaml", text, rules)
		if err == nil {
			folders := map[string]bool{}
			for _, target := range p.Targets {
				require.NotEmpty(t, target.Catalog)
				require.True(t, filepath.IsLocal(target.Out))
				require.False(t, folders[target.Out])
				folders[target.Out] = true
			}
			for _, a := range p.Accept {
				require.NotEmpty(t, strings.TrimSpace(a.Reason))
				require.NotEqual(t, a.Path == "", a.Changes == nil)
				_, err := time.Parse(time.DateOnly, a.Until)
				require.NoError(t, err)
				require.False(t, a.Rule == "sensitivity-removed" && strings.ContainsAny(a.Path, "*?["))
			}
			r := found()
			before := len(r.Findings)
			p.Apply(r, day)
			require.Equal(t, before, len(r.Findings)+len(r.Accepted))
		}
		finding := report.Finding{Rule: "doc-only", Level: report.Error, Path: strings.ToValidUTF8(path, "?")}
		if finding.Path == "" {
			return
		}
		accepts := func(f report.Finding, entry string) bool {
			text := "settings: 1\naccept:\n" + strings.Replace(entry, `reason: ""`, "reason: sent since May, by all", 1)
			p, err := Parse(Name, []byte(text), rules)
			if err != nil {
				require.Nil(t, f.Verdicts, err)
				require.ErrorContains(t, err, "is not a pattern")
				return true
			}
			require.Equal(t, "sent since May, by all", p.Accept[0].Reason)
			r := &report.Report{Findings: []report.Finding{f}}
			p.Apply(r, day)
			return len(r.Accepted) == 1
		}
		entryOf := func(f report.Finding) string {
			entries := Entries(&report.Report{Findings: []report.Finding{f}}, report.Error, day)
			require.Len(t, entries, 1)
			return entries[0]
		}
		require.True(t, accepts(finding, entryOf(finding)))
		change := finding
		change.Verdicts, change.Key = &report.Verdicts{Requests: report.Breaks}, "none -> 3"
		require.True(t, accepts(change, entryOf(change)))
		other := change
		other.Key = "3 -> 1"
		require.False(t, accepts(other, entryOf(change)))
	})
}
