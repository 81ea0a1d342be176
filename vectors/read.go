package vectors

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
)

// reader reads the vectors of an area.
type reader struct {
	*catalog.Reader
	set      Set
	areaName string
	area     *catalog.Area // nil where it is not known
	subject  string        // what problems are about: "contacts.new_contact"
	within   string        // ends in ": " where it is not empty
}

func (r *reader) report(id catalog.ID, at catalog.Value, format string, args ...any) *catalog.Problem {
	return r.Report(id, at, r.subject, strings.ReplaceAll(r.within, "%", "%%")+format, args...)
}

func (r *reader) unknownArea(areas []*catalog.Area) {
	var known []string
	for _, a := range areas {
		known = append(known, a.Name)
	}
	r.report(UnknownArea, r.Root(), "the file is named after its area, and the catalog has no area %s%s",
		catalog.Quote(r.areaName), catalog.Remedy(r.areaName, known))
}

func (r *reader) file() {
	root := r.Root()
	if root.Broken() {
		return
	}
	entries, ok := root.Map()
	if !ok {
		r.report(catalog.WrongKind, root, "expected a map, found %s; a file of vectors starts with %q", root.Found(), start)
		return
	}
	a := r.keys(entries, root, fileKeys)
	if a.has("vectors") && a.text("vectors") != formatVersion {
		r.report(catalog.WrongVersion, a.values["vectors"], "vectors of version %s are not known; this program reads version %s: write %q, or use the release that reads yours",
			catalog.Quote(a.text("vectors")), formatVersion, start)
	}
	if !a.has("operations") {
		return
	}
	operations, ok := a.values["operations"].Map()
	if !ok {
		r.report(catalog.WrongKind, a.values["operations"], `"operations": expected a map from names, found %s`, a.values["operations"].Found())
	}
	for _, e := range operations {
		r.subject = r.areaName + "." + e.Key.Text()
		r.operation(e)
	}
}

// operation reads the list of the vectors of an operation.
func (r *reader) operation(e catalog.Entry) {
	op := r.operationOf(e.Key)
	items, ok := e.Value.List()
	switch {
	case e.Value.Broken():
	case !ok:
		r.report(catalog.WrongKind, e.Value, "expected a list of vectors, found %s", e.Value.Found())
	case len(items) == 0:
		r.report(catalog.EmptyValue, e.Value, "the list of vectors is empty; fill it or delete the operation")
	}
	known := map[string]catalog.Value{}
	for _, item := range items {
		r.within = ""
		if v := r.vector(op, item, known); op != nil {
			r.set[op] = append(r.set[op], v)
		}
	}
	r.within = ""
}

// operationOf returns the operation of a name, nil where it is not known.
func (r *reader) operationOf(name catalog.Value) *catalog.Operation {
	if r.area == nil {
		return nil
	}
	var known []string
	for _, op := range r.area.Operations {
		if op.Name == name.Text() {
			return op
		}
		known = append(known, op.Name)
	}
	r.report(UnknownOperation, name, "the area %q has no operation %s%s", r.area.Name, catalog.Quote(name.Text()), catalog.Remedy(name.Text(), known))
	return nil
}

// vector reads one vector. Where it has a problem, what it returns is not used.
func (r *reader) vector(op *catalog.Operation, item catalog.Value, known map[string]catalog.Value) *Vector {
	entries, ok := item.Map()
	if !ok {
		if !item.Broken() {
			r.report(catalog.WrongKind, item, "expected a map, found %s", item.Found())
		}
		return nil
	}
	a := r.keys(entries, item, vectorKeys)
	r.name(a, known)
	v := &Vector{Name: a.text("name"), Request: a.text("request"), Body: a.text("body")}
	v.Client, v.Server = r.sides(a)
	switch {
	case a.given["body"] && a.given["violations"]:
		r.report(catalog.ConflictingKeys, a.place("violations", item), `a request becomes a "body" or has "violations"; delete one`)
	case !a.given["body"] && !a.given["violations"]:
		r.report(catalog.MissingKey, item, `what becomes of the request is missing; add "body" or "violations"`)
	}
	for _, n := range a.texts("shows") {
		v.Shows = append(v.Shows, n.Text())
		r.shown(op, n)
	}
	for _, n := range a.texts("violations") {
		v.Violations = append(v.Violations, n.Text())
		r.violation(n)
	}
	if a.has("body") {
		r.body(a.values["body"])
	}
	if a.has("request") && v.Client {
		v.Value = r.request(op, a.values["request"])
	}
	return v
}

// place returns the value of a key for a problem, or else the place given.
func (a attrs) place(key string, otherwise catalog.Value) catalog.Value {
	if a.has(key) {
		return a.values[key]
	}
	return otherwise
}

// name checks that a name is given once, and lets problems show it.
func (r *reader) name(a attrs, known map[string]catalog.Value) {
	if !a.has("name") {
		return
	}
	name := a.values["name"]
	switch first, again := known[name.Text()]; {
	case strings.TrimSpace(name.Text()) == "":
		r.report(catalog.EmptyValue, name, `"name" is empty; say what the vector shows`)
	case again:
		r.report(catalog.DuplicateValue, name, "two vectors are named %s; rename one", catalog.Quote(name.Text())).
			Beside(first, "first named here")
	default:
		known[name.Text()] = name
	}
	r.within = "vector " + catalog.Quote(name.Text()) + ": "
}

// sides returns who is given the request.
func (r *reader) sides(a attrs) (client, server bool) {
	switch only := a.text("only"); {
	case !a.has("only"):
		return !a.given["only"], true
	case only == "client":
		return true, false
	case only == "server":
		return false, true
	default:
		r.report(catalog.UnknownValue, a.values["only"], `"only" is %s%s`, catalog.Quote(only), catalog.Remedy(only, []string{"client", "server"}))
		return false, false
	}
}

// shown checks that a rule exists.
func (r *reader) shown(op *catalog.Operation, n catalog.Value) {
	if op == nil || n.Broken() {
		return
	}
	var known []string
	for _, rule := range Rules(op) {
		known = append(known, rule.Name)
	}
	if !slices.Contains(known, n.Text()) {
		r.report(UnknownRule, n, `"shows": the operation has no rule %s%s`, catalog.Quote(n.Text()), catalog.Remedy(n.Text(), known))
	}
}

// violation checks that a violation is a pointer and a rule.
func (r *reader) violation(n catalog.Value) {
	if n.Broken() {
		return
	}
	pointer, rule := splitViolation(n.Text())
	if pointer != "" && pointer[0] != '/' {
		r.report(BadPointer, n, `"violations": %s is no JSON pointer, which starts with "/"; write "/name non-blank", or the rule alone where it is about the whole body`, catalog.Quote(pointer))
	}
	if !slices.Contains(violationRules, rule) {
		r.report(UnknownRule, n, `"violations": there is no rule %s%s`, catalog.Quote(rule), catalog.Remedy(rule, violationRules))
	}
}

// splitViolation returns the pointer and the rule. The pointer may hold spaces.
func splitViolation(text string) (pointer, rule string) {
	if i := strings.LastIndexByte(text, ' '); i >= 0 {
		return text[:i], text[i+1:]
	}
	return "", text
}
