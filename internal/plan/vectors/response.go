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
	v.Response = &Response{Body: n.Text, Status: http.StatusOK}
	if at := o.Value("status"); at != nil {
		if status, ok := at.Int(); ok && status >= 200 && status <= 599 {
			v.Response.Status = status
		} else {
			r.report(yamldoc.WrongKind, at,
				`"status": expected a status from 200 to 599, found %s`, at.Found())
		}
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

// splitter splits a response into its envelope and its content.
type splitter struct {
	*reader
	*Response
	op      *catalog.Operation
	at      *yamldoc.Node
	members Object
}

func (p *splitter) reportMisfit(format string, args ...any) {
	p.report(UnfitResponse, p.at, `"response": `+format, args...)
}

func (p *splitter) split(statusGiven bool) {
	e, f := p.op.Envelope, p.op.Failure
	p.Failed = p.Status > 299
	if e != nil {
		value := p.text(e.Success)
		success, alike := cursor.New(value, cursor.Unlimited).Is(e.SuccessJSON())
		switch {
		case value == "" || !alike:
			p.reportMisfit("its member %q does not say whether it is a success; in a success, "+
				"it is %s",
				e.Success, e.SuccessJSON())
			return
		case p.Failed && success:
			p.reportMisfit("it is a success by its envelope, and a failure by its status %d",
				p.Status)
		default:
			p.Failed = !success
		}
	}
	switch {
	case !p.Failed:
		p.success()
	case e == nil && f == nil:
		p.reportMisfit("the operation has neither an envelope nor a failure, so its failures are problems of RFC 9457")
	default:
		p.failure(statusGiven)
	}
}

// success reads a response and the additional envelope members.
func (p *splitter) success() {
	e, of, text := p.op.Envelope, p.op.Response, p.Body
	if e != nil {
		p.siblings(nil)
		if e.Data != "" {
			text = p.text(e.Data)
		} else {
			text = p.object(func(key string) bool { return key != e.Success && !isSibling(e, key) })
		}
	}
	switch {
	case of.Nothing:
	case !of.Shown:
		p.Raw = text
	case text == "":
		p.reportMisfit("it has no response in %q", e.Data)
	default:
		p.Value = p.value(of.Type(), text)
	}
}

// failure reads a failure, its messages and the additional envelope members.
func (p *splitter) failure(statusGiven bool) {
	e, f, text := p.op.Envelope, p.op.Failure, ""
	named := func(string) bool { return false }
	switch {
	case f == nil:
	case f.Member != "":
		named = func(key string) bool { return key == f.Member }
		text = p.text(f.Member)
	default:
		record, union := f.Type.Record, f.Type.Union
		named = func(key string) bool {
			return record != nil && record.Field(key) != nil || union != nil && key == union.By
		}
		text = p.Body
		if e != nil {
			text = p.object(func(key string) bool {
				return named(key) ||
					!IsEnvelopeMember(e, key)
			})
		}
	}
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		p.Failure = p.value(f.Type, text).(Object)
	}
	if e == nil {
		return
	}
	if !statusGiven {
		p.Status = e.StatusOf(http.StatusConflict)
		if p.Failure != nil {
			p.Status = cmp.Or(f.Status, http.StatusBadRequest)
		}
	}
	p.Messages = e.MessagesIn(p.Body)
	p.siblings(named)
	if len(e.Messages) > 0 && !named(e.Messages[0]) {
		p.Says = (&catalog.Envelope{Messages: e.Messages[:1]}).MessagesIn(p.Body)
	}
}

// siblings reads the additional envelope members. It drops them if a member of the failure
// has the name of one.
func (p *splitter) siblings(named func(string) bool) {
	e := p.op.Envelope
	all := p.object(func(key string) bool { return isSibling(e, key) })
	if all == "{}" || named != nil && slices.ContainsFunc(p.members, func(m Member) bool {
		return isSibling(e, m.Key) && (named(m.Key) || slices.Contains(e.Messages, m.Key))
	}) {
		return
	}
	p.Siblings = p.value(e.Siblings.Type(), all).(Object)
}

// IsEnvelopeMember reports whether the envelope has a member with a key.
func IsEnvelopeMember(e *catalog.Envelope, key string) bool {
	isOwn := key == e.Success || key == e.Data || key == e.Violations
	return isOwn || slices.Contains(e.Messages, key) || isSibling(e, key)
}

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
