package behavior

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A step gives a value to documents that the response of another operation shows. Without these
// checks, a value that does not fit there would only be found when a call gets the status 500.
//
// If notes.add sets /pages to "many", say, and notes.get shows the document in a response in which
// pages is an integer, the problem is reported at the value, with a note where it is shown.

// checkWrites reports values that do not fit the responses that show them.
func (r *reader) checkWrites() {
	for _, w := range r.writes {
		if w.isReplaced() {
			continue
		}
		for _, s := range w.step.Kind.shown {
			if s.step != w.step && (!s.step.showsOthers() || w.step.selectsByConstant()) {
				continue // other documents
			}
			p, rest, ok := s.shownAt(w.pointer)
			if ok && r.checkWrite(w, s, p, rest) {
				break
			}
		}
	}
}

// isReplaced reports whether the step itself sets the member that it has merged.
func (w write) isReplaced() bool {
	isSame := func(m Member) bool { return m.Pointer == w.pointer }
	return w.key == inMerge.key && slices.ContainsFunc(w.step.Set, isSame)
}

// checkWrite reports a value that does not fit the place where a response shows it, or shows what
// is at a pointer inside of it. It returns whether it has reported one.
func (r *reader) checkWrite(w write, s show, p place, rest string) bool {
	what := "the response of " + s.op.String()
	at, words := w.given.node, ""
	if w.given.Source == Constant {
		constant, ok := w.mistake(p, rest)
		if !ok {
			return false
		}
		at, words = constant.at, constant.message(what)
	} else {
		names, _ := tokens(rest)
		from, ok := w.given.at.descend(names)
		if !ok || p.accepts(from) {
			return false
		}
		expected, actual := p.typeNames(from)
		words = "expected " + expected + ", as " + what + " has it, found " + actual
	}
	problem := r.Report(UnfitValue, at, w.scope, "%s: %s", wording.Quote(w.key), words)
	if s.op != w.op {
		problem.And(s.at, "shown here")
	}
	return true
}

// mistake returns the first reason why a constant does not fit the place of what is at a pointer
// inside of it, false if there is none.
func (w write) mistake(p place, rest string) (mistake, bool) {
	n, isWritten := nodeAt(w.given.node, rest)
	if !isWritten {
		return mistake{}, false
	}
	removes := n.Kind == yamldoc.Null && (!p.asField().Required || rest != "")
	if removes {
		return mistake{}, false
	}
	unreadable, broken := violationsIn(n, p)
	for _, m := range append(unreadable, broken...) {
		if m.Rule != api.RuleRequired || !w.step.Kind.generates(w.pointer+rest+m.Field) {
			return m, true
		}
	}
	return mistake{}, false
}

// checkRequired reports required members of responses that nothing gives to documents: the step
// that creates the document of the response, or if that is another one, any step about its kind.
func (r *reader) checkRequired() {
	hasFunc := func(op *Operation) bool { return op.Func != "" }
	funcs := slices.ContainsFunc(slices.Collect(maps.Values(r.behavior.Operations)), hasFunc)
	createsOne := func(g given) bool { return g.step != nil && g.step.creates() }
	for _, k := range r.behavior.Kinds {
		// Seeds, funcs and lists of children can give documents any member.
		isDescribed := !funcs && k.ListedBy == nil && slices.ContainsFunc(k.given, createsOne)
		for _, s := range k.shown {
			isNew := s.step.makesNew()
			isKnown := isNew || isDescribed && !s.step.selectsByConstant()
			if s.step.Kind == k && isKnown {
				r.checkRequiredIn(s, k)
			}
		}
	}
}

// checkRequiredIn is checkRequired for a response that shows documents of a kind.
func (r *reader) checkRequiredIn(s show, k *Kind) {
	isGiven := func(name string) bool { return k.mayHave(name, s.step) }
	absent := slices.DeleteFunc(s.required(), isGiven)
	if len(absent) == 0 {
		return
	}
	const form = "the response always has %s, which nothing gives to a new %s; " +
		`add it to "set", define it as the "id" of the kind, or write a "response" that gives it`
	mentioned := absent[:min(len(absent), listed)]
	r.Report(UnfitResponse, s.at, yamldoc.Scope{Subject: s.op.String()}, form,
		wording.QuotedList(mentioned, "and"), k.Name)
}

// mayHave reports whether the documents of a step may have a member: only the step itself gives
// some to a document that it has just made.
func (k *Kind) mayHave(name string, step *Step) bool {
	member := pointer(name)
	if k.generates(member) || strings.HasPrefix(k.ID, member+"/") {
		return true
	}
	isGiven := func(g given) bool {
		isByOther := g.step != nil && !step.makesNew()
		isByStep := g.step == step || isByOther
		return isByStep && g.has(name)
	}
	return slices.ContainsFunc(k.given, isGiven)
}
