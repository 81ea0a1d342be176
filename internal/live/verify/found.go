package verify

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/lint"
)

// receivedID is a value in a response that may be an id.
type receivedID struct {
	value any
	from  *catalog.Operation
}

// idKey is the name of an id, as [idName] returns it, and its type.
type idKey struct {
	name   string
	isText bool
}

// learn keeps the ids in a response. It replaces earlier ones only if the operation creates
// something, because a write may have used up the others.
func (v *values) learn(from *catalog.Operation, body json.RawMessage) {
	found := map[string]any{}
	findIDs(decoded(string(body)), nounOf(from), found)
	for name, x := range found {
		_, isText := x.(string)
		if key := (idKey{name, isText}); creates(from) || v.ids[key].from == nil {
			v.ids[key] = receivedID{x, from}
		}
	}
}

// idFor returns the id that an operation needs for a reference.
func (v *values) idFor(op *catalog.Operation, f *catalog.Field) receivedID {
	return v.ids[idKey{idName(f.Name, nounOf(op)), f.Type.Item().Kind != catalog.Integer}]
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
