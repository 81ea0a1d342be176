package counter

import (
	"cmp"
	"errors"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/internal/dynamic"
	"example.com/opgen/internal/sample"
	"example.com/opgen/report"
)

// look looks for what a change does to the calls of one operation.
type look struct {
	*finder
	change *diff.Change
	concern
	pair
	left *int // tries for the change
}

// search looks among bodies; one about a value of an enum has to hold it.
func (l look) search(shows shows, stages []func() []any) (string, bool) {
	held := ""
	for _, s := range []diff.Subject{l.change.Head, l.change.Base} {
		if s.Value != nil {
			held = compact(s.Value.Value)
		}
	}
	holding := func(body string) (int, bool) {
		if !strings.Contains(body, held) {
			return 0, false
		}
		return shows(body)
	}
	return (&search{shows: holding, left: l.left}).in(stages...)
}

// request finds a body that the base serves, and that the head refuses or takes
// for something else.
func (l look) request() *report.Example {
	if isMove(l.change) {
		return l.moved()
	}
	if l.head == nil {
		return nil
	}
	body, ok := l.search(func(body string) (int, bool) {
		before := dynamic.Decode(l.base, body)
		if before.Status != 200 {
			return 0, false
		}
		after := dynamic.Decode(l.head, body)
		if after.Status != 200 {
			return l.refused(after.Violations, l.base.Request, l.head.Request)
		}
		if l.change.Verdicts.Requests == report.Breaks {
			return 0, false
		}
		return l.differ(before.Settled, after.Settled)
	}, append(bodies(l.base, l.change, l.concern), bodies(l.head, l.change, l.concern)...))
	if !ok {
		return nil
	}
	before, after := dynamic.Decode(l.base, body), dynamic.Decode(l.head, body)
	if after.Status == 200 {
		return &report.Example{Kind: "request", Given: l.shown(body),
			Outcome: "The service got " + l.shown(before.Settled) + " and gets " + l.shown(after.Settled) + " now."}
	}
	return &report.Example{Kind: "request", Given: l.shown(body), Instead: l.shown(l.instead(body)),
		Outcome: "It is refused: " + words(after.Violations) + "."}
}

// refused reports whether the change is among the reasons of a refusal, and how
// many others there are.
func (l look) refused(violations []api.Violation, shapes ...*catalog.Shape) (others int, ok bool) {
	for _, v := range violations {
		if l.leadsTo(l.change, v, shapes...) {
			ok = true
		} else {
			others++
		}
	}
	return others, ok
}

// differ reports whether two requests differ in what the change is about, and in
// how much else they differ.
func (l look) differ(before, after string) (others int, ok bool) {
	for _, place := range differences("", parse(before), parse(after)) {
		if l.isAt(place, l.base.Request, l.head.Request) {
			ok = true
		} else {
			others++
		}
	}
	return others, ok
}

// moved finds a request to a path that is gone.
func (l look) moved() *report.Example {
	r, ok := sample.Request(l.base, sample.Minimal)
	if !ok || l.paths[l.base.Path] {
		return nil
	}
	e := &report.Example{Kind: "request", Given: l.shown(normal(r.JSON())), Outcome: "POST " + l.base.Path + " is answered with 404."}
	if l.head != nil {
		e.Instead = "POST " + l.head.Path
	}
	return e
}

// isMove reports whether a change is about where requests go, and not about what is
// in them.
func isMove(c *diff.Change) bool {
	for _, s := range []diff.Subject{c.Base, c.Head} {
		if s.Field != nil || s.Rule != nil || s.Enum != nil || s.Shape != nil {
			return false
		}
	}
	return c.Verdicts.Requests == report.Breaks
}

// answer finds an answer that the new service may give and an old client cannot
// read.
func (l look) answer() *report.Example {
	unread := func(body string) []api.Violation {
		if invalid, ok := errors.AsType[*api.ValidationError](dynamic.Answer(l.base, body)); ok {
			return invalid.Violations
		}
		return nil
	}
	body, ok := l.search(func(body string) (int, bool) {
		if dynamic.Answer(l.head, body) != nil {
			return 0, false
		}
		return l.refused(unread(body), l.base.Response.Shape, l.head.Response.Shape)
	}, answers(l.head, l.change, l.concern))
	if !ok {
		return nil
	}
	return &report.Example{Kind: "answer", Given: l.shown(body), Outcome: "An old client cannot read it: " + words(unread(body)) + "."}
}

// sent finds a request that the old client sent otherwise than the new one does.
func (l look) sent() *report.Example {
	request, ok := l.search(func(request string) (int, bool) {
		before, wrong, err := dynamic.Encode(l.base, request)
		after, refused, failed := dynamic.Encode(l.head, request)
		switch {
		case err != nil || failed != nil || wrong != nil:
			return 0, false
		case refused != nil:
			return l.refused(refused, l.base.Request, l.head.Request)
		}
		return l.differ(before, after)
	}, append(bodies(l.base, l.change, l.concern), bodies(l.head, l.change, l.concern)...))
	if !ok {
		return nil
	}
	before, _, _ := dynamic.Encode(l.base, request)
	after, refused, _ := dynamic.Encode(l.head, request)
	why := "The client sent " + l.shown(before) + " and sends " + l.shown(after) + " now."
	if refused != nil {
		why = "The client sent " + l.shown(before) + " and does not now: " + words(refused) + "."
	}
	return &report.Example{Kind: "request", Given: l.shown(request), Outcome: why}
}

// admitted finds a request that the old service was kept from and the new one is
// given.
func (l look) admitted() *report.Example {
	body, ok := l.search(func(body string) (int, bool) {
		before := dynamic.Decode(l.base, body)
		if before.Status == 200 || dynamic.Decode(l.head, body).Status != 200 {
			return 0, false
		}
		return l.refused(before.Violations, l.base.Request, l.head.Request)
	}, append(bodies(l.head, l.change, l.concern), bodies(l.base, l.change, l.concern)...))
	if !ok {
		return nil
	}
	return &report.Example{Kind: "request", Given: l.shown(body),
		Outcome: "It was refused (" + words(dynamic.Decode(l.base, body).Violations) + "), and the service gets it now."}
}

// shown is a body as it is printed: what the catalogs give as values of sensitive
// fields is not.
func (l look) shown(body string) string {
	if body == "" {
		return ""
	}
	tree, hidden := hide(parse(body), false, []*catalog.Shape{l.base.Request, l.base.Response.Shape,
		cmp.Or(l.head, l.base).Request, cmp.Or(l.head, l.base).Response.Shape})
	if !hidden {
		return body
	}
	return compact(tree)
}
