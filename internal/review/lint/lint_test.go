package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/spec"
)

var update = flag.Bool("update", false, "rewrite the expected findings of the cases")

// today is the day of the cases.
var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func run(t *testing.T, name string, text []byte, overlays ...catalog.Source) (found, ignored []report.Finding) {
	t.Helper()
	c, problems := catalog.Parse(name, text, overlays...)
	require.Empty(t, problems, "%s", problems.Error())
	return Catalog(c, today)
}

func lines(findings []report.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%s: %s: %s: %s: %s\n", f.Pos, f.Level, f.Rule, f.Path, f.Message)
	}
	return b.String()
}

// Every rule has a bad case, in which only this rule has findings, and a good case without
// findings. A rule about overlays has an overlay for each of them.
func TestEveryRuleHasAGoodAndABadCase(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			name := filepath.Join("testdata", "rules", rule.ID+".txtar")
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(archive.Files), 3)
			bad, want, good := &archive.Files[0], &archive.Files[1], &archive.Files[2]
			var overBad, overGood []catalog.Source
			if len(archive.Files) > 3 {
				require.Len(t, archive.Files, 5)
				overBad = []catalog.Source{{Name: archive.Files[3].Name, Text: archive.Files[3].Data}}
				overGood = []catalog.Source{{Name: archive.Files[4].Name, Text: archive.Files[4].Data}}
			}
			found, _ := run(t, bad.Name, bad.Data, overBad...)
			if *update {
				want.Data = []byte(lines(found))
				require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
			}
			require.Equal(t, string(want.Data), lines(found), "update with: go test ./internal/review/lint -update")
			require.NotEmpty(t, found)
			for _, f := range found {
				require.Equal(t, rule.ID, f.Rule)
			}
			found, _ = run(t, good.Name, good.Data, overGood...)
			require.Empty(t, lines(found))
		})
	}
}

func TestEveryCaseHasARule(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txtar")
	require.NoError(t, err)
	require.Len(t, files, len(Rules()))
	for _, rule := range Rules() {
		for _, text := range []string{rule.Purpose, rule.Rationale, rule.Bad, rule.Good, string(rule.Level)} {
			require.NotEmpty(t, text, rule.ID)
		}
	}
}

// What gen lint --explain prints.
func TestTextOfARule(t *testing.T) {
	want := `plural-type (info)

A list of identifiers has a singular name, or a single identifier has a plural name.
A caller reads the name before the type.

found in:  fields: {claim_id: [string]}
not in:    fields: {claim_ids: [string]}
`
	require.Equal(t, want, ruleOf(t, "plural-type").Text)
}

// Settings may use former ids of rules.
func TestFormerIDs(t *testing.T) {
	want := map[string]string{
		"paging-unsaid": "pagination-missing", "paging-without-items": "pagination-without-items",
	}
	current := map[string]string{}
	for _, rule := range Rules() {
		for former, key := range rule.Formerly {
			current[former] = rule.ID
			require.Empty(t, key, "findings of lint have no keys")
		}
	}
	require.Equal(t, want, current)
}

func ruleOf(t *testing.T, id string) *Rule {
	for _, rule := range Rules() {
		if rule.ID == id {
			return rule
		}
	}
	require.Fail(t, "no such rule", id)
	return nil
}

// The shipped catalog has no findings, and gives a reason for each one that it ignores.
func TestTheShippedCatalogIsClean(t *testing.T) {
	found, ignored := run(t, "spec/operations.yaml", spec.Operations)
	require.Empty(t, lines(found))
	require.NotEmpty(t, ignored)
	for _, f := range ignored {
		require.NotEmpty(t, f.Reason)
	}
}

// No name is reported if most names have no style or are one word.
func TestNamesWithoutAStyle(t *testing.T) {
	for _, fields := range []string{`name: string, "first name": string`, `first name: string, last name: string, claim_id: string`} {
		found, _ := run(t, "c.yaml", []byte(header+area+"      get_claim: {summary: Reads one claim., effect: read, fields: {"+fields+"}}\n"))
		require.NotContains(t, lines(found), "field-name-style", fields)
	}
}

// The style of a vendor is accepted: at least three names have it, and none has another.
func TestOneStyleOfAllNames(t *testing.T) {
	operations := func(names ...string) string {
		text := header + area
		for _, name := range names {
			text += "      " + name + ": {summary: Reads one claim., effect: read}\n"
		}
		return text
	}
	for text, want := range map[string]int{
		operations("getClaim", "getClaims", "getNote"):              0,
		operations("get-claim", "get-claims", "get-note", "search"): 0,
		operations("GetClaim", "GetClaims", "GetNote"):              0,
		operations("getClaim", "getClaims"):                         2,
		operations("getClaim", "getClaims", "getNote", "get_notes"): 3,
		operations("getClaim", "getClaims", "getNote", "get-notes"): 4,
		operations("get_Claim", "get_Claims", "get_Note"):           3,
	} {
		found, _ := run(t, "c.yaml", []byte(text))
		require.Equal(t, want, strings.Count(lines(found), "-style: "), "%s\n%s", text, lines(found))
	}
}

const header = "catalog: 1\ninfo: {title: T, version: v1, package: example}\npath: /api/{area}/{operation}\n"
const area = "areas:\n  claims:\n    description: Claims and payments.\n    operations:\n"

func TestCommentsSilenceFindings(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"at the end of the line":           {area + "      getClaim: {summary: Reads it., effect: read} # lint:ignore name-style it is spelled so\n", ""},
		"on the line above":                {area + "      # lint:ignore name-style it is spelled so\n      getClaim: {summary: Reads it., effect: read}\n", ""},
		"for the file":                     {"# lint:file-ignore name-style it is spelled so\n" + area + "      getClaim: {summary: Reads it., effect: read}\n      getOther: {summary: Reads it., effect: read}\n", ""},
		"of a rule by its former id":       {area + "      list_claims: {summary: Lists them., effect: read, fields: {page: integer}} # lint:ignore paging-unsaid it has one page\n", ""},
		"above one at the end of the line": {area + "      # lint:ignore name-style it is spelled so\n      getClaim: {effect: read} # lint:ignore missing-summary none is needed\n", ""},
		"with windows line ends":           {strings.ReplaceAll(area+"      getClaim: {summary: Reads it., effect: read} # lint:ignore name-style so\n", "\n", "\r\n"), ""},
		"on another line": {area + "      # lint:ignore name-style it is spelled so\n\n      getClaim: {summary: Reads it., effect: read}\n",
			"c.yaml:8:1: warning: unused-ignore: : nothing to ignore: name-style finds nothing here; remove the comment\n" +
				"c.yaml:10:7: warning: name-style: claims.getClaim: operation \"getClaim\" is not in lower case with underscores\n"},
		"of another rule": {area + "      getClaim: {summary: Reads it., effect: read} # lint:ignore summary-form it is spelled so\n",
			"c.yaml:8:1: warning: unused-ignore: : nothing to ignore: summary-form finds nothing here; remove the comment\n" +
				"c.yaml:8:7: warning: name-style: claims.getClaim: operation \"getClaim\" is not in lower case with underscores\n"},
	} {
		t.Run(name, func(t *testing.T) {
			found, _ := run(t, "c.yaml", []byte(header+c.text))
			require.Equal(t, c.want, lines(found))
		})
	}
}

// Ignored findings are in the order of the file, and not in that of the rules.
func TestIgnoredFindingsAreInOrder(t *testing.T) {
	text := header + "# lint:file-ignore missing-summary none is needed\n" +
		"# lint:file-ignore name-style they are spelled so\n" + area +
		"      getClaim: {summary: Reads it., effect: read}\n" +
		"      list_claims: {effect: read}\n" +
		"      getNote: {effect: read}\n"
	_, ignored := run(t, "c.yaml", []byte(text))
	var got []string
	for _, f := range ignored {
		got = append(got, f.Pos.String()+" "+f.Rule+": "+f.Reason)
	}
	require.Equal(t, []string{
		"c.yaml:10:7 name-style: they are spelled so",
		"c.yaml:11:7 missing-summary: none is needed",
		"c.yaml:12:7 missing-summary: none is needed",
		"c.yaml:12:7 name-style: they are spelled so",
	}, got)
}

// A response that is one value has no field whose name could be judged, and a name may be a sign
// if its Go name is given.
func TestNamesWithoutWords(t *testing.T) {
	for _, operation := range []string{
		"get_claim: {summary: Reads one claim., effect: read, fields: {claim_id: string, claim_text: string}, response: {type: string}}",
		"get_claim: {summary: Reads one claim., effect: read, fields: {$: {type: string, go: {name: Dollar}}}}",
		"2fa: {summary: Reads a code., effect: read, go: {name: TwoFactor}}",
	} {
		found, _ := run(t, "c.yaml", []byte(header+area+"      "+operation+"\n"))
		require.Empty(t, lines(found), operation)
	}
}

// A comment applies only to its file. Findings are in the order of the files.
func TestCommentsInOverlays(t *testing.T) {
	text := []byte(header + "# lint:file-ignore name-style they are spelled so\n" + area +
		"      getClaim: {summary: Reads it., effect: read}\n" +
		"      list_claims: {summary: Lists them., effect: read}\n")
	overlay := func(name, operation, comment string) catalog.Source {
		return catalog.Source{Name: name, Text: []byte("overlay: 1\nareas:\n  claims:\n    operations:\n      # " + comment + "\n      " + operation + ": {summary: Reads it., effect: read}\n")}
	}
	found, ignored := run(t, "c.yaml", text,
		overlay("b.yaml", "countClaims", "as the service spells it"), overlay("a.yaml", "sumClaims", "lint:ignore name-style so"))
	require.Equal(t, "b.yaml:6:7: warning: name-style: claims.countClaims: operation \"countClaims\" is not in lower case with underscores\n", lines(found))
	require.Equal(t, []string{"c.yaml:9:7", "a.yaml:6:7"}, []string{ignored[0].Pos.String(), ignored[1].Pos.String()})

	found, _ = run(t, "c.yaml", text, overlay("b.yaml", "rate_claims", "lint:ignore name-style so"), overlay("a.yaml", "sumClaims", "none"))
	require.Equal(t, "b.yaml:5:1: warning: unused-ignore: : nothing to ignore: name-style finds nothing here; remove the comment\n"+
		"a.yaml:6:7: warning: name-style: claims.sumClaims: operation \"sumClaims\" is not in lower case with underscores\n", lines(found))
}
