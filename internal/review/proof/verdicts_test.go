package proof

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// If the comparison came upon a text that is refused, it is shown.
func TestRefusedTextsAreShown(t *testing.T) {
	shown := 0
	for _, name := range []string{"implied", "patterns", "texts"} {
		fixtures(t, "cases/"+name, func(t *testing.T, _ string, _, _ *catalog.Catalog, changes []diff.Change) {
			for _, c := range changes {
				if c.Texts != nil && c.Verdicts.Requests == report.Breaks {
					require.NotNil(t, c.Example, "%s %s", c.Rule, c.Path)
					require.Contains(t, c.Example.Outcome, isRefused)
					shown++
				}
			}
		})
	}
	require.Greater(t, shown, 10)
}
