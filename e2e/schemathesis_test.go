package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Schemathesis makes valid and invalid requests from the document, and finds no response that
// contradicts it, except for null in optional fields. Durations on this machine do not count.
func TestSchemathesisFindsNoContradiction(t *testing.T) {
	t.Parallel()
	testSchemathesis(t, serve(t))
}

// It finds none for the sandbox either, which may refuse any request, since the documents do
// not exist, and sends null for what it does not know in lenient responses.
func TestSchemathesisOnTheSandbox(t *testing.T) {
	t.Parallel()
	testSchemathesis(t, startSandbox(t, "--profile", "published").address, "positive_data_acceptance", "response_schema_conformance")
}

func testSchemathesis(t *testing.T, at string, without ...string) {
	packages := pip(t, schemathesis.pinned)
	hooks, err := filepath.Abs("testdata/schemathesis.py")
	require.NoError(t, err)
	out, err := run(t, t.TempDir(), []string{"PYTHONPATH=" + packages, "SCHEMATHESIS_HOOKS=" + hooks}, "python3", filepath.Join(packages, "bin", "schemathesis"), "run",
		"--url", at, "--checks", "all", "--exclude-checks", strings.Join(append(without, "negative_data_rejection"), ","),
		"--phases", "examples,coverage,fuzzing", "--max-examples", "3", "--seed", "1",
		"--suppress-health-check", "all", "--request-timeout", "60", "--no-color", document(t, shipped))
	t.Log(out)
	require.NoError(t, err)
	require.Contains(t, out, "Tested: 139")
}
