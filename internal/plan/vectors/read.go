package vectors

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/wording"
)

// A vector is read and checked against its operation: names that do not exist, values that no request in
// Go can hold, and bodies that would never be sent are reported where they are written.

// reader reads the vectors of an area.
type reader struct {
	*yamldoc.Checker
	set      Set
	areaName string
	area     *catalog.Area // nil if it is not known
	scope    yamldoc.Scope // of problems: "contacts.new_contact"
}

// report adds a problem in the current scope.
func (r *reader) report(id catalog.ID, at *yamldoc.Node, format string, args ...any) *catalog.Problem {
	return r.Report(id, at, r.scope, format, args...)
}

// file reads a file. c is nil if the catalog has problems.
func (r *reader) file(source catalog.Source, c *catalog.Catalog) {
	root := r.Open(source, format)
	if root == nil {
		return
	}
	if c != nil {
		r.findArea(root, c.Areas)
	}
	for _, e := range root.Entries("operations") {
		r.scope = yamldoc.Scope{Subject: r.areaName + "." + e.Key.Text}
		r.operation(e)
	}
}

// findArea finds the area with the name of the file.
func (r *reader) findArea(root *yamldoc.Object, areas []*catalog.Area) {
	var names []string
	for _, a := range areas {
		if a.Name == r.areaName {
			r.area = a
			return
		}
		names = append(names, a.Name)
	}
	r.area = nil
	r.report(UnknownArea, root.Node, "the file is named after its area, and the catalog has no "+
		"area %s%s",
		wording.Quote(r.areaName), wording.OneOf(r.areaName, names))
}

// operation reads the vectors of an operation.
func (r *reader) operation(e yamldoc.Entry) {
	op := r.operationOf(e.Key)
	switch {
	case e.Value.Kind == yamldoc.Broken:
	case e.Value.Kind != yamldoc.List:
		r.report(yamldoc.WrongKind, e.Value, "expected a list of vectors, found %s",
			e.Value.Found())
	case len(e.Value.Items) == 0:
		r.report(yamldoc.EmptyValue, e.Value,
			"the list of vectors is empty; fill it or delete the operation")
	}
	named := map[string]*yamldoc.Node{}
	for _, item := range e.Value.Items {
		r.scope.Within = ""
		v := r.vector(op, item, named)
		if op != nil {
			r.set[op] = append(r.set[op], v)
		}
	}
}

// operationOf returns the operation with a name, nil if there is none.
func (r *reader) operationOf(name *yamldoc.Node) *catalog.Operation {
	if r.area == nil {
		return nil
	}
	var names []string
	for _, op := range r.area.Operations {
		if op.Name == name.Text {
			return op
		}
		names = append(names, op.Name)
	}
	r.report(UnknownOperation, name, "the area %q has no operation %s%s", r.area.Name,
		wording.Quote(name.Text), r.OneOf(name.Text, func() []string { return names }))
	return nil
}

// vector reads a vector. If it has a problem, the result is not used.
func (r *reader) vector(op *catalog.Operation, item *yamldoc.Node, named map[string]*yamldoc.Node) *Vector {
	if item.Kind != yamldoc.Map {
		if item.Kind != yamldoc.Broken {
			r.report(yamldoc.WrongKind, item, "expected a map, found %s", item.Found())
		}
		return nil
	}
	o := r.Decode("vector", item, r.scope)
	r.checkName(o, named)
	v := &Vector{Name: o.Text("name"), Request: o.Text("request"), Body: o.Text("body")}
	v.Client, v.Server = sides(o)
	if o.Has("response") {
		r.response(op, o, v)
		return v
	}
	r.checkRequestKeys(o)
	for _, n := range o.Items("shows") {
		v.Shows = append(v.Shows, n.Text)
		r.checkShown(op, n)
	}
	for _, n := range o.Items("violations") {
		v.Violations = append(v.Violations, n.Text)
		r.checkViolation(n)
	}
	if n := o.Value("body"); n != nil {
		r.checkBody(op, n)
	}
	if n := o.Value("request"); n != nil && v.Client {
		v.Value = r.request(op, n)
	}
	return v
}

// checkRequestKeys reports keys of a vector about a request that are missing or contradict each other.
func (r *reader) checkRequestKeys(o *yamldoc.Object) {
	hasRequest, hasBody, hasViolations := o.Has("request"), o.Has("body"), o.Has("violations")
	hasResult := hasBody || hasViolations
	switch {
	case o.Has("status"):
		r.report(catalog.ConflictingKeys, cmp.Or(o.Value("status"), o.Node),
			`"status" belongs to a response, and there is none; add "response" or delete it`)
	case !hasRequest:
		r.report(yamldoc.MissingKey, o.Node,
			`a vector is about a request or a response; add "request" or "response"`)
	}
	switch {
	case !hasRequest && !hasResult: // reported above
	case hasBody && hasViolations:
		r.report(catalog.ConflictingKeys, cmp.Or(o.Value("violations"), o.Node),
			`a request becomes a "body" or has "violations"; delete one`)
	case !hasResult:
		r.report(yamldoc.MissingKey, o.Node,
			`the result of the request is missing; add "body" or "violations"`)
	}
}

// checkName checks that a name is unique, adds it to the named vectors, and to the scope of problems.
func (r *reader) checkName(o *yamldoc.Object, named map[string]*yamldoc.Node) {
	name := o.Value("name")
	if name == nil {
		return
	}
	if first := named[name.Text]; first != nil {
		r.report(catalog.DuplicateValue, name, "two vectors are named %s; rename one",
			wording.Quote(name.Text)).
			And(first, "first named here")
	} else {
		named[name.Text] = name
	}
	r.scope.Within = "vector " + wording.Quote(name.Text) + ": "
}

// sides reports which sides the request is for.
func sides(o *yamldoc.Object) (client, server bool) {
	switch o.Text("only") {
	case "client":
		return true, false
	case "server":
		return false, true
	}
	return !o.Has("only"), true
}

// checkShown checks that a rule exists.
func (r *reader) checkShown(op *catalog.Operation, n *yamldoc.Node) {
	if op == nil || n.Kind != yamldoc.String {
		return
	}
	var rules []string
	for _, rule := range Rules(op) {
		rules = append(rules, rule.Name)
	}
	if !slices.Contains(rules, n.Text) {
		r.report(UnknownRule, n, `"shows": the operation has no rule %s%s`, wording.Quote(n.Text),
			r.OneOf(n.Text, func() []string { return rules }))
	}
}

// checkViolation checks that a violation is a pointer and a rule.
func (r *reader) checkViolation(n *yamldoc.Node) {
	if n.Kind != yamldoc.String {
		return
	}
	i := strings.LastIndexByte(n.Text, ' ') // the pointer may contain spaces
	pointer, rule := n.Text[:max(i, 0)], n.Text[i+1:]
	if pointer != "" && pointer[0] != '/' {
		r.report(BadPointer, n,
			`"violations": %s is not a JSON pointer, which starts with "/"; write "/name `+
				`non-blank", or only the rule if it is about the whole body`,
			wording.Quote(pointer))
	}
	if !slices.Contains(violationRules, rule) {
		r.report(UnknownRule, n, `"violations": there is no rule %s%s`, wording.Quote(rule),
			r.OneOf(rule, func() []string { return violationRules }))
	}
}

// request reads the request of a vector for clients. It reports values that a request in Go
// cannot hold, so that no test can send them: an unknown member, a value of another type, a
// missing required value.
func (r *reader) request(op *catalog.Operation, n *yamldoc.Node) Object {
	o, ok := r.object("request", n)
	if ok && op != nil {
		r.checkFit(UnfitRequest, "request", n, op.Request.Type(), n.Text,
			` (if this is intended, add "only: server")`)
	}
	return o
}

// checkFit reports values in JSON that a type in Go cannot hold.
func (r *reader) checkFit(id catalog.ID, key string, at *yamldoc.Node, t *catalog.Type, text, remedy string) {
	for _, v := range interpreter.TypeViolations(t, text) {
		hint := ""
		if v.Rule == api.RuleUnknownField {
			name := jsonpointer.Unescape(v.Field[strings.LastIndexByte(v.Field, '/')+1:])
			hint = r.DidYouMean(name, func() []string { return fieldNames(t) })
		}
		r.report(id, at, "%q: %s %s%s%s", key,
			cmp.Or(strings.TrimPrefix(v.Field, "/"), "the value"), v.Message, hint, remedy)
	}
}

// fieldNames returns the names of the fields in a type.
func fieldNames(t *catalog.Type) []string {
	var names []string
	for s := range catalog.Reached(&catalog.Shape{Fields: []*catalog.Field{{Type: t}}}).Records {
		names = append(names, catalog.Names(s.Fields)...)
	}
	return slices.Compact(slices.Sorted(slices.Values(names)))
}
