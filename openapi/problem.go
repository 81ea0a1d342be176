package openapi

// problem is the schema of a failure response (RFC 9457).
var problem = of(
	"type", "object",
	"description", "What went wrong, as RFC 9457 has it.",
	"properties", of(
		"type", of("type", "string", "description", "URI reference of the kind of problem; absent for about:blank."),
		"title", of("type", "string", "description", "The kind of problem."),
		"status", of("type", "integer", "description", "The HTTP status code."),
		"detail", of("type", "string", "description", "What happened this time."),
		"instance", of("type", "string", "description", "URI reference of what happened this time."),
		"errors", of("type", "array", "description", "Everything that is wrong with the request.", "items", of(
			"type", "object",
			"properties", of(
				"field", of("type", "string", "description", "JSON Pointer of what is wrong; empty for the body as a whole."),
				"rule", of("type", "string", "description", "The rule that is broken: required, max-length, first-of."),
				"message", of("type", "string", "description", "What is wrong, in words."),
			),
			"required", list("field", "rule", "message"),
		)),
	),
	"required", list("title", "status"),
)

// problemResponse is the response for every failure: 400 for a body that is not
// JSON or exceeds a limit, 401 for a caller who is not authenticated, 404 and 405
// for an unknown path or method, 413 and 415 for a body that is too large or of
// another type, 422 for one that breaks a rule, 500 for a service that failed.
var problemResponse = of(
	"description", "The request was not served. 400: the body is no JSON or over a limit; 401: the caller is not let in; "+
		"404, 405: no such path or method; 413, 415: the body is too large, or of another type than JSON; "+
		"422: the body breaks a rule; 500: the service failed.",
	"content", of("application/problem+json", of("schema", ref("Problem."))),
)
