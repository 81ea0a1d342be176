package catalog

// checkRules checks the rules of an operation.
func (r *resolver) checkRules(op *Operation, o *object) {
	firstOf := map[string]*node{}
	for _, rule := range o.objects("rules") {
		if len(rule.node.entries) != 1 && !rule.node.partial {
			r.report(BadRule, rule.node, rule.scope, "a rule has one key, this one has %d; start each rule with a hyphen of its own", len(rule.node.entries))
		}
		for _, e := range rule.node.entries {
			if a := rule.get(e.key.text); a != nil {
				r.checkRule(op, o, rule.scope, a, firstOf)
			}
		}
	}
}

// checkRule checks one rule, and its fields against those of first_of rules
// before it.
func (r *resolver) checkRule(op *Operation, o *object, s scope, a *attr, firstOf map[string]*node) {
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
		fo := r.fields[f]
		if f.Required {
			r.report(RuleMember, n, s, `field %s is required, so that the rule says nothing about it; delete "required", or take it out of the rule`, quote(n.text)).
				and(fo.attrs["required"].key, "required here")
		}
		if fo.has("default") {
			r.report(RuleMember, n, s, `field %s has a default, so that it always carries a value; delete the default, or take it out of the rule`, quote(n.text)).
				and(fo.attrs["default"].key, "the default is here")
		}
		if kind != string(FirstOf) {
			continue
		}
		if first := firstOf[n.text]; first != nil {
			r.report(FirstOfTwice, n, s, "field %s stands in another first_of rule, and only one can decide whether it is sent; take it out of one", quote(n.text)).
				and(first, "first named here")
			continue
		}
		firstOf[n.text] = n
	}
}
