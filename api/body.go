package api

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/internal/json/cursor"
)

// The body of a request, as a handler reads it: within the limits, declared as JSON, and before or
// after the authentication. A body with a credential must be read to know the caller; every other one
// is read only for callers who are known, so that strangers cannot fill the memory.

// readBody reads the body of the request, whose sender may be unknown. It returns a [*Problem].
func (x *exchange) readBody() error {
	if err := checkContent(x.http.Header); err != nil {
		return err
	}
	if x.http.Body == nil { // a request that no server has read
		x.body.text = "{}"
		return nil
	}
	limits := &x.route.handler.limits
	limit := min(limits.Body, limits.InFlight)
	text, err := x.readText(limit)
	if err != nil {
		return problemOfBody(err, limit)
	}
	x.body.text = x.route.operation.objectIn(text)
	return nil
}

// readText reads a body of at most limit bytes. The bytes pass through the pooled memory of the
// exchange; the text is a copy, which the service may keep.
func (x *exchange) readText(limit int) (string, error) {
	if x.body.share.unknown {
		return x.readCredential(limit)
	}
	empty := (*x.memory)[:0]
	body, err := readAll(empty, x.http.Body, x.http.ContentLength, limit, x.body.share.growKnown)
	*x.memory = body
	if err != nil {
		return "", err
	}
	if cap(body) > maxPooled { // the text holds the body while the service runs
		*x.memory = nil
	}
	return string(body), nil
}

// readCredential reads a body with a credential, which does not stay in the pool.
func (x *exchange) readCredential(limit int) (string, error) {
	if x.http.ContentLength > int64(limit) {
		return "", errTooLong
	}
	chunk := slices.Grow((*x.memory)[:0], smallBody)[:smallBody]
	*x.memory = chunk[:0]
	defer clear(chunk)
	return readUnknown(x.http.Body, chunk, limit, &x.body.share)
}

// objectIn returns the object that a body stands for: {} for an empty body, and for null if the
// operation has no fields and its clients send either of them.
func (o *Operation) objectIn(body string) string {
	trimmed := strings.Trim(body, cursor.Space)
	isNull := o.Empty != "" && trimmed == EmptyNull.Body()
	if trimmed == "" || isNull {
		return "{}"
	}
	return body
}

// problemOfBody returns the problem of a body that was not read to its end.
func problemOfBody(err error, limit int) *Problem {
	outerLimit, isOuter := errors.AsType[*http.MaxBytesError](err) // of a handler around this one
	if isOuter {
		limit = int(outerLimit.Limit)
	}
	switch {
	case isOuter, errors.Is(err, errTooLong):
		return &Problem{
			Status: http.StatusRequestEntityTooLarge,
			Detail: fmt.Sprintf("the body may have at most %d bytes", limit),
		}
	case errors.Is(err, errBusy):
		return &Problem{
			Status: http.StatusServiceUnavailable,
			Detail: "the requests under way take up all the memory for bodies; try again later",
			Header: http.Header{"Retry-After": {"1"}},
		}
	default:
		return &Problem{
			Status: http.StatusBadRequest,
			Detail: "the body could not be read to its end",
		}
	}
}

// visibleBody returns the body of the request, or "" if it has not been read or the caller is
// unknown.
func (x *exchange) visibleBody() string {
	if !x.progress.has(flagKnown) {
		return ""
	}
	return x.body.text
}

// checkContent returns a problem if the header declares anything but plain JSON.
func checkContent(h http.Header) error {
	switch {
	case !isJSON(h):
		return &Problem{
			Status: http.StatusUnsupportedMediaType,
			Detail: "expected Content-Type: application/json",
		}
	case slices.ContainsFunc(h["Content-Encoding"], isCoding):
		return &Problem{
			Status: http.StatusUnsupportedMediaType,
			Detail: "expected no Content-Encoding",
			Header: http.Header{"Accept-Encoding": {"identity"}},
		}
	default:
		return nil
	}
}

// isJSON reports whether Content-Type is that of JSON, or absent. It refuses other types, which a
// browser sends to another site without asking it, such as text/plain.
func isJSON(h http.Header) bool {
	values := h["Content-Type"]
	if len(values) == 0 || slices.Equal(values, jsonType) {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(values[0])
	if len(values) > 1 || err != nil || mediaType != "application/json" {
		return false
	}
	charset, hasCharset := params["charset"]
	return !hasCharset || strings.EqualFold(charset, "utf-8")
}

// isCoding reports whether a value of Content-Encoding is that of a coding, such as gzip.
func isCoding(value string) bool {
	value = strings.TrimSpace(value)
	return value != "" && !strings.EqualFold(value, "identity")
}
