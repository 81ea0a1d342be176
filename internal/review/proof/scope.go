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
	names   map[string]bool         // of records with the fields, which one of the catalogs may lack
	groups  []*catalog.Rule         // over several fields
}

// scopeOf collects what a change is about on both sides. A rule over fields stands for its fields.
func scopeOf(c *diff.Change) scope {
	k := scope{parts: map[any]bool{}, records: map[*catalog.Shape]bool{}, names: map[string]bool{}}
	for _, s := range []diff.Subject{c.Base, c.Head} {
		if s.Shape != nil {
			k.names[s.Shape.Name] = s.Shape.Name != ""
		}
		switch {
		case s.Rule != nil:
			k.add(s.Rule.Fields...)
			k.groups = append(k.groups, s.Rule)
		case s.Field != nil:
			k.add(s.Field)
		case s.Enum != nil:
			k.parts[s.Enum] = true
		case s.Union != nil:
			k.parts[s.Union] = true
		case s.Shape != nil:
			k.records[s.Shape] = true
		case s.Operation != nil && s.Operation.Pagination != nil:
			k.add(s.Operation.Pagination.Fields()...)
		}
	}
	k.add(c.Fields...)
	return k
}

// add adds fields to the scope.
func (k scope) add(fields ...*catalog.Field) {
	for _, f := range fields {
		k.parts[f] = true
	}
}

// causesViolation reports whether the change causes a violation; shapes are those of the body in
// both catalogs.
func (k scope) causesViolation(c *diff.Change, v api.Violation, shapes ...*catalog.Shape) bool {
	switch c.ViolatedRule() {
	case v.Rule:
	case "":
		if v.Rule == api.RuleRequired && !c.Kind.MayRequire {
			return false
		}
	default:
		return false
	}
	if k.groups == nil {
		return k.concernsPlace(v.Field, shapes...)
	}
	isViolated := func(g *catalog.Rule) bool { return isViolationOf(g, v) }
	if v.Field == "" && slices.ContainsFunc(k.groups, isViolated) {
		return true
	}
	// Any other violation is another change, except that the field of a rule is gone.
	isGone := v.Rule == api.RuleUnknownField && c.Rule == "rule-member-removed"
	return isGone && k.concernsPlace(v.Field, shapes...)
}

// isViolationOf reports whether a rule over several fields is violated. Another rule over the
// same fields has another id.
func isViolationOf(rule *catalog.Rule, v api.Violation) bool {
	fields := strings.Join(catalog.Names(rule.Fields), ", ")
	return v.Rule == rule.ID() && strings.HasSuffix(v.Message, " "+fields)
}

// concernsPlace reports whether a field on the path to a place in a body is concerned, or the place
// is an unknown key of a concerned record.
func (k scope) concernsPlace(pointer string, shapes ...*catalog.Shape) bool {
	var types []*catalog.Type
	for _, s := range shapes {
		t := s.Type()
		isWhole := t.Record != s // the body is the value of its only field
		if k.records[s] && (pointer == "" || isWhole) {
			return true
		}
		if isWhole && (k.parts[s.Fields[0]] || k.concernsType(t)) {
			return true
		}
		types = append(types, t)
	}
	for _, name := range jsonpointer.Names(pointer) {
		var inside []*catalog.Type
		for _, t := range types {
			if t.Holder() {
				inside = append(inside, t.Elem)
				continue
			}
			for _, s := range t.Records() {
				f := s.Field(name)
				switch {
				case f == nil && k.records[s]:
					return true
				case f == nil:
				case k.parts[f], k.concernsType(f.Type):
					return true
				default:
					inside = append(inside, f.Type)
				}
			}
		}
		types = inside
	}
	return false
}

// concernsType reports whether a type is, or contains, a concerned enum or union.
func (k scope) concernsType(t *catalog.Type) bool {
	t = t.Item()
	return k.parts[t.Enum] || k.parts[t.Union]
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
