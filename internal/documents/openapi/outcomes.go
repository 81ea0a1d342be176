package openapi

import (
	"fmt"
	"slices"
	"strconv"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// responses describes the response of an operation and its failures, whose statuses may be
// the same in an envelope. problem names the schema of problems.
func responses(op *catalog.Operation, problem string) object {
	shown := ordered(sample.ShownSuccess(op))
	if op.Envelope == nil {
		all := of("200", append(described(op, responseWords(op)), of("content", json(ref(responseName(op)), shown))...))
		if op.Response.Nothing {
			all = of("204", described(op, responseWords(op)))
		}
		rest := failure
		switch f := op.Failure; {
		case f != nil && f.Status == 0:
			rest = failed(op, of("application/problem+json", of("schema", ref(problem)))...)
		case f != nil:
			all = append(all, of(strconv.Itoa(f.Status), failed(op))...)
		}
		return append(all, of("4XX", rest, "default", rest)...)
	}
	words, body, statuses := responseWords(op), wrapped(op), []int{op.Envelope.FailureStatus}
	if f := op.Failure; f != nil && f.Status != op.Envelope.FailureStatus {
		statuses = append(statuses, f.Status)
	}
	if slices.Contains(statuses, 200) {
		words += " Or the failure, which the envelope distinguishes."
		body = of("anyOf", list(body, ref(failureName(op))))
	}
	all := of("200", append(described(op, words), of("content", json(body, shown))...))
	for _, status := range statuses {
		if status > 200 && status < 300 { // 0 is any
			all = append(all, of(strconv.Itoa(status), failed(op))...)
		}
	}
	return append(all, of("4XX", failed(op), "default", failed(op))...)
}

// failed returns the response of a failure with the schema of the operation and other content.
func failed(op *catalog.Operation, others ...pair) object {
	words := "The request failed."
	if op.Failure != nil {
		words = op.Failure.Words()
	}
	return of("description", words, "headers", of("X-Request-Id", header("Names the request.")), "content", append(json(ref(failureName(op)), nil), others...))
}

// failureName returns the name of the schema of the failures of an operation.
func failureName(op *catalog.Operation) string { return op.String() + ".failure" }

// hasFailure reports whether an operation has a schema for its failures.
func hasFailure(op *catalog.Operation) bool { return op.Envelope != nil || op.Failure != nil }

// wrapped returns the schema of a response in its envelope.
func wrapped(op *catalog.Operation) object {
	e := op.Envelope
	properties, within := of(e.Success, of("type", kindOf(e.Value), "const", e.Value)), !op.Response.Nothing
	if within && e.Data != "" {
		properties = append(properties, of(e.Data, ref(responseName(op)))...)
	}
	around := of("type", "object", "properties", append(properties, siblings(e, nil)...), "required", list(e.Success))
	if within && e.Data == "" {
		return of("allOf", list(ref(responseName(op)), around))
	}
	return around
}

// siblings returns the properties of an envelope next to its data, except for some names.
func siblings(e *catalog.Envelope, except []string) object {
	var properties object
	if e.Siblings == nil {
		return nil
	}
	for _, f := range e.Siblings.Fields {
		if !slices.Contains(except, f.Name) {
			properties = append(properties, of(f.Name, field(f, inResponse))...)
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
		return of("type", "object", "properties", of(f.Member, typed), "required", list(f.Member))
	}
	properties, names := of(e.Success, of("not", of("const", e.Value))), []string{}
	text := of("description", "Why the request failed: a text, or a list or an object of texts.", "type", list("string", "array", "object", "null"))
	for _, name := range e.Messages {
		properties, names = append(properties, of(name, text)...), append(names, name)
	}
	if e.Violations != "" {
		properties = append(properties, of(e.Violations, of("type", "array",
			"description", "Everything that is wrong with the request.", "items", membersOf(ViolationMembers)))...)
	}
	if f != nil && f.Member != "" && !slices.Contains(names, f.Member) {
		properties, names = append(properties, of(f.Member, typed)...), append(names, f.Member)
	}
	around := of("type", "object", "description", fmt.Sprintf("A failure: %s is not %s.", e.Success, e.SuccessJSON()),
		"properties", append(properties, siblings(e, names)...), "required", list(e.Success))
	if f == nil || f.Member != "" {
		return around
	}
	return of("anyOf", list(of("allOf", list(typed, around)), around))
}
