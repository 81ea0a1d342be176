package policy

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/report"
)

var rules = []report.Rule{
	{ID: "doc-only"}, {ID: "request-field-became-required"}, {ID: "sensitivity-removed", Security: true},
}

const decided = `
levels:
  - {rule: doc-only, level: warning, reason: the reference is printed}
accept:
  - rule: request-field-became-required
    path: claims.*
    reason: every caller has sent it since May
    until: 2026-12-31
`

func found() *report.Report {
	return &report.Report{Findings: []report.Finding{
		{Rule: "doc-only", Level: report.Info, Path: "claims"},
		{Rule: "request-field-became-required", Level: report.Error, Path: "claims.get_claim.claim_id"},
		{Rule: "request-field-became-required", Level: report.Error, Path: "quote.x.y"},
	}}
}

func TestPolicyGivesLevelsAndAccepts(t *testing.T) {
	p, err := Parse(Name, []byte(decided), rules)
	require.NoError(t, err)
	r := found()
	p.Apply(r, time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC))
	require.Equal(t, "1 error, 1 warning, 1 accepted", r.Summary())
	require.Equal(t, "quote.x.y", r.Findings[0].Path, "the gravest first")
	require.Equal(t, "every caller has sent it since May (until 2026-12-31)", r.Accepted[0].Reason)
	require.Empty(t, r.Notices)
}

func TestAnAcceptanceEndsAloud(t *testing.T) {
	p, err := Parse(Name, []byte(decided), rules)
	require.NoError(t, err)
	r := found()
	p.Apply(r, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
	require.Equal(t, "2 errors, 1 warning", r.Summary())
	require.Equal(t, []string{"the acceptance of request-field-became-required at claims.* ended on 2026-12-31: every caller has sent it since May"}, r.Notices)
}

func TestEmptyPoliciesDecideNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing yet\n", "{}", "accept: []\n"} {
		p, err := Parse(Name, []byte(text), rules)
		require.NoError(t, err, text)
		r := found()
		p.Apply(r, time.Now())
		require.Len(t, r.Findings, 3)
	}
}

func TestEverythingWrongIsSaidAtOnce(t *testing.T) {
	_, err := Parse(Name, []byte(`
levels:
  - {rule: docs, level: grave}
accept:
  - {rule: sensitivity-removed, path: "contacts.*", reason: x, until: 2026-12-31}
  - {rule: doc-only, path: "[", reason: " ", until: tomorrow}
`), rules)
	for _, want := range []string{
		`.gen-diff.yaml: levels[0]: rule: there is no "docs"; gen diff --rules lists them`,
		`.gen-diff.yaml: levels[0]: reason: missing`,
		`.gen-diff.yaml: levels[0]: level: "grave" is none of error, warning, info`,
		`.gen-diff.yaml: accept[0]: path: a finding of sensitivity-removed is decided one by one`,
		`.gen-diff.yaml: accept[1]: path: "[" is no pattern`,
		`.gen-diff.yaml: accept[1]: reason: missing`,
		`.gen-diff.yaml: accept[1]: until: "tomorrow" is not a date YYYY-MM-DD`,
	} {
		require.ErrorContains(t, err, want)
	}
}

func TestUnknownKeysAreRefused(t *testing.T) {
	_, err := Parse(Name, []byte("accepted: []\n"), rules)
	require.ErrorContains(t, err, `unknown field "accepted"`)
}

func TestEntriesCanBeCopied(t *testing.T) {
	until := time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC)
	text := "accept:\n"
	r := found()
	r.Findings[1].Path = `claims.x: "y", {z}`
	for _, e := range Entries(r.Findings, report.Error, until) {
		text += e
	}
	_, err := Parse(Name, []byte(text), rules)
	require.ErrorContains(t, err, "accept[1]: reason: missing")
	require.NotContains(t, err.Error(), "until")
	require.NotContains(t, err.Error(), "path")
	require.NotContains(t, err.Error(), "rule:")
}

// The policy that docs/ci.md shows is one.
func TestPolicyInTheDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/ci.md")
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(page), "```yaml\nlevels:")
	text, _, found := strings.Cut(text, "```")
	require.True(t, found)
	p, err := Parse(Name, []byte("levels:"+text), rules)
	require.NoError(t, err)
	require.Len(t, p.Levels, 1)
	require.Len(t, p.Accept, 1)
}
