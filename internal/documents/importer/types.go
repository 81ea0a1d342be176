package importer

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

func (v *content) add(key, text string, from place) {
	v.attrs = append(v.attrs, attr{key, text, from})
}

// text reads a schema of strings.
func (im *importer) text(v *content, f *flat, c context) {
	v.typ = &typ{word: "string"}
	var values []string
	others := false
	for _, n := range f.enum {
		switch n.Kind {
		case yamldoc.String:
			values = append(values, n.Text)
		case yamldoc.Null:
			v.nullable = true
		default:
			others = true
			im.lose(f.enumAt, c.subject, "a value of the enum is "+n.Found()+", and the type is string", "quote it, if a text is sent")
		}
	}
	switch {
	case values != nil:
		v.add("enum", list(values), f.enumAt)
	case f.enumAt.ok() && !others:
		im.lose(f.enumAt, c.subject, "no text is left among the listed values", "correct it")
	}
	im.size(v, f, "minLength", "min_length")
	im.size(v, f, "maxLength", "max_length")
	if w := f.word("pattern"); w.ok() {
		v.add("pattern", yamldoc.Scalar(re2(w.node.Text)), w)
	}
	if w := f.word("format"); w.ok() {
		v.add("format", w.node.Flow(), w)
	}
	im.loseWords(f, c, "the format does not look into texts", "contentEncoding", "contentMediaType")
}

var unicodeEscape = regexp.MustCompile(`\\u\{?([0-9a-fA-F]{4,6})\}?`)

// javaScript is an expression between slashes, of those who write it as in JavaScript.
// What is anchored there would match nothing as it stands.
var javaScript = regexp.MustCompile(`^/(\^.*|.*\$)/(i?)[gu]*$`)

// re2 returns an expression of ECMA 262 as one of RE2, if there is one.
func re2(expr string) string {
	expr = unicodeEscape.ReplaceAllString(expr, `\x{$1}`)
	if literal := javaScript.FindStringSubmatch(expr); literal != nil {
		if expr = literal[1]; literal[2] != "" {
			expr = "(?i)" + expr
		}
	}
	return expr
}

// loseWords records that keywords are lost, those of them that a schema has.
func (im *importer) loseWords(f *flat, c context, reason string, keywords ...string) {
	for _, keyword := range keywords {
		if w := f.word(keyword); w.ok() {
			im.lose(w, c.subject, reason, describe)
		}
	}
}

// size reads a length or a number of items.
func (im *importer) size(v *content, f *flat, keyword, key string) {
	if w := f.word(keyword); w.ok() && !(key[:3] == "min" && w.node.Text == "0") {
		v.add(key, w.node.Flow(), w)
	}
}

// numeric reads the bounds of a number.
func (im *importer) numeric(v *content, f *flat, c context) {
	im.noEnum(f, c)
	if w := f.word("format"); w.ok() && !numericFormats[w.node.Text] {
		im.lose(w, c.subject, "the format is none that the catalog knows", "give bounds, or say it in the description")
	}
	im.bound(v, f, c, "minimum", "exclusiveMinimum", 1)
	im.bound(v, f, c, "maximum", "exclusiveMaximum", -1)
}

// bound reads a bound, and what excludes it, as a boolean or as a bound of its own. The step
// leads from it to numbers that it allows.
func (im *importer) bound(v *content, f *flat, c context, key, exclusive string, step int) {
	at, beyond := f.word(key), f.word(exclusive)
	excluded := beyond.isTrue()
	x, ok := at.rat()
	if y, other := beyond.rat(); other && (!ok || y.Cmp(x)*step >= 0) {
		at, x, ok, excluded = beyond, y, true, true
	}
	switch {
	case !at.ok():
		return
	case !ok || v.typ.word == "number":
		if v.add(key, at.node.Flow(), at); excluded {
			im.lose(beyond, c.subject, "a bound of a number is inclusive", "the bound itself is accepted")
		}
		return
	}
	i := new(big.Int).Div(x.Num(), x.Denom()) // which rounds down
	if x.IsInt() && excluded || !x.IsInt() && step > 0 {
		i.Add(i, big.NewInt(int64(step)))
	}
	if i.IsInt64() {
		v.add(key, i.String(), at)
	} else if i.Sign() == step { // unlike 9223372036854776000, as JavaScript writes the largest one
		im.lose(at, c.subject, "an integer has 64 bits, and none of them is within the bound", "correct it")
	}
}

func (p place) rat() (*big.Rat, bool) {
	if !p.ok() {
		return nil, false
	}
	return p.node.Rat()
}

// list reads a schema of arrays.
func (im *importer) list(v *content, f *flat, c context) {
	im.noEnum(f, c)
	elem := &typ{word: "any"}
	if f.items.ok() {
		elem = im.itemType(f.items, c.item(" items"))
	}
	v.typ = &typ{elem: elem}
	im.size(v, f, "minItems", "min_items")
	im.size(v, f, "maxItems", "max_items")
}

// itemType returns the type of items, which have no keys of their own.
func (im *importer) itemType(p place, c context) *typ {
	item := im.content(p, c)
	if a := find(item.attrs, "enum"); a != nil && item.typ.word == "string" {
		item.typ, item.attrs = im.inlineEnum(item.flat, c), nil
	}
	for _, a := range item.attrs {
		im.lose(a.from, c.subject, "the items of a list have no keys of their own", describe)
	}
	switch {
	case !item.nullable, item.typ.word == "any": // which takes null
	case item.typ.elem != nil || item.typ.value != nil:
		im.loseAs(at(item.flat, "type"), "null", c.subject, "a list in a list is not null", "correct it, if the service sends none")
	default:
		t := *item.typ
		t.null = true
		return &t
	}
	return item.typ
}

// object reads a schema of objects that has no name of its own.
func (im *importer) object(v *content, f *flat, c context) {
	im.noEnum(f, c)
	if !im.isRecord(f) {
		v.typ = &typ{word: "object"}
		if f.extra.isMap() && len(f.extra.node.Entries) > 0 {
			v.typ = &typ{value: im.itemType(f.extra, c.item(" values"))}
		}
		if v.typ.value != nil {
			im.size(v, f, "minProperties", "min_items")
			im.size(v, f, "maxProperties", "max_items")
		} else {
			im.loseWords(f, c, "the members of an object are not counted, those of a map are", "minProperties", "maxProperties")
		}
		im.loseWords(f, c, "the format does not say what a value is not", "not")
		for _, name := range f.required {
			im.loseAs(name, "required", c.subject, "the property "+wording.Quote(name.node.Text)+" is not described", "describe it among the properties")
		}
		return
	}
	s := &shape{at: f.from}
	im.fill(s, f, c)
	im.unruled(s, c)
	v.typ = im.inlineRecord(s, f, c)
}

// unruled reports rules of an object that is not the body of a request.
func (im *importer) unruled(s *shape, c context) {
	for _, r := range s.rules {
		im.lose(r.from, c.subject, "a rule over fields is one of a request, not of an object in it", describe)
	}
}

// fill reads the properties of an object.
func (im *importer) fill(s *shape, f *flat, c context) {
	im.loseWords(f, c, "the members of a record are not counted", "minProperties", "maxProperties")
	s.open = f.extra.isTrue() || f.extra.isMap()
	if f.extra.isMap() && len(f.extra.node.Entries) > 0 {
		im.lose(f.extra, c.subject, "the further members of an object have no type", "the record is open, and their values are not checked")
	}
	if s.open && f.closed.ok() {
		im.lose(f.closed, c.subject, "another schema of the allOf allows further properties", "the record is open")
	} else if f.closed.ok() && f.branches > 1 && slices.ContainsFunc(f.props, func(p *prop) bool {
		return !strings.HasPrefix(p.schemas[0].ptr, strings.TrimSuffix(f.closed.ptr, "/additionalProperties")+"/properties/")
	}) {
		im.lose(f.closed, c.subject, "under allOf it forbids the properties of the other schemas, too", "it is read as: no further properties than these")
	}
	needed := map[string]place{}
	for _, name := range f.required {
		needed[name.node.Text] = name
		if f.byName[name.node.Text] == nil {
			im.loseAs(name, "required", c.subject, "there is no property "+wording.Quote(name.node.Text), "describe it among the properties, or correct the name")
		}
	}
	for _, p := range f.props {
		if fld := im.field(p, needed, c); fld != nil {
			s.fields = append(s.fields, fld)
		}
	}
	im.ruled(s, f, c)
}

// field makes a field of a property, nil if it is not one of this side.
func (im *importer) field(p *prop, needed map[string]place, c context) *field {
	inner := c.below(p.name)
	v := im.contentOf(p.schemas, inner)
	if v.flat.is("readOnly") && c.side == request || v.flat.is("writeOnly") && c.side == answer {
		return nil
	}
	f := &field{name: p.name, typ: v.typ, from: p.schemas[0], subject: inner.subject}
	for _, a := range v.attrs {
		f.set(a.key, a.text, a.from)
	}
	name, required := needed[p.name]
	if required {
		f.set("required", "true", name)
	}
	if v.nullable || v.free && required {
		f.set("nullable", "true", at(v.flat, "type"))
	}
	im.annotate(f, v.flat, inner)
	return f
}

// list writes texts between brackets.
func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = yamldoc.Scalar(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// ruled makes rules of oneOf and anyOf that are about presence alone, and of not.
func (im *importer) ruled(s *shape, f *flat, c context) {
	for _, choice := range f.choices {
		var names []string
		for _, item := range choice.items() {
			if required := item.get("required").items(); len(required) == 1 {
				names = append(names, required[0].node.Text)
			}
		}
		if len(names) < max(len(choice.items()), 2) {
			im.lose(choice, c.subject, "a rule is about one field of several, not about several at once", describe)
			continue
		}
		im.rule(s, "at_least_one_of", names, choice, c)
		if choice.last() == "oneOf" {
			im.rule(s, "at_most_one_of", names, choice, c)
		}
	}
	if not := f.word("not"); not.ok() {
		if names := not.get("required").items(); len(names) == 2 && len(not.node.Entries) == 1 {
			im.rule(s, "at_most_one_of", []string{names[0].node.Text, names[1].node.Text}, not, c)
		} else {
			im.lose(not, c.subject, "the format does not say what a value is not", describe)
		}
	}
}

// rule adds a rule over fields. It counts an empty value as none.
func (im *importer) rule(s *shape, kind string, names []string, at place, c context) {
	var empty []string
	for _, name := range names {
		if f := s.field(name); f != nil && (canBeEmpty(f) || f.get("nullable") != nil) {
			empty = append(empty, name)
		}
	}
	s.rules = append(s.rules, &rule{kind, names, at})
	if empty != nil {
		im.lose(at, c.subject, "to a rule, "+wording.List(empty, "or")+" that is empty or null is absent", "nothing, unless the service tells the two apart")
	}
}

// canBeEmpty reports whether a field can be present and empty.
func canBeEmpty(f *field) bool {
	switch {
	case f.typ.word == "string":
		return f.get("min_length") == nil && f.get("enum") == nil
	case f.typ.elem != nil, f.typ.value != nil:
		return f.get("min_items") == nil
	case f.typ.enum != nil, f.typ.union != nil, f.typ.word == "boolean", f.typ.word == "integer", f.typ.word == "number":
		return false
	}
	return true
}
