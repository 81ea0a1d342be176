package proof

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// probe looks for effects of a change on the calls of one operation.
type probe struct {
	*finder
	change *diff.Change
	scope
	base, head *interpreter.Operation // head is nil if the operation is gone
	left       *int                   // remaining tries for the change
}

// search searches bodies. The example of an enum value or a variant must contain it.
func (l probe) search(shows shows, stages []func() []any) (string, bool) {
	value := ""
	for _, s := range []diff.Subject{l.change.Head, l.change.Base} {
		if s.Value != nil {
			value = compact(s.Value.Value)
		}
		if s.Variant != nil {
			value = compact(s.Variant.Tag)
		}
	}
	containing := func(body string) (int, bool) {
		if !strings.Contains(body, value) {
			return 0, false
		}
		return shows(body)
	}
	return (&search{shows: containing, left: l.left}).run(stages...)
}

// requests returns the bodies of requests to try.
func (l probe) requests(ops ...*interpreter.Operation) []func() []any {
	var all []func() []any
	for _, op := range ops {
		all = append(all, l.stages(op.Operation, op.Request, sample.Request)...)
	}
	return all
}

func (l probe) example(kind, body, outcome, instead string) *report.Example {
	return &report.Example{Kind: kind, Given: l.redacted(body), Outcome: outcome, Instead: instead}
}

// request finds a request that the base serves, and that the head refuses or decodes
// differently.
func (l probe) request() *report.Example {
	switch {
	case l.change.Rule == "empty-body-changed":
		refused := l.head.Decode("null").Violations // by a server that reads nothing but {}
		return l.example("request", "null", isRefused+words(refused)+".", l.head.Empty.Body())
	case isMove(l.change):
		return l.movedRequest()
	case l.head == nil:
		return nil
	}
	body, ok := l.search(func(body string) (int, bool) {
		before := l.base.Decode(body)
		if before.Status != 200 {
			return 0, false
		}
		after := l.head.Decode(body)
		breaks := l.change.Verdicts.Requests > report.Shifts
		switch {
		case breaks != (after.Status != 200):
			return 0, false
		case breaks:
			return l.refused(after.Violations, l.base.Request, l.head.Request)
		}
		return l.differ(before.Settled, after.Settled)
	}, l.requests(l.base, l.head))
	if !ok {
		return nil
	}
	after := l.head.Decode(body)
	if after.Status == 200 {
		return l.example("request", body, "The service got "+l.redacted(l.base.Decode(body).Settled)+" and gets "+l.redacted(after.Settled)+" now.", "")
	}
	return l.example("request", body, isRefused+words(after.Violations)+".", l.redacted(l.acceptedRequest(body)))
}

const isRefused = "It is refused: "

// movedRequest finds a request to a path that no longer exists.
func (l probe) movedRequest() *report.Example {
	r, ok := sample.Request(l.base.Operation, sample.Minimal)
	if !ok || l.paths[l.base.Path] {
		return nil
	}
	now := ""
	if l.head != nil {
		now = "POST " + l.head.Path
	}
	return l.example("request", compact(r.Value()), "POST "+l.base.Path+" returns status 404.", now)
}

// isMove reports whether a change is about the path of requests, not their content.
func isMove(c *diff.Change) bool {
	for _, s := range []diff.Subject{c.Base, c.Head} {
		if s.Field != nil || s.Rule != nil || s.Enum != nil || s.Union != nil || s.Shape != nil {
			return false
		}
	}
	return c.Verdicts.Requests == report.Breaks
}

// response finds a response of the new service that an old client cannot read.
func (l probe) response() *report.Example {
	unread := func(body string) []api.Violation {
		if invalid, ok := errors.AsType[*api.ValidationError](l.base.CheckResponse(body)); ok {
			return invalid.Violations
		}
		return nil
	}
	if l.head.Response.Nothing && !l.base.Response.Nothing {
		if l.change.Verdicts.Responses != report.Breaks || l.base.CheckResponse("") == nil {
			return nil
		}
		return l.example("answer", "", cannotRead+"it is empty.", "")
	}
	body, ok := l.search(func(body string) (int, bool) {
		sent, err := l.head.Sent(body)
		if err != nil {
			return 0, false
		}
		return l.refused(unread(sent), l.base.Response.Shape, l.head.Response.Shape)
	}, l.responses())
	if !ok {
		return nil
	}
	sent, _ := l.head.Sent(body)
	outcome := cannotRead
	if l.head.Envelope != nil {
		outcome = "An old client cannot read this data, which is in an envelope: "
	}
	return l.example("answer", sent, outcome+words(unread(sent))+".", "")
}

// responses returns the responses to try.
func (l probe) responses() []func() []any {
	if l.head.Response.Nothing {
		return []func() []any{func() []any { return []any{map[string]any{}} }}
	}
	return append(l.stages(l.head.Operation, l.head.Response.Shape, sample.Response), func() []any {
		if !l.head.Response.Shown {
			return []any{"x"}
		}
		if r, ok := sample.Response(l.head.Operation, sample.Minimal); ok && l.head.Response.Whole != nil {
			return append(valuesFor(l.change), r.Value())
		}
		return nil
	})
}

const cannotRead = "An old client cannot read it: "

// resentRequest finds a request that the new client sends differently than the old one, or refuses.
func (l probe) resentRequest() *report.Example {
	request, ok := l.search(func(request string) (int, bool) {
		before, wrong, err := l.base.Encode(request)
		after, refused, failed := l.head.Encode(request)
		switch {
		case err != nil || failed != nil || wrong != nil:
			return 0, false
		case refused != nil:
			return l.refused(refused, l.base.Request, l.head.Request)
		}
		if l.change.Rule == "empty-body-changed" {
			return 0, before != after
		}
		return l.differ(before, after)
	}, l.requests(l.base, l.head))
	if !ok {
		return nil
	}
	before, _, _ := l.base.Encode(request)
	after, refused, _ := l.head.Encode(request)
	now := " and sends " + cmp.Or(l.redacted(after), noBody) + " now."
	if refused != nil {
		now = ", and refuses to send it now: " + words(refused) + "."
	}
	return l.example("request", request, "The client sent "+cmp.Or(l.redacted(before), noBody)+now, "")
}

const noBody = "no body"

// admittedRequest finds a request that only the new service accepts.
func (l probe) admittedRequest() *report.Example {
	body, ok := l.search(func(body string) (int, bool) {
		before := l.base.Decode(body)
		if before.Status == 200 || l.head.Decode(body).Status != 200 {
			return 0, false
		}
		return l.refused(before.Violations, l.base.Request, l.head.Request)
	}, l.requests(l.head, l.base))
	if !ok {
		return nil
	}
	return l.example("request", body, "It was refused ("+words(l.base.Decode(body).Violations)+"), and the service gets it now.", "")
}

// refused reports whether a refusal is due to the change, and how many other reasons
// there are.
func (l probe) refused(violations []api.Violation, shapes ...*catalog.Shape) (others int, ok bool) {
	return count(violations, func(v api.Violation) bool { return l.leadsTo(l.change, v, shapes...) })
}

// differ reports whether two requests differ where the change is, and how many other
// differences there are.
func (l probe) differ(before, after string) (others int, ok bool) {
	return count(differences("", contents(before), contents(after)), func(place string) bool {
		return l.isAt(place, l.base.Request, l.head.Request)
	})
}

// contents returns the value of a body, which is an object even if none is sent.
func contents(body string) any {
	if body == "" || body == "null" {
		return map[string]any{}
	}
	return sample.Parse(body)
}

// count reports whether own holds for any of all, and for how many it does not.
func count[T any](all []T, own func(T) bool) (others int, ok bool) {
	others = len(slices.DeleteFunc(slices.Clone(all), own))
	return others, others < len(all)
}

func words(violations []api.Violation) string {
	var w []string
	for _, v := range violations {
		w = append(w, strings.TrimSpace(v.Field+" "+v.Message))
	}
	return strings.Join(w, "; ")
}

// redacted returns a body without the values that the catalogs give for sensitive fields.
func (l probe) redacted(body string) string {
	if body == "" {
		return ""
	}
	b, h := l.base, cmp.Or(l.head, l.base)
	tree := sample.Parse(body)
	hidden := compact(secretsOf(b.Request, b.Response.Shape, h.Request, h.Response.Shape).hidden("", tree))
	if hidden == compact(tree) {
		return body // in the order of the catalog
	}
	return hidden
}
