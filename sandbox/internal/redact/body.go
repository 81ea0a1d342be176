// Package redact leaves out of bodies and documents what must not be seen: what the
// catalog calls sensitive. Of what it does not describe, the kind or the size is shown.
package redact

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// Redacted stands for a sensitive value.
const Redacted = "[redacted]"

const (
	mostShown    = 2 << 10 // bytes, before which the last value begins
	longestShown = 256     // bytes of a value
)

// Request returns a request of an operation as a log shows it.
func Request(op *catalog.Operation, text string) string {
	return body(text, &catalog.Type{Kind: catalog.Record, Record: op.Request})
}

// Response returns a response of an operation as a log shows it: its size if the catalog does
// not describe it.
func Response(op *catalog.Operation, text string) string {
	switch {
	case !op.Response.Shown:
		return sized(len(text), "byte")
	case op.Response.Whole != nil:
		return body(text, op.Response.Whole.Type)
	default:
		return body(text, &catalog.Type{Kind: catalog.Record, Record: op.Response.Shape})
	}
}

func body(text string, t *catalog.Type) string {
	v, err := decode([]byte(text))
	if err != nil {
		return sized(len(text), "byte")
	}
	var s shower
	s.value(v, t)
	return s.String()
}

// decode reads JSON, with numbers as they are written.
func decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// shower writes what may be seen of a value.
type shower struct {
	bytes.Buffer
	cut bool // nothing more is shown
}

func sized(n int, of string) string { return "[" + wording.Count(n, of) + "]" }

func (s *shower) quote(text string) {
	b, _ := json.Marshal(text) // of a string
	s.Write(b)
}

func (s *shower) value(v any, t *catalog.Type) {
	if s.Len() > mostShown {
		s.quote("[cut off]")
		s.cut = true
		return
	}
	kinds := []catalog.Kind{catalog.Integer, catalog.Number}
	switch v := v.(type) {
	case nil:
		s.WriteString("null")
		return
	case map[string]any:
		if t.Kind == catalog.Record || t.Kind == catalog.Map {
			s.object(v, t)
			return
		}
		kinds = nil
	case []any:
		if t.Kind == catalog.Array {
			s.WriteByte('[')
			for i := 0; i < len(v) && !s.cut; i++ {
				s.separate('[')
				s.value(v[i], t.Elem)
			}
			s.WriteByte(']')
			return
		}
		kinds = nil
	case string:
		kinds = []catalog.Kind{catalog.String, catalog.Enumeration}
	case bool:
		kinds = []catalog.Kind{catalog.Boolean}
	}
	switch text, _ := json.Marshal(v); { // of a value that was JSON
	case !slices.Contains(kinds, t.Kind):
		s.quote(instead(v))
	case len(text) > longestShown:
		s.quote(sized(len(text), "byte"))
	default:
		s.WriteString(printable(string(text)))
	}
}

// separate writes a comma, unless nothing follows on the bracket that opened.
func (s *shower) separate(open byte) {
	if b := s.Bytes(); b[len(b)-1] != open {
		s.WriteByte(',')
	}
}

// object shows the members that the catalog describes, and how many others there are.
func (s *shower) object(v map[string]any, t *catalog.Type) {
	names := slices.Sorted(maps.Keys(v))
	if t.Kind == catalog.Record {
		names = slices.DeleteFunc(catalog.Names(t.Record.Fields), func(name string) bool { _, given := v[name]; return !given })
	}
	s.WriteByte('{')
	for i := 0; i < len(names) && !s.cut; i++ {
		s.separate('{')
		s.quote(printable(names[i]))
		s.WriteByte(':')
		elem := t.Elem
		if t.Kind == catalog.Record {
			f := t.Record.Field(names[i])
			if f.Private() {
				s.quote(Redacted)
				continue
			}
			if elem = f.Type; f.Join != "" { // a joined list is a string
				elem = &catalog.Type{Kind: catalog.String}
			}
		}
		s.value(v[names[i]], elem)
	}
	if further := len(v) - len(names); further > 0 && !s.cut {
		s.separate('{')
		s.WriteString(`"...":`)
		s.quote(sized(further, "further key"))
	}
	s.WriteByte('}')
}

// printable replaces what could change the terminal or the line that shows a log.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if strconv.IsPrint(c) {
			return c
		}
		return '\ufffd'
	}, text)
}

// instead names a value that is not shown, by its kind or its size.
func instead(v any) string {
	switch v := v.(type) {
	case string:
		return "[string]"
	case bool:
		return "[boolean]"
	case map[string]any:
		return sized(len(v), "key")
	case []any:
		return sized(len(v), "item")
	default:
		return "[number]"
	}
}
