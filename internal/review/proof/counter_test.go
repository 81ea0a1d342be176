package proof

import (
	"cmp"
	"path/filepath"
	"slices"
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
	"example.com/opgen/internal/testing/random"
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

// The examples of fixtures and of random catalogs are true.
func TestRequestsAndAnswersAreTrue(t *testing.T) {
	seen := map[string]int{}
	for _, folder := range []string{"rules", "cases"} {
		fixtures(t, folder, func(t *testing.T, _ string, base, head *catalog.Catalog, changes []diff.Change) {
			requireTrue(t, base, head, changes, seen)
		})
	}
	for seed := range long.Size(uint64(20), 150) {
		m, base, _ := random.Repair(random.Catalog(seed))
		_, head, _ := random.Repair(random.Reduced(m, int(seed*1009)%(1<<16)))
		if base != nil && head != nil {
			requireTrue(t, base, head, found(base, head), seen)
		}
	}
	require.Greater(t, seen["request"], 100)
	require.Greater(t, seen["response"], 5)
}

// requireTrue requires that every example is true for a concerned operation, and counts the
// examples by kind.
func requireTrue(t *testing.T, base, head *catalog.Catalog, changes []diff.Change, seen map[string]int) {
	t.Helper()
	f := newFinder(base, head, compare(base, head))
	for _, c := range changes {
		e := c.Example
		if e == nil || e.Kind != "request" && e.Kind != "response" {
			continue
		}
		seen[e.Kind]++
		if strings.Contains(e.Given+e.Outcome, notShown) {
			continue
		}
		holds := func(l probe) bool { return isTrue(e, l) }
		if exchanges[c.Rule] != nil && c.Rule != "empty-body-changed" {
			holds = func(l probe) bool { return isTrueCall(e, l) }
		}
		require.True(t, slices.ContainsFunc(f.probes(&c), holds), "%s %s %s: %+v", c.Verdicts, c.Rule, c.Path, *e)
	}
}

func isTrue(e *report.Example, p probe) bool {
	got := p.base.Decode(e.Given)
	taker := p.headPaths[p.base.Path]
	if strings.HasPrefix(e.Outcome, "POST ") {
		outcome := "POST " + p.base.Path + " returns status 404."
		if taker != nil {
			outcome = "POST " + p.base.Path + " runs operation " + taker.String() + " now, which accepts it."
			if refused := p.interpreted(taker).Decode(e.Given).Violations; refused != nil {
				outcome = strings.Replace(outcome, "accepts it", "refuses it: "+violationWords(refused), 1)
			}
		}
		return got.Status == 200 && e.Outcome == outcome && (taker == nil || p.head == nil || taker != p.head.Operation) &&
			(e.Instead == "" && p.head == nil || e.Instead == "POST "+p.head.Path)
	}
	if p.head == nil {
		return false
	}
	if e.Kind == "response" {
		return p.head.CheckResponse(e.Given) == nil && p.base.CheckResponse(e.Given) != nil
	}
	gets := p.head.Decode(e.Given)
	switch {
	case strings.HasPrefix(e.Outcome, "It is refused: "):
		return got.Status == 200 && gets.Status == 422 && strings.Contains(e.Outcome, violationWords(gets.Violations)) &&
			(e.Instead == "" || p.head.Decode(e.Instead).Status == 200)
	case strings.HasPrefix(e.Outcome, "It was refused "):
		return got.Status == 422 && gets.Status == 200
	case strings.HasPrefix(e.Outcome, "The service got it "):
		return got.Status == 200 && gets.Status == 200
	case strings.HasPrefix(e.Outcome, "The service got "):
		return got.Settled != gets.Settled && e.Outcome == "The service got "+got.Settled+" and gets "+gets.Settled+" now."
	}
	before, wrong, err := p.base.Encode(e.Given)
	after, refused, failed := p.head.Encode(e.Given)
	if err != nil || failed != nil || wrong != nil || !strings.HasPrefix(e.Outcome, "The client sent "+cmp.Or(before, noBody)) {
		return false
	}
	return refused != nil && strings.Contains(e.Outcome, violationWords(refused)) || before != after && strings.Contains(e.Outcome, " and sends "+cmp.Or(after, noBody)+" now.")
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
