package e2e

import (
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// command is the path of the command, which is built once.
var command string

func TestMain(m *testing.M) {
	os.Exit(withCommand(m.Run))
}

func withCommand(run func() int) int {
	dir, err := os.MkdirTemp("", "e2e")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	command = filepath.Join(dir, "gen")
	build := exec.Command("go", "build", "-o", command, "./cmd/gen")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		log.Fatalf("%v\n%s", err, out)
	}
	return run()
}

// gen runs the command at the root of the repository and returns its output.
func gen(t *testing.T, args ...string) []byte {
	cmd := exec.Command(command, args...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("gen %q: %s", args, exit.Stderr)
	}
	require.NoError(t, err)
	return out
}
