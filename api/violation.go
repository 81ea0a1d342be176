package api

import (
	"net/http"
	"reflect"
	"strings"

	"example.com/opgen/api/internal/cursor"
	"example.com/opgen/api/internal/key"
	"example.com/opgen/api/internal/redact"
)

// Violation is one breach of the rules of the catalog. It never holds the value that
// caused it, which may be personal. The handler also hides the keys inside a
// sensitive value of any type: "/address/[redacted]".
type Violation struct {
	Field   string `json:"field"`   // JSON pointer (RFC 6901) of wire names: "/addresses/0/type"; "" is the whole body
	Rule    string `json:"rule"`    // one of the Rule constants
	Message string `json:"message"` // what was expected, in words
}

// The rules of a [Violation]. The last five are about the text of a body, the others
// are those of the catalog.
const (
	RuleRequired   = "required"   // absent or null
	RuleType       = "type"       // another JSON type, or a value that JSON cannot hold
	RuleNonBlank   = "non-blank"  // only space
	RuleEnum       = "enum"       // not one of the values
	RuleMinItems   = "min-items"  // too few items
	RuleMaxItems   = "max-items"  // too many items
	RuleMinLength  = "min-length" // too few characters
	RuleMaxLength  = "max-length" // too many characters
	RuleMinimum    = "minimum"    // too small
	RuleMaximum    = "maximum"    // too large
	RulePattern    = "pattern"    // does not match
	RuleJoin       = "join"       // an item that cannot be joined to the others
	RuleFirstOf    = "first-of"   // none of the fields carries a value
	RuleAtLeastOne = "at-least-one-of"
	RuleAtMostOne  = "at-most-one-of"
	RuleAllOrNone  = "all-or-none-of"

	RuleUnknownField   = "unknown-field"   // not in the catalog
	RuleDuplicateField = "duplicate-field" // given twice

	RuleJSON       = "json"        // not JSON text, or something behind it
	RuleUTF8       = "utf-8"       // not UTF-8
	RuleDepth      = "depth"       // nested too deep
	RuleItemsLimit = "items-limit" // too many items in all

	RuleViolationsLimit = "violations-limit" // too many violations to list them all
)

// ValidationError lists the violations of a request, up to fifty, and fewer if their
// pointers and messages are long. If there are more, one with [RuleViolationsLimit]
// says so at the end. A pointer that is long ends in "/...".
type ValidationError struct {
	Violations []Violation
}

// Error lists the violations without the values that caused them.
func (e *ValidationError) Error() string {
	var b strings.Builder
	b.WriteString(cursor.Count(len(e.Violations), "violation"))
	for i, v := range e.Violations {
		if i == 0 {
			b.WriteString(": ")
		} else {
			b.WriteString("; ")
		}
		if v.Field != "" {
			b.WriteString(v.Field)
			b.WriteByte(' ')
		}
		b.WriteString(v.Message)
		b.WriteString(" (")
		b.WriteString(v.Rule)
		b.WriteByte(')')
	}
	return b.String()
}

// Refusal returns the error of a request that was not served because of the
// violations, for package wire. The request is a pointer to what was read. Broken
// says that the body is not JSON.
func (e *ValidationError) Refusal(_ key.Key, request any, broken bool) error {
	for i, v := range e.Violations {
		e.Violations[i].Field = redact.Key(v.Field, reflect.TypeOf(request))
	}
	return &refused{e, broken}
}

// refused says that a request was not served. It is a [*Problem] and a
// [*ValidationError].
type refused struct {
	*ValidationError
	broken bool
}

func (r *refused) Unwrap() []error { return []error{r.problem(), r.ValidationError} }

// problem returns the response: 400 if the body is not JSON or is over a limit, 422
// if it is JSON that breaks a rule.
func (r *refused) problem() *Problem {
	status := http.StatusUnprocessableEntity
	if r.broken {
		status = http.StatusBadRequest
	}
	return &Problem{Status: status, Detail: "the request body breaks the rules in errors", Errors: r.Violations}
}
