package yamldoc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Runs of "<" of any length are text, wherever they are.
func TestLongRunsOfAnglesAreRead(t *testing.T) {
	run := strings.Repeat("<", maxAngles+1)
	for text, want := range map[string]string{
		`a: "` + run + `"`:             `{"a":"` + run + `"}`,
		"a: x" + run + "\n":            `{"a":"x` + run + `"}`,
		run + ": b:c\n":                `{"` + run + `":"b:c"}`,
		"a: |\n  " + run + run + "\n":  `{"a":"` + run + run + `\n"}`,
		"[x" + run + ", " + run + ">]": `["x` + run + `","` + run + `>"]`,
	} {
		got, problems := read(text)
		require.Empty(t, problems, "%q", text)
		require.Equal(t, strings.ReplaceAll(strings.ReplaceAll(want, "<", `\u003c`), ">", `\u003e`), got)
	}
	_, problems := read("a: " + run[:2] + "\n<<: {b: c}\n")
	require.Equal(t, UnknownKey, problems[0].ID, "two in a row are a merge key")
}

// JSON is read by its own rules: pairs of escapes, members of any name, and positions in long lines.
func TestJSONIsReadAsJSON(t *testing.T) {
	c := NewChecker(nil)
	parse := func(text string) *Node {
		return c.ParseAny(Source{Name: "x.json", Text: []byte(text)}, Format{Name: "seeds"})
	}
	n := parse("{\"é\": \"\\ud83d\\ude00\",\n\t\"<<\": [1, 1e400, null, true, {\"\": \"/\\/\"}]}")
	require.Empty(t, c.Problems())
	require.Equal(t, `{"é": "`+"\U0001f600"+`", "<<": [1, 1e400, null, true, {"": //}]}`, n.Flow())
	require.Equal(t, "x.json:1:7", n.Entries[0].Value.Pos().String())
	require.Equal(t, "x.json:2:2", n.Entries[1].Key.Pos().String())
	require.Equal(t, "x.json:2:9", n.Entries[1].Value.Items[0].Pos().String())

	for text, want := range map[string]string{
		`{"a": 1, "a": 2}`: "x.json:1:10: duplicate-key:",
		`["\ud83d"]`:       "x.json:1:4: syntax:",
		"[\"\xff\"]":       "x.json:1:3: bad-encoding:",
		strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1): "x.json:1:102: too-deep:",
		`{a: [b]`: "x.json:1:1: syntax:",
	} {
		c = NewChecker(nil)
		parse(text)
		require.Len(t, c.Problems(), 1, text)
		require.Contains(t, c.Problems()[0].Error(), want)
	}
	require.Equal(t, `{a: [b]}`, parse("{a: [b]}").Flow())
}
