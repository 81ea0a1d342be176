package catalog

import (
	"slices"
	"strings"
	"unicode"
)

// initialisms keep one case in Go names: those of Go's linters, and those of the insurance business.
var initialisms = strings.Fields(`
	ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON QPS RAM RPC
	SLA SMTP SQL SSH TCP TLS TTL UDP UI UID UUID URI URL UTF8 VM XML XMPP XSRF
	XSS
	CSV PDF SSN DBA DOB IDP FEIN HICN EIN`)

// GoName returns the exported Go name for a name of the catalog: claim_ids becomes ClaimIDs, envelopeId
// EnvelopeID. It returns "" if the first letter has no capital form, or if the name contains anything
// but letters, digits, spaces and ASCII punctuation.
func GoName(name string) string {
	joined := GoNamePart(name)
	return textIf(exported(joined), joined)
}

// GoNamePart is like [GoName] for a name that follows another and so may start with a digit.
func GoNamePart(name string) string {
	words, ok := splitWords(name)
	if !ok {
		return ""
	}
	if strings.ToUpper(name) == name && (len(words) > 1 || len([]rune(name)) > 3) {
		// The case of a name in capitals is no information about its words: IN_PROGRESS
		// becomes InProgress. NY and USD do not change.
		for i := range words {
			words[i] = strings.ToLower(words[i])
		}
	}
	var b strings.Builder
	for _, word := range words {
		b.WriteString(capitalize(word))
	}
	return b.String()
}

// capitalize returns a word with a capital letter, or an initialism in capitals, except for its plural
// s.
func capitalize(word string) string {
	upper := strings.ToUpper(word)
	if slices.Contains(initialisms, upper) {
		return upper
	}
	if stem, ok := strings.CutSuffix(upper, "S"); ok && slices.Contains(initialisms, stem) {
		return stem + "s"
	}
	r := []rune(word)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// splitWords splits a name at ASCII punctuation and spaces, before a capital after a lower case letter
// or digit, and before the last of several capitals if a lower case letter follows. It returns false
// if the name contains other characters.
func splitWords(name string) (words []string, ok bool) {
	r := []rune(name)
	start := 0
	cut := func(end int) {
		if start < end {
			words = append(words, string(r[start:end]))
		}
	}
	for i, c := range r {
		switch {
		case c < unicode.MaxASCII && (unicode.IsPunct(c) || unicode.IsSymbol(c) || c == ' '):
			cut(i)
			start = i + 1
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			return nil, false
		case i > start && unicode.IsUpper(c) && (!unicode.IsUpper(r[i-1]) || endsAcronym(r, i)):
			cut(i)
			start = i
		}
	}
	cut(len(r))
	return words, true
}

// endsAcronym reports whether the capital at i, which follows another one, starts a word: the S of
// HTTPServer does, but not the D of contactIDs.
func endsAcronym(r []rune, i int) bool {
	if i+1 >= len(r) || !unicode.IsLower(r[i+1]) {
		return false
	}
	plural := r[i+1] == 's' && (i+2 >= len(r) || !unicode.IsLower(r[i+2]))
	return !plural
}

// FieldGoName is like [GoName] for a field of a response or a record. It also returns "" for names that
// shapes declare.
func FieldGoName(name string) string {
	goName := GoName(name)
	return textIf(!slices.Contains(slices.Concat(reservedFields, reservedOpen, reservedResponse), goName), goName)
}
