package vectors

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/generator/testdata/complete"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/ids"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func example(t *testing.T) *catalog.Catalog {
	c, err := catalog.Load("testdata/catalog.yaml")
	require.NoError(t, err)
	return c
}

// positions returns problems as the cases state them: place, id and what it is
// about, since a message may be worded better any day.
func positions(ps catalog.Problems) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "%d:%d %s", p.Pos.Line, p.Pos.Col, p.ID)
		if p.Subject != "" {
			fmt.Fprintf(&b, " %s", p.Subject)
		}
		if p.Other != nil {
			fmt.Fprintf(&b, " other %d:%d", p.Other.Line, p.Other.Col)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestMistakesInVectorsAreProblems runs the cases in testdata/problems.txtar. Every id has a case.
func TestMistakesInVectorsAreProblems(t *testing.T) {
	const golden = "testdata/problems.txtar"
	archive, err := txtar.ParseFile(golden)
	require.NoError(t, err)
	c := example(t)
	seen := map[catalog.ID]bool{}
	wants := map[string]string{}
	for _, f := range archive.Files {
		wants[f.Name] = string(f.Data)
	}
	out := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".yaml")
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			_, ps := Parse([]catalog.Source{{Name: path.Dir(name) + ".yaml", Text: f.Data}}, c)
			for _, p := range ps {
				seen[p.ID] = true
				require.NotContains(t, p.Error(), "%!")
			}
			if testing.Verbose() {
				t.Log("\n" + ps.Error())
			}
			if !*update {
				require.Equal(t, wants[name+".want"], positions(ps), "%s; update with: go test ./internal/plan/vectors -update\n%s", golden, ps.Error())
			}
			out.Files = append(out.Files, f, txtar.File{Name: name + ".want", Data: []byte(positions(ps))})
		})
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, txtar.Format(out), 0o644))
	}
	for _, id := range ids.Declared(t, ".") {
		require.True(t, seen[catalog.ID(id)], "%s has no case in %s", id, golden)
	}
}

// If the catalog has problems, only problems that do not depend on it are reported.
func TestProblemsBesideThoseOfTheCatalog(t *testing.T) {
	_, ps := Parse([]catalog.Source{{Name: "nowhere.yaml", Text: []byte("vectors: 1\noperations: {any: [{name: a, request: '{}', bdoy: '{}'}]}\n")}}, nil)
	require.Equal(t, "2:45 unknown-key nowhere.any\n", positions(ps))
}

func TestLoadReadsAFolder(t *testing.T) {
	dir := t.TempDir()
	set, err := Load(filepath.Join(dir, "missing"), nil)
	require.NoError(t, err)
	require.Empty(t, set)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "README.md"), nil, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.yml"), nil, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.yaml"), []byte("x"), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "c.yaml"), 0o755))
	_, err = Load(dir, nil)
	require.Equal(t, "1:1 wrong-kind\n1:1 empty-document\n", positions(err.(catalog.Problems)))
	_, err = Load(filepath.Join(dir, "a.yaml"), nil)
	require.ErrorContains(t, err, "cannot be read")
}

// A request keeps the order of its members and the text of its numbers.
func TestRequestsKeepOrderAndNumbers(t *testing.T) {
	c := example(t)
	set, ps := Parse([]catalog.Source{{Name: "things.yaml", Text: []byte(`
vectors: 1
operations:
  make:
    - name: exact
      shows: [name.pattern]
      request: '{"plan":{"b":1e2,"a":[1.0,null,true]},"name":"a"}'
      body: '{"name":"a"}'
    - {name: raw, only: server, request: '', violations: [/name required, /plan required]}
`)}}, c)
	require.Empty(t, ps)
	op := c.Areas[0].Operations[1]
	require.Equal(t, []*Vector{
		{
			Name: "exact", Shows: []string{"name.pattern"}, Client: true, Server: true,
			Request: `{"plan":{"b":1e2,"a":[1.0,null,true]},"name":"a"}`,
			Value: Object{
				{Key: "plan", Value: Object{
					{Key: "b", Value: json.Number("1e2")}, {Key: "a", Value: []any{json.Number("1.0"), nil, true}},
				}},
				{Key: "name", Value: "a"},
			},
			Body: `{"name":"a"}`,
		},
		{Name: "raw", Server: true, Violations: []string{"/name required", "/plan required"}},
	}, set[op])
	require.Len(t, set, 1)
}

// A response is taken out of its envelope, and so are the additional members.
func TestResponsesLeaveTheirEnvelope(t *testing.T) {
	c := example(t)
	set, ps := Parse([]catalog.Source{{Name: "things.yaml", Text: []byte(`
vectors: 1
operations:
  none:
    - {name: free, response: '{"b":1.0,"a":[]}'}
  told:
    - {name: data, response: '{"ok":true,"data":{"id":"1"},"total":2,"took":5}'}
    - {name: typed, response: '{"ok":false,"error":"No.","why":{"total":3},"total":1}'}
    - {name: status, only: client, status: 404, response: '{"ok":false,"error":{"id":["No."]}}'}
`)}}, c)
	require.Empty(t, ps)
	operations := c.Areas[0].Operations
	total := func(n json.Number) Object { return Object{{Key: "total", Value: n}} }
	require.Equal(t, []*Vector{{Name: "free", Client: true, Server: true, Response: &Response{
		Status: 200, Body: `{"b":1.0,"a":[]}`, Raw: `{"b":1.0,"a":[]}`,
	}}}, set[operations[2]])
	require.Equal(t, []*Vector{
		{Name: "data", Client: true, Server: true, Response: &Response{
			Status: 200, Body: `{"ok":true,"data":{"id":"1"},"total":2,"took":5}`, Value: Object{{Key: "id", Value: "1"}}, Siblings: total("2"),
		}},
		{Name: "typed", Client: true, Server: true, Response: &Response{
			Status: 200, Body: `{"ok":false,"error":"No.","why":{"total":3},"total":1}`, Failed: true,
			Failure: total("3"), Siblings: total("1"), Says: []string{"No."}, Messages: []string{"No."},
		}},
		{Name: "status", Client: true, Response: &Response{
			Status: 404, Body: `{"ok":false,"error":{"id":["No."]}}`, Failed: true, Says: []string{"id: No."}, Messages: []string{"id: No."},
		}},
	}, set[operations[3]])
}

func TestRulesListWhatVectorsCanShow(t *testing.T) {
	var names []string
	for _, op := range example(t).Areas[0].Operations {
		for _, r := range Rules(op) {
			names = append(names, r.Owner+": "+r.Name+" "+r.Violation)
		}
	}
	require.Equal(t, []string{
		"things.find: first_of.id.number first-of",
		"things.find: pagination.first ",
		"things.find: pagination.default_size ",
		"things.make: name.required required",
		"things.make: name.non_blank non-blank",
		"things.make: name.max_length max-length",
		"things.make: name.pattern pattern",
		"things.make: colours.max_items max-items",
		"things.make: colours.enum enum",
		"things.make: shades.min_items min-items",
		"things.make: shades.join join",
		"things.make: amount.maximum maximum",
		"things.make: plan.required required",
		"things.make: first.send_if ",
		"things.make: note.enum enum",
		"things.make: note.omit_empty ",
		"things.Point: Point.x.required required",
		"things.Point: Point.x.minimum minimum",
		"things.Point: Point.label.default ",
		"things.Thing: Thing.open ",
		"things.Thing: Thing.at.required required",
		"things.Thing: Thing.a/b.min_length min-length",
	}, names)
}

// The rules that violations can name are those of the runtime.
func TestViolationRulesAreThoseOfTheRuntime(t *testing.T) {
	text, err := os.ReadFile("../../../api/violation.go")
	require.NoError(t, err)
	var known []string
	for _, m := range regexp.MustCompile(`(?m)^\tRule\w+ += "([a-z0-9-]+)"`).FindAllStringSubmatch(string(text), -1) {
		known = append(known, m[1])
	}
	require.Len(t, regexp.MustCompile(`(?m)^\tRule\w+ +=`).FindAll(text, -1), len(known))
	require.ElementsMatch(t, known, violationRules)
}

func FuzzCheck(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/problems.txtar")
	require.NoError(f, err)
	for _, file := range archive.Files {
		f.Add(file.Data)
	}
	f.Add([]byte("vectors: 1\noperations:\n  wrapped: [{name: a, request: '{\"wrapped\":{\"of\":\"shape\",\"shape\":{\".tag\":', violations: []}]\n"))
	small, err := catalog.Load("testdata/catalog.yaml")
	require.NoError(f, err)
	whole, problems := catalog.Parse("catalog.yaml", complete.Catalog)
	require.Empty(f, problems)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, c := range []*catalog.Catalog{small, whole} {
			_, ps := Parse([]catalog.Source{{Name: "things.yaml", Text: text}}, c)
			for _, p := range ps {
				require.Positive(t, p.Pos.Line)
			}
			_ = ps.Error()
		}
	})
}
