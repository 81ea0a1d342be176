package findings

import (
	"bytes"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/report"
)

var update = flag.Bool("update", false, "rewrite testdata")

// found returns the result of a run against the shop.
func found(t *testing.T) (*catalog.Catalog, *verify.Result) {
	c, err := catalog.Load("testdata/shop.yaml")
	require.NoError(t, err)
	r := &verify.Result{Seed: 7, Calls: 1204}
	for op := range c.Operations() {
		r.Operations = append(r.Operations, verify.Operation{VerifiedOperation: report.VerifiedOperation{Operation: op.String(), Verdict: verify.Unknown, Why: "it writes; --writes calls it", Facts: []verify.Fact{}}, Op: op})
	}
	at := func(o *verify.Operation, field string) catalog.Position {
		if f := o.Op.Request.Field(field); f != nil {
			return f.Pos
		}
		return o.Op.Pos
	}
	get, find, invoice, count := &r.Operations[0], &r.Operations[1], &r.Operations[2], &r.Operations[3]
	get.Verdict, get.Why, get.Calls = verify.Contradicts, "", 61
	get.References = map[string]*catalog.Operation{"/order_id": find.Op}
	get.Facts = []verify.Fact{
		{ID: "request", Rule: verify.RequestRule, Pos: get.Op.Pos, Verdict: verify.Conforms, Request: `{"order_id":"order-1"}`, Status: 200, Response: "{status: number}", Confirmed: 3},
		{ID: "response /status type", Rule: verify.ResponseRule, Pos: get.Op.Response.Fields[0].Pos, Verdict: verify.Contradicts, Why: "/status must be a string",
			Request: `{"order_id":"order-1"}`, Status: 200, Response: "{status: number}", Confirmed: 3},
		{ID: "/order_id required", Rule: "required", Pos: at(get, "order_id"), Verdict: verify.Contradicts, Request: "{}", Status: 200, Response: "{status: number}", Confirmed: 3},
		{ID: "/order_id non-blank", Rule: "non-blank", Pos: at(get, "order_id"), Verdict: verify.Enforced, Request: `{"order_id":" "}`, Status: 422, Response: "{}", Confirmed: 3},
		{ID: "/note max-length", Rule: "max-length", Pos: at(get, "note"), Verdict: verify.Unknown, Why: "429 Too Many Requests", Request: `{"note":"REDACTED","order_id":"order-1"}`, Status: 429},
		{ID: "/note type", Rule: "type", Pos: at(get, "note"), Verdict: verify.NotEnforced, Request: `{"note":"REDACTED","order_id":"order-1"}`, Status: 200, Response: "{status: number}", Confirmed: 3},
	}
	find.Verdict, find.Why = verify.NotEnforced, ""
	for _, f := range []verify.Fact{
		{ID: "/status required", Rule: "required", Verdict: verify.Enforced, Request: "{}", Status: 422},
		{ID: "/size minimum", Rule: "minimum", Verdict: verify.NotEnforced, Request: `{"size":0,"status":"open"}`, Status: 200, Response: "[]"},
		{ID: "/size type", Rule: "type", Verdict: verify.NotEnforced, Request: `{"size":"x","status":"open"}`, Status: 200, Response: "[]"},
	} {
		f.Pos, f.Confirmed = at(find, "size"), 3
		find.Facts = append(find.Facts, f)
	}
	invoice.Why = "404 Not Found: no invoice_id is known; give one in the file of --fixtures"
	count.Verdict, count.Why = verify.Conforms, ""
	return c, r
}

func known(t *testing.T) *baseline.Baseline {
	b, err := baseline.Read("testdata/verify.yaml")
	require.NoError(t, err)
	return b
}

// TestReportsInEveryFormat compares the report in each format.
func TestReportsInEveryFormat(t *testing.T) {
	c, result := found(t)
	for _, test := range []struct {
		name, format string
		base         *baseline.Baseline
	}{
		{"first.txt", "text", nil},
		{"later.txt", "text", known(t)},
		{"later.md", "markdown", known(t)},
		{"later.json", "json", known(t)},
		{"later.github", "github", known(t)},
		{"later.sarif", "sarif", known(t)},
	} {
		r := Report(Run{c, "http://127.0.0.1:8080", result, test.base, test.name == "first.txt"})
		r.Subject = "http://127.0.0.1:8080 against testdata/shop.yaml"
		var b bytes.Buffer
		require.NoError(t, report.Formats[test.format](&b, r))
		name := filepath.Join("testdata", test.name)
		if *update {
			require.NoError(t, os.WriteFile(name, b.Bytes(), 0o644))
		}
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, string(want), b.String(), "update with: go test ./internal/live/verify/findings -update")
	}
}

// After an update of the baseline, the same run finds nothing new, and facts that are unknown
// this time are kept.
func TestUpdatedBaselineFindsNothingNew(t *testing.T) {
	c, result := found(t)
	updated, changed := Update(c, result, known(t))
	require.Equal(t, []string{
		"  orders.find_orders:", "    /size minimum: not enforced", "    /size type: not enforced", "    /status required: enforced",
		"  orders.get_invoice:", "    /invoice_id required: enforced", "    /invoice_id type: unknown",
		"  orders.get_order:", "    /note max-length: enforced", "    /note type: not enforced", "    /order_id non-blank: enforced", "    /order_id required: not enforced",
	}, strings.Split(strings.TrimSpace(string(updated.Text())), "\n")[4:])
	require.Equal(t, 5, changed)

	for _, f := range Report(Run{c, "", again(result), updated, true}).Findings {
		require.NotContains(t, []string{"no-longer-enforced", "newly-enforced", "not-enforced", "baseline-outdated"}, f.Rule, f.Message)
	}
	_, changed = Update(c, again(result), updated)
	require.Zero(t, changed)

	first, changed := Update(c, result, nil)
	require.Equal(t, 7, changed)
	require.Equal(t, baseline.Unknown, first.State(baseline.Key{Operation: "orders.get_order", Fact: "/note max-length"}))
}

// again returns the findings of the next run with the updated baseline.
func again(result *verify.Result) *verify.Result {
	next := *result
	next.Operations = append([]verify.Operation{}, result.Operations...)
	for i, o := range next.Operations {
		next.Operations[i].Facts = append([]verify.Fact{}, o.Facts...)
		for j, f := range o.Facts {
			if isRule(&f) && f.Verdict == verify.Contradicts {
				next.Operations[i].Facts[j].Verdict = verify.NotEnforced
			}
		}
	}
	return &next
}

// A baseline keeps the facts of operations that were not selected.
func TestBaselineKeepsFactsOfOtherOperations(t *testing.T) {
	c, result := found(t)
	part := &verify.Result{Operations: result.Operations[3:4]}
	for _, f := range Report(Run{c, "", part, known(t), true}).Findings {
		require.Equal(t, "baseline-outdated", f.Rule)
		require.Contains(t, f.Message, "has 1 fact")
	}
	updated, changed := Update(c, part, known(t))
	require.Equal(t, 1, changed)
	require.Len(t, updated.Lines, len(known(t).Lines)-1, "the operation that is gone")
}

// A fact without a value in this run stays in the baseline: the harvest may have failed, or the
// fixtures have another variant.
func TestAFactWithoutAValueIsNotGone(t *testing.T) {
	c, problems := catalog.Parse("shop.yaml", []byte(`catalog: 1
info: {title: Shop, version: v1, package: shops}
path: /{operation}
records:
  Filter: {fields: {country_id: string, name: string, region_ids: [string], others: {type: [Filter]}}}
  Card: {fields: {card_id: string}}
  Bank: {fields: {iban: {type: string, max_length: 9}}}
unions:
  Payment: {by: kind, of: {card: Card, bank: Bank}}
areas: {orders: {operations: {find: {effect: read, fields: {filter: Filter, payment: Payment, by_key: {type: {string: Filter}}}}}}}
`))
	require.Empty(t, problems)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		for op := range c.Operations() {
			w.WriteHeader(interpreter.New(op).Decode(string(body)).Status)
		}
		_, _ = io.WriteString(w, "{}")
	}))
	defer s.Close()
	at, err := url.Parse(s.URL)
	require.NoError(t, err)
	run := func(text string) *verify.Result {
		fixtures, err := verify.ParseFixtures(yamldoc.Source{Name: "fixtures.yaml", Text: []byte(text)}, c)
		require.NoError(t, err)
		result, err := verify.Run(t.Context(), c, verify.Options{Base: at, Fixtures: fixtures})
		require.NoError(t, err)
		return result
	}
	base, _ := Update(c, run("fixtures: {country_id: x, region_ids: [a], payment: {kind: bank, iban: b}}"), nil)
	base.Name = "verify.yaml"
	for _, fact := range []string{"/filter/country_id type", "/filter/region_ids/* type", "/by_key/*/country_id type", "/payment/iban max-length"} {
		require.Equal(t, baseline.Enforced, base.State(baseline.Key{Operation: "orders.find", Fact: fact}), "%s of %s", fact, base.Text())
	}
	less := run("fixtures: {payment: {kind: card, card_id: c}}")
	var rules []string
	for _, f := range Report(Run{c, "", less, base, true}).Findings {
		if rules = append(rules, f.Rule); f.Rule == NoLongerKnown.ID {
			require.Contains(t, f.Message, "could not be determined again: no request has a value for ")
		}
		require.NotContains(t, f.Message, "that the catalog does not have")
	}
	require.Contains(t, rules, NoLongerKnown.ID)
	updated, _ := Update(c, less, base)
	for k := range base.Lines {
		require.Equal(t, base.State(k), updated.State(k), k)
	}
	for _, id := range []string{"/filter/country_id max-length", "/filter/none type", "/payment/none type", "/none type", "nothing", ""} {
		base.Lines[baseline.Key{Operation: "orders.find", Fact: id}] = baseline.Line{State: baseline.Enforced}
		_, changed := Update(c, less, base)
		updated, _ := Update(c, less, base)
		require.NotContains(t, updated.Lines, baseline.Key{Operation: "orders.find", Fact: id})
		require.Positive(t, changed)
	}
}

// A run in which everything is unknown fails.
func TestNothingKnownIsAnError(t *testing.T) {
	c, result := found(t)
	nothing := &verify.Result{Operations: result.Operations[4:]}
	findings := Report(Run{c, "", nothing, nil, true}).Findings
	require.Len(t, findings, 1)
	require.Equal(t, "nothing-known", findings[0].Rule)
	require.Equal(t, report.Error, findings[0].Level)
	require.Empty(t, Report(Run{c, "", &verify.Result{}, nil, true}).Findings)
}

// The summary fits on a screen, even with many operations and reasons.
func TestFirstScreenShowsWhatMatters(t *testing.T) {
	c, result := found(t)
	result.Operations = result.Operations[:4]
	op := result.Operations[3].Op
	for i := range 200 {
		result.Operations = append(result.Operations, verify.Operation{VerifiedOperation: report.VerifiedOperation{Operation: op.String(), Verdict: verify.Unknown, Why: strings.Repeat("x", i/3+1), Facts: []verify.Fact{}}, Op: op})
	}
	var b bytes.Buffer
	require.NoError(t, report.Text(&b, Report(Run{c, "http://127.0.0.1:8080", result, nil, true})))
	head, _, _ := strings.Cut(b.String(), "testdata/shop.yaml:")
	require.Less(t, strings.Count(head, "\n"), 15, head)
	require.Contains(t, head, "for other reasons")
	lines := strings.Split(strings.TrimSpace(head), "\n")
	require.Regexp(t, `^ +1 contradicts`, lines[1])
	require.Regexp(t, `^ +\d+ unknown +for other reasons`, lines[len(lines)-3])
	require.Regexp(t, `^ +1 conforms`, lines[len(lines)-2], "what is fine comes last")
}

// Texts of a catalog or a run cannot add annotations.
func TestNoTextForgesAnAnnotation(t *testing.T) {
	const hostile = "`x`|<script>\n::error::50%,a:b\x1b[2J @all ```"
	c, result := found(t)
	for i := range result.Operations {
		o := &result.Operations[i]
		o.Why = hostile
		for j := range o.Facts {
			f := &o.Facts[j]
			f.Why, f.Request, f.Response = hostile, hostile, hostile
			f.ID = strings.Replace(f.ID, "/", "/"+hostile, 1)
		}
	}
	b := known(t)
	b.Name = hostile
	r := Report(Run{c, hostile, result, b, true})
	var github bytes.Buffer
	require.NoError(t, report.GitHub(&github, r))
	require.Equal(t, len(r.Findings), strings.Count(github.String(), "\n"))
	for line := range strings.Lines(github.String()) {
		require.Regexp(t, `^::(error|warning|notice) file=[^,:]+,line=\d+,col=\d+,title=[a-z-]+::[^\n]+\n$`, line)
	}
}

func TestRulesHaveTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		require.Regexp(t, `^[a-z]+(-[a-z]+)*$`, r.ID)
		require.False(t, seen[r.ID])
		seen[r.ID] = true
		for _, text := range []string{r.Purpose, r.Rationale, r.Next} {
			require.Regexp(t, `^[A-Zg].*\.$`, text)
		}
		require.Contains(t, report.Levels, r.Level)
	}
}
