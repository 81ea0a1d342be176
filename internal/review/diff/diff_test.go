package diff

import (
	"path/filepath"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"github.com/stretchr/testify/require"
)

// resolve returns the catalog of a text without problems.
func resolve(t *testing.T, name, text string) *catalog.Catalog {
	t.Helper()
	c, problems := catalog.Parse(name, []byte(text))
	require.Empty(t, problems, "%s:\n%s", name, problems.Error())
	return c
}

const header = `catalog: 1
info: {title: T, version: v1, package: example}
path: /api/{area}/{operation}
`

// No catalog of the generator's tests differs from itself.
func TestFixturesAreTheSame(t *testing.T) {
	paths, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		c, err := catalog.Load(path)
		require.NoError(t, err)
		require.Empty(t, compare(c, c), path)
	}
}

// A removed element has a place in the head: the element that contained it, even if renamed.
func TestWhatIsGoneHasAPlaceInTheHead(t *testing.T) {
	text := func(operation, fields, values, record string) string {
		return "catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{area}/{operation}\n" +
			"enums:\n  Mood: {values: {" + values + "}}\n" +
			"records:\n  Thing: {fields: {" + record + "}}\n" +
			"areas:\n  things:\n    operations:\n      keep: {}\n      " + operation + ": {fields: {thing: Thing, mood: Mood, " + fields + "}}\n"
	}
	base := text("get_thing", "a: string, b: integer", "good: , bad: ", "c: string, d: boolean")
	head := text("read_thing", "a: string", "good: ", "c: string")
	lines := map[string]int{}
	for _, change := range compare(resolve(t, "base.yaml", base), resolve(t, "head.yaml", head)) {
		if change.Pos.Base {
			lines[change.Path] = change.Near.Line
		}
	}
	require.Equal(t, map[string]int{"things.get_thing.b": 12, "Mood.bad": 5, "Thing.d": 7}, lines)
}

// Fingerprints do not depend on positions.
func TestFingerprintsDoNotDependOnPositions(t *testing.T) {
	fingerprints := func(c Comparison) (all []string) {
		for _, c := range c.Changes {
			all = append(all, c.Fingerprint())
		}
		return all
	}
	for _, f := range allFixtures(t) {
		moved := strings.ReplaceAll(f.files["head.yaml"], "\nareas:", "\n\n# Moved down.\n\nareas:")
		after := dates.Compare(f.base, resolve(t, "head.yaml", moved))
		require.ElementsMatch(t, fingerprints(f.forth), fingerprints(after), f.path)
	}
}

// A value of a sensitive field is neither printed nor part of the fingerprint.
func TestSensitiveValuesAreNotShown(t *testing.T) {
	text := header + `
areas:
  claims:
    operations:
      get: {fields: {ssn: {type: string, sensitive: true, default: VALUE, example: VALUE}}}
`
	compare := func(value string) []Change {
		return dates.Compare(resolve(t, "base.yaml", strings.ReplaceAll(text, "VALUE", "none")),
			resolve(t, "head.yaml", strings.ReplaceAll(text, "VALUE", value))).Changes
	}
	one, other := compare("078-05-1120"), compare("219-09-9999")
	require.Len(t, one, 2)
	for i, c := range one {
		require.NotContains(t, c.Message+c.Key, "078")
		require.Equal(t, c.Fingerprint(), other[i].Fingerprint())
	}
}
