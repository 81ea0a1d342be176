package redact

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
)

// Places in errors are JSON pointers. A pointer shows keys, and a key may be personal: those of a map,
// and those that a caller made up. This file hides them, as far as nobody needs them to find the place.

// Union is implemented by a Place that may have values of a union.
type Union interface {
	// Variants returns the places of the variants, and reports whether the union is open.
	Variants() (variants []Place, open bool)
	// Tag returns the key of the tag, which is a name of the catalog, or "" if the place has
	// no unions.
	Tag() string
}

// Keys says which keys a JSON pointer does not show, besides those that the sender made up inside a
// sensitive value: keys of maps, and unknown keys of records. Such a key may be as personal
// as the value.
type Keys struct {
	// Show keys of maps even below open unions, since the catalog describes the place.
	Described bool
	// Show unknown keys of records in sensitive values too, since the body is made up.
	Records bool
	Maps    bool // hide all keys of maps
	Unknown bool // hide all but indexes and keys of the catalog; the pointer may be any text
}

// The limits of pointers that may be any text. A longer number is probably not an index, and may be
// personal.
const (
	maxShownPlace = 256 // bytes
	maxShownIndex = 10_000
)

// Hide returns a JSON pointer into a body. It ends in [Redacted] at the first hidden part,
// except that keys of maps become *. A nil found stands for a body that is not known.
//
// With a sensitive map of notes and a sensitive record address, the zero Keys hide
//
//	/notes/Ada/0      as /notes/*/0
//	/address/Ada/zip  as /address/[redacted]
//	/contact/zip      not at all
func (k Keys) Hide(pointer string, body Place, found Found) string {
	places := []Place{body}
	passed := "" // the part of the pointer that leads to the places
	shown := ""  // the same, as it is shown
	isOpen := false
	isSensitive := false
	for passed != pointer {
		rest, hasPart := strings.CutPrefix(pointer[len(passed):], "/")
		part, _, _ := strings.Cut(rest, "/")
		inside, hasOpenUnion := found.at(passed, places)
		isOpen = isOpen || hasOpenUnion
		next := k.step(inside, part)
		isSensitive = isSensitive || next.sensitive
		isDescribed := next.keyed || next.named
		isTooLong := len(shown) > maxShownPlace
		name := part
		switch {
		case !hasPart, k.Unknown && (isTooLong || !isDescribed):
			return shown + "/" + Redacted
		case next.keyed && k.hidesEntries(isSensitive, isOpen):
			name = cursor.HiddenKey
		case isDescribed:
		case next.unknown && k.showsUnknown(next, isOpen, isSensitive, shown == ""):
		case isSensitive || isOpen || next.private:
			return shown + "/" + Redacted
		default: // below a value of any type, which nothing describes
			return shown + pointer[len(passed):]
		}
		places = next.children
		isSensitive = isSensitive || next.private
		passed += "/" + part
		shown += "/" + name
	}
	return shown
}

// hidesEntries reports whether the keys of maps are hidden, in a sensitive value, or below an open
// union, whose unknown variants may have any.
func (k Keys) hidesEntries(isSensitive, isOpen bool) bool {
	if isSensitive || k.Maps || k.Unknown {
		return true
	}
	return isOpen && !k.Described
}

// showsUnknown reports whether an unknown key of a record is shown: the caller must know which one
// is wrong.
func (k Keys) showsUnknown(next step, isOpen, isSensitive, isBody bool) bool {
	if isOpen && !k.Described {
		return false
	}
	if k.Records || isBody { // a body is not a sensitive value, even if all of its fields are
		return true
	}
	return !isSensitive && !next.private
}

// step is a step of a pointer from places to those inside.
type step struct {
	named     bool // by an index, or by a key that is shown
	keyed     bool // by a key of a map
	unknown   bool // by an unknown key of a record
	sensitive bool // the value that contains it is
	private   bool // it is an unknown member whose value is sensitive
	children  []Place
}

// step returns the step by a part of a pointer, from any of the places.
func (k Keys) step(places []Place, part string) (s step) {
	for _, p := range places {
		s.sensitive = s.sensitive || p.Sensitive()
		name := jsonpointer.Unescape(part)
		next, key := p.Member(name)
		u, isUnion := p.(Union)
		switch {
		case isUnion && name != "" && u.Tag() == name:
			s.named = true
		case p.MayShow('['):
			s.named, next = !k.Unknown || isIndex(part), p.Items()
		case key == EntryKey:
			s.keyed = true
		case key == KnownKey:
			s.named = true
		case p.MayShow('{'):
			s.unknown, s.private = true, s.private || next == Private
		}
		if next != nil && !contains(s.children, next) {
			s.children = append(s.children, next)
		}
	}
	return s
}

// contains reports whether places include a place. Those that cannot be compared, since they are
// maps or lists of places, count as different: a place that is there twice costs time alone.
func contains(places []Place, p Place) bool {
	return reflect.TypeOf(p).Comparable() && slices.Contains(places, p)
}

// expandUnions adds the variants of unions to places, and reports whether one of the unions
// is open.
func expandUnions(places []Place) (all []Place, open bool) {
	for _, p := range places {
		if u, ok := p.(Union); ok {
			variants, others := u.Variants()
			all = append(all, variants...)
			open = open || others
		}
		if p != nil {
			all = append(all, p)
		}
	}
	return all, open
}

// isIndex reports whether a part of a pointer is a number as arrays have it: without a sign or leading
// zeros, and not too long.
func isIndex(part string) bool {
	n, err := strconv.Atoi(part)
	return err == nil && strconv.Itoa(n) == part && 0 <= n && n < maxShownIndex
}
