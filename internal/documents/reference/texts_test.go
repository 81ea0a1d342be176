package reference

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/random"
)

// hostile are texts that try to be more than texts, without those that have two
// paragraphs and those that texts.yaml must not contain.
func hostile(t *testing.T) (texts []string) {
	for _, text := range random.Hostile {
		_, problems := catalog.Parse("texts.yaml", sourceWithText(t, text))
		if !paragraphs.MatchString(text) && problems == nil {
			texts = append(texts, text)
		}
	}
	require.Greater(t, len(texts), len(random.Hostile)*3/4)
	return texts
}

var paragraphs = regexp.MustCompile(`\n\s*\n`)

// sourceWithText returns the catalog of texts.yaml with a text in every place.
func sourceWithText(t *testing.T, text string) []byte {
	source, err := os.ReadFile("testdata/texts.yaml")
	require.NoError(t, err)
	for mark, says := range map[string]string{"TEXT": text, "NAME": strings.ReplaceAll(text, "\n", " ")} {
		quoted, err := json.Marshal(says)
		require.NoError(t, err)
		source = bytes.ReplaceAll(source, []byte(mark), quoted[1:len(quoted)-1])
	}
	return source
}

var tags = regexp.MustCompile(`(?i)<[a-z!/][a-z0-9]*`)

// The texts of a catalog do not change the elements of the page. The module e2e
// tests the same in a browser and for Markdown.
func TestTextsStayTexts(t *testing.T) {
	elements := func(text string) []string {
		c, problems := catalog.Parse("texts.yaml", sourceWithText(t, text))
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
