package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/project/lock"
)

var errKilled = errors.New("killed")

// killedIn returns a hook for a run in the folder dir that allows n changes and none
// afterwards, not even cleaning up. A file that would be written then is incomplete.
func killedIn(t *testing.T, dir string, n int) func(string, string) {
	return func(change, p string) {
		if n > 0 {
			n--
			return
		}
		if change == "create" {
			put(t, dir, p, ("// " + Header)[:10])
		}
		panic(errKilled)
	}
}

// If a run is killed before or during any change, the next run repairs the folder, for the
// same catalog, the old one or a third. Neither changes anything else.
func TestAKilledRunIsRepaired(t *testing.T) {
	before := rendered("a/a.go", "one", "b/b.go", "one", "c/c.go", "one", "d.go", "one")
	after := rendered("a/a.go", "two", "b/b.go", "one", "d.go", "two", "e/e.go", "two")
	third := rendered("a/a.go", "three", "c/c.go", "three")
	for name, next := range map[string][]File{"same": after, "back": before, "other": third} {
		for n := 0; ; n++ {
			dir := outputFolder(t, before)
			around := filepath.Dir(dir)
			for _, own := range []string{"gen/own.go", "gen/c/own.txt", "gen/own/x", "own.go", "own/a/a.go"} {
				put(t, around, own, "own")
			}
			link(t, around, filepath.Join("..", "own"), "gen/linked")
			want := func(files []File) map[string]string {
				all := map[string]string{
					"gen/own.go": "own", "gen/c/own.txt": "own", "gen/own/x": "own", "own.go": "own", "own/a/a.go": "own",
					"gen/linked": "-> " + filepath.Join("..", "own"),
				}
				for p, content := range whole(files) {
					all["gen/"+p] = content
				}
				return all
			}
			_, err := hooked(killedIn(t, dir, n), func() (Summary, error) { return write(dir, target(after)) })
			if err == nil {
				require.Greater(t, n, 10, "the hook sees every change")
				assert.Equal(t, want(after), tree(t, around))
				break
			}
			require.ErrorIs(t, err, errKilled)
			assert.NotContains(t, states(t, dir, next), string(Foreign))
			_, err = write(dir, target(next))
			require.NoError(t, err, "%s, killed at change %d", name, n)
			require.Equal(t, want(next), tree(t, around), "%s, killed at change %d", name, n)
			require.Empty(t, states(t, dir, next))
		}
	}
}

// The lock also separates runs with different temporary folders.
func TestTheLockDoesNotDependOnTheEnvironment(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "around", "gen")
	f, err := Open(dir)
	require.NoError(t, err)
	defer f.Close()
	unlock, err := f.lock()
	require.NoError(t, err)
	folder, err := os.Open(dir)
	require.NoError(t, err)
	defer folder.Close()
	if runtime.GOOS != "windows" { // which locks no folders
		require.True(t, lock.TryLock(folder))
	}
	unlock()
	require.False(t, lock.TryLock(folder))
}

func TestRunsAtOnceDoNotMix(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gen")
	const runs = 12
	versions := make([][]File, runs)
	for i := range versions {
		text := fmt.Sprint("run ", i)
		versions[i] = rendered("a/a.go", text, "b.go", text, fmt.Sprintf("only%d/c.go", i), text)
	}

	var all sync.WaitGroup
	errs := make([]error, runs)
	for i, files := range versions {
		all.Go(func() { _, errs[i] = write(dir, target(files)) })
	}
	all.Wait()

	for _, err := range errs {
		require.NoError(t, err)
	}
	found := tree(t, dir)
	for _, files := range versions {
		if found["b.go"] == string(files[1].Content) {
			assert.Equal(t, whole(files), found)
			return
		}
	}
	t.Errorf("b.go is of none of the runs: %q", found["b.go"])
}
