package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/wording"
)

// Defaults, examples and bounds are values of their fields. They are compared with the type and
// the constraints of the field while they are still nodes of YAML, so that a problem is at the
// part that does not fit. A plan or the interpreter would decide the same from JSON, without
// places.

// fitting is a comparison of a value in the catalog with its field.
type fitting struct {
	id    ID            // of its problems
	key   string        // "default", "example" or a bound
	s     yamldoc.Scope // of its problems
	field *Field        // the innermost field around the value
}

// misfitFunc reports a value that violates a key of its field.
type misfitFunc func(key, format string, args ...any)

// valuesInYAML are the values that YAML has for the kinds of types. A kind without one takes any.
var valuesInYAML = map[Kind]*yamldoc.ValueKind{
	String:      yamldoc.TextValue,
	Enumeration: yamldoc.TextValue,
	Boolean:     yamldoc.BoolValue,
	Integer:     {Expected: "an integer", Takes: (*yamldoc.Node).IsInteger},
	Number:      yamldoc.NumberValue,
	Array:       {Expected: "a list", Takes: func(n *yamldoc.Node) bool { return n.Kind == yamldoc.List }},
	Map:         yamldoc.MapValue,
	Object:      yamldoc.MapValue,
	Record:      yamldoc.MapValue,
	Union:       yamldoc.MapValue,
}

// fits reports all mistakes of a value for its type and field. The field is nil for items of an
// array.
func (l *lookup) fits(c fitting, f *Field, t *Type, n *yamldoc.Node) {
	if t == nil || n.Kind == yamldoc.Broken {
		return // reported
	}
	if t.Nullable && n.Kind == yamldoc.Null {
		return
	}
	if f != nil {
		c.field = f
	}
	misfit := func(key, format string, args ...any) {
		problem := l.Report(c.id, n, c.s, "%s: %s", wording.Quote(c.key), fmt.Sprintf(format, args...))
		addKeyElsewhere(problem, l.objects[c.field], key)
	}
	if kind := valuesInYAML[t.Kind]; kind != nil && !kind.Takes(n) {
		misfit("type", "expected %s, found %s%s", kind.Expected, n.Found(),
			textIf(kind == yamldoc.TextValue, n.QuoteRemedy()))
		return
	}
	switch t.Kind {
	case Any, Unspecified, Object:
		l.anyFits(c, n)
	case String:
		f.fits(wording.Quote, misfit, n.Text)
	case Integer, Number:
		f.fits(wording.Clip, misfit, n.Text)
	case Enumeration:
		isListed := t.Enum.Open || l.objects[enumText{t.Enum, n.Text}] != nil
		if !isListed && l.objects[t.Enum].Whole("values") {
			misfit("type", "%s is not a value of enum %s%s", wording.Quote(n.Text),
				wording.Quote(t.Enum.Name), l.OneOf(n.Text, t.Enum.Texts))
		}
	case Array:
		f.fits(sizeWords, misfit, strconv.Itoa(len(n.Items)))
		l.arrayFits(c, f, t, n, misfit)
	case Map:
		f.fits(sizeWords, misfit, strconv.Itoa(len(n.Entries)))
		for _, e := range n.Entries {
			l.fits(c, nil, t.Elem, e.Value)
		}
	case Record:
		l.recordFits(c, t.Record, n, misfit)
	case Union:
		l.unionFits(c, t.Union, n, misfit)
	}
}

// sizeWords shows a number of items in a message.
func sizeWords(n string) string { return "the size " + n }

// arrayFits reports items that do not fit, and those that a joined array cannot hold: a server
// would split them in another way.
func (l *lookup) arrayFits(c fitting, f *Field, t *Type, n *yamldoc.Node, misfit misfitFunc) {
	for i, item := range n.Items {
		l.fits(c, nil, t.Elem, item)
		if f == nil || f.Join == "" || item.Kind != yamldoc.String {
			continue
		}
		following := f.Join
		if i == len(n.Items)-1 {
			following = ""
		}
		at := strings.Index(item.Text+following, f.Join)
		splitsInside := at >= 0 && at < len(item.Text)
		if item.Text == "" || splitsInside {
			misfit("join", "item %d is empty, contains the separator %s or ends in a part of it",
				i, wording.Quote(f.Join))
		}
	}
}

// fits reports the constraints of a field that refuse strings, numbers or numbers of items. A nil field has
// none.
func (f *Field) fits(shown func(string) string, misfit misfitFunc, values ...string) {
	if f == nil {
		return
	}
	for _, k := range Constraints {
		bound := k.Value(f)
		if bound == "" || !k.Applies(f.Type) {
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

// recordFits reports members that do not fit, or that a closed record does not have. Missing
// members are no mistake: an example may be a part.
func (l *lookup) recordFits(c fitting, s *Shape, n *yamldoc.Node, misfit misfitFunc) {
	for _, e := range n.Entries {
		f := l.fieldOf(s, e.Key.Text)
		switch {
		case f != nil:
			l.fits(c, f, f.Type, e.Value)
		case s.Open:
			l.anyFits(c, e.Value)
		case l.objects[s].Whole("fields"):
			misfit("type", "record %s has no field %s%s", wording.Quote(s.Name),
				wording.Quote(e.Key.Text), l.DidYouMean(e.Key.Text, s.names))
		}
	}
}

// unionFits reports all mistakes of a value for a union.
func (l *lookup) unionFits(c fitting, u *TaggedUnion, n *yamldoc.Node, misfit misfitFunc) {
	tag, rest := splitTag(u, n)
	switch {
	case tag == nil:
		misfit("type", "has no tag %s; write one of %s", wording.Quote(u.By),
			wording.Literals(u.Tags()))
		return
	case tag.Kind != yamldoc.String:
		misfit("type", "%s: expected a string, found %s%s", wording.Quote(u.By), tag.Found(),
			tag.QuoteRemedy())
		return
	}
	v := u.Variant(tag.Text)
	switch {
	case v == nil && u.Open:
		l.anyFits(c, rest)
	case v == nil:
		if l.objects[u].Whole("of") {
			misfit("type", "%s is not a tag of union %s%s", wording.Quote(tag.Text),
				wording.Quote(u.Name), l.OneOf(tag.Text, u.Tags))
		}
	case v.Record != nil:
		l.recordFits(c, v.Record, rest, misfit)
	case len(rest.Entries) > 0 && !l.objects[v].Has("record"):
		misfit("type", "%s of union %s has only the tag", wording.Quote(tag.Text),
			wording.Quote(u.Name))
	}
}

// splitTag returns the tag in a value of a union, nil if there is none, and the value without it.
func splitTag(u *TaggedUnion, n *yamldoc.Node) (tag, rest *yamldoc.Node) {
	others := *n
	others.Entries = nil
	for _, e := range n.Entries {
		if e.Key.Text == u.By {
			tag = e.Value
		} else {
			others.Entries = append(others.Entries, e)
		}
	}
	return tag, &others
}

// anyFits reports numbers in a value that JSON cannot express.
func (l *lookup) anyFits(c fitting, n *yamldoc.Node) {
	if n.Kind == yamldoc.OddNumber {
		l.Report(c.id, n, c.s,
			"%s: JSON has no number %s; write the number as in JSON, or quote it if a string "+
				"is sent",
			wording.Quote(c.key), wording.Clip(n.Text))
	}
	for _, item := range n.Items {
		l.anyFits(c, item)
	}
	for _, e := range n.Entries {
		l.anyFits(c, e.Value)
	}
}

// RefusedValues calls say for each constraint of a string field that refuses a value of its enum, with
// the key and the reason.
func (f *Field) RefusedValues(say func(key, why string)) {
	rest := *f
	rest.Enum = nil
	rest.fits(wording.Quote,
		func(key, format string, args ...any) { say(key, fmt.Sprintf(format, args...)) },
		f.Enum...)
}
