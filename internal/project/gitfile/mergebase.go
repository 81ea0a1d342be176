package gitfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// This file finds the commit at which two branches parted. CI often has shallow clones, in which git
// finds no such commit, or a wrong one without saying so.

// MergeBase returns the merge base of rev and head. If there are several, it returns the one
// that git lists first, and more is true.
//
// A shallow clone may lack the merge base, or have only an older common commit. Then the error
// says what to fetch.
func MergeBase(rev, head string) (commit string, hasSeveral bool, err error) {
	output, err := git("merge-base", "--all", rev, head)
	bases := strings.Fields(output)
	isCut, errCut := isTruncated(rev, head, bases)
	switch {
	case errCut != nil:
		return "", false, errCut
	case isCut:
		return "", false, fmt.Errorf("the merge base of %s and %s is not in this clone, which is shallow; "+
			"run git fetch --unshallow, or set fetch-depth: 0 for actions/checkout", rev, head)
	case err != nil:
		return "", false, fmt.Errorf("%s and %s have no merge base; gen diff %s compares with %[1]s itself", rev, head, rev)
	}
	return bases[0], len(bases) > 1, nil
}

// isTruncated reports whether the history between two commits and their merge bases, or the whole
// history if there are none, is cut off because the clone is shallow. The real merge base may
// then be missing.
func isTruncated(rev, head string, bases []string) (bool, error) {
	name, err := git("rev-parse", "--git-path", "shallow")
	if err != nil {
		return false, err
	}
	ends, err := os.ReadFile(name)
	if err != nil {
		return false, nil // it is not shallow
	}
	args := []string{"rev-list", rev, head}
	for _, base := range bases {
		args = append(args, "^"+base)
	}
	between, err := git(args...)
	if err != nil {
		return false, err
	}
	boundary := strings.Fields(string(ends))
	isAtBoundary := func(commit string) bool { return slices.Contains(boundary, commit) }
	return slices.ContainsFunc(strings.Fields(between), isAtBoundary), nil
}

// Outdated reports whether the file of s has changed in its revision since the merge base with
// head, so that a comparison shows the changes of others as reverted.
func (s Source) Outdated(head Source) bool {
	if s.Revision == "" {
		return false
	}
	base, hasSeveral, err := MergeBase(s.Revision, cmp.Or(head.Revision, "HEAD"))
	if err != nil || hasSeveral {
		return false
	}
	before, errBase := Source{Revision: base, Path: s.Path}.Read()
	after, err := s.Read()
	isChanged := !bytes.Equal(before, after) || errors.Is(errBase, fs.ErrNotExist) != errors.Is(err, fs.ErrNotExist)
	return isChanged
}
