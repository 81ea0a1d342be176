package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// width is the number of characters of a line that is not broken.
const width = 120

// key is one of the keys of an operation, or of the service if there is none.
type key struct {
	of   *operation
	name string
}

// printer writes a catalog, and remembers what stands on each line.
type printer struct {
	// Owners are each *area, *operation, *record, *enum, *value, *union, *variant, *field, *rule, *way, *server, *fact, *failure, key
	// or nil.
	yamldoc.Printer[any]
}

// text writes a key with a text: on the line of the key, folded, or line by line.
func (p *printer) text(of any, indent int, key, text string) {
	if text == "" {
		return
	}
	short := key + ": " + yamldoc.BlockScalar(text)
	margin := strings.Repeat("  ", indent+1)
	switch {
	case len(short) <= width-2*indent || !folds(text):
		p.Line(of, indent, "%s", short)
	case strings.Contains(text, "\n"):
		p.Line(of, indent, "%s: |-", key)
		for l := range strings.SplitSeq(text, "\n") {
			if l == "" {
				p.Line(of, 0, "")
				continue
			}
			p.Line(of, indent+1, "%s", l)
		}
	default:
		p.Line(of, indent, "%s: >-", key)
		line := ""
		for word := range strings.SplitSeq(text, " ") {
			if line != "" && len(margin)+len(line)+len(word) >= width {
				p.Line(of, indent+1, "%s", line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		p.Line(of, indent+1, "%s", line)
	}
}

// folds tells whether a text reads the same if it is written over several lines.
func folds(text string) bool {
	if text != tidy(text) || strings.Contains(text, "  ") && !strings.Contains(text, "\n") || strings.Contains(text, "\n\n\n") || strings.HasPrefix(text, " ") || strings.Contains(text, "<<") {
		return false
	}
	for _, c := range text {
		if c < ' ' && c != '\n' || 0x7f <= c && c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff {
			return false
		}
	}
	return true
}

// unbraced writes a path, in which braces need no quotes.
func unbraced(path string) string {
	if yamldoc.BlockScalar(strings.NewReplacer("{", "", "}", "").Replace(path)) == strings.NewReplacer("{", "", "}", "").Replace(path) {
		return path
	}
	return yamldoc.Quote(path)
}

// print writes the catalog.
func (s *service) print(header string) *printer {
	p := &printer{}
	for l := range strings.SplitSeq(header, "\n") {
		p.Line(nil, 0, "%s", l)
	}
	for _, proposal := range s.proposals {
		p.Line(nil, 0, "# Proposed: %s", wording.OneLine(proposal))
	}
	p.Line(nil, 0, "\ncatalog: 1\ninfo:")
	p.text(nil, 1, "title", s.title)
	p.Line(nil, 1, "version: %s", yamldoc.BlockScalar(s.version))
	p.Line(nil, 1, "package: %s", yamldoc.Scalar(s.pkg))
	p.text(nil, 1, "description", s.description)
	p.facts("contact", s.contact)
	p.facts("license", s.license)
	p.Line(nil, 0, "path: %s", unbraced(s.path))
	p.auth(0, s.auth)
	p.servers(s.servers)
	for _, a := range s.extra {
		p.Line(key{nil, a.key}, 0, "%s: %s", a.key, a.text)
	}
	if s.failure != nil {
		p.Line(s.failure, 0, "failure: %s", s.failure)
	}
	if len(s.enums) > 0 {
		p.Line(nil, 0, "\nenums:")
	}
	for _, e := range s.enums {
		p.enum(e)
	}
	if len(s.records) > 0 {
		p.Line(nil, 0, "\nrecords:")
	}
	for _, r := range s.records {
		p.record(r)
	}
	if slices.ContainsFunc(s.unions, func(u *union) bool { return !u.gone }) {
		p.Line(nil, 0, "\nunions:")
	}
	for _, u := range s.unions {
		if !u.gone {
			p.union(u)
		}
	}
	p.Line(nil, 0, "\nareas:")
	for i, a := range s.areas {
		if i > 0 {
			p.Line(nil, 0, "")
		}
		p.area(a)
	}
	return p
}

func (p *printer) servers(servers []*server) {
	if len(servers) > 0 {
		p.Line(nil, 0, "servers:")
	}
	for _, at := range servers {
		if at.description == "" {
			p.Line(at, 1, "- %s", yamldoc.BlockScalar(at.url))
		} else {
			p.Line(at, 1, "- {url: %s, description: %s}", yamldoc.Scalar(at.url), yamldoc.Scalar(at.description))
		}
	}
}

// facts writes what is known about the service under a key of info.
func (p *printer) facts(key string, facts []*fact) {
	if len(facts) > 0 {
		p.Line(nil, 1, "%s:", key)
	}
	for _, f := range facts {
		p.Line(f, 2, "%s: %s", f.key, yamldoc.BlockScalar(f.text))
	}
}

// auth writes who may call.
func (p *printer) auth(indent int, a *auth) {
	switch {
	case a == nil:
	case len(a.ways) == 0:
		p.Line(nil, indent, "auth: none")
	default:
		p.Line(nil, indent, "auth:")
		for _, w := range a.ways {
			p.Line(w, indent+1, "- %s", w)
		}
	}
}

func (p *printer) record(r *record) {
	p.Line(r, 1, "%s:", r.name)
	p.text(r, 2, "description", r.description)
	if r.open {
		p.Line(r, 2, "open: true")
	}
	p.fields(2, r.fields)
	if len(r.fields) == 0 && r.description == "" && !r.open {
		p.Line(r, 2, "fields: {}")
	}
}

func (p *printer) enum(e *enum) {
	p.Line(e, 1, "%s:", e.name)
	p.text(e, 2, "description", e.description)
	if e.open {
		p.Line(e, 2, "open: true")
	}
	p.Line(e, 2, "values:")
	for _, v := range e.values {
		key := yamldoc.BlockScalar(v.text)
		switch {
		case v.goName != "":
			p.Line(v, 3, "%s:", key)
			p.text(v, 4, "description", v.description)
			p.Line(v, 4, "go: {name: %s}", v.goName)
		case v.description != "":
			p.text(v, 3, key, v.description)
		default:
			p.Line(v, 3, "%s:", key)
		}
	}
}

func (p *printer) union(u *union) {
	p.Line(u, 1, "%s:", u.name)
	p.text(u, 2, "description", u.description)
	p.Line(u, 2, "by: %s", yamldoc.BlockScalar(u.by))
	p.Line(u, 2, "of:")
	for _, v := range u.variants {
		key, record := yamldoc.BlockScalar(v.tag), ""
		if v.record != nil {
			record = " " + v.record.name
		}
		if v.description == "" && v.goName == "" {
			p.Line(v, 3, "%s:%s", key, record)
			continue
		}
		p.Line(v, 3, "%s:", key)
		if v.record != nil {
			p.Line(v, 4, "record:%s", record)
		}
		p.text(v, 4, "description", v.description)
		if v.goName != "" {
			p.Line(v, 4, "go: {name: %s}", v.goName)
		}
	}
	if u.open {
		p.Line(u, 2, "open: true")
	}
}

func (p *printer) area(a *area) {
	p.Line(a, 1, "%s:", yamldoc.BlockScalar(a.name))
	p.text(a, 2, "description", a.description)
	if a.goName != "" {
		p.Line(a, 2, "go: {name: %s}", a.goName)
	}
	p.Line(a, 2, "operations:")
	for _, op := range a.operations {
		p.operation(op)
	}
}

func (p *printer) operation(op *operation) {
	start := len(p.Owners)
	p.Line(op, 3, "%s:", yamldoc.BlockScalar(op.name))
	p.text(op, 4, "summary", op.summary)
	p.text(op, 4, "description", op.description)
	if op.deprecated != nil {
		p.Line(op, 4, "deprecated: %s", op.deprecated.text)
	}
	p.auth(4, op.auth)
	for _, a := range op.extra {
		p.Line(key{op, a.key}, 4, "%s: %s", a.key, a.text)
	}
	if op.failure != nil {
		p.Line(op.failure, 4, "failure: %s", op.failure)
	}
	if op.goName != "" {
		p.Line(op, 4, "go: {name: %s}", op.goName)
	}
	if op.body.include != nil {
		p.Line(op, 4, "include: %s", op.body.include.name)
	}
	p.fields(4, op.body.fields)
	if len(op.rules) > 0 {
		p.Line(op, 4, "rules:")
	}
	for _, r := range op.rules {
		p.Line(r, 5, "- %s: %s", r.kind, list(r.fields))
	}
	if r := op.response; r != nil {
		p.response(op, r)
	}
	if len(p.Owners) == start+1 { // nothing is said but the name
		p.Truncate(p.Len() - 1)
		p.WriteString(" {}\n")
	}
}

func (p *printer) response(op *operation, r *response) {
	short := r.description == ""
	if short && r.include != nil && len(r.fields) == 0 {
		p.Line(op, 4, "response: %s", r.include.name)
		return
	}
	if short && r.whole != nil && (r.whole.record == nil && r.whole.enum == nil && r.whole.union == nil) {
		p.Line(key{op, "response"}, 4, "response: %s", r.whole)
		return
	}
	p.Line(op, 4, "response:")
	if r.whole != nil {
		p.Line(key{op, "response"}, 5, "type: %s", r.whole)
	}
	p.text(op, 5, "description", r.description)
	if r.include != nil {
		p.Line(op, 5, "include: %s", r.include.name)
	}
	p.fields(5, r.fields)
	if r.include == nil && len(r.fields) == 0 && r.shown {
		p.Line(op, 5, "fields: {}")
	}
}

func (p *printer) fields(indent int, fields []*field) {
	if len(fields) > 0 {
		p.Line(nil, indent, "fields:")
	}
	for _, f := range fields {
		p.field(f, indent+1)
	}
}

// field writes a field on one line if that is short enough.
func (p *printer) field(f *field, indent int) {
	key, comment := yamldoc.BlockScalar(f.name), ""
	if len(f.notes) > 0 {
		comment = " # " + strings.Join(f.notes, "; ")
	}
	if len(f.attrs) == 0 {
		p.Line(f, indent, "%s: %s%s", key, f.typ, comment)
		return
	}
	parts := []string{"type: " + f.typ.String()}
	for _, a := range f.attrs {
		text := a.text
		if a.key == "description" {
			text = yamldoc.Scalar(text)
		}
		parts = append(parts, a.key+": "+text)
	}
	short := fmt.Sprintf("%s: {%s}%s", key, strings.Join(parts, ", "), comment)
	if d := f.get("description"); 2*indent+len(short) <= width && (d == nil || !strings.Contains(d.text, "\n")) {
		p.Line(f, indent, "%s", short)
		return
	}
	p.Line(f, indent, "%s:%s", key, comment)
	p.Line(f, indent+1, "type: %s", f.typ)
	for _, a := range f.attrs {
		if a.key == "description" {
			p.text(f, indent+1, "description", a.text)
			continue
		}
		p.Line(f, indent+1, "%s: %s", a.key, a.text)
	}
}
