package e2e

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Schemathesis makes requests of the document, good and bad ones, and finds no
// response that contradicts it. The operations of one area keep this short; it has
// those with a first_of.
func TestSchemathesis(t *testing.T) {
	packages := pip(t, schemathesis.pinned)
	out, err := run(t, t.TempDir(), []string{"PYTHONPATH=" + packages}, "python3", filepath.Join(packages, "bin", "schemathesis"), "run",
		"--url", serve(t), "--include-tag", "claims", "--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", "5", "--seed", "1", "--no-color",
		document(t, shipped))
	require.NoError(t, err, "%s", out)
	require.Contains(t, out, "Tested: 28")
}
