package compare

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/text/wording"
)

// renameFinder finds catalogs that have another name in the base of a comparison, among the
// files that the head no longer has. Unlike git, it finds a catalog even if most lines changed
// or if the new file is not tracked yet.
type renameFinder struct {
	base, head gitfile.Source
	compared   []string // files that are compared anyway
	foundFiles []string // files that were found
}

// isCatalog matches a catalog and no other file: the version of its format.
var isCatalog = regexp.MustCompile(`(?m)^[{\s]*["']?catalog["']?\s*:\s*\d`)

// find returns the file of the base that shares the most lines with a catalog of the head, or
// the zero value.
func (f *renameFinder) find(current catalog.Source) (gitfile.Source, error) {
	deleted, err := f.base.Deleted(f.head)
	if err != nil {
		return gitfile.Source{}, err
	}
	var best []gitfile.Source
	most := 0
	for _, s := range deleted {
		if !f.isCandidate(s.String()) {
			continue
		}
		text, err := s.Read()
		if errors.Is(err, fs.ErrNotExist) || err == nil && !isCatalog.Match(text) {
			continue
		}
		if err != nil {
			return gitfile.Source{}, err
		}
		n := sharedLines(text, current.Text)
		switch {
		case n > most:
			best = []gitfile.Source{s}
			most = n
		case n == most:
			best = append(best, s)
		}
	}
	switch len(best) {
	case 0:
		return gitfile.Source{}, nil
	case 1:
		f.foundFiles = append(f.foundFiles, best[0].String())
		return best[0], nil
	}
	var names []string
	for _, s := range best {
		names = append(names, s.String())
	}
	return gitfile.Source{}, fmt.Errorf("%s is not in the base, and may have been %s; "+
		"name one, as in gen diff %s", current.Name, wording.List(names, "or"), names[0])
}

// isCandidate reports whether a file may be a catalog that nothing else is compared with.
func (f *renameFinder) isCandidate(name string) bool {
	if slices.Contains(f.compared, name) || slices.Contains(f.foundFiles, name) {
		return false
	}
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name))
}

// sharedLines counts the lines of b that are in a.
func sharedLines(a, b []byte) int {
	counts := map[string]int{}
	for line := range strings.Lines(string(a)) {
		counts[strings.TrimSpace(line)]++
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		if counts[line] > 0 {
			counts[line]--
			n++
		}
	}
	return n
}
