package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// hostile are texts that want to be more than texts.
func hostile(t *testing.T) (texts []string) {
	require.NoError(t, json.Unmarshal(read(t, "../reference/testdata/hostile.json"), &texts))
	return texts
}

// withText returns a catalog that says a text everywhere.
func withText(t *testing.T, text string) (file string) {
	source := read(t, "../reference/testdata/texts.yaml")
	for mark, says := range map[string]string{"TEXT": text, "NAME": strings.ReplaceAll(text, "\n", " ")} {
		quoted, err := json.Marshal(says)
		require.NoError(t, err)
		source = bytes.ReplaceAll(source, []byte(mark), quoted[1:len(quoted)-1])
	}
	file = filepath.Join(t.TempDir(), "texts.yaml")
	require.NoError(t, os.WriteFile(file, source, 0o666))
	return file
}

var tags = regexp.MustCompile(`(?i)<[a-z!/][a-z0-9]*( href="\w*:)?`)

// Whatever a catalog says, its pages in Markdown have the same elements where
// they are shown as GitHub shows them, HTML included.
func TestTextsStayTextsInMarkdown(t *testing.T) {
	github := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	elements := func(text string) []string {
		dir := t.TempDir()
		gen(t, "docs", "--spec", withText(t, text), "--format", "markdown", "--output", dir)
		var all []string
		for _, page := range []string{"README.md", "areas/orders.md", "types/README.md"} {
			var b bytes.Buffer
			require.NoError(t, github.Convert(read(t, filepath.Join(dir, page)), &b))
			all = append(all, tags.FindAllString(b.String(), -1)...)
		}
		return all
	}
	want := elements("plain")
	for _, text := range hostile(t) {
		if text != "a\n\nb" { // two paragraphs
			require.Equal(t, want, elements(text), text)
		}
	}
}
