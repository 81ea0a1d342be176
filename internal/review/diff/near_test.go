package diff

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is gone has a place in the head: what it was in, under whatever name.
func TestWhatIsGoneHasAPlaceInTheHead(t *testing.T) {
	gone := 0
	for _, f := range fixtures(t, "testdata/*/*.txtar") {
		for _, pair := range [][2]string{{"base.yaml", "head.yaml"}, {"head.yaml", "base.yaml"}} {
			for _, change := range compare(resolve(t, pair[0], f.files[pair[0]]), resolve(t, pair[1], f.files[pair[1]])) {
				if !change.InBase {
					require.Zero(t, change.Near, f.path)
					continue
				}
				gone++
				require.Equal(t, pair[1], change.Near.File, "%s: %s", f.path, change.Message)
				require.Positive(t, change.Near.Line, "%s: %s", f.path, change.Message)
			}
		}
	}
	require.Greater(t, gone, 50)

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
		if change.InBase {
			lines[change.Path] = change.Near.Line
		}
	}
	require.Equal(t, map[string]int{"things.get_thing.b": 12, "Mood.bad": 5, "Thing.d": 7}, lines)
}
