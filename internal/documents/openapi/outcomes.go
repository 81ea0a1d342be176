package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// A failure differs from a success by its status, or by what its envelope says. In an envelope, both may
// have one status, and then one response has both schemas.

// responses describes the response of an operation and its failures, whose statuses may be
// the same in an envelope. problem names the schema of problems.
func responses(op *catalog.Operation, problem string) object {
	if op.Envelope == nil {
		return plainResponses(op, problem)
	}
	shown := orderedValue(sample.ShownSuccess(op))
	words := responseWords(op)
	body := envelopeSchema(op)
	statuses := []int{op.Envelope.FailureStatus}
	if f := op.Failure; f != nil && f.Status != op.Envelope.FailureStatus {
		statuses = append(statuses, f.Status)
	}
	if slices.Contains(statuses, 200) {
		words += " Or the failure, which the envelope distinguishes."
		body = obj("anyOf", list(body, ref(failureName(op))))
	}
	all := obj("200", append(responseStart(op, words), obj("content", jsonContent(body, shown))...))
	for _, status := range statuses {
		if status > 200 && status < 300 { // 0 is any
			all = append(all, obj(strconv.Itoa(status), failureResponse(op))...)
		}
	}
	return append(all, obj("4XX", failureResponse(op), "default", failureResponse(op))...)
}

// plainResponses is responses for an operation without an envelope. Without a type of its own, a failure
// is a problem.
func plainResponses(op *catalog.Operation, problem string) object {
	success := responseStart(op, responseWords(op))
	all := obj("204", success)
	if !op.Response.Nothing {
		shown := orderedValue(sample.ShownSuccess(op))
		content := jsonContent(ref(responseName(op)), shown)
		all = obj("200", append(success, obj("content", content)...))
	}
	rest := failure
	f := op.Failure
	switch {
	case f != nil && f.Status == 0:
		rest = failureResponse(op, obj("application/problem+json", obj("schema", ref(problem)))...)
	case f != nil:
		all = append(all, obj(strconv.Itoa(f.Status), failureResponse(op))...)
	}
	return append(all, obj("4XX", rest, "default", rest)...)
}

// failureResponse returns the response of a failure with the schema of the operation and other content.
func failureResponse(op *catalog.Operation, others ...pair) object {
	words := "The request failed."
	if op.Failure != nil {
		words = op.Failure.Words()
	}
	return obj("description", words, "headers", obj("X-Request-Id", header("Names the request.")),
		"content", append(jsonContent(ref(failureName(op)), nil), others...))
}

// hasFailure reports whether an operation has a schema for its failures.
func hasFailure(op *catalog.Operation) bool { return op.Envelope != nil || op.Failure != nil }

// envelopeSchema returns the schema of a response in its envelope.
func envelopeSchema(op *catalog.Operation) object {
	e := op.Envelope
	isResponse := !op.Response.Nothing
	if isResponse && e.Data == "" {
		return ref(responseName(op)) // which has the members of the envelope
	}
	properties := successProperty(e)
	if isResponse {
		properties = append(properties, obj(e.Data, ref(responseName(op)))...)
	}
	properties = append(properties, siblingProperties(e, nil)...)
	return obj("type", "object", "properties", properties, "required", list(e.Success))
}

// successProperty returns the property that reports a success.
func successProperty(e *catalog.Envelope) object {
	return obj(e.Success, obj("type", kindOf(e.Value), "const", e.Value))
}

// envelopeProperties returns the properties of an envelope that are beside those of a response: the
// required one, and others. An envelope that has a member for the response has none.
func envelopeProperties(op *catalog.Operation) (required, others object) {
	e := op.Envelope
	if e == nil || e.Data != "" {
		return nil, nil
	}
	return successProperty(e), siblingProperties(e, nil)
}

// siblingProperties returns the properties of an envelope next to its data, except for some names.
func siblingProperties(e *catalog.Envelope, except []string) object {
	var properties object
	if e.Siblings == nil {
		return nil
	}
	for _, f := range e.Siblings.Fields {
		if !slices.Contains(except, f.Name) {
			properties = append(properties, obj(f.Name, field(f, inResponse))...)
		}
	}
	return properties
}

// failureSchema returns the schema of the failures of an operation.
func failureSchema(op *catalog.Operation) object {
	e, f := op.Envelope, op.Failure
	var typed object
	if f != nil {
		typed = ref(inResponse.name(f.Type.String()))
	}
	switch {
	case e == nil && f.Member == "":
		return typed
	case e == nil:
		return obj("type", "object", "properties", obj(f.Member, typed), "required", list(f.Member))
	case f == nil:
		return failureEnvelope(e, nil)
	case f.Member != "":
		return failureEnvelope(e, obj(f.Member, typed))
	case f.Type.Record != nil:
		return failureEnvelope(e, failureProperties(e, f))
	}
	around := failureEnvelope(e, nil)
	return obj("anyOf", list(obj("allOf", list(typed, around)), around))
}

// failureEnvelope returns the schema of an envelope around a failure. The properties of the failure
// itself replace others.
func failureEnvelope(e *catalog.Envelope, own object) object {
	properties := own
	add := func(name string, schema object) {
		properties = member(properties, properties.Get(name) == nil, name, schema)
	}
	add(e.Success, obj("not", obj("const", e.Value)))
	for _, name := range e.Messages {
		add(name, failureText)
	}
	if e.Violations != "" {
		add(e.Violations, obj("type", "array",
			"description", "Everything that is wrong with the request.", "items", membersOf(ViolationMembers)))
	}
	for _, p := range siblingProperties(e, nil) {
		add(p.Key, p.Value.(object))
	}
	return obj(
		"type", "object",
		"description", fmt.Sprintf("A failure: %s is not %s.", e.Success, e.SuccessJSON()),
		"properties", properties,
		"required", list(e.Success))
}

// failureText is the schema of a message of a failure.
var failureText = obj("description", "Why the request failed: a text, or a list or an object of texts.",
	"anyOf", list(
		obj("type", "string"),
		obj("type", "array", "items", object{}),
		obj("type", "object"),
		obj("type", "null")))

// failureProperties returns the properties of a failure whose members are beside those of the
// envelope. None is required, since a handler that refuses a request sends the envelope alone:
// generators of code read one object, and no alternatives.
func failureProperties(e *catalog.Envelope, f *catalog.Failure) object {
	var properties object
	for _, m := range f.Type.Record.Fields {
		schema := field(m, inResponse)
		switch {
		case m.Name == e.Success:
			schema = member(schema, schema.Get("not") == nil, "not", obj("const", e.Value))
		case slices.Contains(e.Messages, m.Name) && !holdsText(m):
			schema = obj("anyOf", list(schema, failureText))
		}
		properties = append(properties, pairOf(m.Name, schema))
	}
	return properties
}

// holdsText reports whether a field of a response accepts any text.
func holdsText(f *catalog.Field) bool {
	switch f.Type.Kind {
	case catalog.String, catalog.Enumeration, catalog.Any, catalog.Unspecified:
		return true
	}
	return false
}

// jsonContent returns content of the only media type, with an example if there is one.
func jsonContent(schema object, example any) object {
	return obj("application/json", member(obj("schema", schema), example != nil, "example", example))
}

// failure refers to the response for failures. Some tools look for an entry of 4XX,
// others for the default.
var failure = obj("$ref", "#/components/responses/Problem")

// responseStart returns the first keys of a response. An empty response has no schema, so the
// facts about it are keys of the response.
func responseStart(op *catalog.Operation, words string) object {
	r := op.Response
	o := member(obj("description", words), r.Nothing && r.Assumed != "", "x-assumed", r.Assumed)
	return member(o, r.Nothing && r.Lenient, "x-lenient", true)
}

// responseWords describes a response in words.
func responseWords(op *catalog.Operation) string {
	switch {
	case op.Response.Nothing:
		return cmp.Or(op.Response.Description, "The response carries nothing.")
	case !op.Response.Shown:
		return strings.TrimSpace(op.Response.Description + " The shape of the response is unspecified.")
	}
	return cmp.Or(op.Response.Description, "The response.")
}
