package pattern

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// A regular expression is an automaton whose states are found while texts are tried: most of them
// are never reached. Instructions are those of regexp/syntax, which also says what they mean, so
// that this package accepts exactly what package regexp does.
//
// A search runs several automata on one text. It knows their states by number, from 0 for the empty
// text, and asks sets which characters it need not try twice, next for the state after a character,
// accepts whether the text matches, and isDecided whether more of it can change that.

// pattern is the automaton of a regular expression. A state consists of the instructions that
// may come next and of the preceding character, as far as the expression distinguishes it.
type pattern struct {
	*budget
	program  *syntax.Prog
	asks     syntax.EmptyOp // its conditions on places between characters
	anchored bool           // it matches only at the beginning
	states   []place        // by number, as they were found
	numbers  map[string]int // of states, by their content
}

// place is a state of a pattern.
type place struct {
	instructions []uint32 // in order, each once
	before       rune     // the result of relevant
	matched      bool
}

// beyondText stands for the character before the first one of a text and after the last one, as in
// [syntax.EmptyOpContext].
const beyondText rune = -1

// Characters that a state has before it, in place of those that the expression does not
// distinguish.
const (
	anyLetter = 'a' // of a word
	anyOther  = ' '
	anyText   = 'm' // after a match; relevant returns no such character, so that this state is another
)

// matchedPlace is the state of all texts that match, whatever follows.
var matchedPlace = place{before: anyText, matched: true}

// oneOf returns an expression that matches only the texts. It is not parsed, because a parser
// would nest the common beginnings of many texts too deeply.
func oneOf(texts []string) *syntax.Regexp {
	alternate := &syntax.Regexp{Op: syntax.OpAlternate}
	for _, text := range texts {
		alternate.Sub = append(alternate.Sub, &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune(text)})
	}
	begin := &syntax.Regexp{Op: syntax.OpBeginText}
	end := &syntax.Regexp{Op: syntax.OpEndText}
	return &syntax.Regexp{Op: syntax.OpConcat, Sub: []*syntax.Regexp{begin, alternate, end}}
}

// newPattern returns the automaton of an expression with state 0, that of the empty text. Each
// step of it spends some of the budget, which it shares with the other automata of a search. The
// caller has to notice that the budget is spent.
func newPattern(expr *syntax.Regexp, b *budget) *pattern {
	program, err := syntax.Compile(expr)
	if err != nil {
		panic("pattern: " + err.Error())
	}
	p := &pattern{
		budget:   b,
		program:  program,
		anchored: program.StartCond()&syntax.EmptyBeginText != 0,
		numbers:  map[string]int{},
	}
	for _, i := range program.Inst {
		if i.Op == syntax.InstEmptyWidth {
			p.asks |= syntax.EmptyOp(i.Arg)
		}
	}
	p.state(place{instructions: []uint32{uint32(program.Start)}, before: p.relevant(beyondText)})
	return p
}

// relevant returns one character for all that the expression does not distinguish by what may
// follow.
func (p *pattern) relevant(r rune) rune {
	switch {
	case r == beyondText && p.asksBegin():
		return r
	case r == '\n' && p.asksLineBegin():
		return r
	case syntax.IsWordChar(r) && p.asksWords():
		return anyLetter
	default:
		return anyOther
	}
}

// asksBegin reports whether the expression distinguishes the beginning of the text, which is also
// that of a line.
func (p *pattern) asksBegin() bool { return p.asks&syntax.EmptyBeginText != 0 || p.asksLineBegin() }

// asksLineBegin reports whether the expression distinguishes the beginnings of lines.
func (p *pattern) asksLineBegin() bool { return p.asks&syntax.EmptyBeginLine != 0 }

// asksWords reports whether the expression distinguishes words by \b or \B.
func (p *pattern) asksWords() bool {
	return p.asks&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
}

// state returns the number of a state, a new one if it was not found before. It orders the
// instructions.
func (p *pattern) state(s place) int {
	slices.Sort(s.instructions)
	s.instructions = slices.Compact(s.instructions)
	content := string(s.before) + key(s.instructions)
	n, isFound := p.numbers[content]
	if !isFound {
		n = len(p.states)
		p.numbers[content] = n
		p.states = append(p.states, s)
	}
	return n
}

// letters are the characters of words, as \b defines them.
var letters = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}

// sets returns the sets of characters that the expression distinguishes. Each consists of ranges,
// in order: the first character of each and its last one, so that [A-Za] is A, Z, a, a. Two
// characters that are in the same sets lead from any state to the same one, so that one of them is
// tried.
func (p *pattern) sets() [][]rune {
	sets := [][]rune{{'\n', '\n'}}
	if p.asksWords() {
		sets = append(sets, letters)
	}
	for _, i := range p.program.Inst {
		if i.Op == syntax.InstRune || i.Op == syntax.InstRune1 {
			sets = append(sets, rangesOf(&i))
		}
	}
	return sets
}

// rangesOf returns the characters that an instruction reads, as ranges. A single one may stand for
// its case variants.
func rangesOf(i *syntax.Inst) []rune {
	if len(i.Rune) != 1 {
		return i.Rune
	}
	only := i.Rune[0]
	ranges := []rune{only, only}
	if syntax.Flags(i.Arg)&syntax.FoldCase != 0 {
		for r := unicode.SimpleFold(only); r != only; r = unicode.SimpleFold(r) {
			ranges = append(ranges, r, r)
		}
		slices.Sort(ranges)
	}
	return ranges
}

// reached follows the instructions that read nothing, at a place where some conditions hold. It
// returns the instructions that read a character and reports whether there is a match, without
// instructions.
func (p *pattern) reached(from []uint32, holds syntax.EmptyOp) (reading []uint32, match bool) {
	seen := map[uint32]bool{}
	for todo := slices.Clone(from); len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		switch i := p.program.Inst[at]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, i.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(i.Arg)&^holds == 0 {
				todo = append(todo, i.Out)
			}
		case syntax.InstMatch:
			return nil, true
		case syntax.InstFail:
		default:
			reading = append(reading, at)
		}
	}
	p.spend(len(seen))
	return reading, false
}

// next returns the state after one more character of the text, which it may be the first to find.
// The match of an expression that is not anchored may begin behind each character.
func (p *pattern) next(state int, r rune) int {
	from := p.states[state]
	if from.matched {
		return state
	}
	reading, match := p.reached(from.instructions, syntax.EmptyOpContext(from.before, r))
	if match {
		return p.state(matchedPlace)
	}
	to := place{before: p.relevant(r)}
	for _, n := range reading {
		if i := p.program.Inst[n]; reads(&i, r) {
			to.instructions = append(to.instructions, i.Out)
		}
	}
	if !p.anchored {
		to.instructions = append(to.instructions, uint32(p.program.Start))
	}
	return p.state(to)
}

// reads reports whether an instruction that reads a character reads this one. MatchRune is not
// made for the instructions of a dot.
func reads(i *syntax.Inst, r rune) bool {
	switch i.Op {
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return i.MatchRune(r)
}

// accepts reports whether a text that leads to a state, and ends there, matches: the conditions at
// the end of a text, such as $, hold only here.
func (p *pattern) accepts(state int) bool {
	last := p.states[state]
	if last.matched {
		return true
	}
	_, match := p.reached(last.instructions, syntax.EmptyOpContext(last.before, beyondText))
	return match
}

// isDecided reports whether nothing that follows can change what accepts reports: the text matches
// already, or no instruction is left that could lead to a match.
func (p *pattern) isDecided(state int) bool {
	s := p.states[state]
	return s.matched || len(s.instructions) == 0
}
