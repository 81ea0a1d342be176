// Package brief describes operations in few words, for readers that pay for each of them: the
// models behind agents. Everything that decides whether a request is accepted is said, in the
// words of package catalog; evidence, examples of single fields and Go are left to the reference.
package brief

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// Line describes an operation on one line: its name, its effect and its summary.
func Line(op *catalog.Operation) string {
	line := fmt.Sprintf("%s (%s)", op, op.Effect)
	if op.Deprecated != nil {
		line += " deprecated"
	}
	if summary := wording.OneLine(op.Summary); summary != "" {
		line += " " + summary
	}
	return line
}

// Operation describes the request and the response of an operation.
func Operation(op *catalog.Operation) string {
	w := writer{seen: map[any]bool{}}
	w.line("%s", Line(op))
	if op.Description != "" {
		w.line("%s", wording.OneLine(op.Description))
	}
	if op.Deprecated != nil {
		w.line("Deprecated: %s", op.Deprecated.Words())
	}
	w.request(op)
	w.response(op)
	return w.text.String()
}

// writer writes a description. Types are described once, below the part that has them first.
type writer struct {
	text    strings.Builder
	seen    map[any]bool    // the declarations of described types
	pending []*catalog.Type // mentioned types, described or not
}

// line writes a line.
func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.text, format+"\n", args...)
}

// request describes the fields of a request, its rules, and the example.
func (w *writer) request(op *catalog.Operation) {
	if len(op.Request.Fields) == 0 && !op.Request.Open {
		w.line("request: no fields")
	} else {
		w.line("request:")
	}
	w.fields(op.Request)
	for _, condition := range op.Conditions() {
		w.line("%s", condition)
	}
	w.types(w.requestType)
	if text := example(op); text != "" {
		w.line("example: %s", text)
	}
}

// longExample is the number of bytes from which an example has no optional fields: it would
// cost more than the fields that it illustrates.
const longExample = 300

// example returns a request that obeys every rule, "" if there is none that shows anything.
func example(op *catalog.Operation) string {
	r, ok := sample.ShownRequest(op)
	if !ok || len(op.Request.Fields) == 0 {
		return ""
	}
	text := r.JSON()
	if len(text) <= longExample {
		return text
	}
	if shortest, ok := sample.Request(op, sample.Minimal); ok {
		text = shortest.JSON()
	}
	if len(text) > longExample || text == "{}" {
		return ""
	}
	return text
}

// fields describes the fields of a request or of a record in it. Those about which the same is
// to say are on one line. An asterisk marks a required one.
func (w *writer) fields(s *catalog.Shape) {
	var order []string
	names := map[string][]string{}
	for _, f := range s.Fields {
		w.pending = append(w.pending, f.Type)
		about := strings.Join(append([]string{typeOf(f, s)}, words(f)...), " ")
		if names[about] == nil {
			order = append(order, about)
		}
		name := f.Name
		if f.Required {
			name += "*"
		}
		names[about] = append(names[about], name)
	}
	for _, about := range order {
		w.line("- %s: %s", strings.Join(names[about], ", "), about)
	}
}

// typeOf returns the type of a field, and whether it is sensitive, which says where handles of
// hidden values are accepted. A shape that is sensitive as a whole says so itself.
func typeOf(f *catalog.Field, in *catalog.Shape) string {
	return f.Type.String() + mark(f.Private() && !in.Private()) + "."
}

// mark says that values are sensitive.
func mark(sensitive bool) string {
	if sensitive {
		return " (sensitive)"
	}
	return ""
}

// words are the sentences about a field that a caller needs. Names of codes are not translated
// without generated code, and an example is in the example of the request.
func words(f *catalog.Field) []string {
	needed := *f
	needed.Required = false // the asterisk says so
	needed.Codes = ""
	needed.Example = nil
	if needed.Type.Kind == catalog.Unspecified {
		unknown := *needed.Type
		unknown.Kind = catalog.Any // the type is printed
		needed.Type = &unknown
	}
	return needed.WordsInGo()
}

// types describes the types that are mentioned and not yet described, and the types in these.
func (w *writer) types(describe func(*catalog.Type)) {
	for len(w.pending) > 0 {
		t := w.pending[0].Item()
		w.pending = w.pending[1:]
		key := declaration(t)
		if key == nil || w.seen[key] {
			continue
		}
		w.seen[key] = true
		describe(t)
	}
}

// declaration returns what declares a type in the catalog, nil for one without a declaration.
func declaration(t *catalog.Type) any {
	switch t.Kind {
	case catalog.Record:
		return t.Record
	case catalog.Union:
		return t.Union
	case catalog.Enumeration:
		return t.Enum
	}
	return nil
}

// requestType describes a type as callers need it.
func (w *writer) requestType(t *catalog.Type) {
	switch t.Kind {
	case catalog.Record:
		w.line("%s%s%s:", t.Record.Name, mark(t.Record.Private()), further(t.Record))
		w.fields(t.Record)
	case catalog.Union:
		w.union(t.Union)
	case catalog.Enumeration:
		w.line("%s: %s", t.Enum.Name, values(t.Enum))
	}
}

// further says that an object may have other keys.
func further(s *catalog.Shape) string {
	if s.Open {
		return " (other keys are kept)"
	}
	return ""
}

// union describes the tags of a union, and the records that they select.
func (w *writer) union(u *catalog.TaggedUnion) {
	var variants []string
	for _, v := range u.Variants {
		variant := v.Tag
		if v.Record != nil {
			variant += " (" + v.Record.Name + ")"
			w.pending = append(w.pending, &catalog.Type{Kind: catalog.Record, Record: v.Record})
		}
		variants = append(variants, variant)
	}
	w.line("%s: %s is %s", u.Name, u.By, wording.List(variants, "or"))
}

// values lists the values of an enum.
func values(e *catalog.Enum) string {
	text := wording.Literals(e.Texts())
	if e.Open {
		text += ", or another"
	}
	return text
}

// response describes what a response has: names and types, because nobody has to write one.
func (w *writer) response(op *catalog.Operation) {
	r := op.Response
	switch {
	case r.Nothing:
		w.line("response: empty")
	case !r.Shown:
		w.line("response: not described%s", described(r))
	case r.Whole != nil:
		w.pending = append(w.pending, r.Whole.Type)
		w.line("response: %s%s%s", r.Whole.Type, mark(r.Whole.Private()), described(r))
	default:
		w.line("response: %s%s", w.members(r.Shape), described(r))
	}
	w.types(w.responseType)
}

// described returns the description of a response as the rest of a line.
func described(r *catalog.Response) string {
	if r.Description == "" {
		return ""
	}
	return " " + wording.OneLine(wording.Sentence(r.Description))
}

// responseType describes a type as readers of a response need it.
func (w *writer) responseType(t *catalog.Type) {
	switch t.Kind {
	case catalog.Record:
		w.line("%s%s: %s", t.Record.Name, mark(t.Record.Private()), w.members(t.Record))
	case catalog.Union:
		w.union(t.Union)
	case catalog.Enumeration:
		w.line("%s: %s", t.Enum.Name, values(t.Enum))
	}
}

// members lists the fields of a response. Most of them are strings, so that type is left out.
func (w *writer) members(s *catalog.Shape) string {
	var all []string
	for _, f := range s.Fields {
		w.pending = append(w.pending, f.Type)
		var about []string
		if f.Type.Kind != catalog.String {
			about = append(about, f.Type.String())
		}
		if f.Private() && !s.Private() {
			about = append(about, "sensitive")
		}
		member := f.Name
		if about != nil {
			member += " (" + strings.Join(about, ", ") + ")"
		}
		all = append(all, member)
	}
	return strings.Join(all, ", ")
}
