package vectors

import (
	"cmp"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
)

// response reads a vector about a response.
func (r *reader) response(op *catalog.Operation, o *yamldoc.Object, v *Vector) {
	for _, key := range []string{"request", "body", "violations", "shows"} {
		if o.Has(key) {
			r.report(catalog.ConflictingKeys, cmp.Or(o.Value(key), o.Node), `%q belongs to a request, and the vector is about a response; delete one`, key)
		}
	}
	if only := o.Value("only"); only != nil && !v.Client && v.Server {
		r.report(catalog.ConflictingKeys, only, `"only": clients read every response; write client, or delete it`)
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
			r.report(yamldoc.WrongKind, at, `"status": expected a status from 200 to 599, found %s`, at.Found())
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
		_ = json.Unmarshal([]byte(n.Text), &p.texts) // otherwise it is not an object
		p.split(body, o.Has("status"))
	}
}

// splitter splits a response into its envelope and its content.
type splitter struct {
	*reader
	*Response
	op      *catalog.Operation
	at      *yamldoc.Node
	members Object
	texts   map[string]json.RawMessage // of the members
}

func (p *splitter) misfit(format string, args ...any) {
	p.report(UnfitResponse, p.at, `"response": `+format, args...)
}

func (p *splitter) split(body any, statusGiven bool) {
	e, f := p.op.Envelope, p.op.Failure
	p.Failed = p.Status > 299
	if e != nil {
		value, ok := p.members.get(e.Success)
		if success, alike := isSuccess(value, e.Value); !ok || !alike {
			p.misfit("its member %q does not say whether it is a success; in a success, it is %s", e.Success, e.SuccessJSON())
			return
		} else if p.Failed && success {
			p.misfit("it is a success by its envelope, and a failure by its status %d", p.Status)
		} else {
			p.Failed = !success
		}
	}
	switch {
	case !p.Failed:
		p.success(body)
	case e == nil && f == nil:
		p.misfit("the operation has neither an envelope nor a failure, so its failures are problems of RFC 9457")
	default:
		p.failure(statusGiven)
	}
}

// isSuccess reports whether a value is the value of a success, and whether it has its type.
func isSuccess(value, success any) (same, alike bool) {
	if v, ok := value.(json.Number); ok {
		if n, ok := cursor.ParseInt(string(v)); ok {
			value = n
		}
	}
	return value == success, reflect.TypeOf(value) == reflect.TypeOf(success)
}

// success reads a response and the additional envelope members.
func (p *splitter) success(body any) {
	e, of := p.op.Envelope, p.op.Response
	value, given, text := body, true, p.Body
	if e != nil {
		p.siblings(nil)
		if e.Data != "" {
			value, given = p.members.get(e.Data)
			text = string(p.texts[e.Data])
		} else {
			rest := p.members.omit(func(key string) bool { return key == e.Success || e.Siblings != nil && e.Siblings.Field(key) != nil })
			value, text = rest, p.text(rest)
		}
	}
	switch {
	case of.Nothing:
	case !of.Shown:
		p.Raw = text
	case !given:
		p.misfit("it has no response in %q", e.Data)
	default:
		p.Value = value
		p.checkFit(of.Type(), text)
	}
}

// checkFit reports values in JSON that a service in Go cannot return.
func (p *splitter) checkFit(t *catalog.Type, text string) {
	p.reader.checkFit(UnfitResponse, "response", p.at, t, text, "")
}

// failure reads a failure, its messages and the additional envelope members.
func (p *splitter) failure(statusGiven bool) {
	e, f := p.op.Envelope, p.op.Failure
	named := func(string) bool { return false }
	if f != nil {
		p.Failure = p.members
		if f.Member != "" {
			v, _ := p.members.get(f.Member)
			p.Failure, _ = v.(Object)
			named = func(key string) bool { return key == f.Member }
		} else {
			record := f.Type.Record
			named = func(key string) bool {
				return record != nil && record.Field(key) != nil || f.Type.Union != nil && key == f.Type.Union.By
			}
			if e != nil {
				p.Failure = p.members.omit(func(key string) bool { return !named(key) && isEnvelopeMember(e, key) })
			}
		}
	}
	if p.Failure != nil {
		text := string(p.texts[f.Member])
		if f.Member == "" {
			text = p.text(p.Failure)
		}
		p.checkFit(f.Type, text)
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
	if len(e.Messages) == 0 || named(e.Messages[0]) {
		return
	}
	switch v, _ := p.members.get(e.Messages[0]); v := v.(type) {
	case string:
		p.Says = []string{v}
	case []any:
		for _, item := range v {
			if text, ok := item.(string); ok {
				p.Says = append(p.Says, text)
			}
		}
	}
}

// siblings reads the additional envelope members. It drops them if a member of the failure
// has the name of one.
func (p *splitter) siblings(named func(string) bool) {
	e := p.op.Envelope
	if e.Siblings == nil {
		return
	}
	for _, m := range p.members {
		switch {
		case e.Siblings.Field(m.Key) == nil:
		case named != nil && (named(m.Key) || slices.Contains(e.Messages, m.Key)):
			p.Siblings = nil
			return
		default:
			p.Siblings = append(p.Siblings, m)
		}
	}
	if p.Siblings != nil {
		p.checkFit(e.Siblings.Type(), p.text(p.Siblings))
	}
}

// isEnvelopeMember reports whether the envelope has a member with a key.
func isEnvelopeMember(e *catalog.Envelope, key string) bool {
	return key == e.Success || key == e.Data || key == e.Violations || slices.Contains(e.Messages, key) || e.Siblings != nil && e.Siblings.Field(key) != nil
}

func (o Object) get(key string) (any, bool) {
	for _, m := range o {
		if m.Key == key {
			return m.Value, true
		}
	}
	return nil, false
}

// omit returns the members that are not dropped.
func (o Object) omit(drop func(key string) bool) Object {
	return slices.DeleteFunc(slices.Clone(o), func(m Member) bool { return drop(m.Key) })
}

// text returns an object with some of the members, as received.
func (p *splitter) text(o Object) string {
	var members []string
	for _, m := range o {
		key, _ := json.Marshal(m.Key)
		members = append(members, string(key)+":"+string(p.texts[m.Key]))
	}
	return "{" + strings.Join(members, ",") + "}"
}
