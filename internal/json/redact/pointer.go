package redact

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
)

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
func (k Keys) Hide(pointer string, body Place, found Found) string {
	places := []Place{body}
	given, shown := "", "" // what was passed of the pointer, and how it is shown
	open, sensitive := false, false
	for given != pointer {
		rest, ok := strings.CutPrefix(pointer[len(given):], "/")
		part, _, _ := strings.Cut(rest, "/")
		there, others := found.at(given, places)
		open = open || others
		at := k.step(there, part)
		sensitive = sensitive || at.sensitive
		name := part
		switch {
		case !ok, k.Unknown && (len(shown) > maxShownPlace || !at.keyed && !at.named):
			return shown + "/" + Redacted
		case at.keyed && (sensitive || k.Maps || k.Unknown || open && !k.Described):
			name = cursor.HiddenKey
		case at.keyed, at.named:
		case at.unknown && k.showsUnknown(at, open, sensitive, shown == ""):
		case sensitive || open || at.private:
			return shown + "/" + Redacted
		default:
			return shown + pointer[len(given):]
		}
		places, sensitive = at.children, sensitive || at.private
		given += "/" + part
		shown += "/" + name
	}
	return shown
}

// showsUnknown reports whether an unknown key of a record is shown: the caller must know which one
// is wrong.
func (k Keys) showsUnknown(at step, open, sensitive, isBody bool) bool {
	if open && !k.Described {
		return false
	}
	if k.Records || isBody { // a body is not a sensitive value, even if all of its fields are
		return true
	}
	return !sensitive && !at.private
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
			all, open = append(all, variants...), open || others
		}
		if p != nil {
			all = append(all, p)
		}
	}
	return all, open
}

func isIndex(part string) bool {
	n, err := strconv.Atoi(part)
	return err == nil && strconv.Itoa(n) == part && 0 <= n && n < maxShownIndex
}
