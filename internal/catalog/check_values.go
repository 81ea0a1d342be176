package catalog

import (
	"fmt"
	"strconv"
	"strings"

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
		f.countFits(len(n.Entries), misfit)
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
		f.fits(wording.Quote, misfit, n.Text)
	case t.Kind != Boolean:
		f.fits(wording.Clip, misfit, n.Text)
	}
}

func (r *resolver) arrayFits(c fitting, f *Field, t *Type, n *yamldoc.Node, misfit misfitFunc) {
	f.countFits(len(n.Items), misfit)
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

// countFits reports an array or a map with too few or too many items. The field is nil for a nested
// array or map.
func (f *Field) countFits(n int, misfit misfitFunc) {
	if f != nil {
		f.fits(func(n string) string { return "the size " + n }, misfit, strconv.Itoa(n))
	}
}

// fits reports the constraints of a field that refuse strings, numbers or numbers of items.
func (f *Field) fits(shown func(string) string, misfit misfitFunc, values ...string) {
	for _, k := range Constraints {
		bound := k.Value(f)
		if bound == "" || !k.applies(f.Type) {
			continue
		}
		holds := func(value string) bool { return cursor.CompareNumbers(value, bound)*k.Order >= 0 }
		if k.Texts != nil {
			holds = k.Texts(f).Holds
		}
		for _, value := range values {
			if !holds(value) {
				misfit(k.Key, "%s violates %s: %s", shown(value), k.Key, wording.Clip(bound))
			}
		}
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
	rest.fits(wording.Quote, func(key, format string, args ...any) { say(key, fmt.Sprintf(format, args...)) }, f.Enum...)
}

// Texts returns the values in the order of the catalog.
func (e *Enum) Texts() []string {
	return each(e.Values, func(v *EnumValue) string { return v.Value })
}
