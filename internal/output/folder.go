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
// in the folder of that file. It is fixed, so that a run finds what a killed run
// left behind; the lock keeps two runs from using it at once.
const temporaryName = ".gen.tmp"

// folder is the output folder. Everything goes through an [os.Root], so that no
// path and no link leads out of it.
type folder struct {
	dir  string   // real path
	root *os.Root // nil if the folder does not exist
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

// list returns the entries of the folder p.
func (f *folder) list(p string) ([]fs.DirEntry, error) {
	if f.root == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(f.root.FS(), p)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.name(p), err)
	}
	return entries, nil
}

// same reports whether two paths are one file, as on a file system that does not
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

// replace makes content the content of p, at once or not at all. An existing
// file keeps its permissions. Nothing is flushed to the disk: after a crash of
// the machine the files can be generated again.
func (f *folder) replace(p string, content []byte) error {
	if err := f.makeFolder(path.Dir(p)); err != nil {
		return err
	}
	temporary := path.Join(path.Dir(p), temporaryName)
	if err := f.before("create", temporary); err != nil {
		return err
	}
	var mode fs.FileMode
	if info, err := f.root.Lstat(filepath.FromSlash(p)); err == nil {
		mode = info.Mode().Perm()
	}
	if err := f.create(temporary, content, mode); err != nil {
		return err
	}
	if err := f.before("rename", p); err != nil {
		return err
	}
	if err := f.root.Rename(filepath.FromSlash(temporary), filepath.FromSlash(p)); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", f.name(p), err), f.remove(temporary))
	}
	return nil
}

// create writes a file that does not exist yet, and leaves none behind if that
// fails. A mode of 0 means 0644 as the umask allows.
func (f *folder) create(p string, content []byte, mode fs.FileMode) error {
	file, err := f.root.OpenFile(filepath.FromSlash(p), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", f.name(p), err)
	}
	_, err = file.Write(content)
	if err == nil && mode != 0 {
		err = file.Chmod(mode)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", f.name(p), err), f.remove(p))
	}
	return nil
}

// makeFolder creates the folder p and those above it, the output folder too.
func (f *folder) makeFolder(p string) error {
	if f.root == nil {
		if err := f.before("mkdir", "."); err != nil {
			return err
		}
		if err := os.MkdirAll(f.dir, 0o755); err != nil {
			return fmt.Errorf("create output folder: %w", err)
		}
		root, err := os.OpenRoot(f.dir)
		if err != nil {
			return fmt.Errorf("open output folder: %w", err)
		}
		f.root = root
	}
	if info, err := f.root.Lstat(filepath.FromSlash(p)); err == nil && info.IsDir() {
		return nil
	}
	if err := f.before("mkdir", p); err != nil {
		return err
	}
	if err := f.root.MkdirAll(filepath.FromSlash(p), 0o755); err != nil {
		return fmt.Errorf("create folder %s: %w", f.name(p), err)
	}
	return nil
}

// remove deletes the file p, which need not exist.
func (f *folder) remove(p string) error {
	if err := f.before("remove", p); err != nil {
		return err
	}
	if err := f.root.Remove(filepath.FromSlash(p)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", f.name(p), err)
	}
	return nil
}

// prune deletes the folder p if it is empty. The system refuses to delete a folder
// with something in it, so nothing needs to be checked.
func (f *folder) prune(p string) error {
	if info, err := f.root.Lstat(filepath.FromSlash(p)); err != nil || !info.IsDir() {
		return nil
	}
	if err := f.before("prune", p); err != nil {
		return err
	}
	_ = f.root.Remove(filepath.FromSlash(p))
	return nil
}

// sweep deletes what a killed run left in the folder dir under its temporary
// name. What somebody else has under that name stays, and creating the next file
// will say so.
func (f *folder) sweep(dir string) error {
	p := path.Join(dir, temporaryName)
	found, err := f.look(p)
	if err != nil || !found.exists || found.blocked != "" || !begun(found.content) {
		return nil
	}
	return f.remove(p)
}
