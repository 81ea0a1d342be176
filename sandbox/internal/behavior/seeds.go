package behavior

import (
	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Seeds are documents that nobody's request has made, so nothing has checked them against the
// catalog. A seed with which a response would fail is refused when the sandbox starts, in place
// of a status 500 for whoever reads it first.

// CheckSeed reports members of a seed that are probably misspelt or do not fit a response. It
// returns whether all fit.
func (k *Kind) CheckSeed(c *yamldoc.Checker, id catalog.ID, n *yamldoc.Node) (ok bool) {
	ok = true
	for _, e := range n.Entries {
		name := e.Key.Text
		if _, isParent := k.Parents[name]; isParent {
			continue
		}
		if child := k.Children[pointer(name)]; child != nil {
			for _, item := range e.Value.Items {
				ok = child.CheckSeed(c, id, item) && ok
			}
			continue
		}
		if meant := k.suggest(c, name, k.ParentNames()); meant != "" {
			c.Report(id, e.Key, yamldoc.Scope{}, "no operation gives %s the member %s%s",
				Article(k.Name), wording.Quote(name), meant)
		}
	}
	return ok && k.checkShown(c, id, n)
}

// checkShown reports a seed that does not fit a response, and returns whether it fits all.
func (k *Kind) checkShown(c *yamldoc.Checker, id catalog.ID, n *yamldoc.Node) bool {
	for _, s := range k.shown {
		if !s.step.showsOthers() {
			continue
		}
		mistakes, from := s.mistakes(n)
		for _, m := range mistakes {
			pointer := from + m.Field
			if m.Rule == api.RuleRequired && k.generates(pointer) || k.isParentAt(pointer) {
				continue
			}
			what := "the response of " + s.op.String()
			c.Report(id, m.at, yamldoc.Scope{}, "%s: %s", Article(k.Name), m.message(what))
			return false
		}
	}
	return true
}

// mistakes returns why a response cannot show a document, and the pointer into the document from
// which their fields lead.
func (s show) mistakes(n *yamldoc.Node) (mistakes []mistake, from string) {
	at, isPresent := nodeAt(n, s.pointer)
	switch {
	case isPresent:
		mistakes, _ = violationsIn(at, s.place)
		return mistakes, s.pointer
	case s.place.asField().Required:
		missing := api.Violation{Field: s.pointer, Rule: api.RuleRequired}
		return []mistake{{Violation: missing, at: at}}, ""
	}
	return nil, ""
}

// isParentAt reports whether a member of a seed is the id of a parent, which documents do not have.
func (k *Kind) isParentAt(pointer string) bool {
	names, _ := tokens(pointer)
	return len(names) > 0 && k.Parents[names[0]] != nil
}
