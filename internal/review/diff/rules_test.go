package diff

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

var update = flag.Bool("update", false, "write the goldens anew")

var today = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// dates are the dates of the fixtures, with two months of notice.
var dates = Dates{Today: today, Notice: today.AddDate(0, 2, 0)}

// compare returns the changes as of these dates.
func compare(base, head *catalog.Catalog) []report.Finding {
	return dates.Compare(base, head).Findings()
}

// listing writes changes as in the fixtures.
func listing(changes []report.Finding) string {
	var b strings.Builder
	for _, c := range changes {
		side := "head"
		if c.Pos.Base {
			side = "base"
		}
		rule := strings.TrimSuffix(c.Rule+":"+c.Aspect, ":")
		fmt.Fprintf(&b, "%s %s %s %s %s %s\n", c.Level, c.Verdicts, rule, c.Path, side, c.Pos)
		fmt.Fprintf(&b, "\t%s\n", c.Message)
		for _, move := range c.Go {
			fmt.Fprintf(&b, "\tgo: %s\n", move)
		}
		if c.Uses != nil {
			fmt.Fprintf(&b, "\tuses: %s\n", strings.Join(c.Uses, " "))
		}
	}
	return b.String()
}

// all returns the rules that comparing two catalogs can find, in the order of their chapters.
func all() []*Rule {
	var rules []*Rule
	for _, chapter := range Chapters()[1:] {
		rules = append(rules, chapter.Rules...)
	}
	return rules
}

func ruleByID(id string) *Rule {
	for _, rule := range all() {
		if rule.ID == id {
			return rule
		}
	}
	return nil
}

// fixture is a pair of catalogs with the changes in both directions.
type fixture struct {
	path    string
	archive *txtar.Archive
	files   map[string]string

	base, head  *catalog.Catalog
	forth, back Comparison
}

// readFixtures are the fixtures by pattern, so that they are compared once for all tests.
var readFixtures = map[string][]fixture{}

func fixtures(t *testing.T, pattern string) []fixture {
	t.Helper()
	if all := readFixtures[pattern]; all != nil {
		return all
	}
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	var all []fixture
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		f := fixture{path: path, archive: archive, files: map[string]string{}}
		for _, file := range archive.Files {
			f.files[file.Name] = string(file.Data)
		}
		f.base = resolve(t, "base.yaml", f.files["base.yaml"])
		f.head = resolve(t, "head.yaml", f.files["head.yaml"])
		f.forth, f.back = dates.Compare(f.base, f.head), dates.Compare(f.head, f.base)
		all = append(all, f)
	}
	readFixtures[pattern] = all
	return all
}

// allFixtures returns those of rules and those of cases.
func allFixtures(t *testing.T) []fixture {
	t.Helper()
	return slices.Concat(fixtures(t, "testdata/rules/*.txtar"), fixtures(t, "testdata/cases/*.txtar"))
}

func (f fixture) name() string { return strings.TrimSuffix(filepath.Base(f.path), ".txtar") }

// check compares the changes in both directions with the fixture, and returns the forward
// ones.
func (f fixture) check(t *testing.T) []report.Finding {
	changes := f.forth.Findings()
	forward, reverse := listing(changes), listing(f.back.Findings())
	if *update {
		f.archive.Files = []txtar.File{
			{Name: "base.yaml", Data: []byte(f.files["base.yaml"])},
			{Name: "head.yaml", Data: []byte(f.files["head.yaml"])},
			{Name: "forward", Data: []byte(forward)},
			{Name: "reverse", Data: []byte(reverse)},
		}
		require.NoError(t, os.WriteFile(f.path, txtar.Format(f.archive), 0o644))
		return changes
	}
	require.Equal(t, f.files["forward"], forward, "%s; run go test ./internal/review/diff -update", f.path)
	require.Equal(t, f.files["reverse"], reverse, "%s, from head to base", f.path)
	return changes
}

// TestEveryRuleHasAFixture runs testdata/rules, which has one fixture for each rule. Only this rule has a
// finding: one edit is one change.
func TestEveryRuleHasAFixture(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range fixtures(t, "testdata/rules/*.txtar") {
		t.Run(f.name(), func(t *testing.T) {
			seen[f.name()] = true
			rule := ruleByID(f.name())
			require.NotNil(t, rule, "%s is of no rule", f.path)
			changes := f.check(t)
			require.Len(t, changes, 1, listing(changes))
			require.Equal(t, rule.ID, changes[0].Rule)
			requireLines(t, rule.Before, f.files["base.yaml"], "the example before")
			requireLines(t, rule.After, f.files["head.yaml"], "the example after")
		})
	}
	for _, rule := range all() {
		require.True(t, seen[rule.ID], "rule %s has no fixture in testdata/rules", rule.ID)
	}
}

// requireLines requires that a catalog has the lines of an example with any indentation.
func requireLines(t *testing.T, example, text, what string) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	for line := range strings.SplitSeq(example, "\n") {
		require.True(t, line == "" || slices.Contains(lines, strings.TrimSpace(line)), "%s: no line %q", what, line)
	}
}

// TestCombinedChangesHaveTheirVerdicts runs testdata/cases: combined changes, renames, and contexts.
func TestCombinedChangesHaveTheirVerdicts(t *testing.T) {
	for _, f := range fixtures(t, "testdata/cases/*.txtar") {
		t.Run(f.name(), func(t *testing.T) { f.check(t) })
	}
}

// Every case of every rule has a fixture, and every case that rules share is met by one of them.
func TestCasesAreMet(t *testing.T) {
	met := map[*Case]bool{}
	metByAny := map[string]bool{}
	for _, f := range allFixtures(t) {
		for _, c := range slices.Concat(f.forth.Changes, f.back.Changes) {
			for _, found := range c.cases {
				met[found] = true
				metByAny[found.Condition()] = metByAny[found.Condition()] || found.shared
			}
		}
	}
	require.True(t, met[unused])
	for _, rule := range all() {
		for i := range rule.Cases {
			c := &rule.Cases[i]
			require.True(t, met[c] || c.shared && metByAny[c.Condition()], "no fixture meets the case of %s: %s", rule.ID, c.Condition())
		}
	}
}

var ruleID = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// levelKey is what a level depends on.
func (c Case) levelKey() string { return c.Verdicts.String() + " " + c.Because.String() }

func TestRulesAreWhole(t *testing.T) {
	levels := map[string]report.Level{}
	ids := map[string]bool{}
	require.Equal(t, ruleCount, len(all())+len(Chapters()[0].Rules), "a rule is declared, and not listed in chapters")
	for _, rule := range all() {
		require.Regexp(t, ruleID, rule.ID)
		require.False(t, ids[rule.ID], "%s is listed twice", rule.ID)
		ids[rule.ID] = true
		for _, text := range []string{rule.Purpose, rule.Rationale} {
			require.Regexp(t, `^[A-Z].*\.$`, text, rule.ID)
		}
		require.NotEmpty(t, rule.Before+rule.After, "%s has no example", rule.ID)
		require.NotEmpty(t, rule.Cases, rule.ID)
		for _, c := range rule.Cases {
			level, known := levels[c.levelKey()]
			require.True(t, !known || level == c.Level, "%s: %s is %s elsewhere, and %s here", rule.ID, c.levelKey(), level, c.Level)
			levels[c.levelKey()] = c.Level
		}
	}
}

// A rule explains itself: what it is about, why, with an example, and its cases.
func TestRulesExplainThemselves(t *testing.T) {
	require.Equal(t, `empty-body-changed

The body of a request without fields changed.
Go source compiles and sends a different body. With empty: none or null, a server also reads {} and the other of the two, but otherwise it does not read null.

before:  empty: null
after:   empty: none

requests, responses, Go callers, Go services (gen diff --rules explains the signs):
·–S·  warning  anywhere
B–S·  error    null is no longer read
`, emptyBodyChanged.Text)
	require.Equal(t, "·–S·", emptyBodyChanged.UsualVerdicts())
	require.Equal(t, "request B–BB, response –BBB", fieldRemoved.UsualVerdicts())
	require.Contains(t, typeAdded.Text, "\nbefore:  (nothing)\nafter:   Mood:")
	require.Contains(t, typeRemoved.Text, "\nafter:   (gone)\n")
	require.Contains(t, fieldRemoved.Text, "B–BB  error    request\n")
}
