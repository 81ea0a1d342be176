package behavior

import (
	"cmp"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// An operation is one step, whose keys are then those of the operation itself, or a list of
// steps, a Go func, or a fixed response. Which of them it is decides what the other keys mean, so
// this is settled before they are read.

// operation reads what an operation does.
func (r *reader) operation(o *yamldoc.Object) {
	name := o.Key.Text
	v := &valueReader{reader: r, op: r.operations[name], scope: o.Scope}
	if v.op == nil {
		meant := r.DidYouMean(name, v.names)
		r.Report(catalog.UnknownOperation, o.Key, yamldoc.Scope{}, "the catalog has no operation %s%s",
			wording.Quote(name),
			cmp.Or(meant, `; write area and name, such as "contacts.get_contact"`))
	}
	op := &Operation{
		Operation: v.op,
		Class:     word(r, o, "class", classes),
		Assumed:   o.Text("assumed"),
		Func:      o.Text("func"),
	}
	if o.Has("assumed") && !o.Has("class") {
		op.Class = Assumed
	}
	r.behavior.Operations[name] = op
	if op.Class == Assumed && !o.Has("assumed") && !o.Node.Partial {
		const text = `the class "assumed" requires the key "assumed"; add it with one sentence`
		r.Report(yamldoc.MissingKey, o.Place(), o.Scope, text)
	}
	v.steps(op, o)
	n := o.Value("response")
	if !o.Has("response") && !o.Node.Partial && v.op != nil {
		n = v.defaultResponse(o.Place(), op.Steps)
	}
	if n != nil {
		op.Response = v.response(n, op)
	}
}

// steps reads what an operation does: one step, several, a func, or nothing.
func (v *valueReader) steps(op *Operation, o *yamldoc.Object) {
	does := v.verbKey(o, append([]string{"func", "steps"}, texts(verbs)...))
	v.checkClass(op, o, does)
	switch does {
	case "steps":
		for _, step := range o.Objects("steps") {
			if verb := v.verbKey(step, texts(verbs)); verb == "" {
				v.reportNoVerb(step)
			} else {
				op.Steps = append(op.Steps, v.step(step, Verb(verb)))
			}
		}
		v.checkNoStep(o)
	case "func", "":
		v.checkNoStep(o)
	default:
		op.Steps = append(op.Steps, v.step(o, Verb(does)))
	}
	if attr := o.Attrs["response"]; attr != nil && does == "func" {
		const text = `"response" together with "func", which returns the response; delete one of them`
		v.report(catalog.ConflictingKeys, attr.Key, text).And(o.Attrs["func"].Key, "the func is here")
	}
}

// checkClass reports a canned operation that does something or lacks its response, and another
// one that does nothing. does is the key of what it does.
func (v *valueReader) checkClass(op *Operation, o *yamldoc.Object, does string) {
	attr := o.Attrs[does]
	isCanned := op.Class == Canned
	lacksResponse := !o.Has("response") && !carriesNothing(v.op)
	switch {
	case isCanned && attr != nil:
		const form = `%s, but a canned operation does nothing; delete one of them`
		v.report(catalog.ConflictingKeys, attr.Key, form, wording.Quote(does)).
			And(o.Attrs["class"].Key, "canned here")
	case isCanned && lacksResponse && !o.Node.Partial:
		const text = `a canned operation requires a "response"; add it, or write "none"`
		v.report(yamldoc.MissingKey, o.Place(), text)
	case !isCanned && attr == nil:
		v.reportNoVerb(o)
	}
}

// checkNoStep reports keys of a step in an operation that is not one step.
func (v *valueReader) checkNoStep(o *yamldoc.Object) {
	for _, key := range stepOnly {
		if attr := o.Attrs[key]; attr != nil {
			const form = "%s belongs in a step; move it there, or delete it"
			v.report(catalog.InapplicableKey, attr.Key, form, wording.Quote(key))
		}
	}
}

// verbKey returns the key that defines what is done, "" if there is none.
func (v *valueReader) verbKey(o *yamldoc.Object, keys []string) (does string) {
	for _, key := range keys {
		attr := o.Attrs[key]
		switch {
		case attr == nil:
		case does == "":
			does = key
		default:
			const form = `%s together with %s; delete one of them, ` +
				`or write several steps as a list under "steps"`
			v.report(catalog.ConflictingKeys, attr.Key, form, wording.Quote(key), wording.Quote(does)).
				And(o.Attrs[does].Key, "the other one")
		}
	}
	return does
}

// reportNoVerb reports an operation or a step that does nothing.
func (v *valueReader) reportNoVerb(o *yamldoc.Object) {
	if !o.Node.Partial {
		const form = `a verb is missing; add one with a kind, such as "create: note"; verbs are %s`
		v.report(yamldoc.MissingKey, o.Place(), form, wording.QuotedList(texts(verbs), "and"))
	}
}
