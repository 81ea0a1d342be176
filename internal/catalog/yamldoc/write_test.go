package yamldoc_test

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/testing/random"
)

// The parser and another YAML reader read the written string back, on its own line and between
// brackets.
func TestWrittenScalarsAreReadBack(t *testing.T) {
	for _, text := range append([]string{"", "a b", "a, b", "a: b", "no", "Null", "~", "1e3", "<<<", strings.Repeat("<", 5000), "a\nb", "- x", "[x]", "\u2028", "a #b", "claims.get_claim"}, random.Hostile...) {
		for _, doc := range []string{
			"k: " + yamldoc.BlockScalar(text) + "\n" + yamldoc.BlockScalar("key "+text) + ": 1\n",
			"{k: " + yamldoc.Scalar(text) + ", " + yamldoc.Scalar("key "+text) + ": 1}\n",
		} {
			c := yamldoc.NewChecker(nil)
			root := c.Parse(yamldoc.Source{Name: "x.yaml", Text: []byte(doc)}, yamldoc.Format{})
			require.Empty(t, c.Problems(), "%q", text)
			require.Equal(t, text, root.Entries[0].Value.Text)
			require.Equal(t, yamldoc.String, root.Entries[0].Value.Kind)
			require.Equal(t, "key "+text, root.Entries[1].Key.Text)
			var other map[string]any
			require.NoError(t, yaml.Unmarshal([]byte(doc), &other), "%q", doc)
			require.Equal(t, text, other["k"])
		}
	}
}
