package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

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
	if err := f.create(temporary, content, f.modeOf(p)); err != nil {
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

// modeOf returns the permissions of p, or 0 where it does not exist.
func (f *folder) modeOf(p string) fs.FileMode {
	info, err := f.root.Lstat(filepath.FromSlash(p))
	if err != nil {
		return 0
	}
	return info.Mode().Perm()
}

// create writes a file that does not exist yet, and leaves none behind where
// that fails. A mode of 0 means 0644 as the umask allows.
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

// prune deletes the folder p and those above it as far as they are empty. That
// the system refuses to delete a folder with something in it is the check.
func (f *folder) prune(p string) error {
	for ; p != "."; p = path.Dir(p) {
		info, err := f.root.Lstat(filepath.FromSlash(p))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || !info.IsDir() {
			return nil
		}
		if err := f.before("prune", p); err != nil {
			return err
		}
		if f.root.Remove(filepath.FromSlash(p)) != nil {
			return nil
		}
	}
	return nil
}
