package reference

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// Sentences about how clients and handlers behave depend on the catalog, and both forms of the
// reference share them. In these texts, backquotes mark code.

// What the conditions of these sentences ask about an operation.

func hasEnvelope(op *catalog.Operation) bool   { return op.Envelope != nil }
func hasNoEnvelope(op *catalog.Operation) bool { return op.Envelope == nil }
func hasFailure(op *catalog.Operation) bool    { return op.Failure != nil }
func isOpen(op *catalog.Operation) bool        { return op.Request.Open }
func hasNoAuth(op *catalog.Operation) bool     { return op.Auth == nil }
func hasWays(op *catalog.Operation) bool       { return op.Auth != nil && len(op.Auth.Ways) > 0 }
func isRestricted(op *catalog.Operation) bool  { return !isPublic(op) }

// some reports whether a condition holds for at least one operation.
func (v *view) some(holds func(*catalog.Operation) bool) bool {
	for op := range v.Operations() {
		if holds(op) {
			return true
		}
	}
	return false
}

// Introduction says how a request looks.
func (v *view) Introduction() string {
	return strings.Join(append(v.bodyWords(), v.fieldWords()...), " ")
}

// bodyWords says what the bodies of requests are.
func (v *view) bodyWords() []string {
	const (
		post     = "Every operation is a `POST`"
		address  = " to the service's base URL followed by the path of the operation"
		jsonType = "with `Content-Type: application/json`"
	)
	objects := v.some(func(op *catalog.Operation) bool { return op.Empty == catalog.EmptyObject })
	nulls := v.some(func(op *catalog.Operation) bool { return op.Empty == catalog.EmptyNull })
	nothing := v.some(func(op *catalog.Operation) bool { return op.Empty == catalog.EmptyNone })
	switch {
	case objects && !nulls && !nothing:
		return []string{post + " of one JSON object" + address + ", " + jsonType + "."}
	case objects:
		return []string{post + address + ".",
			"Unless the operation says otherwise, its body is one JSON object, " + jsonType + "."}
	case nulls && nothing:
		return []string{post + address + ", without a body or with the body `null`."}
	case nulls:
		return []string{post + address + ", with the body `null` and " + jsonType[len("with "):] + "."}
	default:
		return []string{post + address + ", without a body."}
	}
}

// fieldWords says which fields of a request are sent.
func (v *view) fieldWords() []string {
	var fields []*catalog.Field
	for op := range v.Operations() {
		fields = append(fields, requestFields(op)...)
	}
	var words []string
	if len(fields) > 0 {
		absent := "Fields that are absent or null are left out"
		isNullable := func(f *catalog.Field) bool { return f.Type.Nullable }
		if slices.ContainsFunc(fields, isNullable) {
			absent += ", unless the field may be null"
		}
		sent := "`false`, `0` and `\"\"` are sent"
		if slices.ContainsFunc(fields, leavesOutEmpty) {
			sent += ", unless an empty string counts as absent"
		}
		words = append(words, absent+"; "+sent+".")
	}
	mayBeEmpty := func(op *catalog.Operation) bool {
		return op.Empty == catalog.EmptyObject && len(plan.Request(op).Needed()) == 0
	}
	if v.some(mayBeEmpty) {
		words = append(words, "A body without fields is `{}`.")
	}
	return words
}

// leavesOutEmpty reports whether an empty string is not sent.
func leavesOutEmpty(f *catalog.Field) bool {
	_, omitsEmpty := plan.FieldStep(f).When.(plan.Given)
	return omitsEmpty && f.Type.Kind == catalog.String
}

// requestFields returns the fields of a request, and those of the records in it.
func requestFields(op *catalog.Operation) []*catalog.Field {
	fields := slices.Clone(op.Request.Fields)
	for record := range catalog.Reached(op.Request).Records {
		fields = append(fields, record.Fields...)
	}
	return fields
}

// Promise is the word for a required field in the response of an operation.
func (o operation) Promise() string {
	if o.Response.Lenient {
		return "expected"
	}
	return "always there"
}

// SuccessWords describes a success that carries nothing.
func (o operation) SuccessWords() string {
	if o.Envelope != nil {
		return "It carries nothing but the envelope."
	}
	return "It carries nothing: its status is 204."
}

// isPublic reports whether anyone may call an operation.
func isPublic(op *catalog.Operation) bool { return op.Auth != nil && op.Auth.None }

// FailureStart begins the section about failures.
func (v *view) FailureStart() string {
	isDescribed := v.some(hasEnvelope) || v.some(hasFailure)
	var unknown []string
	if !isDescribed {
		unknown = append(unknown, "how the service fails")
	}
	if v.Auth == nil {
		unknown = append(unknown, "who may call it")
	}
	handler := "A handler that is generated from it, `" + v.Package + ".NewHandler`,"
	const responds = " responds to every operation as described here."
	if len(unknown) > 0 {
		return "The catalog does not show " + strings.Join(unknown, " or ") + ". " + handler + responds
	}
	return "A handler that is generated from the catalog, `" + v.Package + ".NewHandler`," + responds
}

// Callers says how a handler decides who may call.
func (v *view) Callers() string {
	if !v.some(isRestricted) {
		return "Anyone may call every operation: a handler asks for no credentials."
	}
	looks := "a function of the service looks at each request"
	if v.some(isPublic) {
		looks += " that not everyone may make"
	}
	looks += ", before its body is read"
	if v.some(inBody) {
		looks += " unless a credential is in it"
	}
	words := []string{
		"Authentication is up to whoever serves the handler: it decides who may call.",
		"With `api.WithServerAuthenticator`, " + looks + "; with `api.WithServerAnonymous`, anyone may call.",
	}
	if !v.some(hasWays) {
		words = append(words, "The examples show no credentials.")
	}
	words = append(words, "In Go, `api.WithBearerToken` and other options of a client add them.")
	return strings.Join(words, " ")
}

// inBody reports whether the body of an operation contains a credential.
func inBody(op *catalog.Operation) bool { return len(op.Auth.BodyFields()) > 0 }

// SuccessStatus introduces the statuses.
func (v *view) SuccessStatus() string {
	isEmpty := func(op *catalog.Operation) bool { return op.Response.Nothing && op.Envelope == nil }
	isFilled := func(op *catalog.Operation) bool { return !isEmpty(op) }
	status := "200"
	switch {
	case !v.some(isFilled):
		status = "204"
	case v.some(isEmpty):
		status = "200, or 204 if the response carries nothing"
	}
	return "The status of a success is " + status + ". Otherwise it is the first of these that applies:"
}

// ClientWords says which statuses come earlier with credentials in the body, and what a Go client
// returns for a failure.
func (v *view) ClientWords() string {
	var words []string
	if v.some(inBody) || v.some(hasNoAuth) {
		words = append(words, "If the credential is in the body, 415, 413 and 503 come before 401.")
	}
	content := "the problem"
	switch {
	case v.some(hasEnvelope) && v.some(hasNoEnvelope):
		content = "the problem, or the messages of the envelope"
	case v.some(hasEnvelope):
		content = "the messages of the envelope"
	}
	return strings.Join(append(words,
		"In Go, a failure is an `*api.Error` with the status and "+content+".",
		"A client checks the rules before it sends a request: what breaks one is an "+
			"`*api.ValidationError`, and is not sent.",
	), " ")
}

// FailureWords explains failures with a type, "" if there are none.
func (v *view) FailureWords() string {
	if !v.some(hasFailure) {
		return ""
	}
	return "An operation may name the type of its failures. Those are the failures of the service itself; " +
		"a request that the handler refuses gets the response below. " +
		"In Go, `api.FailureOf` returns a failure that has a type."
}

// RuleWords says which rules a handler checks of every body.
func (v *view) RuleWords() string {
	words := "A body that is JSON but no object breaks `type` at `\"\"`. Of every body, these are checked as well"
	if v.some(isOpen) {
		words += ", except that an operation that keeps unknown fields does not check `unknown-field`"
	}
	return words + ":"
}

// TextWords says which status a body has that cannot be read.
func (v *view) TextWords() string {
	ids := plan.ViolationIDs(plan.TextViolations)
	unreadable := ids[:slices.Index(ids, "violations-limit")]
	last := len(unreadable) - 1
	return fmt.Sprintf("A body that breaks `%s` or `%s` is refused as one that cannot be read.",
		strings.Join(unreadable[:last], "`, `"), unreadable[last])
}
