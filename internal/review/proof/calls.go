package proof

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/review/report"
)

// This file has the searches for requests and responses. Each states what a body has to show, tries
// bodies on both catalogs, and keeps an example only if the change itself causes what it shows: two
// changes of one operation must not borrow the proof of each other.

// search searches bodies. The example of an enum value or a variant must contain it.
func (p probe) search(tries int, shows exampleFunc, stages []iter.Seq[any]) *report.Example {
	value := ""
	for _, s := range []diff.Subject{p.change.Head, p.change.Base} {
		if s.Value != nil {
			value = compactJSON(s.Value.Value)
		}
		if s.Variant != nil {
			value = compactJSON(s.Variant.Tag)
		}
	}
	containing := func(body string) (*report.Example, int) {
		if !strings.Contains(body, value) {
			return nil, 0
		}
		return shows(body)
	}
	return (&search{shows: containing, triesLeft: tries}).run(stages...)
}

// requestExample returns an example of a request, as it was sent.
func requestExample(body, outcome string) *report.Example {
	return &report.Example{Kind: "request", Given: body, Outcome: outcome}
}

// affectedRequest finds a request that the base serves, and that the head refuses or decodes
// differently.
//
// If the change breaks requests, only a refusal counts; a shift in the same change would distract.
func (p probe) affectedRequest() *report.Example {
	breaks := p.change.Verdicts.Requests > report.Shifts
	tries := showingTries
	if breaks {
		tries = decidingTries
	}
	example := p.search(tries, func(body string) (*report.Example, int) {
		before := p.base.Decode(body)
		if before.Status != 200 {
			return nil, 0
		}
		after := p.head.Decode(body)
		switch {
		case breaks != (after.Status != 200):
			return nil, 0
		case breaks:
			return p.refusalExample(requestExample(body, refusalPrefix+violationWords(after.Violations)+"."), after.Violations)
		}
		outcome := "The service got " + before.Settled + " and gets " + after.Settled + " now."
		return p.differenceExample(requestExample(body, outcome), before.Settled, after.Settled)
	}, p.requestBodies())
	if example != nil && breaks {
		example.Instead = p.acceptedRequest(example.Given)
	}
	return example
}

// Outcomes begin with words of their own, by which tests know what to check.
const refusalPrefix = "It is refused: "

// emptyRequest finds a request without members that the head refuses, or that the new client
// sends differently.
func (p probe) emptyRequest() *report.Example {
	if p.change.Verdicts.Requests != report.Breaks {
		return p.resentRequest()
	}
	e := requestExample("null", refusalPrefix+violationWords(p.head.Decode("null").Violations)+".") // only {} is read
	e.Instead = p.head.Empty.Body()
	return e
}

// movedRequest finds a request to a path that no longer exists, or belongs to another operation
// now: one that this operation accepts, if there is any, since nobody notices such a call.
func (p probe) movedRequest() *report.Example {
	taker := p.headPaths[p.base.Path]
	if taker != nil && p.head != nil && p.head.Operation == taker {
		return nil
	}
	var refused *report.Example
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		body, ok := p.sampled(p.base, ofRequest, size)
		if !ok {
			continue
		}
		e := requestExample(compactJSON(body), "POST "+p.base.Path+" returns status 404.")
		if p.head != nil {
			e.Instead = "POST " + p.head.Path
		}
		if taker == nil {
			return e
		}
		runs := "POST " + p.base.Path + " runs operation " + taker.String() + " now, which "
		result := p.interpreted(taker).Decode(e.Given)
		if result.Status == 200 {
			e.Outcome = runs + "accepts it."
			return e
		}
		e.Outcome = runs + "refuses it: " + violationWords(result.Violations) + "."
		refused = cmp.Or(refused, e)
	}
	return refused
}

// isMove reports whether a change is about the path of requests, not their content.
func isMove(c *diff.Change) bool {
	for _, s := range []diff.Subject{c.Base, c.Head} {
		isOfBody := s.Field != nil || s.Rule != nil || s.Shape != nil
		isOfType := s.Enum != nil || s.Union != nil
		if isOfBody || isOfType {
			return false
		}
	}
	return c.Verdicts.Requests == report.Breaks
}

// unreadableResponse finds a response of the new service that an old client cannot read.
func (p probe) unreadableResponse() *report.Example {
	if p.head.Response.Nothing {
		if p.base.CheckResponse("") == nil {
			return nil
		}
		return &report.Example{Kind: "response", Outcome: unreadablePrefix + "it is empty."}
	}
	outcome := unreadablePrefix
	if p.head.Envelope != nil {
		outcome = "An old client cannot read this data, which is in an envelope: "
	}
	return p.search(decidingTries, func(body string) (*report.Example, int) {
		sent, err := p.head.Sent(body)
		if err != nil {
			return nil, 0
		}
		invalid, isUnread := errors.AsType[*api.ValidationError](p.base.CheckResponse(sent))
		if !isUnread {
			return nil, 0
		}
		e := &report.Example{Kind: "response", Given: sent, Outcome: outcome + violationWords(invalid.Violations) + "."}
		return p.refusalExample(e, invalid.Violations)
	}, p.responseBodies())
}

// An old client reads what it knows, so that only a missing or other value is in its way.
const unreadablePrefix = "An old client cannot read it: "

// resentRequest finds a request that the new client sends differently than the old one, or refuses.
func (p probe) resentRequest() *report.Example {
	return p.search(showingTries, func(request string) (*report.Example, int) {
		before, violations, err := p.base.Encode(request)
		after, refused, failed := p.head.Encode(request)
		outcome := "The client sent " + cmp.Or(before, noBody)
		switch {
		case err != nil || failed != nil || violations != nil:
			return nil, 0
		case refused != nil:
			outcome += ", and refuses to send it now: " + violationWords(refused) + "."
			return p.refusalExample(requestExample(request, outcome), refused)
		}
		e := requestExample(request, outcome+" and sends "+cmp.Or(after, noBody)+" now.")
		if p.change.Rule == "empty-body-changed" && before != after {
			return e, 0
		}
		return p.differenceExample(e, before, after)
	}, p.requestBodies())
}

// A request without members may be sent without a body.
const noBody = "no body"

// keptRequest finds a request that both services get as the same JSON, but the new one in another
// place: as an unknown key of an open record, an unknown variant or an unknown value.
func (p probe) keptRequest() *report.Example {
	before, after, key := "", "", ""
	b, h := p.change.Base, p.change.Head
	switch {
	case b.Field != nil && (h.Field == nil || h.Field.Name != b.Field.Name):
		before, after = "in field "+b.Field.Name, "in Extra"
		key = compactJSON(b.Field.Name) + ":"
	case b.Variant != nil && !p.knows(h):
		before, after = "as variant "+b.Variant.Tag, "as an unknown variant"
	case b.Value != nil && !p.knows(h):
		before, after = "as value "+b.Value.Value, "as an unknown value"
	default:
		return nil
	}
	outcome := "The service got it " + before + ", and gets it " + after + " now."
	places := records{p.base.Request, p.head.Request}
	return p.search(showingTries, func(body string) (*report.Example, int) {
		isShown := strings.Contains(body, key)
		if !isShown || p.base.Decode(body).Status != 200 || p.head.Decode(body).Status != 200 {
			return nil, 0
		}
		return requestExample(body, outcome), 0
	}, []iter.Seq[any]{p.present(places)})
}

// knows reports whether the new side has the member of the change by its old name.
func (p probe) knows(head diff.Subject) bool {
	switch {
	case p.change.Base.Variant != nil && head.Variant != nil:
		return head.Variant.Tag == p.change.Base.Variant.Tag
	case p.change.Base.Value != nil && head.Value != nil:
		return head.Value.Value == p.change.Base.Value.Value
	}
	return false
}

// admittedRequest finds a request that only the new service accepts.
func (p probe) admittedRequest() *report.Example {
	return p.search(showingTries, func(body string) (*report.Example, int) {
		before := p.base.Decode(body)
		if before.Status == 200 || p.head.Decode(body).Status != 200 {
			return nil, 0
		}
		outcome := "It was refused (" + violationWords(before.Violations) + "), and the service gets it now."
		return p.refusalExample(requestExample(body, outcome), before.Violations)
	}, p.requestBodies())
}

// refusalExample returns an example of a refusal if the change causes it, and how many other causes
// there are. A body that breaks a second rule as well would not show which change is to blame.
func (p probe) refusalExample(e *report.Example, violations []api.Violation) (*report.Example, int) {
	shapes := []*catalog.Shape{p.base.Request, p.head.Request}
	if e.Kind == "response" {
		shapes = []*catalog.Shape{p.base.Response.Shape, p.head.Response.Shape}
	}
	return exampleIfOwn(e, violations, func(v api.Violation) bool { return p.causesViolation(p.change, v, shapes...) })
}

// differenceExample returns an example of two requests if they differ where the change is, and how
// many other differences there are.
func (p probe) differenceExample(e *report.Example, before, after string) (*report.Example, int) {
	return exampleIfOwn(e, relation.Differences("", contents(before), contents(after)), func(place string) bool {
		return p.concernsPlace(place, p.base.Request, p.head.Request)
	})
}

// contents returns the value of a body, which is an object even if none is sent: an operation without
// fields may send no body or null.
func contents(body string) any {
	if body == "" || body == "null" {
		return map[string]any{}
	}
	return sample.Parse(body)
}

// exampleIfOwn returns an example with differences if the change causes one of them, and how many it
// does not cause.
func exampleIfOwn[T any](e *report.Example, differences []T, isOwn func(T) bool) (*report.Example, int) {
	others := len(slices.DeleteFunc(slices.Clone(differences), isOwn))
	if others == len(differences) {
		return nil, 0
	}
	return e, others
}

// violationWords lists violations as they are in the response of a service.
func violationWords(violations []api.Violation) string {
	var w []string
	for _, v := range violations {
		w = append(w, strings.TrimSpace(v.Field+" "+v.Message))
	}
	return strings.Join(w, "; ")
}

// acceptedRequest returns an accepted request that is most similar to a refused one: it lacks the
// fewest of its members.
//
// A reader sees best what has to change if little else does. The old body with the new value comes
// first, then old bodies with other values, then fewer members.
func (p probe) acceptedRequest(body string) string {
	tree, _ := sample.Parse(body).(map[string]any)
	var bodies []any
	if b, h := p.change.Base.Field, p.change.Head.Field; b != nil && h != nil && b.Name != h.Name {
		if v, ok := tree[b.Name]; ok {
			other := sample.WithMember(tree, h.Name, v)
			delete(other, b.Name)
			bodies = append(bodies, other)
		}
	}
	if full, ok := p.sampled(p.head, ofRequest, sample.Full); ok {
		for _, key := range slices.Sorted(maps.Keys(tree)) {
			if v, ok := full[key]; ok {
				bodies = append(bodies, sample.WithMember(tree, key, v))
			}
		}
	}
	for b := range p.lifted(records{p.base.Request, p.head.Request}, []map[string]any{tree}) {
		bodies = append(bodies, b)
		if len(bodies) > decidingTries {
			break
		}
	}
	bodies = append(bodies, sample.Reductions(tree)...)
	if minimal, ok := p.sampled(p.head, ofRequest, sample.Minimal); ok {
		bodies = append(bodies, minimal)
	}
	members := func(text string) int { // null is as good as absent
		return strings.Count(text, `":`) - strings.Count(text, `":null`)
	}
	best := (&search{triesLeft: decidingTries, shows: func(text string) (*report.Example, int) {
		if p.head.Decode(text).Status != 200 {
			return nil, 0
		}
		return &report.Example{Given: text}, max(0, members(body)-members(text))
	}}).run(slices.Values(bodies))
	return cmp.Or(best, &report.Example{}).Given
}
