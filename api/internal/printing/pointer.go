package printing

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
)

const maxShownPlace = 256 // bytes of a pointer

// Pointer returns a JSON pointer into a body of type t, up to the first part that is neither
// a field nor an index, such as an unknown key. Keys of maps become "*".
func Pointer(pointer string, t reflect.Type) string {
	shown := ""
	for t = BodyType(t); shown != pointer; {
		part, ok := strings.CutPrefix(pointer[len(shown):], "/")
		part, _, _ = strings.Cut(part, "/")
		if ok && t != nil && isMap(t) {
			rest := pointer[len(shown)+1+len(part):]
			t, part = t.Elem(), cursor.HiddenKey
			pointer = shown + "/" + part + rest
		} else {
			t = typeAt(t, part)
		}
		if !ok || t == nil || len(shown) > maxShownPlace {
			return shown + "/" + Redacted
		}
		shown += "/" + part
	}
	return shown
}

// typeAt returns the type at a part of a JSON pointer in a value of type t, nil if the
// catalog has no such part.
func typeAt(t reflect.Type, part string) reflect.Type {
	t = baseType(t)
	switch {
	case t == nil || t == rawType:
	case isUnion(t):
		for _, variant := range variants.Get(t) {
			if at := typeAt(variant, part); at != nil {
				return at
			}
		}
	case t.Kind() == reflect.Struct:
		if field, ok := fieldNamed(t, part); ok {
			return field.Type
		}
	case t.Kind() == reflect.Slice:
		// A longer number is probably not an index, and may be personal.
		if n, err := strconv.Atoi(part); err == nil && strconv.Itoa(n) == part && 0 <= n && n < cursor.Requests.Items {
			return t.Elem()
		}
	}
	return nil
}

// RequestPointer removes keys that the caller made up inside a sensitive value from a JSON pointer into
// a request of type t: it returns "/address/[redacted]", or "*" for the key of a map. Such a
// key may be as personal as its value. An unknown key of a record stays, since the caller
// must know which one is wrong. If described is set, the catalog describes the place;
// otherwise it may be in an unknown variant, whose keys may be personal.
func RequestPointer(pointer string, described bool, t reflect.Type) string {
	return keys{described: described}.hide(pointer, t)
}

// SentPointer is like RequestPointer, for a request that a client made. It also removes unknown keys of
// records inside a sensitive value.
func SentPointer(pointer string, t reflect.Type) string { return keys{sent: true}.hide(pointer, t) }

// ResponsePointer is like RequestPointer, for a pointer into a response. It shows no keys of maps.
func ResponsePointer(pointer string, t reflect.Type) string { return keys{all: true}.hide(pointer, t) }

// keys says which keys to hide.
type keys struct{ described, sent, all bool }

func (k keys) hide(pointer string, t reflect.Type) string {
	whole, _ := bodyField(t)
	open, sensitive, shown, types := false, IsSensitive(whole), "", []reflect.Type{BodyType(t)}
	for shown != pointer {
		part, _, _ := strings.Cut(pointer[len(shown)+1:], "/")
		var inside []reflect.Type
		named, keyed := false, false
		there, hidden, others := expandUnions(types)
		sensitive, open = sensitive || hidden, open || others
		for _, t := range there {
			var next reflect.Type
			switch t.Kind() {
			case reflect.Struct:
				sensitive = sensitive || isSensitiveAt(t, part)
				next = typeAt(t, jsonpointer.Unescape(part))
				named = named || next != nil || !k.sent
			case reflect.Slice:
				named, next = true, t.Elem()
			case reflect.Map:
				if keyed = keyed || isMap(t); isMap(t) {
					next = t.Elem()
				}
			}
			if next != nil && !slices.Contains(inside, next) {
				inside = append(inside, next)
			}
		}
		switch {
		case keyed:
			rest := pointer[len(shown)+1+len(part):]
			if sensitive || k.all || open && !k.described {
				part = cursor.HiddenKey
			}
			pointer = shown + "/" + part + rest
		case named:
		case sensitive || open:
			return shown + "/" + Redacted
		default:
			return pointer
		}
		types, shown = inside, shown+"/"+part
	}
	return shown
}

// isSensitiveAt reports whether a part of a JSON pointer into a generated struct points to a
// sensitive value. A part that is not in its tags is an unknown key.
func isSensitiveAt(t reflect.Type, part string) bool {
	if field, named := fieldNamed(t, jsonpointer.Unescape(part)); named {
		return IsSensitive(field)
	}
	extra, _ := t.FieldByName("Extra")
	return IsSensitive(extra) && extra.Tag.Get("json") == "-"
}
