package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// The client of agents, from PyPI.
const agentClient = "mcp==2.3.0"

// An agent with the public client does what is asked for in few calls, and gets nothing that it
// may not have.
func TestAgentsDoTheirTasksAndNothingElse(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the client is installed, and the sandbox compiled")
	}
	packages := pip(t, agentClient)
	program := filepath.Join(t.TempDir(), "mcp")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "../mcp"
	build.Stderr = os.Stderr
	require.NoError(t, build.Run())
	base := startSandbox(t).address
	play := func(what string, flags ...string) string {
		args := []string{"testdata/agent.py", what, program, "--spec", "../spec/operations.yaml",
			"--overlay", "../spec/overlays/published.yaml", "--overlay", "testdata/agent-overlay.yaml", "--url", base}
		out, err := run(t, ".", []string{"PYTHONPATH=" + packages}, "python3", append(args, flags...)...)
		require.NoError(t, err, "%s", out)
		require.NotRegexp(t, "Lovelace|London", out, "the log has no values")
		return out
	}

	out := play("tasks", "--allow-writes", "--rate", "1000")
	found := regexp.MustCompile(`(\d+) tasks done, ([\d.]+) calls in the median`).FindStringSubmatch(out)
	require.NotNil(t, found, "%s", out)
	require.Equal(t, "20", found[1])
	median, err := strconv.ParseFloat(found[2], 64)
	require.NoError(t, err)
	require.LessOrEqual(t, median, 4.0)
	t.Log(found[0])
	require.Contains(t, play("attacks", "--allow", "contacts.*"), "10 attacks refused")
}
