package interpreter

import (
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
)

// hideKeys returns the violations of a body without the keys of sensitive values. A place is
// reported once if its keys are hidden. A handler does the same by the tags of generated
// structs.
func hideKeys(violations []api.Violation, body *catalog.Shape) (shown []api.Violation) {
	for _, v := range violations {
		field := v.Field
		if strings.Count(field, "/") > 1 {
			described := v.Rule != api.RuleDuplicateField // others are not in unknown variants
			field = hideKey(field, body.Type(), described, false)
		}
		if field == v.Field || !slices.ContainsFunc(shown, func(same api.Violation) bool { return same.Field == field }) {
			v.Field = field
			shown = append(shown, v)
		}
	}
	return shown
}

// hideKey hides the keys in a pointer into a value of a type: all keys of maps in a response,
// and keys of sensitive values.
func hideKey(pointer string, of *catalog.Type, described, all bool) string {
	types, private, open, shown := []*catalog.Type{of}, false, false, ""
	for shown != pointer {
		part, _, _ := strings.Cut(pointer[len(shown)+1:], "/")
		var inside []*catalog.Type
		named, keyed := false, false
		for _, t := range types {
			switch t.Kind {
			case catalog.Union:
				named, private, open = true, private || t.Union.Private(), open || t.Union.Open
			case catalog.Record:
				named = true
			case catalog.Array:
				named, inside = true, append(inside, t.Elem)
			case catalog.Map:
				keyed, inside = true, append(inside, t.Elem)
			}
			for _, s := range t.Records() {
				if f := s.Field(jsonpointer.Unescape(part)); f != nil {
					private, inside = private || f.Private(), append(inside, f.Type)
				} else {
					private = private || s.Open && s.PrivateKeys()
				}
			}
		}
		switch {
		case keyed:
			rest := pointer[len(shown)+1+len(part):]
			if private || all || open && !described {
				part = "*"
			}
			pointer = shown + "/" + part + rest
		case named:
		case private || open:
			return shown + "/[redacted]"
		default:
			return pointer
		}
		types, shown = inside, shown+"/"+part
	}
	return shown
}

// Hidden returns violations of a request for logs: without the keys of sensitive values.
func (o *Operation) Hidden(violations []api.Violation) []api.Violation {
	return hideKeys(violations, o.Request)
}
