package gitfile

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// history is a repository in a new folder, which becomes the working folder. Each
// commit is a tag of its name.
func history(t *testing.T) func(args ...string) string {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("NOT RUN: git is not installed")
	}
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("HOME", dir)
	t.Chdir(dir)
	git := func(args ...string) string {
		out, err := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
		require.NoError(t, err, string(out))
		return strings.TrimSpace(string(out))
	}
	require.NoError(t, os.Mkdir("origin", 0o755))
	t.Chdir("origin")
	git("init", "-q", "-b", "main")
	return git
}

// commits adds commits on top of a parent, the last of which has a name.
func commits(git func(...string) string, name string, n int, parents ...string) {
	tree := git("write-tree")
	for range n {
		args := []string{"commit-tree", tree, "-m", name}
		for _, p := range parents {
			args = append(args, "-p", p)
		}
		parents = []string{git(args...)}
	}
	git("update-ref", "refs/heads/"+name, parents[0])
}

// cloned is a clone, which becomes the working folder.
func cloned(t *testing.T, git func(...string) string, args ...string) {
	here, err := os.Getwd()
	require.NoError(t, err)
	url := "file://" + filepath.ToSlash(here)
	git(append(append([]string{"clone", "-q", "--no-single-branch"}, args...), url, "../clone")...)
	t.Chdir("../clone")
}

// In a history that branches and merges, the merge base is where the branch left
// main the last time, whatever main has got since.
func TestMergeBaseOfAHistoryThatMerges(t *testing.T) {
	git := history(t)
	commits(git, "root", 1)
	commits(git, "fork", 2, "root")
	commits(git, "topic1", 2, "root")
	commits(git, "merged", 1, "topic1", "fork") // main was merged into the branch
	commits(git, "topic", 2, "merged")
	commits(git, "main", 3, "fork")
	want := git("rev-parse", "fork")
	base, more, err := MergeBase("main", "topic")
	require.NoError(t, err)
	require.Equal(t, want, base)
	require.False(t, more)
	for _, text := range []string{"main...topic", "main...topic:./x.yaml"} {
		s, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, s.Revision)
		require.Equal(t, want[:12]+":x.yaml", s.Beside("x.yaml").String())
	}
	git("checkout", "-q", "--detach", "topic")
	s, err := Parse("main...")
	require.NoError(t, err)
	require.Equal(t, want, s.Revision)
	_, err = Parse("nowhere...")
	require.ErrorContains(t, err, `"nowhere" is neither a file nor a revision of this repository`)

	// As actions/checkout leaves it: the merge of both, whose base is the main that it
	// was made of, also once main has moved on.
	commits(git, "merge", 1, "main", "topic")
	want = git("rev-parse", "main")
	commits(git, "main", 1, "main")
	base, _, err = MergeBase("main", "merge")
	require.NoError(t, err)
	require.Equal(t, want, base)
}

func TestMergeBaseOfNothingInCommon(t *testing.T) {
	git := history(t)
	commits(git, "main", 1)
	commits(git, "other", 2)
	_, err := Parse("main...other")
	require.EqualError(t, err, "main and other have no merge base; gen diff main compares with main itself")
}

func TestSeveralMergeBasesAreSaid(t *testing.T) {
	git := history(t)
	commits(git, "root", 1)
	commits(git, "a", 1, "root")
	commits(git, "b", 2, "root")
	commits(git, "main", 1, "a", "b")
	commits(git, "topic", 1, "b", "a")
	s, err := Parse("main...topic")
	require.NoError(t, err)
	require.Contains(t, []string{git("rev-parse", "a"), git("rev-parse", "b")}, s.Revision)
	require.Regexp(t, `^main and topic have several merge bases; gen compares with [0-9a-f]{12}, which git lists first$`, s.Note)
}

// A shallow clone may have no merge base, or only an older one by a side line: it is
// never taken for the real one.
func TestAShallowCloneNeverGivesAnotherBase(t *testing.T) {
	git := history(t)
	commits(git, "root", 30)
	commits(git, "fork", 5, "root")
	commits(git, "side1", 1, "root")
	commits(git, "side2", 2, "root")
	commits(git, "main1", 5, "fork")
	commits(git, "topic1", 5, "fork")
	commits(git, "main", 1, "main1", "side1")
	commits(git, "topic", 1, "topic1", "side2")
	git("checkout", "-q", "topic")
	want := git("rev-parse", "fork")
	cloned(t, git, "--depth=4", "-b", "topic")
	require.Equal(t, git("rev-parse", "origin/root"), git("merge-base", "origin/main", "topic"), "what git says")
	_, _, err := MergeBase("origin/main", "topic")
	require.EqualError(t, err, "the merge base of origin/main and topic is not in this clone, which is shallow; run git fetch --unshallow, or set fetch-depth: 0 for actions/checkout")
	git("fetch", "-q", "--depth=1")
	_, _, err = MergeBase("origin/main", "topic")
	require.ErrorContains(t, err, "which is shallow")

	// Deep enough is enough: the clone is still shallow.
	git("fetch", "-q", "--depth=14")
	base, _, err := MergeBase("origin/main", "topic")
	require.NoError(t, err)
	require.Equal(t, want, base)
	require.Equal(t, "true", git("rev-parse", "--is-shallow-repository"))
	git("fetch", "-q", "--unshallow")
	base, _, err = MergeBase("origin/main", "topic")
	require.NoError(t, err)
	require.Equal(t, want, base)
}
