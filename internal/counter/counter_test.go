package counter

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/internal/interpret"
)

// none says which rules break or shift something that neither a body nor a line
// of Go shows.
var none = map[string]string{
	"field-value-mapping-changed":   "the tables are the caller's, and no body shows them",
	"operation-added":               "there is nothing before it to compare with",
	"operation-effect-changed":      "how often a client calls is in no body",
	"page-field-changed":            "the defaults are where they were, and the iterator compiles",
	"page-items-key-changed":        "the answer can be read, but for the iterator, which finds no items",
	"pagination-added":              "no defaults came with it here",
	"pagination-removed":            "no defaults went with it here",
	"response-declared":             "Raw is there as before",
	"response-enum-value-added":     "a client reads values that it does not know, and has no case for them",
	"response-required-field-added": "a service that leaves the field out sends its zero value, which the client reads",
	"sensitivity-removed":           "what is printed is in no body",
}

// pairs are the fixtures of the rules of diff, with their changes.
func fixtures(t *testing.T, f func(t *testing.T, rule string, base, head *catalog.Catalog, changes []diff.Change)) {
	files, err := filepath.Glob("../../diff/testdata/rules/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		rule := strings.TrimSuffix(filepath.Base(name), ".txtar")
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		base, head := resolve(t, archive, "base.yaml"), resolve(t, archive, "head.yaml")
		t.Run(rule, func(t *testing.T) {
			changes := diff.CompareOn(base, head, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
			Find(base, head, changes)
			f(t, rule, base, head, changes)
		})
	}
}

func resolve(t *testing.T, archive *txtar.Archive, name string) *catalog.Catalog {
	t.Helper()
	for _, f := range archive.Files {
		if f.Name == name {
			doc := catalog.Parse(name, f.Data)
			require.Empty(t, catalog.Check(doc))
			return catalog.Resolve(doc)
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// Whatever breaks or shifts something has a counter-example, or a reason why it
// has none; whatever does neither has none.
func TestEveryRuleHasACounterExample(t *testing.T) {
	fixtures(t, func(t *testing.T, rule string, _, _ *catalog.Catalog, changes []diff.Change) {
		require.Len(t, changes, 1)
		c := changes[0]
		v := c.Verdicts
		switch {
		case max(v.Request, v.Answer, v.Client, v.Server) < diff.Shifts:
			require.Nil(t, c.CounterExample)
		case none[rule] != "":
			require.Nil(t, c.CounterExample, "take it out of none")
		default:
			require.NotNil(t, c.CounterExample, "%s: %s", v, c.Message)
			t.Logf("%s %+v", v, *c.CounterExample)
		}
	})
}

// What is shown is true, when it is tried once more.
func TestRequestsAndAnswersAreTrue(t *testing.T) {
	seen := map[string]int{}
	fixtures(t, func(t *testing.T, _ string, base, head *catalog.Catalog, changes []diff.Change) {
		e := changes[0].CounterExample
		if e == nil || e.Kind != "request" && e.Kind != "answer" {
			return
		}
		seen[e.Kind]++
		before := base.Areas[0].Operations[0]
		if op := changes[0].Base.Operation; op != nil {
			before = op
		}
		after := before
		for _, a := range head.Areas {
			for _, op := range a.Operations {
				if op.Path == before.Path {
					after = op
				}
			}
		}
		if e.Kind == "answer" {
			require.NoError(t, interpret.Answer(after, e.Before))
			require.Error(t, interpret.Answer(before, e.Before))
			return
		}
		got, gets := interpret.Decode(before, e.Before), interpret.Decode(after, e.Before)
		switch {
		case strings.Contains(e.Why, "answered with 404"):
			require.Same(t, before, after, "somebody answers")
		case strings.HasPrefix(e.Why, "It is refused"):
			require.Equal(t, 200, got.Status)
			require.NotEqual(t, 200, gets.Status)
			if e.After != "" {
				require.Equal(t, 200, interpret.Decode(after, e.After).Status)
			}
		case strings.HasPrefix(e.Why, "It was refused"):
			require.NotEqual(t, 200, got.Status)
			require.Equal(t, 200, gets.Status)
		case strings.HasPrefix(e.Why, "The service got"):
			require.Contains(t, e.Why, got.Settled+" and gets "+gets.Settled)
			require.NotEqual(t, got.Settled, gets.Settled)
		default:
			require.Contains(t, e.Why, "The client sent ")
		}
	})
	require.Greater(t, seen["request"], 50)
	require.Greater(t, seen["answer"], 1)
}
