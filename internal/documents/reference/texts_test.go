package reference

import (
	"bytes"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/random"
)

// marked is a catalog with marks for texts.
func marked(t *testing.T) []byte {
	source, err := os.ReadFile("testdata/texts.yaml")
	require.NoError(t, err)
	return source
}

// hostile are the texts that are tried in it.
func hostile(t *testing.T) []string {
	texts := random.HostileTo(marked(t))
	require.Greater(t, len(texts), len(random.Hostile)*3/4)
	return texts
}

var tags = regexp.MustCompile(`(?i)<[a-z!/][a-z0-9]*`)

// The texts of a catalog do not change the elements of the page. The module e2e
// tests the same in a browser and for Markdown.
func TestTextsStayTexts(t *testing.T) {
	elements := func(text string) []string {
		c, problems := catalog.Parse("texts.yaml", random.WithText(marked(t), text))
		require.Empty(t, problems, text)
		var page bytes.Buffer
		require.NoError(t, HTML(&page, c, config))
		require.NotContains(t, page.String(), "ZgotmplZ", text)
		return tags.FindAllString(page.String(), -1)
	}
	want := elements("plain")
	for _, text := range hostile(t) {
		require.Equal(t, want, elements(text), text)
	}
}
