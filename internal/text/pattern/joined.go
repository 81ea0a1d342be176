package pattern

import (
	"slices"
	"strings"
)

// Joined accepts texts of min to max non-empty items with a separator between them. The empty
// text has no items.
func Joined(separator string, min, max int) Constraint {
	return Constraint{max: Unbounded,
		Holds: func(s string) bool {
			var items []string
			if s != "" {
				items = strings.Split(s, separator)
			}
			return min <= len(items) && len(items) <= max && !slices.Contains(items, "")
		},
		machine: func(*budget) machine { return newJoined(separator, min, max) },
	}
}

// joined is the automaton of a joined list.
type joined struct {
	separator []rune
	min, max  int
	states    []list
	known     map[list]int
}

// list is a state of a joined list.
type list struct {
	items int  // before the last one, up to the number that matters
	met   int  // characters of the separator at the end
	size  int  // characters of the last item and the separator, up to the number that matters
	wrong bool // an item is empty, or there are too many
}

func newJoined(separator string, min, max int) *joined {
	j := &joined{separator: []rune(separator), min: min, max: max, known: map[list]int{}}
	j.state(list{})
	return j
}

func (j *joined) state(l list) int {
	if l.wrong {
		l = list{wrong: true}
	}
	n, ok := j.known[l]
	if !ok {
		n = len(j.states)
		j.known[l] = n
		j.states = append(j.states, l)
	}
	return n
}

func (j *joined) sets() [][]rune {
	var all [][]rune
	for _, r := range j.separator {
		all = append(all, []rune{r, r})
	}
	return all
}

func (j *joined) next(state int, r rune) int {
	l := j.states[state]
	if l.wrong {
		return state
	}
	end := append(slices.Clone(j.separator[:l.met]), r)
	for l.met = len(end); !slices.Equal(end[len(end)-l.met:], j.separator[:l.met]); l.met-- {
	}
	l.size = min(l.size+1, len(j.separator)+1)
	if l.met == len(j.separator) {
		l.wrong = l.size == l.met
		l.met, l.size, l.items = 0, 0, l.items+1
		if j.max == Unbounded {
			l.items = min(l.items, max(j.min, 1))
		}
	}
	l.wrong = l.wrong || l.items >= j.max
	return j.state(l)
}

func (j *joined) accepts(state int) bool {
	l := j.states[state]
	if l == (list{}) { // the text is empty
		return j.min == 0
	}
	return !l.wrong && l.size > 0 && l.items+1 >= j.min
}

func (j *joined) final(state int) bool { return j.states[state].wrong }
