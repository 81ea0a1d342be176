package catalog

import (
	"encoding/json"

	"example.com/opgen/internal/catalog/yamldoc"
)

// Records, enums and unions are named before the fields of records are resolved, since fields
// refer to them by name, and a record may refer to itself.

// record declares a record. Its fields follow when all types are known.
func (r *resolver) record(o *yamldoc.Object) {
	s := &Shape{
		Name:        o.Key.Text,
		GoName:      o.Key.Text,
		Description: o.Text("description"),
		Open:        o.Is("open"),
		Assumed:     o.Text("assumed"),
		Pos:         r.pos(o),
	}
	r.catalog.Records = append(r.catalog.Records, s)
	r.records[s.Name] = s
	r.objects[s] = o
	r.declare(s.Name, &Type{Kind: Record, Record: s})
}

// enum resolves an enum. The name of a constant starts with that of the enum.
func (r *resolver) enum(o *yamldoc.Object) {
	e := &Enum{
		Name:        o.Key.Text,
		GoName:      o.Key.Text,
		Description: o.Text("description"),
		Open:        o.Is("open"),
		Pos:         r.pos(o),
	}
	for _, v := range o.Objects("values") {
		value := &EnumValue{
			Value:       v.Key.Text,
			GoName:      r.goName(v, e.GoName),
			Description: v.Text("description"),
			Pos:         r.pos(v),
		}
		e.Values = append(e.Values, value)
		r.objects[enumText{e, value.Value}] = v
	}
	r.catalog.Enums = append(r.catalog.Enums, e)
	r.declare(e.Name, &Type{Kind: Enumeration, Enum: e})
	r.objects[e] = o
}

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

// ownFields adds the fields that a shape declares.
func (r *resolver) ownFields(s *Shape, o *yamldoc.Object) {
	for _, f := range o.Objects("fields") {
		s.Fields = append(s.Fields, r.field(s, f))
	}
}

// field resolves a field of a shape. A type that does not exist is reported and leaves the field
// without one, which later checks of its value respect.
func (r *resolver) field(in *Shape, o *yamldoc.Object) *Field {
	f := &Field{
		Name:        o.Key.Text,
		GoName:      r.goName(o, ""),
		Type:        r.typeOf(o),
		Description: o.Text("description"),
		Required:    o.Is("required"),
		NonBlank:    o.Is("non_blank"),
		MinItems:    o.Int("min_items"),
		MaxItems:    o.Int("max_items"),
		MinLength:   o.Int("min_length"),
		MaxLength:   o.Int("max_length"),
		Minimum:     json.Number(o.Text("minimum")),
		Maximum:     json.Number(o.Text("maximum")),
		Pattern:     o.Text("pattern"),
		Format:      Format(o.Text("format")),
		Join:        o.Text("join"),
		SendIf:      SendIf(o.Text("send_if")),
		OmitEmpty:   o.Is("omit_empty"),
		Codes:       o.Text("codes"),
		Sensitive:   o.Is("sensitive"),
		Assumed:     o.Text("assumed"),
		Deprecated:  deprecation(o.Object("deprecated")),
		Pos:         r.pos(o),
		in:          in,
	}
	if f.Type != nil {
		f.Type.Nullable = o.Is("nullable")
	}
	for _, n := range o.Items("enum") {
		f.Enum = append(f.Enum, n.Text)
	}
	if n := o.Value("default"); n != nil {
		f.Default = defaultOf(n, f.Type)
	}
	if n := o.Value("example"); n != nil {
		f.Example = n.Plain()
	}
	r.objects[f] = o
	return f
}

// defaultOf returns the value in a node. For an integer, it is an int.
func defaultOf(n *yamldoc.Node, t *Type) any {
	if i, ok := n.Int(); ok && t != nil && t.Kind == Integer {
		return i
	}
	return n.Plain()
}
