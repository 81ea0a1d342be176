package cursor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAtFindsTheValueOfAPointer(t *testing.T) {
	const text = ` {"a": {"b": [1, {"c/d~": "x"}, [true]], "": null, "b ": 2}, "e": 1, "e" : -2.5e1 } `
	for pointer, want := range map[string]string{
		"":              strings.TrimSpace(text),
		"/a/b/0":        "1",
		"/a/b/1":        `{"c/d~": "x"}`,
		"/a/b/1/c~1d~0": `"x"`,
		"/a/b/2/0":      "true",
		"/a/":           "null",
		"/e":            "-2.5e1", // the last one
		"/b":            "",
		"/a/b/3":        "",
		"/a/b/00":       "",
		"/a/b/-":        "",
		"/e/0":          "",
		"/a/b/2/0/x":    "",
	} {
		require.Equal(t, want, At(text, pointer), pointer)
	}
	for _, text := range []string{`{"a": `, `{"a":[1,`, `{"a":{"b":1`, `{"a":"x`, `{"a":1`, `{"a":[1}`} {
		require.Equal(t, "", At(text, "/a"), text)
	}
	require.Equal(t, `"\ud83d"`, At(`{"a":"\ud83d"}`, "/a"))
	require.Equal(t, "", At("", ""))
	deep := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	require.Equal(t, "[]", At(deep, strings.Repeat("/0", 999)))
}

func TestNoTagIsFoundInWhatHasNone(t *testing.T) {
	for _, text := range []string{`{}`, `{"x":1}`, `{"x":{"tag":1}}`, `[]`, `{"x":1,`, `{"x"`, `{"x":1 "tag":2}`, ``, `1`} {
		var tags Tags
		c := New(text, Unlimited)
		require.Equal(t, -1, tags.Find(c, "tag"), text)
		require.Equal(t, "", tags.Text(c, "tag"), text)
		require.Zero(t, c.I, text)
		require.False(t, c.Broken, text)
	}
}

// A text is searched for tags only once, however deep objects nest and wherever their tags are.
func TestLateTagsAreFoundInOnePass(t *testing.T) {
	const depth = 50
	text := strings.Repeat(`{"in":`, depth) + `{"x":1,"tag":"a"}` + strings.Repeat(`,"tag":"a"}`, depth)
	var c Cursor
	c.Start(text, Requests)
	var tags Tags
	looked := 0
	for at := 0; at <= depth; at++ {
		require.Equal(t, byte('{'), c.Peek())
		found := tags.Find(&c, "tag")
		require.GreaterOrEqual(t, found, 0)
		tag, ok := c.StringAt(found)
		require.True(t, ok)
		require.Equal(t, "a", tag)
		if at == 0 {
			looked = tags.ends["tag"]
			require.Greater(t, looked, len(text)-len(`"tag":"a"}`))
		}
		require.Equal(t, looked, tags.ends["tag"], "level %d was searched again", at)
		c.Open()
		require.True(t, c.Next())
	}
}

// The first of several tags counts, wherever the object and its tags are. An outer search finds the tags
// of inner objects, too.
func TestFirstOfRepeatedTagsIsFound(t *testing.T) {
	for text, want := range map[string][]string{
		`{"tag":"a","tag":"b"}`:                                              {"a"},
		`{"x":1,"tag":"a","tag":"b"}`:                                        {"a"},
		`{"in":{"tag":"a","tag":"b"},"tag":"c"}`:                             {"c", "a"},
		`{"in":{"x":1,"tag":"a","x":2,"tag":"b"},"tag":"c"}`:                 {"c", "a"},
		`{"in":{"in":{"x":1,"tag":"a","tag":"b"},"tag":"c","tag":"d"}}`:      {"", "c", "a"},
		`{"list":[{"x":1,"tag":"a","tag":"b","tag":"c"}],"tag":"d"}`:         {"d", "a"},
		`{"list":[[{"x":1}],{"x":{"tag":"a"},"tag":"b","tag":"c"}],"tag":0}`: {"", "", "b", "a"},
	} {
		var c Cursor
		c.Start(text, Requests)
		var tags Tags
		var found []string
		var visit func()
		visit = func() { // each object is asked for before those in it
			switch c.Peek() {
			case '{':
				found = append(found, tags.Text(&c, "tag"))
				for c.Open(); c.Next(); {
					visit()
				}
			case '[':
				for more := c.FirstItem(); more; more = c.NextItem() {
					visit()
				}
			default:
				c.Skip()
			}
		}
		visit()
		require.Equal(t, want, found, text)
	}
}
