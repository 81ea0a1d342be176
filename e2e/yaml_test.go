package e2e

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"example.com/opgen/internal/catalog/yamldoc"
)

// scalars are parts of plain and quoted texts, many of which end or start something else in YAML.
var scalars = []string{
	"a", "b1", "users:read", "a::b", "http://x/?y=1#z", "12:30", "a: b", "a :b", "a#b", "a # b", "-", "--", "- a", "-a",
	"'", "it's", `"`, `a"b`, "a\\b", "C:\\x", "&a", "a&b", "*a", "!a", "a!", "|", "a|b", ">", "%a", "@a", "`a", "~", "null", "true", "No", "1", "1.5", "0x1F", ".5",
	"a,b", "a, b", "[a]", "a]", "{a}", "a}", "<<", "=", "é", "日本:語", "\U0001f600:x", "\ufeffa", "\ue000:a", "", " ", "a b", "a  b", "12:", "a:", "x:y:z", "x:/y", "x:*y", "x:&y", "x:-", "x:#y", "...", "---", "--- a",
}

// yamlMaker writes random YAML.
type yamlMaker struct{ *rand.Rand }

func (m yamlMaker) pick(from ...string) string { return from[m.IntN(len(from))] }

// scalar writes a text plain, even if that makes it something else, or quoted.
func (m yamlMaker) scalar() string {
	text := m.pick(scalars...)
	switch m.IntN(4) {
	case 0:
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	case 1:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return text
}

// flow writes a value between brackets.
func (m yamlMaker) flow(depth int) string {
	n := m.IntN(4)
	if depth == 0 || n == 0 {
		return m.scalar()
	}
	var parts []string
	if n == 1 {
		for range m.IntN(4) {
			parts = append(parts, m.flow(depth-1))
		}
		return "[" + strings.Join(parts, m.pick(", ", ",", " , ", ",\n   ")) + "]"
	}
	for range m.IntN(4) {
		parts = append(parts, m.scalar()+m.pick(": ", ": ", " : ", ":\n  ")+m.flow(depth-1),
			m.scalar()+m.pick(":", "", ":  ")+m.scalar())
	}
	return "{" + strings.Join(parts, m.pick(", ", ",", " , ", ",\n   ")) + "}"
}

// block writes a value, indented.
func (m yamlMaker) block(depth int) string {
	indent := strings.Repeat("  ", 3-depth)
	switch n := m.IntN(6); {
	case depth == 0 || n < 2:
		return " " + m.flow(3) + "\n"
	case n == 2:
		return " " + m.pick("|", ">", "|-", ">-", "|+") + "\n" + indent + m.pick(scalars...) + "\n" + indent + "x " + m.pick(scalars...) + "\n"
	case n == 3:
		text := "\n"
		for range 1 + m.IntN(3) {
			text += indent + "-" + m.block(depth-1)
		}
		return text
	}
	text := "\n"
	for range 1 + m.IntN(3) {
		text += indent + m.scalar() + ":" + m.block(depth-1)
	}
	return text
}

// unread are the reasons of docs/catalog.md for which a text that others read is refused: keys
// that are given twice, tags, merge keys, keys that are no text, colons beside a blank or a quote,
// and commas directly after an alias or an anchor.
var unread = regexp.MustCompile(`is given twice|tag "!.*is not part of the format|merge keys are not|keys are plain or quoted|` +
	`^expected a plain or quoted key|a colon without a blank after it|^a colon in the text|is indented by|the text is empty|` +
	`unexpected text after ---|an anchor is &|could not find end character of .*-quoted text|is a reserved character|invalid header option|unexpected ":"|expected "," or "[\]}]", found `)

// colonBeforeBracket is a plain key with a value that directly follows. YAML 1.2 and PyYAML read
// it, libyaml and this other parser do not.
var colonBeforeBracket = regexp.MustCompile(`[^\s"']:[\[{]`)

// A text that is read means what it means to another parser. What that parser reads, too, is
// only refused for a documented reason.
func TestYAMLIsReadAsOthersDo(t *testing.T) {
	m := yamlMaker{rand.New(rand.NewPCG(1, 1))}
	read, refused := 0, 0
	for i := range 20_000 {
		text := m.flow(3)
		if i%2 == 0 {
			text = "a:" + m.block(2)
		}
		checker := yamldoc.NewChecker(nil)
		got := checker.Parse(yamldoc.Source{Name: "x.yaml", Text: []byte(text)}, yamldoc.Format{})
		problems := checker.Problems()
		want, err := readYAML(text)
		switch {
		case problems != nil && err != nil:
		case problems != nil:
			require.Regexp(t, unread, problems[0].Message, "%q", text)
			refused++
		case err != nil:
			require.Regexp(t, colonBeforeBracket, text, "only others refuse it: %v", err)
		default:
			require.Equal(t, shownYAML(want), shownNode(got), "%q", text)
			read++
		}
	}
	t.Logf("%d read, %d refused that others read", read, refused)
	require.Greater(t, read, 9000)
}

// readYAML reads a text with the other parser. It must be one document.
func readYAML(text string) (*yaml.Node, error) {
	d := yaml.NewDecoder(strings.NewReader(text))
	var first, second yaml.Node
	if err := d.Decode(&first); err != nil {
		return nil, err
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("something follows: %w", err)
	}
	return first.Content[0], nil
}

// shownYAML returns a value of the other parser with the texts of its scalars.
func shownYAML(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		var parts []string
		for i := 0; i < len(n.Content); i += 2 {
			parts = append(parts, shownYAML(n.Content[i])+": "+shownYAML(n.Content[i+1]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case n.Kind == yaml.SequenceNode:
		var parts []string
		for _, item := range n.Content {
			parts = append(parts, shownYAML(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case n.Kind == yaml.AliasNode:
		return shownYAML(n.Alias)
	case n.Value == "" && n.Style == 0:
		return "null"
	}
	return fmt.Sprintf("%q", n.Value)
}

// shownNode does the same for a value of this module.
func shownNode(n *yamldoc.Node) string {
	var parts []string
	switch {
	case n.Kind == yamldoc.Map:
		for _, e := range n.Entries {
			parts = append(parts, shownNode(e.Key)+": "+shownNode(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case n.Kind == yamldoc.List:
		for _, item := range n.Items {
			parts = append(parts, shownNode(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case n.Kind == yamldoc.Null && n.Text == "":
		return "null"
	}
	return fmt.Sprintf("%q", n.Text)
}
