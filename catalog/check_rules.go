package catalog

import (
	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
)

// member is a field in a rule.
type member struct {
	kind string
	at   *yamldoc.Node
}

// checkRules checks the rules of an operation.
func (r *resolver) checkRules(op *Operation, o *yamldoc.Object) {
	members := map[string]member{}
	for _, rule := range o.Objects("rules") {
		if len(rule.Node.Entries) != 1 && !rule.Node.Partial {
			r.Report(BadRule, rule.Node, rule.Scope, "a rule has one key, this one has %d; start each rule with a hyphen of its own", len(rule.Node.Entries))
		}
		for _, e := range rule.Node.Entries {
			if a := rule.Get(e.Key.Text); a != nil {
				r.checkRule(op, o, rule.Scope, a, members)
			}
		}
	}
}

// checkRule checks one rule, and its fields against those of the rules before
// it.
func (r *resolver) checkRule(op *Operation, o *yamldoc.Object, s yamldoc.Scope, a *yamldoc.Attr, members map[string]member) {
	kind := a.Key.Text
	s.Within += kind + ": "
	if len(a.Value.Items) < 2 {
		r.Report(BadRule, a.Value, s, "a rule is about two fields or more, this one names %d; name another field or delete the rule", len(a.Value.Items))
	}
	named := map[string]*yamldoc.Node{}
	for _, n := range a.Value.Items {
		if first := named[n.Text]; first != nil {
			r.Report(BadRule, n, s, "field %s is named twice; delete one", wording.Quote(n.Text)).And(first, "first named here")
			continue
		}
		named[n.Text] = n
		f := r.fieldOf(op.Request, n.Text)
		if f == nil {
			if r.wholeBody(o) {
				r.Report(UnknownField, n, s, "the body has no field %s%s", wording.Quote(n.Text), wording.DidYouMean(n.Text, op.Request.FieldNames()))
			}
			continue
		}
		r.checkMember(f, n, s)
		r.checkPaged(f, o.Object("pagination"), n, s)
		first, again := members[n.Text]
		if again && (kind == string(FirstOf) || first.kind == string(FirstOf)) {
			r.Report(FirstOfTwice, n, s, "field %s stands in two rules, one of them first_of, which alone decides whether it is sent; take it out of one", wording.Quote(n.Text)).
				And(first.at, "first named here")
		}
		if !again || kind == string(FirstOf) {
			members[n.Text] = member{kind, n}
		}
	}
}

// memberKeys decide whether a field carries a value, which is what a rule is
// about.
var memberKeys = []struct{ key, reason string }{
	{"required", "is required, so that the rule says nothing about it"},
	{"default", "has a default, so that it always carries a value"},
	{"send_if", "is sent on a condition of its own, so that it may be missing where the rule is satisfied"},
}

// checkMember reports keys of a field that stands in a rule.
func (r *resolver) checkMember(f *Field, n *yamldoc.Node, s yamldoc.Scope) {
	o := r.fields[f]
	for _, m := range memberKeys {
		if o.Has(m.key) && (m.key != "required" || f.Required) {
			r.Report(RuleMember, n, s, "field %s %s; delete %s, or take the field out of the rule", wording.Quote(n.Text), m.reason, wording.Quote(m.key)).
				And(o.Attrs[m.key].Key, wording.Quote(m.key)+" is here")
		}
	}
}

// checkPaged reports a field that stands in a rule, and pages.
func (r *resolver) checkPaged(f *Field, p *yamldoc.Object, n *yamldoc.Node, s yamldoc.Scope) {
	for _, key := range []string{"page", "size"} {
		if at := p.Value(key); at != nil && at.Text == f.Name {
			r.Report(RuleMember, n, s, "field %s pages, so that it gets a value where the other such field has one; take it out of the rule", wording.Quote(n.Text)).
				And(at, "it pages here")
			return
		}
	}
}
