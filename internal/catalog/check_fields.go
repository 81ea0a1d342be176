package catalog

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/wording"
)

// Most keys of a field apply only to some types, only to requests, or not together with others.
// The table fieldKeys says so for each key, so that a new key needs a line here and no code.

// fieldKey describes where a key of a field applies.
type fieldKey struct {
	applies func(t *Type) bool
	to      string // these types in words
	sent    bool   // it describes how a field is sent, so it does not apply to responses

	notRequired string // why it contradicts "required", "" if it does not
	notNullable string // why it contradicts "nullable", "" if it does not
}

// fieldKeys describes keys of fields, including [Constraints]. Other keys apply to all types.
var fieldKeys = keysOfFields()

func keysOfFields() map[string]fieldKey {
	const (
		optional = "a field that is not always sent is optional"
		callers  = "the caller decides whether a nullable field is sent"
	)
	keys := map[string]fieldKey{
		"omit_empty": {isString, "a string", true, optional, callers},
		"codes":      {isString, "a string", true, "", "a table may have a code for an absent field, but null has none"},
		"send_if":    {isArray, "an array", true, optional, callers},
		"default":    {hasDefault, "a string, boolean, integer, number or enum", true, "a field with a default is optional", ""},
		"join":       {isStringArray, "an array of strings, [string]", true, "", "a joined array cannot be null"},
	}
	for _, k := range Constraints {
		keys[k.Key] = fieldKey{applies: k.Applies, to: k.to}
	}
	return keys
}

// checkField checks a field, except for its names.
func (c *checker) checkField(f *Field, o *yamldoc.Object, s *Shape, shape *yamldoc.Object, kind shapeKind) {
	c.checkRange(o, "min_length", "max_length")
	c.checkRange(o, "min_items", "max_items")
	c.checkRange(o, "minimum", "maximum")
	known := map[string]*yamldoc.Node{}
	for _, n := range o.Items("enum") {
		c.repeated(known, n.Text, n, o.Scope, DuplicateValue,
			`"enum" contains %s twice; delete one`, wording.Quote(n.Text))
	}
	c.checkKeys(f, o, kind)
	for _, key := range []string{"minimum", "maximum"} {
		if n := o.Value(key); n != nil {
			c.fits(fitting{yamldoc.WrongKind, key, o.Scope, f}, nil, f.Type, n)
		}
	}
	for key, id := range map[string]ID{"default": BadDefault, "example": BadExample} {
		if n := o.Value(key); n != nil {
			c.fits(fitting{id: id, key: key, s: o.Scope}, f, f.Type, n)
		}
	}
	c.checkDeprecation(o, func(use *yamldoc.Node) string {
		switch {
		case !shape.Whole("fields") || c.fieldOf(s, use.Text) != nil && use.Text != f.Name:
			return ""
		case use.Text == f.Name:
			return "is the field itself; name another one"
		}
		return "is not a field of the same shape" + c.DidYouMean(use.Text, s.names)
	})
}

// checkKeys reports keys that do not apply to the type or the place of a field, so that later checks
// ignore them, and other keys that contradict "required" or "nullable".
func (c *checker) checkKeys(f *Field, o *yamldoc.Object, kind shapeKind) {
	for _, key := range grammar.Keys("field") {
		if !o.Has(key) {
			continue
		}
		at, rule := o.Attrs[key], fieldKeys[key]
		inapplicable := func(why string) {
			addKeyElsewhere(c.Report(InapplicableKey, at.Key, o.Scope,
				"%s does not apply: %s; delete it", wording.Quote(key), why),
				o, "type")
			at.Bad = true
		}
		switch {
		case kind == responseShape && rule.sent:
			inapplicable("it describes how a field is sent, not how it is received")
		case rule.applies != nil && f.Type != nil && !rule.applies(f.Type):
			inapplicable("it is for " + rule.to)
		case key == "omit_empty" && !f.OmitEmpty:
		default:
			for with, reason := range map[string]string{"required": rule.notRequired, "nullable": rule.notNullable} {
				if reason != "" && o.Is(with) {
					c.Report(ConflictingKeys, at.Key, o.Scope,
						"%s together with %s: %s; delete one of the two", wording.Quote(key),
						wording.Quote(with), reason).
						And(o.Attrs[with].Key, with+" here")
				}
			}
		}
	}
}

// checkRange reports a lower bound above its upper one.
func (c *checker) checkRange(o *yamldoc.Object, low, high string) {
	a := o.Value(low)
	b := o.Value(high)
	if a != nil && b != nil && cursor.CompareNumbers(a.Text, b.Text) > 0 {
		c.Report(EmptyRange, b, o.Scope, "%s is %s, below %s, which is %s; nothing fits",
			wording.Quote(high), wording.Clip(b.Text), wording.Quote(low), wording.Clip(a.Text)).
			And(a, wording.Quote(low)+" is here")
	}
}

// checkDeprecation checks the replacement; unknown describes the mistake in it.
func (c *checker) checkDeprecation(o *yamldoc.Object, unknown func(use *yamldoc.Node) string) {
	d := o.Object("deprecated")
	if n := d.Value("use"); n != nil {
		if fault := unknown(n); fault != "" {
			c.Report(UnknownUse, n, d.Scope, `"use": %s %s`, wording.Quote(n.Text), fault)
		}
	}
}

// shapeKind is the place of a shape, which determines the keys of its fields.
type shapeKind int

const (
	recordShape shapeKind = iota
	requestShape
	responseShape
)

// checkShape checks the fields of a shape and compares their names.
func (c *checker) checkShape(s *Shape, o *yamldoc.Object, kind shapeKind) {
	names := newClaims(reservedFor(s, kind)...)
	if s.Include != nil {
		for _, f := range s.Include.Fields {
			p := c.claimName(names, f.GoName, GoNameClash, claim{o: c.objects[f]}, bothInGo)
			if p != nil { // the check of the record may have reported the same
				p.And(o.Value("include"), "included here")
			}
		}
	}
	for _, f := range s.Own() {
		fo := c.objects[f]
		c.checkField(f, fo, s, o, kind)
		if s.Include != nil && c.fieldOf(s.Include, f.Name) != nil {
			c.Report(FieldClash, fo.Key, fo.Scope,
				"record %s has this field too; delete one of the two, or do not include the record",
				wording.Quote(s.Include.Name)).
				And(c.objects[c.fieldOf(s.Include, f.Name)].Key, "the field of the record is here")
		} else {
			c.claimName(names, f.GoName, GoNameClash, claim{o: fo}, bothInGo)
		}
	}
}

// reservedFor returns the names that a shape declares.
func reservedFor(s *Shape, kind shapeKind) []string {
	names := slices.Clone(shapeMethods)
	if s.Open {
		names = append(names, openMembers...)
	}
	if kind == responseShape {
		names = append(names, responseMembers...)
	}
	return names
}
