// Package openapi turns a catalog into an OpenAPI 3.1 document. Rules are in it
// as JSON Schema as far as that goes, and beyond it as x- keys and in words,
// which are those of package catalog.
package openapi

import (
	"cmp"
	"strings"

	"example.com/opgen/catalog"
)

// Document is an OpenAPI document, its members in the order in which they are
// shown.
type Document struct{ root object }

// member is an object with one more member, where there is one.
func member(o object, where bool, key string, value any) object {
	if !where {
		return o
	}
	return append(o, pair{key, value})
}

// of is an object of keys and values.
func of(pairs ...any) object {
	o := object{}
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, pair{pairs[i].(string), pairs[i+1]})
	}
	return o
}

// list is a list of values of one type.
func list[T any](items ...T) []any {
	all := make([]any, len(items))
	for i, item := range items {
		all[i] = item
	}
	return all
}

// New returns the document of a catalog.
func New(c *catalog.Catalog) *Document {
	return &Document{of(
		"openapi", "3.1.0",
		"info", info(c),
		"servers", list(of(
			"url", "{base_url}",
			"description", "Where the service is; a path may follow the host.",
			"variables", of("base_url", of("default", "https://host")))),
		"tags", tags(c),
		"paths", paths(c),
		"components", of("schemas", components(c), "responses", of("Problem", problemResponse)),
	)}
}

func info(c *catalog.Catalog) object {
	o := of("title", c.Title, "version", c.Version)
	return member(o, c.Description != "", "description", c.Description)
}

func tags(c *catalog.Catalog) []any {
	var all []any
	for _, a := range c.Areas {
		all = append(all, member(of("name", a.Name), a.Description != "", "description", a.Description))
	}
	return all
}

func paths(c *catalog.Catalog) object {
	var all object
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			all = append(all, of(op.Path, of("post", operation(op)))...)
		}
	}
	return all
}

// operation describes the POST of an operation.
func operation(op *catalog.Operation) object {
	o := of("operationId", op.Area.Name+"."+op.Name, "tags", list(op.Area.Name))
	o = member(o, op.Summary != "", "summary", op.Summary)
	o = member(o, op.Description != "", "description", op.Description)
	o = deprecated(o, op.Deprecated)
	o = append(o, of("x-effect", string(op.Effect))...)
	if p := op.Pagination; p != nil {
		o = append(o, of("x-pagination", pagination(p))...)
	}
	needed := needsBody(op)
	return append(o, of(
		"requestBody", of("required", needed, "content", json(ref(requestName(op)))),
		"responses", of(
			"200", of("description", answerWords(op), "content", json(ref(answerName(op)))),
			"default", of("$ref", "#/components/responses/Problem"),
		))...)
}

// json is content of the one media type there is.
func json(schema object) object { return of("application/json", of("schema", schema)) }

func ref(name string) object { return of("$ref", "#/components/schemas/"+name) }

// The schemas of a body and an answer have the names of areas and operations,
// which hold no dot, and so none that a record has.
func requestName(op *catalog.Operation) string { return op.Area.Name + "." + op.Name + ".request" }
func answerName(op *catalog.Operation) string  { return op.Area.Name + "." + op.Name + ".answer" }

// needsBody reports whether a request without a body is refused, which counts as
// one without members.
func needsBody(op *catalog.Operation) bool {
	for _, f := range op.Request.Fields {
		if f.Required {
			return true
		}
	}
	for _, r := range op.Rules {
		if r.Kind == catalog.FirstOf || r.Kind == catalog.AtLeastOneOf {
			return true
		}
	}
	return false
}

func answerWords(op *catalog.Operation) string {
	if !op.Response.Shown {
		return strings.TrimSpace(op.Response.Description + " The shape of the answer is not shown.")
	}
	return cmp.Or(op.Response.Description, "The answer.")
}

func deprecated(o object, d *catalog.Deprecation) object {
	if d == nil {
		return o
	}
	var about object
	about = member(about, d.Since != "", "since", d.Since)
	about = member(about, d.Sunset != "", "sunset", d.Sunset)
	about = member(about, d.Use != "", "use", d.Use)
	return member(append(o, of("deprecated", true)...), about != nil, "x-deprecated", about)
}

func pagination(p *catalog.Pagination) object {
	o := of("page", p.Page.Name, "size", p.Size.Name)
	if p.First != nil {
		o = append(o, of("first", *p.First)...)
	}
	if p.DefaultSize != nil {
		o = append(o, of("default_size", *p.DefaultSize)...)
	}
	if p.Items != nil {
		o = append(o, of("items", p.Items.Name)...)
	}
	return o
}
