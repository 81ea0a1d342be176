package catalog

import (
	"regexp"
	"slices"
	"time"
)

// fieldKeys says which types a key of a field applies to. Keys that are not
// listed apply to all.
var fieldKeys = map[string]struct {
	applies func(t *Type) bool
	to      string
}{
	"non_blank":  {isString, "a string"},
	"min_length": {isString, "a string"},
	"max_length": {isString, "a string"},
	"pattern":    {isString, "a string"},
	"enum":       {isString, "a string"},
	"omit_empty": {isString, "a string"},
	"codes":      {isString, "a string"},
	"min_items":  {isArray, "an array"},
	"max_items":  {isArray, "an array"},
	"send_if":    {isArray, "an array"},
	"minimum":    {isNumeric, "an integer or a number"},
	"maximum":    {isNumeric, "an integer or a number"},
	"default":    {hasDefault, "a string, boolean, integer, number or enum"},
	"join":       {isStringArray, "an array of strings, [string]"},
}

func isString(t *Type) bool      { return t.Kind == String }
func isArray(t *Type) bool       { return t.Kind == Array }
func isNumeric(t *Type) bool     { return t.Kind == Integer || t.Kind == Number }
func isStringArray(t *Type) bool { return t.Kind == Array && t.Elem.Kind == String }
func hasDefault(t *Type) bool {
	return t.Kind == String || t.Kind == Boolean || t.Kind == Enumeration || isNumeric(t)
}

// requestKeys say how a field is sent, which means nothing in an answer.
var requestKeys = []string{"default", "send_if", "omit_empty", "codes", "join"}

// optionalKeys say what happens where a field is absent or empty, so that they
// contradict "required".
var optionalKeys = map[string]string{
	"default":    "a field with a default is optional",
	"send_if":    "a field that is not always sent is optional",
	"omit_empty": "a field that is not always sent is optional",
}

var codesName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// checkField checks everything about a field but its names.
func (r *resolver) checkField(f *Field, o *object, s *Shape, shape *object, kind shapeKind) {
	if n := o.value("type"); n != nil {
		r.checkType(n, o.scope)
	}
	inapplicable := r.checkApplicable(f, o, kind)
	r.checkConflicts(f, o, inapplicable)
	r.checkRange(o, "min_length", "max_length")
	r.checkRange(o, "min_items", "max_items")
	r.checkRange(o, "minimum", "maximum")
	r.checkBounds(f, o, inapplicable)
	r.checkTexts(o)
	if f.Type != nil {
		if n := o.value("default"); n != nil && !inapplicable["default"] {
			r.fits(fitting{id: BadDefault, key: "default", s: o.scope}, f, f.Type, n)
		}
		if n := o.value("example"); n != nil {
			r.fits(fitting{id: BadExample, key: "example", s: o.scope}, f, f.Type, n)
		}
	}
	r.checkDeprecation(o, func(use *node) string {
		switch {
		case !shape.whole("fields") || r.fieldOf(s, use.text) != nil && use.text != f.Name:
			return ""
		case use.text == f.Name:
			return "is the field itself; name another one"
		}
		return "is not a field beside this one" + suggest(use.text, fieldNames(s))
	})
}

// checkApplicable reports keys that do not apply to the type of a field or to
// its place, and returns them.
func (r *resolver) checkApplicable(f *Field, o *object, kind shapeKind) map[string]bool {
	var found map[string]bool
	for _, key := range keysOf("field") {
		if !o.has(key) {
			continue
		}
		rule, bound := fieldKeys[key]
		message := ""
		switch {
		case kind == responseShape && slices.Contains(requestKeys, key):
			message = "it says how a field is sent, which means nothing in an answer"
		case bound && f.Type != nil && !rule.applies(f.Type):
			message = "it is for " + rule.to
		default:
			continue
		}
		r.report(InapplicableKey, o.attrs[key].key, o.scope, "%s does not apply: %s; delete it", quote(key), message).because(o, "type")
		if found == nil {
			found = map[string]bool{}
		}
		found[key] = true
	}
	return found
}

// because names the second place of a problem with a field where that is a key of
// another file, which an overlay brings.
func (p *Problem) because(o *object, key string) {
	if n := o.value(key); n != nil && n.src != p.src {
		p.and(n, quote(key)+" is here")
	}
}

// checkConflicts reports keys that contradict "required".
func (r *resolver) checkConflicts(f *Field, o *object, inapplicable map[string]bool) {
	if !f.Required {
		return
	}
	for _, key := range keysOf("field") {
		if reason := optionalKeys[key]; reason != "" && o.has(key) && !inapplicable[key] && (key != "omit_empty" || f.OmitEmpty) {
			r.report(ConflictingKeys, o.attrs[key].key, o.scope, `%s together with "required": %s; delete one of the two`, quote(key), reason).
				and(o.attrs["required"].key, "required here")
		}
	}
}

// checkTexts reports texts that are not what their keys ask for.
func (r *resolver) checkTexts(o *object) {
	if n := o.value("pattern"); n != nil {
		if _, err := regexp.Compile(n.text); err != nil {
			r.report(BadPattern, n, o.scope, `"pattern": %v; write an RE2 expression`, err)
		}
	}
	first := map[string]*node{}
	for _, n := range o.texts("enum") {
		if other := first[n.text]; other != nil {
			r.report(DuplicateValue, n, o.scope, `"enum" holds %s twice; delete one`, quote(n.text)).and(other, "first given here")
			continue
		}
		first[n.text] = n
	}
	if n := o.value("send_if"); n != nil && n.text != string(FirstItemNonEmpty) {
		r.report(UnknownValue, n, o.scope, `"send_if" is %s, not %s; change or delete it`, quote(string(FirstItemNonEmpty)), quote(n.text))
	}
	if n := o.value("codes"); n != nil && !codesName.MatchString(n.text) {
		r.report(BadName, n, o.scope, `"codes" is the name of a table: letters, digits, _, - and ., not %s`, quote(n.text))
	}
}

// checkRange reports a lower bound above its upper one.
func (r *resolver) checkRange(o *object, low, high string) {
	a, b := o.value(low), o.value(high)
	if a == nil || b == nil {
		return
	}
	x, _ := a.rational()
	y, _ := b.rational()
	if x.Cmp(y) > 0 {
		r.report(EmptyRange, b, o.scope, "%s is %s, below %s, which is %s; nothing fits", quote(high), clip(b.text), quote(low), clip(a.text)).
			and(a, quote(low)+" is here")
	}
}

// checkBounds reports bounds of an integer that are no integers.
func (r *resolver) checkBounds(f *Field, o *object, inapplicable map[string]bool) {
	if f.Type == nil || f.Type.Kind != Integer {
		return
	}
	for _, key := range []string{"minimum", "maximum"} {
		if n := o.value(key); n != nil && !inapplicable[key] {
			if _, ok := n.integer(); !ok {
				r.report(WrongKind, n, o.scope, "%s: expected an integer, found %s; the field is an integer", quote(key), n.found())
			}
		}
	}
}

// checkDeprecation checks the date, and what is to be used, of which unknown
// says what is wrong.
func (r *resolver) checkDeprecation(o *object, unknown func(use *node) string) {
	d := o.object("deprecated")
	if n := d.value("sunset"); n != nil {
		if _, err := time.Parse(time.DateOnly, n.text); err != nil {
			r.report(BadDate, n, d.scope, `"sunset" is a date, YYYY-MM-DD, not %s`, quote(n.text))
		}
	}
	if n := d.value("use"); n != nil {
		if fault := unknown(n); fault != "" {
			r.report(UnknownUse, n, d.scope, `"use": %s %s`, quote(n.text), fault)
		}
	}
}

func fieldNames(s *Shape) []string {
	names := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		names[i] = f.Name
	}
	return names
}
