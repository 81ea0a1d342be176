package catalog

import (
	"encoding/json"

	"example.com/opgen/internal/yamldoc"
)

// resolver builds the catalog from the objects of a document. It never fails:
// what cannot be resolved stays empty, and the checks say why. The maps lead
// from the catalog back to what was written.
type resolver struct {
	*yamldoc.Checker
	doc     *yamldoc.Object
	catalog *Catalog

	records   map[string]*Shape
	enums     map[string]*Enum
	index     map[*Shape]map[string]*Field
	typeNames []string // of all types, for suggestions
	named     *operationIndex

	areas      map[*Area]*yamldoc.Object
	operations map[*Operation]*yamldoc.Object
	shapes     map[*Shape]*yamldoc.Object // nil for a body without keys of its own
	fields     map[*Field]*yamldoc.Object
	ofEnum     map[*Enum]*yamldoc.Object
	ofValue    map[*EnumValue]*yamldoc.Object
}

func newResolver(c *yamldoc.Checker, doc *yamldoc.Object) *resolver {
	return &resolver{
		Checker:    c,
		doc:        doc,
		catalog:    &Catalog{},
		records:    map[string]*Shape{},
		enums:      map[string]*Enum{},
		index:      map[*Shape]map[string]*Field{},
		areas:      map[*Area]*yamldoc.Object{},
		operations: map[*Operation]*yamldoc.Object{},
		shapes:     map[*Shape]*yamldoc.Object{},
		fields:     map[*Field]*yamldoc.Object{},
		ofEnum:     map[*Enum]*yamldoc.Object{},
		ofValue:    map[*EnumValue]*yamldoc.Object{},
	}
}

// pos returns the place of an object: its name, or the object where it has none.
func (r *resolver) pos(o *yamldoc.Object) Position { return o.Place().Pos() }

func (r *resolver) resolve() {
	info := r.doc.Object("info")
	r.catalog.Title = info.Text("title")
	r.catalog.Version = info.Text("version")
	r.catalog.Description = info.Text("description")
	r.catalog.Package = info.Text("package")
	r.catalog.Path = r.doc.Text("path")
	r.catalog.Pos = r.pos(r.doc)
	for _, o := range r.doc.Objects("enums") {
		r.enum(o)
	}
	// Every record is known by name before the first field refers to one.
	for _, o := range r.doc.Objects("records") {
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
		r.shapes[s] = o
	}
	for _, s := range r.catalog.Records {
		r.ownFields(s, r.shapes[s])
	}
	for _, o := range r.doc.Objects("areas") {
		r.area(o)
	}
	r.privacy()
}

func (r *resolver) enum(o *yamldoc.Object) {
	e := &Enum{
		Name:        o.Key.Text,
		GoName:      o.Key.Text,
		Description: o.Text("description"),
		Open:        o.Is("open"),
		Pos:         r.pos(o),
	}
	for _, v := range o.Objects("values") {
		value := &EnumValue{Value: v.Key.Text, Description: v.Text("description"), Pos: r.pos(v)}
		if v.Has("go") {
			value.GoName = v.Object("go").Text("name")
		} else if part := goNamePart(value.Value); part != "" {
			value.GoName = e.GoName + part
		}
		e.Values = append(e.Values, value)
		r.ofValue[value] = v
	}
	r.catalog.Enums = append(r.catalog.Enums, e)
	r.enums[e.Name] = e
	r.ofEnum[e] = o
}

// ownFields adds the fields that a shape declares itself.
func (r *resolver) ownFields(s *Shape, o *yamldoc.Object) {
	for _, f := range o.Objects("fields") {
		s.Fields = append(s.Fields, r.field(f))
	}
}

func (r *resolver) field(o *yamldoc.Object) *Field {
	f := &Field{
		Name:        o.Key.Text,
		GoName:      goNameOf(o),
		Type:        r.typeOf(o.Value("type")),
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
		Join:        o.Text("join"),
		SendIf:      SendIf(o.Text("send_if")),
		OmitEmpty:   o.Is("omit_empty"),
		Codes:       o.Text("codes"),
		Sensitive:   o.Is("sensitive"),
		Assumed:     o.Text("assumed"),
		Deprecated:  deprecation(o.Object("deprecated")),
		Pos:         r.pos(o),
	}
	for _, n := range o.Items("enum") {
		f.Enum = append(f.Enum, n.Text)
	}
	if n := o.Value("default"); n != nil {
		f.Default = defaultValue(f.Type, n)
	}
	if n := o.Value("example"); n != nil {
		f.Example = n.Plain()
	}
	r.fields[f] = o
	return f
}

// goNameOf returns the Go name that an object gives itself, or else the one
// that follows from its name.
func goNameOf(o *yamldoc.Object) string {
	if o.Has("go") {
		return o.Object("go").Text("name") // where that is missing, it was reported
	}
	return goName(o.Key.Text)
}

func deprecation(o *yamldoc.Object) *Deprecation {
	if o == nil {
		return nil
	}
	return &Deprecation{Since: o.Text("since"), Sunset: o.Text("sunset"), Use: o.Text("use")}
}

// defaultValue returns a default in the form that its type asks for.
func defaultValue(t *Type, n *yamldoc.Node) any {
	if t == nil {
		return nil
	}
	switch n.Kind {
	case yamldoc.String:
		return n.Text
	case yamldoc.Bool:
		return n.True()
	case yamldoc.Number:
		if i, ok := n.Int(); ok && t.Kind == Integer {
			return i
		}
		return json.Number(n.Text)
	}
	return nil
}
