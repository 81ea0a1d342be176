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
	gone       []catalog.Source // remaining files
	at         map[string]gitfile.Source
}

// versions distinguish catalogs and overlays from other files.
var versions = map[string]*regexp.Regexp{
	"catalog": regexp.MustCompile(`(?m)^[{\s]*["']?catalog["']?\s*:\s*\d`),
	"overlay": regexp.MustCompile(`(?m)^[{\s]*["']?overlay["']?\s*:\s*\d`),
}

// from returns the file of the base that shares the most lines with a file of the head, or the
// zero value. An overlay must share half of its lines.
func (m *moved) from(kind string, now catalog.Source) (gitfile.Source, error) {
	if err := m.find(); err != nil {
		return gitfile.Source{}, err
	}
	var best []catalog.Source
	most := 0
	if kind == "overlay" {
		most = strings.Count(string(now.Text), "\n") / 2
	}
	for _, s := range m.gone {
		if !versions[kind].Match(s.Text) {
			continue
		}
		if n := sharedLines(s.Text, now.Text); n > most {
			best, most = []catalog.Source{s}, n
		} else if n == most {
			best = append(best, s)
		}
	}
	switch len(best) {
	case 0:
		return gitfile.Source{}, nil
	case 1:
		m.gone = slices.DeleteFunc(m.gone, func(s catalog.Source) bool { return s.Name == best[0].Name })
		m.taken = append(m.taken, best[0].Name)
		return m.at[best[0].Name], nil
	}
	var names []string
	for _, s := range best {
		names = append(names, s.Name)
	}
	return gitfile.Source{}, fmt.Errorf("%s is not in the base, and may have been %s; name one, as in gen diff %s", now.Name, wording.List(names, "or"), names[0])
}

// find reads the files that the head no longer has, once.
func (m *moved) find() error {
	if m.read {
		return nil
	}
	m.read, m.at = true, map[string]gitfile.Source{}
	gone, err := m.base.Gone(m.head)
	if err != nil {
		return err
	}
	if m.usual {
		dir, err := settingsDir()
		if err != nil {
			return err
		}
		gone = append(gone, m.base.Beside(filepath.Join(dir, defaultSpec)))
	}
	for _, s := range gone {
		if !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(s.Path)) {
			continue
		}
		if _, seen := m.at[s.String()]; seen || slices.Contains(m.compared, s.String()) {
			continue
		}
		text, err := s.Read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		m.gone = append(m.gone, catalog.Source{Name: s.String(), Text: text})
		m.at[s.String()] = s
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
