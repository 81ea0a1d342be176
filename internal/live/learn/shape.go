package learn

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/recording"
)

// This file reads recorded shapes, and the places that they are at. A place begins with an
// operation or a record of the catalog: "contacts.get_contact/addresses/*", "Claim/status".

// maxMembers is the largest number of unknown keys of an object; with more, it is a map.
// Recorders count the keys of one recording, kindOf those of all.
const maxMembers = 50

// maxName is the number of bytes of a name in a catalog.
const maxName = 256

// kindOf returns the type of the values of a shape as far as it is known. More responses only
// make it wider: an Integer is below a Number, a Record below a Map, and all are below
// Unspecified.
func kindOf(s *recording.Shape) catalog.Kind {
	found := catalog.Unspecified
	for _, candidate := range []struct {
		count int
		kind  catalog.Kind
	}{
		{s.Boolean, catalog.Boolean},
		{s.Integer, catalog.Integer},
		{s.Number, catalog.Number},
		{s.String, catalog.String},
		{s.Array, catalog.Array},
		{s.Object, catalog.Record},
	} {
		isWider := found == catalog.Integer && candidate.kind == catalog.Number
		switch {
		case candidate.count == 0:
		case found == catalog.Unspecified || isWider:
			found = candidate.kind
		default:
			return catalog.Unspecified
		}
	}
	if found == catalog.Record && hasManyMembers(s) {
		return catalog.Map
	}
	return found
}

// hasManyMembers reports whether an object has more keys than a record.
func hasManyMembers(s *recording.Shape) bool {
	return s.Many || len(s.Members) > maxMembers && len(fieldNames(s)) > maxMembers
}

// hasNoMembers reports whether no object had a member.
func hasNoMembers(s *recording.Shape) bool {
	return len(s.Members) == 0 && s.Entries == nil && !s.Many
}

// fieldNames returns the keys of a shape that can be names of fields, without hashes.
func fieldNames(s *recording.Shape) []string {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(s.Members)) {
		isName := key != "" && len(key) <= maxName && !strings.ContainsFunc(key, unicode.IsControl)
		if isName && !recording.IsHash(key) {
			names = append(names, key)
		}
	}
	return names
}

// values returns the merged shape of the values of a map: of those under known keys, and those whose
// keys were not kept.
func entryShape(s *recording.Shape) *recording.Shape {
	merged := new(recording.Shape)
	merged.Merge(s.Entries)
	for _, key := range slices.Sorted(maps.Keys(s.Members)) {
		merged.Merge(s.Members[key])
	}
	return merged
}

// rootAt returns the operation or the record at the beginning of a place.
func rootAt(place string) string {
	root, _, _ := strings.Cut(place, "/")
	return root
}

// inRecord reports whether a place begins with a record of the catalog.
func inRecord(place string) bool { return !strings.Contains(rootAt(place), ".") }

// items is the token of the items of an array and of the values of a map.
const items = "*"

// member returns the token of a member.
func member(key string) string { return jsonpointer.Escape(key) }

// child returns the places of a token below places: "claims.get_claim/items/*" for * below
// "claims.get_claim/items".
func child(places []string, token string) []string {
	children := make([]string, len(places))
	for i, p := range places {
		children[i] = p + "/" + token
	}
	return children
}
