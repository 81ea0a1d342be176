package openapi

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// A document is written as JSON or as YAML. The block style of YAML is one of documents and not of catalogs:
// texts of several lines stay as they are, and long lists have a line for each item.

// Document is an OpenAPI document with ordered members.
type Document struct{ root object }

// example returns a body, or nil if there is none.
func example(r *sample.Record, ok bool) any {
	if !ok {
		return nil
	}
	return orderedValue(r.JSON())
}

// scalar returns a default or an example of a field.
func scalar(v any) any { return orderedValue(wording.Literal(v)) }

// orderedValue returns the value of a JSON text of the catalog, nil for "".
func orderedValue(text string) any {
	value, _ := yamldoc.ParseJSON(text) // the catalog has checked it
	return value
}

// JSON returns the document as JSON.
func (d *Document) JSON() []byte {
	var b bytes.Buffer
	if err := stdjson.Indent(&b, []byte(compact(d.root)+"\n"), "", "  "); err != nil {
		panic(err) // a defect of this file
	}
	return b.Bytes()
}

// compact writes a value as JSON on one line.
func compact(v any) string {
	var parts []string
	switch v := v.(type) {
	case object:
		for _, p := range v {
			parts = append(parts, yamldoc.Quote(p.Key)+":"+compact(p.Value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		for _, item := range v {
			parts = append(parts, compact(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return yamldoc.Quote(v)
	case literal:
		return yamldoc.Quote(string(v))
	}
	return scalarText(v)
}

// YAML returns the document as YAML in the style of a catalog: block maps, short lists on one
// line, and strings outside of these without quotes if they need none.
func (d *Document) YAML() []byte { return []byte(blockLines(d.root, "")) }

// blockLines writes the lines of an object.
func blockLines(o object, indent string) string {
	var b strings.Builder
	for _, p := range o {
		b.WriteString(indent + yamldoc.BlockScalar(p.Key) + ":" + blockValue(p.Value, indent+"  "))
	}
	return b.String()
}

// blockValue writes the value after a key or a dash, up to the end of the line.
func blockValue(v any, indent string) string {
	switch v := v.(type) {
	case object:
		if len(v) > 0 {
			return "\n" + blockLines(v, indent)
		}
		return " {}\n"
	case []any:
		return blockList(v, indent)
	case string:
		return " " + yamldoc.BlockScalar(v) + "\n"
	case literal:
		lines := strings.TrimSuffix(string(v), "\n")
		return " |\n" + indent + strings.ReplaceAll(lines, "\n", "\n"+indent) + "\n"
	}
	return " " + scalarText(v) + "\n"
}

// blockList writes a list: on the line of its key if it is short, or an item a line.
func blockList(items []any, indent string) string {
	line := compact(items)
	if !slices.ContainsFunc(items, isFilledObject) && len(indent+line) <= longestList {
		return " " + line + "\n"
	}
	lines := "\n"
	for _, item := range items {
		text := blockValue(item, indent+"  ")
		if isFilledObject(item) { // the first key is on the line of the dash
			text = " " + strings.TrimPrefix(text, "\n"+indent+"  ")
		}
		lines += indent + "-" + text
	}
	return lines
}

// longestList is the length of a line up to which a list is on it.
const longestList = 100

// isFilledObject reports whether a value is an object with members.
func isFilledObject(v any) bool {
	o, _ := v.(object)
	return len(o) > 0
}

// exponent matches a number with an exponent. Some YAML readers require a fraction and a sign
// in such a number.
var exponent = regexp.MustCompile(`^(-?\d+)(\.\d+)?[eE]([+-]?)(\d+)$`)

// scalarText returns a value that is not a string.
func scalarText(v any) string {
	if v == nil {
		return "null"
	}
	text := fmt.Sprint(v)
	if m := exponent.FindStringSubmatch(text); m != nil {
		return m[1] + cmp.Or(m[2], ".0") + "e" + cmp.Or(m[3], "+") + m[4]
	}
	return text
}
