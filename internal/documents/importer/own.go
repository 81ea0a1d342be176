package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// What gen openapi wrote comes back as the catalog that it was made of. This file reads
// its x- keys.

// notBlank begins the pattern that gen openapi writes for non_blank.
const notBlank = `^[\s\S]*(?:[^\x09-`

// ownKeyword tells whether a keyword is one of the ways in which gen openapi writes a
// rule.
func ownKeyword(key string) bool { return key == "if" || key == "then" }

// ownPointer leads from the schema of a record in answers to that in requests, which
// says more: of Contact.answer to Contact.
func (im *importer) ownPointer(pointer string) string {
	base, found := strings.CutSuffix(pointer, ".answer")
	if !found || strings.Contains(base, ".") {
		return pointer
	}
	return base
}

// ownComponents reads the types that no operation uses.
func (im *importer) ownComponents() {
	schemas := im.root().get("components").get("schemas")
	failure := im.root().get("components").get("responses").get("Problem").get("content").get("application/problem+json").get("schema").text("$ref")
	variants := map[*yamldoc.Node]bool{}
	for name, p := range schemas.entries() {
		if strings.Contains(name, ".") || !im.discriminator(p).ok() {
			continue
		}
		for _, item := range p.get("oneOf").items() {
			if v, ok := im.quietly(item.get("$ref")); ok {
				variants[v.node] = true
			}
		}
	}
	for name, p := range schemas.entries() {
		if !strings.Contains(name, ".") && !strings.HasSuffix(failure, "/"+name) && !variants[p.node] {
			im.component(p, context{side: request})
		}
	}
}

// included takes the fields of the record out of a body that includes it, unless somebody
// has changed them in a request.
func (im *importer) included(s *shape, f *flat, where side) {
	r, ok := im.ownRecord(f.text("x-include"))
	if !ok || where == request && slices.ContainsFunc(r.fields, func(of *field) bool { g := s.field(of.name); return g == nil || !g.equal(of) }) {
		return
	}
	s.include = r
	s.fields = slices.DeleteFunc(s.fields, func(f *field) bool { return r.field(f.name) != nil })
}

func (f *field) equal(g *field) bool {
	return f.typ.String() == g.typ.String() && slices.Equal(f.attrs2(), g.attrs2())
}

// ownRecord returns the record of a name.
func (im *importer) ownRecord(name string) (*record, bool) {
	if t := im.ownType(name); t != nil && t.record != nil {
		return t.record, true
	}
	return nil, false
}

// ownType returns the type of a name, nil if there is none.
func (im *importer) ownType(name string) *typ {
	p := im.root().get("components").get("schemas").get(escaped(name))
	if !im.own || name == "" || !p.ok() {
		return nil
	}
	return im.component(p, context{side: request}).typ
}

// escaped is the name of a type as the key of a component, which is ASCII.
func escaped(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch {
		case c < 128:
			b.WriteRune(c)
		case c < 1<<16:
			fmt.Fprintf(&b, "-u%04X", c)
		default:
			fmt.Fprintf(&b, "-U%08X", c)
		}
	}
	return b.String()
}

var escapedRune = regexp.MustCompile(`-u[0-9A-F]{4}|-U[0-9A-F]{8}`)

// unescaped is the name of a type by the key of a component.
func unescaped(key string) string {
	return escapedRune.ReplaceAllStringFunc(key, func(s string) string {
		c, err := strconv.ParseUint(s[2:], 16, 32)
		if err != nil {
			return s
		}
		return string(rune(c))
	})
}

// ownOperation reads the keys of an operation.
func (im *importer) ownOperation(op *operation) {
	if !im.own {
		return
	}
	if op.effect == "write" {
		op.effect = ""
	}
	op.goName = op.from.text("x-go-name")
	if p := op.from.get("x-pagination"); p.ok() {
		op.extra = append(op.extra, attr{"pagination", flow(p.node), p})
	}
	if r, ok := im.ownRecord(op.from.text("x-include")); ok {
		op.body = &shape{include: r, at: op.from}
	}
	op.failure = im.ownFailure(op.from)
	if p := op.from.get("x-idempotency").get("header"); p.ok() {
		op.extra = append(op.extra, attr{"idempotency", yamldoc.Scalar(p.node.Text), p})
	}
	if p := op.from.get("x-empty"); p.ok() {
		op.extra = append(op.extra, attr{"empty", flow(p.node), p})
	}
}

// ownChoices leaves out that an empty text counts as absent, and that an enum in an
// answer may have other values.
func ownChoices(items []place) []place {
	items = slices.DeleteFunc(slices.Clone(items), func(p place) bool {
		c := p.get("const")
		if values := p.get("enum").items(); len(values) == 1 || len(values) == 2 && values[1].node.Kind == yamldoc.Null { // in 3.0
			c = values[0]
		}
		return c.ok() && c.node.Kind == yamldoc.String && c.node.Text == ""
	})
	if len(items) == 2 && items[0].get("$ref").ok() && items[1].text("type") == "string" && !items[1].get("enum").ok() {
		return items[:1]
	}
	return items
}

// refusesEmpty reports what somebody has added to the schema of a text, and refuses the
// empty one, which counts as absent.
func (im *importer) refusesEmpty(schema place, about *flat, c context) {
	if !im.own || c.side != request || !about.is("x-omit-empty") {
		return
	}
	for _, keyword := range []string{"enum", "minLength", "pattern", "format"} {
		w := schema.get(keyword)
		expr, err := regexp.Compile(w.textOf())
		switch {
		case !w.ok():
		case keyword == "enum" && slices.ContainsFunc(w.items(), func(v place) bool { return v.node.Text == "" }):
		case keyword == "minLength" && w.textOf() == "0":
		case keyword == "pattern" && err == nil && expr.MatchString(""):
		default:
			im.lose(w, c.subject, "an empty text counts as absent, and is not refused", "take x-omit-empty out, if the service refuses it")
		}
	}
}

// ownEnum gives an open enum its values, unless somebody has listed all of them.
func ownEnum(f *flat) {
	if known := f.word("x-known-values"); known.ok() && !f.enumAt.ok() {
		f.enum, f.enumAt = known.node.Items, known
	}
}

// ownContent reads what JSON Schema cannot say of a value.
func (im *importer) ownContent(f *flat, c context) (content, bool) {
	switch {
	case f.is("x-unspecified"):
		return content{typ: &typ{word: "unspecified"}, flat: f}, true
	case f.word("x-join").ok():
		v := content{typ: &typ{elem: &typ{word: "string"}}, flat: f}
		for _, key := range []string{"min", "max"} {
			if w := f.word("x-" + key + "-items"); w.ok() {
				v.add(key+"_items", w.node.Text, w)
			}
		}
		if c.side == request {
			v.add("join", yamldoc.Scalar(f.text("x-join")), f.word("x-join"))
		}
		return v, true
	}
	return content{}, false
}

// ownValues leaves null and the empty text out of an enum, which count as absent.
func ownValues(f *flat) {
	f.enum = slices.DeleteFunc(slices.Clone(f.enum), func(n *yamldoc.Node) bool {
		return n.Kind == yamldoc.Null || n.Text == "" && f.is("x-omit-empty") && !f.is("x-lists-empty")
	})
}

// ownRules reads the rules of a request from the condition that breaks them: an if, and
// in OpenAPI 3.0 a not.
func ownRules(condition place) []*rule {
	var rules []*rule
	for _, broken := range append([]place{condition}, condition.get("anyOf").items()...) {
		for _, demand := range catalog.Demands {
			kind := string(demand.Kind)
			names := broken.get("x-" + strings.ReplaceAll(kind, "_", "-"))
			if !names.ok() {
				continue
			}
			r := &rule{kind: kind, from: names}
			for _, n := range names.items() {
				r.fields = append(r.fields, n.node.Text)
			}
			rules = append(rules, r)
		}
	}
	return rules
}

// deprecation is what is known about the end of something.
func deprecation(p place) string {
	if !p.isMap() {
		return "{}"
	}
	return flow(p.node)
}

// extensions reads the keys of a field.
func extensions(f *field, about *flat) {
	if about.is("x-sensitive-record") {
		about = &flat{from: about.from, words: slices.DeleteFunc(slices.Clone(about.words), func(w place) bool { return w.last() == "x-sensitive" })}
	}
	for key, v := range about.word("x-constraints").entries() {
		f.set(key, flow(v.node), v)
	}
	for key, name := range map[string]string{"x-omit-empty": "omit_empty", "x-sensitive": "sensitive", "x-non-blank": "non_blank"} {
		if about.is(key) {
			f.set(name, "true", about.word(key))
		}
	}
	for key, name := range map[string]string{"x-assumed": "assumed", "x-send-if": "send_if", "x-format": "format", "x-codes": "codes"} {
		if text := about.text(key); text != "" {
			f.set(name, yamldoc.Scalar(text), about.word(key))
		}
	}
	if name := about.text("x-go-name"); name != "" {
		f.set("go", "{name: "+name+"}", about.word("x-go-name"))
	}
}
