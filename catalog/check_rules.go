package catalog

// member is a field in a rule.
type member struct {
	kind string
	at   *node
}

// checkRules checks the rules of an operation.
func (r *resolver) checkRules(op *Operation, o *object) {
	members := map[string]member{}
	for _, rule := range o.objects("rules") {
		if len(rule.node.entries) != 1 && !rule.node.partial {
			r.report(BadRule, rule.node, rule.scope, "a rule has one key, this one has %d; start each rule with a hyphen of its own", len(rule.node.entries))
		}
		for _, e := range rule.node.entries {
			if a := rule.get(e.key.text); a != nil {
				r.checkRule(op, o, rule.scope, a, members)
			}
		}
	}
}

// checkRule checks one rule, and its fields against those of the rules before
// it.
func (r *resolver) checkRule(op *Operation, o *object, s scope, a *attr, members map[string]member) {
	kind := a.key.text
	s.within += kind + ": "
	if len(a.value.items) < 2 {
		r.report(BadRule, a.value, s, "a rule is about two fields or more, this one names %d; name another field or delete the rule", len(a.value.items))
	}
	named := map[string]*node{}
	for _, n := range a.value.items {
		if first := named[n.text]; first != nil {
			r.report(BadRule, n, s, "field %s is named twice; delete one", quote(n.text)).and(first, "first named here")
			continue
		}
		named[n.text] = n
		f := r.fieldOf(op.Request, n.text)
		if f == nil {
			if r.wholeBody(o) {
				r.report(UnknownField, n, s, "the body has no field %s%s", quote(n.text), suggest(n.text, fieldNames(op.Request)))
			}
			continue
		}
		r.checkMember(f, n, s)
		r.checkPaged(f, o.object("pagination"), n, s)
		first, again := members[n.text]
		if again && (kind == string(FirstOf) || first.kind == string(FirstOf)) {
			r.report(FirstOfTwice, n, s, "field %s stands in two rules, one of them first_of, which alone decides whether it is sent; take it out of one", quote(n.text)).
				and(first.at, "first named here")
		}
		if !again || kind == string(FirstOf) {
			members[n.text] = member{kind, n}
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
func (r *resolver) checkMember(f *Field, n *node, s scope) {
	o := r.fields[f]
	for _, m := range memberKeys {
		if o.has(m.key) && (m.key != "required" || f.Required) {
			r.report(RuleMember, n, s, "field %s %s; delete %s, or take the field out of the rule", quote(n.text), m.reason, quote(m.key)).
				and(o.attrs[m.key].key, quote(m.key)+" is here")
		}
	}
}

// checkPaged reports a field that stands in a rule, and pages.
func (r *resolver) checkPaged(f *Field, p *object, n *node, s scope) {
	for _, key := range []string{"page", "size"} {
		if at := p.value(key); at != nil && at.text == f.Name {
			r.report(RuleMember, n, s, "field %s pages, so that it gets a value where the other such field has one; take it out of the rule", quote(n.text)).
				and(at, "it pages here")
			return
		}
	}
}
