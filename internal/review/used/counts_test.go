package used

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/proof"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// This file tests what a report says of calls: how many are concerned, by which bodies, and examples.

// Responses in an envelope, beside it, and failures have their own records.
func TestResponsesAreUnwrapped(t *testing.T) {
	text := func(data, beside, failure string) string {
		return "envelope: {success: ok, data: data, siblings: Beside}\n" +
			"records:\n  Beside: {fields: {" + beside + "}}\n  Failed: {fields: {" + failure + "}}\n" +
			"areas: {a: {operations: {one: {failure: {type: Failed, status: 409, member: why}, response: {fields: {" + data + "}}}}}}\n"
	}
	base := resolve(t, "base.yaml", text("x: string, y: string", "took: integer, cost: integer", "code: string, hint: string"))
	head := resolve(t, "head.yaml", text("z: integer", "none: boolean", "other: boolean"))
	for _, test := range []struct {
		call string
		used []string
	}{
		{`a.one {} -> {"ok":true,"data":{"x":"v"},"took":3}`, []string{"field-removed Beside.took", "field-removed a.one.response.x"}},
		{`a.one {} -> 409 {"ok":false,"why":{"code":"v"}}`, []string{"field-removed Failed.code"}},
		{`a.one {} -> 409 {"ok":false,"data":{"x":"v"}}`, nil},
		{`a.one {} -> {"ok":false,"data":{"x":"v"}}`, nil},
	} {
		calls := new(Calls)
		var file bytes.Buffer
		r, err := recording.New(&file)
		require.NoError(t, err)
		for range 5 {
			call := parseCall(t, test.call)
			call.Bodies = &recording.Bodies{Success: "ok"}
			r.Add(call)
		}
		_, err = calls.Add(&file)
		require.NoError(t, err)
		used, _ := concerned(base, head, calls)
		require.Equal(t, test.used, used, test.call)
	}
}

// Each use has its operations, and the number of their calls and of the values of the field.
func TestUsesAreCounted(t *testing.T) {
	base := resolve(t, "base.yaml", withUnion(shop("id: string, to: Address", "all: [Address]")))
	head := resolve(t, "head.yaml", strings.Replace(withUnion(shop("id: string, to: Address", "all: [Address]")), "street: string, ", "", 1))
	calls := record(t, nil, `orders.get {"to":{"street":"s"}} -> {"all":[{"street":"s"},{"street":"t"}]}`, `orders.drop {"id":"x"} -> {}`)
	compared := dates.Compare(base, head)
	findings := proof.Find(base, head, compared)
	calls.Mark(base, head, compared, findings)
	require.Len(t, findings, 1)
	require.Equal(t, &report.Use{Operations: []string{"orders.get"}, Calls: 5, Sent: 5, Received: 10}, findings[0].Used)
}

// A rule over fields concerns the calls that it affects.
func TestAffectedCallsOfRulesAreCounted(t *testing.T) {
	base := resolve(t, "base.yaml", withUnion(shop("id: string, a: string", "")))
	head := resolve(t, "head.yaml", withRule(shop("id: string, a: string", ""), "at_least_one_of: [id, a]"))
	compared := dates.Compare(base, head)
	findings := proof.Find(base, head, compared)
	calls := record(t, nil, `orders.get {"id":"x"} -> {}`, `orders.get {} -> {}`, `orders.get {"a":"x"} -> {}`)
	calls.Mark(base, head, compared, findings)
	require.Len(t, findings, 1)
	require.Equal(t, &report.Use{Operations: []string{"orders.get"}, Calls: 5}, findings[0].Used)
}

// A finding that the comparison does not have is not left out, and no call is counted for it. The
// others keep their own uses.
func TestOtherFindingsAreNotLeftOut(t *testing.T) {
	base := resolve(t, "base.yaml", withUnion(shop("id: string, a: string, b: string", "")))
	head := resolve(t, "head.yaml", withUnion(shop("id: string", "")))
	compared := dates.Compare(base, head)
	other := diff.RemovedCatalog("old.yaml")
	findings := slices.Insert(compared.Findings(), 1, other)
	record(t, nil, `orders.get {"b":"x"} -> {}`).Mark(base, head, compared, findings)
	require.Len(t, findings, 3)
	require.Nil(t, findings[0].Used)
	require.Equal(t, &report.Use{Operations: []string{}}, findings[1].Used)
	require.Equal(t, &report.Use{Operations: []string{"orders.get"}, Calls: 5, Sent: 5}, findings[2].Used)
}

// If a limit of lengths changes, the use has the recorded lengths.
func TestRecordedLengthsAreShown(t *testing.T) {
	text := func(field string) string {
		return "areas: {a: {operations: {one: {fields: {x: {type: string, " + field + "}, y: string}}}}}"
	}
	calls := []string{`a.one {"x":"abcdefgh"} -> {}`, `a.one {"x":""} -> {}`, `a.one {"y":"` + strings.Repeat("y", 99) + `"} -> {}`}
	for change, want := range map[string]*report.Lengths{
		"max_length: 20":  {Least: 0, Most: 15},
		"min_length: 1":   {Least: 0, Most: 15},
		"non_blank: true": nil,
	} {
		base, head := resolve(t, "base.yaml", text("description: X.")), resolve(t, "head.yaml", text("description: X., "+change))
		compared := dates.Compare(base, head)
		findings := proof.Find(base, head, compared)
		record(t, nil, calls...).Mark(base, head, compared, findings)
		require.Len(t, findings, 1, change)
		require.Equal(t, want, findings[0].Used.Lengths, change)
	}
	use := report.Use{Operations: []string{"a.one"}, Calls: 15, Sent: 10, Lengths: &report.Lengths{Least: 0, Most: 15}}
	require.Equal(t, "15 of a.one; the field was sent 10 times, with 0 to 15 characters", use.String())
}

// Versions of one recording count once, and what no catalog has is named.
func TestCallsOfSeveralRecordings(t *testing.T) {
	var text bytes.Buffer
	r, err := recording.New(&text)
	require.NoError(t, err)
	r.Add(parseCall(t, `orders.get {} -> {}`))
	short := text.String()
	r.Add(parseCall(t, `pay.charge {} -> {}`))
	calls := new(Calls)
	for _, version := range []string{text.String(), short} {
		_, err := calls.Add(strings.NewReader(version))
		require.NoError(t, err)
	}
	other := new(bytes.Buffer)
	_, err = recording.New(other)
	require.NoError(t, err)
	_, err = calls.Add(other)
	require.NoError(t, err)
	require.Equal(t, 2, calls.Count())
	require.Equal(t, []string{"orders.get", "pay.charge"}, calls.Operations())

	_, _, err = calls.Unknown()
	require.ErrorIs(t, err, ErrUnknown)
	base := resolve(t, "base.yaml", withUnion(shop("id: string", "")))
	concerned(base, base, calls)
	names, count, err := calls.Unknown()
	require.NoError(t, err)
	require.Equal(t, []string{"pay.charge"}, names)
	require.Equal(t, 1, count)
}

// eachFixture calls f for the pairs of catalogs in a folder of gen diff's fixtures, in both
// directions.
func eachFixture(t *testing.T, folder string, f func(name string, base, head *catalog.Catalog)) {
	names, err := filepath.Glob("../diff/testdata/" + folder + "/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		sides := map[string]*catalog.Catalog{}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".yaml" {
				c, problems := catalog.Parse(file.Name, file.Data)
				require.Empty(t, problems, name)
				sides[file.Name] = c
			}
		}
		f(name, sides["base.yaml"], sides["head.yaml"])
		f(name+", reversed", sides["head.yaml"], sides["base.yaml"])
	}
}

// If nothing is known of the bodies of any operation, each change of the fixtures of gen diff that
// affects callers concerns the calls.
func TestNothingIsLeftOutIfBodiesAreUnknown(t *testing.T) {
	affected := 0
	eachFixture(t, "*", func(name string, base, head *catalog.Catalog) {
		var calls []string
		for op := range base.Operations() {
			calls = append(calls, op.String()+" <html> -> <html>")
		}
		compared := dates.Compare(base, head)
		findings := compared.Findings()
		record(t, nil, calls...).Mark(base, head, compared, findings)
		for _, f := range findings {
			v := f.Verdicts
			if max(v.Requests, v.Responses, v.Callers) >= report.Shifts {
				affected++
				require.NotNil(t, f.Used, "%s: %s %s", name, f.Rule, f.Path)
			}
		}
	})
	require.Greater(t, affected, 500)
}

// A request that a change breaks is an example of the change. If it was recorded, the change
// concerns the calls.
func TestExamplesConcernTheirChange(t *testing.T) {
	folder, least := "rules", 30
	if long.Full() {
		folder, least = "*", 200
	}
	tried := 0
	eachFixture(t, folder, func(name string, base, head *catalog.Catalog) {
		compared := dates.Compare(base, head)
		findings := proof.Find(base, head, compared)
		for i, f := range findings {
			e := f.Example
			if e == nil || e.Kind != "request" || f.Verdicts.Requests != report.Breaks {
				continue
			}
			for b, h := range compared.Operations {
				isAbout := slices.Contains(f.Uses, b.String())
				if f.Uses == nil && h != nil {
					isAbout = f.Path == h.String() || strings.HasPrefix(f.Path, h.String()+".")
				}
				if h == nil || !isAbout || interpreter.New(b).Decode(e.Given).Status != 200 {
					continue
				}
				after := interpreter.New(h).Decode(e.Given)
				if after.Status == 200 || !violates(after.Violations, compared.Changes[i].Head.Rule) {
					continue // it is an example of a change beside this one
				}
				tried++
				marked := slices.Clone(findings)
				call := b.String() + " " + e.Given + " -> {}"
				record(t, nil, call).Mark(base, head, compared, marked)
				require.NotNil(t, marked[i].Used, "%s: %s %s: %s", name, f.Rule, f.Path, call)
			}
		}
	})
	require.Greater(t, tried, least)
}

// violates reports whether violations are of a rule over fields, or whether there is no rule.
func violates(violations []api.Violation, rule *catalog.Rule) bool {
	return rule == nil || slices.ContainsFunc(violations, func(v api.Violation) bool { return v.Rule == rule.ID() })
}
