package yamldoc

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// Reading a text has three steps: it is checked before the scanner of go-yaml sees it, which is not
// made for hostile texts; its tokens are taken, corrected where the scanner is wrong; and the tokens
// of one document are left. The treeParser makes nodes of those.

// Limits that bound the memory and time for a hostile text.
const (
	maxDepth = 100     // levels of nesting
	maxNodes = 100_000 // nodes to which all aliases expand

	// maxIndicators bounds the characters that can start a token. The scanner uses about 300
	// bytes for a token, even for a comment, so 32 MiB of tokens would need 9 GiB. A catalog
	// of 10,000 operations has 100,000.
	maxIndicators = 2_000_000

	// maxBlank bounds the blank lines in a row. The scanner copies a text after | or > once
	// for each blank line that follows.
	maxBlank = 100
)

// lexeme is what the parser needs of a token of the scanner. The scanner's tokens are three times as
// large and lead to each other, so that the last one would keep all of them.
type lexeme struct {
	Type         token.Type
	line, column int
	Value        string
	Origin       string // with the white space and the quotes around it
}

// Parse returns the value of a text. If it cannot be read, Parse reports why and returns nil.
func (c *Checker) Parse(src Source, f Format) *Node {
	size := len(src.Text)
	if size > maxSize {
		src.Text = nil
	}
	s := newSource(len(c.sources), src)
	s.set = &fileSet{
		name:    f.Name,
		private: f.Private,
		beside:  src.Beside,
		named:   map[string]*Node{s.path: nil},
	}
	return c.parse(s, size, f, 0)
}

// parse reads a text of a size, whose value is at a depth in the first file of its set.
func (c *Checker) parse(src *source, size int, f Format, depth int) *Node {
	p := &treeParser{checker: c, src: src, format: f, depth: depth, anchors: map[string]*Node{}}
	c.sources = append(c.sources, src)
	src.set.size += size
	if src.set.size > maxSize {
		p.report(TooLarge, p.place(1, 1, 1), "%s is larger than the limit of %d MiB",
			src.set.subject(), maxSize>>20)
		return nil
	}
	if !p.checkText() || !p.scan() || !p.keepDocument() {
		return nil
	}
	return p.document()
}

// conflictMarkers start lines of version control, which brackets and quotes may hide from the scanner.
var conflictMarkers = []string{"<<<<<<<", "=======", ">>>>>>>"}

// checkText reports whether the text is UTF-8 that the scanner can read, and reports a problem
// otherwise.
func (p *treeParser) checkText() bool {
	text := p.src.text
	refuse := func(id ID, offset int, format string, args ...any) bool {
		line, col := p.src.position(offset)
		p.report(id, p.place(line, col, 1), format, args...)
		return false
	}
	indicators := 0
	blank := 0 // line breaks since the last text
	for i, r := range text {
		switch r {
		case '\n':
			blank++
			if blank > maxBlank+1 {
				start := strings.LastIndexByte(text[:i], '\n') + 1
				return refuse(Syntax, start, "more than %d blank lines in a row; delete some",
					maxBlank)
			}
		case ' ', '\t':
		default:
			blank = 0
		}
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			return refuse(BadEncoding, i, "byte 0x%02x is not UTF-8; save the text as UTF-8",
				text[i])
		case r < ' ' && r != '\t' && r != '\n':
			return refuse(ControlCharacter, i,
				"control character U+%04X; delete it, or write it as an escape between double "+
					"quotes",
				r)
		case isIndicator(r), r == '#' && startsComment(text, i):
			indicators++
		}
	}
	if p.hasConflict() {
		return false
	}
	p.src.set.indicators += indicators
	p.tokens = make([]lexeme, 0, 2*min(indicators, maxIndicators)+2) // one for each, and a text between two
	if p.src.set.indicators > maxIndicators {
		return refuse(TooManyNodes, 0,
			"%s has %d brackets, commas, colons, hyphens and comments, of at most %d; shorten it",
			p.src.set.subject(), p.src.set.indicators, maxIndicators)
	}
	return true
}

// isIndicator reports whether a character can be a token or start one, wherever it is.
func isIndicator(r rune) bool {
	switch r {
	case '[', ']', '{', '}', ',', ':', '?', '-', '&', '*', '!':
		return true
	default:
		return false
	}
}

// startsComment reports whether a hash at an index starts a comment.
func startsComment(text string, i int) bool {
	return i == 0 || strings.IndexByte(" \t\n", text[i-1]) >= 0
}

// hasConflict reports whether a line is a conflict marker, and reports a problem if so.
func (p *treeParser) hasConflict() bool {
	for i, line := range p.src.lines {
		word, _, _ := strings.Cut(line, " ")
		if slices.Contains(conflictMarkers, word) {
			p.report(Syntax, p.place(i+1, 1, 7),
				"a conflict marker of a merge; choose one side, and delete the markers")
			return true
		}
	}
	return false
}

// scan sets the tokens of the text, without comments. It uses only the scanner of go-yaml: the
// parser recurses for each key of a map and copies the keys before it, so a long map takes
// quadratic time and may overflow the stack, which recover does not catch.
func (p *treeParser) scan() (ok bool) {
	// The text is not trusted, so a panic of the scanner must not stop the program.
	defer func() {
		if r := recover(); r != nil {
			p.report(Syntax, p.place(1, 1, 1),
				"the YAML scanner failed on this text (%v); look for an unusual character or "+
					"an unclosed quote",
				r)
			ok = false
		}
	}()
	var s scanner.Scanner
	text := p.src.text
	if _, cut := p.src.unfinishedLine(); cut {
		text += "\n" // otherwise, the scanner drops or does not fold some last lines
	}
	text, colons := maskColons(text)
	text, angles, ok := maskAngles(text)
	if !ok {
		p.report(Syntax, p.place(1, 1, 1),
			`more than %d "<" in a row, and every character for private use; shorten the row`,
			maxAngles)
		return false
	}
	s.Init(text)
	for {
		batch, err := s.Scan()
		for _, t := range batch {
			colons.unmaskToken(t)
			angles.unmaskToken(t)
			if !p.addToken(t) {
				return false
			}
		}
		if errors.Is(err, io.EOF) {
			p.endLine()
			return true
		}
		if err != nil {
			message := angles.unmaskMessage(colons.unmaskMessage(err.Error()))
			p.report(Syntax, p.place(1, 1, 1), "%s", scannerMessage(message))
			return false
		}
	}
}

// addToken adds a token of the scanner, unless it is a comment. It reports a problem and returns false
// if the text cannot be read.
func (p *treeParser) addToken(t *token.Token) bool {
	switch t.Type {
	case token.CommentType:
		return p.checkComment(t)
	case token.InvalidType:
		p.report(Syntax, p.place(t.Position.Line, t.Position.Column, 1), "%s", scannerMessage(t.Error))
		return false
	}
	if n := len(p.tokens); n > 0 && p.tokens[n-1].line != t.Position.Line {
		p.endLine()
	}
	p.tokens = append(p.tokens, lexeme{
		Type:   t.Type,
		line:   t.Position.Line,
		column: t.Position.Column,
		Value:  t.Value,
		Origin: t.Origin,
	})
	return true
}

// endLine corrects the token so far, which is the last one of its line.
func (p *treeParser) endLine() {
	if n := len(p.tokens); n > 0 {
		p.align(&p.tokens[n-1])
	}
}

// checkComment refuses a comment that YAML 1.1 ends before the end of its line: other readers
// could find a key after it. In YAML 1.2, and so in a text, these characters end no line.
func (p *treeParser) checkComment(t *token.Token) bool {
	if !strings.ContainsAny(t.Value, "\u0085\u2028\u2029") {
		return true
	}
	line := []rune(p.src.line(t.Position.Line))
	for i := t.Position.Column - 1; i < len(line); i++ {
		switch line[i] {
		case '\u0085', '\u2028', '\u2029':
			p.report(ControlCharacter, p.place(t.Position.Line, i+1, 1),
				"control character U+%04X, at which a comment ends for some readers; delete it", line[i])
			return false
		}
	}
	return true
}

// align corrects the column of a plain text at the end of a line, which the scanner computes
// wrong if blanks follow. Only the last token of a line is corrected, so that a long line is
// searched once.
func (p *treeParser) align(t *lexeme) {
	if !isScalar(t) || t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType {
		return
	}
	first, _, _ := strings.Cut(strings.Trim(t.Origin, " \n"), "\n")
	first = strings.TrimRight(first, " \t")
	whole := p.src.line(t.line)
	start := t.column - 1
	isInLine := start >= 0 && start < len(whole) && isASCII(whole[:start])
	if isInLine && strings.HasPrefix(whole[start:], first) {
		return // nearly always
	}
	text := []rune(first)
	line := []rune(whole)
	for start := min(t.column-1, len(line)-len(text)); start >= 0; start-- {
		if slices.Equal(line[start:start+len(text)], text) {
			t.column = start + 1
			return
		}
	}
}

// isASCII reports whether the bytes of a text are its characters.
func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// scannerMessage adds a remedy to messages of the scanner.
func scannerMessage(msg string) string {
	if strings.Contains(msg, "\t") || strings.Contains(msg, "tab character") {
		return "a tab cannot indent YAML; use spaces"
	}
	return msg + `; quote the text that has a special character, end each quote, and write \\ ` +
		`for a backslash between double quotes`
}

// keepDocument drops tokens outside of the first document and reports whether the rest can be parsed.
func (p *treeParser) keepDocument() bool {
	first := 0 // token of the document
	for i := range p.tokens {
		t := &p.tokens[i]
		switch t.Type {
		case token.DirectiveType:
			if i == first {
				p.report(Syntax, p.place(t.line, t.column, 1),
					"directives are not part of the format; delete the line")
				return false
			}
		case token.DocumentHeaderType:
			if i > 0 {
				return p.keepTokens(first, i)
			}
			if !p.checkHeader() {
				return false
			}
			first = 1
		case token.DocumentEndType:
			if !p.checkEnd(t) {
				return false
			}
			return p.keepTokens(first, i)
		}
	}
	return p.keepTokens(first, len(p.tokens))
}

// checkHeader refuses text on the line of --- at the start of a document.
func (p *treeParser) checkHeader() bool {
	if len(p.tokens) == 1 {
		return true
	}
	header, next := &p.tokens[0], &p.tokens[1]
	if next.line != header.line || next.Type == token.DocumentEndType {
		return true
	}
	p.report(Syntax, p.at(next), "unexpected text after ---; start the %s on the next line", p.format.Name)
	return false
}

// checkEnd refuses a text that begins with ..., which the scanner takes for the end of a document.
func (p *treeParser) checkEnd(t *lexeme) bool {
	rest := strings.TrimPrefix(p.src.line(t.line), "...")
	if rest == "" || rest[0] == ' ' || rest[0] == '\t' {
		return true
	}
	p.report(Syntax, p.place(t.line, 1, 3), `... ends a document; quote the text that begins with it`)
	return false
}

// keepTokens keeps a range of the tokens and reports a second document after it. It reports whether
// the range can be parsed.
func (p *treeParser) keepTokens(first, end int) bool {
	rest := p.tokens[end:]
	p.tokens = p.tokens[first:end]
	for _, t := range rest {
		if t.Type != token.DocumentHeaderType && t.Type != token.DocumentEndType {
			p.report(SeveralDocuments, p.at(&t),
				"a second YAML document starts here; move it to another file")
			return len(p.tokens) > 0
		}
	}
	return true
}

// tokenWidth counts the characters of a token on its first line.
func tokenWidth(t *lexeme) int {
	first, _, _ := strings.Cut(strings.TrimLeft(t.Origin, " \n"), "\n")
	return max(1, utf8.RuneCountInString(strings.TrimRight(first, " ")))
}
