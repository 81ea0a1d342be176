package api

import (
	"fmt"
	"math"
)

// Object is a JSON object whose members the catalog does not name. A decoded
// one holds nil, bool, string, [json.Number], []any and map[string]any; one to
// be sent may hold anything that encoding/json can encode.
type Object map[string]any

// ObjectFrom returns what encoding/json makes of v, which must become a JSON
// object: a struct of the caller's own, say.
func ObjectFrom(v any) (Object, error) {
	text, err := marshal(v, 0)
	if err != nil {
		return nil, fmt.Errorf("object from a %T: %w", v, err)
	}
	d := new(Decoder)
	d.prepare(string(text), Limits{Depth: maxEncodeDepth, Items: math.MaxInt})
	o, _ := d.objectValue()
	if d.Finish() != nil {
		return nil, fmt.Errorf("object from a %T: its JSON is no object", v)
	}
	return o, nil
}

// Decode stores the object in the value that v points at, as encoding/json does,
// but for numbers in an any, which stay exact as [json.Number].
func (o Object) Decode(v any) error {
	if !encodable(o, 0) {
		return errNotEncodable
	}
	return DecodeRaw(appendValue(nil, o), v)
}

// MarshalJSON returns the object as a request would hold it, members sorted. The
// error says that it holds what JSON cannot.
func (o Object) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("null"), nil
	}
	if !encodable(o, 0) {
		return nil, errNotEncodable
	}
	return appendValue(nil, o), nil
}
