package api

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// refusal is the response to a request that failed.
type refusal struct {
	status      int
	contentType string
	header      http.Header
	body        []byte
}

// refusalOf returns the response that an error becomes, in the envelope if there is one,
// with JSON of an object of siblings in it. The error of refusalOf says why a failure
// cannot be sent.
func refusalOf(err error, form *Envelope, of *Failure, siblings []byte) (*refusal, error) {
	p := problemFor(err)
	f, isFailure := errors.AsType[*failed](err)
	switch {
	case isFailure:
		text, wrong := f.text(of)
		if wrong != nil {
			return nil, wrong
		}
		return failureRefusal(f, text, form, of, siblings)
	case form.exists():
		texts := []string{form.messageOf(p)}
		body := form.appendFailure(nil, p.Status, texts, p.Errors, nil, siblings)
		return &refusal{form.statusOf(p.Status), jsonType[0], p.Header, body}, nil
	default:
		return &refusal{p.Status, problemType, p.Header, p.AppendJSON(nil)}, nil
	}
}

// failureRefusal returns the response to a failure whose JSON is text.
func failureRefusal(f *failed, text []byte, form *Envelope, of *Failure, siblings []byte) (*refusal, error) {
	status, wrong := f.sentWith(of, form)
	if wrong != nil {
		return nil, wrong
	}
	if of.Member != "" {
		text = append(append(append(encode.Quoted([]byte{'{'}, of.Member), ':'), text...), '}')
	}
	if !form.exists() {
		return &refusal{status, jsonType[0], nil, text}, nil
	}
	body := form.appendFailure(nil, status, f.messages, nil, text, siblings)
	if e, err := form.open(body, answerLimits); err != nil || e.success {
		return nil, defect("the service's failure says that it is a success, or is no object: its member " + form.Success)
	}
	return &refusal{status, jsonType[0], nil, body}, nil
}

// statusOf returns the status of a failure whose problem has one: that of the envelope,
// but for those that a client or a proxy acts upon.
func (e *Envelope) statusOf(status int) int {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusRequestEntityTooLarge, http.StatusTooManyRequests:
		return status
	}
	if status >= http.StatusInternalServerError {
		return status
	}
	return cmp.Or(e.FailureStatus, status)
}

// messageOf returns the text of a problem for the callers, with the violations if they
// have no place of their own.
func (e *Envelope) messageOf(p *Problem) string {
	text := cmp.Or(p.Detail, p.title())
	if e.Violations != "" || len(p.Errors) == 0 {
		return text
	}
	return text + ": " + list(len(p.Errors), maxViolations, func(i int) string {
		return strings.TrimPrefix(p.Errors[i].Field+" ", " ") + p.Errors[i].Message
	})
}

// appendFailure appends the envelope of a failure. The members of extra, a JSON object,
// take the place of others; status is the code of an envelope whose success is a number.
func (e *Envelope) appendFailure(b []byte, status int, messages []string, violations []Violation, extra, siblings []byte) []byte {
	given := keysOf(extra)
	b = append(b, '{')
	if !given[e.Success] {
		b = append(append(append(encode.Quoted(b, e.Success), ':'), e.failed(status)...), ',')
	}
	if len(e.Messages) > 0 && len(messages) > 0 && !given[e.Messages[0]] {
		b = append(encode.Quoted(b, e.Messages[0]), ':')
		if e.List {
			b = append(b, '[')
			for _, text := range messages {
				b = append(encode.Quoted(b, text), ',')
			}
			b = append(encode.Close(b, ']'), ',')
		} else {
			b = append(encode.Quoted(b, strings.Join(messages, "; ")), ',')
		}
		given[e.Messages[0]] = true
	}
	if e.Violations != "" && len(violations) > 0 && !given[e.Violations] {
		b = append(appendViolations(append(encode.Quoted(b, e.Violations), ':'), violations), ',')
	}
	b = appendMembers(b, extra)
	b = appendMembers(b, without(siblings, func(key string) bool { return given[key] }))
	return encode.Close(b, '}')
}

// failed returns the JSON of a value of Success that does not mean success.
func (e *Envelope) failed(status int) string {
	switch value := e.success(); {
	case value == "true":
		return "false"
	case value == "false":
		return "true"
	case value == `"error"`:
		return `"failure"`
	case value[0] == '"':
		return `"error"`
	default:
		if status < 300 || strconv.Itoa(status) == value {
			status = http.StatusInternalServerError
		}
		return strconv.Itoa(status)
	}
}

// appendMembers appends the members of a JSON object, each with a comma behind it.
func appendMembers(b, object []byte) []byte {
	if len(object) == 0 {
		return b
	}
	if object = without(object, func(string) bool { return false }); len(object) > 2 {
		b = append(append(b, object[1:len(object)-1]...), ',')
	}
	return b
}

// keysOf returns the keys of a JSON object.
func keysOf(object []byte) map[string]bool {
	keys := map[string]bool{}
	c := cursor.New(string(object), anySize)
	for c.Open(); c.Next(); c.Skip() {
		keys[c.Key] = true
	}
	return keys
}

// write sends the response.
func (r *refusal) write(w http.ResponseWriter, requestID string) {
	h := w.Header()
	for name, values := range r.header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	h.Set("Content-Type", r.contentType)
	h.Set("Content-Length", strconv.Itoa(len(r.body)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set(requestIDField, requestID)
	w.WriteHeader(r.status)
	w.Write(r.body) // a caller who is gone cannot be told
}
