package output

import (
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// atEvery calls write with a hook for each step of opening and each change.
func atEvery[T any](hook func(string, string), write func() (T, error)) (T, error) {
	former := beforeOpen
	defer func() { beforeOpen = former }()
	beforeOpen = hook
	return hooked(hook, write)
}

// swapper returns a hook that gives the name in dir the meaning of other, and other
// that of the name, before step n, and a function that reports whether it did.
func swapper(t *testing.T, dir, name, other string, n int) (before func(string, string), done func() bool) {
	full, second := filepath.Join(dir, name), filepath.Join(dir, other)
	third := filepath.Join(dir, "third")
	return at(n, func() {
		require.NoError(t, os.Rename(full, third))
		require.NoError(t, os.Rename(second, full))
		require.NoError(t, os.Rename(third, second))
	})
}

// A name that leads to a device becomes that of a file of others, or the other way round, at any
// step. Nothing but the device is written to.
func TestADeviceBecomesAFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("devices have no paths")
	}
	for _, first := range []string{"device", "file", "link"} {
		for _, second := range []string{"device", "file", "link"} {
			if second == first {
				continue
			}
			steps := 0
			for n := 0; ; n++ {
				dir := t.TempDir()
				put(t, dir, "file", "own")
				put(t, dir, "elsewhere/file", "own")
				link(t, dir, filepath.Join("elsewhere", "file"), "link")
				link(t, dir, os.DevNull, "device")
				require.NoError(t, os.Rename(filepath.Join(dir, first), filepath.Join(dir, "page")))
				had := tree(t, dir)
				hook, done := swapper(t, dir, "page", second, n)
				write := func() (any, error) { return nil, WriteDocument(filepath.Join(dir, "page"), page(0, "one")) }
				_, err := atEvery(hook, write)
				if !done() {
					break
				}
				steps++
				if err == nil {
					require.Equal(t, "device", first, "step %d", n)
				}
				found := tree(t, dir)
				had["page"], had[second] = had[second], had["page"]
				require.Equal(t, had, found, "%s becomes %s at step %d", first, second, n)
			}
			require.Positive(t, steps, "%s becomes %s", first, second)
		}
	}
}

// A file of others gets the name of a document that does not exist yet, at any step.
func TestAFileComesWhileADocumentIsWritten(t *testing.T) {
	kept := 0
	for n := 0; ; n++ {
		dir := t.TempDir()
		name := filepath.Join(dir, "page")
		hook, done := at(n, func() {
			if _, err := os.Lstat(name); err != nil {
				put(t, dir, "page", "own")
			}
		})
		_, err := atEvery(hook, func() (any, error) { return nil, WriteDocument(name, page(0, "one")) })
		if !done() {
			break
		}
		require.Error(t, err, "step %d", n)
		require.Equal(t, map[string]string{"page": "own"}, tree(t, dir), "step %d", n)
		kept++
	}
	require.Greater(t, kept, 4)
}

// The output folder, or the folder above it, becomes a link and the folder again at any steps of
// opening it. Open refuses it, or opens the folder itself.
func TestTheOutputFolderBecomesALink(t *testing.T) {
	const steps = 4
	// No check by name notices a folder above that changes at each of the steps.
	for replaced, most := range map[string]int{filepath.Join("above", "gen"): steps, "above": steps - 1} {
		refused := 0
		for chosen := range uint(1 << steps) {
			if bits.OnesCount(chosen) > most {
				continue
			}
			around := t.TempDir()
			put(t, around, "own/gen/x", "own")
			put(t, around, "above/gen/x", "x")
			target := filepath.Join(around, "own", strings.TrimPrefix(replaced, "above"))
			require.NoError(t, os.Symlink(target, filepath.Join(around, "other")))
			var swaps []func(string, string)
			for n := range steps {
				if chosen&(1<<n) != 0 {
					swap, _ := swapper(t, around, replaced, "other", n)
					swaps = append(swaps, swap)
				}
			}
			hook := func(step, name string) {
				for _, swap := range swaps {
					swap(step, name)
				}
			}
			f, err := atEvery(hook, func() (*Folder, error) { return Open(filepath.Join(around, "above", "gen")) })
			if err != nil {
				require.ErrorIs(t, err, errReplaced)
				refused++
				continue
			}
			found, err := f.inspect("x")
			require.NoError(t, err)
			require.Equal(t, "x", string(found.content), "%s changes at steps %b", replaced, chosen)
			f.Close()
		}
		require.Greater(t, refused, steps)
	}
}
