package model

import (
	"math/big"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/pattern"
	"example.com/opgen/internal/text/wording"
)

// This file reads schemas of one type, and the properties of objects. A key of a field is set from the
// places that say it, so that a loss of the key is reported at each of them.

// readString reads a schema of strings.
func (m *Modeler) readString(v *Value, f *flat.Schema, c Context) {
	var values []string
	for _, n := range f.Enum {
		switch n.Kind {
		case yamldoc.String:
			values = append(values, n.Text)
		case yamldoc.Null:
		default:
			m.Lose(f.EnumAt.First(), c.Subject,
				"a value of the enum is "+n.Found()+", and the type is string",
				"quote it, if it is sent as a string")
		}
	}
	if values != nil {
		v.keys.Set("enum", draft.Texts(values), f.EnumAt...)
	} else if f.EnumAt.OK() {
		m.Lose(f.EnumAt.First(), c.Subject, "no string is left among the listed values", "correct it")
		m.Settle(f.EnumAt...)
	}
	setSize(v, f, "minLength", "min_length")
	setSize(v, f, "maxLength", "max_length")
	m.setPattern(v, f, c)
	if w := f.Words.Of("format"); w.OK() {
		v.keys.Set("format", draft.Literal{Node: w.First().Node}, w...)
	}
}

// setPattern reads the pattern of strings.
func (m *Modeler) setPattern(v *Value, f *flat.Schema, c Context) {
	w := f.Words.Of("pattern")
	if !w.OK() {
		return
	}
	expr, remark := pattern.FromECMA(w.First().Node.Text)
	if expr == "" && remark != "" {
		m.Lose(w.First(), c.Subject, remark, flat.Describe)
		return
	}
	if remark != "" {
		m.Remark(w.First(), "", c.Subject, remark, "nothing, if that is what the document means")
	}
	v.keys.Set("pattern", draft.Text(expr), w...)
}

// setSize reads a length or a number of items.
func setSize(v *Value, f *flat.Schema, keyword, key string) {
	if w := f.Words.Of(keyword); w.OK() && !flat.NeutralValue(keyword, w.First()) {
		v.keys.Set(key, draft.Literal{Node: w.First().Node}, w...)
	}
}

// setBounds reads the bounds of a number.
func (m *Modeler) setBounds(v *Value, f *flat.Schema, c Context) {
	m.setBound(v, f, c, "minimum", "exclusiveMinimum", 1)
	m.setBound(v, f, c, "maximum", "exclusiveMaximum", -1)
}

// setBound reads a bound and its exclusive form, which is a boolean or another bound. The step
// is 1 for a minimum and -1 for a maximum.
func (m *Modeler) setBound(v *Value, f *flat.Schema, c Context, key, exclusive string, step int) {
	at := f.Words.Of(key)
	beyond := f.Words.Of(exclusive)
	isExcluded := beyond.First().IsTrue()
	x, ok := at.First().Rat()
	y, isBound := beyond.First().Rat()
	isTighter := isBound && (!ok || y.Cmp(x)*step >= 0)
	if isTighter {
		at, beyond = beyond, at
		x, ok = y, true
		isExcluded = true
	}
	from := at.And(beyond...) // the looser one follows from the other
	switch {
	case !at.OK():
		return
	case !ok || v.Type.Word == "number":
		v.keys.Set(key, draft.Literal{Node: at.First().Node}, from...)
		if isExcluded {
			exact := f.Words.Of(exclusive).First()
			m.Lose(exact, c.Subject, "a bound of a number is inclusive", "the bound itself is accepted")
		}
		return
	}
	i := new(big.Int).Div(x.Num(), x.Denom()) // rounds down
	roundedAway := !x.IsInt() && step > 0
	isBeside := x.IsInt() && isExcluded
	if isBeside || roundedAway {
		i.Add(i, big.NewInt(int64(step)))
	}
	switch {
	case i.IsInt64():
		v.keys.Set(key, draft.Word(i.String()), from...)
	case i.Sign() == step: // unlike 9223372036854776000, as JavaScript writes the largest one
		m.Lose(at.First(), c.Subject, "no integer of 64 bits is within the bound", "correct it")
	default:
		m.Settle(from...)
	}
}

// readArray reads a schema of arrays.
func (m *Modeler) readArray(v *Value, f *flat.Schema, c Context) {
	elem := &draft.Type{Word: "any"}
	if f.Items.OK() {
		v.Typed = v.Typed.And(f.Items...)
		elem = m.itemType(v, f.Items.First(), c.item(" items"))
	}
	v.Type = &draft.Type{Elem: elem}
	setSize(v, f, "minItems", "min_items")
	setSize(v, f, "maxItems", "max_items")
}

// itemType returns the type of the items of a value, which have no keys.
func (m *Modeler) itemType(of *Value, p origin.Place, c Context) *draft.Type {
	item := m.ReadSchema(c, p)
	if item.keys.Get("enum") != nil && item.Type.Word == "string" {
		f := m.Flatten(c.Subject, p)
		m.Infer(f, c.Subject)
		item = m.defineEnum(f, c, false, nil)
	}
	m.LoseKeys(item, c, "items of a list have no keys")
	of.Typed = of.Typed.And(item.Typed...).And(item.Null...)
	switch {
	case !item.Null.OK(), item.Type.Word == "any": // includes null
	case item.Type.Elem != nil || item.Type.Value != nil:
		m.Lose(item.Null.First(), c.Subject, "a list in a list cannot be null",
			"correct it, if the service does not send null")
	default:
		t := *item.Type
		t.Null = true
		return &t
	}
	return item.Type
}

// LoseKeys records the loss of all keys of a value that only a field can have.
func (m *Modeler) LoseKeys(v *Value, c Context, reason string) {
	for _, key := range v.keys.Below {
		for _, p := range key.From {
			m.Lose(p, c.Subject, reason, flat.Describe)
		}
	}
	var described origin.Places // by the type
	if v.Type.Declared != nil {
		described = v.Type.Declared.Places("description")
	}
	for _, key := range FieldWords {
		w := v.words.Of(key).First()
		switch {
		case !w.OK(), flat.NeutralValue(key, w), described.Have(w):
		case key == "default" && c.Side == InResponse: // clients do not fill it in
		default:
			m.Lose(w, c.Subject, reason, flat.Describe)
		}
	}
}

// FieldWords are the annotations that are keys of a field.
var FieldWords = strings.Fields("description default example examples deprecated")

// readObject reads a schema of objects without a name.
func (m *Modeler) readObject(v *Value, f *flat.Schema, c Context) {
	if f.IsRecord() {
		r := m.NewType("record", f.From)
		m.define(v, r, c, func() { m.ReadFields(r, f, c) })
		return
	}
	v.Typed = v.Typed.And(f.Extra...)
	if extra := f.Extra.First(); extra.IsMap() && len(extra.Node.Entries) > 0 {
		v.Type = &draft.Type{Value: m.itemType(v, extra, c.item(" values"))}
		setSize(v, f, "minProperties", "min_items")
		setSize(v, f, "maxProperties", "max_items")
	}
}

// ReadFields reads the properties of an object into a record or a body.
func (m *Modeler) ReadFields(n *draft.Node, f *flat.Schema, c Context) {
	m.Because("it does not apply to type object", f.Merged)
	switch {
	case f.Extra.OK():
		isTyped := func(p origin.Place) bool { return !p.IsTrue() && !p.IsEmpty() }
		untyped := slices.DeleteFunc(slices.Clone(f.Extra), isTyped)
		n.Set("open", draft.Word("true"), untyped...).Remedy = ""
		if f.Closed.OK() {
			m.Lose(f.Closed.First(), c.Subject, "another schema of the allOf allows further properties",
				"the record is open")
		}
	case f.ClosesOthers():
		m.Lose(f.Closed.First(), c.Subject,
			"in an allOf it also forbids the properties of the other schemas",
			"it is read as forbidding all other properties")
	default:
		m.Settle(f.Closed...) // as records are
	}
	for _, name := range f.Props {
		if field := m.Field(name, f.Schemas[name], f.Required[name], c); field != nil {
			n.GetOrAdd("fields").Add(field)
		}
	}
	n.Via = n.Via.And(f.Typed...)
	m.readRules(n, f, c)
}

// Field returns the field for a property, or nil if this side does not have it. It is required
// at places, or optional.
func (m *Modeler) Field(name string, schemas, required origin.Places, c Context) *draft.Node {
	inner := c.below(name, m.Spellings.Of(name).part)
	v := m.ReadSchema(inner, schemas...)
	oneSided := "readOnly"
	if c.Side == InResponse {
		oneSided = "writeOnly"
	}
	if v.is(oneSided) {
		m.leaveOut(c.Side, schemas)
		m.leaveOut(c.Side, required)
		return nil
	}
	f := newField(name, v.Type, schemas...)
	f.Get("type").From = v.Typed
	f.Subject = inner.Subject
	for _, a := range v.keys.Below {
		f.Set(a.Key, a.Value, a.From...)
	}
	if required.OK() {
		f.Set("required", draft.Word("true"), required...)
	}
	if v.Null.OK() || v.free && required.OK() {
		f.Set("nullable", draft.Word("true"), v.Null.And(v.TypePlace()...)...)
	}
	m.annotate(f, v, inner)
	return f
}

// newField returns a field of a type.
func newField(name string, t *draft.Type, from ...origin.Place) *draft.Node {
	f := &draft.Node{
		Kind:    "field",
		Key:     name,
		Short:   []string{"type"},
		From:    from,
		Keyword: "properties",
		Remedy:  "it is left out",
	}
	f.Rename = func() { f.NextGoName(spellMarks(name), "Field") }
	f.Set("type", t)
	return f
}

// readRules adds rules for a oneOf or anyOf whose schemas only have required, and for not.
func (m *Modeler) readRules(n *draft.Node, f *flat.Schema, c Context) {
	for _, choice := range f.Rules {
		var names []string
		for _, item := range choice.Items() {
			if required := item.Get("required").Items(); len(required) == 1 {
				names = append(names, required[0].Node.Text)
			}
		}
		if len(names) < max(len(choice.Items()), 2) {
			continue // a rule cannot combine fields
		}
		m.addRule(n, "at_least_one_of", names, choice, c)
		if choice.Last() == "oneOf" {
			m.addRule(n, "at_most_one_of", names, choice, c)
		}
	}
	for _, not := range f.Words.Of("not") {
		if names := not.Get("required").Items(); len(names) == 2 && len(not.Node.Entries) == 1 {
			m.addRule(n, "at_most_one_of", []string{names[0].Node.Text, names[1].Node.Text}, not, c)
		}
	}
}

// addRule adds a rule over fields. An empty value counts as absent.
func (m *Modeler) addRule(n *draft.Node, kind string, names []string, at origin.Place, c Context) {
	var empty []string
	for _, name := range names {
		f := n.Get("fields").Get(name)
		if f == nil {
			continue
		}
		if canBeEmpty(f) || f.Get("nullable") != nil {
			empty = append(empty, name)
		}
	}
	rule := &draft.Node{Kind: "rule", From: origin.Places{at}, Remedy: flat.Describe}
	rule.Set(kind, draft.Texts(names))
	n.Rules = append(n.Rules, rule)
	if empty != nil {
		m.Remark(at, "", c.Subject,
			"in a rule, "+wording.List(empty, "or")+" counts as absent if it is empty or null",
			"nothing, unless the service distinguishes them")
	}
}

// canBeEmpty reports whether a field can be present and empty.
func canBeEmpty(f *draft.Node) bool {
	t := f.Type()
	switch {
	case t.Word == "string":
		return f.Get("min_length") == nil && f.Get("enum") == nil
	case t.Elem != nil, t.Value != nil:
		return f.Get("min_items") == nil
	}
	return t.Is("record") || t.Word == "object" || t.Word == "any"
}

// annotate adds keys to a field that do not constrain its values.
func (m *Modeler) annotate(f *draft.Node, v *Value, c Context) {
	about, from := description(v.words, f.Key)
	f.Set("description", draft.Text(about)).From = from
	if v.is("deprecated") {
		f.Set("deprecated", draft.Word("{}"), v.words.Of("deprecated")...)
	}
	marked := v.words.Of("x-sensitive")
	looksLike := m.personalData(f.Key, f.Type().Word)
	switch {
	case marked.First().IsTrue():
		f.Set("sensitive", draft.Word("true"), marked...)
	case looksLike != "" && !marked.OK():
		f.Set("sensitive", draft.Word("true"), f.From.First())
		f.Comment = "proposed: looks like " + looksLike
	}
	w := v.words.Of("default")
	hasDefault := w.OK() && w.First().Node.Kind != yamldoc.Null
	if hasDefault && c.Side == InRequest { // clients do not fill in defaults of responses
		f.Set("default", draft.Literal{Node: w.First().Node}, w...)
	}
	m.setExample(f, v, c)
}

// setExample sets the example of a field, or the first one of several.
func (m *Modeler) setExample(f *draft.Node, v *Value, c Context) {
	w := v.words.Of("example")
	for _, list := range v.words.Of("examples") {
		if items := list.Items(); len(items) > 0 && !w.OK() {
			w = origin.Places{items[0], list}
		}
	}
	switch {
	case !w.OK() || w.First().Node.Kind == yamldoc.Null:
	case f.Get("sensitive") != nil:
		m.LoseAs(w.First(), "example", c.Subject, "a sensitive field shows no example",
			"nothing; add x-sensitive: false if the field is not sensitive")
	default:
		f.Set("example", draft.Literal{Node: w.First().Node}, w...)
	}
}

// defineEnum returns a value whose type is an enum of the values that its schema lists.
func (m *Modeler) defineEnum(f *flat.Schema, c Context, open bool, descriptions map[string]origin.Places) *Value {
	v := NewValue(f)
	e := m.NewType("enum", f.From)
	e.SetOpen(open)
	e.Via = f.EnumAt.And(f.Typed...)
	values := e.GetOrAdd("values")
	for _, n := range flat.WithoutNull(f.Enum) {
		value := values.Add(&draft.Node{
			Key:     n.Text,
			Value:   draft.Word(""),
			Short:   []string{"description"},
			From:    origin.Places{f.EnumAt.First()},
			Keyword: "enum",
			Remedy:  "the value is left out, and the enum is open",
		})
		about := descriptions[n.Text]
		value.Set("description", draft.Text(wording.Tidy(about.First().TextOf()))).From = about
		value.Rename = func() { value.NextGoName(e.Key+spellMarks(value.Key), e.Key+"Value") }
		value.Removed = func() {
			e.SetOpen(true)
			if len(values.Below) == 0 {
				m.Remark(f.EnumAt.First(), "enum", e.Key, "no value is left", "the type is string")
				e.Remove()
			}
		}
	}
	m.Because("an enum has only values", f.Merged)
	m.define(v, e, c, func() {})
	return v
}
