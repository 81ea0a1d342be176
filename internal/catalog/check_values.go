package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/wording"
)

// fitting is a comparison of a value in the catalog with its field.
type fitting struct {
	id  ID
	key string // "default" or "example"
	s   yamldoc.Scope
	of  *Field // the innermost field around the value
}

// misfitFunc reports a value that violates a key of its field.
type misfitFunc func(key, format string, args ...any)

// fits reports all mistakes of a value for its type and field. The field is nil for items of an
// array.
func (r *resolver) fits(c fitting, f *Field, t *Type, n *yamldoc.Node) {
	if t == nil || n.Kind == yamldoc.Broken || t.Nullable && n.Kind == yamldoc.Null {
		return
	}
	if f != nil {
		c.of = f
	}
	misfit := func(key, format string, args ...any) {
		because(r.Report(c.id, n, c.s, "%s: %s", wording.Quote(c.key), fmt.Sprintf(format, args...)), r.of[c.of], key)
	}
	expected, what := yamldoc.Map, "a map"
	switch t.Kind {
	case String, Enumeration, Boolean, Integer, Number:
		r.scalarFits(f, t, n, misfit)
		return
	case Any, Unspecified:
		r.anyFits(c, n)
		return
	case Array:
		expected, what = yamldoc.List, "a list"
	}
	if n.Kind != expected {
		misfit("type", "expected %s, found %s", what, n.Found())
		return
	}
	switch t.Kind {
	case Array:
		r.arrayFits(c, f, t, n, misfit)
	case Map:
		sizeFits(f, len(n.Entries), misfit)
		for _, e := range n.Entries {
			r.fits(c, nil, t.Elem, e.Value)
		}
	case Record:
		r.recordFits(c, t.Record, n, misfit)
	case Union:
		r.unionFits(c, t.Union, n, misfit)
	case Object:
		r.anyFits(c, n)
	}
}

// scalarFits is fits for scalars.
func (r *resolver) scalarFits(f *Field, t *Type, n *yamldoc.Node, misfit misfitFunc) {
	_, isNumber := n.Rat()
	switch isText := t.Kind == String || t.Kind == Enumeration; {
	case isText && n.Kind != yamldoc.String:
		misfit("type", "expected a string, found %s%s", n.Found(), n.QuoteRemedy())
	case t.Kind == Boolean && n.Kind != yamldoc.Bool:
		misfit("type", "expected true or false, found %s", n.Found())
	case t.Kind == Integer && !n.IsInteger():
		misfit("type", "expected an integer, found %s", n.Found())
	case t.Kind == Number && !isNumber:
		misfit("type", "expected a number as JSON writes it, below 1e400, found %s", n.Found())
	case t.Kind == Enumeration:
		if !t.Enum.Open && !r.values[enumText{t.Enum, n.Text}] && r.of[t.Enum].Whole("values") {
			misfit("type", "%s is not a value of enum %s%s", wording.Quote(n.Text), wording.Quote(t.Enum.Name), r.OneOf(n.Text, t.Enum.Texts))
		}
	case f == nil:
	case isText:
		stringFits(f, f.compiled(), n.Text, misfit)
	case t.Kind != Boolean:
		numberFits(f, n, misfit)
	}
}

func (r *resolver) arrayFits(c fitting, f *Field, t *Type, n *yamldoc.Node, misfit misfitFunc) {
	sizeFits(f, len(n.Items), misfit)
	for i, item := range n.Items {
		r.fits(c, nil, t.Elem, item)
		if f == nil || f.Join == "" || item.Kind != yamldoc.String {
			continue
		}
		behind := f.Join
		if i == len(n.Items)-1 {
			behind = ""
		}
		at := strings.Index(item.Text+behind, f.Join)
		if item.Text == "" || at >= 0 && at < len(item.Text) {
			misfit("join", "item %d is empty, contains the separator %s or ends in a part of it", i, wording.Quote(f.Join))
		}
	}
}

// sizeFits reports an array or a map with too few or too many items. The field is nil for a nested
// array or map.
func sizeFits(f *Field, n int, misfit misfitFunc) {
	if f != nil && f.MinItems != nil && n < *f.MinItems {
		misfit("min_items", `%d items are fewer than "min_items", %d`, n, *f.MinItems)
	}
	if f != nil && f.MaxItems != nil && n > *f.MaxItems {
		misfit("max_items", `%d items are more than "max_items", %d`, n, *f.MaxItems)
	}
}

func (r *resolver) recordFits(c fitting, s *Shape, n *yamldoc.Node, misfit misfitFunc) {
	for _, e := range n.Entries {
		f := r.fieldOf(s, e.Key.Text)
		switch {
		case f != nil:
			r.fits(c, f, f.Type, e.Value)
		case s.Open:
			r.anyFits(c, e.Value)
		case r.of[s].Whole("fields"):
			misfit("type", "record %s has no field %s%s", wording.Quote(s.Name), wording.Quote(e.Key.Text), r.DidYouMean(e.Key.Text, s.names))
		}
	}
}

// anyFits reports numbers in a value that JSON cannot express.
func (r *resolver) anyFits(c fitting, n *yamldoc.Node) {
	if n.Kind == yamldoc.OddNumber {
		r.Report(c.id, n, c.s, "%s: JSON has no number %s; write the number as in JSON, or quote it if a string is sent", wording.Quote(c.key), wording.Clip(n.Text))
	}
	for _, item := range n.Items {
		r.anyFits(c, item)
	}
	for _, e := range n.Entries {
		r.anyFits(c, e.Value)
	}
}

// RefusedValues calls say for each constraint of a string field that refuses a value of its enum, with
// the key and the reason.
func (f *Field) RefusedValues(say func(key, why string)) {
	rest := *f
	rest.Enum = nil
	pattern := rest.compiled()
	for _, value := range f.Enum {
		stringFits(&rest, pattern, value, func(key, format string, args ...any) { say(key, fmt.Sprintf(format, args...)) })
	}
}

// compiled returns the pattern of a field, nil if there is no valid one.
func (f *Field) compiled() *regexp.Regexp {
	if f.Pattern == "" {
		return nil
	}
	pattern, _ := regexp.Compile(f.Pattern)
	return pattern
}

func stringFits(f *Field, pattern *regexp.Regexp, text string, misfit misfitFunc) {
	length := utf8.RuneCountInString(text)
	if f.MinLength != nil && length < *f.MinLength {
		misfit("min_length", `%s has %d characters, fewer than "min_length", %d`, wording.Quote(text), length, *f.MinLength)
	}
	if f.MaxLength != nil && length > *f.MaxLength {
		misfit("max_length", `%s has %d characters, more than "max_length", %d`, wording.Quote(text), length, *f.MaxLength)
	}
	if f.NonBlank && strings.TrimSpace(text) == "" {
		misfit("non_blank", `%s is blank, and the field is "non_blank"`, wording.Quote(text))
	}
	if f.Enum != nil && !slices.Contains(f.Enum, text) {
		misfit("enum", `%s is none of "enum"%s`, wording.Quote(text), wording.OneOf(text, f.Enum))
	}
	if pattern != nil && !pattern.MatchString(text) {
		misfit("pattern", `%s does not match "pattern", %s`, wording.Quote(text), wording.Quote(f.Pattern))
	}
	if !f.Format.Description().Holds(text) {
		misfit("format", `%s does not have the "format" %s, such as %s`, wording.Quote(text), wording.Quote(string(f.Format)), wording.Quote(f.Format.Description().Example))
	}
}

func numberFits(f *Field, n *yamldoc.Node, misfit misfitFunc) {
	if low := string(f.Minimum); low != "" && cursor.CompareNumbers(n.Text, low) < 0 {
		misfit("minimum", `%s is below "minimum", %s`, wording.Clip(n.Text), wording.Clip(low))
	}
	if high := string(f.Maximum); high != "" && cursor.CompareNumbers(n.Text, high) > 0 {
		misfit("maximum", `%s is above "maximum", %s`, wording.Clip(n.Text), wording.Clip(high))
	}
}

// Texts returns the values in the order of the catalog.
func (e *Enum) Texts() []string {
	return each(e.Values, func(v *EnumValue) string { return v.Value })
}
