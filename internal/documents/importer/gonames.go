package importer

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
)

// goPart returns a name as a part of a Go name: claim_id is ClaimID.
func goPart(name string) string {
	words := strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return catalog.Naming{}.Part(strings.Join(words[:min(len(words), maxWords)], " "))
}

// maxWords is the maximum number of words in a name that is made from a sentence.
const maxWords = 6

// typeName returns the name of a type for a name of the document.
func typeName(name string) string {
	if name = goPart(name); name == "" || !unicode.IsUpper([]rune(name)[0]) {
		name = "Type" + name
	}
	return name
}

// spelling is what the importer makes of a name, and spellings are those of the names so far: the
// fields of a document have few names.
type spelling struct{ part, squeezed string }

type spellings map[string]spelling

// of returns the spelling of a name.
func (all spellings) of(name string) spelling {
	s, ok := all[name]
	if !ok {
		part := goPart(name)
		s = spelling{part, strings.ToLower(part)}
		all[name] = s
	}
	return s
}

// squeeze returns a text that all spellings of a name have in common.
func squeeze(text string) string { return strings.ToLower(goPart(text)) }

// nextGoName changes the explicit name of a node in Go: first to the given name, or to the fallback
// if that is not a name in Go, then by numbers.
func (n *node) nextGoName(first, fallback string) {
	name := cmp.Or(catalog.Naming{}.GoName(first), fallback)
	if n.renamed++; n.renamed > 1 {
		name += strconv.Itoa(n.renamed)
	}
	explicit := n.set("go", nil)
	explicit.kind = "flow"
	explicit.set("name", text(name))
}

// spellMarks returns a name with its marks as words.
func spellMarks(name string) string { return cmp.Or(goPart(marks.Replace(name)), "Value") }

var marks = strings.NewReplacer("+", " plus ", "-", " minus ", "<", " less ", ">", " greater ", "=", " equal ", "!", " not ",
	"*", " star ", "/", " slash ", "%", " percent ", "&", " and ", "|", " or ", "@", " at ", "#", " number ", "$", " dollar ",
	".", " dot ", ",", " comma ", ":", " colon ", ";", " semicolon ", "_", " underscore ", "~", " tilde ", "^", " caret ",
	"?", " question ")

// segment returns a text as a part of a path.
func segment(text string) string {
	text = strings.Trim(notSegment.ReplaceAllString(strings.ToLower(text), "_"), "_")
	return text[:min(len(text), 100)]
}

var notSegment = regexp.MustCompile(`[^a-z0-9_-]+`)

// isTemplate reports whether a path is valid for a catalog.
func isTemplate(path string) bool {
	return strings.Contains(path, "{operation}") && catalog.CanBePath(path)
}
