package lint

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// places are catalogs in which $ is replaced with the lines of an example. The first valid
// one is used.
var places = func() []string {
	const (
		types  = "records: {Note: {fields: {text: string}}}\nenums: {Kind: {values: {a: , b: }}}\nunions: {Event: {by: kind, of: {opened: , closed: }}}\n"
		usual  = "areas:\n  usual: {operations: {list_all: {summary: Lists all., effect: read, fields: {line_of: string, day_of: string}}}}\n"
		claims = "  claims:\n    operations:\n      "
		fields = "fields: {a: string, b: string, c: string, page: integer, limit: integer}, response: {fields: {data: [string]}}"
	)
	return []string{
		header + usual + "$\n",
		header + "$\n",
		header + types + usual + "  claims:\n    $\n",
		header + types + usual + claims + "$\n",
		header + types + usual + claims + "{\n$\n}\n",
		header + types + usual + claims + "{read_claim: {summary: Reads it., effect: read},\n$\n}\n",
		header + types + usual + claims + "get_claim: {\n$\n}\n",
		header + types + usual + claims + "get_claim: {" + fields + ",\n$\n}\n",
		header + types + usual + claims + "get_claim: {fields: {\n$\n}}\n",
	}
}()

// elided are the texts that can replace "{...}" in an example.
var elided = []string{"{summary: Reads it.}", "{get_claim: {summary: Reads it.}}", "{fields: {x: string}}"}

// An example in the documentation of a rule does what the documentation says.
func TestDocumentedExamples(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			require.True(t, finds(t, rule, rule.Bad), "%s is not found", rule.Bad)
			require.False(t, finds(t, rule, rule.Good), "%s is found", rule.Good)
		})
	}
}

// finds reports whether a rule finds something in lines of a catalog. A rule about
// overlays looks at lines of an overlay, beside the good lines.
func finds(t *testing.T, rule *Rule, lines string) bool {
	for _, place := range places {
		for _, rest := range elided {
			text := strings.Replace(place, "$", strings.ReplaceAll(lines, "{...}", rest), 1)
			var overlays []catalog.Source
			if rule == overlayNearName {
				overlay := strings.Replace("overlay: 1\nareas: {claims: {operations: {get_claim: {$}}}}\n", "$", typed.Replace(lines), 1)
				overlays = append(overlays, catalog.Source{Name: "overlay.yaml", Text: []byte(overlay)})
				text = strings.Replace(place, "$", rule.Good, 1)
			}
			c, problems := catalog.Parse("x.yaml", []byte(text), overlays...)
			if len(problems) == 0 {
				found, _ := Catalog(c, today)
				for _, f := range found {
					if f.Rule == rule.ID {
						return true
					}
				}
				return false
			}
		}
	}
	require.Fail(t, "no catalog can hold the example", "%s", lines)
	return false
}

// typed writes a field as an overlay has to, if it adds the field.
var typed = strings.NewReplacer(": string", ": {type: string}")
