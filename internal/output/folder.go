package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// temporaryName is the name under which a file is written before it is renamed,
// in the folder of that file. It is fixed, so that a run finds what a killed
// one left behind; the lock keeps two runs from using it at once.
const temporaryName = ".gen.tmp"

// folder is the output folder. Everything goes through an [os.Root], so that no
// path and no link leads out of it.
type folder struct {
	dir  string   // real path
	root *os.Root // nil where the folder does not exist
	// before is called ahead of each change; an error stops it. Tests kill a run
	// at every step this way.
	before func(change, p string) error
}

func openFolder(dir string) (*folder, error) {
	f := &folder{dir: dir, before: func(string, string) error { return nil }}
	root, err := os.OpenRoot(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return nil, fmt.Errorf("open output folder: %w", err)
	}
	f.root = root
	return f, nil
}

func (f *folder) close() {
	if f.root != nil {
		f.root.Close()
	}
}

// entry is what stands at a path.
type entry struct {
	exists  bool
	blocked string // why it cannot be a generated file: it is a link, a folder ...
	content []byte
}

// look returns what stands at p. It follows no link, neither at p nor above it.
func (f *folder) look(p string) (entry, error) {
	if f.root == nil {
		return entry{}, nil
	}
	info, at, err := f.walk(p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return entry{}, nil
	case err != nil:
		return entry{}, fmt.Errorf("read %s: %w", f.name(p), err)
	case info.Mode()&fs.ModeSymlink != 0:
		return entry{exists: true, blocked: fmt.Sprintf("%q is a symbolic link, which gen does not follow", at)}, nil
	case at != p:
		return entry{exists: true, blocked: fmt.Sprintf("%q is a file where a folder is needed", at)}, nil
	case !info.Mode().IsRegular():
		return entry{exists: true, blocked: fmt.Sprintf("%q is not a regular file", at)}, nil
	}
	content, err := f.root.ReadFile(filepath.FromSlash(p))
	if err != nil {
		return entry{}, fmt.Errorf("read %s: %w", f.name(p), err)
	}
	return entry{exists: true, content: content}, nil
}

// walk goes down to p and returns the first thing on the way that is not a
// folder, with its path.
func (f *folder) walk(p string) (info fs.FileInfo, at string, err error) {
	elements := strings.Split(p, "/")
	for i := range elements {
		at = path.Join(elements[:i+1]...)
		info, err = f.root.Lstat(filepath.FromSlash(at))
		if err != nil || !info.IsDir() {
			return info, at, err
		}
	}
	return info, at, nil
}

// same says whether two paths are one file, as on a file system that does not
// tell upper from lower case.
func (f *folder) same(p, q string) bool {
	a, errA := f.root.Lstat(filepath.FromSlash(p))
	b, errB := f.root.Lstat(filepath.FromSlash(q))
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// name returns p as errors show it.
func (f *folder) name(p string) string {
	return filepath.Join(f.dir, filepath.FromSlash(p))
}
