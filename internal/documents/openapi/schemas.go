package openapi

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// components returns the schemas of enums, records, unions and operations.
func components(c *catalog.Catalog) object {
	var all object
	for _, e := range c.Enums {
		all = append(all, obj(typeName(e.Name), enum(e))...)
	}
	inResponses := catalog.ResponseReach(slices.Collect(c.Operations())...)
	for _, s := range c.Records {
		all = append(all, obj(inRequest.name(s.Name), record(s, inRequest))...)
		if inResponses.Records[s] {
			all = append(all, obj(inResponse.name(s.Name), record(s, inResponse))...)
		}
	}
	for _, u := range c.Unions {
		all = append(all, union(u, inRequest)...)
		if inResponses.Unions[u] {
			all = append(all, union(u, inResponse)...)
		}
	}
	for op := range c.Operations() {
		all = append(all, operationSchemas(op)...)
	}
	return all
}

// operationSchemas returns the schemas of the request, the response and the failures of an operation.
func operationSchemas(op *catalog.Operation) object {
	var schemas object
	schemas = member(schemas, op.Empty != catalog.EmptyNone, requestName(op), body(op))
	if !op.Response.Nothing {
		schema := responseSchema(op)
		if schema.Get("$ref") != nil { // tools ignore what is beside it
			schema = obj("allOf", list(schema))
		}
		named := append(schema, obj("x-go-name", goNameOfResponse(op))...)
		schemas = append(schemas, obj(responseName(op), named)...)
	}
	if hasFailure(op) {
		schemas = append(schemas, obj(failureName(op), failureSchema(op))...)
	}
	return schemas
}

// enum returns the schema of an enum. An open one accepts any string.
func enum(e *catalog.Enum) object {
	var words []string
	for _, v := range e.Values {
		if v.Description != "" {
			words = append(words, v.Value+": "+v.Description)
		}
	}
	o := obj("type", "string")
	o = member(o, len(words) > 0 || e.Description != "", "description",
		sentences(append([]string{e.Description}, words...)))
	values := list(e.Texts()...)
	if e.Open {
		return append(o, obj("x-known-values", values)...)
	}
	return append(o, obj("enum", values)...)
}

// record returns the schema of a record.
func record(s *catalog.Shape, where side) object {
	return shape(s, where, s.Open || where == inResponse, nil, nil)
}

// body returns the schema of a request.
func body(op *catalog.Operation) object {
	if op.Empty == catalog.EmptyNull {
		return obj("type", "null")
	}
	r := op.Request
	fields := shape(r, inRequest, r.Open, op.Conditions(), nil, credentials(op.Auth)...)
	return withRules(fields, op.Rules)
}

// responseSchema returns the schema of a response, with the members of an envelope that are beside
// its own. It allows everything else if the catalog does not document the response.
func responseSchema(op *catalog.Operation) object {
	required, others := envelopeProperties(op)
	r := op.Response
	if !r.Shown {
		o := obj("description", "The shape of the response is unspecified.", "x-unspecified", true)
		o = member(o, r.Assumed != "", "x-assumed", r.Assumed)
		if required == nil {
			return o
		}
		return append(o, obj("type", "object", "properties", append(required, others...),
			"required", list(op.Envelope.Success), "additionalProperties", true)...)
	}
	var o object
	if whole := r.Whole; whole != nil {
		o = member(typeSchema(whole.Type, inResponse), r.Assumed != "", "x-assumed", r.Assumed)
		o = member(o, whole.Sensitive, "x-sensitive", true)
	} else {
		o = shape(r.Shape, inResponse, true, nil, required, others...)
	}
	return member(o, r.Lenient, "x-lenient", true)
}

// shape returns the schema of an object, with additional text and properties. A tag is a
// required property before the others.
func shape(s *catalog.Shape, where side, open bool, words []string, tag object, more ...pair) object {
	text := sentences(append([]string{s.Description}, words...))
	o := member(obj("type", "object"), text != "", "description", text)
	o = member(o, s.Assumed != "", "x-assumed", s.Assumed)
	properties := slices.Clone(tag)
	var required []any
	for _, p := range tag {
		required = append(required, p.Key)
	}
	for _, f := range s.Fields {
		properties = append(properties, obj(f.Name, field(f, where))...)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	properties = append(properties, more...)
	o = member(o, properties != nil, "properties", properties)
	o = member(o, required != nil, "required", required)
	return append(o, obj("additionalProperties", open)...)
}
