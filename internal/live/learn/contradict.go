package learn

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// This file compares the types of the catalog with recorded shapes. A shape says how many values of
// each JSON type there were, so a contradiction is a number: "2 of 5 values are not of type
// integer".

// contradictions reports values that contradict the types of the catalog, and collects those of
// gaps on the way.
type contradictions struct {
	*comparer
	isUncertain bool // values may belong to another variant of a union
}

// site is where values are: in responses, and in the catalog.
type site struct {
	pos  catalog.Position
	path string
}

// below returns the site of a token below, declared at the same position.
func (s site) below(token string) site { return site{s.pos, s.path + "/" + token} }

// object is a shape of the catalog. The owner has its fields in the catalog, except those that it
// includes.
type object struct {
	owner string
	shape *catalog.Shape
}

// report reports a contradiction, unless a variant of a union may not be the right one.
func (c contradictions) report(r report.Rule, at site, format string, args ...any) {
	if !c.isUncertain {
		c.findings.add(r, at.pos, at.path, format, args...)
	}
}

// compareType reports values of another type than in the catalog.
func (c contradictions) compareType(at site, t *catalog.Type, s *recording.Shape) {
	isAnything := t.Kind == catalog.Any || t.Kind == catalog.Unspecified
	if isAnything || s == nil || s.Seen == 0 { // a type may contain itself
		return
	}
	if t.Kind == catalog.Enumeration && !t.Enum.Open {
		unlisted := responseValue
		unlisted.Level = report.Warning // clients accept it
		c.compareValues(unlisted, at, closed{"enum " + t.Enum.Name, t.Enum.Texts()}, s)
	}
	if misfits := s.Seen - s.Null - fitting(t, s); misfits > 0 {
		c.report(responseType, at, "%s not of type %s", share(misfits, s.Seen, "value", "are"), t.NotNull())
	}
	switch t.Kind {
	case catalog.Record:
		r := t.Record
		c.compareObject(at, object{r.Name, r}, s, s.Object)
		c.collectMembers(owner{id: r.Name, record: r, name: c.names.rootOf(r)}, r, at.path, s, s.Object)
	case catalog.Union:
		c.compareUnion(at, t.Union, s)
	case catalog.Array:
		c.compareItems(at.below(items), t.Elem, s.Items)
	case catalog.Map:
		c.compareItems(at.below(items), t.Elem, entryShape(s))
	}
}

// fitting counts the values of a type.
func fitting(t *catalog.Type, s *recording.Shape) int {
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		return s.String
	case catalog.Boolean:
		return s.Boolean
	case catalog.Integer:
		return s.Integer
	case catalog.Number:
		return s.Integer + s.Number
	case catalog.Object, catalog.Record, catalog.Union, catalog.Map:
		return s.Object
	case catalog.Array:
		return s.Array
	}
	return 0
}

// compareItems compares the items of an array, or the values of a map.
func (c contradictions) compareItems(at site, t *catalog.Type, s *recording.Shape) {
	if s == nil {
		return
	}
	allowsNull := t.Nullable || t.Kind == catalog.Any || t.Kind == catalog.Unspecified
	if s.Null > 0 && !allowsNull {
		c.report(responseType, at, "%s null, but the type is %s", share(s.Null, s.Seen, "value", "are"), t)
	}
	c.compareType(at, t, s)
}

// compareObject compares a shape of the catalog with a number of objects.
func (c contradictions) compareObject(at site, o object, s *recording.Shape, total int) {
	objects := total
	misfits := s.Seen - s.Null - s.Object
	if misfits > 0 && o.shape.Name == "" { // compareType has reported a record
		c.report(responseType, at, "%s not an object", share(misfits, s.Seen, "response", "are"))
		objects -= misfits
	}
	for i, f := range o.shape.Fields {
		m := cmp.Or(s.Members[f.Name], new(recording.Shape))
		fieldSite := site{f.Pos, at.path + "/" + member(f.Name)}
		c.gaps.addValues(o.declarer(i)+"/"+member(f.Name), fieldSite.path, m, total)
		c.compareField(fieldSite, f, m, objects)
	}
}

// declarer returns the owner, or the record from which a field is included. The fields of an
// included record come first, in the order of nested includes.
func (o object) declarer(field int) string {
	name := o.owner
	for shape := o.shape.Include; shape != nil && field < len(shape.Fields); shape = shape.Include {
		name = shape.Name
	}
	return name
}

// compareField compares a field with a number of objects.
func (c contradictions) compareField(at site, f *catalog.Field, m *recording.Shape, objects int) {
	if missing := objects - m.Seen; f.Required && missing > 0 {
		c.report(responseRequired, at, "it is required, but missing in %d of %d", missing, objects)
	}
	if f.Required && !f.Type.Nullable && m.Null > 0 {
		c.report(responseRequired, at, "it is required, but null in %d of %d", m.Null, objects)
	}
	t := f.Type
	if f.Join != "" { // it is sent as a string
		t = &catalog.Type{Kind: catalog.String}
	}
	c.compareType(at, t, m)
}

// compareUnion compares the tags of a union, and collects the fields of all its records, because
// recordings do not distinguish variants.
func (c contradictions) compareUnion(at site, u *catalog.TaggedUnion, s *recording.Shape) {
	tag := cmp.Or(s.Members[u.By], new(recording.Shape))
	atTag := at.below(member(u.By))
	if missing := s.Object - tag.String; missing > 0 {
		c.report(responseRequired, atTag, "the tag of union %s is missing in %d of %d", u.Name, missing, s.Object)
	}
	if !u.Open {
		c.compareValues(responseValue, atTag, closed{"union " + u.Name, u.Tags()}, tag)
	}
	maybe := contradictions{c.comparer, true}
	compared := map[*catalog.Shape]bool{}
	for _, r := range u.Records() {
		if !compared[r] {
			compared[r] = true
			maybe.compareObject(at, object{r.Name, r}, s, s.Object)
		}
	}
}

// closed are the values of a closed type, and its name in findings.
type closed struct {
	name   string
	values []string
}

// compareValues reports values that a closed type does not have. Without the values themselves,
// it compares how many there are.
func (c contradictions) compareValues(r report.Rule, at site, declared closed, s *recording.Shape) {
	var unlisted []string
	for _, value := range slices.Sorted(maps.Keys(s.Values)) {
		if !slices.Contains(declared.values, value) {
			unlisted = append(unlisted, value)
		}
	}
	switch {
	case len(unlisted) > 0:
		c.report(r, at, "closed %s does not have %s", declared.name, wording.QuotedList(unlisted, "and"))
	case s.Distinct > len(declared.values):
		c.report(r, at, "there are at least %d values, but closed %s has %d",
			s.Distinct, declared.name, len(declared.values))
	}
}
