package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
)

// Violations are what both sides say about a request that breaks rules. Places in them come from the
// request, so they may be personal themselves: a key of a map may be a name. Texts and logs show a place
// only as far as the catalog describes it.

// Violation is one breach of the rules of the catalog. It never contains the value that
// caused it, which may be personal. In Field, a key inside a sensitive value is replaced by
// "[redacted]", as in "/address/[redacted]", or by "*" if it is a key of a map.
type Violation struct {
	// JSON pointer (RFC 6901) of wire names: "/addresses/0/type"; "" is the whole body.
	Field string `json:"field"`

	Rule    string `json:"rule"`    // one of the Rule constants, unless a service has rules of its own
	Message string `json:"message"` // what was expected, in words
}

// The rules of a [Violation]: those of the catalog, those about the names in a body, and
// those about its text.
const (
	RuleRequired   = "required"   // absent or null
	RuleType       = "type"       // another JSON type, or a value that JSON cannot hold
	RuleNonBlank   = "non-blank"  // only white space
	RuleEnum       = "enum"       // not one of the values
	RuleVariant    = "variant"    // the tag of a union is absent or unknown
	RuleMinItems   = "min-items"  // too few items
	RuleMaxItems   = "max-items"  // too many items
	RuleMinLength  = "min-length" // too few characters
	RuleMaxLength  = "max-length" // too many characters
	RuleMinimum    = "minimum"    // too small
	RuleMaximum    = "maximum"    // too large
	RulePattern    = "pattern"    // does not match
	RuleFormat     = "format"     // not a date, for example
	RuleJoin       = "join"       // an item that cannot be joined to the others
	RuleFirstOf    = "first-of"   // none of the fields carries a value
	RuleAtLeastOne = "at-least-one-of"
	RuleAtMostOne  = "at-most-one-of"
	RuleAllOrNone  = "all-or-none-of"

	RuleUnknownField   = "unknown-field"   // not in the catalog
	RuleDuplicateField = "duplicate-field" // given twice

	RuleJSON       = "json"        // not JSON text, or followed by other text
	RuleUTF8       = "utf-8"       // not UTF-8
	RuleDepth      = "depth"       // nested too deep
	RuleItemsLimit = "items-limit" // too many items in all

	RuleViolationsLimit = "violations-limit" // too many violations to list them all
)

// rules are the rules of this package. Those of other services may be any text.
var rules = []string{
	RuleRequired, RuleType, RuleNonBlank, RuleEnum, RuleVariant,
	RuleMinItems, RuleMaxItems, RuleMinLength, RuleMaxLength,
	RuleMinimum, RuleMaximum, RulePattern, RuleFormat, RuleJoin,
	RuleFirstOf, RuleAtLeastOne, RuleAtMostOne, RuleAllOrNone,
	RuleUnknownField, RuleDuplicateField,
	RuleJSON, RuleUTF8, RuleDepth, RuleItemsLimit,
	RuleViolationsLimit,
}

// ValidationError lists up to 50 violations of a request, fewer if their pointers and
// messages are long. If there are more, the last one has the rule [RuleViolationsLimit].
// A long pointer is shortened and ends in "/...".
//
//	if invalid, ok := errors.AsType[*api.ValidationError](err); ok {
//		for _, v := range invalid.Violations {
//			form.Mark(v.Field, v.Message)
//		}
//	}
//
// A client returns one before it sends anything. An [*Error] wraps one if the service found the
// violations.
type ValidationError struct {
	Violations []Violation

	foreign bool // from another service, whose texts may contain anything
	request any  // if foreign or of a received request, a nil pointer of the request's type
}

// Error lists the violations without the values that caused them. For a request that a
// handler received, it shows only fields in the catalog; Violations has the unknown keys
// too. If another service found the violations, it shows only
// such fields and rules of this package, and no messages:
//
//	2 violations: /name is required (required); /type must be one of "a", "b" (enum)
//	1 violation: /name required
func (e *ValidationError) Error() string {
	text := cursor.Count(len(e.Violations), "violation")
	switch {
	case len(e.Violations) == 0:
		return text
	case e.foreign:
		return text + ": " + placesAndRules(e.Violations, e.request)
	default:
		return text + ": " + joinItems(len(e.Violations), maxViolations, e.describe)
	}
}

// describe returns the place, the message and the rule of a violation.
func (e *ValidationError) describe(index int) string {
	v := e.Violations[index]
	if e.request != nil {
		v.Field = genstruct.Pointer(v.Field, redact.Keys{Unknown: true}, reflect.TypeOf(e.request))
	}
	text := printable(v.Message, maxTitle) + " (" + printable(v.Rule, maxTitle) + ")"
	if place := printable(v.Field, maxPlace); place != "" {
		text = place + " " + text
	}
	return text
}

// maxViolations is the number of violations that are kept and shown.
const maxViolations = 50

// placesAndRules shows violations that another service found in a request: the part of
// their places that a request of its type has, and their rules if they are of this package.
func placesAndRules(violations []Violation, request any) string {
	return joinItems(len(violations), maxListed, func(i int) string {
		v := violations[i]
		place := genstruct.Pointer(v.Field, redact.Keys{Unknown: true}, reflect.TypeOf(request))
		text := printable(place, maxPlace) + " " + redactedRule(v.Rule)
		return strings.TrimPrefix(text, " ") // the whole body has no place
	})
}

// Format writes e.Error() for every verb.
func (e ValidationError) Format(s fmt.State, verb rune) {
	formatError(s, verb, "api.ValidationError", e.Error())
}

// MarshalText returns e.Error(). To encode the violations themselves, encode Violations.
func (e ValidationError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// hide replaces places by those without the keys that must not be shown. The violations are of a
// text of the type of body, a pointer to a generated struct. A place is listed once if its keys are
// hidden.
func (e *ValidationError) hide(text string, body any) {
	fields := func(yield func(string) bool) {
		for _, v := range e.Violations {
			if !yield(v.Field) {
				return
			}
		}
	}
	pointers := genstruct.PointersInto(text, reflect.TypeOf(body), fields)
	shown := e.Violations[:0]
	for _, v := range e.Violations {
		field := pointers.Hide(v.Field, redact.Keys{Described: v.Rule != RuleDuplicateField})
		isThere := func(other Violation) bool { return other.Field == field }
		if field != v.Field && slices.ContainsFunc(shown, isThere) {
			continue
		}
		v.Field = field
		shown = append(shown, v)
	}
	e.Violations = shown
}

// refusal returns the error of a request that was not served because of the violations of its
// text. The request is a pointer to the decoded request. If isBroken is set, the text is not JSON or
// over a limit, and the last violation ended the reading.
func (e *ValidationError) refusal(request any, text string, isBroken bool) error {
	e.hide(text, request)
	e.request = reflect.Zero(reflect.TypeOf(request)).Interface()
	p := &Problem{
		Status: http.StatusUnprocessableEntity,
		Detail: "the request body breaks rules of the operation",
		Errors: e.Violations,
	}
	if isBroken {
		p.Status = http.StatusBadRequest
		p.Detail = "the request body cannot be read"
		if last := len(e.Violations) - 1; last >= 0 {
			p.Detail = "the request body " + e.Violations[last].Message
		}
	}
	return &refused{p, e}
}

// refused says that a request was not served because of reason, an error of the authenticator
// or a [*ValidationError]. The response shows only the problem. Middlewares of the handler find both
// with [errors.AsType].
type refused struct {
	problem *Problem
	reason  error
}

// Unwrap returns the problem, which is the response, and the reason, which is not shown.
func (r *refused) Unwrap() []error { return []error{r.problem, r.reason} }

// Error does not show an error of the authenticator, which may contain anything.
func (r *refused) Error() string {
	if e, ok := r.reason.(*ValidationError); ok {
		return e.Error()
	}
	return "the authenticator refused the call"
}

// Format writes Error for every verb, since others would print what it wraps.
func (r *refused) Format(s fmt.State, verb rune) { formatError(s, verb, "api.refused", r.Error()) }

// MarshalText returns Error, as the other errors do.
func (r *refused) MarshalText() ([]byte, error) { return []byte(r.Error()), nil }
