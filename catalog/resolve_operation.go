package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/yamldoc"
)

func (r *resolver) area(o *yamldoc.Object) {
	a := &Area{
		Name:        o.Key.Text,
		GoName:      goNameOf(o),
		Description: o.Text("description"),
		Pos:         r.pos(o),
	}
	a.Package = strings.ToLower(a.GoName)
	for _, op := range o.Objects("operations") {
		a.Operations = append(a.Operations, r.operation(a, op))
	}
	r.reach(a)
	r.catalog.Areas = append(r.catalog.Areas, a)
	r.areas[a] = o
}

func (r *resolver) operation(a *Area, o *yamldoc.Object) *Operation {
	op := &Operation{
		Area:        a,
		Name:        o.Key.Text,
		GoName:      goNameOf(o),
		Path:        strings.ReplaceAll(strings.ReplaceAll(r.catalog.Path, "{area}", a.Name), "{operation}", o.Key.Text),
		Summary:     o.Text("summary"),
		Description: o.Text("description"),
		Deprecated:  deprecation(o.Object("deprecated")),
		Effect:      cmp.Or(Effect(o.Text("effect")), Write),
		Pos:         r.pos(o),
	}
	op.Request = r.body(op.GoName+"Request", o, o)
	response := o.Object("response")
	op.Response = &Response{
		Shape: r.body(op.GoName+"Response", response, o),
		Shown: response.Has("include") || response.Has("fields"),
	}
	if included := op.Response.Include; included != nil {
		op.Response.Open = included.Open // a request sends what its caller knows
	}
	op.Response.Description = response.Text("description")
	op.Response.Assumed = response.Text("assumed")
	for _, rule := range o.Objects("rules") {
		op.Rules = append(op.Rules, r.rules(op, rule)...)
	}
	if p := o.Object("pagination"); p != nil {
		op.Pagination = &Pagination{
			Page:        r.fieldOf(op.Request, p.Text("page")),
			Size:        r.fieldOf(op.Request, p.Text("size")),
			First:       p.Int("first"),
			DefaultSize: p.Int("default_size"),
			Items:       r.fieldOf(op.Response.Shape, p.Text("items")),
			Pos:         o.Attrs["pagination"].Key.Pos(),
		}
	}
	r.operations[op] = o
	return op
}

// body returns the shape of a request or an answer: the fields of a record that
// it includes, and then its own. It stands at its operation where nothing is
// said about it.
func (r *resolver) body(goName string, o, operation *yamldoc.Object) *Shape {
	s := &Shape{GoName: goName, Pos: r.pos(operation)}
	if o == nil {
		return s
	}
	s.Pos = r.pos(o)
	if n := o.Value("include"); n != nil && r.records[n.Text] != nil {
		s.Include = r.records[n.Text]
		s.Fields = slices.Clone(s.Include.Fields)
	}
	r.ownFields(s, o)
	r.shapes[s] = o
	return s
}

// fieldOf returns a field of a complete shape by its wire name, nil where there is
// none. Rules and examples look up many, so each shape gets an index.
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

// rules returns the rules in one entry of the list, which should be one.
func (r *resolver) rules(op *Operation, o *yamldoc.Object) []*Rule {
	var rules []*Rule
	for _, e := range o.Node.Entries {
		names := o.Items(e.Key.Text)
		if names == nil {
			continue
		}
		rule := &Rule{Kind: RuleKind(e.Key.Text), Pos: e.Key.Pos()}
		for _, n := range names {
			if f := r.fieldOf(op.Request, n.Text); f != nil {
				rule.Fields = append(rule.Fields, f)
			}
		}
		rules = append(rules, rule)
	}
	return rules
}

// typeOf returns the type that a node names, nil where there is none.
func (r *resolver) typeOf(n *yamldoc.Node) *Type {
	switch {
	case n == nil:
		return nil
	case n.Kind == yamldoc.List:
		if len(n.Items) != 1 || n.Items[0].Kind != yamldoc.String {
			return nil
		}
		elem := r.typeOf(n.Items[0])
		if elem == nil {
			return nil
		}
		return &Type{Kind: Array, Elem: elem}
	}
	if kind, ok := simpleTypes[n.Text]; ok {
		return &Type{Kind: kind}
	}
	if s, ok := r.records[n.Text]; ok {
		return &Type{Kind: Record, Record: s}
	}
	if e, ok := r.enums[n.Text]; ok {
		return &Type{Kind: Enumeration, Enum: e}
	}
	return nil
}

// simpleTypes are the types that have a name of their own.
var simpleTypes = map[string]Kind{
	"string": String, "boolean": Boolean, "integer": Integer, "number": Number,
	"object": Object, "any": Any, "unspecified": Unspecified,
}

// reach collects the records and enums that become types in an area's package.
func (r *resolver) reach(a *Area) {
	var shapes []*Shape
	for _, op := range a.Operations {
		shapes = append(shapes, op.Request, op.Response.Shape)
	}
	records, enums := Reached(shapes...)
	a.Records = slices.SortedFunc(maps.Keys(records), func(x, y *Shape) int { return cmp.Compare(x.GoName, y.GoName) })
	a.Enums = slices.SortedFunc(maps.Keys(enums), func(x, y *Enum) int { return cmp.Compare(x.GoName, y.GoName) })
}
