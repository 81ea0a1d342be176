package output

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	killBefore = rendered("a/a.go", "one", "b/b.go", "one", "d.go", "one")
	killAfter  = rendered("a/a.go", "two", "d.go", "two", "e/e.go", "two")
)

// TestMain is also the process that TestAKilledProcess kills.
func TestMain(m *testing.M) {
	at, err := strconv.Atoi(os.Getenv("OUTPUT_TEST_KILL_AT"))
	if err != nil {
		os.Exit(m.Run())
	}
	_, err = writeHooked(os.Getenv("OUTPUT_TEST_DIR"), target(killAfter), func(string, string) error {
		if at == 0 {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
			select {}
		}
		at--
		return nil
	})
	if err != nil {
		os.Exit(2)
	}
	os.Exit(0)
}

// What holds where changes fail holds for a process that is killed: the system
// drops its lock, and whatever it left is repaired.
func TestAKilledProcess(t *testing.T) {
	for n := 0; ; n++ {
		dir := outputFolder(t, killBefore)
		around := filepath.Dir(dir)
		put(t, around, "own.go", "own")
		put(t, dir, "b/own.go", "own")
		want := whole(killAfter)
		want["b/own.go"] = "own"

		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "OUTPUT_TEST_KILL_AT="+strconv.Itoa(n), "OUTPUT_TEST_DIR="+dir)
		err := cmd.Run()
		if err == nil {
			require.Greater(t, n, 8)
			assert.Equal(t, want, tree(t, dir))
			return
		}
		require.NotEqual(t, 2, cmd.ProcessState.ExitCode(), "killed, not failed")
		_, err = write(dir, target(killAfter))
		require.NoError(t, err, "killed at change %d", n)
		require.Equal(t, want, tree(t, dir), "killed at change %d", n)
		require.Equal(t, "own", tree(t, around)["own.go"])
	}
}
