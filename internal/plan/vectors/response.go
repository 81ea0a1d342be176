package vectors

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// A vector about a response gives the whole body. It is split into what the envelope holds, the
// response or the failure, and the members beside it, which is what a service returns and a client
// receives; the generated test puts them together again and compares.

// response reads a vector about a response.
func (r *reader) response(op *catalog.Operation, o *yamldoc.Object, v *Vector) {
	for _, key := range []string{"request", "body", "violations", "shows"} {
		if o.Has(key) {
			r.report(catalog.ConflictingKeys, cmp.Or(o.Value(key), o.Node),
				`%q belongs to a request, and the vector is about a response; delete one`, key)
		}
	}
	if only := o.Value("only"); only != nil && !v.Client && v.Server {
		r.report(catalog.ConflictingKeys, only,
			`"only": clients read every response; write client, or delete it`)
	}
	n := o.Value("response")
	if n == nil {
		return
	}
	v.Response = &Response{Body: n.Text, Status: r.status(o)}
	if op != nil && op.Envelope == nil && op.Response.Nothing && v.Response.Status <= 299 {
		r.noContent(o, v)
		return
	}
	body, err := ParseValue(n.Text)
	if err != nil {
		r.report(BadJSON, n, `"response": %v`, err)
		return
	}
	if op != nil {
		p := &splitter{reader: r, Response: v.Response, op: op, at: n}
		p.members, _ = body.(Object)
		p.split(o.Has("status"))
	}
}

// noContent reads a success of an operation whose server sends status 204 and no content.
func (r *reader) noContent(o *yamldoc.Object, v *Vector) {
	if !o.Has("status") {
		v.Response.Status = http.StatusNoContent
	}
	isSent := v.Response.Body == "" && v.Response.Status == http.StatusNoContent
	if v.Server && !isSent {
		r.report(UnfitResponse, o.Value("response"),
			`"response": a server sends status 204 and no content; write '', or add only: client`)
	}
}

// status returns the status of a response, 200 by default.
func (r *reader) status(o *yamldoc.Object) int {
	n := o.Value("status")
	if n == nil {
		return http.StatusOK
	}
	status, isInt := n.Int()
	if isInt && 200 <= status && status <= 599 {
		return status
	}
	r.report(yamldoc.WrongKind, n, `"status": expected a status from 200 to 599, found %s`, n.Found())
	return http.StatusOK
}

// splitter splits a response into its envelope and its content.
type splitter struct {
	*reader
	*Response
	op      *catalog.Operation
	at      *yamldoc.Node // the text of the response
	members Object        // of the body
}

// reportMisfit reports a response that the operation cannot have.
func (p *splitter) reportMisfit(format string, args ...any) {
	p.report(UnfitResponse, p.at, `"response": `+format, args...)
}

// split finds out whether the response is a success, and splits it.
func (p *splitter) split(hasStatus bool) {
	p.Failed = p.Status > 299
	if p.op.Envelope != nil && !p.readSuccess(p.op.Envelope) {
		return
	}
	switch {
	case !p.Failed:
		p.success()
	case p.op.Envelope == nil && p.op.Failure == nil:
		p.reportMisfit("the operation has neither an envelope nor a failure, so its failures are " +
			"problems of RFC 9457")
	default:
		p.failure(hasStatus)
	}
}

// readSuccess sets whether the response failed by what its envelope says. It reports false if the
// envelope does not say.
func (p *splitter) readSuccess(e *catalog.Envelope) bool {
	value := p.text(e.Success)
	isSuccess, isComparable := cursor.New(value, cursor.Unlimited).Is(e.SuccessJSON())
	switch {
	case value == "" || !isComparable:
		p.reportMisfit("its member %q does not say whether it is a success; in a success, it is %s",
			e.Success, e.SuccessJSON())
		return false
	case p.Failed && isSuccess:
		p.reportMisfit("it is a success by its envelope, and a failure by its status %d", p.Status)
	default:
		p.Failed = !isSuccess
	}
	return true
}

// success reads a response and the additional envelope members.
func (p *splitter) success() {
	e, response := p.op.Envelope, p.op.Response
	text := p.Body
	if e != nil {
		p.siblings(nil)
		if e.Data != "" {
			text = p.text(e.Data)
		} else {
			text = p.object(func(key string) bool { return key != e.Success && !isSibling(e, key) })
		}
	}
	switch {
	case response.Nothing:
	case !response.Shown:
		p.Raw = text
	case text == "":
		p.reportMisfit("it has no response in %q", e.Data)
	default:
		p.Value = p.value(response.Type(), text)
	}
}

// failure reads a failure, its messages and the additional envelope members.
func (p *splitter) failure(hasStatus bool) {
	e, f := p.op.Envelope, p.op.Failure
	text := p.failureText()
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		p.Failure = p.value(f.Type, text).(Object)
	}
	if e == nil {
		return
	}
	if !hasStatus {
		p.Status = e.StatusOf(http.StatusConflict)
		if p.Failure != nil {
			p.Status = cmp.Or(f.Status, http.StatusBadRequest)
		}
	}
	p.Messages = e.MessagesIn(p.Body)
	isInFailure := func(key string) bool { return isFailureMember(f, key) }
	p.siblings(isInFailure)
	if len(e.Messages) > 0 && !isInFailure(e.Messages[0]) {
		p.Says = (&catalog.Envelope{Messages: e.Messages[:1]}).MessagesIn(p.Body)
	}
}

// failureText returns the JSON of the failure in the body, "" if the operation has none.
func (p *splitter) failureText() string {
	e, f := p.op.Envelope, p.op.Failure
	switch {
	case f == nil:
		return ""
	case f.Member != "":
		return p.text(f.Member)
	case e == nil:
		return p.Body
	default:
		return p.object(func(key string) bool { return isFailureMember(f, key) || !IsEnvelopeMember(e, key) })
	}
}

// isFailureMember reports whether a member of the body, by its key, holds the failure or a part of it
// that the catalog names.
func isFailureMember(f *catalog.Failure, key string) bool {
	switch {
	case f == nil:
		return false
	case f.Member != "":
		return key == f.Member
	case f.Type.Union != nil:
		return key == f.Type.Union.By
	default:
		return f.Type.Record.Field(key) != nil
	}
}

// siblings reads the additional envelope members. It drops them if a member of the failure
// has the name of one.
func (p *splitter) siblings(isInFailure func(key string) bool) {
	e := p.op.Envelope
	text := p.object(func(key string) bool { return isSibling(e, key) })
	if text == "{}" {
		return
	}
	hasOtherMeaning := func(m Member) bool {
		return isSibling(e, m.Key) && (isInFailure(m.Key) || slices.Contains(e.Messages, m.Key))
	}
	if isInFailure != nil && slices.ContainsFunc(p.members, hasOtherMeaning) {
		return
	}
	p.Siblings = p.value(e.Siblings.Type(), text).(Object)
}

// IsEnvelopeMember reports whether the envelope has a member with a key.
func IsEnvelopeMember(e *catalog.Envelope, key string) bool {
	isOwn := key == e.Success || key == e.Data || key == e.Violations
	return isOwn || slices.Contains(e.Messages, key) || isSibling(e, key)
}

// isSibling reports whether a key is that of an additional envelope member.
func isSibling(e *catalog.Envelope, key string) bool {
	return e.Siblings != nil && e.Siblings.Field(key) != nil
}

// value parses JSON. It reports values that a service in Go cannot return.
func (p *splitter) value(t *catalog.Type, text string) any {
	p.checkFit(UnfitResponse, "response", p.at, t, text, "")
	v, _ := ParseValue(text)
	return v
}

// text returns the JSON of a member, "" if there is none.
func (p *splitter) text(key string) string { return cursor.At(p.Body, "/"+jsonpointer.Escape(key)) }

// object returns the JSON of an object with some of the members.
func (p *splitter) object(has func(key string) bool) string {
	var members []string
	for _, m := range p.members {
		if has(m.Key) {
			members = append(members, wording.Literal(m.Key)+":"+p.text(m.Key))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}
