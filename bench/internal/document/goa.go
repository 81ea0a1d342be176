package document

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// Goa returns a catalog as a design of goa, which is a Go package: a service for
// each area. An open record with fewer than five fields is a map, because no other
// type of a design keeps unknown keys. Other open records lose their unknown keys.
func Goa(c *catalog.Catalog) []byte {
	d := &design{}
	d.line("package design\n\nimport . %q\n", "goa.design/goa/v3/dsl")
	d.line("var _ = API(%q, func() { Title(%q) })", c.Package, c.Title)
	for _, e := range c.Enums {
		d.line("var %s = Type(%q, String, func() { Enum(%s) })", variable(e.Name), e.Name, wording.Literals(e.Texts()))
	}
	for _, r := range c.Records {
		if isMap(r) {
			d.line("var %s = Type(%q, MapOf(String, Any))", variable(r.Name), r.Name)
			continue
		}
		d.attributes(fmt.Sprintf("var %s = Type(%q, ", variable(r.Name), r.Name), r.Fields)
	}
	for _, a := range c.Areas {
		d.line("var _ = Service(%q, func() {", a.Name)
		for _, o := range a.Operations {
			d.line("Method(%q, func() {", o.Name)
			d.attributes("Payload(", o.Request.Fields)
			if o.Response.Shown {
				d.attributes("Result(", o.Response.Fields)
			} else {
				d.line("Result(MapOf(String, Any))")
			}
			d.line("HTTP(func() { POST(%q); Response(StatusOK) })", o.Path)
			d.line("})")
		}
		d.line("})")
	}
	return []byte(d.String())
}

// design is the text of a design.
type design struct{ strings.Builder }

// line writes a line of the design.
func (d *design) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// attributes completes a call with a function that declares fields.
func (d *design) attributes(call string, fields []*catalog.Field) {
	d.line("%sfunc() {", call)
	var required []string
	for _, f := range fields {
		typ := dsl(f.Type)
		if f.Join != "" {
			typ = "String"
		}
		d.line("Attribute(%q, %s%s)", f.Name, typ, rules(f))
		if f.Required {
			required = append(required, f.Name)
		}
	}
	if len(required) > 0 {
		d.line("Required(%s)", wording.Literals(required))
	}
	d.line("})")
}

// rules returns the rules of a field, as the last argument of its attribute.
func rules(f *catalog.Field) string {
	if f.Join != "" {
		return ""
	}
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	bounds(f, func(_, goa string, n json.Number) { add("%s(%s)", goa, n) })
	if f.Pattern != "" {
		add("Pattern(%q)", f.Pattern)
	}
	if len(f.Enum) > 0 {
		add("Enum(%s)", wording.Literals(f.Enum))
	}
	if f.Default != nil {
		add("Default(%#v)", f.Default)
	}
	if len(all) == 0 {
		return ""
	}
	return ", func() { " + strings.Join(all, "; ") + " }"
}

// scalars are the types of a design.
var scalars = map[catalog.Kind]string{
	catalog.String: "String", catalog.Boolean: "Boolean", catalog.Integer: "Int", catalog.Number: "Float64",
	catalog.Object: "MapOf(String, Any)",
}

// dsl returns a type in the language of designs.
func dsl(t *catalog.Type) string {
	switch t.Kind {
	case catalog.Array:
		return "ArrayOf(" + dsl(t.Elem) + ")"
	case catalog.Record, catalog.Enumeration:
		return variable(t.String())
	default:
		return cmp.Or(scalars[t.Kind], "Any")
	}
}

// variable returns the name of the variable of a type.
func variable(name string) string { return "Type" + strings.ReplaceAll(name, "-", "_") }

// isMap reports whether a record is a map in the design, which cannot express further keys beside
// fields.
func isMap(r *catalog.Shape) bool { return r.Open && len(r.Fields) < 5 }
