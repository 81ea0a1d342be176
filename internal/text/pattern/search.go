package pattern

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A search goes through texts in the order of their lengths, and runs all automata on each at once. Texts
// that lead all of them to the same states are alike, and characters that all treat alike are one, so
// that few texts are tried. Expressions can still have too many states, so the work is bounded.

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
	states []int // by machine
	last   rune  // character of the text
	before *node // of the text without it, nil for the empty text
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
		s.machines = append(s.machines, newPattern(broken.expr, s.budget))
		s.broken = true
	}
	simple := strings.Repeat("x", min(low, longest))
	if len(s.machines) == 0 || fits(simple) {
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
		if m.isDecided(states[i]) && m.accepts(states[i]) != s.wants(i) {
			return nil, false
		}
	}
	return states, true
}

// wants reports whether a machine has to accept.
func (s *searching) wants(i int) bool { return !s.broken || i < len(s.machines)-1 }

// accepts reports whether the text of a node is what the search looks for.
func (s *searching) accepts(n *node) bool {
	for i, state := range n.states {
		if s.machines[i].accepts(state) != s.wants(i) {
			return false
		}
	}
	return true
}

// text returns the text of a node.
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
	sets, bounds := distinguished(machines)
	c := classifier{sets: sets, seen: map[string]bool{}, budget: b}
	for _, r := range preferred {
		c.take(r, r)
	}
	for i, r := range bounds[:len(bounds)-1] {
		if 0xD800 <= r && r < 0xE000 {
			continue // half of a surrogate pair
		}
		if !c.take(r, printableIn(r, bounds[i+1]-1)) {
			return nil
		}
	}
	return c.found
}

// distinguished returns the sets of characters that machines distinguish, each once, and the characters
// at which one of them begins or has ended, in order.
func distinguished(machines []*pattern) (sets [][]rune, bounds []rune) {
	bounds = []rune{0, 0xD800, 0xE000, utf8.MaxRune + 1}
	for _, m := range machines {
		for _, set := range m.sets() {
			isSame := func(other []rune) bool { return slices.Equal(other, set) }
			if slices.ContainsFunc(sets, isSame) {
				continue
			}
			sets = append(sets, set)
			for i := 0; i < len(set); i += 2 {
				bounds = append(bounds, set[i], set[i+1]+1)
			}
		}
	}
	slices.Sort(bounds)
	return sets, slices.Compact(bounds)
}

// classifier finds a character of each class.
type classifier struct {
	*budget
	sets  [][]rune
	seen  map[string]bool // classes, by the sets that they are in
	found []rune
}

// take adds a printed character if that of its class is not found yet, where r is any of the class. It
// reports false if the budget is spent.
func (c *classifier) take(r, printed rune) bool {
	memberships := make([]byte, (len(c.sets)+7)/8) // a bit for each set
	for i, set := range c.sets {
		if contains(set, r) {
			memberships[i/8] |= 1 << (i % 8)
		}
	}
	if !c.seen[string(memberships)] {
		c.seen[string(memberships)] = true
		c.found = append(c.found, printed)
	}
	return c.spend(len(c.sets) + 1)
}

// printableIn returns the first printable character of a range, or the last one that it tries.
func printableIn(first, last rune) rune {
	const most = 100
	r := first
	for r < min(last, first+most) && !unicode.IsPrint(r) {
		r++
	}
	return r
}

// contains reports whether a set contains a character. Its ranges are in order.
func contains(set []rune, r rune) bool {
	i := sort.Search(len(set)/2, func(i int) bool { return r <= set[2*i+1] })
	return 2*i < len(set) && set[2*i] <= r
}
