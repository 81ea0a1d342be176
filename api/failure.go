package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// Failures with a type: the catalog describes the body of an operation's failures as a record or a
// union. A service returns one by [Fail], and a client finds it by [FailureOf].

// newFailure returns a failure with its type, a nil pointer, and the function that reads one.
func newFailure(
	status int, member string, typ any, read func(text string, limits cursor.Limits) (any, error),
) *Failure {
	return &Failure{status, member, typ, read}
}

// failed is the error by which a service returns a failure of the catalog.
type failed struct {
	value    any // a pointer
	status   int // 0 means the status of the catalog
	messages []string
}

// Fail returns the error for a failure that the catalog describes: value points to the
// record or union of the operation's failure. It is sent with the status of the catalog, or
// with status 400 if the catalog has none. The messages are sent in the envelope, if there
// is one. If the operation has no failure in the catalog, or one of another type, the
// response has status 500, and the function in [WithServerErrorHandler] gets both types.
//
//	return nil, api.Fail(&files.LookupError{Reason: files.LookupErrorReasonGone})
//
// The text of the error is only the type of the value.
func Fail[T any](value *T, messages ...string) error { return &failed{value, 0, messages} }

// FailWith is [Fail] for a failure without a status in the catalog. The status must be from
// 400 to 599; in an envelope, 200 to 299 is also allowed, except 204 and 205, which have no body.
// If the catalog has another status, the response has status 500.
func FailWith[T any](status int, value *T, messages ...string) error {
	return &failed{value, status, messages}
}

// FailureOf returns the failure in the error of a call, as the type that it has in the
// catalog. It returns false if there is none: the catalog describes no failure of the
// operation, the service sent something else, or T is another type.
//
//	if f, ok := api.FailureOf[files.LookupError](err); ok {
//		return f.Reason
//	}
func FailureOf[T any](err error) (*T, bool) {
	var failure any
	if e, ok := errors.AsType[*Error](err); ok {
		failure = e.failure
	} else if f, ok := errors.AsType[*failed](err); ok { // in a middleware of the service
		failure = f.value
	}
	value, ok := failure.(*T)
	return value, ok && value != nil
}

// Error returns only the type, since a failure may contain anything.
func (f *failed) Error() string { return fmt.Sprintf("failed with a %T", f.value) }

// Format writes Error for every verb, since other formats would print the fields.
func (f failed) Format(s fmt.State, verb rune) { formatError(s, verb, "api.failed", f.Error()) }

// MarshalText returns Error, so that encoding/json and slog do not write the value.
func (f failed) MarshalText() ([]byte, error) { return []byte(f.Error()), nil }

// text returns the failure as JSON, or says why the operation cannot send it. A json.RawMessage is
// sent as it is: servers without generated code, such as the sandbox, have no types.
func (f *failed) text(declared *Failure) ([]byte, error) {
	raw, isRaw := f.value.(*json.RawMessage)
	if isRaw && declared != nil && raw != nil && json.Valid(*raw) {
		return *raw, nil
	}
	value, ok := f.value.(interface{ AppendJSON([]byte) []byte })
	if refusal := f.refusal(declared); refusal != "" || !ok {
		return nil, defect("the service returned a failure of type " + typeName(f.value) + refusal)
	}
	text := value.AppendJSON(nil)
	if encode.IsMarked(text) {
		return nil, defect("the service's failure cannot be sent: " +
			"it holds a value that JSON cannot hold")
	}
	return text, nil
}

// refusal returns why an operation cannot send a failure of its type, "" if it can. Two types may
// have one name in different packages, so both are named with their import paths.
func (f *failed) refusal(declared *Failure) string {
	switch {
	case declared == nil:
		return ", but the catalog declares none for this operation"
	case reflect.TypeOf(f.value) != reflect.TypeOf(declared.typ):
		return ", but the catalog declares " + typeName(declared.typ) + " for this operation"
	case reflect.ValueOf(f.value).IsNil():
		return " that is nil; pass a pointer to a value"
	default:
		return ""
	}
}

// typeName returns the name of the type that a pointer points to, with its import path.
func typeName(pointer any) string {
	t := reflect.TypeOf(pointer).Elem()
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}

// mayHold reports whether a response can be the failure that the catalog declares: an envelope
// says so, or without one, the status.
func (r *response) mayHold(declared *Failure) bool {
	hasSucceeded := isSuccess(r.status)
	if r.call.form() == nil {
		isOfCatalog := declared.Status == 0 || declared.Status == r.status
		return !hasSucceeded && isOfCatalog
	}
	e := r.opened()
	if e == nil { // not from the service, but perhaps from a proxy
		return false
	}
	return !hasSucceeded || !e.success
}

// failure returns the failure in a response, nil if it is not one of the catalog.
func (r *response) failure() any {
	declared := r.call.operation.Failure
	if declared == nil || isProblem(r.header) || !r.mayHold(declared) {
		return nil
	}
	text := string(r.body)
	if declared.Member != "" {
		if checkJSON(r.body, r.limits()) != (cursor.Fault{}) {
			return nil
		}
		text = cursor.At(text, new(cursor.Path).Pointer(declared.Member)) // "" for none
	}
	value, err := declared.read(text, r.limits())
	if err != nil {
		return nil // it is in the Body of the error
	}
	return value
}
