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

// scalar returns a default or an example. Its numbers keep their form.
func scalar(v any) any {
	switch v := v.(type) {
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
			b.WriteString(quoted(p.key) + ":")
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
		b.WriteString(quoted(v))
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
		b.WriteString(indent + plain(p.key) + ":")
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
		b.WriteString(" " + plain(v) + "\n")
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

// simple matches a string that YAML reads as a string without quotes, in every
// place.
var simple = regexp.MustCompile(`^[A-Za-z/$_][A-Za-z0-9 ._/$;,()'+*-]*[A-Za-z0-9._/$;()'+*-]$|^[A-Za-z/$_]$`)

// notStrings are words that some YAML readers do not read as strings.
var notStrings = regexp.MustCompile(`(?i)^(null|true|false|yes|no|on|off|y|n)$`)

func plain(text string) string {
	if simple.MatchString(text) && !notStrings.MatchString(text) {
		return text
	}
	return quoted(text)
}

// quoted returns a JSON string, which YAML reads in the same way. Characters that
// are not printable are escaped, because YAML does not allow all of them.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ' || 0x7f <= c && c < 0xa1 || 0x2000 <= c && c < 0x2070 || 0xfff0 <= c && c <= 0xffff || c == 0xfeff || c == 0x3000 || c == 0x1680:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// exponent matches an exponent that some YAML readers overlook: in a number without
// a fraction, or without a sign.
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
