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

// How a handler writes responses: a failure as a problem, as the failure of the catalog or in an
// envelope, and a success in its envelope. What it writes, a generated client reads as the same thing;
// a failure that a client would take for a success is not sent.

// refusalOf returns the response for an error, in the envelope if there is one, with the
// members of the JSON object siblings. It returns an error if a failure cannot be sent.
func refusalOf(err error, form *Envelope, declared *Failure, siblings []byte) (*reply, error) {
	if f, ok := errors.AsType[*failed](err); ok {
		return f.reply(form, declared, siblings)
	}
	p := problemFor(err)
	if !form.exists() {
		return &reply{
			status:      p.Status,
			contentType: []string{problemType},
			header:      p.Header,
			body:        p.AppendJSON(nil),
		}, nil
	}
	failure := failureContent{messages: []string{form.messageOf(p)}, violations: p.Errors}
	return &reply{
		status:      failurestatus.Status(p.Status, form.FailureStatus),
		contentType: jsonType,
		header:      p.Header,
		body:        form.appendFailure(nil, p.Status, failure, siblings),
	}, nil
}

// reply returns the response for a failure, or an error if it cannot be sent.
func (f *failed) reply(form *Envelope, declared *Failure, siblings []byte) (*reply, error) {
	text, err := f.text(declared)
	if err != nil {
		return nil, err
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
		return &reply{status: status, contentType: jsonType, body: text}, nil
	}
	failure := failureContent{messages: f.messages, members: text}
	body := form.appendFailure(nil, status, failure, siblings)
	if e, err := form.open(body, responseLimits.cursor()); err != nil || e.success {
		return nil, defect("the service's failure says that it is a success, " +
			"or is no object: its member " + form.Success)
	}
	return &reply{status: status, contentType: jsonType, body: body}, nil
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
	text := cmp.Or(p.Detail, p.title())
	unsaid := p.Errors // violations that the text does not say already
	if last := len(unsaid) - 1; last >= 0 && strings.HasSuffix(text, unsaid[last].Message) {
		unsaid = unsaid[:last]
	}
	if e.Violations != "" || len(unsaid) == 0 {
		return text
	}
	return text + ": " + joinItems(len(unsaid), maxViolations, func(i int) string {
		place := strings.TrimPrefix(unsaid[i].Field+" ", " ")
		return place + unsaid[i].Message
	})
}

// failureContent is what an envelope of a failure holds.
type failureContent struct {
	messages   []string
	violations []Violation
	members    []byte // a JSON object, whose members replace those of the envelope; nil for none
}

// appendFailure appends the envelope of a failure with some siblings. The status is the code of an
// envelope whose success is a number. No key is written twice: the members of the failure come before
// the siblings, and both before what the runtime makes up.
func (e *Envelope) appendFailure(b []byte, status int, failure failureContent, siblings []byte) []byte {
	taken := keysOf(failure.members)
	b = append(b, '{')
	if !taken[e.Success] {
		b = appendKey(b, e.Success)
		b = append(b, failurestatus.Value(e.success(), status)...)
		b = append(b, ',')
	}
	hasMessages := len(e.Messages) > 0 && len(failure.messages) > 0
	if hasMessages && !taken[e.Messages[0]] {
		b = appendKey(b, e.Messages[0])
		b = e.appendMessages(b, failure.messages)
		b = append(b, ',')
		taken[e.Messages[0]] = true
	}
	hasViolations := e.Violations != "" && len(failure.violations) > 0
	if hasViolations && !taken[e.Violations] {
		b = appendKey(b, e.Violations)
		b = appendViolations(b, failure.violations)
		b = append(b, ',')
	}
	b = appendMembers(b, failure.members, nil)
	return cursor.Close(appendMembers(b, siblings, slices.Collect(maps.Keys(taken))), '}')
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

// flatten replaces the response, an object, by its members, each followed by a comma. Members that
// the envelope has too are left out.
func (e *Envelope) flatten(b []byte, start int, siblings []byte) ([]byte, error) {
	object := bytes.Trim(b[start:], cursor.Space)
	if object[0] != '{' {
		return nil, errNotAnObject
	}
	// A client may have received such members as keys that the catalog does not name.
	taken := keysOf(siblings)
	taken[e.Success] = true
	members := bytes.Trim(object[1:len(object)-1], cursor.Space)
	if len(members) > 0 && !mayHaveKey(object, taken) { // the usual case, without parsing
		b = append(b[:start], members...)
		return append(b, ','), nil
	}
	return appendMembers(b[:start], bytes.Clone(object), slices.Collect(maps.Keys(taken))), nil
}

// mayHaveKey reports whether an object may have a member with one of the keys: it contains the key in
// quotation marks, perhaps elsewhere, or has escapes, which may hide it.
func mayHaveKey(object []byte, keys map[string]bool) bool {
	if bytes.IndexByte(object, '\\') >= 0 {
		return true
	}
	for key := range keys {
		if bytes.Contains(object, encode.Quoted(nil, key)) {
			return true
		}
	}
	return false
}
