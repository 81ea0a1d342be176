package importer

import (
	"cmp"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// readString reads a schema of strings.
func (im *importer) readString(f *flat, c context) {
	var values []string
	for _, n := range f.enum {
		switch n.Kind {
		case yamldoc.String:
			values = append(values, n.Text)
		case yamldoc.Null:
			f.nullable = true
		default:
			im.lose(f.enumAt, c.subject, "a value of the enum is "+n.Found()+", and the type is string", "quote it, if it is sent as a string")
		}
	}
	if values != nil {
		f.keys.set("enum", raw(list(values)), f.enumAt)
	} else if f.enumAt.ok() {
		im.lose(f.enumAt, c.subject, "no string is left among the listed values", "correct it")
	}
	im.setSize(f, "minLength", "min_length")
	im.setSize(f, "maxLength", "max_length")
	if w := f.words["pattern"]; w.ok() {
		f.keys.set("pattern", raw(yamldoc.Scalar(toRE2(w.node.Text))), w)
	}
	if w := f.words["format"]; w.ok() {
		f.keys.set("format", raw(w.node.Flow()), w)
	}
	im.loseWords(f, c, "the format has no content of strings", "contentEncoding", "contentMediaType")
}

var unicodeEscape = regexp.MustCompile(`\\u\{?([0-9a-fA-F]{4,6})\}?`)

// javaScript matches an expression between slashes, as in JavaScript, if it is anchored:
// with the slashes, it would match nothing.
var javaScript = regexp.MustCompile(`^/(\^.*|.*\$)/(i?)[gu]*$`)

// toRE2 translates an expression of ECMA 262 to RE2.
func toRE2(expr string) string {
	expr = unicodeEscape.ReplaceAllString(expr, `\x{$1}`)
	if literal := javaScript.FindStringSubmatch(expr); literal != nil {
		if expr = literal[1]; literal[2] != "" {
			expr = "(?i)" + expr
		}
	}
	return expr
}

// loseWords records the loss of the given keywords that a schema has.
func (im *importer) loseWords(f *flat, c context, reason string, keywords ...string) {
	for _, keyword := range keywords {
		if w := f.words[keyword]; w.ok() {
			im.lose(w, c.subject, reason, describe)
		}
	}
}

// loseConstraints records the loss of all keywords that constrain values.
func (im *importer) loseConstraints(f *flat, c context, reason string) {
	for key, w := range f.words {
		if !annotation(key) {
			im.lose(w, c.subject, reason, describe)
		}
	}
}

// setSize reads a length or a number of items.
func (im *importer) setSize(f *flat, keyword, key string) {
	if w := f.words[keyword]; w.ok() && !(key[:3] == "min" && w.node.Text == "0") {
		f.keys.set(key, raw(w.node.Flow()), w)
	}
}

// setBounds reads the bounds of a number.
func (im *importer) setBounds(f *flat, c context) {
	if w := f.words["format"]; w.ok() && !numericFormats[w.node.Text] {
		im.lose(w, c.subject, "unknown format", "add bounds, or put it in the description")
	}
	im.setBound(f, c, "minimum", "exclusiveMinimum", 1)
	im.setBound(f, c, "maximum", "exclusiveMaximum", -1)
}

// setBound reads a bound and its exclusive form, which is a boolean or another bound. The step
// is 1 for a minimum and -1 for a maximum.
func (im *importer) setBound(f *flat, c context, key, exclusive string, step int) {
	at, beyond := f.words[key], f.words[exclusive]
	excluded := beyond.isTrue()
	x, ok := at.rat()
	if y, other := beyond.rat(); other && (!ok || y.Cmp(x)*step >= 0) {
		at, x, ok, excluded = beyond, y, true, true
	}
	switch {
	case !at.ok():
		return
	case !ok || f.typ.word == "number":
		if f.keys.set(key, raw(at.node.Flow()), at); excluded {
			im.lose(beyond, c.subject, "a bound of a number is inclusive", "the bound itself is accepted")
		}
		return
	}
	i := new(big.Int).Div(x.Num(), x.Denom()) // rounds down
	if x.IsInt() && excluded || !x.IsInt() && step > 0 {
		i.Add(i, big.NewInt(int64(step)))
	}
	if i.IsInt64() {
		f.keys.set(key, raw(i.String()), at)
	} else if i.Sign() == step { // unlike 9223372036854776000, as JavaScript writes the largest one
		im.lose(at, c.subject, "no integer of 64 bits is within the bound", "correct it")
	}
}

func (p place) rat() (*big.Rat, bool) { return cmp.Or(p.node, &yamldoc.Node{}).Rat() }

// readArray reads a schema of arrays.
func (im *importer) readArray(f *flat, c context) {
	elem := &typ{word: "any"}
	if f.items.ok() {
		elem = im.itemType(f.items, c.item(" items"))
	}
	f.typ = &typ{elem: elem}
	im.setSize(f, "minItems", "min_items")
	im.setSize(f, "maxItems", "max_items")
}

// itemType returns the type of items, which have no keys.
func (im *importer) itemType(p place, c context) *typ {
	item := im.readSchema(c, p)
	if item.keys.get("enum") != nil && item.typ.word == "string" {
		im.defineEnum(item, c, false, nil)
		item.keys = node{}
	}
	for _, a := range item.keys.below {
		im.lose(a.from, c.subject, "items of a list have no keys", describe)
	}
	switch {
	case !item.nullable, item.typ.word == "any": // includes null
	case item.typ.elem != nil || item.typ.value != nil:
		im.loseAs(keywordPlace(item, "type"), "null", c.subject, "a list in a list cannot be null", "correct it, if the service does not send null")
	default:
		t := *item.typ
		t.null = true
		return &t
	}
	return item.typ
}

// readObject reads a schema of objects without a name.
func (im *importer) readObject(f *flat, c context) {
	if !im.isRecord(f) {
		if f.extra.isMap() && len(f.extra.node.Entries) > 0 {
			f.typ = &typ{value: im.itemType(f.extra, c.item(" values"))}
			im.setSize(f, "minProperties", "min_items")
			im.setSize(f, "maxProperties", "max_items")
		} else {
			im.loseWords(f, c, "only members of maps are counted", "minProperties", "maxProperties")
		}
		im.loseWords(f, c, "the format has no negation", "not")
		for name, at := range f.required {
			im.loseAs(at, "required", c.subject, "the property "+wording.Quote(name)+" is not described", "describe it among the properties")
		}
		return
	}
	r := im.newType("record", f.from)
	im.define(f, r, c, func() { im.readFields(r, f, c) })
	if c.component == nil {
		im.loseRules(r, c)
	}
}

// loseRules records the loss of the rules of an object that is not the body of a request.
func (im *importer) loseRules(n *node, c context) {
	for _, r := range n.rules {
		im.lose(r.from, c.subject, "only requests have rules over fields, not objects in them", describe)
	}
}

// readFields reads the properties of an object into a record or a body.
func (im *importer) readFields(n *node, f *flat, c context) {
	im.loseWords(f, c, "only members of maps are counted", "minProperties", "maxProperties")
	open := f.extra.isTrue() || f.extra.isMap()
	n.setOpen(open)
	if f.extra.isMap() && len(f.extra.node.Entries) > 0 {
		im.lose(f.extra, c.subject, "further members of an object have no type", "the record is open, and their values are not checked")
	}
	if open && f.closed.ok() {
		im.lose(f.closed, c.subject, "another schema of the allOf allows further properties", "the record is open")
	} else if f.closed.ok() && f.branches > 1 && slices.ContainsFunc(f.props, func(name string) bool {
		return !strings.HasPrefix(f.schemas[name][0].ptr, strings.TrimSuffix(f.closed.ptr, "/additionalProperties")+"/properties/")
	}) {
		im.lose(f.closed, c.subject, "in an allOf it also forbids the properties of the other schemas", "it is read as forbidding all other properties")
	}
	for name, at := range f.required {
		if f.schemas[name] == nil {
			im.loseAs(at, "required", c.subject, "there is no property "+wording.Quote(name), "describe it among the properties, or correct the name")
		}
	}
	for _, name := range f.props {
		if field := im.field(name, f.schemas[name], f.required[name], c); field != nil {
			n.getOrAdd("fields").add(field)
		}
	}
	im.readRules(n, f, c)
}

// field returns the field for a property, or nil if this side does not have it. It is required
// at a place, absent if it is optional.
func (im *importer) field(name string, schemas []place, required place, c context) *node {
	inner := c.below(name)
	v := im.readSchema(inner, schemas...)
	if v.is("readOnly") && c.side == inRequest || v.is("writeOnly") && c.side == inResponse {
		return nil
	}
	f := newField(name, v.typ, schemas[0])
	f.subject = inner.subject
	for _, a := range v.keys.below {
		f.set(a.key, a.value, a.from)
	}
	if required.ok() {
		f.set("required", raw("true"), required)
	}
	if v.nullable || v.free && required.ok() {
		f.set("nullable", raw("true"), keywordPlace(v, "type"))
	}
	im.annotate(f, v, inner)
	return f
}

func newField(name string, t *typ, from place) *node {
	f := &node{kind: "field", key: name, short: []string{"type"}, from: from, keyword: "properties", remedy: "it is left out"}
	f.rename = func() { f.nextGoName(spellMarks(name), "Field") }
	f.set("type", t, place{})
	return f
}

// list returns strings as a list in YAML.
func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = yamldoc.Scalar(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
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
			im.lose(choice, c.subject, "a rule cannot combine fields", describe)
			continue
		}
		im.addRule(n, "at_least_one_of", names, choice, c)
		if choice.last() == "oneOf" {
			im.addRule(n, "at_most_one_of", names, choice, c)
		}
	}
	if not := f.words["not"]; not.ok() {
		if names := not.get("required").items(); len(names) == 2 && len(not.node.Entries) == 1 {
			im.addRule(n, "at_most_one_of", []string{names[0].node.Text, names[1].node.Text}, not, c)
		} else {
			im.lose(not, c.subject, "the format has no negation", describe)
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
	n.rules = append(n.rules, &node{kind: "item", value: raw(kind + ": " + list(names)), from: at, remedy: describe})
	if empty != nil {
		im.lose(at, c.subject, "in a rule, "+wording.List(empty, "or")+" counts as absent if it is empty or null", "nothing, unless the service distinguishes them")
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

// tidy returns a text without spaces at the ends of lines, and with at most one blank line
// in a row.
func tidy(text string) string {
	return blankLines.ReplaceAllString(lineEnd.ReplaceAllString(strings.TrimSpace(text), "\n"), "\n\n")
}

var (
	lineEnd    = regexp.MustCompile(`[ \t]*\r?\n`)
	blankLines = regexp.MustCompile(`\n{3,}`)
)

// description returns the description of a schema, or its title if that says more than
// the name.
func (im *importer) description(f *flat, name string) string {
	if text := tidy(f.text("description")); text != "" {
		return text
	}
	title := tidy(f.text("title"))
	if strings.HasSuffix(squeeze(name), squeeze(title)) {
		return ""
	}
	return title
}

// squeeze returns a text that all spellings of a name have in common.
func squeeze(text string) string { return strings.ToLower(goPart(text)) }

// annotate adds keys to a field that do not constrain its values.
func (im *importer) annotate(f *node, about *flat, c context) {
	f.set("description", text(im.description(about, f.key)), about.from)
	if about.is("deprecated") {
		f.set("deprecated", raw("{}"), about.words["deprecated"])
	}
	if w := about.words["x-sensitive"]; w.isTrue() {
		f.set("sensitive", raw("true"), w)
	} else if what := lint.PersonalData(f.key, f.typ().word); what != "" && !w.ok() {
		f.set("sensitive", raw("true"), f.from)
		f.comment = "proposed: looks like " + what
	}
	if w := about.words["default"]; w.ok() && w.node.Kind != yamldoc.Null && c.side == inRequest { // clients do not fill in defaults of responses
		f.set("default", raw(w.node.Flow()), w)
	}
	w := about.words["example"]
	if examples := about.words["examples"].items(); !w.ok() && len(examples) > 0 {
		w = examples[0]
	}
	if w.ok() && w.node.Kind != yamldoc.Null {
		if f.get("sensitive") != nil {
			im.loseAs(w, "example", c.subject, "a sensitive field shows no example", "nothing; add x-sensitive: false if the field is not sensitive")
		} else {
			f.set("example", raw(w.node.Flow()), w)
		}
	}
}
