package gitfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Gone returns the files of the revision of s that head does not have, such as those
// that it calls something else. Head is a revision, or the working tree.
//
// It looks for files in the working tree itself: git would compare their content,
// through the filters that the configuration of the repository names.
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
