package catalog

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// Limits that keep a hostile text from taking memory or time without end.
const (
	maxDepth = 100     // levels of nesting
	maxNodes = 100_000 // nodes that all aliases together stand for

	// maxIndicators bounds the characters that can start a token. The scanner
	// takes some 300 bytes for a token, so 32 MiB of them would take 9 GiB.
	maxIndicators = 8_000_000

	// maxAngles bounds a run of "<". The scanner looks at the rest of the run
	// for each of its characters, in search of a merge key.
	maxAngles = 100
)

// read turns the text into doc.root, or says why it cannot.
func (doc *Document) read() {
	if !doc.legible() {
		return
	}
	tokens, ok := doc.scan()
	if !ok {
		return
	}
	t := &treeParser{doc: doc, tokens: doc.only(tokens), anchors: map[string]*node{}}
	doc.root = t.document()
}

// legible refuses what is no text, or a text that the scanner is no match for.
func (doc *Document) legible() bool {
	text := doc.src.text
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		doc.report(BadEncoding, 1, 1, 1, "the text is UTF-16; save it as UTF-8")
		return false
	}
	indicators, angles := 0, 0
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			pos := doc.src.position(i)
			doc.report(BadEncoding, pos.Line, pos.Col, 1, "byte 0x%02x is not UTF-8; save the text as UTF-8", text[i])
			return false
		case r < ' ' && r != '\t' && r != '\n', r == 0x7f:
			pos := doc.src.position(i)
			doc.report(ControlCharacter, pos.Line, pos.Col, 1, "control character U+%04X; delete it, or write it as an escape between double quotes", r)
			return false
		case r == '[', r == ']', r == '{', r == '}', r == ',', r == ':', r == '?', r == '-', r == '&', r == '*', r == '!':
			indicators++
		case r == '<':
			if angles++; angles > maxAngles {
				pos := doc.src.position(i)
				doc.report(Syntax, pos.Line, pos.Col, 1, `more than %d "<" in a row; shorten the row`, maxAngles)
				return false
			}
			continue
		}
		angles = 0
	}
	if indicators > maxIndicators {
		doc.report(TooManyNodes, 1, 1, 1, "the text has %d brackets, commas, colons and hyphens, of at most %d; split the service into two catalogs", indicators, maxIndicators)
		return false
	}
	return true
}

// scan returns the tokens of the text without comments. Only the scanner of
// go-yaml is used: its parser recurses once for each key of a map and copies
// the keys before it each time, so that a long map takes quadratic time and in
// the end the stack, which no recover can save.
func (doc *Document) scan() (tokens []*token.Token, ok bool) {
	// The text may come from anywhere, and a scanner that indexes beyond it
	// must not take the program down.
	defer func() {
		if r := recover(); r != nil {
			doc.report(Syntax, 1, 1, 1, "the YAML scanner failed on this text (%v); look for an unusual character or an unclosed quote", r)
			tokens, ok = nil, false
		}
	}()
	var s scanner.Scanner
	s.Init(doc.src.text)
	for {
		batch, err := s.Scan()
		for _, t := range batch {
			switch t.Type {
			case token.CommentType:
			case token.InvalidType:
				doc.report(Syntax, t.Position.Line, t.Position.Column, 1, "%s", scannerMessage(t.Error))
				return nil, false
			default:
				if n := len(tokens); n > 0 && tokens[n-1].Position.Line != t.Position.Line {
					doc.align(tokens[n-1])
				}
				tokens = append(tokens, t)
			}
		}
		if errors.Is(err, io.EOF) {
			if n := len(tokens); n > 0 {
				doc.align(tokens[n-1])
			}
			return tokens, true
		}
		if err != nil {
			doc.report(Syntax, 1, 1, 1, "%s", scannerMessage(err.Error()))
			return nil, false
		}
	}
}

// align corrects the column of plain text at the end of a line: the scanner
// counts back from there, and blanks at the end mislead it. Only the last token
// of a line is looked at, so that a long line is looked at once.
func (doc *Document) align(t *token.Token) {
	if !isScalar(t) || t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType {
		return
	}
	first, _, _ := strings.Cut(strings.Trim(t.Origin, " \n"), "\n")
	text := []rune(strings.TrimRight(first, " \t"))
	line := []rune(doc.src.line(t.Position.Line))
	for start := min(t.Position.Column-1, len(line)-len(text)); start >= 0; start-- {
		if slices.Equal(line[start:start+len(text)], text) {
			t.Position.Column = start + 1
			return
		}
	}
}

// scannerMessage adds a remedy to messages of the scanner that lack one.
func scannerMessage(msg string) string {
	switch {
	case strings.Contains(msg, "\t") || strings.Contains(msg, "tab character"):
		return "a tab cannot indent YAML; use spaces"
	case strings.Contains(msg, "reserved character"):
		return msg + "; quote the text that starts with it"
	case strings.Contains(msg, "could not find end character"):
		return strings.Replace(msg, "could not find end character of", "no closing quote of the", 1)
	}
	return msg
}

// only returns the tokens of the one document that a catalog is.
func (doc *Document) only(tokens []*token.Token) []*token.Token {
	first := 0
	for i, t := range tokens {
		switch t.Type {
		case token.DirectiveType:
			if i == first {
				doc.report(Syntax, t.Position.Line, t.Position.Column, 1, "directives are not part of the format; delete the line")
				return nil
			}
		case token.DocumentHeaderType:
			if i == 0 {
				first = 1
				if len(tokens) > 1 && tokens[1].Position.Line == t.Position.Line && tokens[1].Type != token.DocumentEndType {
					doc.report(Syntax, tokens[1].Position.Line, tokens[1].Position.Column, tokenWidth(tokens[1]), "something stands behind ---; start the catalog on the next line")
					return nil
				}
				continue
			}
			doc.afterFirst(tokens[i+1:])
			return tokens[first:i]
		case token.DocumentEndType:
			doc.afterFirst(tokens[i+1:])
			return tokens[first:i]
		}
	}
	return tokens[first:]
}

// afterFirst reports what follows the first document, where that is not empty.
func (doc *Document) afterFirst(rest []*token.Token) {
	for _, t := range rest {
		if t.Type != token.DocumentHeaderType && t.Type != token.DocumentEndType {
			doc.report(SeveralDocuments, t.Position.Line, t.Position.Column, tokenWidth(t),
				"a second YAML document starts here; a file holds one: move it to a file of its own")
			return
		}
	}
}

// tokenWidth counts the characters of a token on its first line.
func tokenWidth(t *token.Token) int {
	first, _, _ := strings.Cut(strings.TrimLeft(t.Origin, " \n"), "\n")
	return max(1, utf8.RuneCountInString(strings.TrimRight(first, " ")))
}
