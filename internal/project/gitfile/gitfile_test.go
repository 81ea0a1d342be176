package gitfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A commit may contain a bare repository, whose configuration could name commands for git to
// run.
func TestACommittedRepositoryRunsNothing(t *testing.T) {
	git := history(t)
	dir, err := os.Getwd()
	require.NoError(t, err)
	git("init", "-q", "--bare", "sub")
	for _, repository := range []string{".git", "sub"} {
		git("--git-dir", repository, "--work-tree", ".", "commit", "-q", "--allow-empty", "-m", "x")
	}
	canary := filepath.ToSlash(filepath.Join(dir, "canary"))
	for name, value := range map[string]string{"core.bare": "false", "core.worktree": filepath.Join(dir, "sub"), "core.fsmonitor": "touch '" + canary + "'; false"} {
		git("config", "--file", "sub/config", name, value)
	}
	t.Chdir("sub")
	source, err := Parse("HEAD^0")
	if err == nil {
		_, err = source.Read() // looks for a rename in the working tree
	}
	require.Error(t, err)
	require.NoFileExists(t, canary)

	require.NoError(t, os.Mkdir("../plain", 0o755))
	t.Chdir("../plain")
	_, err = Parse("HEAD^0")
	require.NoError(t, err, "the surrounding repository is still read")
}

// Programs in the configuration of the repository itself are not run either, and a catalog
// that is a link in git is refused.
func TestConfiguredProgramsAreNotRun(t *testing.T) {
	git := history(t)
	require.NoError(t, os.WriteFile("a.yaml", []byte("x\n"), 0o644))
	require.NoError(t, os.WriteFile(".gitattributes", []byte("*.yaml filter=f diff=f\n"), 0o644))
	require.NoError(t, os.Symlink("a.yaml", "link.yaml"))
	git("add", ".")
	git("commit", "-q", "-m", "base")
	git("mv", "a.yaml", "b.yaml")
	git("commit", "-q", "-m", "moved")
	canary := filepath.Join(t.TempDir(), "canary")
	for _, key := range []string{"core.fsmonitor", "filter.f.clean", "diff.external", "diff.f.command", "diff.f.textconv"} {
		git("config", key, "touch '"+filepath.ToSlash(canary)+"'; cat")
	}
	require.NoError(t, os.WriteFile("b.yaml", []byte("y\n"), 0o644))
	_, err := Source{Revision: "HEAD~1", Path: "b.yaml"}.Read()
	require.EqualError(t, err, "read HEAD~1:b.yaml: file does not exist")
	for _, head := range []Source{{}, {Revision: "HEAD"}} {
		gone, err := Source{Revision: "HEAD~1"}.Deleted(head)
		require.NoError(t, err)
		require.Equal(t, []Source{{Revision: "HEAD~1", Path: "a.yaml"}}, gone)
	}
	require.True(t, Source{Revision: "HEAD", Path: "b.yaml"}.Outdated(Source{Revision: "HEAD~1"}))
	_, err = Source{Revision: "HEAD", Path: "link.yaml"}.Read()
	require.EqualError(t, err, "HEAD:link.yaml is a link; name its target")
	require.NoFileExists(t, canary)
}
