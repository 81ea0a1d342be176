package importer

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// mend prints the catalog and changes what its check refuses, until nothing is left.
// The rules of the format are in package catalog, and only there.
func (im *importer) mend() ([]byte, error) {
	var last error
	for range maxMends {
		printed := im.service.print(im.header())
		_, problems := catalog.Parse("catalog.yaml", printed.Bytes())
		if problems == nil {
			return printed.Bytes(), nil
		}
		last = problems[:1]
		m := &mender{importer: im, printed: printed, text: strings.Split(printed.String(), "\n"), done: map[any]bool{}}
		for _, p := range problems {
			m.problem(p)
		}
		if len(m.done) == 0 {
			return nil, fmt.Errorf("%w:\n%s", errEndless, problems[:1].Error())
		}
		im.service.areas = withOperations(im.service.areas)
		if len(im.service.areas) == 0 {
			return nil, &NothingError{Losses: im.result(nil).Losses}
		}
	}
	return nil, fmt.Errorf("%w:\n%w", errEndless, last)
}

// header is the first line of a catalog.
func (im *importer) header() string {
	if im.document.name == "<stdin>" {
		return "# Printed by gen import."
	}
	return "# Printed by gen import from " + wording.OneLine(path.Base(im.document.name)) + "."
}

const maxMends = 200

type mender struct {
	*importer
	printed *printer
	text    []string
	done    map[any]bool
}

// problem mends one place. Further problems of a place wait for the next check.
func (m *mender) problem(p catalog.Problem) {
	of, _ := m.printed.Owner(p.Pos.Line)
	if of == nil || m.done[of] {
		return
	}
	m.done[of] = true
	switch of := of.(type) {
	case *field:
		m.field(of, p)
	case *value:
		m.value(of, p)
	case *rule:
		m.rule(of, p)
	case *operation:
		m.operation(of, p)
	case *area:
		of.goName = goNamed(of.goName, upper(of.name)+"Area", "Area")
	case *record:
		m.rename(&of.name)
	case *enum:
		m.rename(&of.name)
	case *union:
		if slices.Contains(naming, p.ID) {
			m.rename(&of.name)
		} else {
			m.loseAs(of.from, "discriminator", of.name, p.Message, "the type is object, and the values are not checked")
			of.gone = true
		}
	case *variant:
		m.variant(of, p)
	case *way:
		m.way(of, p)
	case *failure:
		m.failure(of, p)
	case key:
		m.key(of, p)
	case *server:
		m.loseAs(of.from, "servers", "", p.Message, "it is left out; callers give the base URL to NewClient, with the path in it")
		m.service.servers = without(m.service.servers, of)
	case *fact:
		m.lose(of.from, "", p.Message, "it is left out")
		m.service.contact, m.service.license = without(m.service.contact, of), without(m.service.license, of)
	}
}

func (m *mender) way(w *way, p catalog.Problem) {
	m.loseAs(w.from, "security", "", p.Message, "the alternative is left out; write auth in the catalog")
	m.service.auth = m.service.auth.without(w)
	for _, op := range m.service.operations() {
		op.auth = op.auth.without(w)
	}
}

func (m *mender) failure(f *failure, p catalog.Problem) {
	m.lose(f.from, "", p.Message, "it is left out")
	if m.service.failure == f {
		m.service.failure = nil
	}
	for _, op := range m.service.operations() {
		if op.failure == f {
			op.failure = nil
		}
	}
}

// goNamed is a name for Go: another one than before.
func goNamed(old, first, fallback string) string {
	switch {
	case old == "" && catalog.GoName(first) != "":
		return catalog.GoName(first)
	case old == "":
		return fallback
	}
	stem := strings.TrimRight(old, "0123456789")
	n := 1
	fmt.Sscan(old[len(stem):], &n)
	return fmt.Sprint(stem, n+1)
}

// naming are the problems with names in Go.
var naming = []catalog.ID{catalog.NoGoName, catalog.GoNameClash, catalog.ReservedName, catalog.BadGoName}

func (m *mender) rename(name *string) {
	*name = m.take(typeName(*name)+"Record", "")
}

// field changes a field: it loses the key that is refused, or gets a name for Go.
func (m *mender) field(f *field, p catalog.Problem) {
	key := m.keyAt(p)
	a := f.get(key)
	switch {
	case slices.Contains(naming, p.ID):
		old := ""
		if g := f.get("go"); g != nil {
			old = strings.TrimSuffix(strings.TrimPrefix(g.text, "{name: "), "}")
		}
		f.set("go", "{name: "+goNamed(old, spelled(f.name), "Field")+"}", f.from)
	case p.ID == catalog.CyclicRecord:
		m.loose(f, p)
	case p.ID == catalog.BadDefault:
		m.without(f, "default", "the default is none of its values")
	case p.ID == catalog.BadExample:
		m.without(f, "example", "the example is none of its values")
	case p.ID == catalog.EmptyRange:
		m.without(f, strings.Replace(key, "max", "min", 1), "no value lies between the bounds")
		m.without(f, key, "no value lies between the bounds")
	case a != nil:
		m.without(f, key, "the format refuses it: "+p.Message)
	default:
		m.removeField(f, p.Message)
	}
}

// keyAt returns the key of a field that a problem is about.
func (m *mender) keyAt(p catalog.Problem) string {
	line := []rune(m.text[p.Pos.Line-1])
	before := string(line[:min(p.Pos.Col-1, len(line))])
	rest := string(line[min(p.Pos.Col-1, len(line)):])
	if key, _, ok := strings.Cut(rest, ":"); ok && (keyOrder[key] > 0 || key == "required") {
		return key
	}
	before = strings.TrimRight(before, " ")
	for before, ok := strings.CutSuffix(before, ":"); ok; {
		return before[strings.LastIndexAny(before, " {,")+1:]
	}
	return ""
}

func (m *mender) without(f *field, key, reason string) {
	if a := f.get(key); a != nil {
		m.loseAs(a.from, a.from.last(), f.name, reason, "correct it")
		f.drop(key)
	}
}

// loose takes the type from a field that closes a circle of records.
func (m *mender) loose(f *field, _ catalog.Problem) {
	m.loseAs(f.from, "$ref", f.name, "the records contain each other without end", "the values of this field are not checked")
	if f.typ.elem != nil {
		f.typ = &typ{elem: &typ{word: "object"}}
	} else {
		f.typ = &typ{word: "object"}
	}
}

func (m *mender) removeField(f *field, reason string) {
	m.loseAs(f.from, "properties", f.name, reason, "it is left out")
	for _, r := range m.service.records {
		r.fields = without(r.fields, f)
	}
	for _, op := range m.service.operations() {
		op.body.fields = without(op.body.fields, f)
		if op.response != nil {
			op.response.fields = without(op.response.fields, f)
		}
	}
}

// value changes a value of an enum: it gets a name for Go, or is left out of an enum
// that becomes open.
func (m *mender) value(v *value, p catalog.Problem) {
	for _, e := range m.service.enums {
		if !slices.Contains(e.values, v) {
			continue
		}
		if slices.Contains(naming, p.ID) {
			v.goName = goNamed(v.goName, e.name+spelled(v.text), e.name+"Value")
			return
		}
		m.loseAs(e.from, "enum", e.name, p.Message, "the value is left out, and the enum is open")
		e.values = without(e.values, v)
		e.open = true
	}
}

// variant changes a variant of a union: it gets a name for Go, or is left out of a union
// that becomes open.
func (m *mender) variant(v *variant, p catalog.Problem) {
	for _, u := range m.service.unions {
		if !slices.Contains(u.variants, v) {
			continue
		}
		if slices.Contains(naming, p.ID) {
			v.goName = goNamed(v.goName, u.name+spelled(v.tag), u.name+"Tag")
			return
		}
		m.loseAs(v.from, "discriminator", u.name, p.Message, "the variant is left out, and the union is open")
		u.variants = without(u.variants, v)
		u.open, u.gone = true, len(u.variants) == 1
	}
}

func (m *mender) rule(r *rule, p catalog.Problem) {
	for _, op := range m.service.operations() {
		if slices.Contains(op.rules, r) {
			m.lose(r.from, op.String(), p.Message, describe)
			op.rules = without(op.rules, r)
		}
	}
}

// operation changes an operation: it gets a name for Go, or is left out.
func (m *mender) operation(op *operation, p catalog.Problem) {
	if slices.Contains(naming, p.ID) {
		op.goName = goNamed(op.goName, upper(op.name)+"Operation", "Operation")
		return
	}
	m.lose(op.from, op.String(), p.Message, "describe it elsewhere")
	op.area.operations = without(op.area.operations, op)
}

// key leaves out a key of an operation or of the service. Without its path, an operation
// is another one.
func (m *mender) key(k key, p catalog.Problem) {
	if k.name == "path" {
		m.operation(k.of, p)
		return
	}
	if k.name == "response" {
		m.loseAs(k.of.from, "responses", k.of.String(), p.Message, "its shape is not shown")
		k.of.response.whole = nil
		return
	}
	from, subject := &m.service.extra, ""
	if k.of != nil {
		from, subject = &k.of.extra, k.of.String()
	}
	i := slices.IndexFunc(*from, func(a attr) bool { return a.key == k.name })
	m.lose((*from)[i].from, subject, p.Message, "it is left out")
	*from = slices.Delete(slices.Clone(*from), i, i+1)
}

// spelled is a name whose marks are words.
func spelled(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch word, ok := marks[c]; {
		case ok:
			b.WriteString(" " + word + " ")
		default:
			b.WriteRune(c)
		}
	}
	if part := upper(b.String()); part != "" {
		return part
	}
	b.Reset()
	for _, c := range name {
		fmt.Fprintf(&b, "U%04X", c)
		if b.Len() > 40 {
			break
		}
	}
	return b.String()
}

var marks = map[rune]string{
	'+': "plus", '-': "minus", '<': "less", '>': "greater", '=': "equal", '!': "not", '*': "star", '/': "slash", '%': "percent", '&': "and", '|': "or",
	'@': "at", '#': "number", '$': "dollar", '.': "dot", ',': "comma", ':': "colon", ';': "semicolon", '_': "underscore", '~': "tilde", '^': "caret", '?': "question",
}
