package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A test binary holds all changes that are tried, and obeys a file that says which of them is on. So
// packages are compiled and linked once instead of once for each change. The binary reads a file and
// not the environment, which tests do not always pass on to the commands that they start.
//
// For example, the condition of
//
//	if n > 9 {
//
// becomes, on one line,
//
//	if (func() bool { switch mutantAt(4) { case 8: return n >= 9; case 9: return n <= 9 }; return n > 9 }()) {
//
// where 4 is the site and 8 and 9 are changes.

// site is a piece of a file with all of its changes.
type site struct {
	id       int
	from, to int // the offsets
	changes  []*mutant
}

// sitesOf groups the changes of a file by the text that they replace. Outer sites come before those
// within them.
func sitesOf(changes []*mutant) (sites []*site) {
	byRange := map[[2]int]*site{}
	for _, m := range changes {
		key := [2]int{m.from, m.to}
		s := byRange[key]
		if s == nil {
			s = &site{id: m.id, from: m.from, to: m.to}
			byRange[key] = s
			sites = append(sites, s)
		}
		s.changes = append(s.changes, m)
		m.site = s.id
	}
	slices.SortFunc(sites, func(a, b *site) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	return sites
}

// withChoices returns the text of a file between two offsets in which each site has a choice. The sites
// are those between the offsets.
func withChoices(text string, from, to int, sites []*site) string {
	var b strings.Builder
	for len(sites) > 0 {
		s := sites[0]
		within := 1
		for within < len(sites) && sites[within].from < s.to {
			within++
		}
		b.WriteString(text[from:s.from])
		b.WriteString(s.choice(withChoices(text, s.from, s.to, sites[1:within])))
		from, sites = s.to, sites[within:]
	}
	b.WriteString(text[from:to])
	return b.String()
}

// choice returns the text of a site, given the text that stands for its unchanged one.
func (s *site) choice(unchanged string) string {
	first := s.changes[0]
	var b strings.Builder
	switch first.form {
	case statement:
		fmt.Fprintf(&b, "if mutantAt(%d) == %d { %s } else { %s }", s.id, first.id, first.new, unchanged)
	case simpleStatement:
		fmt.Fprintf(&b, "func() { if mutantAt(%d) == %d { %s } else { %s } }()",
			s.id, first.id, first.new, unchanged)
	case expression:
		fmt.Fprintf(&b, "(func() %s { switch mutantAt(%d) { ", first.typ, s.id)
		for _, m := range s.changes {
			fmt.Fprintf(&b, "case %d: return %s; ", m.id, m.new)
		}
		fmt.Fprintf(&b, "}; return %s }())", unchanged)
	}
	return b.String()
}

// recording is written into the file of the change that is on, so that the binary records the sites
// that it reaches.
const recording = "-1"

// importsOfChooser are the packages that the file of chooser imports.
var importsOfChooser = []string{"os", "strconv", "sync/atomic"}

// chooser returns a further file of the package, which reads the change that is on from a file. While
// recording, it appends the sites that are reached to another file. A test and the commands that it starts
// write to the same one.
func (t *target) chooser(folder string, sites int) string {
	return fmt.Sprintf(`package %s

import (
	mutantOS "os"
	mutantNumber "strconv"
	mutantAtomic "sync/atomic"
)

var mutantOn, mutantSeen = readMutant(), new([%d]mutantAtomic.Bool)

func readMutant() int {
	text, _ := mutantOS.ReadFile(%q)
	on, _ := mutantNumber.Atoi(string(text))
	return on
}

func mutantAt(site int) int {
	if mutantOn < 0 {
		recordMutant(site)
	}
	return mutantOn
}

func recordMutant(site int) {
	if mutantSeen[site].Swap(true) {
		return
	}
	f, err := mutantOS.OpenFile(%q, mutantOS.O_APPEND|mutantOS.O_CREATE|mutantOS.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	f.WriteString(mutantNumber.Itoa(site) + "\n")
	f.Close()
}
`, t.name, sites, onFile(folder), reachedFile(folder))
}

// onFile has the number of the change that is on.
func onFile(folder string) string { return filepath.Join(folder, "on") }

// reachedFile has the sites that tests reached while recording.
func reachedFile(folder string) string { return filepath.Join(folder, "reached") }

// canBeTried reports whether a change compiles, both on its own and as a choice. The latter fails for a few
// changes, such as those of a constant.
func (t *target) canBeTried(m *mutant) bool {
	if !t.compiles(m.file.path, m.file.text[:m.from]+m.new+m.file.text[m.to:]) {
		return false
	}
	alone := *m
	alone.id = 1
	chooser, err := t.parse("chooser.go", t.chooser("", 2))
	if err != nil {
		panic(err)
	}
	choice := withChoices(m.file.text, 0, len(m.file.text), sitesOf([]*mutant{&alone}))
	return t.compiles(m.file.path, choice, chooser)
}
