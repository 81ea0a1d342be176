package redact

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

const (
	mostShown    = 2 << 10 // bytes, before which the last value begins
	longestShown = 256     // bytes of a value
)

func requestType(op *catalog.Operation) *catalog.Type {
	return &catalog.Type{Kind: catalog.Record, Record: op.Request}
}

// responseType returns the type of a response, nil if the catalog does not show it.
func responseType(op *catalog.Operation) *catalog.Type {
	switch {
	case !op.Response.Shown:
		return nil
	case op.Response.Whole != nil:
		return op.Response.Whole.Type
	default:
		return &catalog.Type{Kind: catalog.Record, Record: op.Response.Shape}
	}
}

// Request returns a request of an operation as a log shows it.
func Request(op *catalog.Operation, text string) string { return body(text, requestType(op)) }

// Response returns a response of an operation as a log shows it.
func Response(op *catalog.Operation, text string) string { return body(text, responseType(op)) }

// body returns JSON text without what must not be seen, its size if t is nil.
func body(text string, t *catalog.Type) string {
	if t == nil {
		return sized(len(text), "byte")
	}
	r := redactor{in: json.NewDecoder(strings.NewReader(text))}
	r.in.UseNumber()
	r.value(t)
	return r.out.String()
}

// redactor writes what may be seen of the text that it reads.
type redactor struct {
	in  *json.Decoder
	out bytes.Buffer
	cut bool // nothing more is shown, and nothing more is read
}

func sized(n int, of string) string { return "[" + wording.Count(n, of) + "]" }

func (r *redactor) quote(text string) {
	b, _ := json.Marshal(text) // of a string
	r.out.Write(b)
}

// skip passes the value at hand and returns it.
func (r *redactor) skip() (raw json.RawMessage) {
	if r.in.Decode(&raw) != nil {
		r.cut = true
	}
	return raw
}

// full tells whether enough is shown, and says so.
func (r *redactor) full() bool {
	if !r.cut && r.out.Len() > mostShown {
		r.quote("[cut off]")
		r.cut = true
	}
	return r.cut
}

func (r *redactor) value(t *catalog.Type) {
	if r.full() {
		return
	}
	switch t.Kind {
	case catalog.Record, catalog.Map, catalog.Array:
	default:
		r.leaf(r.skip(), t)
		return
	}
	token, err := r.in.Token()
	switch open := token.(type) {
	case json.Delim:
		r.inside(open, t)
	case nil:
		if r.out.WriteString("null"); err != nil {
			r.cut = true
		}
	default:
		text, _ := json.Marshal(token)
		r.leaf(text, &catalog.Type{Kind: catalog.Any})
	}
}

// inside shows what is in an object or an array that has begun.
func (r *redactor) inside(open json.Delim, t *catalog.Type) {
	further, first, end := 0, true, byte('}')
	fits := open == '{' && t.Kind != catalog.Array || open == '[' && t.Kind == catalog.Array
	if open == '[' {
		end = ']'
	}
	start := r.out.Len()
	r.out.WriteString(open.String())
	for !r.cut && r.in.More() {
		name := ""
		if open == '{' {
			token, _ := r.in.Token()
			name, _ = token.(string)
		}
		var field *catalog.Field
		if t.Kind == catalog.Record {
			field = t.Record.Field(name)
		}
		if !fits || t.Kind == catalog.Record && field == nil {
			r.skip()
			further++
			continue
		}
		if !first {
			r.out.WriteByte(',')
		}
		if first = false; open == '{' {
			r.quote(printable(name))
			r.out.WriteByte(':')
		}
		switch {
		case field != nil && field.Private():
			r.skip()
			r.quote(Redacted)
		case field != nil:
			r.value(typeOf(field))
		default:
			r.value(t.Elem)
		}
	}
	r.in.Token()
	switch {
	case !fits && open == '{':
		r.out.Truncate(start)
		r.quote(sized(further, "key"))
		return
	case !fits:
		r.out.Truncate(start)
		r.quote(sized(further, "item"))
		return
	case further > 0 && !r.cut:
		if !first {
			r.out.WriteByte(',')
		}
		r.out.WriteString(`"...":`)
		r.quote(sized(further, "further key"))
	}
	r.out.WriteByte(end)
}

// typeOf returns the type of a field as it is sent: a joined list is a string.
func typeOf(f *catalog.Field) *catalog.Type {
	if f.Join != "" {
		return &catalog.Type{Kind: catalog.String}
	}
	return f.Type
}

// leaf shows a value that the catalog describes as a scalar, and names any other.
func (r *redactor) leaf(text json.RawMessage, t *catalog.Type) {
	fits := false
	switch append(text, ' ')[0] {
	case '"':
		fits = t.Kind == catalog.String || t.Kind == catalog.Enumeration
	case 't', 'f':
		fits = t.Kind == catalog.Boolean
	case 'n':
		fits = true
	case '{', '[':
	default:
		fits = t.Kind == catalog.Integer || t.Kind == catalog.Number
	}
	switch {
	case !fits:
		r.quote(instead(text))
	case len(text) > longestShown:
		r.quote(sized(len(text), "byte"))
	default:
		r.out.WriteString(printable(string(text)))
	}
}

// printable escapes what could change the terminal or the line that shows a log.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if strconv.IsPrint(c) {
			return c
		}
		return '\ufffd'
	}, text)
}
