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

	"example.com/opgen/internal/project/lock"
)

// This file reads and changes files in the output folder. Another program may replace a folder by a
// link at any moment, so every step goes through an open folder, and what was found is compared
// with what was opened.

// Folder is an output folder, which need not exist. [Open] resolves its name once. Afterwards,
// all access goes through an [os.Root] for each folder in it, which is opened once and not
// through a link, so links created during a run are not followed. Call Close when done.
type Folder struct {
	name string // as given
	path string // without links
	// opened are the opened folders, by their slash-separated path from the root, ".", which
	// is the output folder or its closest existing parent; dir is the path of the output
	// folder.
	opened map[string]*os.Root
	dir    string
}

// beforeChange is called before each change. Tests use it to kill a run at every step.
var beforeChange = func(change, p string) {}

// beforeOpen is called before each step of opening a name. Tests use it to give the name another
// meaning.
var beforeOpen = func(step, name string) {}

// The name of files that are being written, and the largest size of files that are read.
const (
	// temporaryName is the name of a file until it is complete, in the same folder. It is
	// fixed, so that a run finds the file of a killed run; locks keep two runs from using it.
	temporaryName = ".opgen.tmp"

	// maxSize is the largest size of a generated file in bytes. Larger files are not read.
	maxSize = 64 << 20
)

// errReplaced is the error if a file changed after the comparison.
var errReplaced = errors.New("it was replaced while gen ran; nothing is lost, run gen again")

// obstacle is the error for a path that cannot be a generated file or a folder for one.
type obstacle string

// Error returns why a path cannot be used.
func (o obstacle) Error() string { return string(o) }

// Open opens the output folder dir, which need not exist. If dir is a link, Open follows it;
// links inside the folder are never followed.
//
// Open returns an error if dir is a file, the root of the file system or the root of a module,
// to protect their files from a mistake in --out.
func Open(dir string) (*Folder, error) {
	if dir == "" {
		return nil, errors.New("the output folder has no name")
	}
	f, err := openFolder(resolve(dir))
	if err == nil && filepath.Dir(f.path) == f.path {
		f.Close()
		err = errors.New("it is the root of the file system; give generated code a folder of its own")
	}
	if err != nil {
		return nil, fmt.Errorf("output folder %q: %w", dir, err)
	}
	f.name = dir
	if _, err := f.stat("go.mod"); err == nil {
		f.Close()
		return nil, fmt.Errorf("output folder %q is the root of a module, because it contains a "+
			"go.mod; give generated code a folder of its own", dir)
	}
	return f, nil
}

// Path returns the absolute path of the folder, without links.
func (f *Folder) Path() string { return f.path }

// Close closes the opened folders.
func (f *Folder) Close() {
	for _, opened := range f.opened {
		opened.Close()
	}
}

// resolve follows the links in a name. It returns the absolute path of the existing part,
// without links, and the slash-separated path from there of the missing part, or ".".
func resolve(name string) (existing, missing string, err error) {
	current, err := filepath.Abs(name)
	for missing = "."; err == nil; {
		existing, err = filepath.EvalSymlinks(current)
		if !errors.Is(err, fs.ErrNotExist) || current == filepath.Dir(current) {
			break
		}
		info, errInfo := os.Lstat(current)
		switch {
		case errInfo != nil:
			missing = path.Join(filepath.Base(current), missing)
			current = filepath.Dir(current)
			err = nil
		case info.Mode().Type() == fs.ModeSymlink:
			err = errors.New("a symbolic link that leads nowhere")
		default:
			err = nil // another run has created it since
		}
	}
	return existing, missing, err
}

// openFolder opens a resolved folder, or its closest existing parent.
func openFolder(existing, missing string, err error) (*Folder, error) {
	if err != nil {
		return nil, err
	}
	beforeOpen("enter", existing)
	root, err := os.OpenRoot(existing)
	if err != nil {
		if info, errInfo := os.Stat(existing); errInfo == nil && !info.IsDir() {
			err = errors.New("it is not a folder")
		}
		return nil, err
	}
	full := filepath.Join(existing, filepath.FromSlash(missing))
	f := &Folder{name: full, path: full, opened: map[string]*os.Root{".": root}, dir: missing}
	if err := checkOpened(existing, root); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// checkOpened returns an error if root, which was opened by the path there, is another folder: a
// link may have replaced it, or a folder above it, since its links were resolved.
func checkOpened(existing string, root *os.Root) error {
	beforeOpen("check", existing)
	opened, err := root.Stat(".")
	if err != nil || !hasNoLinks(existing) {
		return errReplaced
	}
	beforeOpen("compare", existing)
	// Unlike Stat, Lstat does not follow the folder itself if it is a link now.
	current, err := os.Lstat(existing)
	if err != nil || !os.SameFile(current, opened) {
		return errReplaced
	}
	beforeOpen("resolve", existing)
	// A folder above it may have been a link during the comparison.
	if !hasNoLinks(existing) {
		return errReplaced
	}
	return nil
}

// hasNoLinks reports whether a path exists and no part of it is a link.
func hasNoLinks(name string) bool {
	resolved, err := filepath.EvalSymlinks(name)
	return err == nil && resolved == name
}

// lock creates the folder and waits until no other run writes to it. It locks the folder
// itself, which is the same for every process, whatever its user and environment.
func (f *Folder) lock() (unlock func(), err error) {
	root, err := f.open(".", true)
	if err != nil {
		return nil, fmt.Errorf("create output folder %s: %w", f.name, err)
	}
	folder, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	if lock.Lock(folder) == nil {
		return func() { folder.Close() }, nil
	}
	folder.Close() // folders cannot be locked here
	return lock.ByName(f.path)
}

// open opens the folder p in the output folder, and creates it if asked to.
func (f *Folder) open(p string, create bool) (*os.Root, error) {
	return f.openBelow(path.Join(f.dir, p), create)
}

// openBelow opens the parent of p and then p in it, so that no part can be a link.
func (f *Folder) openBelow(p string, create bool) (*os.Root, error) {
	if root := f.opened[p]; root != nil {
		return root, nil
	}
	parent, err := f.openBelow(path.Dir(p), create)
	if err != nil {
		return nil, err
	}
	name := path.Base(p)
	if create {
		beforeChange("mkdir", p)
		if err := parent.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	found, err := parent.Lstat(name)
	if err != nil {
		return nil, err
	}
	if why := whyUnfit(strings.TrimPrefix(p, f.dir+"/"), found, fs.ModeDir); why != "" {
		return nil, obstacle(why)
	}
	root, err := parent.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if opened, err := root.Stat("."); err != nil || !os.SameFile(found, opened) {
		root.Close()
		return nil, errReplaced
	}
	f.opened[p] = root
	return root, nil
}

// whyUnfit returns why p is not of the wanted type, a regular file or a folder.
func whyUnfit(p string, info fs.FileInfo, want fs.FileMode) string {
	kind := info.Mode().Type()
	switch {
	case kind == fs.ModeSymlink:
		return fmt.Sprintf("%q is a symbolic link, which gen does not follow", p)
	case kind != want && want == fs.ModeDir:
		return fmt.Sprintf("%q is a file where a folder is needed", p)
	case kind != want:
		return fmt.Sprintf("%q is not a regular file", p)
	case want != fs.ModeDir && info.Size() > maxSize:
		return fmt.Sprintf("%q is larger than the %d MiB that gen reads", p, maxSize>>20)
	}
	return ""
}

// stat returns information about p, without following a link.
func (f *Folder) stat(p string) (fs.FileInfo, error) {
	dir, err := f.open(path.Dir(p), false)
	if err != nil {
		return nil, err
	}
	return dir.Lstat(path.Base(p))
}

// entry is the state of a path.
type entry struct {
	blocked string      // why it cannot be a generated file: it is a link, a folder ...
	info    fs.FileInfo // of the file; nil if there is none
	content []byte
}

// inspect returns the state of p. It follows no links.
func (f *Folder) inspect(p string) (entry, error) {
	current, err := f.read(p)
	if why, blocked := errors.AsType[obstacle](err); blocked {
		return entry{blocked: string(why)}, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return entry{}, fmt.Errorf("read %s: %w", f.fullPath(p), err)
	}
	return current, nil
}

// read reads a regular file, or returns what is in the way as an obstacle.
func (f *Folder) read(p string) (entry, error) {
	info, err := f.stat(p)
	if err != nil {
		return entry{}, err
	}
	if why := whyUnfit(p, info, 0); why != "" {
		return entry{}, obstacle(why)
	}
	dir, err := f.open(path.Dir(p), false)
	if err != nil {
		return entry{}, err
	}
	file, err := dir.Open(path.Base(p))
	if err != nil {
		return entry{}, err
	}
	defer file.Close()
	if opened, err := file.Stat(); err != nil || !os.SameFile(info, opened) {
		return entry{}, errReplaced
	}
	content, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	return entry{info: info, content: content}, err
}

// checkUnchanged returns an error if p has changed since it was found.
func (f *Folder) checkUnchanged(p string, before fs.FileInfo) error {
	info, err := f.stat(p)
	switch {
	case errors.Is(err, fs.ErrNotExist) && before == nil:
		return nil
	case err != nil:
		return err
	case before == nil || !os.SameFile(info, before) || info.Size() != before.Size() || !info.ModTime().Equal(before.ModTime()):
		return errReplaced
	}
	return nil
}

// fullPath returns the name of p as errors show it.
func (f *Folder) fullPath(p string) string { return filepath.Join(f.path, filepath.FromSlash(p)) }

// replace atomically writes content to p, unless p has changed since it was found. An existing
// file keeps its permissions. Nothing is flushed to the disk: files can be generated again
// after a crash.
func (f *Folder) replace(p string, content []byte, found fs.FileInfo) error {
	dir, err := f.open(path.Dir(p), true)
	if err != nil {
		return fmt.Errorf("write %s: %w", f.fullPath(p), err)
	}
	temporary := path.Join(path.Dir(p), temporaryName)
	beforeChange("create", temporary)
	file, err := dir.OpenFile(temporaryName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", f.fullPath(temporary), err)
	}
	_, err = file.Write(content)
	if err == nil && found != nil {
		err = file.Chmod(found.Mode().Perm())
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		beforeChange("rename", p)
		err = f.checkUnchanged(p, found)
	}
	if err == nil {
		err = move(dir, path.Base(p), found != nil)
	}
	if err != nil {
		_ = dir.Remove(temporaryName) // otherwise, the next run removes it
		return fmt.Errorf("write %s: %w", f.fullPath(p), err)
	}
	return nil
}

// move gives the temporary file in dir its name. Unless replace is set, no file may have the name:
// another program may have created one since the check.
func move(dir *os.Root, name string, replace bool) error {
	if replace {
		return dir.Rename(temporaryName, name)
	}
	beforeChange("link", name)
	err := dir.Link(temporaryName, name)
	switch {
	case errors.Is(err, fs.ErrExist):
		return errReplaced
	case err != nil: // not every file system has links
		return dir.Rename(temporaryName, name)
	}
	return dir.Remove(temporaryName)
}

// remove deletes the file p, unless it has changed since it was found.
func (f *Folder) remove(p string, found fs.FileInfo) error {
	beforeChange("remove", p)
	dir, err := f.open(path.Dir(p), false)
	if err == nil {
		err = f.checkUnchanged(p, found)
	}
	if err == nil {
		err = dir.Remove(path.Base(p))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", f.fullPath(p), err)
	}
	return nil
}

// prune deletes the folder p if it is empty; otherwise, the system refuses.
func (f *Folder) prune(p string) {
	beforeChange("prune", p)
	if info, err := f.stat(p); err == nil && info.IsDir() {
		dir, _ := f.open(path.Dir(p), false)
		_ = dir.Remove(path.Base(p))
	}
}

// removeTemporary deletes the temporary file of a killed run in the folder dir. It keeps anything but a
// regular file; then creating the next file fails.
func (f *Folder) removeTemporary(dir string) error {
	p := path.Join(dir, temporaryName)
	info, err := f.stat(p)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return f.remove(p, info)
}
