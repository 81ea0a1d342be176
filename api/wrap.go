package api

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"

	"example.com/opgen/api/internal/encode"
)

// SetSiblings sets what stands in the envelope beside the response, or beside the failure,
// of the request that ctx serves: the record that the catalog names for it. A second call
// replaces what the first one set. It returns an error outside of such a request, if the
// envelope has no such members, and if they hold a value that JSON cannot hold.
func SetSiblings(ctx context.Context, siblings interface{ AppendJSON([]byte) []byte }) error {
	x, ok := ctx.Value(exchangeKey{}).(*exchange)
	if !ok {
		return errors.New("SetSiblings: the context is not that of a request that is being served")
	}
	text := siblings.AppendJSON(nil)
	if encode.IsMarked(text) {
		return errors.New("SetSiblings: a value cannot be held by JSON")
	}
	form := x.route.operation.Envelope
	for key := range keysOf(text) {
		if !form.exists() || !slices.Contains(form.Siblings, key) {
			return errors.New("SetSiblings: the catalog names no such member of the envelope")
		}
	}
	x.siblings.Store(&text)
	return nil
}

// beside returns the JSON of what SetSiblings was given, nil if it was not called.
func (x *exchange) beside() []byte {
	if text := x.siblings.Load(); text != nil {
		return *text
	}
	return nil
}

// begin appends what stands before the response. It returns b if there is no envelope.
func (e *Envelope) begin(b []byte) []byte {
	if !e.exists() {
		return b
	}
	b = e.succeed(b)
	if e.Data != "" {
		b = append(encode.Quoted(append(b, ','), e.Data), ':')
	}
	return b
}

// succeed begins an envelope with the member that says success.
func (e *Envelope) succeed(b []byte) []byte {
	return append(append(encode.Quoted(append(b, '{'), e.Success), ':'), e.success()...)
}

// around appends an envelope without a response, nothing if there is no envelope.
func (e *Envelope) around(b, siblings []byte) []byte {
	if !e.exists() {
		return b
	}
	return encode.Close(appendMembers(append(e.succeed(b), ','), siblings), '}')
}

const errNotAnObject = defect("the service's response is not an object, and the envelope has no member for it")

// end appends what stands behind the response, which starts in b where begin ended. It
// returns how many bytes are behind the response.
func (e *Envelope) end(b []byte, start int, siblings []byte) (wrapped []byte, behind int, err error) {
	if !e.exists() {
		return b, 0, nil
	}
	if e.Data == "" {
		if b, err = e.join(b, start, siblings); err != nil {
			return nil, 0, err
		}
	}
	end := len(b)
	b = encode.Close(appendMembers(append(b, ','), siblings), '}')
	return b, len(b) - end, nil
}

// join lets the members of the response, an object, go on from those of the envelope.
func (e *Envelope) join(b []byte, start int, siblings []byte) ([]byte, error) {
	object := bytes.Trim(b[start:], " \t\r\n")
	if object[0] != '{' {
		return nil, errNotAnObject
	}
	// A client may have received such members as keys that the catalog does not name.
	given := keysOf(siblings)
	given[e.Success] = true
	mayHold := func(key string) bool { return bytes.Contains(object, encode.Quoted(nil, key)) }
	if slices.ContainsFunc(slices.Collect(maps.Keys(given)), mayHold) || bytes.IndexByte(object, '\\') >= 0 || len(object) < len(b)-start {
		object = without(object, func(key string) bool { return given[key] })
	}
	b = append(b[:start], object...)
	if encode.IsBlank(object[1 : len(object)-1]) {
		return b[:start], nil
	}
	b[start] = ','
	return b[:len(b)-1], nil
}
