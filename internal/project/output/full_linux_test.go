package output

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// diskPage is the unit of allocation of a small disk.
const diskPage = 4096

// smallDisk returns the folder of a disk in memory with these options.
func smallDisk(t *testing.T, options string) string {
	dir := t.TempDir()
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options)
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENODEV) {
		t.Skipf("NOT RUN: a full disk: this user may not mount one: %v", err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, syscall.Unmount(dir, 0)) })
	return dir
}

// If the disk is full, after any change, every file is complete: the old or the new one. Once
// there is room, the next run repairs the folder.
func TestWriteOnAFullDisk(t *testing.T) {
	long := func(text string) string { return strings.Repeat(text, 3000) }
	before := rendered("a/a.go", long("one"), "b/b.go", long("one"), "d.go", long("one"))
	after := rendered("a/a.go", long("two"), "d.go", long("two"), "e/e.go", long("two"), "f.go", long("two"))
	failed := map[string]bool{}
	for _, options := range []string{"size=256k", "size=256k,nr_inodes=16"} {
		for free := 0; ; free++ {
			disk := smallDisk(t, options)
			dir := filepath.Join(disk, "gen")
			_, err := write(dir, target(before))
			require.NoError(t, err)
			fill(t, disk, free)

			_, err = write(dir, target(after))
			if err == nil {
				assert.Equal(t, whole(after), tree(t, dir))
				break
			}
			require.ErrorIs(t, err, syscall.ENOSPC)
			failed[strings.ReplaceAll(err.Error(), disk, "")] = true
			for p, content := range tree(t, dir) {
				if !strings.HasSuffix(p, "/") {
					require.True(t, content == whole(before)[p] || content == whole(after)[p], "%s is cut off", p)
				}
			}
			require.NoError(t, os.RemoveAll(filepath.Join(disk, "filler")))
			_, err = write(dir, target(after))
			require.NoError(t, err, "%s, %d free", options, free)
			require.Equal(t, whole(after), tree(t, dir))
		}
	}
	assert.GreaterOrEqual(t, len(failed), 3, "the disk was full at several of the changes: %v", failed)
}

// fill fills the disk up to so many pages with a folder that can be removed.
func fill(t *testing.T, disk string, free int) {
	filler := filepath.Join(disk, "filler")
	require.NoError(t, os.Mkdir(filler, 0o755))
	numbered := func(i int) string { return filepath.Join(filler, strconv.Itoa(i)) }
	for i := range 1000 {
		err := os.WriteFile(numbered(i), make([]byte, diskPage), 0o644)
		if err == nil {
			continue
		}
		require.ErrorIs(t, err, syscall.ENOSPC)
		_ = os.Remove(numbered(i))
		for last := i - 1; last >= max(0, i-free); last-- {
			require.NoError(t, os.Remove(numbered(last)))
		}
		return
	}
	t.Fatal("the disk is never full")
}
