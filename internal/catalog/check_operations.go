package catalog

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

func (r *resolver) checkOperation(op *Operation) {
	o := r.objects[op]
	r.checkAuth(op)
	r.checkShape(op.Request, o, requestShape)
	if response := o.Object("response"); response != nil {
		r.checkResponseType(response)
		if op.Response.Whole == nil {
			r.checkShape(op.Response.Shape, response, responseShape)
		}
		if n := response.Value("lenient"); op.Response.Lenient && !op.Response.Shown && response.Whole("fields") && response.Whole("include") {
			r.Report(ConflictingKeys, n, response.Scope, `"lenient" is about the fields of a response, and this one shows none; add "fields", "include" or "type", or delete it`)
		}
	}
	if a := o.Get("empty"); a != nil && (op.Request.Open || len(op.Request.Fields) > 0) {
		other := o.Value("open")
		if len(op.Request.Fields) > 0 {
			other = r.objects[op.Request.Fields[0]].Key
		}
		r.Report(InapplicableKey, a.Key, o.Scope, `"empty" does not apply: it is for a request without fields that does not keep unknown keys; delete it`).And(other, "here")
	}
	r.checkBesideResponse(op)
	r.checkDeprecation(o, func(use *yamldoc.Node) string { return r.unknownOperation(op, use.Text) })
}

// wholeBody reports whether all fields of a body are known, so that others do not exist.
func (r *resolver) wholeBody(o *yamldoc.Object) bool {
	included := r.records[o.Text("include")]
	return o.Whole("fields") && o.Whole("include") && o.Whole("type") && (included == nil || r.objects[included].Whole("fields"))
}

// unknownOperation describes why an operation cannot replace another, "" if it can.
func (r *resolver) unknownOperation(op *Operation, use string) string {
	switch {
	case op.instead == op:
		return "is the operation itself; name another one"
	case op.instead != nil || !r.whole:
		return ""
	}
	known := op.Area.names
	if strings.Contains(use, ".") {
		known = func() []string { return slices.Sorted(maps.Keys(r.named)) }
	}
	return `is not an operation; write "area.operation", or an operation of this area` + r.DidYouMean(use, known)
}

// member is a field in a rule.
type member struct {
	priority bool // of the rule
	at       *yamldoc.Node
}

// rules resolves the rules of an operation and reports mistakes.
func (r *resolver) rules(op *Operation) {
	o, members := r.objects[op], map[string]member{}
	for _, rule := range o.Objects("rules") {
		if len(rule.Node.Entries) != 1 && !rule.Node.Partial {
			r.Report(BadRule, rule.Node, rule.Scope, "a rule has one key, this one has %d; start each rule with a hyphen", len(rule.Node.Entries))
		}
		for _, e := range rule.Node.Entries {
			if a := rule.Get(e.Key.Text); a != nil {
				resolved := r.rule(op, o, rule.Scope, a, members)
				op.Rules, r.objects[resolved] = append(op.Rules, resolved), rule
			}
		}
	}
}

// rule resolves a rule and compares its fields with earlier rules.
func (r *resolver) rule(op *Operation, o *yamldoc.Object, s yamldoc.Scope, a *yamldoc.Attr, members map[string]member) *Rule {
	kind := a.Key.Text
	rule := &Rule{Kind: RuleKind(kind), Pos: a.Key.Pos()}
	s.Within += kind + ": "
	if len(a.Value.Items) < 2 {
		r.Report(BadRule, a.Value, s, "a rule is about two fields or more, this one names %d; name another field, or delete the rule and describe the field itself", len(a.Value.Items))
	}
	named := map[string]*yamldoc.Node{}
	for _, n := range a.Value.Items {
		if r.repeated(named, n.Text, n, s, BadRule, "field %s is named twice; delete one", wording.Quote(n.Text)) {
			continue
		}
		f := r.fieldOf(op.Request, n.Text)
		if f == nil {
			if r.wholeBody(o) {
				r.Report(UnknownField, n, s, "the body has no field %s%s", wording.Quote(n.Text), r.DidYouMean(n.Text, op.Request.names))
			}
			continue
		}
		rule.Fields = append(rule.Fields, f)
		r.checkUse(f, n, s, RuleMember, notRuled)
		if rule.Ranked() {
			r.checkUse(f, n, s, RuleMember, notFirst)
		}
		first, again := members[n.Text]
		if again && (rule.Ranked() || first.priority) {
			r.Report(FirstOfTwice, n, s, "field %s is in two rules, one of them first_of, which must be the only one; remove it from one", wording.Quote(n.Text)).
				And(first.at, "first named here")
		}
		if !again || rule.Ranked() {
			members[n.Text] = member{rule.Ranked(), n}
		}
	}
	return rule
}

// misuse is a key of a field that contradicts a use of the field.
type misuse struct{ key, reason string }

// The keys of fields that contradict rules, because they determine whether a field carries a value, those
// that contradict first_of, those that contradict paging, and those that contradict page numbers.
var (
	notRuled = []misuse{
		{"required", "is required, so the rule has no effect on it"},
		{"default", "has a default, so it always carries a value"},
		{"send_if", "has its own condition, so it may be missing although the rule is satisfied"},
	}
	notFirst    = []misuse{{"nullable", "is nullable, but first_of never sends null"}}
	notPaged    = []misuse{{"nullable", "is nullable, but null is not a page"}}
	notNumbered = []misuse{
		{"required", "is required, and the format cannot express paging by a required field"},
		{"default", `has a default, which is sent with every call; "first" and "default_size" are not`},
	}
)

// checkUse reports keys of a field that contradict its use at a node.
func (r *resolver) checkUse(f *Field, n *yamldoc.Node, s yamldoc.Scope, id ID, misuses []misuse) {
	for _, m := range misuses {
		if a := r.objects[f].Get(m.key); a != nil && (a.Value.Kind != yamldoc.Bool || m.key == "default" || a.Value.True()) {
			r.Report(id, n, s, "field %s %s; correct the field, or do not name it here", wording.Quote(n.Text), m.reason).
				And(a.Key, wording.Quote(m.key)+" is here")
		}
	}
}
