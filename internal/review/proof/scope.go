package proof

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/review/diff"
)

// This file decides what belongs to a change. A body that is refused may be refused for several
// reasons, and only violations at the place of the change count, of a rule that this change can
// lead to.

// scope is the part of a body that a change is about, so that its example does not show
// the effect of another change.
type scope struct {
	parts   map[any]bool            // fields, enums and unions of either catalog
	records map[*catalog.Shape]bool // that became open or closed
	groups  []*catalog.Rule         // over several fields
}

// scopeOf collects what a change is about on both sides. A rule over fields stands for its fields.
func scopeOf(c *diff.Change) scope {
	s := scope{parts: map[any]bool{}, records: map[*catalog.Shape]bool{}}
	for _, subject := range []diff.Subject{c.Base, c.Head} {
		switch {
		case subject.Rule != nil:
			s.add(subject.Rule.Fields...)
			s.groups = append(s.groups, subject.Rule)
		case subject.Field != nil:
			s.add(subject.Field)
		case subject.Enum != nil:
			s.parts[subject.Enum] = true
		case subject.Union != nil:
			s.parts[subject.Union] = true
		case subject.Shape != nil:
			s.records[subject.Shape] = true
		case subject.Operation != nil && subject.Operation.Pagination != nil:
			s.add(subject.Operation.Pagination.Fields()...)
		}
	}
	s.add(c.Fields...)
	return s
}

// add adds fields to the scope.
func (s scope) add(fields ...*catalog.Field) {
	for _, f := range fields {
		s.parts[f] = true
	}
}

// causesViolation reports whether the change causes a violation; shapes are those of the body in
// both catalogs.
func (s scope) causesViolation(c *diff.Change, v api.Violation, shapes ...*catalog.Shape) bool {
	switch c.ViolatedRule() {
	case v.Rule:
	case "":
		if v.Rule == api.RuleRequired && !c.Kind.MayRequire {
			return false
		}
	default:
		return false
	}
	if s.groups == nil {
		return s.concernsPlace(v.Field, shapes...)
	}
	isViolated := func(g *catalog.Rule) bool { return isViolationOf(g, v) }
	if v.Field == "" && slices.ContainsFunc(s.groups, isViolated) {
		return true
	}
	// Any other violation is another change, except that the field of a rule is gone.
	isGone := v.Rule == api.RuleUnknownField && c.Rule == "rule-member-removed"
	return isGone && s.concernsPlace(v.Field, shapes...)
}

// isViolationOf reports whether a rule over several fields is violated. Another rule over the
// same fields has another id.
func isViolationOf(rule *catalog.Rule, v api.Violation) bool {
	fields := strings.Join(catalog.Names(rule.Fields), ", ")
	return v.Rule == rule.ID() && strings.HasSuffix(v.Message, " "+fields)
}

// concernsPlace reports whether a field on the path to a place in a body is concerned, or the place
// is an unknown key of a concerned record.
func (s scope) concernsPlace(pointer string, shapes ...*catalog.Shape) bool {
	var types []*catalog.Type
	for _, shape := range shapes {
		t := shape.Type()
		isWhole := t.Record != shape // the body is the value of its only field
		if s.records[shape] && (pointer == "" || isWhole) {
			return true
		}
		if isWhole && (s.parts[shape.Fields[0]] || s.concernsType(t)) {
			return true
		}
		types = append(types, t)
	}
	for _, name := range jsonpointer.Names(pointer) {
		var inner []*catalog.Type
		for _, t := range types {
			if t.Holder() {
				inner = append(inner, t.Elem)
				continue
			}
			below, isConcerned := s.stepInto(t, name)
			if isConcerned {
				return true
			}
			inner = append(inner, below...)
		}
		types = inner
	}
	return false
}

// stepInto returns the types of a member of an object, which may be of several records. It reports
// whether the change is about the member, or about the record that lacks it.
func (s scope) stepInto(t *catalog.Type, name string) (types []*catalog.Type, isConcerned bool) {
	for _, shape := range t.Records() {
		f := shape.Field(name)
		switch {
		case f == nil && s.records[shape]:
			return nil, true
		case f == nil:
		case s.parts[f], s.concernsType(f.Type):
			return nil, true
		default:
			types = append(types, f.Type)
		}
	}
	return types, false
}

// concernsType reports whether a type is a concerned enum or union, or an array or a map of one.
func (s scope) concernsType(t *catalog.Type) bool {
	t = t.Item()
	return s.parts[t.Enum] || s.parts[t.Union]
}

// notShown replaces secrets.
const notShown = "..."

// secretReplacer returns what hides secrets in texts with JSON: the defaults of sensitive fields,
// which a service fills in. Samples have none, and no examples of such fields.
func secretReplacer(bodies ...*catalog.Shape) *strings.Replacer {
	var pairs []string
	for _, s := range slices.AppendSeq(bodies, maps.Keys(catalog.Reached(bodies...).Records)) {
		for _, f := range s.Fields {
			if !f.Private() || f.Default == nil {
				continue
			}
			name, value := compactJSON(f.Name), compactJSON(f.Default)
			for _, end := range []string{",", "}"} {
				pairs = append(pairs, name+":"+value+end, name+":"+compactJSON(notShown)+end)
			}
		}
	}
	return strings.NewReplacer(pairs...)
}
