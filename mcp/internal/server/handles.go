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

// filling is a request with the values of its handles.
type filling struct {
	request   string
	hasValues bool     // the request had handles
	wrong     []string // a line for each handle that is not accepted
}

// fill puts values in the place of the handles of a request. Text that is not JSON stays as it is,
// since the check of the request says what is wrong with it.
func (v *vault) fill(op *catalog.Operation, request string) filling {
	f := filler{vault: v}
	f.value("", f.Begin(request, cursor.Unlimited, redaction.Request(op)), false)
	if !f.End() {
		return filling{request: request}
	}
	f.out.WriteString(request[f.copied:])
	return filling{f.out.String(), f.hasValues, f.wrong}
}

// filler copies a request and fills in values.
type filler struct {
	redact.Reader
	*vault
	out       strings.Builder
	copied    int // bytes of the request that are in out, or replaced there
	hasValues bool
	wrong     []string
}

// value copies the current value, which is at a JSON pointer and possibly inside a sensitive one.
func (f *filler) value(pointer string, v redact.Value, isSensitive bool) {
	isSensitive = isSensitive || v.Sensitive()
	switch f.Peek() {
	case '{':
		f.Object(v, func(_ redact.Key, member redact.Value) {
			f.value(pointer+"/"+jsonpointer.Escape(f.Key), member, isSensitive)
		})
	case '[':
		i := 0
		f.Array(v, func(item redact.Value) {
			f.value(fmt.Sprintf("%s/%d", pointer, i), item, isSensitive)
			i++
		})
	default:
		start := f.I
		f.Skip()
		f.replace(pointer, start, isSensitive)
	}
}

// replace fills in the value of a handle, if the value that began at an offset is one.
func (f *filler) replace(pointer string, start int, isSensitive bool) {
	if f.Broken {
		return
	}
	var handle string
	err := json.Unmarshal([]byte(f.Text[start:f.I]), &handle)
	if err != nil || !isHandle(handle) {
		return
	}
	value, isKnown := f.vault.value(handle)
	switch {
	case !isSensitive:
		f.say(pointer, "a handle is accepted only in a field that is marked sensitive; "+
			"write a value, or leave it out")
	case !isKnown:
		f.say(pointer, "this handle is unknown; read the value again for a new one")
	case f.out.Len()+len(value) > maxRequest:
		f.say(pointer, "the values of the handles are too large for one request")
	default:
		f.hasValues = true
		f.out.WriteString(f.Text[f.copied:start])
		f.out.WriteString(value)
		f.copied = f.I
	}
}

// say adds a mistake at a place. It shows no value: a handle that is refused may stand for any.
func (f *filler) say(pointer, mistake string) {
	f.wrong = append(f.wrong, "  "+pointer+": "+mistake)
}
