package model

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
)

// This file makes names that are valid in Go and in paths from names of any kind.

// GoPart returns a name as a part of a Go name: claim_id is ClaimID.
func GoPart(name string) string {
	words := strings.FieldsFunc(name,
		func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return catalog.Naming{}.Part(strings.Join(words[:min(len(words), maxWords)], " "))
}

// maxWords is the maximum number of words in a name that is made from a sentence.
const maxWords = 6

// TypeName returns the name of a type for a name of the document.
func TypeName(name string) string {
	name = GoPart(name)
	first, _ := utf8.DecodeRuneInString(name)
	if !unicode.IsUpper(first) {
		name = "Type" + name
	}
	return name
}

// spelling is what the importer makes of a name, and spellings are those of the names so far: the
// fields of a document have few names.
type spelling struct {
	part     string // of a Go name: "ClaimID"
	Squeezed string // equal for all ways to write the name: "claimid"
}

type spellings map[string]spelling

// Of returns the spelling of a name.
func (ss spellings) Of(name string) spelling {
	s, isKnown := ss[name]
	if !isKnown {
		part := GoPart(name)
		s = spelling{part, strings.ToLower(part)}
		ss[name] = s
	}
	return s
}

// Squeeze returns a text that all spellings of a name have in common.
func Squeeze(text string) string { return strings.ToLower(GoPart(text)) }

// spellMarks returns a name with its marks as words: "<=" is LessEqual.
func spellMarks(name string) string { return cmp.Or(GoPart(marks.Replace(name)), "Value") }

// marks replaces marks by words.
var marks = strings.NewReplacer(
	"+", " plus ", "-", " minus ", "<", " less ", ">", " greater ", "=", " equal ", "!", " not ",
	"*", " star ", "/", " slash ", "%", " percent ", "&", " and ", "|", " or ", "@", " at ",
	"#", " number ", "$", " dollar ", ".", " dot ", ",", " comma ", ":", " colon ",
	";", " semicolon ", "_", " underscore ", "~", " tilde ", "^", " caret ", "?", " question ")

// Segment returns a text as a part of a path.
func Segment(text string) string {
	text = strings.Trim(notSegment.ReplaceAllString(strings.ToLower(text), "_"), "_")
	return text[:min(len(text), 100)]
}

var notSegment = regexp.MustCompile(`[^a-z0-9_-]+`)

// IsTemplate reports whether a path is valid for a catalog.
func IsTemplate(path string) bool {
	return strings.Contains(path, "{operation}") && catalog.CanBePath(path)
}
