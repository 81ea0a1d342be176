package server

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/brief"
	"example.com/opgen/internal/text/wording"
)

// This file finds operations. The words of a task are not those of a catalog, so the operations
// with the most of them are listed, and what is listed is short: a model reads every line.
//
// The search is a count of words and no index: a catalog has hundreds of operations, not millions,
// and a model that finds nothing searches again with other words.

// maxFound is the number of operations that one search lists.
const maxFound = 15

// find lists operations by words, of an area, or with a field of the request. Without any of
// these, it lists the areas.
func (s *Server) find(words, area, field string) reply {
	if words == "" && area == "" && field == "" {
		return reply{text: s.areas()}
	}
	if area != "" && !slices.Contains(s.areaNames(), area) {
		return mistake("there is no area %s%s", wording.Quote(area), wording.OneOf(area, s.areaNames()))
	}
	matches := s.matches(stems(words), area, field)
	if len(matches) == 0 {
		areas := strings.Join(s.areaNames(), ", ")
		return reply{text: "no operation matches; use other words. Areas: " + areas}
	}
	var lines []string
	for _, m := range matches[:min(len(matches), maxFound)] {
		lines = append(lines, s.line(m.op))
	}
	if more := len(matches) - maxFound; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more; add words, an area or a field", more))
	}
	return reply{text: strings.Join(lines, "\n")}
}

// match is how well an operation fits a search.
type match struct {
	op    *catalog.Operation
	words int // the number of words of the search that the operation has
	score int // by where it has them, see matchOf
}

// matches returns the operations of an area with a field that have the most of the words, the
// best first. Agents search in words of their task, and no operation may have all of them. An empty
// area or field, or no words, means any.
func (s *Server) matches(words []string, area, field string) []match {
	var candidates []match
	mostWords := 0
	for op := range s.Catalog.Operations() {
		isInArea := area == "" || op.Area.Name == area
		hasTheField := field == "" || hasField(op, field)
		if !isInArea || !hasTheField {
			continue
		}
		m := matchOf(op, words)
		mostWords = max(mostWords, m.words)
		candidates = append(candidates, m)
	}
	if mostWords == 0 && len(words) > 0 {
		return nil
	}
	hasFewer := func(m match) bool { return m.words < mostWords }
	best := slices.DeleteFunc(candidates, hasFewer)
	slices.SortStableFunc(best, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	if len(words) == 0 {
		return best
	}
	// Those that have the words only somewhere cost more than they help.
	enough := best[0].score / 2
	isPoor := func(m match) bool { return m.score < enough }
	return slices.DeleteFunc(best, isPoor)
}

// line describes an operation, and says if it may not be called.
func (s *Server) line(op *catalog.Operation) string {
	line := brief.Line(op)
	if !s.Allowed.has(op) {
		line += " Not allowed here."
	}
	return line
}

// areaNames returns the names of the areas, in document order.
func (s *Server) areaNames() (names []string) {
	for _, a := range s.Catalog.Areas {
		names = append(names, a.Name)
	}
	return names
}

// areas lists the areas with the number of their operations.
func (s *Server) areas() string {
	var lines []string
	for _, a := range s.Catalog.Areas {
		line := fmt.Sprintf("%s (%s)", a.Name, wording.Count(len(a.Operations), "operation"))
		if a.Description != "" {
			line += " " + wording.OneLine(a.Description)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// hasField reports whether a request has a field, or a record in it does.
func hasField(op *catalog.Operation, name string) bool {
	isNamed := func(field string) bool { return strings.EqualFold(field, name) }
	return slices.ContainsFunc(fieldNames(op), isNamed)
}

// stems returns the words of a text without case and plural: "Find the policies_of a contact"
// becomes find, policy, contact.
func stems(text string) []string {
	isBetweenWords := func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?_-/()\"'", r) }
	words := strings.FieldsFunc(strings.ToLower(text), isBetweenWords)
	for i, word := range words {
		words[i] = stem(word)
	}
	saysNothing := func(word string) bool { return len(word) == 1 || commonWords[word] }
	return slices.DeleteFunc(words, saysNothing)
}

// stem returns the singular of an English word: policies becomes policy, and claims claim. It need
// not be right for all words, only the same for those of a search and of a catalog.
func stem(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "ies") {
		return strings.TrimSuffix(word, "ies") + "y"
	}
	if len(word) > 3 && !strings.HasSuffix(word, "ss") {
		return strings.TrimSuffix(word, "s")
	}
	return word
}

// commonWords are words of questions that say nothing about an operation.
var commonWords = map[string]bool{
	"an": true, "the": true, "of": true, "to": true, "for": true,
	"by": true, "in": true, "and": true, "with": true,
}

// matchOf says how well an operation fits words. A word of the name counts more than one of the
// summary, and that more than one of a description or a field.
func matchOf(op *catalog.Operation, words []string) match {
	name := stems(op.String())
	summary := stems(op.Summary)
	rest := stems(op.Description + " " + strings.Join(fieldNames(op), " "))
	m := match{op: op}
	for _, word := range words {
		weight := 0
		switch {
		case slices.Contains(name, word):
			weight = 8
		case slices.Contains(summary, word):
			weight = 4
		case hasPrefix(name, word), hasPrefix(summary, word):
			weight = 2
		case hasPrefix(rest, word):
			weight = 1
		default:
			continue
		}
		m.words++
		m.score += weight
	}
	// Of two operations with the same words, the one about fewer other things fits better. Its
	// length counts less than any word: it takes at most 99 from a score in steps of 100.
	m.score = m.score*100 - min(len(name)+len(summary), 99)
	return m
}

// hasPrefix reports whether a word begins with another one.
func hasPrefix(words []string, prefix string) bool {
	beginsWith := func(word string) bool { return strings.HasPrefix(word, prefix) }
	return slices.ContainsFunc(words, beginsWith)
}

// fieldNames returns the names of the fields of a request, or of all its records if there are
// few enough to choose from.
func fieldNames(op *catalog.Operation) []string {
	names := catalog.Names(op.Request.Fields)
	for _, f := range op.Request.Fields {
		for _, record := range f.Records() {
			names = append(names, catalog.Names(record.Fields)...)
		}
	}
	return names
}
