package gitfile

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A revision has only the commits of its submodules, not their files: git looks for these in the
// repository of each submodule. So does this file. Where that repository is missing, a file is
// neither there nor absent, and the error says what to fetch.

// blob is a file in a commit.
type blob struct {
	repository string // a folder of the repository, "" is the current one
	commit     string
	name       string // as git writes it, relative to the folder
	shown      string // in messages
}

// read returns the text. If the file does not exist, the error wraps [fs.ErrNotExist].
func (b blob) read() ([]byte, error) {
	entry, err := b.git("ls-tree", b.commit, "--", b.name)
	if err != nil {
		return nil, b.absent()
	}
	if entry == "" {
		inner, err := b.inSubmodule()
		if err != nil {
			return nil, err
		}
		return inner.read()
	}
	mode, _, _ := strings.Cut(entry, " ")
	switch {
	case mode == "120000":
		return nil, fmt.Errorf("%s is a link; name its target", b.shown)
	case !strings.HasPrefix(mode, "100"):
		return nil, fmt.Errorf("%s is a folder or a submodule: name a file", b.shown)
	}
	return runIn(b.repository, b.shown, "cat-file", "blob", b.commit+":"+b.name)
}

// absent returns the error of a file that does not exist, as os returns it.
func (b blob) absent() error { return &fs.PathError{Op: "read", Path: b.shown, Err: fs.ErrNotExist} }

// inSubmodule returns the same file in the repository of the submodule that it is in. If it is in
// none, the error wraps [fs.ErrNotExist].
func (b blob) inSubmodule() (blob, error) {
	var folders []string
	for dir := path.Dir(b.name); path.Base(dir) != ".." && dir != "."; dir = path.Dir(dir) {
		folders = append(folders, "./"+dir)
	}
	if folders == nil {
		return blob{}, b.absent()
	}
	entries, err := b.git(append([]string{"ls-tree", "-z", b.commit, "--"}, folders...)...)
	if err != nil {
		return blob{}, b.absent()
	}
	for entry := range strings.SplitSeq(entries, "\x00") {
		commit, isSubmodule := strings.CutPrefix(entry, "160000 commit ")
		if !isSubmodule {
			continue
		}
		commit, dir, _ := strings.Cut(commit, "\t")
		rest, isBelow := strings.CutPrefix(path.Clean(b.name), dir+"/")
		if !isBelow {
			continue
		}
		inner := blob{filepath.Join(b.repository, filepath.FromSlash(dir)), commit, "./" + rest, b.shown}
		subject := b.shown + " is in the submodule " + filepath.ToSlash(inner.repository)
		return inner, checkSubmodule(inner.repository, commit, subject)
	}
	return blob{}, b.absent()
}

// checkSubmodule returns an error that starts with what, unless the repository of a submodule has
// a commit.
func checkSubmodule(dir, commit, subject string) error {
	// Without a repository of its own, git would look into the one around it.
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
		return fmt.Errorf("%s, which is not checked out; run git submodule update --init %s",
			subject, filepath.ToSlash(dir))
	}
	if _, err := gitIn(dir, "cat-file", "-e", commit+"^{commit}"); err != nil {
		return fmt.Errorf("%s, whose clone does not have commit %s; run git -C %s fetch origin %[2]s",
			subject, commit, filepath.ToSlash(dir))
	}
	return nil
}

// git runs git in the repository of the file.
func (b blob) git(args ...string) (string, error) { return gitIn(b.repository, args...) }

// tree is the files of a commit, and the commits of its submodules. Names are relative to the
// current folder.
type tree struct {
	files      []string
	submodules map[string]string
}

// treeOf returns the tree of a revision in the repository in a folder, "" for the current one.
func treeOf(revision, dir string) (tree, error) {
	entries, err := gitIn(dir, "ls-tree", "-r", "-z", "--full-tree", revision)
	if err != nil {
		return tree{}, err
	}
	root, err := gitIn(dir, "rev-parse", "--show-cdup")
	if err != nil {
		return tree{}, err
	}
	t := tree{submodules: map[string]string{}}
	for entry := range strings.SplitSeq(entries, "\x00") {
		kind, name, isEntry := strings.Cut(entry, "\t")
		if !isEntry {
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(root), filepath.FromSlash(name))
		if commit, isSubmodule := strings.CutPrefix(kind, "160000 commit "); isSubmodule {
			t.submodules[file] = commit
		} else {
			t.files = append(t.files, file)
		}
	}
	return t, nil
}

// Deleted returns the files of the revision of s that head, a revision or the working tree, does
// not have, such as renamed ones. Files of submodules are among them, except those of a submodule
// that head has at the same commit, or has at another commit that is not here.
//
// It does not use git for the working tree, because git would run the filters in the
// configuration of the repository.
func (s Source) Deleted(head Source) ([]Source, error) {
	base, err := treeOf(s.Revision, "")
	if err != nil {
		return nil, err
	}
	kept := tree{}
	if head.Revision != "" {
		kept, err = treeOf(head.Revision, "")
	}
	if err != nil {
		return nil, err
	}
	if err := addSubmodules(&base, &kept, head.Revision == ""); err != nil {
		return nil, err
	}
	isKept := map[string]bool{}
	for _, file := range kept.files {
		isKept[file] = true
	}
	var deleted []Source
	for _, file := range base.files {
		isMissing := !isKept[file]
		if head.Revision == "" {
			_, err := os.Lstat(file)
			isMissing = errors.Is(err, fs.ErrNotExist)
		}
		if isMissing {
			deleted = append(deleted, s.Beside(file))
		}
	}
	return deleted, nil
}

// addSubmodules adds the files of submodules to the trees of both sides, except those of submodules
// that are the same on both. The head may be the working tree, whose index has the commits.
func addSubmodules(base, head *tree, isWorkingTree bool) error {
	for _, dir := range slices.Sorted(maps.Keys(base.submodules)) {
		oldCommit, newCommit := base.submodules[dir], head.submodules[dir]
		if isWorkingTree {
			newCommit = stagedSubmodule(dir)
		} else if oldCommit == newCommit {
			continue
		}
		oldFiles, err := submoduleFiles(dir, oldCommit)
		if err != nil && newCommit != "" {
			continue // it is still a submodule, whose old commit is not here
		}
		if err != nil {
			return err
		}
		base.files = append(base.files, oldFiles...)
		newFiles, err := submoduleFiles(dir, newCommit)
		if err == nil {
			head.files = append(head.files, newFiles...)
		}
	}
	return nil
}

// submoduleFiles returns the files of a submodule in a commit.
func submoduleFiles(dir, commit string) ([]string, error) {
	subject := "a renamed catalog may have been in the submodule " + filepath.ToSlash(dir)
	if err := checkSubmodule(dir, commit, subject); err != nil {
		return nil, err
	}
	t, err := treeOf(commit, dir)
	return t.files, err
}

// stagedSubmodule returns the commit of a submodule in the index, "" if it has no such submodule.
func stagedSubmodule(dir string) string {
	entry, err := git("ls-files", "--stage", "--", "./"+filepath.ToSlash(dir))
	commit, isSubmodule := strings.CutPrefix(entry, "160000 ")
	if err != nil || !isSubmodule {
		return ""
	}
	commit, _, _ = strings.Cut(commit, " ")
	return commit
}
