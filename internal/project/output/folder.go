package output

import (
	"errors"
	"fmt"
	"io"
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

// folder is the output folder. Everything goes through an [os.Root] for each folder
// in it, which is opened once and through no link. So no link leads anywhere, also
// not one that somebody puts in the place of a folder meanwhile.
type folder struct {
	dir   string              // real path
	root  *os.Root            // nil if the folder does not exist
	limit int64               // bytes of a file that can be one of gen
	below map[string]*os.Root // the root and the folders in it that were opened, by path
	// before is called ahead of each change; an error stops it. Tests kill a run
	// at every step this way.
	before func(change, p string) error
}

// minLimit is the number of bytes that a file of gen may have in any case.
const minLimit = 64 << 20

// openFolder opens the folder with this real path, which need not exist. A file in
// it that is far larger than what is written there is not read.
func openFolder(dir string, files ...File) (*folder, error) {
	limit := int64(minLimit)
	for _, file := range files {
		limit = max(limit, 4*int64(len(file.Content)))
	}
	f := &folder{dir: dir, limit: limit, below: map[string]*os.Root{}, before: func(string, string) error { return nil }}
	err := f.openRoot()
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return f, err
}

// openRoot opens the output folder, unless a link has come to its path since that
// was resolved.
func (f *folder) openRoot() error {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return fmt.Errorf("open output folder: %w", err)
	}
	full, errFull := filepath.EvalSymlinks(f.dir)
	here, errHere := os.Lstat(f.dir)
	opened, errOpened := root.Stat(".")
	if err := errors.Join(errFull, errHere, errOpened); err != nil || full != f.dir || !os.SameFile(here, opened) {
		root.Close()
		return fmt.Errorf("open output folder: %s was replaced while gen ran; run gen again", f.dir)
	}
	f.root, f.below["."] = root, root
	return nil
}

// create creates the output folder and those above it.
func (f *folder) create() error {
	if err := f.before("mkdir", "."); err != nil {
		return err
	}
	err := os.MkdirAll(filepath.Dir(f.dir), 0o755)
	if err == nil {
		err = os.Mkdir(f.dir, 0o755)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("create output folder: %w", err)
	}
	return f.openRoot()
}

func (f *folder) close() {
	for _, opened := range f.below {
		opened.Close()
	}
}

// open returns the folder dir. It is the same for the whole run, wherever somebody
// moves it.
func (f *folder) open(dir string) (*os.Root, error) {
	if below := f.below[dir]; below != nil {
		return below, nil
	}
	above, err := f.open(path.Dir(dir))
	if err != nil {
		return nil, err
	}
	name := path.Base(dir)
	found, err := above.Lstat(name)
	if err != nil {
		return nil, err
	}
	below, err := above.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if opened, err := below.Stat("."); err != nil || !os.SameFile(found, opened) {
		below.Close()
		return nil, errReplaced
	}
	f.below[dir] = below
	return below, nil
}

// errReplaced is the error of a run that found something else than it has judged.
var errReplaced = errors.New("it was replaced while gen ran; nothing of it is lost, run gen again")

// around returns the folder of p, and the name of p in it.
func (f *folder) around(p string) (*os.Root, string, error) {
	dir, err := f.open(path.Dir(p))
	return dir, path.Base(p), err
}

// entry is what stands at a path.
type entry struct {
	exists  bool
	blocked string // why it cannot be a generated file: it is a link, a folder ...
	content []byte
	info    fs.FileInfo // of the file that holds the content
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
	case info.Size() > f.limit:
		return entry{exists: true, blocked: fmt.Sprintf("%q is larger than the %d MiB that a file of gen may have", at, f.limit>>20)}, nil
	}
	found, err := f.read(p, info)
	if err != nil {
		return entry{}, fmt.Errorf("read %s: %w", f.name(p), err)
	}
	return found, nil
}

// read reads the regular file p, of which this was known before.
func (f *folder) read(p string, known fs.FileInfo) (entry, error) {
	dir, name, err := f.around(p)
	if err != nil {
		return entry{}, err
	}
	file, err := dir.Open(name)
	if err != nil {
		return entry{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return entry{}, err
	}
	if !os.SameFile(known, info) {
		return entry{}, errReplaced
	}
	content, err := io.ReadAll(io.LimitReader(file, f.limit+1))
	if int64(len(content)) > f.limit {
		return entry{}, errReplaced
	}
	return entry{exists: true, content: content, info: info}, err
}

// unchanged returns an error unless p is what was found there before.
func (f *folder) unchanged(p string, found entry) error {
	dir, name, err := f.around(p)
	if err != nil {
		return err
	}
	info, err := dir.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !found.exists:
		return nil
	case err != nil:
		return err
	case found.info == nil || !os.SameFile(info, found.info) || info.Size() != found.info.Size() || !info.ModTime().Equal(found.info.ModTime()):
		return errReplaced
	}
	return nil
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
	dir, err := f.open(p)
	var entries []fs.DirEntry
	if err == nil {
		entries, err = fs.ReadDir(dir.FS(), ".")
	}
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

// replace makes content the content of p, at once or not at all, if p still is
// what was found there. An existing file keeps its permissions. Nothing is flushed
// to the disk: after a crash of the machine the files can be generated again.
func (f *folder) replace(p string, content []byte, found entry) error {
	if err := f.makeFolder(path.Dir(p)); err != nil {
		return err
	}
	temporary := path.Join(path.Dir(p), temporaryName)
	if err := f.before("create", temporary); err != nil {
		return err
	}
	var mode fs.FileMode
	if found.info != nil {
		mode = found.info.Mode().Perm()
	}
	if err := f.write(temporary, content, mode); err != nil {
		return err
	}
	if err := f.before("rename", p); err != nil {
		return err
	}
	err := f.unchanged(p, found)
	if err == nil {
		err = f.below[path.Dir(p)].Rename(temporaryName, path.Base(p))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", f.name(p), err), f.discard(temporary))
	}
	return nil
}

// write writes a file that does not exist yet, and leaves none behind if that
// fails. A mode of 0 means 0644 as the umask allows.
func (f *folder) write(p string, content []byte, mode fs.FileMode) error {
	dir, name, err := f.around(p)
	if err != nil {
		return fmt.Errorf("write %s: %w", f.name(p), err)
	}
	file, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", f.name(p), err)
	}
	_, err = file.Write(content)
	if err == nil && mode != 0 {
		err = file.Chmod(mode)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", f.name(p), err), f.discard(p))
	}
	return nil
}

// makeFolder creates the folder p and those above it.
func (f *folder) makeFolder(p string) error {
	if f.below[p] != nil {
		return nil
	}
	if err := f.makeFolder(path.Dir(p)); err != nil {
		return err
	}
	if err := f.before("mkdir", p); err != nil {
		return err
	}
	dir, name, err := f.around(p)
	if err == nil {
		err = dir.Mkdir(name, 0o755)
	}
	if err == nil || errors.Is(err, fs.ErrExist) {
		_, err = f.open(p)
	}
	if err != nil {
		return fmt.Errorf("create folder %s: %w", f.name(p), err)
	}
	return nil
}

// remove deletes the file p, if it is there and still is what was found.
func (f *folder) remove(p string, found entry) error {
	if err := f.before("remove", p); err != nil {
		return err
	}
	err := f.unchanged(p, found)
	if err == nil {
		err = f.unlink(p)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", f.name(p), err)
	}
	return nil
}

func (f *folder) unlink(p string) error {
	dir, err := f.open(path.Dir(p))
	if err != nil {
		return err
	}
	return dir.Remove(path.Base(p))
}

// discard deletes a file that this run has begun.
func (f *folder) discard(p string) error {
	if err := f.before("remove", p); err != nil {
		return err
	}
	if err := f.unlink(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", f.name(p), err)
	}
	return nil
}

// prune deletes the folder p if it is empty. The system refuses to delete a folder
// with something in it.
func (f *folder) prune(p string) error {
	if err := f.before("prune", p); err != nil {
		return err
	}
	if info, err := f.root.Lstat(filepath.FromSlash(p)); err == nil && info.IsDir() {
		_ = f.root.Remove(filepath.FromSlash(p))
	}
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
	return f.remove(p, found)
}
