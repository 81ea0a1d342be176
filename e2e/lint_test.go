package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// document writes the OpenAPI document of a catalog to a file and returns its name.
func document(t *testing.T, spec string, flags ...string) string {
	name := filepath.Join(t.TempDir(), "openapi.yaml")
	gen(t, append([]string{"openapi", "--spec", spec, "--output", name}, flags...)...)
	return name
}

const (
	shipped    = "spec/operations.yaml"
	everything = "internal/plan/interpreter/testdata/everything.yaml" // combines all features
)

// Linters find no errors in a document. Some catalogs have no summaries, which linters report
// as warnings.
func TestLinters(t *testing.T) {
	t.Parallel()
	lints := func(t *testing.T, environment []string, program string, args ...string) {
		for _, spec := range []string{shipped, everything} {
			for _, version := range []string{"3.1", "3.0"} {
				out, err := run(t, t.TempDir(), environment, program, append(args, document(t, spec, "--openapi", version))...)
				require.NoError(t, err, out)
			}
		}
	}
	t.Run("redocly", func(t *testing.T) {
		lints(t, []string{"REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true"},
			filepath.Join(npm(t, redocly.pinned), "redocly"), "lint", "--skip-rule", "operation-summary")
	})
	t.Run("spectral", func(t *testing.T) {
		rules := filepath.Join(t.TempDir(), "rules.yaml")
		require.NoError(t, os.WriteFile(rules, []byte(`extends: ["spectral:oas"]`), 0o666))
		lints(t, nil, filepath.Join(npm(t, spectral.pinned), "spectral"), "lint", "--ruleset", rules)
	})
}
