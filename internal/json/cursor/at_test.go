package cursor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAt(t *testing.T) {
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
	require.Equal(t, "", At(`{"a": `, "/a"))
	require.Equal(t, "", At("", ""))
	deep := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	require.Equal(t, "[]", At(deep, strings.Repeat("/0", 999)))
}
