package api

import "encoding/json"

// Object is a JSON object whose members the catalog does not name. A decoded
// one holds nil, bool, string, [json.Number], []any and map[string]any; one to
// be sent may hold anything that encoding/json can encode.
type Object map[string]any

// ObjectFrom returns what encoding/json makes of v, which must become a JSON
// object: a struct of the caller's own, say.
func ObjectFrom(v any) (Object, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	d := NewDecoder(string(text))
	o, _ := d.objectValue()
	if err := d.Finish(); err != nil {
		return nil, err
	}
	return o, nil
}

// Decode stores the object in the value that v points at, as encoding/json does.
func (o Object) Decode(v any) error {
	return json.Unmarshal(appendObject(nil, o, 0), v)
}

// MarshalJSON returns the object as a request would hold it, members sorted.
func (o Object) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("null"), nil
	}
	return appendObject(nil, o, 0), nil
}
