package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names in Go follow from those on the wire, without a way back: claim_id and claimId both become
// ClaimID. So nothing is renamed to avoid a clash. A clash is a problem, and go: {name} its
// remedy.

// goInitialisms are the words that Go's linters expect in one case, as staticcheck lists them.
var goInitialisms = setOf(strings.Fields(`
	ACL AMQP API ASCII CPU CSS DB DNS EOF GID GUID HTML HTTP HTTPS ID IP JSON QPS RAM RPC RTP
	SIP SLA SMTP SQL SSH TCP TLS TS TTL UDP UI UID URI URL UTF8 UUID VM XML XMPP XSRF XSS`))

// setOf returns words as a set.
func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

// Naming makes Go names from the names of a catalog. The zero value knows Go's own initialisms.
type Naming struct {
	own map[string]bool // the initialisms of the catalog's field of business
}

// GoName returns the exported Go name for a name of the catalog: claim_ids becomes ClaimIDs,
// envelopeId EnvelopeID. It returns "" if the first letter has no capital form, or if the name
// contains anything but letters, digits, spaces and ASCII punctuation.
func (n Naming) GoName(name string) string {
	joined := n.Part(name)
	if !exported(joined) {
		return ""
	}
	return joined
}

// FieldGoName is like [Naming.GoName] for a field of a response or a record. It also returns "" for
// names that shapes declare.
func (n Naming) FieldGoName(name string) string {
	goName := n.GoName(name)
	if slices.Contains(FixedMembers, goName) {
		return ""
	}
	return goName
}

// Part is like [Naming.GoName] for a name that follows another and so may start with a digit.
func (n Naming) Part(name string) string {
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
		b.WriteString(n.capitalize(word))
	}
	return b.String()
}

// capitalize returns a word with a capital letter, or an initialism in capitals, except for its
// plural s.
func (n Naming) capitalize(word string) string {
	upper := strings.ToUpper(word)
	if n.isInitialism(upper) {
		return upper
	}
	if stem, ok := strings.CutSuffix(upper, "S"); ok && n.isInitialism(stem) {
		return stem + "s"
	}
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}

func (n Naming) isInitialism(upper string) bool { return goInitialisms[upper] || n.own[upper] }

// splitWords splits a name at ASCII punctuation and spaces, before a capital after a lower case
// letter or digit, and before the last of several capitals if a lower case letter follows. It
// returns false if the name contains other characters.
func splitWords(name string) (words []string, ok bool) {
	start := 0
	cut := func(end int) {
		if start < end {
			words = append(words, name[start:end])
		}
	}
	previous := ' '
	for i, c := range name {
		switch {
		case isSeparator(c):
			cut(i)
			start = i + 1
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			return nil, false
		case startsNewWord(previous, name[i:]):
			cut(i)
			start = i
		}
		previous = c
	}
	cut(len(name))
	return words, true
}

// isSeparator reports whether a character separates words and is no part of one.
func isSeparator(c rune) bool {
	isASCII := c <= unicode.MaxASCII
	return isASCII && (unicode.IsPunct(c) || unicode.IsSymbol(c) || c == ' ')
}

// startsNewWord reports whether the first character of a text starts a word, after a previous one.
// A capital does, but of several only the last one before a lower case letter: the S of
// HTTPServer, and not the D of contactIDs, whose s is a plural.
func startsNewWord(previous rune, text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	switch {
	case !unicode.IsUpper(first):
		return false
	case !unicode.IsUpper(previous):
		return true
	}
	after := text[size:]
	next, size := utf8.DecodeRuneInString(after)
	if !unicode.IsLower(next) {
		return false
	}
	second, _ := utf8.DecodeRuneInString(after[size:])
	isPlural := next == 's' && !unicode.IsLower(second)
	return !isPlural
}
