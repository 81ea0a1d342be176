package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/failurestatus"
)

// Error is a response that is not a success: its status is not 2xx, or it is a [Problem]
// or cannot be read. Neither its text nor its JSON shows the body or the header, which may
// contain personal data or a credential. The text shows the request id only if the response
// repeats it, since otherwise the service may not have logged it.
//
//	if e, ok := errors.AsType[*api.Error](err); ok && e.Status == http.StatusNotFound {
//		return nil, nil
//	}
//
// An error without an Error in it means that there was no whole response: the request was not sent,
// or the service may or may not have executed it.
type Error struct {
	Operation *Operation
	Status    int         // HTTP status code
	Header    http.Header // of the response
	Body      []byte      // of the response, up to the limit of responses
	Attempts  int         // number of attempts; this is the last response
	// X-Request-Id of the response, or of the request if the response has none; printable, up
	// to 128 bytes.
	RequestID string
	// The body, if it is application/problem+json, or the problem in the envelope of the
	// catalog.
	Problem  *Problem
	Messages []string // of the envelope; up to 50 of up to 1,000 bytes, not part of the text
	// Why the response cannot be read, or that its envelope reports a failure; nil if the
	// status is the only reason.
	Err error

	unconfirmed bool // the response has no RequestID
	request     any  // a nil pointer of the type of the request, nil if that is not known
	failure     any  // a pointer, see FailureOf; nil for none
}

// Error returns the operation, the status and the reason on one line. For a [Problem], the
// reason is the title if it has a type, the code if it looks like an identifier, and known
// fields and rules that were violated; for a typed failure, its enums that are not sensitive;
// for a redirect, its target host:
//
//	contacts.new_contact: 422 Unprocessable Content: /name required (request "r-1")
func (e *Error) Error() string {
	status := strconv.Itoa(e.Status) + " " + failurestatus.Title(e.Status)
	text := e.Operation.String() + ": " + strings.TrimSpace(status)
	if e.Attempts > 1 {
		text += " after " + strconv.Itoa(e.Attempts) + " attempts"
	}
	if reason := e.reason(); reason != "" {
		text += ": " + reason
	}
	if e.RequestID != "" && !e.unconfirmed {
		text += " (request " + strconv.Quote(printable(e.RequestID, maxRequestID)) + ")"
	}
	return text
}

// reason returns the details after the status.
func (e *Error) reason() string {
	details := enumsOf(e.failure)
	location := e.Header.Get("Location")
	isRedirect := e.Status >= 300 && e.Status <= 399
	switch {
	case e.errSaysMost(details):
		return printable(e.Err.Error(), maxReason)
	case isRedirect && location != "":
		return "the redirect " + redirectTarget(location) +
			" was not followed; if the service has moved, change the base URL"
	case e.Header.Get(noFuncField) != "":
		return "the fake has no func for it; set " + funcFor(e.request)
	case e.Problem != nil:
		details = append(e.Problem.constants(e.Status), details...)
		if rules := placesAndRules(e.Problem.Errors, e.request); rules != "" {
			details = append(details, rules)
		}
	}
	return strings.Join(details, "; ")
}

// errSaysMost reports whether Err is the best reason: that the envelope reports no success is not
// if the failure has enums or violations.
func (e *Error) errSaysMost(enums []string) bool {
	if e.Err != errNoSuccess {
		return e.Err != nil
	}
	hasViolations := e.Problem != nil && len(e.Problem.Errors) > 0
	return enums == nil && !hasViolations
}

// constants returns texts that do not depend on the request: the title, which is fixed for
// each type of problem by RFC 9457, section 3.1.4, and the code. A service may ignore that and put personal
// data there, so anything but words or an identifier is omitted.
func (p *Problem) constants(status int) (texts []string) {
	hasType := p.Type != "" && p.Type != "about:blank"
	isOfStatus := p.Title == failurestatus.Title(status) || p.Title == http.StatusText(status)
	if hasType && !isOfStatus && isName(p.Title, 80, 0, " ,'-.") {
		texts = append(texts, p.Title)
	}
	// An identifier that a programmer chose: numbers of persons and accounts have more digits,
	// and names have spaces.
	if isName(p.code, 64, 4, "_-.") {
		texts = append(texts, "code "+p.code)
	}
	return texts
}

// enumsOf returns the enums of a failure with their values, such as "reason gone", if the
// catalog lists the values: those are the words of the catalog, while any other text of a failure
// may contain personal data.
func enumsOf(failure any) (texts []string) {
	v := reflect.Indirect(reflect.ValueOf(failure))
	if v.Kind() != reflect.Struct {
		return nil
	}
	for field, value := range v.Fields() {
		value = reflect.Indirect(value)
		if !value.IsValid() || !field.IsExported() || genstruct.IsSensitive(field) {
			continue
		}
		enum, isEnum := value.Interface().(interface{ IsListed() bool })
		if isEnum && enum.IsListed() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			texts = append(texts, printable(name, maxPlace)+" "+printable(value.String(), maxPlace))
		}
	}
	return texts
}

// isName reports whether a text begins with an ASCII letter and contains only letters, the
// other characters and a few digits, in up to most bytes.
func isName(text string, most, digits int, others string) bool {
	if text == "" || len(text) > most || !isASCIILetter(text[0]) {
		return false
	}
	for _, c := range []byte(text) {
		switch {
		case '0' <= c && c <= '9':
			digits--
		case !isASCIILetter(c) && strings.IndexByte(others, c) < 0:
			return false
		}
	}
	return digits >= 0
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// redirectTarget returns the scheme and host of a redirect, without credentials and data: "to
// https://host" for https://user:secret@host/path?name=Ada.
func redirectTarget(location string) string {
	const longest = 2000
	u, err := url.Parse(location[:min(len(location), longest)])
	if err != nil || len(location) > longest || u.Host == "" {
		return "to another place"
	}
	return "to " + printable(strings.TrimPrefix(u.Scheme+"://"+u.Host, "://"), maxTitle)
}

// Unwrap returns why the response could not be read, and a [*ValidationError] if the
// service lists violations of the request.
func (e *Error) Unwrap() []error {
	var errs []error
	if e.Err != nil {
		errs = append(errs, e.Err)
	}
	if e.Problem != nil && len(e.Problem.Errors) > 0 {
		errs = append(errs, &ValidationError{Violations: e.Problem.Errors, foreign: true, request: e.request})
	}
	return errs
}

// Siblings decodes the additional members of the failure's envelope into the record that
// v points to, like [Received.Siblings].
func (e *Error) Siblings(v any) error { return encode.Unmarshal(e.Body, v) }

// Format writes e.Error() for every verb, since other formats would print the fields.
func (e Error) Format(s fmt.State, verb rune) { formatError(s, verb, "api.Error", e.Error()) }

// MarshalText returns e.Error(), so that encoding/json and slog write no header and no body.
func (e Error) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// Excerpt returns the first line of a response that is not JSON: its printable characters,
// up to 200 bytes. It returns "" if the body is JSON, starts like JSON, is declared to be JSON, or
// is not text. For example, a proxy that cannot reach the service may send "upstream timed out".
//
// The service may have written this line, so it may contain personal data: do not log it.
// The text of the error does not contain it.
func (e *Error) Excerpt() string {
	const byteOrderMark = "\ufeff"
	text := bytes.TrimPrefix(e.Body, []byte(byteOrderMark))
	text = bytes.TrimLeft(text, cursor.Space)
	isText := strings.HasPrefix(http.DetectContentType(e.Body), "text/")
	if len(text) == 0 || !isText {
		return ""
	}
	startsLikeJSON := bytes.IndexByte([]byte(`{["`), text[0]) >= 0
	if startsLikeJSON || saysJSON(e.Header) || json.Valid(text) {
		return ""
	}
	for line := range strings.Lines(string(text[:min(len(text), maxLookup)])) {
		line = printable(line, maxExcerpt)
		if line != "" {
			return line
		}
	}
	return ""
}

const maxLookup = 64 << 10 // bytes of a response to search for a line

// saysJSON reports whether Content-Type declares JSON or a format based on it.
func saysJSON(h http.Header) bool {
	mediaType, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}
