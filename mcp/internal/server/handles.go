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

// filler copies a request and fills in values.
type filler struct {
	redact.Reader
	*vault
	out    strings.Builder
	copied int // bytes of the request
	used   bool
	wrong  []string
}

// fill returns a request with the values of its handles, whether it has any, and everything that
// is wrong with them. Text that is no JSON stays as it is.
func (v *vault) fill(
	op *catalog.Operation, request string,
) (filled string, used bool, wrong []string) {
	f := filler{vault: v}
	f.value("", f.Begin(request, cursor.Unlimited, redaction.Request(op)), false)
	if !f.End() {
		return request, false, nil
	}
	f.out.WriteString(request[f.copied:])
	return f.out.String(), f.used, f.wrong
}

// value copies the current value, which is at a JSON pointer and possibly inside a sensitive one.
func (f *filler) value(pointer string, v redact.Value, sensitive bool) {
	sensitive = sensitive || v.Sensitive()
	switch f.Peek() {
	case '{':
		f.Object(v, func(_ redact.Key, member redact.Value) {
			f.value(pointer+"/"+jsonpointer.Escape(f.Key), member, sensitive)
		})
	case '[':
		i := 0
		f.Array(v, func(item redact.Value) {
			f.value(fmt.Sprintf("%s/%d", pointer, i), item, sensitive)
			i++
		})
	default:
		start := f.I
		f.Skip()
		f.replace(pointer, start, sensitive)
	}
}

// replace fills in the value of a handle, if the value that began at an offset is one.
func (f *filler) replace(pointer string, start int, sensitive bool) {
	var handle string
	if f.Broken || json.Unmarshal([]byte(f.Text[start:f.I]), &handle) != nil || !isHandle(handle) {
		return
	}
	value, known := f.vault.value(handle)
	switch {
	case !sensitive:
		f.say(pointer, "a handle is accepted only in a field that is marked sensitive; "+
			"write a value, or leave it out")
	case !known:
		f.say(pointer, "this handle is unknown; read the value again for a new one")
	case f.out.Len()+len(value) > maxRequest:
		f.say(pointer, "the values of the handles are too large for one request")
	default:
		f.used = true
		f.out.WriteString(f.Text[f.copied:start])
		f.out.WriteString(value)
		f.copied = f.I
	}
}

func (f *filler) say(pointer, what string) {
	f.wrong = append(f.wrong, "  "+pointer+": "+what)
}
