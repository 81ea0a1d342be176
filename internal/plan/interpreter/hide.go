package interpreter

import (
	"errors"
	"iter"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/redaction"
)

// Hidden returns violations of a request with a body without the keys of sensitive values. A place
// is reported once if its keys are hidden. The body may be "" if it is not known. A handler does the
// same by the tags of generated structs.
func (o *Operation) Hidden(body string, violations []api.Violation) (shown []api.Violation) {
	place := redaction.Request(o.Operation)
	found := redact.Find(body, place, fieldsOf(violations))
	for _, v := range violations {
		keys := redact.Keys{
			Described: v.Rule != api.RuleDuplicateField, // others are not in unknown variants
			Records:   o.madeUp,
		}
		field := keys.Hide(v.Field, place, found)
		if field == v.Field ||
			!slices.ContainsFunc(shown,
				func(same api.Violation) bool { return same.Field == field }) {
			v.Field = field
			shown = append(shown, v)
		}
	}
	return shown
}

func fieldsOf(violations []api.Violation) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, v := range violations {
			if !yield(v.Field) {
				return
			}
		}
	}
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

func (o *Operation) responsePointer(pointer string) string {
	return redact.Keys{Maps: true}.Hide(pointer, redaction.Response(o.Operation), nil)
}
