package catalog

import "encoding/json"

// Resolve returns the catalog of a document in which [Check] found no problem.
// It panics where there is one, because half a catalog would become wrong code.
func Resolve(doc *Document) *Catalog {
	doc.analyze()
	if len(doc.found) > 0 {
		panic("catalog: Resolve of a document with problems, which Check returns; the first is " + doc.found[0].Error())
	}
	return doc.catalog
}

// Check returns every problem of a document, sorted by position, and nil where
// there is none. It goes on after a problem as far as something can be said
// that does not merely follow from it.
func Check(doc *Document) Problems {
	doc.analyze()
	return doc.found
}

// analyze runs once for a document: decode, overlay, resolve, check.
func (doc *Document) analyze() {
	doc.once.Do(func() {
		c := &checker{problems: doc.problems}
		root := c.open(doc, catalogFormat, overlayFormat)
		var overlays []*object
		for _, over := range doc.overlays {
			c.problems = append(c.problems, over.problems...)
			if o := c.open(over, overlayFormat, catalogFormat); o != nil {
				overlays = append(overlays, o)
			}
		}
		if root != nil {
			c.overlay(root, overlays)
			c.complete(root)
			r := newResolver(c, root)
			r.resolve()
			r.check()
			doc.catalog = r.catalog
		}
		if len(c.problems) > 0 {
			doc.found = c.problems.sorted()
			doc.catalog = nil
		}
	})
}

// resolver builds the catalog from the objects of a document. It never fails:
// what cannot be resolved stays empty, and the checks say why. The maps lead
// from the catalog back to what was written.
type resolver struct {
	*checker
	doc     *object
	catalog *Catalog

	records   map[string]*Shape
	enums     map[string]*Enum
	index     map[*Shape]map[string]*Field
	typeNames []string // of all types, for suggestions
	named     *operationIndex

	areas      map[*Area]*object
	operations map[*Operation]*object
	shapes     map[*Shape]*object // nil for a body without keys of its own
	fields     map[*Field]*object
	ofEnum     map[*Enum]*object
	ofValue    map[*EnumValue]*object
}

func newResolver(c *checker, doc *object) *resolver {
	return &resolver{
		checker:    c,
		doc:        doc,
		catalog:    &Catalog{},
		records:    map[string]*Shape{},
		enums:      map[string]*Enum{},
		index:      map[*Shape]map[string]*Field{},
		areas:      map[*Area]*object{},
		operations: map[*Operation]*object{},
		shapes:     map[*Shape]*object{},
		fields:     map[*Field]*object{},
		ofEnum:     map[*Enum]*object{},
		ofValue:    map[*EnumValue]*object{},
	}
}

// pos returns the place of an object: its name, or the object where it has none.
func (r *resolver) pos(o *object) Position { return o.place().pos() }

func (r *resolver) resolve() {
	info := r.doc.object("info")
	r.catalog.Title = info.text("title")
	r.catalog.Version = info.text("version")
	r.catalog.Description = info.text("description")
	r.catalog.Package = info.text("package")
	r.catalog.Path = r.doc.text("path")
	r.catalog.Pos = r.pos(r.doc)
	for _, o := range r.doc.objects("enums") {
		r.enum(o)
	}
	// Every record is known by name before the first field refers to one.
	for _, o := range r.doc.objects("records") {
		s := &Shape{
			Name:        o.key.text,
			GoName:      o.key.text,
			Description: o.text("description"),
			Open:        o.is("open"),
			Assumed:     o.text("assumed"),
			Pos:         r.pos(o),
		}
		r.catalog.Records = append(r.catalog.Records, s)
		r.records[s.Name] = s
		r.shapes[s] = o
	}
	for _, s := range r.catalog.Records {
		r.ownFields(s, r.shapes[s])
	}
	for _, o := range r.doc.objects("areas") {
		r.area(o)
	}
}

func (r *resolver) enum(o *object) {
	e := &Enum{
		Name:        o.key.text,
		GoName:      o.key.text,
		Description: o.text("description"),
		Open:        o.is("open"),
		Pos:         r.pos(o),
	}
	for _, v := range o.objects("values") {
		value := &EnumValue{Value: v.key.text, Description: v.text("description"), Pos: r.pos(v)}
		if v.has("go") {
			value.GoName = v.object("go").text("name")
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
func (r *resolver) ownFields(s *Shape, o *object) {
	for _, f := range o.objects("fields") {
		s.Fields = append(s.Fields, r.field(f))
	}
}

func (r *resolver) field(o *object) *Field {
	f := &Field{
		Name:        o.key.text,
		GoName:      goNameOf(o),
		Type:        r.typeOf(o.value("type")),
		Description: o.text("description"),
		Required:    o.is("required"),
		NonBlank:    o.is("non_blank"),
		MinItems:    o.integer("min_items"),
		MaxItems:    o.integer("max_items"),
		MinLength:   o.integer("min_length"),
		MaxLength:   o.integer("max_length"),
		Minimum:     json.Number(o.text("minimum")),
		Maximum:     json.Number(o.text("maximum")),
		Pattern:     o.text("pattern"),
		Join:        o.text("join"),
		SendIf:      SendIf(o.text("send_if")),
		OmitEmpty:   o.is("omit_empty"),
		Codes:       o.text("codes"),
		Sensitive:   o.is("sensitive"),
		Assumed:     o.text("assumed"),
		Deprecated:  deprecation(o.object("deprecated")),
		Pos:         r.pos(o),
	}
	for _, n := range o.texts("enum") {
		f.Enum = append(f.Enum, n.text)
	}
	if n := o.value("default"); n != nil {
		f.Default = defaultValue(f.Type, n)
	}
	if n := o.value("example"); n != nil {
		f.Example = n.plain()
	}
	r.fields[f] = o
	return f
}

// goNameOf returns the Go name that an object gives itself, or else the one
// that follows from its name.
func goNameOf(o *object) string {
	if o.has("go") {
		return o.object("go").text("name") // where that is missing, it was reported
	}
	return goName(o.key.text)
}

func deprecation(o *object) *Deprecation {
	if o == nil {
		return nil
	}
	return &Deprecation{Since: o.text("since"), Sunset: o.text("sunset"), Use: o.text("use")}
}

// defaultValue returns a default in the form that its type asks for.
func defaultValue(t *Type, n *node) any {
	if t == nil {
		return nil
	}
	switch n.kind {
	case stringNode:
		return n.text
	case boolNode:
		return n.truth()
	case numberNode:
		if i, ok := n.integer(); ok && t.Kind == Integer {
			return i
		}
		return json.Number(n.text)
	}
	return nil
}

// plain returns a value as encoding/json would decode it, with numbers as they
// are written.
func (n *node) plain() any {
	switch n.kind {
	case stringNode:
		return n.text
	case boolNode:
		return n.truth()
	case numberNode:
		return json.Number(n.text)
	case listNode:
		list := make([]any, len(n.items))
		for i, item := range n.items {
			list[i] = item.plain()
		}
		return list
	case mapNode:
		m := make(map[string]any, len(n.entries))
		for _, e := range n.entries {
			m[e.key.text] = e.value.plain()
		}
		return m
	}
	return nil
}
