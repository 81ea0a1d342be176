package openapi

// Handlers behave alike in every catalog. What they send is described here for this document and for the
// reference, so that both say the same.

// Status is a status of a handler that does not serve a request, and when it sends it.
type Status struct{ Code, When string }

// Statuses are in the order in which a handler checks for them: it sends the first one that
// applies.
var Statuses = []Status{
	{"404", "No operation has the path, which has to be spelled as it is here, or the handler does not serve its area."},
	{"405", "The method is not POST."},
	{"401", "The caller is not let in. The response says nothing else, or has the status and text that the authenticator chooses."},
	{"415", "The Content-Type is not application/json, or there is a Content-Encoding."},
	{"413", "The body is too large."},
	{"503", "Other requests take up the memory for bodies. The header Retry-After says when to try again."},
	{"400", "The body cannot be read: it is not JSON in UTF-8, is nested too deep, has too many items or is cut off."},
	{"422", "The body is JSON, but breaks a rule of the operation."},
	{"501", "The service does not implement the operation."},
	{"500", "The service failed. The response says nothing about the cause."},
	{"4xx, 5xx", "The service refused the request, such as with 403 or 409: status and texts are its own."},
}

// Member is a member of a problem or a violation.
type Member struct {
	Name, Type, Means string
	Always            bool // present
}

// ProblemMembers and ViolationMembers are defined by RFC 9457 and the runtime.
var (
	ProblemMembers = []Member{
		{"title", "string", "The kind of problem; the text of the status, unless the service says more.", true},
		{"status", "integer", "The status of the response.", true},
		{"detail", "string", "What happened this time.", false},
		{"errors", "[violation]", "What is wrong with the request: up to 50 violations.", false},
		{"type", "string", "A URI of the kind of problem. Without it, title says it all.", false},
		{"instance", "string", "A URI of this occurrence.", false},
	}
	ViolationMembers = []Member{
		{"field", "string", `The place in the body, as a JSON pointer: "/addresses/0/type". "" is the whole body.`, true},
		{"rule", "string", "The rule that is broken, such as required, max-length or first-of.", true},
		{"message", "string", "What was expected, in words. It does not repeat the value.", true},
	}
)

// membersOf returns the schema of a problem or a violation.
func membersOf(all []Member) object {
	var properties object
	var required []any
	for _, m := range all {
		schema := obj("type", m.Type)
		switch m.Type {
		case "[violation]":
			schema = obj("type", "array", "items", membersOf(ViolationMembers))
		case "integer": // a status
			schema = append(schema, obj("format", "int32")...)
		}
		properties = append(properties, pairOf(m.Name, append(schema, obj("description", m.Means)...)))
		if m.Always {
			required = append(required, m.Name)
		}
	}
	return obj("type", "object", "properties", properties, "required", required)
}

// problemResponse returns the response for every failure.
func problemResponse(schema string) object {
	words := "The request failed. After a 5xx, a write may have taken effect."
	for _, s := range Statuses {
		words += " " + s.Code + ": " + s.When
	}
	return obj(
		"description", words,
		"headers", obj(
			"X-Request-Id", header("Names the request."),
			"Retry-After", header("When to try again: seconds, or a date. A 503 has it.")),
		"content", obj("application/problem+json", obj("schema", ref(schema))),
	)
}

func header(description string) object {
	return obj("description", description, "schema", obj("type", "string"))
}
