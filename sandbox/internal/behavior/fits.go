package behavior

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/wording"
)

// checkFit reports a value that does not fit a place, and each mistake in a constant.
func (a *opReader) checkFit(g operand, p place, in slot, id catalog.ID, what string) {
	if g.bad {
		return
	}
	if g.Source == Constant {
		unreadable, broken := violationsIn(g.node, p)
		for _, w := range append(unreadable, broken...) {
			a.report(id, w.at, "%s: %s", wording.Quote(in.key), w.message(what))
		}
		a.reportUnknown(g.node, p, in, what)
		return
	}
	if !p.accepts(g.at) {
		expected, found := p.typeNames(g.at)
		a.report(id, g.node, "%s: expected %s, as %s has it, found %s", wording.Quote(in.key), expected, what, found)
	}
}

// typeNames names the type of a place, and the one of another place that does not fit.
func (p place) typeNames(from place) (expected, found string) {
	if expected, found = p.typeName(), from.typeName(); expected == found {
		return p.sentType().String(), from.sentType().String()
	}
	return expected, found
}

// reportUnknown reports unknown members of objects in a constant.
func (a *opReader) reportUnknown(n *yamldoc.Node, p place, in slot, what string) {
	if p.typeName() == aList {
		for _, item := range n.Items {
			a.reportUnknown(item, elem(p), in, what)
		}
	}
	for i := 0; i < len(n.Entries) && p.typeName() == anObject; i++ {
		e := n.Entries[i]
		at, ok := p.member(e.Key.Text)
		if !ok {
			a.report(UnknownMember, e.Key, "%s: %s has no member %s%s", wording.Quote(in.key), what, wording.Quote(e.Key.Text), a.OneOf(e.Key.Text, p.names))
		}
		a.reportUnknown(e.Value, at, in, what)
	}
}

// mistake is a violation in a constant, and where it is in the file.
type mistake struct {
	api.Violation
	at *yamldoc.Node // the value, or the innermost one in the file that contains it
}

// violationsIn returns why a constant cannot be decoded at a place, or else the constraints that it
// breaks.
func violationsIn(n *yamldoc.Node, p place) (unreadable, broken []mistake) {
	if p.typeName() == "" || n.Kind == yamldoc.Broken {
		return nil, nil
	}
	text, err := json.Marshal(n.Plain())
	if err != nil {
		return nil, nil // it has a number that is not JSON, which was reported
	}
	all := func(violations []api.Violation) (all []mistake) {
		for _, v := range violations {
			at, _ := nodeAt(n, v.Field)
			all = append(all, mistake{v, at})
		}
		return all
	}
	first, second := interpreter.ValueViolations(p.asField(), string(text))
	return all(first), all(second)
}

// nodeAt returns the value at a pointer in a constant, or the innermost one that contains it
// and false.
func nodeAt(n *yamldoc.Node, pointer string) (*yamldoc.Node, bool) {
	names, _ := tokens(pointer)
	for _, name := range names {
		i := slices.IndexFunc(n.Entries, func(e yamldoc.Entry) bool { return e.Key.Text == name })
		item, err := strconv.Atoi(name)
		switch {
		case i >= 0:
			n = n.Entries[i].Value
		case err == nil && item >= 0 && item < len(n.Items):
			n = n.Items[item]
		default:
			return n, false
		}
	}
	return n, true
}

// message describes the mistake and its remedy. what is the owner of the place.
func (w mistake) message(what string) string {
	names, _ := tokens(w.Field)
	switch inside := w.at.Kind == yamldoc.Map && len(names) > 0; { // the object lacks a member, or its tag
	case inside && (w.Rule == api.RuleRequired || w.Rule == api.RuleVariant):
		return what + " always has " + wording.Quote(names[len(names)-1]) + "; add it"
	case w.Rule == api.RuleRequired:
		return "expected a value, since " + what + " always has one here, found " + w.at.Found()
	case w.Rule == api.RuleType:
		return "expected " + strings.TrimPrefix(w.Message, "must be ") + ", as " + what + " has it, found " + w.at.Found()
	}
	return w.at.Found() + " " + w.Message + ", as " + what + " has it; write another value"
}
