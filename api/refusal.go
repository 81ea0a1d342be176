package api

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/failurestatus"
)

// refusalOf returns the response for an error, in the envelope if there is one, with the
// members of the JSON object siblings. It returns an error if a failure cannot be sent.
func refusalOf(err error, form *Envelope, declared *Failure, siblings []byte) (*reply, error) {
	p := problemFor(err)
	f, isFailure := errors.AsType[*failed](err)
	switch {
	case isFailure:
		return f.reply(form, declared, siblings)
	case form.exists():
		texts := []string{form.messageOf(p)}
		body := form.appendFailure(nil, p.Status, texts, p.Errors, nil, siblings)
		return &reply{failurestatus.Status(p.Status, form.FailureStatus), jsonType, p.Header, body}, nil
	default:
		return &reply{p.Status, []string{problemType}, p.Header, p.AppendJSON(nil)}, nil
	}
}

// reply returns the response for a failure, or an error if it cannot be sent.
func (f *failed) reply(form *Envelope, declared *Failure, siblings []byte) (*reply, error) {
	text, wrong := f.text(declared)
	if wrong != nil {
		return nil, wrong
	}
	status := cmp.Or(f.status, declared.Status, http.StatusBadRequest)
	isOtherStatus := declared.Status != 0 && status != declared.Status
	if isOtherStatus || !canFail(status, form) {
		return nil, defect("the service gave its failure a status that is not that of the catalog, or not one of failures")
	}
	if declared.Member != "" {
		object := appendKey([]byte{'{'}, declared.Member)
		object = append(object, text...)
		text = append(object, '}')
	}
	if !form.exists() {
		return &reply{status, jsonType, nil, text}, nil
	}
	body := form.appendFailure(nil, status, f.messages, nil, text, siblings)
	if e, err := form.open(body, responseLimits.cursor()); err != nil || e.success {
		return nil, defect("the service's failure says that it is a success, " +
			"or is no object: its member " + form.Success)
	}
	return &reply{status, jsonType, nil, body}, nil
}

// canFail reports whether a response with a status can report a failure. In an envelope, it
// may be one of a success, unless that has no body: a client would take the failure for a
// success.
func canFail(status int, form *Envelope) bool {
	switch {
	case status == http.StatusNoContent || status == http.StatusResetContent:
		return false
	case isSuccess(status):
		return form.exists()
	default:
		return status >= 400 && status <= 599
	}
}

// messageOf returns the text of a problem for the callers, with the violations if the
// envelope has no member for them.
func (e *Envelope) messageOf(p *Problem) string {
	text, errs := cmp.Or(p.Detail, p.title()), p.Errors
	if n := len(errs); n > 0 && strings.HasSuffix(text, errs[n-1].Message) {
		errs = errs[:n-1]
	}
	if e.Violations != "" || len(errs) == 0 {
		return text
	}
	return text + ": " + joinItems(len(errs), maxViolations, func(i int) string {
		return strings.TrimPrefix(errs[i].Field+" ", " ") + errs[i].Message
	})
}

// appendFailure appends the envelope of a failure. The members of extra, a JSON object,
// replace others; status is the code of an envelope whose success is a number.
func (e *Envelope) appendFailure(
	b []byte, status int, messages []string, violations []Violation, extra, siblings []byte,
) []byte {
	given := keysOf(extra)
	b = append(b, '{')
	if !given[e.Success] {
		b = appendKey(b, e.Success)
		b = append(b, failurestatus.Value(e.success(), status)...)
		b = append(b, ',')
	}
	if len(e.Messages) > 0 && len(messages) > 0 && !given[e.Messages[0]] {
		b = appendKey(b, e.Messages[0])
		b = e.appendMessages(b, messages)
		b = append(b, ',')
		given[e.Messages[0]] = true
	}
	if e.Violations != "" && len(violations) > 0 && !given[e.Violations] {
		b = appendKey(b, e.Violations)
		b = appendViolations(b, violations)
		b = append(b, ',')
	}
	b = appendMembers(b, extra, nil)
	return cursor.Close(appendMembers(b, siblings, slices.Collect(maps.Keys(given))), '}')
}

// appendMessages appends the messages of a failure: a list, or one text.
func (e *Envelope) appendMessages(b []byte, messages []string) []byte {
	if !e.List {
		return encode.Quoted(b, strings.Join(messages, "; "))
	}
	b = append(b, '[')
	for _, text := range messages {
		b = append(encode.Quoted(b, text), ',')
	}
	return cursor.Close(b, ']')
}

// appendKey appends the key of a member.
func appendKey(b []byte, name string) []byte { return append(encode.Quoted(b, name), ':') }

// begin appends what precedes the response, the member data. It returns b if there is no
// envelope.
func (e *Envelope) begin(b []byte, data string) []byte {
	if !e.exists() {
		return b
	}
	b = append(b, '{')
	b = appendKey(b, e.Success)
	b = append(b, e.success()...)
	b = append(b, ',')
	if data != "" {
		b = appendKey(b, data)
	}
	return b
}

const errNotAnObject = defect("the service's response is not an object, and the envelope has no member for it")

// end appends what follows the response, which starts in b where begin ended.
func (e *Envelope) end(
	b []byte, start int, data string, siblings []byte,
) (wrapped []byte, err error) {
	if !e.exists() {
		return b, nil
	}
	if data == "" {
		b, err = e.flatten(b, start, siblings)
	} else {
		b = append(b, ',')
	}
	if err != nil {
		return nil, err
	}
	return cursor.Close(appendMembers(b, siblings, nil), '}'), nil
}

// flatten replaces the response, an object, by its members, each followed by a comma.
func (e *Envelope) flatten(b []byte, start int, siblings []byte) ([]byte, error) {
	object := bytes.Trim(b[start:], cursor.Space)
	if object[0] != '{' {
		return nil, errNotAnObject
	}
	// A client may have received such members as keys that the catalog does not name.
	given := keysOf(siblings)
	given[e.Success] = true
	mayHold := bytes.IndexByte(object, '\\') >= 0
	for key := range given {
		mayHold = mayHold || bytes.Contains(object, encode.Quoted(nil, key))
	}
	if members := bytes.Trim(object[1:len(object)-1], cursor.Space); !mayHold && len(members) > 0 {
		return append(append(b[:start], members...), ','), nil
	}
	return appendMembers(b[:start], bytes.Clone(object), slices.Collect(maps.Keys(given))), nil
}
