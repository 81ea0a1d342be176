package openapi

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/sample"
)

// object is an ordered JSON object. Its values are objects, strings, booleans,
// integers, numbers, nil, and lists of these.
type object []pair

type pair struct {
	key   string
	value any
}

// number is a number in the form of the catalog.
type number string

// literal is a text of several lines, which YAML shows as they are.
type literal string

// scalar returns a default, an example or a value of a sample. Its numbers keep their form.
func scalar(v any) any {
	switch v := v.(type) {
	case *sample.Record:
		return example(v, true)
	case sample.Null:
		return nil
	case stdjson.Number:
		return number(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = scalar(v[i])
		}
		return list
	case map[string]any:
		o := object{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			o = append(o, pair{key, scalar(v[key])})
		}
		return o
	default:
		return v
	}
}

// example returns a body, or nil if there is none.
func example(r *sample.Record, ok bool) any {
	if !ok {
		return nil
	}
	if whole, ok := r.Whole(); ok {
		return scalar(whole)
	}
	o := object{}
	if r.Union != nil {
		o = of(r.Union.By, r.Tag)
	}
	for _, m := range r.Members {
		o = append(o, pair{m.Field.Name, scalar(m.Sent())})
	}
	return member(o, r.Further != "", r.Further, r.Kept)
}

// JSON returns the document as JSON.
func (d *Document) JSON() []byte {
	var compact, indented bytes.Buffer
	writeJSON(&compact, d.root)
	if err := stdjson.Indent(&indented, compact.Bytes(), "", "  "); err != nil {
		panic(err) // a defect of this file
	}
	indented.WriteByte('\n')
	return indented.Bytes()
}

func writeJSON(b *bytes.Buffer, v any) {
	switch v := v.(type) {
	case object:
		b.WriteByte('{')
		for i, p := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(yamldoc.Quote(p.key) + ":")
			writeJSON(b, p.value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	case string:
		b.WriteString(yamldoc.Quote(v))
	case literal:
		b.WriteString(yamldoc.Quote(string(v)))
	default:
		b.WriteString(bare(v))
	}
}

// YAML returns the document as YAML in the style of a catalog: block maps, and
// strings without quotes if they need none.
func (d *Document) YAML() []byte {
	var b bytes.Buffer
	writeYAML(&b, d.root, "")
	return b.Bytes()
}

// writeYAML writes the lines of an object.
func writeYAML(b *bytes.Buffer, o object, indent string) {
	for _, p := range o {
		b.WriteString(indent + yamldoc.BlockScalar(p.key) + ":")
		writeValue(b, p.value, indent+"  ")
	}
}

// writeValue writes the value after a key or a dash, up to the end of the line.
func writeValue(b *bytes.Buffer, v any, indent string) {
	switch v := v.(type) {
	case object:
		if len(v) == 0 {
			b.WriteString(" {}\n")
			return
		}
		b.WriteByte('\n')
		writeYAML(b, v, indent)
	case []any:
		if len(v) == 0 {
			b.WriteString(" []\n")
			return
		}
		b.WriteByte('\n')
		for _, item := range v {
			writeItem(b, item, indent)
		}
	case string:
		b.WriteString(" " + yamldoc.BlockScalar(v) + "\n")
	case literal:
		b.WriteString(" |\n")
		for line := range strings.Lines(string(v)) {
			b.WriteString(indent + line)
		}
	default:
		b.WriteString(" " + bare(v) + "\n")
	}
}

// writeItem writes an item of a list. Its first key is on the line of the dash.
func writeItem(b *bytes.Buffer, item any, indent string) {
	o, ok := item.(object)
	if !ok || len(o) == 0 {
		b.WriteString(indent + "-")
		writeValue(b, item, indent+"  ")
		return
	}
	var lines bytes.Buffer
	writeYAML(&lines, o, indent+"  ")
	b.WriteString(indent + "- " + strings.TrimPrefix(lines.String(), indent+"  "))
}

// exponent matches a number with an exponent. Some YAML readers require a fraction and a sign
// in such a number.
var exponent = regexp.MustCompile(`^(-?\d+)(\.\d+)?[eE]([+-]?)(\d+)$`)

// bare returns a value that is not a string.
func bare(v any) string {
	if v == nil {
		return "null"
	}
	text := fmt.Sprint(v)
	if m := exponent.FindStringSubmatch(text); m != nil {
		return m[1] + cmp.Or(m[2], ".0") + "e" + cmp.Or(m[3], "+") + m[4]
	}
	return text
}
