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
	applies func(t *Type) bool // reports whether it is for fields of a type; nil if it is for all
	to      string             // these types in words
	sent    bool               // it describes how a field is sent, so it does not apply to responses

	notRequired string // why it contradicts "required", "" if it does not
	notNullable string // why it contradicts "nullable", "" if it does not
}

// fieldKeys describes keys of fields, including [Constraints]. Other keys apply to all types.
var fieldKeys = keysOfFields()

// keysOfFields returns the keys of fields that are sent in a special way, and the [Constraints].
func keysOfFields() map[string]fieldKey {
	const (
		notAlwaysSent = "a field that is not always sent is optional"
		callerDecides = "the caller decides whether a nullable field is sent"
	)
	keys := map[string]fieldKey{
		"omit_empty": {
			applies: isString, to: "a string", sent: true,
			notRequired: notAlwaysSent, notNullable: callerDecides,
		},
		"codes": {
			applies: isString, to: "a string", sent: true,
			notNullable: "a table may have a code for an absent field, but null has none",
		},
		"send_if": {
			applies: isArray, to: "an array", sent: true,
			notRequired: notAlwaysSent, notNullable: callerDecides,
		},
		"default": {
			applies: hasDefault, to: "a string, boolean, integer, number or enum", sent: true,
			notRequired: "a field with a default is optional",
		},
		"join": {
			applies: isStringArray, to: "an array of strings, [string]", sent: true,
			notNullable: "a joined array cannot be null",
		},
	}
	for _, k := range Constraints {
		keys[k.Key] = fieldKey{applies: k.Applies, to: k.to}
	}
	return keys
}

// checkField checks a field of a shape, except for its names. The objects are those of the field and
// of the shape.
func (c *checker) checkField(f *Field, o *yamldoc.Object, s *Shape, shape *yamldoc.Object, kind shapeKind) {
	c.checkRange(o, "min_length", "max_length")
	c.checkRange(o, "min_items", "max_items")
	c.checkRange(o, "minimum", "maximum")
	listed := map[string]*yamldoc.Node{}
	for _, n := range o.Items("enum") {
		c.repeated(listed, n.Text, n, o.Scope, DuplicateValue,
			`"enum" contains %s twice; delete one`, wording.Quote(n.Text))
	}
	c.checkKeys(f, o, kind) // before the values, which ignore keys that do not apply
	c.checkValues(f, o)
	c.checkDeprecation(o, func(use *yamldoc.Node) string {
		replacement := c.fieldOf(s, use.Text)
		switch {
		case !shape.Whole("fields"):
			return ""
		case use.Text == f.Name:
			return "is the field itself; name another one"
		case replacement != nil:
			return ""
		default:
			return "is not a field of the same shape" + c.DidYouMean(use.Text, s.names)
		}
	})
}

// checkValues reports bounds, a default and an example that are not values of the field.
func (c *checker) checkValues(f *Field, o *yamldoc.Object) {
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
}

// checkKeys reports keys that do not apply to the type or the place of a field, so that later checks
// ignore them, and other keys that contradict "required" or "nullable".
func (c *checker) checkKeys(f *Field, o *yamldoc.Object, kind shapeKind) {
	for _, key := range grammar.Keys("field") {
		if !o.Has(key) {
			continue
		}
		attr, rule := o.Attrs[key], fieldKeys[key]
		inapplicable := func(why string) {
			problem := c.Report(InapplicableKey, attr.Key, o.Scope,
				"%s does not apply: %s; delete it", wording.Quote(key), why)
			addKeyElsewhere(problem, o, "type")
			attr.Bad = true
		}
		switch {
		case kind == responseShape && rule.sent:
			inapplicable("it describes how a field is sent, not how it is received")
		case rule.applies != nil && f.Type != nil && !rule.applies(f.Type):
			inapplicable("it is for " + rule.to)
		case key == "omit_empty" && !f.OmitEmpty: // it is false
		default:
			c.checkContradiction(o, attr, "required", rule.notRequired)
			c.checkContradiction(o, attr, "nullable", rule.notNullable)
		}
	}
}

// checkContradiction reports a key of a field if another key, which it contradicts for a reason, is
// true. Without a reason, it does not contradict it.
func (c *checker) checkContradiction(o *yamldoc.Object, attr *yamldoc.Attr, otherKey, reason string) {
	if reason == "" || !o.Is(otherKey) {
		return
	}
	c.Report(ConflictingKeys, attr.Key, o.Scope,
		"%s together with %s: %s; delete one of the two", wording.Quote(attr.Key.Text),
		wording.Quote(otherKey), reason).
		And(o.Attrs[otherKey].Key, otherKey+" here")
}

// checkRange reports a lower bound above its upper one.
func (c *checker) checkRange(o *yamldoc.Object, low, high string) {
	lower := o.Value(low)
	upper := o.Value(high)
	if lower == nil || upper == nil || cursor.CompareNumbers(lower.Text, upper.Text) <= 0 {
		return
	}
	c.Report(EmptyRange, upper, o.Scope, "%s is %s, below %s, which is %s; nothing fits",
		wording.Quote(high), wording.Clip(upper.Text), wording.Quote(low), wording.Clip(lower.Text)).
		And(lower, wording.Quote(low)+" is here")
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
	included := s.Include
	if included != nil {
		for _, f := range included.Fields {
			p := c.claimName(names, f.GoName, GoNameClash, claim{o: c.objects[f]}, bothInGo)
			if p != nil { // the check of the record may have reported the same
				p.And(o.Value("include"), "included here")
			}
		}
	}
	for _, f := range s.Own() {
		field := c.objects[f]
		c.checkField(f, field, s, o, kind)
		if included == nil || c.fieldOf(included, f.Name) == nil {
			c.claimName(names, f.GoName, GoNameClash, claim{o: field}, bothInGo)
			continue
		}
		c.Report(FieldClash, field.Key, field.Scope,
			"record %s has this field too; delete one of the two, or do not include the record",
			wording.Quote(included.Name)).
			And(c.objects[c.fieldOf(included, f.Name)].Key, "the field of the record is here")
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
