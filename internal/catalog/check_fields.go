package catalog

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/textformat"
	"example.com/opgen/internal/text/wording"
)

// fieldKey describes where a key of a field applies.
type fieldKey struct {
	applies func(t *Type) bool
	to      string // these types in words
	sent    bool   // it describes how a field is sent, so it does not apply to responses

	notRequired string // why it contradicts "required", "" if it does not
	notNullable string // why it contradicts "nullable", "" if it does not
}

// fieldKeys describes keys of fields, including [Constraints]. Other keys apply to all types.
var fieldKeys = func() map[string]fieldKey {
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
}()

func isString(t *Type) bool      { return t.Kind == String }
func isArray(t *Type) bool       { return t.Kind == Array }
func isNumeric(t *Type) bool     { return t.Kind == Integer || t.Kind == Number }
func isAny(t *Type) bool         { return t.Kind == Any || t.Kind == Unspecified }
func isStringArray(t *Type) bool { return t.Kind == Array && t.Elem.Kind == String && !t.Elem.Nullable }
func hasDefault(t *Type) bool {
	return t.Kind == String || t.Kind == Boolean || t.Kind == Enumeration || isNumeric(t)
}

// checkField checks a field, except for its names.
func (r *resolver) checkField(f *Field, o *yamldoc.Object, s *Shape, shape *yamldoc.Object, kind shapeKind) {
	r.checkRange(o, "min_length", "max_length")
	r.checkRange(o, "min_items", "max_items")
	r.checkRange(o, "minimum", "maximum")
	known := map[string]*yamldoc.Node{}
	for _, n := range o.Items("enum") {
		r.repeated(known, n.Text, n, o.Scope, DuplicateValue, `"enum" contains %s twice; delete one`, wording.Quote(n.Text))
	}
	r.checkKeys(f, o, kind)
	for _, key := range []string{"minimum", "maximum"} {
		if n := o.Value(key); n != nil {
			r.fits(fitting{yamldoc.WrongKind, key, o.Scope, f}, nil, f.Type, n)
		}
	}
	for key, id := range map[string]ID{"default": BadDefault, "example": BadExample} {
		if n := o.Value(key); n != nil {
			r.fits(fitting{id: id, key: key, s: o.Scope}, f, f.Type, n)
		}
	}
	r.checkDeprecation(o, func(use *yamldoc.Node) string {
		switch {
		case !shape.Whole("fields") || r.fieldOf(s, use.Text) != nil && use.Text != f.Name:
			return ""
		case use.Text == f.Name:
			return "is the field itself; name another one"
		}
		return "is not a field of the same shape" + r.DidYouMean(use.Text, s.names)
	})
}

// checkKeys reports keys that do not apply to the type or the place of a field, so that later checks
// ignore them, and other keys that contradict "required" or "nullable".
func (r *resolver) checkKeys(f *Field, o *yamldoc.Object, kind shapeKind) {
	for _, key := range grammar.Keys("field") {
		if !o.Has(key) {
			continue
		}
		at, rule := o.Attrs[key], fieldKeys[key]
		inapplicable := func(why string) {
			addKeyElsewhere(r.Report(InapplicableKey, at.Key, o.Scope, "%s does not apply: %s; delete it", wording.Quote(key), why), o, "type")
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
					r.Report(ConflictingKeys, at.Key, o.Scope, "%s together with %s: %s; delete one of the two", wording.Quote(key), wording.Quote(with), reason).
						And(o.Attrs[with].Key, with+" here")
				}
			}
		}
	}
}

// addKeyElsewhere adds the key of a field as the second place of a problem if it is in another file, such as
// an overlay.
func addKeyElsewhere(p *Problem, o *yamldoc.Object, key string) {
	if n := o.Value(key); n != nil {
		p.AndElsewhere(n, wording.Quote(key)+" is here")
	}
}

// checkRange reports a lower bound above its upper one.
func (r *resolver) checkRange(o *yamldoc.Object, low, high string) {
	a, b := o.Value(low), o.Value(high)
	if a != nil && b != nil && cursor.CompareNumbers(a.Text, b.Text) > 0 {
		r.Report(EmptyRange, b, o.Scope, "%s is %s, below %s, which is %s; nothing fits", wording.Quote(high), wording.Clip(b.Text), wording.Quote(low), wording.Clip(a.Text)).
			And(a, wording.Quote(low)+" is here")
	}
}

// checkDeprecation checks the replacement; unknown describes the mistake in it.
func (r *resolver) checkDeprecation(o *yamldoc.Object, unknown func(use *yamldoc.Node) string) {
	d := o.Object("deprecated")
	if n := d.Value("use"); n != nil {
		if fault := unknown(n); fault != "" {
			r.Report(UnknownUse, n, d.Scope, `"use": %s %s`, wording.Quote(n.Text), fault)
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
func (r *resolver) checkShape(s *Shape, o *yamldoc.Object, kind shapeKind) {
	names := newClaims(reservedFor(s, kind)...)
	if s.Include != nil {
		for _, f := range s.Include.Fields {
			p := r.claimName(names, f.GoName, GoNameClash, claim{o: r.objects[f]}, bothInGo)
			if p != nil { // the check of the record may have reported the same
				p.And(o.Value("include"), "included here")
			}
		}
	}
	for _, f := range s.Own() {
		fo := r.objects[f]
		r.checkField(f, fo, s, o, kind)
		if s.Include != nil && r.fieldOf(s.Include, f.Name) != nil {
			r.Report(FieldClash, fo.Key, fo.Scope, "record %s has this field too; delete one of the two, or do not include the record", wording.Quote(s.Include.Name)).
				And(r.objects[r.fieldOf(s.Include, f.Name)].Key, "the field of the record is here")
		} else {
			r.claimName(names, f.GoName, GoNameClash, claim{o: fo}, bothInGo)
		}
	}
}

// reservedFor returns the names that a shape declares.
func reservedFor(s *Shape, kind shapeKind) []string {
	names := slices.Clone(reservedFields)
	if s.Open {
		names = append(names, reservedOpen...)
	}
	if kind == responseShape {
		names = append(names, reservedResponse...)
	}
	return names
}

// shapeScope returns the scope of the shape of a field, for messages that contain the name of the
// field.
func shapeScope(o *yamldoc.Object) yamldoc.Scope {
	s := o.Scope
	if o.Kind == "field" {
		s.Within = strings.TrimSuffix(s.Within, "field "+wording.Quote(o.Key.Text)+": ")
	}
	return s
}

// unknownType reports the name of a type that does not exist.
func (r *resolver) unknownType(n *yamldoc.Node, s yamldoc.Scope) {
	if !r.doc.Whole("records") || !r.doc.Whole("enums") || !r.doc.Whole("unions") {
		return // the name may be one of those that could not be read
	}
	remedy := r.DidYouMean(n.Text, func() []string { return slices.Sorted(maps.Keys(r.typed)) })
	switch name, suffixed := strings.CutSuffix(n.Text, "?"); {
	case suffixed && r.typed[name] != nil:
		remedy = "; write {type: " + name + ", nullable: true}, because a question mark is for items of arrays and maps: [T?]"
	case textformat.Named(n.Text).Name != "":
		remedy = "; write {type: string, format: " + n.Text + "}"
	case remedy == "" || strings.ContainsAny(n.Text, "[]{}"):
		remedy = `; write "string", "boolean", "integer", "number", "object", "any", "unspecified", a record, enum or union of this catalog, or, without quotes, [T] for an array and {string: T} for a map`
	}
	r.Report(UnknownType, n, s, "unknown type %s%s", wording.Quote(n.Text), remedy)
}
