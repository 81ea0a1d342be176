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
	require.Equal(t, []string{"opgen.yaml:5:5: the acceptance of field-became-required at claims.* ended on 2026-12-31: every caller has sent it since May"}, r.Notices)
}

func TestSettingsHaveTargets(t *testing.T) {
	s := parsed(t, decided+"targets:\n"+
		"  shop: {catalog: spec/shop.yaml, overlays: [spec/ours.yaml, ../more.yaml], out: internal/shop/}\n"+
		"  stock: {catalog: stock.yaml, url: https://stock.example.com/v1}\n", rules)
	at := func(line, col int) yamldoc.Position { return yamldoc.Position{File: Name, Line: line, Col: col} }
	require.Equal(t, []Target{
		{Name: "shop", Catalog: "spec/shop.yaml", Overlays: []string{"spec/ours.yaml", "../more.yaml"}, Out: "internal/shop", Place: at(10, 82)},
		{Name: "stock", Catalog: "stock.yaml", Out: "gen", URL: "https://stock.example.com/v1", Place: at(11, 3)},
	}, s.Targets)
	require.Len(t, s.Levels, 1)
	require.Len(t, s.Accept, 1)
}

// changed returns a change of a max_length that breaks requests.
func changed(path, values string) report.Finding {
	return report.Finding{
		Rule: "constraint-tightened", Aspect: "max_length", Level: report.Error, Path: path, Key: "max_length " + values,
		Message: "max_length of field x changes: " + values, Verdicts: &report.Verdicts{Requests: report.Breaks},
	}
}

// An entry that a report proposes accepts the changes that the report shows, in every later one,
// and nothing else: no other value, no other element, no other verdict.
func TestProposalsAcceptWhatWasShown(t *testing.T) {
	rules := []report.Rule{{ID: "constraint-tightened"}}
	day := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	shown := []report.Finding{changed("a.b.x", "none -> 3"), changed("a.c.x", "none -> 3"), changed("a.d.x", "none -> 3"), changed("a.b.y", "9 -> 5")}
	entries := Entries(&report.Report{Findings: shown}, report.Error, day)
	require.Len(t, entries, 2, "one for each group")
	require.Equal(t, "- rule: constraint-tightened\n  key: max_length\n  changes:\n"+
		"  - a.b.x "+shown[0].ChangeID()+"\n  - a.c.x "+shown[1].ChangeID()+"\n  - a.d.x "+shown[2].ChangeID()+"\n"+
		"  until: 2026-06-01\n  reason: \"\"\n", entries[0])
	text := strings.ReplaceAll(strings.Join(entries, ""), `reason: ""`, "reason: they are short, all of them")
	s := parsed(t, "settings: 1\naccept:\n"+text, rules)
	accepted := func(f report.Finding) bool {
		r := &report.Report{Findings: []report.Finding{f}}
		s.Apply(r, day)
		return len(r.Accepted) == 1
	}
	for _, f := range shown {
		f.Pos.Line, f.Level = 99, report.Warning
		require.True(t, accepted(f), f.Path)
	}
	require.False(t, accepted(changed("a.b.x", "3 -> 1")))
	require.False(t, accepted(changed("a.b.y", "none -> 3")))
	require.False(t, accepted(changed("a.e.x", "none -> 3")), "a pattern would cover it")
	worse := shown[0]
	worse.Verdicts = &report.Verdicts{Requests: report.Breaks, Callers: report.Breaks}
	require.False(t, accepted(worse))
	other := shown[0]
	other.Aspect = "min_length"
	require.False(t, accepted(other))
}

// Acceptances that do less or more than they seem to are notices, with their place and a remedy.
func TestIdleAcceptancesAreReported(t *testing.T) {
	rules := []report.Rule{{ID: "constraint-tightened"}, {ID: "doc-only"}, {ID: "lint-only"}}
	shown := changed("a.b.x", "3 -> 1")
	id := func(path string) string { return changed(path, "none -> 3").ChangeID() }
	s := parsed(t, `settings: 1
targets: {shop: {catalog: a.yaml}, stock: {catalog: b.yaml, out: b}}
accept:
  - {rule: constraint-tightened, target: shop, path: a.b.*, reason: covers two elements, until: 2026-12-31}
  - {rule: constraint-tightened, target: shop, path: a.b.x, reason: is used, until: 2026-12-31}
  - {rule: constraint-tightened, target: shop, path: a.c.x, reason: is in the base, until: 2026-12-31}
  - {rule: constraint-tightened, target: shop, path: a.d.x, reason: has ended, until: 2026-01-31}
  - {rule: constraint-tightened, target: shop, changes: [a.b.x `+id("a.b.x")+`], reason: another value, until: 2026-12-31}
  - {rule: constraint-tightened, target: shop, changes: [a.b.x `+shown.ChangeID()+`, a.f.x `+id("a.f.x")+`], reason: half of it, until: 2026-12-31}
  - {rule: constraint-tightened, target: shop, changes: [a.e.x `+id("a.e.x")+`, a.f.x `+id("a.f.x")+`], reason: none of it, until: 2026-12-31}
  - {rule: constraint-tightened, target: stock, path: a.b.x, reason: was not compared, until: 2026-12-31}
  - {rule: lint-only, target: shop, path: a.b.x, reason: of another command, until: 2026-12-31}
`, rules)
	notices := func(f report.Finding) []string {
		f.Target = "shop"
		r := &report.Report{Findings: []report.Finding{f}}
		day := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
		s.Apply(r, day)
		s.ReportIdle(r, day, Compared{Rules: rules[:2], Elements: map[string]Elements{
			"shop": func() []string { return []string{"a", "a.b", "a.b.x", "a.b.y", "a.b.x", "a.c.x"} },
		}})
		return r.Notices
	}
	const covers = "covers no finding; remove it unless what it accepts is still to come"
	require.Equal(t, []string{
		"opgen.yaml:4:5: the acceptance of constraint-tightened at a.b.* covers 2 elements, whatever changes there; list the changes instead, as reports propose them",
		"opgen.yaml:6:5: the acceptance of constraint-tightened at a.c.x " + covers,
		"opgen.yaml:7:5: the acceptance of constraint-tightened at a.d.x ended on 2026-01-31; remove it",
		"opgen.yaml:8:5: the acceptance of constraint-tightened at a.b.x " + covers,
		"opgen.yaml:9:5: the acceptance of constraint-tightened at a.b.x, a.f.x lists 1 change that is not found, such as the one at a.f.x; remove what is in the base",
		"opgen.yaml:10:5: the acceptance of constraint-tightened at a.e.x, a.f.x " + covers,
	}, notices(shown))

	// A change of another value is not accepted by the list of one at the same place.
	s.Accept = s.Accept[4:5]
	require.Equal(t, []string{
		"opgen.yaml:8:5: the acceptance of constraint-tightened at a.b.x is for the change " + id("a.b.x") + " at a.b.x, not for this one: max_length of field x changes: 3 -> 1",
	}, notices(shown))

	// A file that nobody tidies up does not hide the findings.
	for len(s.Accept) < 50 {
		s.Accept = append(s.Accept, s.Accept[0])
	}
	require.Len(t, notices(shown), maxNotices+1)
	require.Equal(t, "40 more acceptances have ended, cover no finding, or are patterns", notices(shown)[maxNotices])
}

// Every problem has a position, and none hides another.
func TestAllProblemsAreReported(t *testing.T) {
	shown := report.Finding{Rule: "doc-only", Path: "claims.x"}
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
  - {rule: doc-only, changes: [claims, "claims 3F70a34aade4", 3f70a34aade4, claims.x 3f70a34aade4], reason: x, until: 2026-12-31}
  - {rule: doc-only, path: claims, changes: [claims.x `+shown.ChangeID()+`], reason: x, until: 2026-12-31}
  - {rule: field-became-required, changes: [claims.x `+shown.ChangeID()+`, claims.y `+shown.ChangeID()+`], reason: x, until: 2026-12-31}
  - {rule: doc-only, changes: [], reason: x, until: 2026-12-31}
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
		`opgen.yaml:9:29: unknown-value: "level": unknown value "grave"; write "error", "warning", "info" or "none"`,
		`opgen.yaml:11:39: bad-path: each finding of sensitivity-removed must be accepted on its own; name one path, without patterns`,
		`opgen.yaml:12:28: bad-path: "[" is not a pattern`,
		`opgen.yaml:12:41: empty-value: "reason" is empty; fill it`,
		`opgen.yaml:12:53: bad-date: "tomorrow" is not a date YYYY-MM-DD; every acceptance ends`,
		`opgen.yaml:13:5: missing-key: key "changes" is missing; copy it from the report, or add "path"`,
		`opgen.yaml:13:12: unknown-rule: there is no rule "none-of-these"; --rules of gen diff, gen lint and gen verify lists them`,
		`opgen.yaml:14:30: unknown-value: there is no target "d2"; write "a", "b", "c" or "d"`,
		`opgen.yaml:15:32: bad-change: "changes": "claims" is not a change, which is a path and twelve hex digits; copy it from the report of gen diff`,
		`opgen.yaml:15:40: bad-change: "changes": "claims 3F70a34aade4" is not a change, which is a path and twelve hex digits; copy it from the report of gen diff`,
		`opgen.yaml:15:63: bad-change: "changes": "3f70a34aade4" is not a change, which is a path and twelve hex digits; copy it from the report of gen diff`,
		`opgen.yaml:16:28: bad-change: "changes" has the paths already; remove "path"`,
		`opgen.yaml:17:45: bad-change: no report of gen diff shows "claims.x ` + shown.ChangeID() + `" for the rule field-became-required; copy the line from one`,
		`opgen.yaml:17:68: bad-change: no report of gen diff shows "claims.y ` + shown.ChangeID() + `" for the rule field-became-required; copy the line from one`,
		`opgen.yaml:18:31: empty-value: "changes" is empty; fill it or delete the key`,
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
func TestPatternsAreLimited(t *testing.T) {
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

// The level none drops findings, where no later level says otherwise.
func TestLevelNoneDropsFindings(t *testing.T) {
	s := parsed(t, `settings: 1
levels:
  - {rule: doc-only, level: none, reason: nobody reads it}
  - {rule: doc-only, path: claims.*, level: info, reason: these are printed}
accept:
  - {rule: doc-only, path: claims.b, reason: known, until: 2026-12-31}
`, []report.Rule{{ID: "doc-only"}, {ID: "other"}})
	r := &report.Report{Findings: []report.Finding{
		{Rule: "doc-only", Level: report.Error, Path: "contacts.a"},
		{Rule: "doc-only", Level: report.Error, Path: "claims.a"},
		{Rule: "doc-only", Level: report.Error, Path: "claims.b"},
		{Rule: "other", Level: report.Warning, Path: "contacts.a"},
	}}
	s.Apply(r, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	require.Equal(t, "1 warning, 1 info, 1 accepted", r.Summary())
	require.Empty(t, r.Notices)
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

	// Changes that were shown under the former id keep the file valid.
	former := report.Finding{Rule: "max-length-decreased", Path: "a.b.long"}.ChangeID()
	parsed(t, "settings: 1\naccept:\n- {rule: max-length-decreased, changes: [a.b.long "+former+
		"], reason: none is longer, until: 2026-12-31}\n", rules)
	require.Equal(t, []string{"- rule: constraint-tightened\n  key: min_length\n  path: a.b.long\n  until: 2026-06-30\n  reason: \"\"\n"},
		Entries(r, report.Error, time.Date(2026, 6, 30, 0, 0, 0, 0, time.UTC)))
}
