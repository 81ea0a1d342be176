package api

import (
	"encoding/json"
	"errors"
	"strings"
)

// DecodeRaw stores an answer in the value that v points at, as encoding/json
// does, but for numbers in an any, which stay exact as [json.Number].
func DecodeRaw(raw json.RawMessage, v any) error {
	if isBlank(raw) {
		return errors.New("the answer has no body")
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	return d.Decode(v)
}

// AppendRaw appends JSON text as it is, and nothing where it is not JSON.
func AppendRaw(b []byte, raw json.RawMessage) []byte {
	if !json.Valid(raw) {
		return b
	}
	return append(b, raw...)
}

// DecodeRecord stores JSON text in a generated record. Unknown and repeated keys
// are accepted, as in an answer.
func DecodeRecord[T any](text []byte, r *T, decode func(*Decoder, *T)) error {
	d := new(Decoder)
	d.prepare(string(text), answerLimits)
	d.lenient = true
	decode(d, r)
	return d.Finish()
}

// OrEmpty returns list, or an empty one where it is nil: what an answer must
// hold is sent also where a service leaves it out.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
