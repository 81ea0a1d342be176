package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
)

const patterns = `
catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
areas:
  patterns:
    operations:
      match:
        fields:
          comma: {type: [string], join: ",", min_items: 1, max_items: 3}
          dashes: {type: [string], join: "-", min_items: 2, max_items: 2}
          caret: {type: [string], join: "^"}
          bracket: {type: [string], join: "]"}
          letter: {type: [string], join: "é"}
          filled: {type: string, non_blank: true}
          space: {type: string, pattern: "^\\s\\S$"}
          dot: {type: string, pattern: "^a.b$"}
          fold: {type: string, pattern: "(?i)^ks$"}
          greek: {type: string, pattern: "^\\p{Greek}+$"}
          astral: {type: string, pattern: "^[^\\x{1F600}-\\x{1F64F}]$"}
          face: {type: string, pattern: "^\\x{1F600}+$"}
          named: {type: string, pattern: "^(?P<x>a|b){2,3}?\\z"}
          dash: {type: string, pattern: "[+\\-^\\]]"}
          word: {type: string, pattern: "\\ba\\B"}
          none: {type: string, pattern: "[^\\x00-\\x{10FFFF}]"}
`

// A pattern of a document matches the same texts in ECMA 262 and in RE2. It is also valid without
// the flag u, as some tools read it, so that the classes of greek and astral are not in it.
func TestPatternsAreThoseOfECMA262(t *testing.T) {
	texts := []string{"", "a", "ab", "ba", "bab", "aXb", "a\nb", "a\u2028b", " ", "\u0085", "\ufeff", "\u00a0", "\u3000", " x", "\ufeffx", "ks", "\u212aſ",
		"Ω", "ΩΩ ", "ab-", "+", "]", "^", "x,y", ",", "a,,b", "a-b", "a-b-c", "a^b", "a]b]c", "aéb", "\U0001F600", "ca ", "ca1"}
	c, problems := catalog.Parse("patterns.yaml", []byte(patterns))
	require.Empty(t, problems)
	found := regexp.MustCompile(`"pattern": ("(?:[^"\\]|\\.)*")`).FindAllSubmatch(openapi.New(c, "catalog.yaml").JSON(), -1)
	require.Len(t, found, 14)
	quoted, err := json.Marshal(texts)
	require.NoError(t, err)
	b := newTab(t)
	for _, match := range found {
		var expr string
		require.NoError(t, json.Unmarshal(match[1], &expr))
		var want []bool
		for _, text := range texts {
			want = append(want, regexp.MustCompile(expr).MatchString(text))
		}
		require.True(t, eval[bool](b, fmt.Sprintf("new RegExp(%s) instanceof RegExp", match[1])), expr)
		require.Equal(t, want, eval[[]bool](b, fmt.Sprintf("%s.map(s => new RegExp(%s, 'u').test(s))", quoted, match[1])), expr)
	}
}
