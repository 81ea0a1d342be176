package server

import (
	"encoding/json"
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/redaction"
)

// This file puts values in the place of their handles in a request. A handle is accepted only
// where the catalog marks a value as sensitive: anywhere else, the service could show the value
// again as one that is not.
//
// The request stays text, and only handles in it are replaced. What a client wrote is checked and
// sent as it is, with its order of members and its form of numbers.

// filledRequest is a request with the values of its handles.
type filledRequest struct {
	request   string
	hasValues bool     // the request had handles
	wrong     []string // a line for each handle that is not accepted
}

// fillLimits bound the reading of a request, which is not checked yet. A text that is nested too
// deep stays as it is, and the check refuses it. Items need no bound but the size of the request,
// each being at least a byte: the check counts fewer of them, so with its limit, a request that it
// accepts could be sent with its handles.
var fillLimits = cursor.Limits{Depth: cursor.Requests.Depth, Items: maxRequest}

// fill puts values in the place of the handles of a request. Text that is not JSON stays as it is,
// since the check of the request says what is wrong with it.
func (v *vault) fill(op *catalog.Operation, request string) filledRequest {
	r := handleReader{vault: v}
	r.value("", r.Begin(request, fillLimits, redaction.Request(op)), false)
	if !r.End() {
		return filledRequest{request: request}
	}
	r.out.WriteString(request[r.copied:])
	return filledRequest{r.out.String(), r.hasValues, r.wrong}
}

// handleReader reads a request, and copies it with the values of its handles.
type handleReader struct {
	redact.Reader
	vault     *vault
	out       strings.Builder
	copied    int // bytes of the request that are in out, or replaced there
	hasValues bool
	wrong     []string
}

// value copies the current value, which is at a JSON pointer and possibly inside a sensitive one.
func (r *handleReader) value(pointer string, v redact.Value, isSensitive bool) {
	isSensitive = isSensitive || v.Sensitive()
	switch r.Peek() {
	case '{':
		r.Object(v, func(_ redact.Key, member redact.Value) {
			r.value(pointer+"/"+jsonpointer.Escape(r.Key), member, isSensitive)
		})
	case '[':
		i := 0
		r.Array(v, func(item redact.Value) {
			r.value(fmt.Sprintf("%s/%d", pointer, i), item, isSensitive)
			i++
		})
	default:
		start := r.I
		r.Skip()
		r.replace(pointer, start, isSensitive)
	}
}

// replace fills in the value of a handle, if the value that began at an offset is one.
func (r *handleReader) replace(pointer string, start int, isSensitive bool) {
	if r.Broken {
		return
	}
	var handle string
	err := json.Unmarshal([]byte(r.Text[start:r.I]), &handle)
	if err != nil || !isHandle(handle) {
		return
	}
	value, isKnown := r.vault.value(handle)
	switch {
	case !isSensitive:
		r.say(pointer, "a handle is accepted only in a field that is marked sensitive; "+
			"write a value, or leave it out")
	case !isKnown:
		r.say(pointer, "this handle is unknown; read the value again for a new one")
	case r.out.Len()+len(value) > maxRequest:
		r.say(pointer, "the values of the handles are too large for one request")
	default:
		r.hasValues = true
		r.out.WriteString(r.Text[r.copied:start])
		r.out.WriteString(value)
		r.copied = r.I
	}
}

// say adds a mistake at a place. It shows no value: a handle that is refused may stand for any.
func (r *handleReader) say(pointer, mistake string) {
	r.wrong = append(r.wrong, "  "+pointer+": "+mistake)
}
