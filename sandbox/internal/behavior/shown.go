package behavior

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// show is a member of documents that a response shows, and its place in the catalog.
type show struct {
	op      *catalog.Operation
	step    *Step
	pointer string // into a document, "" for the whole
	place   place
	at      *yamldoc.Node // in the file
}

// addShow records what a response shows. Of a lenient one, it records only the field of the id.
func (k *Kind) addShow(s show) {
	if k == nil || s.op == nil || s.place.typeName() == "" {
		return
	}
	if p, rest, ok := s.shownAt(k.ID); ok && rest == "" && p.field != nil && k.IDField == nil {
		k.IDField, k.IDs = p.field, slices.Insert(k.IDs, 0, p.field)
	} else if ok && rest == "" {
		k.addID(p)
	}
	if !s.op.Response.Lenient {
		k.shown = append(k.shown, s)
	}
}

// shownAt returns the place where the response shows the member at a pointer into a document.
// If the response shows only something inside the member, rest is the pointer to that.
func (s show) shownAt(pointer string) (p place, rest string, ok bool) {
	if within, found := strings.CutPrefix(s.pointer, pointer); found && (within == "" || within[0] == '/') {
		return s.place, within, true
	}
	deeper, found := strings.CutPrefix(pointer, s.pointer)
	if !found || deeper[0] != '/' {
		return place{}, "", false
	}
	names, _ := tokens(deeper)
	p, ok = s.place.descend(names)
	return p, "", ok
}

// write is a value that a step gives to a member of documents.
type write struct {
	*opReader
	step    *Step
	pointer string
	given   operand
	in      slot
}

// showsOthers reports whether the documents of a step can be made by other steps.
func (s *Step) showsOthers() bool {
	return s.Verb != Create && s.Verb != Link && !s.selectsByConstant()
}

// selectsByConstant reports whether a constant selects the documents of a step.
func (s *Step) selectsByConstant() bool {
	constant := func(m Member) bool { return m.Value.Source == Constant }
	return slices.ContainsFunc(s.Where, constant) || slices.ContainsFunc(s.By, func(m Match) bool { return slices.ContainsFunc(m, constant) })
}

// checkWrites reports values that do not fit the responses that show them.
func (r *reader) checkWrites() {
	for _, w := range r.writes {
		if w.in.key == inMerge.key && slices.ContainsFunc(w.step.Set, func(m Member) bool { return m.Pointer == w.pointer }) {
			continue // set replaces it
		}
		for _, s := range w.step.Kind.shown {
			if s.step != w.step && (!s.step.showsOthers() || w.step.selectsByConstant()) {
				continue
			}
			if p, rest, ok := s.shownAt(w.pointer); ok && r.checkWrite(w, s, p, rest) {
				break
			}
		}
	}
}

// checkWrite reports a value that does not fit the place where a response shows it.
func (r *reader) checkWrite(w write, s show, p place, rest string) bool {
	what := "the response of " + s.op.String()
	report := func(at *yamldoc.Node, words string) bool {
		problem := w.report(UnfitValue, at, "%s: %s", wording.Quote(w.in.key), words)
		if s.op != w.op {
			problem.And(s.at, "shown here")
		}
		return true
	}
	if w.given.Source == Constant {
		n, found := nodeAt(w.given.node, rest)
		if !found || n.Kind == yamldoc.Null && (!p.asField().Required || rest != "") { // null removes the member
			return false
		}
		unreadable, broken := violationsIn(n, p)
		for _, wrong := range append(unreadable, broken...) {
			if wrong.Rule != api.RuleRequired || !w.step.Kind.generates(w.pointer+rest+wrong.Field) {
				return report(wrong.at, wrong.message(what))
			}
		}
		return false
	}
	names, _ := tokens(rest)
	from, ok := w.given.at.descend(names)
	if !ok || p.accepts(from) {
		return false
	}
	expected, found := p.typeNames(from)
	return report(w.given.node, "expected "+expected+", as "+what+" has it, found "+found)
}

// checkRequired reports required members of responses that nothing gives to documents: the step that
// creates the document of the response, or if that is another one, any step about its kind.
func (r *reader) checkRequired() {
	funcs := slices.ContainsFunc(slices.Collect(maps.Values(r.behavior.Operations)), func(op *Operation) bool { return op.Func != "" })
	for _, k := range r.behavior.Kinds {
		// Seeds, funcs and lists of children can give documents any member.
		known := !funcs && k.ListedBy == nil && slices.ContainsFunc(k.given, func(g given) bool { return g.step != nil && g.step.creates() })
		for _, s := range k.shown {
			isNew := s.step.Verb == Create || s.step.Verb == Link
			if s.step.Kind != k || !isNew && (!known || s.step.selectsByConstant()) {
				continue
			}
			lacks := slices.DeleteFunc(s.required(), func(name string) bool {
				return k.generates(pointer(name)) || strings.HasPrefix(k.ID, pointer(name)+"/") || slices.ContainsFunc(k.given, func(g given) bool {
					return g.step != nil && (!isNew || g.step == s.step) && g.has(name)
				})
			})
			if len(lacks) == 0 {
				continue
			}
			r.Report(UnfitResponse, s.at, yamldoc.Scope{Subject: s.op.String()}, `the response always has %s, which nothing gives to a new %s; add it to "set", define it as the "id" of the kind, or write a "response" that gives it`,
				wording.QuotedList(lacks[:min(len(lacks), shown)], "and"), k.Name)
		}
	}
}

// required returns the members of documents that the response always shows.
func (s show) required() (members []string) {
	if names, _ := tokens(s.pointer); len(names) > 0 {
		if s.place.asField().Required {
			return names[:1]
		}
	} else if shape := s.place.shape(); shape != nil {
		for _, f := range shape.Fields {
			if f.Required {
				members = append(members, f.Name)
			}
		}
	}
	return members
}

// creates reports whether a step can make a new document.
func (s *Step) creates() bool { return s.Verb == Create || s.Verb == Link || s.Missing == Make }

// generates reports whether the sandbox sets the member at a pointer: the id or a list of
// children.
func (k *Kind) generates(pointer string) bool {
	for at := k.child(pointer); at != ""; at = k.child(pointer) {
		if at == pointer {
			return true
		}
		k, pointer = k.Children[at], pointer[len(at)+1:]
		pointer = pointer[max(0, strings.IndexByte(pointer, '/')):]
	}
	return pointer == k.ID
}

// checkShown reports a seed that does not fit a response, and returns whether it fits all.
func (k *Kind) checkShown(r *yamldoc.Checker, id catalog.ID, n *yamldoc.Node) bool {
	for _, s := range k.shown {
		if !s.step.showsOthers() {
			continue
		}
		at, found := nodeAt(n, s.pointer)
		unreadable, _ := violationsIn(at, s.place)
		if !found {
			unreadable = nil
			if s.place.asField().Required {
				unreadable = []mistake{{Violation: api.Violation{Field: s.pointer, Rule: api.RuleRequired}, at: at}}
			}
		}
		for _, w := range unreadable {
			pointer := s.pointer
			if found {
				pointer += w.Field
			}
			names, _ := tokens(pointer)
			if w.Rule == api.RuleRequired && k.generates(pointer) || len(names) > 0 && k.Parents[names[0]] != nil {
				continue
			}
			r.Report(id, w.at, yamldoc.Scope{}, "%s: %s", Article(k.Name), w.message("the response of "+s.op.String()))
			return false
		}
	}
	return true
}
