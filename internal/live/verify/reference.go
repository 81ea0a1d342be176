package verify

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/lint"
)

// This file recognizes references by their names: fields and members that identify something in
// the service.

// referenceWords end the names of references.
var referenceWords = []string{"id", "ids", "uuid", "guid", "number", "numbers"}

// isReference reports whether a field refers to something in the service, so that no value
// can be made up: a cursor, or by its name, unless the catalog lists its values or it is a
// page number.
func isReference(op *catalog.Operation, f *catalog.Field) bool {
	if p := op.Pagination; p != nil && (f == p.Page || f == p.Size) {
		return false
	}
	if isCursor(op, f) {
		return true
	}
	if len(f.Enum) > 0 || f.Default != nil {
		return false
	}
	words := wordsOf(f.Name)
	last := words[len(words)-1]
	if last == "list" && len(words) > 1 {
		last = words[len(words)-2]
	}
	switch f.Type.Item().Kind {
	case catalog.String, catalog.Unspecified, catalog.Any:
		return f.Format == catalog.FormatUUID || slices.Contains(referenceWords, last)
	case catalog.Integer:
		return last == "id" || last == "ids"
	}
	return false
}

// cursorKinds are the types of cursors that are recognized by their names.
var cursorKinds = []catalog.Kind{catalog.String, catalog.Integer, catalog.Unspecified, catalog.Any}

// isCursor reports whether a field takes a cursor, by the catalog or by its name. A request
// without a cursor gets the first page.
func isCursor(op *catalog.Operation, f *catalog.Field) bool {
	for _, lister := range op.Area.Operations {
		if p := lister.Pagination; p != nil && p.Cursor == f {
			return true
		}
	}
	words := wordsOf(f.Name)
	isOpen := len(f.Enum) == 0 && f.Default == nil
	return words[len(words)-1] == "cursor" && isOpen && slices.Contains(cursorKinds, f.Type.Item().Kind)
}

// creates reports whether an operation creates something, by the first word of its name: new_claim.
func creates(op *catalog.Operation) bool {
	return slices.Contains([]string{"add", "create", "new", "save"}, wordsOf(op.Name)[0])
}

// idName returns one name for all spellings of an id: contact_id for contactIds, and for
// the member id of a contact.
func idName(member, noun string) string {
	words := wordsOf(member)
	if last := len(words) - 1; last > 0 && words[last] == "list" {
		words = words[:last]
	}
	if name := singular(words); name != "id" && name != "ids" {
		return name
	}
	return noun + "_id"
}

// nounOf returns the noun in the name of an operation: contact for list_all_contacts.
func nounOf(op *catalog.Operation) string {
	words := wordsOf(op.Name)[1:]
	if len(words) > 0 && words[0] == "all" {
		words = words[1:]
	}
	return singular(words)
}

// singular joins words into a name in the singular: claim_id for claim and ids.
func singular(words []string) string { return lint.Singular(strings.Join(words, "_")) }

// wordsOf splits a name into its words, in lower case: claim_id and claimID. There is at least
// one.
func wordsOf(name string) []string {
	if words := lint.Words(name); len(words) > 0 {
		return words
	}
	return []string{""}
}
