package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// width is the maximum length of a line.
const width = 120

// printer writes a catalog. The owner of a line is its mending, or nil.
type printer struct {
	*importer
	yamldoc.Printer[*mending]
	apart bool // each key of a field is on a line, so that its problems can be mended
}

// text writes a key with a text: on one line, folded, or line by line.
func (p *printer) text(of *mending, indent int, key, text string) {
	short := key + ": " + yamldoc.BlockScalar(text)
	switch {
	case text == "":
		return
	case len(short) <= width-2*indent || !folds(text):
		p.Line(of, indent, "%s", short)
		return
	}
	style, lines := "|-", strings.Split(text, "\n")
	if len(lines) == 1 {
		style, lines = ">-", nil
		for word := range strings.SplitSeq(text, " ") {
			if last := len(lines) - 1; last >= 0 && 2*indent+2+len(lines[last])+len(word) < width {
				lines[last] += " " + word
			} else {
				lines = append(lines, word)
			}
		}
	}
	p.Line(of, indent, "%s: %s", key, style)
	for _, line := range lines {
		if line == "" {
			p.Line(of, 0, "")
		} else {
			p.Line(of, indent+1, "%s", line)
		}
	}
}

// folds reports whether a text can be written over several lines.
func folds(text string) bool {
	if text != tidy(text) || strings.Contains(text, "  ") && !strings.Contains(text, "\n") || strings.Contains(text, "<<") {
		return false
	}
	for _, c := range text {
		if c < ' ' && c != '\n' || 0x7f <= c && c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff {
			return false
		}
	}
	return true
}

// unbraced returns a path as YAML. Braces inside of a path need no quotes.
func unbraced(path string) string {
	if plain := strings.NewReplacer("{", "", "}", "").Replace(path); yamldoc.BlockScalar(plain) == plain {
		return path
	}
	return yamldoc.Quote(path)
}

// print writes the catalog, with the keys of fields on separate lines or formatted for readers.
func (im *importer) print(apart bool) *printer {
	p, s := &printer{importer: im, apart: apart}, im.service
	p.Line(nil, 0, "\ncatalog: 1\ninfo:")
	p.text(nil, 1, "title", s.title)
	p.Line(nil, 1, "version: %s", yamldoc.BlockScalar(s.version))
	p.Line(nil, 1, "package: %s", yamldoc.Scalar(s.pkg))
	p.text(nil, 1, "description", s.description)
	p.attrs(1, "contact:", &s.contact, nil)
	p.attrs(1, "license:", &s.license, nil)
	p.Line(nil, 0, "path: %s", unbraced(s.path))
	p.auth(0, s.auth)
	p.servers()
	p.attrs(0, "", &s.extra, nil)
	p.failure(0, &s.failure)
	several(p, s.enums, 0, "\nenums:", p.enum)
	several(p, s.records, 0, "\nrecords:", p.record)
	several(p, slices.DeleteFunc(slices.Clone(s.unions), func(u *union) bool { return u.gone }), 0, "\nunions:", p.union)
	several(p, s.areas, 0, "\nareas:", p.area)
	return p
}

// several writes items below a key, unless there are none.
func several[T any](p *printer, all []T, indent int, key string, item func(T)) {
	if key != "" && len(all) > 0 {
		p.Line(nil, indent, "%s", key)
	}
	for _, one := range all {
		item(one)
	}
}

func (p *printer) servers() {
	s := p.service
	several(p, s.servers, 0, "servers:", func(at *server) {
		of := p.removal(at.from, "servers", "", "it is left out; callers pass the base URL with its path to NewClient", func() { s.servers = without(s.servers, at) })
		if at.description == "" {
			p.Line(of, 1, "- %s", yamldoc.BlockScalar(at.url))
		} else {
			p.Line(of, 1, "- {url: %s, description: %s}", yamldoc.Scalar(at.url), yamldoc.Scalar(at.description))
		}
	})
}

// auth writes who may call. A way that the check refuses is removed from all operations.
func (p *printer) auth(indent int, a *auth) {
	switch {
	case a == nil:
	case len(a.ways) == 0:
		p.Line(nil, indent, "auth: none")
	default:
		p.Line(nil, indent, "auth:")
		for _, w := range a.ways {
			found := ""
			if w.fields != nil { // recognized
				found = " # assumed: nearly every request has it"
			}
			p.Line(p.removal(w.from, "security", "", "the alternative is left out; add auth to the catalog", func() {
				p.service.auth = p.service.auth.without(w)
				for _, op := range p.service.operations() {
					op.auth = op.auth.without(w)
				}
			}), indent+1, "- %s%s", w, found)
		}
	}
}

func (p *printer) failure(indent int, f **failure) {
	if *f != nil {
		p.Line(p.removal((*f).from, "", "", "it is left out", func() { *f = nil }), indent, "failure: %s", *f)
	}
}

// attrs writes further keys of an operation, or of the service if op is nil, below another
// key unless that is "". An operation without its path is removed.
func (p *printer) attrs(indent int, key string, attrs *[]attr, op *operation) {
	if key != "" {
		indent++
	}
	several(p, *attrs, indent-1, key, func(a attr) {
		of := p.removal(a.from, "", op.String(), "it is left out", func() { *attrs = dropped(*attrs, a.key) })
		if a.key == "path" {
			of = p.operationRemoval(op)
		}
		p.Line(of, indent, "%s: %s", a.key, a.text)
	})
}

// head writes the first lines of a type or an area.
func (p *printer) head(of *mending, name, description string, open bool) *mending {
	p.Line(of, 1, "%s:", name)
	p.text(of, 2, "description", description)
	if open {
		p.Line(of, 2, "open: true")
	}
	return of
}

func (p *printer) record(r *record) {
	of := p.head(named(func() { p.rename(&r.label) }, nil), r.name, r.description, r.open)
	p.fields(2, r.shape)
	if len(r.fields) == 0 && r.description == "" && !r.open {
		p.Line(of, 2, "fields: {}")
	}
}

func (p *printer) enum(e *enum) {
	of := p.head(named(func() { p.rename(&e.label) }, nil), e.name, e.description, e.open)
	p.Line(of, 2, "values:")
	for _, v := range e.values {
		of := named(func() { v.goName.again(e.name+spelled(v.text), e.name+"Value") },
			p.removal(e.from, "enum", e.name, "the value is left out, and the enum is open", func() { e.values, e.open = without(e.values, v), true }))
		key := yamldoc.BlockScalar(v.text)
		if v.goName == "" && v.description != "" {
			p.text(of, 3, key, v.description)
			continue
		}
		p.Line(of, 3, "%s:", key)
		p.text(of, 4, "description", v.description)
		p.goName(of, 4, v.goName)
	}
}

func (p *printer) goName(of *mending, indent int, name goName) {
	if name != "" {
		p.Line(of, indent, "go: {name: %s}", name)
	}
}

func (p *printer) union(u *union) {
	of := named(func() { p.rename(&u.label) }, p.removal(u.from, "discriminator", u.name, "the type is object, and the values are not checked", func() { u.gone = true }))
	p.head(of, u.name, u.description, u.open)
	p.Line(of, 2, "by: %s", yamldoc.BlockScalar(u.by))
	p.Line(of, 2, "of:")
	for _, v := range u.variants {
		of := named(func() { v.goName.again(u.name+spelled(v.tag), u.name+"Tag") },
			p.removal(v.from, "discriminator", u.name, "the variant is left out, and the union is open", func() {
				u.variants = without(u.variants, v)
				u.open, u.gone = true, len(u.variants) == 1
			}))
		record := ""
		if v.record != nil {
			record = " " + v.record.name
		}
		if v.goName == "" {
			p.Line(of, 3, "%s:%s", yamldoc.BlockScalar(v.tag), record)
			continue
		}
		p.Line(of, 3, "%s:", yamldoc.BlockScalar(v.tag))
		if v.record != nil {
			p.Line(of, 4, "record:%s", record)
		}
		p.goName(of, 4, v.goName)
	}
}

func (p *printer) area(a *area) {
	of := named(func() { a.goName.again(upper(a.name)+"Area", "Area") }, nil)
	if a != p.service.areas[0] {
		p.Line(nil, 0, "")
	}
	p.head(of, yamldoc.BlockScalar(a.name), a.description, false)
	p.goName(of, 2, a.goName)
	p.Line(of, 2, "operations:")
	for _, op := range a.operations {
		p.operation(op)
	}
}

func (p *printer) operation(op *operation) {
	start := len(p.Owners)
	of := named(func() { op.goName.again(upper(op.name)+"Operation", "Operation") }, p.operationRemoval(op))
	p.Line(of, 3, "%s:", yamldoc.BlockScalar(op.name))
	p.text(of, 4, "summary", op.summary)
	p.text(of, 4, "description", op.description)
	p.attrs(4, "", &op.extra, op)
	p.auth(4, op.auth)
	p.failure(4, &op.failure)
	p.goName(of, 4, op.goName)
	if op.body.include != nil {
		p.Line(of, 4, "include: %s", op.body.include.name)
	}
	p.fields(4, op.body)
	several(p, op.body.rules, 4, "rules:", func(r *rule) {
		p.Line(p.removal(r.from, "", op.String(), describe, func() { op.body.rules = without(op.body.rules, r) }), 5, "- %s: %s", r.kind, list(r.fields))
	})
	if op.response != nil {
		p.response(op, op.response, of)
	}
	if len(p.Owners) == start+1 { // only the name
		p.Truncate(p.Len() - 1)
		p.WriteString(" {}\n")
	}
}

// operationRemoval removes an operation.
func (p *printer) operationRemoval(op *operation) *mending {
	return p.removal(op.from, "", op.String(), "describe it elsewhere, or give it another name in import.yaml", func() { op.area.operations = without(op.area.operations, op) })
}

func (p *printer) response(op *operation, r *response, of *mending) {
	key, what := "", ""
	switch {
	case r.whole != nil:
		key, what = "type", r.whole.String()
		of = p.removal(op.from, "responses", op.String(), "its shape is not shown", func() { r.whole = nil })
	case r.include != nil:
		key, what = "include", r.include.name
	}
	if key != "" && r.description == "" {
		p.Line(of, 4, "response: %s", what)
		return
	}
	p.Line(of, 4, "response:")
	p.text(of, 5, "description", r.description)
	if key != "" {
		p.Line(of, 5, "%s: %s", key, what)
	}
	p.fields(5, r.shape)
	if key == "" && len(r.fields) == 0 && r.shown {
		p.Line(of, 5, "fields: {}")
	}
}

func (p *printer) fields(indent int, s *shape) {
	several(p, s.fields, indent, "fields:", func(f *field) { p.field(p.fieldMending(s, f), f, indent+1) })
}

// field writes a field on one line if that is short enough.
func (p *printer) field(of *mending, f *field, indent int) {
	key, comment := yamldoc.BlockScalar(f.name), ""
	if f.note != "" {
		comment = " # " + f.note
	}
	attrs := f.attrs
	if f.goName != "" {
		attrs = append(slices.Clone(attrs), attr{"go", "{name: " + string(f.goName) + "}", f.from})
	}
	if len(attrs) == 0 {
		p.Line(of, indent, "%s: %s%s", key, f.typ, comment)
		return
	}
	parts := []string{"type: " + f.typ.String()}
	short := !p.apart
	for _, a := range attrs {
		text := a.text
		if a.key == "description" {
			short = short && !strings.Contains(text, "\n")
			text = yamldoc.Scalar(text)
		}
		parts = append(parts, a.key+": "+text)
	}
	if line := fmt.Sprintf("%s: {%s}%s", key, strings.Join(parts, ", "), comment); short && 2*indent+len(line) <= width {
		p.Line(of, indent, "%s", line)
		return
	}
	p.Line(of, indent, "%s:%s", key, comment)
	p.Line(of, indent+1, "type: %s", f.typ)
	for _, a := range attrs {
		of := of
		if a.key != "go" {
			of = p.removal(a.from, a.from.last(), f.subject, "it is left out", func() { f.drop(a.key) })
		}
		if a.key == "description" {
			p.text(of, indent+1, "description", a.text)
			continue
		}
		p.Line(of, indent+1, "%s: %s", a.key, a.text)
	}
}
