package e2e

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Schemathesis makes requests of the document, good and bad ones, and finds no
// response that contradicts it. How long a request or an example takes on this
// machine is no finding.
func TestSchemathesis(t *testing.T) {
	packages := pip(t, schemathesis.pinned)
	out, err := run(t, t.TempDir(), []string{"PYTHONPATH=" + packages}, "python3", filepath.Join(packages, "bin", "schemathesis"), "run",
		"--url", serve(t), "--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", "3", "--seed", "1",
		"--suppress-health-check", "all", "--request-timeout", "60", "--no-color", document(t, shipped))
	t.Log(out)
	require.NoError(t, err)
	require.Contains(t, out, "Tested: 139")
}
