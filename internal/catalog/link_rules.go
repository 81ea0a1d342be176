package catalog

import (
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Rules name fields of the whole body, including fields of an included record, so they are
// resolved when all shapes are complete. A rule whose fields cannot be found keeps the others, so
// that one mistake does not hide another.

// ruleMember is a field in a rule.
type ruleMember struct {
	inFirstOf bool // the rule is first_of
	at        *yamldoc.Node
}

// rules resolves the rules of an operation and reports mistakes.
func (l *linker) rules(op *Operation) {
	o := l.objects[op]
	members := map[string]ruleMember{} // of all rules so far, by the name of the field
	for _, rule := range o.Objects("rules") {
		if len(rule.Node.Entries) != 1 && !rule.Node.Partial {
			l.Report(BadRule, rule.Node, rule.Scope,
				"a rule has one key, this one has %d; start each rule with a hyphen",
				len(rule.Node.Entries))
		}
		for _, e := range rule.Node.Entries {
			if a := rule.Get(e.Key.Text); a != nil {
				resolved := l.rule(op, o, rule.Scope, a, members)
				op.Rules = append(op.Rules, resolved)
				l.objects[resolved] = rule
			}
		}
	}
}

// rule resolves a rule and compares its fields with earlier rules.
func (l *linker) rule(op *Operation, o *yamldoc.Object, s yamldoc.Scope, a *yamldoc.Attr, members map[string]ruleMember) *Rule {
	kind := a.Key.Text
	rule := &Rule{Kind: RuleKind(kind), Pos: a.Key.Pos()}
	s.Within += kind + ": "
	if len(a.Value.Items) < 2 {
		l.Report(BadRule, a.Value, s,
			"a rule is about two fields or more, this one names %d; name another field, or "+
				"delete the rule and describe the field itself",
			len(a.Value.Items))
	}
	named := map[string]*yamldoc.Node{}
	for _, n := range a.Value.Items {
		if l.repeated(named, n.Text, n, s, BadRule, "field %s is named twice; delete one",
			wording.Quote(n.Text)) {
			continue
		}
		f := l.fieldOf(op.Request, n.Text)
		switch {
		case f != nil:
			rule.Fields = append(rule.Fields, f)
			l.checkRuleMember(f, n, s, rule, members)
		case l.wholeBody(o):
			l.Report(UnknownField, n, s, "the body has no field %s%s", wording.Quote(n.Text),
				l.DidYouMean(n.Text, op.Request.names))
		}
	}
	return rule
}

// checkRuleMember reports a field that a rule cannot name, and one that another rule names too if one of
// the two is first_of: sending only the first would break the other. It adds the field to the members.
func (l *linker) checkRuleMember(f *Field, n *yamldoc.Node, s yamldoc.Scope, rule *Rule, members map[string]ruleMember) {
	l.checkUse(f, n, s, RuleMember, notRuled)
	if rule.IsFirstOf() {
		l.checkUse(f, n, s, RuleMember, notFirst)
	}
	first, isRepeated := members[n.Text]
	if isRepeated && (rule.IsFirstOf() || first.inFirstOf) {
		l.Report(FirstOfTwice, n, s,
			"field %s is in two rules, one of them first_of, which must be the only one; "+
				"remove it from one",
			wording.Quote(n.Text)).
			And(first.at, "first named here")
	}
	if !isRepeated || rule.IsFirstOf() {
		members[n.Text] = ruleMember{rule.IsFirstOf(), n}
	}
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
		{"default", `has a default, which is sent with every call; "first" and "default_size" ` +
			`are not`},
	}
)

// checkUse reports keys of a field that contradict its use at a node.
func (d *document) checkUse(f *Field, n *yamldoc.Node, s yamldoc.Scope, id ID, misuses []misuse) {
	for _, m := range misuses {
		a := d.objects[f].Get(m.key)
		isFalse := a != nil && a.Value.Kind == yamldoc.Bool && !a.Value.True()
		if a != nil && (!isFalse || m.key == "default") {
			d.Report(id, n, s, "field %s %s; correct the field, or do not name it here",
				wording.Quote(n.Text), m.reason).
				And(a.Key, wording.Quote(m.key)+" is here")
		}
	}
}
