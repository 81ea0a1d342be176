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
