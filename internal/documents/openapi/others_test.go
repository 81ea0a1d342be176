package openapi

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pattern of unknown tags matches every text but those that are known.
func TestPatternOfOthers(t *testing.T) {
	for _, known := range [][]string{
		{"file"}, {"file", "folder", "deleted"}, {"a", "ab", "abc"}, {"", "a"}, {"a-b", "a]b", "^a", `\`}, {"é", "ée", "\n"},
	} {
		expr := patternOfOthers(known)
		others := regexp.MustCompile(expr)
		tried := append([]string{"", "x", "fil", "files", "File", "a", "b", "abcd", "a-", "a\nb", "\n\n", "é "}, known...)
		for _, text := range known {
			tried = append(tried, text+text, text+"\n", text+" ", " "+text, strings.ToUpper(text))
		}
		for _, text := range tried {
			isKnown := false
			for _, name := range known {
				isKnown = isKnown || name == text
			}
			require.Equal(t, !isKnown, others.MatchString(text), "%q by %s", text, expr)
		}
	}
	require.Empty(t, patternOfOthers([]string{"a", "\U0001F600"}))
}

// A document has the schemas that its operations use, and those of types that no operation uses.
func TestSchemasAreUsed(t *testing.T) {
	c := parse(t, `
records:
  In: {fields: {e: E, b: Both}}
  Out: {fields: {a: string, b: Both}}
  Both: {fields: {a: string}}
  OfVariant: {fields: {a: string}}
  Nowhere: {fields: {f: Far}}
  Far: {fields: {a: string}}
enums: {E: {values: {a: , b: }}, F: {values: {a: }}}
unions: {U: {by: kind, open: true, of: {one: OfVariant}}}
envelope: {success: ok}
areas: {a: {operations: {do: {fields: {in: In}, response: {fields: {out: Out, u: U}}}}}}
`[1:])
	var names []string
	for _, p := range New(c, "catalog.yaml").root.Get("components").(object).Get("schemas").(object) {
		names = append(names, p.Key)
	}
	require.Equal(t, []string{
		"E", "F", "In", "Out.response", "Both", "Both.response", "Nowhere", "Far",
		"U.response", "UOne.response", "UUnknown.response", "a.do.request", "a.do.response", "a.do.failure",
	}, names)
}

// In 3.0, a discriminator refuses unknown tags, so an open union has none.
func TestOpenUnionsHaveNoDiscriminatorIn30(t *testing.T) {
	for open, key := range map[string]string{"true": "x-discriminator", "false": "discriminator"} {
		c := parse(t, "unions: {U: {by: kind, open: "+open+", of: {one: , two: }}}\n"+
			"areas: {a: {operations: {do: {fields: {u: U}, response: {fields: {u: U}}}}}}\n")
		document := New(c, "catalog.yaml")
		for _, name := range []string{"U", "U.response"} {
			for version, d := range map[string]*Document{"discriminator": document, key: document.In30()} {
				schemas := d.root.Get("components").(object).Get("schemas").(object)
				require.NotNil(t, schemas.Get(name).(object).Get(version), "%s with open: %s", name, open)
			}
		}
	}
}
