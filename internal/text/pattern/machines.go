package pattern

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// A regular expression is an automaton whose states are found while texts are tried: most of them are
// never reached. Instructions are those of regexp/syntax, which also says what they mean, so that this
// package accepts exactly what package regexp does.

// pattern is the automaton of a regular expression. A state consists of the instructions that
// may come next and of the preceding character, as far as the expression distinguishes it.
type pattern struct {
	*budget
	program  *syntax.Prog
	asks     syntax.EmptyOp // its conditions on places between characters
	anchored bool           // it matches only at the beginning
	states   []place        // by number, as they were found; the first is that of the empty text
	known    map[string]int // the numbers of states by their content
}

// place is a state of a pattern.
type place struct {
	instructions []uint32
	before       rune // the result of relevant
	matched      bool
}

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

// newPattern returns the automaton of an expression, with its first state. Its steps count for a budget.
func newPattern(expr *syntax.Regexp, b *budget) *pattern {
	program, err := syntax.Compile(expr)
	if err != nil {
		panic("pattern: " + err.Error())
	}
	p := &pattern{
		budget:   b,
		program:  program,
		anchored: program.StartCond()&syntax.EmptyBeginText != 0,
		known:    map[string]int{},
	}
	for _, i := range program.Inst {
		if i.Op == syntax.InstEmptyWidth {
			p.asks |= syntax.EmptyOp(i.Arg)
		}
	}
	p.state(place{instructions: []uint32{uint32(program.Start)}, before: p.relevant(-1)})
	return p
}

// relevant returns one character for all that the expression does not distinguish.
func (p *pattern) relevant(r rune) rune {
	asksBegin := p.asks&(syntax.EmptyBeginText|syntax.EmptyBeginLine) != 0
	asksLine := p.asks&syntax.EmptyBeginLine != 0
	switch {
	case r == -1 && asksBegin, r == '\n' && asksLine: // -1 is the beginning of the text
		return r
	case r != -1 && p.asksWords() && syntax.IsWordChar(r):
		return 'a'
	default:
		return ' '
	}
}

// asksWords reports whether the expression distinguishes words by \b or \B.
func (p *pattern) asksWords() bool {
	return p.asks&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
}

// state returns the number of a state, a new one if it was not found before. After a match, nothing
// matters, so all such states are one.
func (p *pattern) state(at place) int {
	if at.matched {
		at = place{matched: true, before: 'm'}
	}
	slices.Sort(at.instructions)
	at.instructions = slices.Compact(at.instructions)
	name := string(at.before) + key(at.instructions)
	n, isKnown := p.known[name]
	if !isKnown {
		n = len(p.states)
		p.known[name] = n
		p.states = append(p.states, at)
	}
	return n
}

// letters are the characters of words, as \b defines them.
var letters = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}

// sets returns the sets of characters that the expression distinguishes, as ranges: the first character of
// each and its last one. Two characters that are in the same sets are alike.
func (p *pattern) sets() [][]rune {
	all := [][]rune{{'\n', '\n'}}
	if p.asksWords() {
		all = append(all, letters)
	}
	for _, i := range p.program.Inst {
		if i.Op == syntax.InstRune || i.Op == syntax.InstRune1 {
			all = append(all, rangesOf(&i))
		}
	}
	return all
}

// rangesOf returns the characters that an instruction reads. A single one may stand for its case variants.
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

// reached follows the instructions that read nothing, at a place where some conditions
// hold. It returns the instructions that read a character and reports whether there is a match.
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

// next returns the state after a character. An expression that is not anchored may begin at each of them.
func (p *pattern) next(state int, r rune) int {
	at := p.states[state]
	if at.matched {
		return state
	}
	reading, match := p.reached(at.instructions, syntax.EmptyOpContext(at.before, r))
	if match {
		return p.state(place{matched: true})
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

// reads reports whether an instruction reads a character.
func reads(i *syntax.Inst, r rune) bool {
	switch i.Op {
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return i.MatchRune(r)
}

// accepts reports whether a text that leads to a state, and ends there, matches.
func (p *pattern) accepts(state int) bool {
	at := p.states[state]
	if at.matched {
		return true
	}
	_, match := p.reached(at.instructions, syntax.EmptyOpContext(at.before, -1))
	return match
}

// final reports whether all texts that go on from a state match, or none does.
func (p *pattern) final(state int) bool {
	at := p.states[state]
	return at.matched || len(at.instructions) == 0
}
