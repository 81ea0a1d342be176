package diff

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// A rule of the base and a rule of the head are compared over the same fields, although fields may
// have been renamed between them. So a group has the fields of the head, wherever there is one.

// group is a rule over several fields, with the fields of the head, or those of the
// base if they were removed.
type group struct {
	*catalog.Rule
	fields []*catalog.Field
	other  *group // its counterpart in the other catalog
}

// commonFields returns the fields of a group that another one also has.
func (g *group) commonFields(other *group) []*catalog.Field {
	return slices.DeleteFunc(slices.Clone(g.fields), func(f *catalog.Field) bool {
		return !slices.Contains(other.fields, f)
	})
}

// without returns a list without one of its elements.
func without[T comparable](list []T, element T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(e T) bool { return e == element })
}

// hasSameFields reports whether two groups are over the same fields.
func (g *group) hasSameFields(other *group) bool {
	n := len(g.commonFields(other))
	return n == len(g.fields) && n == len(other.fields)
}

// String writes a rule as it is in a catalog, with the current names of its fields.
func (g *group) String() string {
	return string(g.Kind) + " [" + strings.Join(catalog.Names(g.fields), ", ") + "]"
}

// withFields returns a rule of the same kind over other fields.
func (g *group) withFields(fields []*catalog.Field) *group {
	return &group{Rule: &catalog.Rule{Kind: g.Kind, Fields: fields}, fields: fields}
}

// sorted returns fields in the order of the group. Fields that it lacks come last, in their own order.
func (g *group) sorted(fields []*catalog.Field) []*catalog.Field {
	rank := func(f *catalog.Field) int {
		if i := slices.Index(g.fields, f); i >= 0 {
			return i
		}
		return len(g.fields)
	}
	return slices.SortedStableFunc(slices.Values(fields), func(a, b *catalog.Field) int {
		return cmp.Compare(rank(a), rank(b))
	})
}

// rankedFields returns the fields if only the first of them is sent.
func (g *group) rankedFields() []*catalog.Field {
	if g == nil || !g.IsFirstOf() {
		return nil
	}
	return g.fields
}

// fieldsBefore returns the fields that come first: if any of them is given, f is not sent.
func (g *group) fieldsBefore(f *catalog.Field) []*catalog.Field {
	ranked := g.rankedFields()
	return ranked[:max(0, slices.Index(ranked, f))]
}
