package catalog

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// fitting is a comparison of a value in the catalog with its field.
type fitting struct {
	id   ID
	key  string // "default" or "example"
	path string // of a value in the value: "[0].type"
	s    scope
	of   *Field // that the value, or the one that it is in, belongs to
}

// misfitFunc reports a value, and the key of its field that it does not fit.
type misfitFunc func(key, format string, args ...any)

// below returns the comparison of a value in the value.
func (c fitting) below(step string) fitting {
	c.path += step
	return c
}

// fits reports each respect in which a value is not one of its type, or breaks
// a rule of its field. The field is nil for items of an array.
func (r *resolver) fits(c fitting, f *Field, t *Type, n *node) {
	if t == nil || n.kind == brokenNode {
		return
	}
	if f != nil {
		c.of = f
	}
	misfit := func(key, format string, args ...any) {
		r.report(c.id, n, c.s, "%s%s: %s", quote(c.key), c.path, fmt.Sprintf(format, args...)).because(r.fields[c.of], key)
	}
	switch t.Kind {
	case String:
		if n.kind != stringNode {
			misfit("type", "expected a string, found %s%s", n.found(), quoteRemedy(n))
		} else if f != nil {
			stringFits(f, n.text, misfit)
		}
	case Enumeration:
		if n.kind != stringNode {
			misfit("type", "expected a string, found %s%s", n.found(), quoteRemedy(n))
		} else if values := t.Enum.values(); !t.Enum.Open && !slices.Contains(values, n.text) && r.ofEnum[t.Enum].whole("values") {
			misfit("type", "%s is no value of enum %s%s", quote(n.text), quote(t.Enum.Name), oneOf(n.text, values))
		}
	case Boolean:
		if n.kind != boolNode {
			misfit("type", "expected true or false, found %s", n.found())
		}
	case Integer:
		if _, ok := n.integer(); !ok {
			misfit("type", "expected an integer, found %s", n.found())
		} else if f != nil {
			numberFits(f, n, misfit)
		}
	case Number:
		if _, ok := n.rational(); !ok {
			misfit("type", "expected a number as JSON writes it, below 1e400, found %s", n.found())
		} else if f != nil {
			numberFits(f, n, misfit)
		}
	case Array:
		r.arrayFits(c, f, t, n, misfit)
	case Record:
		r.recordFits(c, t.Record, n, misfit)
	case Object:
		if n.kind != mapNode {
			misfit("type", "expected a map, found %s", n.found())
			return
		}
		r.anyFits(c, n)
	case Any, Unspecified:
		r.anyFits(c, n)
	}
}

func (r *resolver) arrayFits(c fitting, f *Field, t *Type, n *node, misfit misfitFunc) {
	if n.kind != listNode {
		misfit("type", "expected a list, found %s", n.found())
		return
	}
	if f != nil && f.MinItems != nil && len(n.items) < *f.MinItems {
		misfit("min_items", `%d items are fewer than "min_items", %d`, len(n.items), *f.MinItems)
	}
	if f != nil && f.MaxItems != nil && len(n.items) > *f.MaxItems {
		misfit("max_items", `%d items are more than "max_items", %d`, len(n.items), *f.MaxItems)
	}
	for i, item := range n.items {
		r.fits(c.below(fmt.Sprintf("[%d]", i)), nil, t.Elem, item)
		if f != nil && f.Join != "" && item.kind == stringNode && (item.text == "" || strings.Contains(item.text, f.Join)) {
			misfit("join", "item %d is empty or holds the separator %s", i, quote(f.Join))
		}
	}
}

func (r *resolver) recordFits(c fitting, s *Shape, n *node, misfit misfitFunc) {
	if n.kind != mapNode {
		misfit("type", "expected a map, found %s", n.found())
		return
	}
	for _, e := range n.entries {
		f := r.fieldOf(s, e.key.text)
		switch {
		case f != nil:
			r.fits(c.below("."+clip(e.key.text)), f, f.Type, e.value)
		case s.Open:
			r.anyFits(c.below("."+clip(e.key.text)), e.value)
		case r.shapes[s].whole("fields"):
			misfit("type", "record %s has no field %s%s", quote(s.Name), quote(e.key.text), suggest(e.key.text, fieldNames(s)))
		}
	}
}

// anyFits reports numbers in a value that JSON cannot hold.
func (r *resolver) anyFits(c fitting, n *node) {
	if n.kind == oddNumber {
		r.report(c.id, n, c.s, "%s%s: JSON has no number %s; write it as JSON does, or quote it", quote(c.key), c.path, clip(n.text))
	}
	for i, item := range n.items {
		r.anyFits(c.below(fmt.Sprintf("[%d]", i)), item)
	}
	for _, e := range n.entries {
		r.anyFits(c.below("."+clip(e.key.text)), e.value)
	}
}

func stringFits(f *Field, text string, misfit misfitFunc) {
	length := utf8.RuneCountInString(text)
	if f.MinLength != nil && length < *f.MinLength {
		misfit("min_length", `%s has %d characters, fewer than "min_length", %d`, quote(text), length, *f.MinLength)
	}
	if f.MaxLength != nil && length > *f.MaxLength {
		misfit("max_length", `%s has %d characters, more than "max_length", %d`, quote(text), length, *f.MaxLength)
	}
	if f.NonBlank && strings.TrimSpace(text) == "" {
		misfit("non_blank", `%s is blank, and the field is "non_blank"`, quote(text))
	}
	if f.Enum != nil && !slices.Contains(f.Enum, text) {
		misfit("enum", `%s is none of "enum"%s`, quote(text), oneOf(text, f.Enum))
	}
	if f.Pattern != "" {
		if re, err := regexp.Compile(f.Pattern); err == nil && !re.MatchString(text) {
			misfit("pattern", `%s does not match "pattern", %s`, quote(text), quote(f.Pattern))
		}
	}
}

func numberFits(f *Field, n *node, misfit misfitFunc) {
	x, _ := n.rational()
	if low, ok := bound(string(f.Minimum)); ok && x.Cmp(low) < 0 {
		misfit("minimum", `%s is below "minimum", %s`, clip(n.text), clip(string(f.Minimum)))
	}
	if high, ok := bound(string(f.Maximum)); ok && x.Cmp(high) > 0 {
		misfit("maximum", `%s is above "maximum", %s`, clip(n.text), clip(string(f.Maximum)))
	}
}

func bound(text string) (*big.Rat, bool) {
	return (&node{kind: numberNode, text: text}).rational()
}

func (e *Enum) values() []string {
	values := make([]string, len(e.Values))
	for i, v := range e.Values {
		values[i] = v.Value
	}
	return values
}

// oneOf ends a message about a value that is not among a few.
func oneOf(value string, values []string) string {
	if s := suggest(value, values); s != "" || len(values) == 0 {
		return s
	}
	return "; write " + quoteAll(values, "or")
}

// quoteRemedy ends a message about a scalar that should have been a string.
func quoteRemedy(n *node) string {
	if n.kind == boolNode || n.kind == numberNode || n.kind == oddNumber {
		return "; quote it: " + strconv.Quote(n.text)
	}
	return ""
}
