package openapi

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// This file has the texts of a document that more than one part of it has.

// title returns the name of an operation as words, which tools show in lists: "Get claim".
func title(op *catalog.Operation) string {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(op.Name)
	return strings.ToUpper(words[:1]) + words[1:]
}

// paragraphs joins texts, except for empty ones.
func paragraphs(texts ...string) string {
	isBlank := func(t string) bool { return strings.TrimSpace(t) == "" }
	return strings.Join(slices.DeleteFunc(texts, isBlank), "\n\n")
}

// sentences joins texts to one paragraph.
func sentences(texts []string) string {
	var all []string
	for _, t := range texts {
		if sentence := wording.Sentence(t); sentence != "" {
			all = append(all, sentence)
		}
	}
	return strings.Join(all, " ")
}

// deprecated adds what is said about a deprecated element, nil for one that is not.
func deprecated(o object, d *catalog.Deprecation) object {
	if d == nil {
		return o
	}
	about := texts("since", d.Since, "sunset", d.Sunset, "use", d.Use)
	return member(append(o, obj("deprecated", true)...), about != nil, "x-deprecated", about)
}
