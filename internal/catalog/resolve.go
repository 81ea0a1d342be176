package catalog

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// resolver builds the catalog from the objects of a document. Parts that cannot be resolved stay empty,
// and the checks report why.
type resolver struct {
	*yamldoc.Checker
	doc     *yamldoc.Object
	catalog *Catalog

	records  map[string]*Shape
	typed    map[string]*Type        // kinds, records, enums and unions by name
	failing  map[*TaggedUnion]*Shape // of unions that are failures
	index    map[*Shape]map[string]*Field
	types    claims                // see checkTypeNames
	named    map[string]*Operation // by area.operation
	whole    bool                  // no operation was dropped
	endless  map[node]int          // see findEndless
	included int                   // number of included fields

	objects map[any]*yamldoc.Object // by area, operation, shape, field, rule, enum, enumText, union and variant; not for missing bodies
}

// enumText is a value of an enum.
type enumText struct {
	enum *Enum
	text string
}

// maxIncluded bounds the total number of included fields. A record counts once for each body that
// includes it.
const maxIncluded = 500_000

func newResolver(c *yamldoc.Checker, doc *yamldoc.Object) *resolver {
	r := &resolver{
		Checker: c,
		doc:     doc,
		catalog: &Catalog{},
		records: map[string]*Shape{},
		typed:   map[string]*Type{},
		failing: map[*TaggedUnion]*Shape{},
		whole:   doc.Whole("areas"),
		index:   map[*Shape]map[string]*Field{},
		endless: map[node]int{},
		objects: map[any]*yamldoc.Object{},
	}
	for kind, name := range kindNames[1:] {
		r.declare(name, &Type{Kind: Kind(kind + 1)})
	}
	return r
}

// pos returns the position of an object: its name, or its beginning if it has no name or is a file.
func (r *resolver) pos(o *yamldoc.Object) Position { return o.Start().Pos() }

// places returns the positions of the keys in [Catalog.Places].
func (r *resolver) places(info *yamldoc.Object) map[string]Position {
	all := map[string]Position{}
	for name, attr := range map[string]*yamldoc.Attr{
		"path":         r.doc.Get("path"),
		"info":         r.doc.Get("info"),
		"info.go":      info.Get("go"),
		"info.package": info.Get("package"),
		"info.version": info.Get("version"),
	} {
		if attr != nil {
			all[name] = attr.Key.Pos()
		}
	}
	return all
}

func (r *resolver) resolve() {
	info := r.doc.Object("info")
	r.catalog.Title = info.Text("title")
	r.catalog.Version = info.Text("version")
	r.catalog.Description = info.Text("description")
	r.catalog.Package = info.Text("package")
	r.catalog.Naming = r.naming(info.Object("go"))
	r.catalog.Path = r.doc.Text("path")
	r.contacts(info)
	r.catalog.Auth = r.auth(r.doc, nil)
	r.catalog.Pos = r.pos(r.doc)
	r.catalog.Places = r.places(info)
	// Fields refer to types by name.
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
		r.objects[s] = o
		r.declare(s.Name, &Type{Kind: Record, Record: s})
	}
	for _, o := range r.doc.Objects("enums") {
		r.enum(o)
	}
	for _, o := range r.doc.Objects("unions") {
		r.union(o)
	}
	for _, s := range r.catalog.Records {
		r.ownFields(s, r.objects[s])
	}
	r.catalog.Envelope = r.envelope(r.doc, nil)
	r.catalog.Failure = r.failure(r.doc, r.catalog.Envelope, nil)
	for _, o := range r.doc.Objects("areas") {
		r.area(o)
	}
	r.named = r.catalog.ByName()
	shapes := slices.Clone(r.catalog.Records)
	for op := range r.catalog.Operations() {
		shapes = append(shapes, op.Request, op.Response.Shape)
		if d := op.Deprecated; d != nil {
			op.instead = cmp.Or(r.named[d.Use], r.named[op.Area.Name+"."+d.Use])
		}
		r.rules(op)
	}
	for op := range r.catalog.Operations() {
		r.pages(op) // compares the pagination with all rules
	}
	markPrivate(shapes)
	r.findCycles(shapes)
	r.findEndless()
}

// naming returns how names become Go names, and reports an initialism that is given twice.
func (r *resolver) naming(o *yamldoc.Object) Naming {
	own, known := map[string]bool{}, map[string]*yamldoc.Node{}
	for _, n := range o.Items("initialisms") {
		own[n.Text] = true
		r.repeated(known, n.Text, n, o.Scope, DuplicateValue, `"initialisms" contains %s twice; delete one`, wording.Quote(n.Text))
	}
	return Naming{own}
}

// declare names a type. The first one of a name counts, and another is a mistake.
func (r *resolver) declare(name string, t *Type) {
	if r.typed[name] == nil {
		r.typed[name] = t
	}
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
		value := &EnumValue{Value: v.Key.Text, GoName: r.goName(v, e.GoName), Description: v.Text("description"), Pos: r.pos(v)}
		e.Values = append(e.Values, value)
		r.objects[enumText{e, value.Value}] = v
	}
	r.catalog.Enums = append(r.catalog.Enums, e)
	r.declare(e.Name, &Type{Kind: Enumeration, Enum: e})
	r.objects[e] = o
}

// ownFields adds the fields that a shape declares.
func (r *resolver) ownFields(s *Shape, o *yamldoc.Object) {
	for _, f := range o.Objects("fields") {
		s.Fields = append(s.Fields, r.field(s, f))
	}
}

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
		f.Default = n.Plain()
		if i, ok := n.Int(); ok && f.Type != nil && f.Type.Kind == Integer {
			f.Default = i
		}
	}
	if n := o.Value("example"); n != nil {
		f.Example = n.Plain()
	}
	r.objects[f] = o
	return f
}

// goName returns the Go name that an object sets, or the one for its name. That of a value of an enum or
// a variant of a union starts with the name of the type. It returns "" for a name that was reported.
func (r *resolver) goName(o *yamldoc.Object, outer string) string {
	part := r.catalog.Naming.Part(o.Key.Text)
	switch {
	case o.Has("go"):
		return o.Object("go").Text("name")
	case o.Misnamed:
	case part != "" && (outer != "" || exported(part)):
		return outer + part
	default:
		r.Report(NoGoName, o.Key, o.Scope, "%s gives no Go name; set go: {name: ...}", wording.Quote(o.Key.Text))
	}
	return ""
}

func deprecation(o *yamldoc.Object) *Deprecation {
	if o == nil {
		return nil
	}
	return &Deprecation{Since: o.Text("since"), Sunset: o.Text("sunset"), Use: o.Text("use")}
}

func (r *resolver) area(o *yamldoc.Object) {
	a := &Area{
		Name:        o.Key.Text,
		GoName:      r.goName(o, ""),
		Description: o.Text("description"),
		Pos:         r.pos(o),
	}
	a.Package = strings.ToLower(a.GoName)
	r.whole = r.whole && o.Whole("operations")
	for _, op := range o.Objects("operations") {
		a.Operations = append(a.Operations, r.operation(a, op))
	}
	r.reach(a)
	r.catalog.Areas = append(r.catalog.Areas, a)
	r.objects[a] = o
}

func (r *resolver) operation(a *Area, o *yamldoc.Object) *Operation {
	op := &Operation{
		Area:        a,
		Name:        o.Key.Text,
		GoName:      r.goName(o, ""),
		OwnPath:     o.Text("path"),
		Summary:     o.Text("summary"),
		Description: o.Text("description"),
		Deprecated:  deprecation(o.Object("deprecated")),
		Effect:      cmp.Or(Effect(o.Text("effect")), Write),
		Auth:        r.auth(o, r.catalog.Auth),
		ownAuth:     o.Has("auth"),
		Pos:         r.pos(o),
	}
	op.Path = strings.ReplaceAll(cmp.Or(op.OwnPath, r.catalog.Path), "{area}", a.Name)
	op.Path = strings.ReplaceAll(op.Path, "{operation}", op.Name)
	op.KeyHeader = r.idempotency(op, o)
	op.Request = r.body(op.GoName+"Request", o, o)
	op.Request.Open = o.Is("open")
	op.Empty = cmp.Or(Empty(o.Text("empty")), EmptyObject)
	response := o.Object("response")
	op.Response = &Response{
		Shape: r.body(op.GoName+"Response", response, o),
		Shown: response.Has("include") || response.Has("fields"),
	}
	if included := op.Response.Include; included != nil {
		op.Response.Open = included.Open // a request is open only if it says so
	}
	r.wholeResponse(op.Response, response)
	op.Response.Description = response.Text("description")
	op.Response.Assumed = response.Text("assumed")
	op.Response.Lenient = response.Is("lenient")
	op.Envelope = r.envelope(o, r.catalog.Envelope)
	op.Unwrapped = o.Has("envelope") && op.Envelope == nil
	op.Failure = r.failure(o, op.Envelope, r.catalog.Failure)
	r.objects[op] = o
	return op
}

// body returns the shape of a request or a response: the included fields followed by its own. If o is
// nil, it has the position of the operation.
func (r *resolver) body(goName string, o, operation *yamldoc.Object) *Shape {
	s := &Shape{GoName: goName, Pos: r.pos(operation)}
	if o == nil {
		return s
	}
	s.Pos = r.pos(o)
	if record := r.record(o, "include"); record != nil {
		before := r.included
		if r.included += len(record.Fields); r.included <= maxIncluded {
			s.Include, s.Fields = record, slices.Clone(record.Fields)
		} else if before <= maxIncluded {
			r.Report(yamldoc.TooManyNodes, o.Value("include"), o.Scope, "up to here, included records bring more than %d fields, which is the limit of the format", maxIncluded)
		}
	}
	r.ownFields(s, o)
	r.objects[s] = o
	return s
}

// fieldOf returns a field of a complete shape by its wire name, nil if there is none. It creates an
// index for each shape, because rules and examples look up many fields.
func (r *resolver) fieldOf(s *Shape, name string) *Field {
	index, ok := r.index[s]
	if !ok {
		index = make(map[string]*Field, len(s.Fields))
		for _, f := range s.Fields {
			if index[f.Name] == nil {
				index[f.Name] = f
			}
		}
		r.index[s] = index
	}
	return index[name]
}

// typeOf returns the type of a field or a response. It reports an invalid one and returns nil.
func (r *resolver) typeOf(o *yamldoc.Object) *Type {
	n := o.Value("type")
	if n == nil {
		return nil
	}
	t := r.readType(n, o.Scope)
	o.Attrs["type"].Bad = t == nil
	return t
}

// mapKey is the type of the keys of maps.
const mapKey = "string"

// readType returns the type in a node. It reports an invalid one and returns nil.
func (r *resolver) readType(n *yamldoc.Node, s yamldoc.Scope) *Type {
	switch n.Kind {
	case yamldoc.List:
		if len(n.Items) == 1 {
			return r.holder(Array, n.Items[0], s)
		}
		r.Report(yamldoc.WrongKind, n, s, "an array has one type of items; write [T]")
	case yamldoc.Map:
		if len(n.Entries) != 1 {
			r.Report(yamldoc.WrongKind, n, s, "a map has one type of values; write {string: T}, or the name of a record")
			return nil
		}
		t := r.holder(Map, n.Entries[0].Value, s)
		if key := n.Entries[0].Key; key.Text != mapKey {
			r.Report(yamldoc.WrongKind, key, s, "the keys of a map are strings; write {string: T}, not {%s: T}", wording.Clip(key.Text))
			return nil
		}
		return t
	case yamldoc.String:
		if named := r.typed[n.Text]; named != nil {
			t := *named
			return &t
		}
		r.unknownType(n, s)
	case yamldoc.Broken:
	default:
		r.Report(yamldoc.WrongKind, n, s, "expected the name of a type, found %s", n.Found())
	}
	return nil
}

// holder returns an array or a map of the type in a node, where T? may be null. It returns nil if the
// type is invalid.
func (r *resolver) holder(kind Kind, n *yamldoc.Node, s yamldoc.Scope) *Type {
	item, nullable := itemOf(n)
	elem := r.readType(item, s)
	switch {
	case elem == nil:
		return nil
	case nullable && isAny(elem):
		r.Report(UnknownType, n, s, `null is one of the values of %s; write it without "?"`, wording.Quote(item.Text))
		return nil
	}
	elem.Nullable = nullable
	return &Type{Kind: kind, Elem: elem}
}

// itemOf returns the type of items T or T? without the question mark, and reports whether there was one.
func itemOf(n *yamldoc.Node) (item *yamldoc.Node, nullable bool) {
	if text, ok := strings.CutSuffix(n.Text, "?"); ok && n.Kind == yamldoc.String {
		value := *n
		value.Text = text
		return &value, true
	}
	return n, false
}

// record returns the record in a key, nil if there is none. It reports an unknown one.
func (r *resolver) record(o *yamldoc.Object, key string) *Shape {
	n := o.Value(key)
	if n == nil {
		return nil
	}
	record := r.records[n.Text]
	if o.Attrs[key].Bad = record == nil; record == nil {
		r.unknownRecord(n, o.Scope)
	}
	return record
}

// unknownRecord reports the name of a missing record.
func (r *resolver) unknownRecord(n *yamldoc.Node, s yamldoc.Scope) {
	if r.typed[n.Text] != nil || r.doc.Whole("records") {
		remedy := r.OneOf(n.Text, func() []string { return slices.Sorted(maps.Keys(r.records)) })
		r.Report(UnknownRecord, n, s, "unknown record %s%s", wording.Quote(n.Text), cmp.Or(remedy, `; declare it under "records"`))
	}
}

// reach collects the types in the package of an area.
func (r *resolver) reach(a *Area) {
	all := Reach(a.Operations...)
	a.Records = slices.SortedFunc(maps.Keys(all.Records), func(x, y *Shape) int { return cmp.Compare(x.GoName, y.GoName) })
	a.Enums = slices.SortedFunc(maps.Keys(all.Enums), func(x, y *Enum) int { return cmp.Compare(x.GoName, y.GoName) })
	a.Unions = slices.SortedFunc(maps.Keys(all.Unions), func(x, y *TaggedUnion) int { return cmp.Compare(x.GoName, y.GoName) })
}
