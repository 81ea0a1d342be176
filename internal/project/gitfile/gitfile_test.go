package gitfile

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A folder that looks like a bare repository comes with a clone, like any other. Its
// configuration names commands, which git would run.
func TestACommittedRepositoryRunsNothing(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("NOT RUN: git is not installed")
	}
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("HOME", dir)
	t.Chdir(dir)
	git := func(args ...string) {
		out, err := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
		require.NoError(t, err, string(out))
	}
	for _, repository := range []string{".git", "sub"} {
		git("init", "-q", "--bare", repository)
		git("--git-dir", repository, "--work-tree", ".", "commit", "-q", "--allow-empty", "-m", "x")
	}
	git("config", "core.bare", "false")
	canary := filepath.ToSlash(filepath.Join(dir, "canary"))
	for name, value := range map[string]string{"core.bare": "false", "core.worktree": filepath.Join(dir, "sub"), "core.fsmonitor": "touch '" + canary + "'; false"} {
		git("config", "--file", "sub/config", name, value)
	}
	t.Chdir("sub")
	source, err := Parse("HEAD^0", "catalog.yaml", nil)
	if err == nil {
		_, err = source.Read() // looks for a rename in the working tree
	}
	require.Error(t, err)
	require.NoFileExists(t, canary)

	require.NoError(t, os.Mkdir("../plain", 0o755))
	t.Chdir("../plain")
	_, err = Parse("HEAD^0", "catalog.yaml", nil)
	require.NoError(t, err, "the repository around is read as before")
}
