package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
)

var update = flag.Bool("update", false, "rewrite testdata")

// hostile tries to break out of every format.
const hostile = "`x`|<script>\n::error::50%,a:b\x1b[2J @all ```"

func sample() *Report {
	at := func(line int) catalog.Position {
		return catalog.Position{File: "spec/operations.yaml", Line: line, Col: 7}
	}
	return &Report{
		Command: "gen diff", Subject: "main:spec/operations.yaml -> spec/operations.yaml", Head: "spec/operations.yaml",
		Rules: []Rule{{ID: "field-became-required", Purpose: "A field must now be given.", Rationale: "Old callers leave it out."}},
		Findings: []Finding{
			{
				Rule: "field-became-required", Level: Error, Path: "claims.get_claim.claim_id", Pos: Place{Position: at(12)},
				Message:  `"claim_id" must now be given`,
				Verdicts: &Verdicts{Breaks, NotApplicable, Breaks, Safe},
				Bumps:    &Bumps{Major, Major}, Topic: Changed,
				Go:      []string{"claims.GetClaimRequest.ClaimID: *string -> string"},
				Example: &Example{"request", `{"claim_number":"N"}`, "/claim_id is required.", `{"claim_id":"C","claim_number":"N"}`},
			},
			{
				Rule: "sensitivity-added", Level: Info, Path: "AddressEntry." + hostile, Pos: Place{catalog.Position{File: "main:spec/operations.yaml", Line: 3, Col: 7}, true}, Near: at(2), Message: hostile,
				Bumps: &Bumps{NoBump, Patch}, Topic: Changed,
				Uses: []string{"a.1", "a.2", "a.3", "a.4", "a.5", "a.6", "a.7", "a.8", "a.9", "b.1"},
			},
			{
				Rule: "pattern-changed", Level: Error, Path: "claims.get_claim.note", Pos: Place{Position: at(15)},
				Message:  "the pattern of field note changes",
				Verdicts: &Verdicts{Undecided, NotApplicable, Shifts, Shifts},
				Bumps:    &Bumps{Major, Minor}, Topic: Changed,
			},
		},
		Accepted: []Finding{{Rule: "operation-removed", Level: Error, Path: "billing", Pos: Place{Position: at(90)}, Message: "gone", Reason: "nobody calls it", Bumps: &Bumps{Major, Major}, Topic: Removed}},
		Decided:  "the base's opgen.yaml",
		Verification: &Verification{
			Service: hostile, Seed: 1 << 63, Calls: 9,
			Coverage:   Coverage{Share{1, 2}, map[string]Share{"required": {1, 2}, hostile: {0, 1}}},
			Groups:     []Group{{"unknown", hostile, []string{"a." + hostile}}, {"conforms", "", []string{"a.1"}}},
			Operations: []VerifiedOperation{{"a." + hostile, "conforms", hostile, 9, []Fact{{ID: hostile, Rule: "required", Verdict: "enforced", Why: hostile, Pos: at(3), Request: hostile, Status: 422, Response: hostile, Confirmed: 3}}}},
		},
		Release: &Release{
			Next: "v2.0.0", Module: "example.org/x/v2", Advice: "next: v2.0.0 after v1.4.0",
			Sunsets: []Sunset{{"2026-01-31", "", "claims.old", "use claims.new.", true}, {"2027-01-31", "stock", "claims.note", hostile, false}},
		},
		Notices:  []string{"the acceptance of operation-removed at quote has expired on 2026-01-31"},
		Remedies: []string{"- {rule: field-became-required, path: claims.get_claim.claim_id, until: 2026-12-31, reason: \"\"}\n"},
	}
}

// Each format has a golden file, and one without findings.
func TestFormatsAreAsInTheirGoldens(t *testing.T) {
	for name, format := range Formats {
		for kind, r := range map[string]*Report{
			"found": sample(), "nothing": {Command: "gen lint", Subject: "spec/operations.yaml", Head: "spec/operations.yaml"},
		} {
			t.Run(name+" "+kind, func(t *testing.T) {
				requireGolden(t, kind+"."+name, printed(t, format, r))
			})
		}
	}
}

// requireGolden compares a text with a file in testdata.
func requireGolden(t *testing.T, name, text string) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(text), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "update with: go test ./internal/review/report -update")
}

// The text of a catalog cannot inject lines, workflow commands or HTML.
func TestTextStaysText(t *testing.T) {
	for _, name := range []string{"text", "markdown", "github", "semver", "changelog"} {
		var b bytes.Buffer
		require.NoError(t, Formats[name](&b, sample()))
		require.NotContains(t, b.String(), "\x1b", name)
		require.NotContains(t, b.String(), "\n::error::", name)
	}
	var b bytes.Buffer
	require.NoError(t, Markdown(&b, sample()))
	require.Regexp(t, "(?s)^[^<]*(</?(details|summary)>[^<]*)*$", outsideCode(b.String()))
	b.Reset()
	require.NoError(t, Changelog(&b, sample()))
	require.NotContains(t, outsideCode(b.String()), "<")
}

// Nor can it in the digest of many findings, whose lines have a maximum length.
func TestDigestStaysText(t *testing.T) {
	r := sample()
	r.Findings = nil
	for range manyFindings {
		for _, f := range sample().Findings {
			f.Message, f.Areas = strings.Repeat(hostile, 9), []string{hostile}
			if f.Example != nil {
				f.Example = &Example{"request", strings.Repeat(hostile, 9), hostile, ""}
			}
			r.Findings = append(r.Findings, f)
		}
	}
	var b bytes.Buffer
	require.NoError(t, Text(&b, r))
	_, digest, _ := strings.Cut(b.String(), "gen diff: ")
	digest, _, _ = strings.Cut(digest, "operation-removed: billing")
	require.NotContains(t, digest, "\x1b")
	require.NotContains(t, digest, "\n::error::")
	require.NotContains(t, digest, "\n@all")
	require.Contains(t, digest, "\n    request: `x`")
	for line := range strings.Lines(digest) {
		require.LessOrEqual(t, utf8.RuneCountInString(line), digestWidth+len("\n"), line)
	}
	b.Reset()
	require.NoError(t, Markdown(&b, r))
	require.Contains(t, b.String(), "\n| area | 90 \\`x\\`\\|&lt;script&gt; ")
}

// outsideCode returns a page without text between backquotes.
func outsideCode(page string) string {
	return regexp.MustCompile("(?s)(````+ .*? ````+|```\\w+\n.*?```|`[^`\n]+`)").ReplaceAllString(page, "")
}

// Viewers of SARIF show the original texts.
func TestSARIFShowsBraces(t *testing.T) {
	r := sample()
	r.Rules[0].Purpose = "{0} is {no} placeholder"
	r.Accepted[0].Reason = "{} is sent"
	var b bytes.Buffer
	require.NoError(t, SARIF(&b, r))
	var log sarifLog
	require.NoError(t, json.Unmarshal(b.Bytes(), &log))
	text := func(in any) string { return in.(map[string]any)["text"].(string) }
	viewed := func(in any) string { // as 3.11.5 has it, without arguments
		require.NotRegexp(t, `^([^{}]|\{\{|\}\})*\{\d+\}`, text(in))
		return strings.NewReplacer("{{", "{", "}}", "}").Replace(text(in))
	}
	run := log.Runs[0]
	rule := run.Tool["driver"].(map[string]any)["rules"].([]any)[0]
	require.Equal(t, r.Rules[0].Purpose, viewed(rule.(map[string]any)["shortDescription"]))
	require.Contains(t, text(run.Results[0]["message"]), `{{"claim_number":"N"}}`)
	require.Contains(t, viewed(run.Results[0]["message"]), r.Findings[0].Example.Given)
	suppression := run.Results[len(r.Findings)]["suppressions"].([]any)[0]
	require.Equal(t, "{} is sent", suppression.(map[string]any)["justification"], "which is no message")
}

func TestJSONKeepsItsSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(spec.ReportSchema))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("urn:opgen:report:1", doc))
	schema, err := compiler.Compile("urn:opgen:report:1")
	require.NoError(t, err)
	for _, r := range []*Report{sample(), {}} {
		var b bytes.Buffer
		require.NoError(t, JSON(&b, r))
		value, err := jsonschema.UnmarshalJSON(&b)
		require.NoError(t, err)
		require.NoError(t, schema.Validate(value))
	}
	wrong := sample()
	wrong.Findings[0].Level = "grave"
	var b bytes.Buffer
	require.NoError(t, JSON(&b, wrong))
	var value any
	require.NoError(t, json.Unmarshal(b.Bytes(), &value))
	require.Error(t, schema.Validate(value))
}

func TestSummaryCountsByLevel(t *testing.T) {
	r := sample()
	require.True(t, r.HasAtLeast(Error))
	require.Equal(t, "2 errors, 1 info, 1 accepted", r.Summary())
	r.Findings = r.Findings[1:2]
	require.False(t, r.HasAtLeast(Warning))
	require.True(t, r.HasAtLeast(Info))
}

// Runs of one character are shortened for readers, but not for programs.
func TestLongRunsAreShort(t *testing.T) {
	long := `{"note":"` + strings.Repeat("é", 2001) + `"}`
	r := &Report{Findings: []Finding{{Level: Error, Path: "a.b", Bumps: &Bumps{Wire: Major}, Example: &Example{Kind: "request", Given: long, Outcome: "It is refused."}}}}
	for name, format := range Formats {
		if name == "semver" {
			continue // it has no examples
		}
		var b strings.Builder
		require.NoError(t, format(&b, r))
		require.Equal(t, name == "json", strings.Contains(b.String(), strings.Repeat("é", 2001)), name)
		require.Equal(t, name != "json", strings.Contains(b.String(), strings.Repeat("é", 40)+"... (2001 times é)"), name)
	}
	require.Equal(t, strings.Repeat("x", 40), shortRuns(strings.Repeat("x", 40)))
}

func TestWorstVerdictDecides(t *testing.T) {
	for text, worst := range map[string]Verdict{
		"––––": NotApplicable, "····": Safe, "·–·S": Shifts, "SSSS": Shifts, "?–S·": Undecided, "?–BB": Breaks, "·–SB": Breaks, "BBBB": Breaks,
	} {
		require.Equal(t, worst, ParseVerdicts(text).Worst(), text)
		require.Equal(t, text, ParseVerdicts(text).String())
	}
	require.Equal(t, "BS?S", ParseVerdicts("B–S·").Or(ParseVerdicts("?S?S")).String())
	require.Equal(t, "BSS·", ParseVerdicts("B–S·").Or(ParseVerdicts("–S··")).String())
	require.Panics(t, func() { ParseVerdicts("B-S·") })
}

// Each service has its own version, and all are in one Go module.
func TestEveryServiceHasItsVersion(t *testing.T) {
	finding := func(target string, bumps Bumps) Finding {
		at := catalog.Position{File: target + ".yaml", Line: 3, Col: 5}
		return Finding{Pos: Place{Position: at}, Rule: "operation-added", Target: target, Path: "claims", Message: "area claims is new", Bumps: &bumps, Topic: Added}
	}
	r := &Report{
		Findings: []Finding{finding("shop", Bumps{Major, Minor}), finding("stock", Bumps{Minor, Minor})},
		Release:  &Release{Targets: []string{"shop", "stock", "quiet"}, Sunsets: []Sunset{{Date: "2027-01-31", Target: "stock", Path: "a.b", Words: "use a.c."}}},
	}
	var b bytes.Buffer
	require.NoError(t, Semver(&b, r))
	require.Equal(t, `wire of shop: major
  shop.yaml:3:5: operation-added: claims: area claims is new
wire of stock: minor
  stock.yaml:3:5: operation-added: claims: area claims is new
wire of quiet: none
go: minor
  shop.yaml:3:5: operation-added: claims: area claims is new
  stock.yaml:3:5: operation-added: claims: area claims is new
`, b.String())
	b.Reset()
	require.NoError(t, Changelog(&b, r))
	require.Equal(t, `### On the wire of shop

#### Breaking

- `+"`claims`"+`: area claims is new.

### On the wire of stock

#### Added

- `+"`claims`"+`: area claims is new.

### In Go

#### Added

- `+"`claims`"+` of shop: area claims is new.
- `+"`claims`"+` of stock: area claims is new.

### Sunsets

What is deprecated ends on these days:

- 2027-01-31: `+"`a.b`"+` of stock, use a.c.
`, b.String())
	require.Equal(t, map[string]Bump{"shop": Major, "stock": Minor, "quiet": NoBump}, r.versions().Wire.Targets)
	require.Equal(t, Major, r.versions().Wire.Bump)
}
