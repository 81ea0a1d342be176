package wire

import (
	"errors"
	"reflect"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/cursor"
	"example.com/opgen/api/internal/redact"
)

// DecodeLenient is [DecodeRecord] for a response that the catalog knows without a
// promise: the error is nil for any JSON within the limits. What is of another type is
// zero, and a drift.
func DecodeLenient[T any](text []byte, r *T, decode func(*Decoder, *T)) ([]api.Drift, error) {
	d := new(Decoder)
	d.prepareAnswer(string(text), cursor.Answers)
	d.drifting = true
	decode(d, r)
	return d.drifts(reflect.TypeOf(r))
}

// leftOut reports whether nobody gets what is read, because of an error that is large
// enough. A drift is none.
func (d *Decoder) leftOut() bool { return d.path.LeftOut() && !d.drifting }

// drifts is Finish for a response that the catalog knows without a promise: violations
// of its types are drifts. The type is that of the response.
func (d *Decoder) drifts(t reflect.Type) ([]api.Drift, error) {
	err := d.Finish()
	invalid, ok := errors.AsType[*api.ValidationError](err)
	if !ok || d.c.Broken {
		return nil, err
	}
	var drifts []api.Drift
	for _, v := range invalid.Violations {
		if v.Rule == api.RuleViolationsLimit {
			continue
		}
		expected := strings.TrimPrefix(v.Message, "must be ")
		if strings.HasPrefix(v.Message, "is ") {
			expected = "a value"
		}
		drifts = append(drifts, api.Drift{
			Pointer:  redact.Key(v.Field, t),
			Expected: expected,
			Received: typeOf(cursor.At(d.c.Text, v.Field)),
		})
	}
	return drifts, nil
}

// typeOf names the type of a JSON value, "nothing" if there is none.
func typeOf(text string) string {
	if text == "" {
		return "nothing"
	}
	switch text[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	default:
		return "number"
	}
}
