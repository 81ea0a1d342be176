package output

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestManifestIsSortedAndReadBack(t *testing.T) {
	m := manifest{"b/x.go": {hash([]byte("2")), hash([]byte("1"))}, "a.go": {hash([]byte("3"))}}
	text := string(m.format())

	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	require.Len(t, lines, 4)
	assert.Equal(t, hash([]byte("3"))+"  a.go", lines[1])
	assert.Equal(t, hash([]byte("1"))+"  b/x.go", lines[2])
	assert.Equal(t, hash([]byte("2"))+"  b/x.go", lines[3])

	for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
		back, err := parseManifest([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, string(m.format()), string(back.format()))
	}
}

func TestManifestIsParsedStrictly(t *testing.T) {
	sum := hash(nil)
	for name, test := range map[string]struct{ line, want string }{
		"parent":         {sum + "  ../go.mod\n", `line 2: "../go.mod": the path leads out of the output folder`},
		"hidden parent":  {sum + "  a/../../go.mod\n", "leads out of"},
		"absolute":       {sum + "  /etc/passwd\n", "leads out of"},
		"not clean":      {sum + "  ./a.go\n", "not a clean path"},
		"folder itself":  {sum + "  .\n", "not a clean path"},
		"backslash":      {sum + "  ..\\a.go\n", "backslash"},
		"manifest":       {sum + "  gen.sum\n", "reserved"},
		"control":        {sum + "  a\x00.go\n", "control characters"},
		"no path":        {sum + "  \n", "is empty"},
		"one space":      {sum + " a.go\n", "line 2: want a SHA-256"},
		"short hash":     {sum[1:] + "  a.go\n", "line 2: want a SHA-256"},
		"upper case":     {strings.ToUpper(sum) + "  a.go\n", "line 2: want a SHA-256"},
		"empty line":     {"\n", "line 2: want a SHA-256"},
		"merge conflict": {"<<<<<<< HEAD\n" + sum + "  a.go\n", "line 2: want a SHA-256"},
		"cut off":        {sum + "  a.go\n" + sum + "  b.g", "line 3: the line is cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseManifest([]byte(manifestTitle + test.line))
			assert.ErrorContains(t, err, test.want)
		})
	}
	_, err := parseManifest([]byte(sum + "  a.go\n"))
	assert.ErrorContains(t, err, "line 1: want")
}
