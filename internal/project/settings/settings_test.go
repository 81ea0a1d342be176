package settings

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/ids"
)

var rules = []report.Rule{
	{ID: "doc-only"}, {ID: "field-became-required"}, {ID: "sensitivity-removed", Security: true},
}

const decided = `settings: 1
levels:
  - {rule: doc-only, level: warning, reason: the reference is printed}
accept:
  - rule: field-became-required
    path: claims.*
    reason: every caller has sent it since May
    until: 2026-12-31
`

// parsed returns valid settings.
func parsed(t *testing.T, text string, rules []report.Rule) *Settings {
	t.Helper()
	s, err := Parse(Name, []byte(text), rules)
	require.NoError(t, err, text)
	return s
}

func found() *report.Report {
	return &report.Report{Findings: []report.Finding{
		{Rule: "doc-only", Level: report.Info, Path: "claims"},
		{Rule: "field-became-required", Level: report.Error, Path: "claims.get_claim.claim_id"},
		{Rule: "field-became-required", Level: report.Error, Path: "quote.x.y"},
	}}
}

func TestLevelsAndAcceptances(t *testing.T) {
	r := found()
	parsed(t, decided, rules).Apply(r, time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC))
	require.Equal(t, "1 error, 1 warning, 1 accepted", r.Summary())
	require.Equal(t, "quote.x.y", r.Findings[0].Path, "errors first")
	require.Equal(t, "every caller has sent it since May (until 2026-12-31)", r.Accepted[0].Reason)
	require.Empty(t, r.Notices)
}

func TestEndedAcceptancesAreNotices(t *testing.T) {
	r := found()
	parsed(t, decided, rules).Apply(r, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
	require.Equal(t, "2 errors, 1 warning", r.Summary())
	require.Equal(t, []string{"the acceptance of field-became-required at claims.* ended on 2026-12-31: every caller has sent it since May"}, r.Notices)
}

func TestSettingsHaveTargets(t *testing.T) {
	s := parsed(t, decided+"targets:\n"+
		"  shop: {catalog: spec/shop.yaml, overlays: [spec/ours.yaml, ../more.yaml], out: internal/shop/}\n"+
		"  stock: {catalog: stock.yaml}\n", rules)
	require.Equal(t, []Target{
		{Name: "shop", Catalog: "spec/shop.yaml", Overlays: []string{"spec/ours.yaml", "../more.yaml"}, Out: "internal/shop"},
		{Name: "stock", Catalog: "stock.yaml", Out: "gen"},
	}, s.Targets)
	require.Len(t, s.Levels, 1)
	require.Len(t, s.Accept, 1)
}

// Every problem has a position, and none hides another.
func TestAllProblemsAreReported(t *testing.T) {
	_, err := Parse(Name, []byte(`settings: 1
targets:
  a: {overlays: [/x.yaml], out: ../gen}
  b: {catalog: b.yaml, out: .}
  c: {catalog: c.yaml, out: here}
  d: {catalog: d.yaml, out: ./here/, outs: x}
  e: e.yaml
levels:
  - {rule: doc-onyl, level: grave}
accept:
  - {rule: sensitivity-removed, path: "contacts.*", reason: x, until: 2026-12-31}
  - {rule: doc-only, path: "[", reason: " ", until: tomorrow}
  - {rule: none-of-these, reason: x, until: 2026-12-31}
  - {rule: doc-only, target: d2, path: x, reason: x, until: 2026-12-31}
`), rules)
	problems, ok := errors.AsType[yamldoc.Problems](err)
	require.True(t, ok, err)
	var all []string
	for _, p := range problems {
		all = append(all, p.Error())
	}
	require.Equal(t, []string{
		`opgen.yaml:3:3: missing-key: a: key "catalog" is missing; add it`,
		`opgen.yaml:3:18: bad-path: a: "/x.yaml" is an absolute path; write it relative to this file`,
		`opgen.yaml:3:33: bad-path: a: "../gen" is not below the folder of this file; choose a folder for generated code`,
		`opgen.yaml:4:29: bad-path: b: "." is not below the folder of this file; choose a folder for generated code`,
		`opgen.yaml:6:29: shared-folder: d: another target already has the folder "here"; choose another one with out`,
		`opgen.yaml:6:38: unknown-key: d: unknown key "outs"; did you mean "out"?`,
		`opgen.yaml:7:6: wrong-kind: e: expected a map with the key "catalog", found the string "e.yaml"`,
		`opgen.yaml:9:5: missing-key: key "reason" is missing; add it`,
		`opgen.yaml:9:12: unknown-rule: there is no rule "doc-onyl"; did you mean "doc-only"?`,
		`opgen.yaml:9:29: unknown-value: "level": unknown value "grave"; write "error", "warning" or "info"`,
		`opgen.yaml:11:39: bad-path: each finding of sensitivity-removed must be accepted on its own; name one path, without patterns`,
		`opgen.yaml:12:28: bad-path: "[" is not a pattern`,
		`opgen.yaml:12:41: empty-value: "reason" is empty; fill it`,
		`opgen.yaml:12:53: bad-date: "tomorrow" is not a date YYYY-MM-DD; every acceptance ends`,
		`opgen.yaml:13:5: missing-key: key "path" is missing; add it`,
		`opgen.yaml:13:12: unknown-rule: there is no rule "none-of-these"; --rules of gen diff, gen lint and gen verify lists them`,
		`opgen.yaml:14:30: unknown-value: there is no target "d2"; write "a", "b", "c" or "d"`,
	}, all)
	require.Contains(t, problems.Error(), "6 |   d: {catalog: d.yaml, out: ./here/, outs: x}\n  |                             ^^^^^^^")
}

func TestIDsAreListedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range ids.Declared(t, ".", "../../catalog/yamldoc") {
		require.False(t, seen[id], id)
		seen[id] = true
	}
}

// The settings in docs/settings.md are valid.
func TestSettingsInTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../../docs/settings.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "```yaml\n")
	require.True(t, found)
	text, _, found = strings.Cut(text, "```")
	require.True(t, found)
	s := parsed(t, text, rules)
	require.Len(t, s.Targets, 2)
	require.Len(t, s.Levels, 1)
	require.Len(t, s.Accept, 1)
}

// The number of patterns is limited, because each is matched against every finding.
func TestManyEntries(t *testing.T) {
	entries := func(n int, path string) string {
		text := strings.Builder{}
		text.WriteString("settings: 1\naccept:\n")
		for i := range n {
			fmt.Fprintf(&text, "- {rule: doc-only, path: %s%d, reason: x, until: 2020-01-01}\n", path, i)
		}
		return text.String()
	}
	parsed(t, entries(5000, "claims.x"), rules)
	_, err := Parse(Name, []byte(entries(maxPatterns+2, "claims.*")), rules)
	problems, ok := errors.AsType[yamldoc.Problems](err)
	require.True(t, ok, err)
	require.Len(t, problems, 1)
	require.Contains(t, problems[0].Message, "more than 1000 patterns")

	// An ended acceptance is one notice, for any number of findings.
	r := &report.Report{}
	s := parsed(t, "settings: 1\naccept:\n- {rule: doc-only, path: 'claims.*', reason: x, until: 2020-01-01}\n", rules)
	for i := range 100 {
		r.Findings = append(r.Findings, report.Finding{Rule: "doc-only", Path: fmt.Sprint("claims.y", i)})
	}
	s.Apply(r, time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC))
	require.Len(t, r.Findings, 100)
	require.Len(t, r.Notices, 1)
}

func TestSettingsPromiseNotice(t *testing.T) {
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{"90 days": "2027-02-20", "1 day": "2026-11-23", "6 months": "2027-05-22", "1 month": "2026-12-22"} {
		s := parsed(t, "settings: 1\nnotice: "+text+"\n", rules)
		require.Equal(t, want, s.Notice.After(day).Format(time.DateOnly), text)
	}
	require.Equal(t, "2027-02-28", Period{Months: 1}.After(time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)).Format(time.DateOnly))
	for _, text := range []string{"90", "90d", "0 days", "-1 days", "10000 days", "six months", "1 year", "6  months"} {
		_, err := Parse(Name, []byte("settings: 1\nnotice: "+text+"\n"), rules)
		require.ErrorContains(t, err, `opgen.yaml:2:9: bad-period: "`+text+`" is not a period; write it as 90 days or 6 months`)
	}
}

// A decision may name a key of its rule. A former id of a rule means the rule with the
// key, so that the decision covers the same findings as before.
func TestKeysAndFormerIDs(t *testing.T) {
	rules := []report.Rule{
		{ID: "constraint-tightened", Formerly: map[string]string{"max-length-decreased": "max_length"}},
		{ID: "deprecated", Formerly: map[string]string{"deprecated-without-sunset": "sunset"}},
		{ID: "deprecated-without-sunset"}, // a rule of gen lint
	}
	s := parsed(t, `settings: 1
levels:
  - {rule: deprecated-without-sunset, level: info, reason: we never say}
accept:
  - {rule: max-length-decreased, path: a.b.long, reason: none is longer, until: 2026-12-31}
  - {rule: constraint-tightened, key: pattern, path: a.b.*, reason: all match, until: 2026-12-31}
`, rules)
	r := &report.Report{Findings: []report.Finding{
		{Rule: "constraint-tightened", Aspect: "max_length", Level: report.Error, Path: "a.b.long"},
		{Rule: "constraint-tightened", Aspect: "min_length", Level: report.Error, Path: "a.b.long"},
		{Rule: "constraint-tightened", Aspect: "pattern", Level: report.Error, Path: "a.b.other"},
		{Rule: "deprecated", Aspect: "sunset", Level: report.Warning, Path: "a.b"},
		{Rule: "deprecated", Aspect: "use", Level: report.Warning, Path: "a.c"},
		{Rule: "deprecated-without-sunset", Level: report.Warning, Path: "a.b"},
	}}
	s.Apply(r, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	require.Equal(t, "1 error, 1 warning, 2 info, 2 accepted", r.Summary())
	require.Equal(t, "min_length", r.Findings[0].Aspect)
	require.Equal(t, "use", r.Findings[1].Aspect)
	require.Equal(t, []string{
		"rule max-length-decreased no longer exists; write rule: constraint-tightened, key: max_length",
	}, r.Notices)
	require.Equal(t, []string{"- {rule: constraint-tightened, key: min_length, path: a.b.long, until: 2026-06-30, reason: \"\"}\n"},
		Entries(r, report.Error, time.Date(2026, 6, 30, 0, 0, 0, 0, time.UTC)))
}
