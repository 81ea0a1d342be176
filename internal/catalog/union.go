package catalog

import (
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// TaggedUnion is an object with several shapes. One member, the tag, selects the shape. In Go, it is a
// struct with one field, Variant.
type TaggedUnion struct {
	Name        string
	GoName      string
	Description string
	By          string // key of the tag, a member of the object: ".tag"
	Open        bool   // other tags are accepted, and their objects are kept
	Variants    []*Variant
	Pos         Position

	content
	ending *Variant // see cycles.go
}

// Variant is one of the shapes of a [TaggedUnion].
type Variant struct {
	Tag         string // as on the wire
	GoName      string // the type: "MetadataFile"
	Record      *Shape // with the fields beside the tag, nil if there are none
	Description string
	Pos         Position
}

// Variant returns the variant of a tag, nil if there is none.
func (u *TaggedUnion) Variant(tag string) *Variant {
	for _, v := range u.Variants {
		if v.Tag == tag {
			return v
		}
	}
	return nil
}

// Tags returns the tags in the order of the catalog.
func (u *TaggedUnion) Tags() []string {
	return each(u.Variants, func(v *Variant) string { return v.Tag })
}

// Interface returns the Go name of the interface that the variants implement.
func (u *TaggedUnion) Interface() string { return u.GoName + "Variant" }

// Unknown returns the Go name of the variant with an unknown tag, "" if the union is closed.
func (u *TaggedUnion) Unknown() string {
	return textIf(u.Open, u.GoName+"Unknown")
}

// Records returns the record of a field, or the records of its union, which may be in arrays and maps.
func (f *Field) Records() []*Shape { return f.item().Records() }

// Records returns the record of a type, or the records of its union.
func (t *Type) Records() []*Shape {
	switch {
	case t.Record != nil:
		return []*Shape{t.Record}
	case t.Union != nil:
		return t.Union.Records()
	}
	return nil
}

// Records returns the records of the variants, once for each variant that has one.
func (u *TaggedUnion) Records() []*Shape {
	var records []*Shape
	for _, v := range u.Variants {
		if v.Record != nil {
			records = append(records, v.Record)
		}
	}
	return records
}

// Union returns the union of a field, which may be in arrays and maps, or nil.
func (f *Field) Union() *TaggedUnion { return f.item().Union }

// union resolves a union. All records are known by name.
func (r *resolver) union(o *yamldoc.Object) {
	u := &TaggedUnion{
		Name:        o.Key.Text,
		GoName:      o.Key.Text,
		Description: o.Text("description"),
		By:          o.Text("by"),
		Open:        o.Is("open"),
		Pos:         r.pos(o),
	}
	for _, v := range o.Objects("of") {
		variant := &Variant{
			Tag:         v.Key.Text,
			GoName:      r.goName(v, u.GoName),
			Record:      r.records[v.Text("record")],
			Description: v.Text("description"),
			Pos:         r.pos(v),
		}
		u.Variants = append(u.Variants, variant)
		r.objects[variant] = v
	}
	r.catalog.Unions = append(r.catalog.Unions, u)
	r.declare(u.Name, &Type{Kind: Union, Union: u})
	r.objects[u] = o
}

// checkUnion checks the records of the variants.
func (r *resolver) checkUnion(u *TaggedUnion) {
	for _, v := range u.Variants {
		o := r.objects[v]
		if n := o.Value("record"); n != nil && v.Record == nil {
			r.unknownRecord(n, o.Scope)
		} else if n != nil && r.fieldOf(v.Record, u.By) != nil {
			r.Report(TagField, n, o.Scope, "record %s has a field %s, which is the key of the tag; remove it from the record, because the union reads and writes it",
				wording.Quote(v.Record.Name), wording.Quote(u.By)).And(r.objects[r.fieldOf(v.Record, u.By)].Key, "the field is here")
		}
	}
}

// unionFits reports all mistakes of a value for a union.
func (r *resolver) unionFits(c fitting, u *TaggedUnion, n *yamldoc.Node, misfit misfitFunc) {
	rest := *n
	rest.Entries = nil
	var tag *yamldoc.Node
	for _, e := range n.Entries {
		if e.Key.Text == u.By {
			tag = e.Value
		} else {
			rest.Entries = append(rest.Entries, e)
		}
	}
	switch {
	case tag == nil:
		misfit("type", "has no tag %s; write one of %s", wording.Quote(u.By), wording.Literals(u.Tags()))
		return
	case tag.Kind != yamldoc.String:
		misfit("type", "%s: expected a string, found %s%s", wording.Quote(u.By), tag.Found(), tag.QuoteRemedy())
		return
	}
	switch v := u.Variant(tag.Text); {
	case v == nil && u.Open:
		r.anyFits(c, &rest)
	case v == nil:
		if r.objects[u].Whole("of") {
			misfit("type", "%s is not a tag of union %s%s", wording.Quote(tag.Text), wording.Quote(u.Name), r.OneOf(tag.Text, u.Tags))
		}
	case v.Record != nil:
		r.recordFits(c, v.Record, &rest, misfit)
	case len(rest.Entries) > 0 && !r.objects[v].Has("record"):
		misfit("type", "%s of union %s has only the tag", wording.Quote(tag.Text), wording.Quote(u.Name))
	}
}
