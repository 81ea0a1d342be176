package vectors

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// reader reads the vectors of an area.
type reader struct {
	*yamldoc.Checker
	set      Set
	areaName string
	area     *catalog.Area // nil if it is not known
	scope    yamldoc.Scope // what problems are about: "contacts.new_contact"

	operations map[string]*catalog.Operation // of the area by name, nil until one is asked for
	of         *catalog.Operation            // to which the names of rules belong
	rules      []string
}

func (r *reader) report(id catalog.ID, at *yamldoc.Node, format string, args ...any) *catalog.Problem {
	return r.Report(id, at, r.scope, format, args...)
}

// file reads a file, and its area in the catalog, nil if that has problems.
func (r *reader) file(source catalog.Source, c *catalog.Catalog) {
	root := r.Open(source, format)
	if root == nil {
		return
	}
	if c != nil {
		r.findArea(root, c.Areas)
	}
	operations := root.Value("operations")
	if operations == nil {
		return
	}
	if operations.Kind != yamldoc.Map && operations.Kind != yamldoc.Broken {
		r.report(yamldoc.WrongKind, operations, `"operations": expected a map from names, found %s`, operations.Found())
	}
	for _, e := range operations.Entries {
		r.scope = yamldoc.Scope{Subject: r.areaName + "." + e.Key.Text}
		r.operation(e)
	}
}

// findArea looks for the area after which the file is named.
func (r *reader) findArea(root *yamldoc.Object, areas []*catalog.Area) {
	var known []string
	for _, a := range areas {
		if a.Name == r.areaName {
			r.area = a
			return
		}
		known = append(known, a.Name)
	}
	r.report(UnknownArea, root.Node, "the file is named after its area, and the catalog has no area %s%s",
		wording.Quote(r.areaName), wording.OneOf(r.areaName, known))
}

// operation reads the list of the vectors of an operation.
func (r *reader) operation(e yamldoc.Entry) {
	op := r.operationOf(e.Key)
	switch {
	case e.Value.Kind == yamldoc.Broken:
	case e.Value.Kind != yamldoc.List:
		r.report(yamldoc.WrongKind, e.Value, "expected a list of vectors, found %s", e.Value.Found())
	case len(e.Value.Items) == 0:
		r.report(yamldoc.EmptyValue, e.Value, "the list of vectors is empty; fill it or delete the operation")
	}
	known := map[string]*yamldoc.Node{}
	for _, item := range e.Value.Items {
		r.scope.Within = ""
		if v := r.vector(op, item, known); op != nil {
			r.set[op] = append(r.set[op], v)
		}
	}
}

// operationOf returns the operation of a name, nil if it is not known.
func (r *reader) operationOf(name *yamldoc.Node) *catalog.Operation {
	if r.area == nil {
		return nil
	}
	if r.operations == nil {
		r.operations = map[string]*catalog.Operation{}
		for _, op := range r.area.Operations {
			r.operations[op.Name] = op
		}
	}
	if op := r.operations[name.Text]; op != nil {
		return op
	}
	r.report(UnknownOperation, name, "the area %q has no operation %s%s", r.area.Name, wording.Quote(name.Text),
		r.OneOf(name.Text, func() []string { return slices.Sorted(maps.Keys(r.operations)) }))
	return nil
}

// vector reads one vector. If it has a problem, the result is not used.
func (r *reader) vector(op *catalog.Operation, item *yamldoc.Node, known map[string]*yamldoc.Node) *Vector {
	if item.Kind != yamldoc.Map {
		if item.Kind != yamldoc.Broken {
			r.report(yamldoc.WrongKind, item, "expected a map, found %s", item.Found())
		}
		return nil
	}
	o := r.Decode("vector", item, r.scope)
	r.name(o, known)
	v := &Vector{Name: o.Text("name"), Request: o.Text("request"), Body: o.Text("body")}
	v.Client, v.Server = r.sides(o)
	switch {
	case o.Has("response"):
		r.response(op, o, v)
		return v
	case o.Has("status"):
		r.report(catalog.ConflictingKeys, cmp.Or(o.Value("status"), item), `"status" is that of a response, and there is none; add "response" or delete it`)
	case !o.Has("request"):
		r.report(yamldoc.MissingKey, item, `a vector is about a request or a response; add "request" or "response"`)
	}
	switch {
	case !o.Has("request") && !o.Has("body") && !o.Has("violations"): // reported above
	case o.Has("body") && o.Has("violations"):
		r.report(catalog.ConflictingKeys, cmp.Or(o.Value("violations"), item), `a request becomes a "body" or has "violations"; delete one`)
	case !o.Has("body") && !o.Has("violations"):
		r.report(yamldoc.MissingKey, item, `what becomes of the request is missing; add "body" or "violations"`)
	}
	for _, n := range o.Items("shows") {
		v.Shows = append(v.Shows, n.Text)
		r.shown(op, n)
	}
	for _, n := range o.Items("violations") {
		v.Violations = append(v.Violations, n.Text)
		r.violation(n)
	}
	if n := o.Value("body"); n != nil {
		r.body(op, n)
	}
	if n := o.Value("request"); n != nil && v.Client {
		v.Value = r.request(op, n)
	}
	return v
}

// name checks that a name is unique, and adds it to the scope of problems.
func (r *reader) name(o *yamldoc.Object, known map[string]*yamldoc.Node) {
	name := o.Value("name")
	if name == nil {
		return
	}
	if first := known[name.Text]; first != nil {
		r.report(catalog.DuplicateValue, name, "two vectors are named %s; rename one", wording.Quote(name.Text)).
			And(first, "first named here")
	} else {
		known[name.Text] = name
	}
	r.scope.Within = "vector " + wording.Quote(name.Text) + ": "
}

// sides reports which sides the request is for.
func (r *reader) sides(o *yamldoc.Object) (client, server bool) {
	switch only := o.Text("only"); {
	case o.Get("only") == nil:
		return !o.Has("only"), true
	case only == "client":
		return true, false
	case only == "server":
		return false, true
	default:
		r.report(yamldoc.UnknownValue, o.Value("only"), `"only" is %s%s`, wording.Quote(only), wording.OneOf(only, []string{"client", "server"}))
		return false, false
	}
}

// shown checks that a rule exists.
func (r *reader) shown(op *catalog.Operation, n *yamldoc.Node) {
	if op == nil || n.Kind != yamldoc.String {
		return
	}
	if r.of != op {
		r.of, r.rules = op, nil
		for _, rule := range Rules(op) {
			r.rules = append(r.rules, rule.Name)
		}
	}
	if !slices.Contains(r.rules, n.Text) {
		r.report(UnknownRule, n, `"shows": the operation has no rule %s%s`, wording.Quote(n.Text), r.OneOf(n.Text, func() []string { return r.rules }))
	}
}

// violation checks that a violation is a pointer and a rule.
func (r *reader) violation(n *yamldoc.Node) {
	if n.Kind != yamldoc.String {
		return
	}
	pointer, rule := splitViolation(n.Text)
	if pointer != "" && pointer[0] != '/' {
		r.report(BadPointer, n, `"violations": %s is no JSON pointer, which starts with "/"; write "/name non-blank", or the rule alone where it is about the whole body`, wording.Quote(pointer))
	}
	if !slices.Contains(violationRules, rule) {
		r.report(UnknownRule, n, `"violations": there is no rule %s%s`, wording.Quote(rule), r.OneOf(rule, func() []string { return violationRules }))
	}
}

// splitViolation returns the pointer and the rule. The pointer may hold spaces.
func splitViolation(text string) (pointer, rule string) {
	if i := strings.LastIndexByte(text, ' '); i >= 0 {
		return text[:i], text[i+1:]
	}
	return "", text
}

// request reads the request of a vector for clients. It reports values that a request in Go
// cannot hold, so that no test can send them: an unknown key, a value of another type, a
// missing required value.
func (r *reader) request(op *catalog.Operation, n *yamldoc.Node) Object {
	o, ok := r.object("request", n)
	if ok && op != nil {
		(&fitting{r, n, UnfitRequest, `"request"`, ` (where that is meant, say "only: server")`}).shape("", op.Request, o)
	}
	return o
}

// fitting is a comparison of a request, or of a part of a response, with its shape.
type fitting struct {
	*reader
	at           *yamldoc.Node
	id           catalog.ID
	what, remedy string
}

// misfit reports a value at a JSON pointer.
func (f *fitting) misfit(pointer, format string, args ...any) {
	f.report(f.id, f.at, "%s: %s: %s%s", f.what, strings.TrimPrefix(pointer, "/"), fmt.Sprintf(format, args...), f.remedy)
}

func (f *fitting) shape(pointer string, s *catalog.Shape, o Object) {
	given := map[string]bool{}
	fields := map[string]*catalog.Field{}
	for _, field := range s.Fields {
		fields[field.Name] = field
	}
	for _, m := range o {
		field := fields[m.Key]
		switch {
		case field == nil && !s.Open:
			f.misfit(pointer+"/"+m.Key, "there is no such field%s", f.OneOf(m.Key, func() []string { return catalog.Names(s.Fields) }))
		case field != nil && m.Value != nil:
			given[m.Key] = true
			f.value(pointer+"/"+m.Key, field.Type, m.Value)
		}
	}
	for _, field := range s.Fields {
		if field.Required && !given[field.Name] && !field.Go().Nilable() {
			f.misfit(pointer+"/"+field.Name, "a client in Go cannot leave it out")
		}
	}
}

// union reports a variant that a client in Go cannot hold.
func (f *fitting) union(pointer string, u *catalog.TaggedUnion, o Object) {
	var rest Object
	tag, given := "", false
	for _, m := range o {
		if m.Key == u.By && !given {
			tag, given = m.Value.(string)
		} else {
			rest = append(rest, m)
		}
	}
	variant := u.Variant(tag)
	switch {
	case !given || variant == nil && !u.Open:
		f.misfit(pointer+"/"+u.By, "a client in Go sends a tag%s", f.OneOf(tag, u.Tags))
	case variant == nil:
	case variant.Record != nil:
		f.shape(pointer, variant.Record, rest)
	case len(rest) > 0:
		f.misfit(pointer+"/"+rest[0].Key, "the tag %q stands alone", tag)
	}
}

func (f *fitting) value(pointer string, t *catalog.Type, v any) {
	if v == nil && t.Nullable {
		return
	}
	object, isObject := v.(Object)
	list, isList := v.([]any)
	number, isNumber := v.(json.Number)
	expected, ok := "an object", isObject
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		expected = "a string"
		_, ok = v.(string)
	case catalog.Boolean:
		expected = "true or false"
		_, ok = v.(bool)
	case catalog.Integer:
		_, err := strconv.ParseInt(string(number), 10, 64)
		expected, ok = "an integer", err == nil
	case catalog.Number:
		expected, ok = "a number", isNumber
	case catalog.Array:
		expected, ok = "an array", isList
	case catalog.Any, catalog.Unspecified:
		return
	}
	if !ok {
		f.misfit(pointer, "expected %s", expected)
		return
	}
	switch t.Kind {
	case catalog.Record:
		f.shape(pointer, t.Record, object)
	case catalog.Union:
		f.union(pointer, t.Union, object)
	case catalog.Array:
		for i, item := range list {
			f.value(pointer+"/"+strconv.Itoa(i), t.Elem, item)
		}
	case catalog.Map:
		for _, m := range object {
			f.value(pointer+"/"+m.Key, t.Elem, m.Value)
		}
	}
}
