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

// moved finds catalogs and overlays that have another name in the base of a comparison, among
// the files that the head no longer has. Unlike git, it finds a catalog even if most lines
// changed or if the new file is not tracked yet.
type moved struct {
	base, head gitfile.Source
	usual      bool     // the base has no settings, so its catalog has the default path
	compared   []string // files that are compared anyway
	taken      []string // files that were found
	read       bool
	gone       []goneFile // remaining files
}

// goneFile is a file of the base that the head does not have.
type goneFile struct {
	gitfile.Source
	text []byte
}

// from returns the file of the base that shares the most lines with a file of the head, or the
// zero value. An overlay must share half of its lines.
func (m *moved) from(kind string, now catalog.Source) (gitfile.Source, error) {
	if err := m.find(); err != nil {
		return gitfile.Source{}, err
	}
	var best []string
	var found gitfile.Source
	version := regexp.MustCompile(`(?m)^[{\s]*["']?` + kind + `["']?\s*:\s*\d`) // which other files lack
	most := 0
	if kind == "overlay" {
		most = strings.Count(string(now.Text), "\n") / 2
	}
	for _, s := range m.gone {
		if !version.Match(s.text) {
			continue
		}
		if n := sharedLines(s.text, now.Text); n > most {
			best, found, most = []string{s.String()}, s.Source, n
		} else if n == most {
			best, found = append(best, s.String()), s.Source
		}
	}
	if len(best) > 1 {
		return gitfile.Source{}, fmt.Errorf("%s is not in the base, and may have been %s; name one, as in gen diff %s", now.Name, wording.List(best, "or"), best[0])
	}
	m.gone = slices.DeleteFunc(m.gone, func(s goneFile) bool { return slices.Contains(best, s.String()) })
	m.taken = append(m.taken, best...)
	return found, nil
}

// find reads the files that the head no longer has, once.
func (m *moved) find() error {
	if m.read {
		return nil
	}
	m.read = true
	gone, err := m.base.Deleted(m.head)
	if err != nil {
		return err
	}
	if m.usual {
		gone = append(gone, m.base.Beside(filepath.Join(filepath.Dir(settingsName()), defaultSpec)))
	}
	for _, s := range gone {
		if !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(s.Path)) {
			continue
		}
		seen := slices.ContainsFunc(m.gone, func(other goneFile) bool { return other.String() == s.String() })
		if seen || slices.Contains(m.compared, s.String()) {
			continue
		}
		text, err := s.Read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		m.gone = append(m.gone, goneFile{s, text})
	}
	return nil
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
