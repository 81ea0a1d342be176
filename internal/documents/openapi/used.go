package openapi

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// A record has two schemas, since responses are not constrained. Tools make a type of each, and
// linters report those that nothing refers to. So a document has only the schemas that its
// operations use. Types of the catalog that no operation uses are there for readers.

// usedSchemas returns the schemas that parts of the document refer to, directly or by others, and
// those of types that no operation uses.
func usedSchemas(c *catalog.Catalog, schemas object, parts ...object) object {
	u := &usage{schemas, map[string]bool{}}
	for _, part := range parts {
		u.visit(part)
	}
	ofOperations := catalog.Reach(slices.Collect(c.Operations())...)
	for op := range c.Operations() {
		for _, s := range []*catalog.Shape{op.Request, op.Response.Shape} {
			if s.Include != nil { // its fields are those of the body
				ofOperations.Records[s.Include] = true
			}
		}
	}
	for _, r := range c.Records {
		u.add(typeName(r.Name), !ofOperations.Records[r])
	}
	for _, e := range c.Enums {
		u.add(typeName(e.Name), !ofOperations.Enums[e])
	}
	for _, t := range c.Unions {
		u.add(typeName(t.Name), !ofOperations.Unions[t])
	}
	return slices.DeleteFunc(slices.Clone(schemas), func(p pair) bool { return !u.used[p.Key] })
}

// usage collects the names of schemas that are used.
type usage struct {
	schemas object
	used    map[string]bool
}

// visit adds the schemas that a part of the document refers to.
func (u *usage) visit(part any) {
	switch part := part.(type) {
	case object:
		for _, p := range part {
			name, isSchema := strings.CutPrefix(textOf(p.Value), schemaPrefix)
			u.add(name, isSchema && p.Key == "$ref")
			u.visit(p.Value)
		}
	case []any:
		for _, item := range part {
			u.visit(item)
		}
	}
}

// add adds a schema, and those that it refers to, if a condition is true.
func (u *usage) add(name string, condition bool) {
	if !condition || u.used[name] {
		return
	}
	u.used[name] = true
	u.visit(u.schemas.Get(name))
}

// textOf returns a value that is a string, or "".
func textOf(v any) string {
	text, _ := v.(string)
	return text
}

// hasProblems reports whether an operation fails with a problem, and not in an envelope.
func hasProblems(c *catalog.Catalog) bool {
	for op := range c.Operations() {
		if op.Envelope == nil {
			return true
		}
	}
	return false
}
