package pattern

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a search.
const (
	mostWork = 500_000 // steps of automata
	longest  = 1 << 20 // characters of a text that only needs a length
	fewNodes = 10      // of a length, if there are too many to follow all of them
)

// budget is the rest of the work that a search may do.
type budget struct{ left int }

// spend takes some of the budget, and reports whether there was enough.
func (b *budget) spend(n int) bool {
	b.left -= n
	return b.left >= 0
}

// node is a step of the search: the states of all automata after a text.
type node struct {
	states []int
	last   rune
	before *node
}

// key encodes numbers as the key of a map.
func key[T int | uint32](numbers []T) string {
	var b []byte
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(b)
}

// searching is a search with its automata. All must accept the text, except the last one if
// broken is set.
type searching struct {
	*budget
	machines []*pattern
	broken   bool
	classes  []rune  // one character of each class that all automata treat alike
	known    [][]int // the next state plus one by machine, and by state and class; 0 is unknown
}

// search looks for a text of low to high characters that satisfies keep and violates broken.
func search(keep []Constraint, broken *Constraint, low, high int, fits func(string) bool) (string, Result) {
	if low > high {
		return "", None
	}
	s := &searching{budget: &budget{mostWork}}
	for _, c := range keep {
		if c.expr != nil {
			s.machines = append(s.machines, newPattern(c.expr, s.budget))
		}
	}
	if broken != nil {
		s.machines, s.broken = append(s.machines, newPattern(broken.expr, s.budget)), true
	}
	if simple := strings.Repeat("x", min(low, longest)); len(s.machines) == 0 || fits(simple) {
		return simple, Found
	}
	s.known = make([][]int, len(s.machines))
	s.classes = classes(s.machines, s.budget)
	if s.classes == nil {
		return "", Undecided
	}
	text, result := s.shortest(low, high, mostWork)
	if result == Undecided {
		s.left = mostWork / 8
		text, result = s.shortest(low, high, fewNodes)
	}
	return text, result
}

// shortest tries texts in the order of their lengths. From the minimum length on, it skips
// nodes that it has met before. It follows at most the given number of nodes of a length.
func (s *searching) shortest(low, high, most int) (string, Result) {
	none := None
	level := []*node{{states: make([]int, len(s.machines))}}
	met := map[string]bool{}
	for length := 0; len(level) > 0 && length <= high; length++ {
		if length < low {
			clear(met)
		}
		var next []*node
		for _, n := range level {
			if length >= low && s.accepts(n) {
				return n.text(), Found
			}
			for class, r := range s.classes {
				to, ok := s.after(n, class)
				if !s.spend(len(s.machines)) {
					return "", Undecided
				}
				if at := key(to); ok && !met[at] {
					met[at] = true
					next = append(next, &node{to, r, n})
				}
			}
		}
		level = next
		if len(level) > most {
			level = level[:most]
			none = Undecided
		}
	}
	return "", none
}

// after returns the states after one more character, or false if no continuation can
// succeed.
func (s *searching) after(n *node, class int) ([]int, bool) {
	states := slices.Clone(n.states)
	for i, m := range s.machines {
		at := states[i]*len(s.classes) + class
		if more := at + 1 - len(s.known[i]); more > 0 {
			s.known[i] = append(s.known[i], make([]int, more)...)
		}
		if s.known[i][at] == 0 {
			s.known[i][at] = m.next(states[i], s.classes[class]) + 1
		}
		states[i] = s.known[i][at] - 1
		if m.final(states[i]) && m.accepts(states[i]) != s.wants(i) {
			return nil, false
		}
	}
	return states, true
}

// wants reports whether a machine has to accept.
func (s *searching) wants(i int) bool { return !s.broken || i < len(s.machines)-1 }

func (s *searching) accepts(n *node) bool {
	for i, state := range n.states {
		if s.machines[i].accepts(state) != s.wants(i) {
			return false
		}
	}
	return true
}

func (n *node) text() string {
	var runes []rune
	for ; n.before != nil; n = n.before {
		runes = append(runes, n.last)
	}
	slices.Reverse(runes)
	return string(runes)
}

// preferred are the characters that texts consist of if there is a choice.
const preferred = "xabcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:;/+*=#@%&!?()[]{}<>|~^$'`\"\\ "

// classes returns one character for each class of characters that all machines treat alike,
// or nil if there are too many.
func classes(machines []*pattern, b *budget) []rune {
	var sets [][]rune
	bounds := []rune{0, 0xD800, 0xE000, utf8.MaxRune + 1}
	for _, m := range machines {
		for _, set := range m.sets() {
			if slices.ContainsFunc(sets, func(s []rune) bool { return slices.Equal(s, set) }) {
				continue
			}
			sets = append(sets, set)
			for i := 0; i < len(set); i += 2 {
				bounds = append(bounds, set[i], set[i+1]+1)
			}
		}
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	seen, found := map[string]bool{}, []rune(nil)
	take := func(r, printed rune) bool {
		key := make([]byte, (len(sets)+7)/8)
		for i, set := range sets {
			if contains(set, r) {
				key[i/8] |= 1 << (i % 8)
			}
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			found = append(found, printed)
		}
		return b.spend(len(sets) + 1)
	}
	for _, r := range preferred {
		take(r, r)
	}
	for i, r := range bounds[:len(bounds)-1] {
		if 0xD800 <= r && r < 0xE000 {
			continue // half of a surrogate pair
		}
		printed := r
		for ; printed < min(bounds[i+1]-1, r+100) && !unicode.IsPrint(printed); printed++ {
		}
		if !take(r, printed) {
			return nil
		}
	}
	return found
}

// contains reports whether a set contains a character. Its ranges are in order.
func contains(set []rune, r rune) bool {
	i := sort.Search(len(set)/2, func(i int) bool { return r <= set[2*i+1] })
	return 2*i < len(set) && set[2*i] <= r
}
