package interpreter

import (
	"errors"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/redaction"
)

// A pointer to a value may contain a key of a map or an unknown key, which can be as personal as the
// value. So the places of violations and drifts are hidden like values.

// Hidden returns violations of a request with a body without the keys of sensitive values. A place
// is reported once if its keys are hidden. The body may be "" if it is not known. A handler does the
// same by the tags of generated structs.
func (o *Operation) Hidden(body string, violations []api.Violation) (shown []api.Violation) {
	place := redaction.Request(o.Operation)
	var fields []string
	for _, v := range violations {
		fields = append(fields, v.Field)
	}
	found := redact.Find(body, place, slices.Values(fields))
	for _, v := range violations {
		keys := redact.Keys{
			Described: v.Rule != api.RuleDuplicateField, // others are not in unknown variants
			Records:   o.madeUp,
		}
		field := keys.Hide(v.Field, place, found)
		isSame := func(other api.Violation) bool { return other.Field == field }
		if field != v.Field && slices.ContainsFunc(shown, isSame) {
			continue
		}
		v.Field = field
		shown = append(shown, v)
	}
	return shown
}

// hideKeys hides the keys of maps, and of sensitive values, in the violations of a response.
func (o *Operation) hideKeys(err error) error {
	if invalid, ok := errors.AsType[*api.ValidationError](err); ok {
		for i, v := range invalid.Violations {
			invalid.Violations[i].Field = o.responsePointer(v.Field)
		}
	}
	return err
}

// responsePointer returns a pointer into the response without keys that must not be shown.
func (o *Operation) responsePointer(pointer string) string {
	return redact.Keys{Maps: true}.Hide(pointer, redaction.Response(o.Operation), nil)
}
