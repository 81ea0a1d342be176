package importer

import (
	"math/big"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/pattern"
	"example.com/opgen/internal/text/wording"
)

// readString reads a schema of strings.
func (im *importer) readString(v *value, f *flat, c context) {
	var values []string
	for _, n := range f.enum {
		switch n.Kind {
		case yamldoc.String:
			values = append(values, n.Text)
		case yamldoc.Null:
		default:
			im.lose(f.enumAt.first(), c.subject, "a value of the enum is "+n.Found()+", and the type is string", "quote it, if it is sent as a string")
		}
	}
	if values != nil {
		v.keys.set("enum", texts(values), f.enumAt...)
	} else if f.enumAt.ok() {
		im.lose(f.enumAt.first(), c.subject, "no string is left among the listed values", "correct it")
		im.settle(f.enumAt...)
	}
	setSize(v, f, "minLength", "min_length")
	setSize(v, f, "maxLength", "max_length")
	im.setPattern(v, f, c)
	if w := f.words.of("format"); w.ok() {
		v.keys.set("format", literal{w.first().node}, w...)
	}
}

// setPattern reads the pattern of strings.
func (im *importer) setPattern(v *value, f *flat, c context) {
	w := f.words.of("pattern")
	if !w.ok() {
		return
	}
	expr, remark := pattern.FromECMA(w.first().node.Text)
	if expr == "" && remark != "" {
		im.lose(w.first(), c.subject, remark, describe)
		return
	}
	if remark != "" {
		im.remark(w.first(), "", c.subject, remark, "nothing, if that is what the document means")
	}
	v.keys.set("pattern", text(expr), w...)
}

// setSize reads a length or a number of items.
func setSize(v *value, f *flat, keyword, key string) {
	if w := f.words.of(keyword); w.ok() && !neutralValue(keyword, w.first()) {
		v.keys.set(key, literal{w.first().node}, w...)
	}
}

// setBounds reads the bounds of a number.
func (im *importer) setBounds(v *value, f *flat, c context) {
	im.setBound(v, f, c, "minimum", "exclusiveMinimum", 1)
	im.setBound(v, f, c, "maximum", "exclusiveMaximum", -1)
}

// setBound reads a bound and its exclusive form, which is a boolean or another bound. The step
// is 1 for a minimum and -1 for a maximum.
func (im *importer) setBound(v *value, f *flat, c context, key, exclusive string, step int) {
	at, beyond := f.words.of(key), f.words.of(exclusive)
	excluded := beyond.first().isTrue()
	x, ok := at.first().rat()
	if y, other := beyond.first().rat(); other && (!ok || y.Cmp(x)*step >= 0) {
		at, beyond, x, ok, excluded = beyond, at, y, true, true
	}
	from := at.and(beyond...) // the looser one follows from the other
	switch {
	case !at.ok():
		return
	case !ok || v.typ.word == "number":
		v.keys.set(key, literal{at.first().node}, from...)
		if excluded {
			exact := f.words.of(exclusive).first()
			im.lose(exact, c.subject, "a bound of a number is inclusive", "the bound itself is accepted")
		}
		return
	}
	i := new(big.Int).Div(x.Num(), x.Denom()) // rounds down
	if x.IsInt() && excluded || !x.IsInt() && step > 0 {
		i.Add(i, big.NewInt(int64(step)))
	}
	switch {
	case i.IsInt64():
		v.keys.set(key, word(i.String()), from...)
	case i.Sign() == step: // unlike 9223372036854776000, as JavaScript writes the largest one
		im.lose(at.first(), c.subject, "no integer of 64 bits is within the bound", "correct it")
	default:
		im.settle(from...)
	}
}

// readArray reads a schema of arrays.
func (im *importer) readArray(v *value, f *flat, c context) {
	elem := &typ{word: "any"}
	if f.items.ok() {
		v.typed = v.typed.and(f.items...)
		elem = im.itemType(v, f.items.first(), c.item(" items"))
	}
	v.typ = &typ{elem: elem}
	setSize(v, f, "minItems", "min_items")
	setSize(v, f, "maxItems", "max_items")
}

// itemType returns the type of the items of a value, which have no keys.
func (im *importer) itemType(of *value, p place, c context) *typ {
	item := im.readSchema(c, p)
	if item.keys.get("enum") != nil && item.typ.word == "string" {
		f := im.flatten(c.subject, p)
		im.infer(f, c)
		item = im.defineEnum(f, c, false, nil)
	}
	im.loseKeys(item, c, "items of a list have no keys")
	of.typed = of.typed.and(item.typed...).and(item.null...)
	switch {
	case !item.null.ok(), item.typ.word == "any": // includes null
	case item.typ.elem != nil || item.typ.value != nil:
		im.lose(item.null.first(), c.subject, "a list in a list cannot be null", "correct it, if the service does not send null")
	default:
		t := *item.typ
		t.null = true
		return &t
	}
	return item.typ
}

// loseKeys records the loss of all keys of a value that only a field can have.
func (im *importer) loseKeys(v *value, c context, reason string) {
	for _, key := range v.keys.below {
		for _, p := range key.from {
			im.lose(p, c.subject, reason, describe)
		}
	}
	var described places // by the type
	if v.typ.declared != nil {
		described = v.typ.declared.places("description")
	}
	for _, key := range fieldWords {
		w := v.words.of(key).first()
		if w.ok() && !neutralValue(key, w) && !described.have(w) && !(key == "default" && c.side == inResponse) {
			im.lose(w, c.subject, reason, describe)
		}
	}
}

// fieldWords are the annotations that are keys of a field.
var fieldWords = strings.Fields("description default example examples deprecated")

// readObject reads a schema of objects without a name.
func (im *importer) readObject(v *value, f *flat, c context) {
	if isRecord(f) {
		r := im.newType("record", f.from)
		im.define(v, r, c, func() { im.readFields(r, f, c) })
		return
	}
	v.typed = v.typed.and(f.extra...)
	if extra := f.extra.first(); extra.isMap() && len(extra.node.Entries) > 0 {
		v.typ = &typ{value: im.itemType(v, extra, c.item(" values"))}
		setSize(v, f, "minProperties", "min_items")
		setSize(v, f, "maxProperties", "max_items")
	}
}

// readFields reads the properties of an object into a record or a body.
func (im *importer) readFields(n *node, f *flat, c context) {
	im.because("it does not apply to type object", f.merged)
	switch {
	case f.extra.ok():
		untyped := slices.DeleteFunc(slices.Clone(f.extra), func(p place) bool { return !p.isTrue() && !p.isEmpty() })
		n.set("open", word("true"), untyped...).remedy = ""
		if f.closed.ok() {
			im.lose(f.closed.first(), c.subject, "another schema of the allOf allows further properties", "the record is open")
		}
	case f.closesOthers():
		im.lose(f.closed.first(), c.subject, "in an allOf it also forbids the properties of the other schemas", "it is read as forbidding all other properties")
	default:
		im.settle(f.closed...) // as records are
	}
	for _, name := range f.props {
		if field := im.field(name, f.schemas[name], f.required[name], c); field != nil {
			n.getOrAdd("fields").add(field)
		}
	}
	n.via = n.via.and(f.typed...)
	im.readRules(n, f, c)
}

// closesOthers reports whether one of several merged schemas forbids the properties of the others.
func (f *flat) closesOthers() bool {
	if !f.closed.ok() || f.branches < 2 {
		return false
	}
	own := strings.TrimSuffix(f.closed.first().pointer(), "/additionalProperties") + "/properties/"
	return slices.ContainsFunc(f.props, func(name string) bool {
		return !strings.HasPrefix(f.schemas[name].first().pointer(), own)
	})
}

// field returns the field for a property, or nil if this side does not have it. It is required
// at places, or optional.
func (im *importer) field(name string, schemas, required places, c context) *node {
	inner := c.below(name, im.spellings.of(name).part)
	v := im.readSchema(inner, schemas...)
	if v.is("readOnly") && c.side == inRequest || v.is("writeOnly") && c.side == inResponse {
		im.settle(schemas...)
		im.settle(required...)
		return nil
	}
	f := newField(name, v.typ, schemas...)
	f.get("type").from = v.typed
	f.subject = inner.subject
	for _, a := range v.keys.below {
		f.set(a.key, a.value, a.from...)
	}
	if required.ok() {
		f.set("required", word("true"), required...)
	}
	if v.null.ok() || v.free && required.ok() {
		f.set("nullable", word("true"), v.null.and(v.typePlace()...)...)
	}
	im.annotate(f, v, inner)
	return f
}

func newField(name string, t *typ, from ...place) *node {
	f := &node{kind: "field", key: name, short: []string{"type"}, from: from, keyword: "properties", remedy: "it is left out"}
	f.rename = func() { f.nextGoName(spellMarks(name), "Field") }
	f.set("type", t)
	return f
}

// readRules adds rules for a oneOf or anyOf whose schemas only have required, and for not.
func (im *importer) readRules(n *node, f *flat, c context) {
	for _, choice := range f.rules {
		var names []string
		for _, item := range choice.items() {
			if required := item.get("required").items(); len(required) == 1 {
				names = append(names, required[0].node.Text)
			}
		}
		if len(names) < max(len(choice.items()), 2) {
			continue // a rule cannot combine fields
		}
		im.addRule(n, "at_least_one_of", names, choice, c)
		if choice.last() == "oneOf" {
			im.addRule(n, "at_most_one_of", names, choice, c)
		}
	}
	for _, not := range f.words.of("not") {
		if names := not.get("required").items(); len(names) == 2 && len(not.node.Entries) == 1 {
			im.addRule(n, "at_most_one_of", []string{names[0].node.Text, names[1].node.Text}, not, c)
		}
	}
}

// addRule adds a rule over fields. An empty value counts as absent.
func (im *importer) addRule(n *node, kind string, names []string, at place, c context) {
	var empty []string
	for _, name := range names {
		if f := n.get("fields").get(name); f != nil && (canBeEmpty(f) || f.get("nullable") != nil) {
			empty = append(empty, name)
		}
	}
	rule := &node{kind: "rule", from: places{at}, remedy: describe}
	rule.set(kind, texts(names))
	n.rules = append(n.rules, rule)
	if empty != nil {
		im.remark(at, "", c.subject, "in a rule, "+wording.List(empty, "or")+" counts as absent if it is empty or null", "nothing, unless the service distinguishes them")
	}
}

// canBeEmpty reports whether a field can be present and empty.
func canBeEmpty(f *node) bool {
	t := f.typ()
	switch {
	case t.word == "string":
		return f.get("min_length") == nil && f.get("enum") == nil
	case t.elem != nil, t.value != nil:
		return f.get("min_items") == nil
	}
	return t.is("record") || t.word == "object" || t.word == "any"
}

// fieldType is the name of a field with the word for its type, "" for a type with a name.
type fieldType struct{ name, word string }

// personalData is [lint.PersonalData], asked once for fields of one name and type.
func (im *importer) personalData(name, word string) string {
	key := fieldType{name, word}
	what, ok := im.personal[key]
	if !ok {
		what = lint.PersonalData(name, word)
		im.personal[key] = what
	}
	return what
}

// annotate adds keys to a field that do not constrain its values.
func (im *importer) annotate(f *node, v *value, c context) {
	about, from := description(v.words, f.key)
	f.set("description", text(about)).from = from
	if v.is("deprecated") {
		f.set("deprecated", word("{}"), v.words.of("deprecated")...)
	}
	if w := v.words.of("x-sensitive"); w.first().isTrue() {
		f.set("sensitive", word("true"), w...)
	} else if what := im.personalData(f.key, f.typ().word); what != "" && !w.ok() {
		f.set("sensitive", word("true"), f.from.first())
		f.comment = "proposed: looks like " + what
	}
	w := v.words.of("default")
	if w.ok() && w.first().node.Kind != yamldoc.Null && c.side == inRequest { // clients do not fill in defaults of responses
		f.set("default", literal{w.first().node}, w...)
	}
	w = v.words.of("example")
	for _, list := range v.words.of("examples") {
		if items := list.items(); len(items) > 0 && !w.ok() {
			w = places{items[0], list}
		}
	}
	switch {
	case !w.ok() || w.first().node.Kind == yamldoc.Null:
	case f.get("sensitive") != nil:
		im.loseAs(w.first(), "example", c.subject, "a sensitive field shows no example", "nothing; add x-sensitive: false if the field is not sensitive")
	default:
		f.set("example", literal{w.first().node}, w...)
	}
}
