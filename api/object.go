package api

import (
	"fmt"
	"io"
	"log/slog"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
)

// Values that the catalog does not describe. They keep everything that was received, and are never
// printed.

// Object is a JSON object whose members the catalog does not name. After decoding, its
// values are nil, bool, string, [json.Number], []any and map[string]any. A string that you
// keep keeps the text of the whole body, unless that is longer than 64 KiB. Values to be sent
// may be anything that encoding/json can encode.
//
//	request.Fields = api.Object{"vehicle": api.Object{"vin": vin}, "drivers": 2}
//
// fmt prints an Object like any other map, with its values; inside a generated struct, it is shown as
// the number of its keys.
type Object map[string]any

// ObjectFrom encodes v, such as a struct of your own, with encoding/json and returns the
// result, which must be a JSON object. It returns an error for any other value, such as a list or nil,
// and for one that JSON cannot hold. [Object.Decode] is the way back.
func ObjectFrom(v any) (Object, error) {
	text, err := encode.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("object from a %T: %w", v, err)
	}
	var o map[string]any
	if err := encode.Unmarshal(text, &o); err != nil || o == nil {
		return nil, fmt.Errorf("object from a %T: its JSON is not an object", v)
	}
	return o, nil
}

// Decode stores the object in the value that v points to, like encoding/json.
// However, a number that is stored in an any stays exact, as a [json.Number].
func (o Object) Decode(v any) error {
	text, err := o.MarshalJSON()
	if err != nil {
		return err
	}
	return encode.Unmarshal(text, v)
}

// MarshalJSON encodes the object as in a request, with sorted members. It returns an
// error if JSON cannot hold a value.
func (o Object) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("null"), nil
	}
	text := encode.Value(nil, map[string]any(o))
	if encode.IsMarked(text) {
		return nil, encode.ErrNotEncodable
	}
	return text, nil
}

// UnknownVariant is the value of an open union with a tag that the catalog does not name.
// It is sent as it was received, so a service can pass on variants of a later catalog. Its body may
// contain anything, so it is never printed.
type UnknownVariant struct {
	Tag  string
	Body Object `sensitive:"true"` // the members other than the tag
}

// Format prints the tag.
func (v UnknownVariant) Format(s fmt.State, _ rune) { io.WriteString(s, genstruct.Value(v)) }

// LogValue is Format for slog.
func (v UnknownVariant) LogValue() slog.Value { return slog.StringValue(genstruct.Value(v)) }
