package proof

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// none contains the rules without counter-examples, with the reason.
var none = map[string]string{
	"auth-added":                  "the base does not say whom the service lets in",
	"auth-removed":                "the head does not say whom the service lets in",
	"auth-token-changed":          "which tokens the service accepts is in no catalog",
	"field-value-mapping-changed": "the tables are the caller's, and no body shows them",
	"idempotency-added":           "how often a client calls is in no body",
	"idempotency-header-changed":  "a key is in no body",
	"idempotency-removed":         "how often a client calls is in no body",
	"operation-effect-changed":    "how often a client calls is in no body",
	"page-field-changed":          "the defaults are where they were, and the iterator compiles",
	"page-place-changed":          "the answer can be read, but for the iterator, which finds nothing",
	"sensitivity-removed":         "what is printed is in no body",
}

// fixtures calls a function with the catalogs of a folder of diff's fixtures and the changes
// between them, in both directions.
func fixtures(t *testing.T, folder string, f func(t *testing.T, name string, base, head *catalog.Catalog, changes []diff.Change)) {
	files, err := filepath.Glob("../diff/testdata/" + folder + "/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		p := fixtureOf(t, file)
		t.Run(name, func(t *testing.T) { f(t, name, p.base, p.head, p.forth()) })
		if !long.Full() {
			continue
		}
		t.Run(name+" back", func(t *testing.T) { f(t, "", p.head, p.base, p.back()) })
	}
}

// fixture is two catalogs with the changes in both directions.
type fixture struct {
	base, head  *catalog.Catalog
	forth, back func() []diff.Change
}

// tried caches fixtures by file, so that examples are searched once for all tests.
var tried = map[string]*fixture{}

// fixtureOf returns the fixture of a file.
func fixtureOf(t *testing.T, file string) *fixture {
	if tried[file] == nil {
		tried[file] = newFixture(t, file)
	}
	return tried[file]
}

func newFixture(t *testing.T, file string) *fixture {
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	base, head := resolve(t, archive, "base.yaml"), resolve(t, archive, "head.yaml")
	return &fixture{base, head, changesOf(base, head), changesOf(head, base)}
}

func changesOf(base, head *catalog.Catalog) func() []diff.Change {
	return sync.OnceValue(func() []diff.Change { return found(base, head) })
}

// found returns the changes from base to head with their counter-examples.
func found(base, head *catalog.Catalog) []diff.Change {
	c := compare(base, head)
	for i, f := range Find(base, head, c) {
		c.Changes[i].Finding = f
	}
	return c.Changes
}

func compare(base, head *catalog.Catalog) diff.Comparison {
	return diff.Dates{Today: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}.Compare(base, head)
}

func resolve(t *testing.T, archive *txtar.Archive, name string) *catalog.Catalog {
	t.Helper()
	for _, f := range archive.Files {
		if f.Name == name {
			c, problems := catalog.Parse(name, f.Data)
			require.Empty(t, problems)
			return c
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// A change has a counter-example if it breaks or shifts something, except the rules in none.
func TestEveryRuleHasACounterExample(t *testing.T) {
	fixtures(t, "rules", func(t *testing.T, rule string, _, _ *catalog.Catalog, changes []diff.Change) {
		if rule == "" {
			return
		}
		require.Len(t, changes, 1)
		c := changes[0]
		v := c.Verdicts
		switch {
		case v.Worst() < report.Shifts:
			require.Nil(t, c.Example)
		case none[rule] != "":
			require.Nil(t, c.Example, "take it out of none")
		default:
			require.NotNil(t, c.Example, "%s: %s", v, c.Message)
			t.Logf("%s %+v", v, *c.Example)
		}
	})
}

// An undecided change breaks if a body shows it, and stays undecided otherwise.
func TestUndecidedChangesAreTried(t *testing.T) {
	const large = `{type: string, pattern: "^[ab]*a[ab]{900}$"`
	base := get(t, "shown: {type: string}, not_shown: "+large+"}")
	head := get(t, `shown: {type: [string], join: ", "}, not_shown: `+large+", max_length: 1000}")
	for _, c := range found(base, head) {
		require.Equal(t, report.Error, c.Level)
		if c.Head.Field.Name == "shown" {
			require.Equal(t, report.Breaks, c.Verdicts.Requests)
			require.Contains(t, c.Example.Outcome, "/shown must not hold an item that is empty")
		} else {
			require.Equal(t, report.Undecided, c.Verdicts.Requests)
			require.Nil(t, c.Example)
		}
	}
}
