package gitfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Gone returns the files of the revision of s that head, a revision or the working tree, does
// not have, such as renamed ones.
//
// It does not use git for the working tree, because git would run the filters in the
// configuration of the repository.
func (s Source) Gone(head Source) ([]Source, error) {
	args := []string{"ls-tree", "-r", "-z", "--name-only", "--full-tree", s.Revision}
	if head.Revision != "" {
		args = []string{"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=D", s.Revision, head.Revision}
	}
	names, err := git(args...)
	if err != nil {
		return nil, err
	}
	root, err := git("rev-parse", "--show-cdup")
	if err != nil {
		return nil, err
	}
	var gone []Source
	for name := range strings.SplitSeq(names, "\x00") {
		path := filepath.Join(filepath.FromSlash(root), filepath.FromSlash(name))
		if name == "" {
			continue
		}
		if _, err := os.Lstat(path); head.Revision != "" || errors.Is(err, fs.ErrNotExist) {
			gone = append(gone, s.Beside(path))
		}
	}
	return gone, nil
}
