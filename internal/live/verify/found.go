package verify

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/lint"
)

// Reference is a field of a request whose value comes from an earlier response of the run.
// It does not say from which place, because responses may contain names that the catalog
// does not know.
type Reference struct {
	Field string // as a JSON pointer
	From  *catalog.Operation
}

// want is a place in the requests of an operation for which there was no value.
type want struct {
	op    *catalog.Operation
	at    string
	field *catalog.Field
}

// learn sets the references that operations lack to ids in a response. It replaces values
// only if the operation creates something, because a write may have used up the others.
func (r *run) learn(from *catalog.Operation, body json.RawMessage) {
	ids := map[string]any{}
	findIDs(decoded(string(body)), nounOf(from), ids)
	for place, w := range r.values.wanted {
		if r.values.learned[place].From != nil && !creates(from) {
			continue
		}
		x := ids[idName(w.field.Name, nounOf(w.op))]
		if _, isText := x.(string); x == nil || isText == (w.field.Type.Item().Kind == catalog.Integer) {
			continue
		}
		if w.field.Type.Kind == catalog.Array {
			x = []any{x}
		}
		r.values.harvested[place], r.values.learned[place] = x, Reference{w.at, from}
	}
}

// creates reports whether an operation creates something, by its name.
func creates(op *catalog.Operation) bool {
	return slices.Contains([]string{"add", "create", "new", "save"}, wordsOf(op.Name)[0])
}

// findIDs adds the members that may be an id, by name. A member id is named after the object
// that contains it. Of a list, only the first item is used.
func findIDs(v any, noun string, ids map[string]any) {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			findIDs(v[0], noun, ids)
		}
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		for _, key := range keys { // before deeper ones
			switch x := v[key].(type) {
			case json.Number, string:
				if name := idName(key, noun); ids[name] == nil && x != "" {
					ids[name] = x
				}
			}
		}
		for _, key := range keys {
			within := noun
			if key != "data" {
				within = singular(wordsOf(key))
			}
			findIDs(v[key], within, ids)
		}
	}
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

func singular(words []string) string { return lint.Singular(strings.Join(words, "_")) }
