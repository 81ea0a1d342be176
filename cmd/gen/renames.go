package main

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

// renameFinder finds catalogs that have another name in the base of a comparison, among the files that
// the head no longer has. Unlike git, it finds a catalog even if most lines changed or if the new
// file is not tracked yet.
type renameFinder struct {
	base, head gitfile.Source
	compared   []string // files that are compared anyway
	taken      []string // files that were found
}

// isCatalog matches a catalog and no other file: the version of its format.
var isCatalog = regexp.MustCompile(`(?m)^[{\s]*["']?catalog["']?\s*:\s*\d`)

// find returns the file of the base that shares the most lines with a catalog of the head, or the
// zero value.
func (m *renameFinder) find(now catalog.Source) (gitfile.Source, error) {
	gone, err := m.base.Deleted(m.head)
	if err != nil {
		return gitfile.Source{}, err
	}
	var best []string
	var found gitfile.Source
	most := 0
	for _, s := range gone {
		name := s.String()
		if slices.Contains(slices.Concat(m.compared, m.taken), name) || !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name)) {
			continue
		}
		text, err := s.Read()
		if errors.Is(err, fs.ErrNotExist) || err == nil && !isCatalog.Match(text) {
			continue
		}
		if err != nil {
			return gitfile.Source{}, err
		}
		if n := sharedLines(text, now.Text); n > most {
			best, found, most = []string{name}, s, n
		} else if n == most {
			best, found = append(best, name), s
		}
	}
	if len(best) > 1 {
		return gitfile.Source{}, fmt.Errorf("%s is not in the base, and may have been %s; name one, as in gen diff %s", now.Name, wording.List(best, "or"), best[0])
	}
	m.taken = append(m.taken, best...)
	return found, nil
}

// sharedLines counts the lines of b that are in a.
func sharedLines(a, b []byte) int {
	in := map[string]int{}
	for line := range strings.Lines(string(a)) {
		in[strings.TrimSpace(line)]++
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); in[line] > 0 {
			in[line]--
			n++
		}
	}
	return n
}
