package openapi

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/wording"
)

// side is the side on which a schema is used. Constraints of a request do not bind
// a response, which may have unknown fields and unexpected values.
type side int

const (
	request side = iota
	answer
)

// components returns the schemas of enums, records and unions, and those of each operation.
func components(c *catalog.Catalog) object {
	var all object
	for _, e := range c.Enums {
		all = append(all, of(typeName(e.Name), enum(e))...)
	}
	inAnswers := catalog.ReachOfAnswers(slices.Collect(c.Operations())...)
	for _, s := range c.Records {
		all = append(all, of(typeName(s.Name), record(s, request))...)
		if inAnswers.Records[s] {
			all = append(all, of(typeName(s.Name)+".answer", record(s, answer))...)
		}
	}
	for _, u := range c.Unions {
		all = append(all, union(u, request)...)
		if inAnswers.Unions[u] {
			all = append(all, union(u, answer)...)
		}
	}
	for op := range c.Operations() {
		all = member(all, op.Empty != catalog.EmptyNone, requestName(op), body(op))
		all = member(all, !op.Response.Nothing, answerName(op), shownAnswer(op))
		if hasFailure(op) {
			all = append(all, of(failureName(op), failureSchema(op))...)
		}
	}
	return all
}

// typeName is the name of a type as the key of a component, in ASCII letters and
// digits.
func typeName(name string) string {
	var b strings.Builder
	for _, c := range name {
		switch {
		case c < 128:
			b.WriteRune(c)
		case c < 1<<16:
			fmt.Fprintf(&b, "-u%04X", c)
		default:
			fmt.Fprintf(&b, "-U%08X", c)
		}
	}
	return b.String()
}

func enum(e *catalog.Enum) object {
	var values []any
	var words []string
	for _, v := range e.Values {
		values = append(values, v.Value)
		if v.Description != "" {
			words = append(words, v.Value+": "+v.Description)
		}
	}
	o := of("type", "string")
	o = member(o, len(words) > 0 || e.Description != "", "description", sentences(append([]string{e.Description}, words...)))
	if e.Open {
		return append(o, of("x-known-values", values)...)
	}
	return append(o, of("enum", values)...)
}

// record returns the schema of a record.
func record(s *catalog.Shape, where side) object {
	return shape(s, where, s.Open || where == answer, nil)
}

// body returns the schema of a request.
func body(op *catalog.Operation) object {
	if op.Empty == catalog.EmptyNull {
		return of("type", "null")
	}
	return ruled(shape(op.Request, request, op.Request.Open, requestWords(op), credentials(op.Auth)...), plan.Rules(op))
}

// requestWords says in sentences what holds for a request beyond its fields.
func requestWords(op *catalog.Operation) []string {
	words := op.BodyWords()
	for _, r := range op.Rules {
		words = append(words, r.Words())
	}
	if op.Pagination != nil {
		words = append(words, op.Pagination.Words()...)
	}
	return words
}

// shownAnswer returns the schema of a response. If its shape is not shown, the
// schema allows everything.
func shownAnswer(op *catalog.Operation) object {
	if !op.Response.Shown {
		o := of("description", "The shape of the response is unspecified.", "x-unspecified", true)
		return member(o, op.Response.Assumed != "", "x-assumed", op.Response.Assumed)
	}
	if whole := op.Response.Whole; whole != nil {
		o := member(typed(whole.Type, answer), op.Response.Assumed != "", "x-assumed", op.Response.Assumed)
		o = member(o, whole.Sensitive, "x-sensitive", true)
		return member(o, op.Response.Lenient, "x-lenient", true)
	}
	return member(shape(op.Response.Shape, answer, true, nil), op.Response.Lenient, "x-lenient", true)
}

// shape returns the schema of an object, with additional text and properties.
func shape(s *catalog.Shape, where side, open bool, words []string, more ...pair) object {
	text := sentences(append([]string{s.Description}, words...))
	o := member(of("type", "object"), text != "", "description", text)
	o = member(o, s.Assumed != "", "x-assumed", s.Assumed)
	var properties object
	var required []any
	for _, f := range s.Fields {
		properties = append(properties, of(f.Name, field(f, where))...)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	properties = append(properties, more...)
	o = member(o, properties != nil, "properties", properties)
	o = member(o, required != nil, "required", required)
	return append(o, of("additionalProperties", open)...)
}

// sentences joins texts to one paragraph.
func sentences(texts []string) string {
	var all []string
	for _, t := range texts {
		if t = wording.Sentence(t); t != "" {
			all = append(all, t)
		}
	}
	return strings.Join(all, " ")
}
