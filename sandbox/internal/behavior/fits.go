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

// A constant fits a place if a generated decoder would accept it there, so the interpreter
// decides, and a violation is translated back to the value in the file. Of a value that is known
// only when a call is made, the types are compared.

// checkFit reports a value that does not fit a place, and each mistake in a constant.
func (v *valueReader) checkFit(g operand, p place, target slot, id catalog.ID, what string) {
	if g.bad {
		return
	}
	if g.Source == Constant {
		unreadable, broken := violationsIn(g.node, p)
		for _, m := range append(unreadable, broken...) {
			v.report(id, m.at, "%s: %s", wording.Quote(target.key), m.message(what))
		}
		v.reportUnknown(g.node, p, target, what)
		return
	}
	if !p.accepts(g.at) {
		expected, actual := p.typeNames(g.at)
		v.report(id, g.node, "%s: expected %s, as %s has it, found %s",
			wording.Quote(target.key), expected, what, actual)
	}
}

// typeNames names the type of a place, and the one of another place that does not fit.
func (p place) typeNames(from place) (expected, actual string) {
	expected, actual = p.typeName(), from.typeName()
	if expected == actual { // lists of different items
		return p.sentType().String(), from.sentType().String()
	}
	return expected, actual
}

// reportUnknown reports unknown members of objects in a constant.
func (v *valueReader) reportUnknown(n *yamldoc.Node, p place, target slot, what string) {
	switch p.typeName() {
	case aList:
		for _, item := range n.Items {
			v.reportUnknown(item, p.elem(), target, what)
		}
	case anObject:
		for _, e := range n.Entries {
			name := e.Key.Text
			member, ok := p.member(name)
			if !ok {
				v.report(UnknownMember, e.Key, "%s: %s has no member %s%s",
					wording.Quote(target.key), what, wording.Quote(name), v.OneOf(name, p.names))
			}
			v.reportUnknown(e.Value, member, target, what)
		}
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
	typeViolations, ruleViolations := interpreter.ValueViolations(p.asField(), string(text))
	return mistakesIn(n, typeViolations), mistakesIn(n, ruleViolations)
}

// mistakesIn finds the values in a constant that violations are about.
func mistakesIn(n *yamldoc.Node, violations []api.Violation) (mistakes []mistake) {
	for _, v := range violations {
		node, _ := nodeAt(n, v.Field)
		mistakes = append(mistakes, mistake{v, node})
	}
	return mistakes
}

// nodeAt returns the value at a pointer in a constant, or the innermost one that contains it
// and false.
func nodeAt(n *yamldoc.Node, pointer string) (*yamldoc.Node, bool) {
	names, _ := tokens(pointer)
	for _, name := range names {
		isNamed := func(e yamldoc.Entry) bool { return e.Key.Text == name }
		i := slices.IndexFunc(n.Entries, isNamed)
		item, err := strconv.Atoi(name)
		isItem := err == nil && item >= 0 && item < len(n.Items)
		switch {
		case i >= 0:
			n = n.Entries[i].Value
		case isItem:
			n = n.Items[item]
		default:
			return n, false
		}
	}
	return n, true
}

// message describes the mistake and its remedy. what is the owner of the place.
func (m mistake) message(what string) string {
	names, _ := tokens(m.Field)
	lacksMember := m.Rule == api.RuleRequired || m.Rule == api.RuleVariant
	switch {
	case m.at.Kind == yamldoc.Map && len(names) > 0 && lacksMember:
		return what + " always has " + wording.Quote(names[len(names)-1]) + "; add it"
	case m.Rule == api.RuleRequired:
		return "expected a value, since " + what + " always has one here, found " + m.at.Found()
	case m.Rule == api.RuleType:
		expected := strings.TrimPrefix(m.Message, "must be ")
		return "expected " + expected + ", as " + what + " has it, found " + m.at.Found()
	}
	return m.at.Found() + " " + m.Message + ", as " + what + " has it; write another value"
}
