package yamldoc

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// read returns a text as JSON, or its first problem.
func read(text string) (string, Problems) {
	c := NewChecker(nil)
	n := c.Parse(Source{Name: "x.yaml", Text: []byte(text)}, Format{Name: "catalog"})
	if problems := c.Problems(); problems != nil {
		return "", problems
	}
	value, err := json.Marshal(n.Plain())
	if err != nil {
		return err.Error(), nil
	}
	return string(value), nil
}

// Supported YAML is read, wherever anchors, comments, line ends, indentation and markers are.
func TestValidTextsAreRead(t *testing.T) {
	for text, want := range map[string]string{
		// Anchors before every kind of value.
		"key: &a\n  - x\n": `{"key":["x"]}`, "key: &a\n- x\n": `{"key":["x"]}`, "key: &a\n- x\nb: *a\n": `{"b":["x"],"key":["x"]}`,
		"key: &a # c\n  - x\n": `{"key":["x"]}`, "key: &a\n\n  # c\n- x\n- y\n": `{"key":["x","y"]}`, "key: &a\n  b: c\n": `{"key":{"b":"c"}}`,
		"key: &a\n  - &b\n    - x\n": `{"key":[["x"]]}`, "- &a\n  - x\n": `[["x"]]`, "- &a\n  b: c\n  d: e\n- *a\n": `[{"b":"c","d":"e"},{"b":"c","d":"e"}]`,
		"- &a\n- x\n": `[null,"x"]`, "&a\n- x\n": `["x"]`, "&a\nb: c\n": `{"b":"c"}`, "- k: &a\n  - x\n- y\n": `[{"k":["x"]},"y"]`, "- k: &a\n- y\n": `[{"k":null},"y"]`,
		"key: &a [x]\nb: *a\n": `{"b":["x"],"key":["x"]}`, "key: &a {b: c}\n": `{"key":{"b":"c"}}`, "key: &a |\n  x\n": `{"key":"x\n"}`, "key: &a >-\n  x\n  y\n": `{"key":"x y"}`,
		"key: &a x\n": `{"key":"x"}`, "key: &a 'x'\n": `{"key":"x"}`, "key: &a\n  x\n  y\n": `{"key":"x y"}`, "key: &a\nb: c\n": `{"b":"c","key":null}`, "key:\n  &a\n  b: c\n": `{"key":{"b":"c"}}`,
		"key:\n  &a [x]\n": `{"key":["x"]}`, "[&a x, *a]": `["x","x"]`, "{k: &a [x], l: *a}": `{"k":["x"],"l":["x"]}`, "[&a , x]": `[null,"x"]`, "key: &a\r\n- y\r\n": `{"key":["y"]}`,
		// Comments.
		"key: # c\n  - x\n": `{"key":["x"]}`, "key:\n# c\n- x\n": `{"key":["x"]}`, "key:\n  - x # c\n  # d\n  - y\n": `{"key":["x","y"]}`, "a:\n  b: c\n # c\n  d: e\n": `{"a":{"b":"c","d":"e"}}`,
		"a: [b, # c\n c]\n": `{"a":["b","c"]}`, "a: {b: c, # c\n d: e}\n": `{"a":{"b":"c","d":"e"}}`, "a: |  # c\n  x\n": `{"a":"x\n"}`, "a: b#c\n": `{"a":"b#c"}`, "- # c\n  a: b\n": `[{"a":"b"}]`,
		// Block texts and their indicators.
		"a: |-\n  x\n": `{"a":"x"}`, "a: |+\n  x\n\n": `{"a":"x\n\n"}`, "a: |2\n   x\n": `{"a":" x\n"}`, "a: |2-\n   x\n": `{"a":" x"}`, "a: |-2\n   x\n": `{"a":" x"}`, "a: >\n  x\n  y\n\n  z\n": `{"a":"x y\nz\n"}`,
		"a: |\nb: c\n": `{"a":"","b":"c"}`, "a: |\n  # x\n": `{"a":"# x\n"}`, "a: |\n    x\n   \nb: c\n": `{"a":"x\n","b":"c"}`, "a: >\n  x\n   y\n  z\n": `{"a":"x\n y\nz\n"}`, "a: |\n  \tx\n": `{"a":"\tx\n"}`,
		"a: |\r\n  x\r\n  y\r\n": `{"a":"x\ny\n"}`,
		// Documents, line ends, a byte order mark, tabs.
		"---\na: b\n...\n": `{"a":"b"}`, "a: b\n---\n": `{"a":"b"}`, "--- # c\na: b\n": `{"a":"b"}`, "# c\n---\n- x\n": `["x"]`, "a: b\n...\n# c\n": `{"a":"b"}`, "a: ---\n": `{"a":"---"}`, "a: ...\n": `{"a":"..."}`,
		"a: b\rc: d\r": `{"a":"b","c":"d"}`, "a: 'x\r\n  y'\r\n": `{"a":"x y"}`, "\ufeff---\na: b\n": `{"a":"b"}`, "a:\tb\t# c\n": `{"a":"b"}`, "a: [\n\tb\n]\n": `{"a":["b"]}`, "a:\t\n  b: c\n": `{"a":{"b":"c"}}`,
		"a: 'b\tc'\n": `{"a":"b\tc"}`, "a: x\t\n  y\n": `{"a":"x y"}`,
		// Colons, between brackets too.
		"a: b:c\n": `{"a":"b:c"}`, "a: http://x\n": `{"a":"http://x"}`, "a : b\n": `{"a":"b"}`, "{a: http://x}": `{"a":"http://x"}`, "{a: b:c}": `{"a":"b:c"}`, `{"a":"b:c"}`: `{"a":"b:c"}`, "{a: 12:30}": `{"a":"12:30"}`,
		"[http://x, y]": `["http://x","y"]`, "[a:b]": `["a:b"]`, "{a: 'b: c'}": `{"a":"b: c"}`, "{a:, b:}": `{"a":null,"b":null}`, "{a: b,}": `{"a":"b"}`, "[\na,\nb\n]": `["a","b"]`, "[a\n b]": `["a b"]`,
		"{a: [users:read, b::c]}": `{"a":["users:read","b::c"]}`, "{a:b}": `{"a:b":null}`, "{a:b: c:d}": `{"a:b":"c:d"}`, "{a:: b}": `{"a:":"b"}`, "{a: x:*y, b:*c}": `{"a":"x:*y","b:*c":null}`, "{'a':b}": `{"a":"b"}`,
		"{a: b:c # d:e\n}": `{"a":"b:c"}`, "{a: C:\\x}": `{"a":"C:\\x"}`, "{a: {b: [{c: d:e}]}}": `{"a":{"b":[{"c":"d:e"}]}}`, "[é:ü, \ue000:\ue001]": `["é:ü","` + "\ue000:\ue001" + `"]`, "{a: b:'c'}": `{"a":"b:'c'"}`, "[a:b\n  c:d]": `["a:b c:d"]`,
		"{a:{b:[c]}}": `{"a":{"b":["c"]}}`, "a: |\n  b:c\n": `{"a":"b:c\n"}`, "a: &b c:d\ne: *b\n": `{"a":"c:d","e":"c:d"}`,
		// Characters that end a line in YAML 1.1, or that a terminal interprets.
		"a: b\u0085c\n": "{\"a\":\"b\u0085c\"}", "a: 'b\u2028c'\n": `{"a":"b\u2028c"}`, "a: |\n  b\u2029c\n": `{"a":"b\u2029c\n"}`, "a: \ufeffb\n": "{\"a\":\"\ufeffb\"}", "[\"\u007f\u009b\"]": "[\"\u007f\u009b\"]", "{\"a\u2028\": \"\ufeff\"}": `{"a\u2028":"` + "\ufeff" + `"}`, "a: b # \u009bc\n": `{"a":"b"}`,
		// Blanks at the end of texts.
		"a: |-\n  b \n\nc: d\n": `{"a":"b ","c":"d"}`, "a: >-\n  b \n  c  \n": `{"a":"b  c  "}`, "- |-\n b \n- c\n": `["b ","c"]`, "a: |-\n  b  ": `{"a":"b  "}`, "a: |\n  b \n": `{"a":"b \n"}`,
		// Places of lists.
		"a:\n- b\nc: d\n": `{"a":["b"],"c":"d"}`, "- a:\n  - b\n": `[{"a":["b"]}]`, "- - a\n  - b\n- c\n": `[["a","b"],"c"]`, "a:\n  -\n    b: c\n": `{"a":[{"b":"c"}]}`, "-   a: b\n    c: d\n": `[{"a":"b","c":"d"}]`,
	} {
		got, problems := read(text)
		require.Empty(t, problems, "%q", text)
		require.Equal(t, want, got, "%q", text)
	}
}

// Messages describe why a text is refused.
func TestRefusedTextsSayWhy(t *testing.T) {
	for text, want := range map[string]string{
		"&a key: x\n": "start it on the next line", "- &a b: c\n": "start it on the next line", "b: c\n&a d: e\n": "expected a plain or quoted key", "{&a k: x}": "keys are plain or quoted text",
		"a: &x k\n*x : y\n": "expected a plain or quoted key", "*x : y\n": "there is no anchor", "key: !!seq\n- x\n": "tag \"!!seq\" is not part of the format", "a:\n  <<: {b: c}\n": "merge keys are not part of the format",
		"--- a\n": "unexpected text after ---", "%YAML 1.2\n---\na: b\n": "directives are not part of the format", "a: b\n---\nc: d\n": "a second YAML document", "? a\n: b\n": `unexpected "?"`,
		"a: b\tc\n": "a tab in the text", "a\tb: c\n": "a tab in the text", "{a: b\tc}": "a tab in the text", "a:\n\t- b\n": "a tab cannot indent",
		"a: b: c\n": "quote the text", "{doc: a: b}": "quote the text", "{doc: a: b, c: d}": "quote the text", "{doc: a b: c}": "quote the text", "[a: b: c]": "quote the text", "[x, a: b]": "quote the text",
		"{a: b\n c}": "quote the text", "[\"a\":b]": "quote the text", "[|a]": "quote the text", "a: |b\n": "quote the text", "a: >b\n": "quote the text", "a: @b\n": "quote the text", "a: \"\\q\"\n": `write \\ for a backslash`,
	} {
		_, problems := read(text)
		require.NotEmpty(t, problems, "%q", text)
		require.Contains(t, problems[0].Message, want, "%q", text)
		private := NewChecker(nil)
		private.Parse(Source{Text: []byte(text)}, Format{Private: true})
		require.NotContains(t, private.Problems().Error(), "^", "a private text has no snippets")
	}
}

// A comma ends a plain text between braces. The message explains that a key without a colon follows.
func TestACommaInATextBetweenBraces(t *testing.T) {
	g := NewGrammar(map[string]map[string]Key{"map": {"a": {Value: TextValue}, "b": {Value: TextValue}}}, nil)
	for _, text := range []string{"{a: http://x, or y}", "{a: one, two, b: c}"} {
		c := NewChecker(g)
		c.Open(Source{Name: "x.yaml", Text: []byte(text)}, Format{Name: "map", Article: "a", Kind: "map"})
		require.Len(t, c.Problems(), 1, text)
		require.Contains(t, c.Problems()[0].Message, "quote the text before it", text)
	}
}

// Conflict markers are reported anywhere.
func TestConflictMarkersAreNamed(t *testing.T) {
	for _, between := range []string{"c: d\n", "  c: d\n", "- x\n", "", "{\n", "'\n", "|\n"} {
		_, problems := read("a:\n<<<<<<< HEAD\n" + between + "||||||| base\n=======\n" + between + ">>>>>>> theirs\nb: c\n")
		require.Len(t, problems, 1, "%q", between)
		require.Contains(t, problems[0].Error(), "x.yaml:2:1: syntax: a conflict marker of a merge")
	}
	for _, text := range []string{"=======\na: b\n", "a: b\n>>>>>>> theirs\n", "a: b\n<<<<<<<\n"} {
		_, problems := read(text)
		require.Len(t, problems, 1, "%q", text)
		require.Contains(t, problems[0].Message, "a conflict marker of a merge")
	}
	for _, text := range []string{"a: |\n  <<<<<<< HEAD\n  =======\n", "a: '======='\n", "========: x\n"} {
		_, problems := read(text)
		require.Empty(t, problems, "%q", text)
	}
}

// Texts that the scanner misreads are refused or read as YAML defines.
func TestNothingIsReadInAnotherWay(t *testing.T) {
	for text, want := range map[string]string{
		"a: &x\ttrue\n": "an anchor is & with a name", "a: &x}\n": "an anchor is & with a name", "a: &x:y\n": "an anchor is & with a name",
		"{'a':&x y, b:\"x\"y\", c: \"d\":e}": "expected", "{a :b}": "a colon without a blank",
		"{a]}": "a bracket in the text", "[a}, b]": "a bracket in the text", "{a: b]}": "a bracket in the text", "[a:, b]": "a colon in the text", "{a: b:}": "a colon in the text",
		"a:\n  b: %c\n": "starts a directive", "a: %b\n": "quote the text", "[%b]": "quote the text", "a: |\n   \n  x\n": "a line of blanks", "a: |-\n  x\n   \n": "a line of blanks", "a: >\n\n  x\n     \nb: c\n": "a line of blanks",
		"a: b\n!c": "expected a plain or quoted key", "a: b\n...#x: y\n": "... ends a document", "...a: b\n": "... ends a document",
		"a: x\n  - # c\n": "quote the text", "a: ?\n": "quote the text", "a:\n  ?\n  b\n": "quote the text", "a: 'x\t\n  y'\n": "a tab at the end of a line",
		"a: b # c\u2028d: e\n": "U+2028", "a: b # c\u2029d: e\n": "U+2029", "a: b # c\u0085d: e\n": "U+0085", "[a, # c\u2028b\n]": "U+2028", "a: \x1b31m\n": "U+001B",
	} {
		_, problems := read(text)
		require.Len(t, problems, 1, "%q", text)
		require.Contains(t, problems[0].Message, want, "%q", text)
	}
	for text, want := range map[string]string{
		"a: >\n  x\n  y": `{"a":"x y"}`, "a: |\n  x\n  y": `{"a":"x\ny"}`, "a: |\n  x ": `{"a":"x "}`, "a: |-\n  x": `{"a":"x"}`, "a: |+\n  x": `{"a":"x"}`, "a: |\n  x\n# c": `{"a":"x\n"}`, "a: |\n  #c\n #c": `{"a":"#c\n"}`, "a: |\n  x\n  ": `{"a":"x\n"}`,
		"a: |\n  x\nb: c": `{"a":"x\n","b":"c"}`,
		"a: |\n  x\n":     `{"a":"x\n"}`, "a: b": `{"a":"b"}`, "a: b # c": `{"a":"b"}`, "a: 'b'": `{"a":"b"}`, "a:": `{"a":null}`, "- ": `[null]`, "a: 'x # y'\n": `{"a":"x # y"}`, "a: &x-1_Y z\n": `{"a":"z"}`,
	} {
		got, problems := read(text)
		require.Empty(t, problems, "%q", text)
		require.Equal(t, want, got, "%q", text)
	}
}
