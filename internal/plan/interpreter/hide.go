package interpreter

import (
	"errors"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/redaction"
)

// Hidden returns violations of a request without the keys of sensitive values. A place is reported
// once if its keys are hidden. A handler does the same by the tags of generated structs.
func (o *Operation) Hidden(violations []api.Violation) (shown []api.Violation) {
	for _, v := range violations {
		keys := redact.Keys{
			Described: v.Rule != api.RuleDuplicateField, // others are not in unknown variants
			Records:   o.madeUp,
		}
		field := keys.Hide(v.Field, redaction.Request(o.Operation))
		if field == v.Field || !slices.ContainsFunc(shown, func(same api.Violation) bool { return same.Field == field }) {
			v.Field = field
			shown = append(shown, v)
		}
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

func (o *Operation) responsePointer(pointer string) string {
	return redact.Keys{Maps: true}.Hide(pointer, redaction.Response(o.Operation))
}
