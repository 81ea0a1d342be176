package gitfile

import (
	"path/filepath"
	"strings"
)

// Gone returns the files of the revision of s that head does not have, such as those
// that it calls something else. Head is a revision, or the working tree.
func (s Source) Gone(head Source) ([]Source, error) {
	args := []string{"diff", "--name-only", "-z", "--no-renames", "--no-relative", "--diff-filter=D", s.Revision}
	if head.Revision != "" {
		args = append(args, head.Revision)
	}
	names, err := git(append(args, "--")...)
	if err != nil {
		return nil, err
	}
	root, err := git("rev-parse", "--show-cdup")
	if err != nil {
		return nil, err
	}
	var gone []Source
	for name := range strings.SplitSeq(names, "\x00") {
		if name != "" {
			gone = append(gone, s.Beside(filepath.Join(filepath.FromSlash(root), filepath.FromSlash(name))))
		}
	}
	return gone, nil
}
