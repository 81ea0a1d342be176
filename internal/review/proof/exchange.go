package proof

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/report"
)

// exchanges maps rules about envelopes and credentials, which are not in a body, to
// functions that let an old client call a new service, without a network.
var exchanges = map[string]func(probe) *report.Example{
	"envelope-changed": probe.misreadResponse, "envelope-members-changed": probe.misreadFailure,
	"failure-changed": probe.misreadFailure,
	"auth-required":   probe.refusedCall, "auth-way-removed": probe.refusedCall,
	"auth-dropped": func(l probe) *report.Example { return cmp.Or(l.refusedCall(), l.acceptedCall()) }, "auth-way-added": probe.acceptedCall,
}

// misreadResponse finds a response that an old client does not find in its envelope.
func (l probe) misreadResponse() *report.Example {
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		body, ok := sampleResponse(l.head.Operation, size)
		if !ok {
			continue
		}
		serve := func() (json.RawMessage, error) { return json.RawMessage(body), nil }
		was, is := l.base.Exchange(l.base, serve), l.base.Exchange(l.head, serve)
		switch unreadable, _ := errors.AsType[*api.Error](is.Err); {
		case was.Err != nil:
		case unreadable != nil && unreadable.Err != nil:
			return &report.Example{Kind: "answer", Given: is.Body, Outcome: cannotRead + strings.TrimPrefix(unreadable.Err.Error(), "cannot read the response: ") + "."}
		case is.Err != nil:
			return &report.Example{Kind: "answer", Given: is.Body, Outcome: "An old client takes it for a failure."}
		case string(was.Response) != string(is.Response):
			return &report.Example{Kind: "answer", Given: is.Body, Outcome: "An old client read " + string(was.Response) + " and reads " + cmp.Or(string(is.Response), "nothing") + " now."}
		}
	}
	return nil
}

// sampleResponse returns a response of an operation, if there is one.
func sampleResponse(op *catalog.Operation, size sample.Size) (body string, ok bool) {
	if !op.Response.Shown {
		return `{"key":"x"}`, true
	}
	r, ok := sample.Response(op, size)
	if !ok {
		return "", false
	}
	return r.JSON(), true
}

// misreadFailure finds a failure that an old client reads differently.
func (l probe) misreadFailure() *report.Example {
	var failure error = &api.Problem{Status: http.StatusConflict, Detail: "No."}
	if f := l.base.Failure; f != nil {
		body, ok := sampleResponse(&catalog.Operation{Response: &catalog.Response{Shape: f.Shape(), Shown: true}},
			sample.Full)
		if !ok {
			return nil
		}
		raw := json.RawMessage(body)
		failure = api.Fail(&raw, "No.")
	}
	serve := func() (json.RawMessage, error) { return nil, failure }
	was, is := l.base.Exchange(l.base, serve), l.base.Exchange(l.head, serve)
	learned, learns := l.base.DescribeFailure(was), l.base.DescribeFailure(is)
	if learned == learns {
		return nil
	}
	return &report.Example{Kind: "answer", Given: is.Body, Outcome: "An old client got " + learned + ", and gets " + learns + " now."}
}

// refusedCall finds an old call that is refused now, or whose credential is an unknown member
// now.
func (l probe) refusedCall() *report.Example {
	for _, way := range waysOf(l.change.Way, l.base.Auth) {
		unasked := func(name string) bool { return !slices.Contains(l.head.Auth.BodyFields(), name) }
		switch {
		case !l.base.Auth.Admits(way):
		case !l.head.Auth.Admits(way):
			return l.callExample("Old clients send ", way, ", and get status 401 now.")
		case slices.ContainsFunc(way.BodyFields, unasked):
			outcome := ", and get status 422 now."
			if slices.ContainsFunc(way.BodyFields, func(name string) bool { return l.head.Request.Field(name) != nil }) {
				outcome = ", and the service gets it as a field now."
			} else if l.head.Request.Open {
				outcome = ", and the service gets it as an unknown member now."
			}
			return l.callExample("Old clients send ", way, outcome)
		}
	}
	return nil
}

// acceptedCall finds a call that was refused, and is accepted now.
func (l probe) acceptedCall() *report.Example {
	for _, way := range waysOf(l.change.Way, l.head.Auth) {
		if !l.base.Auth.Admits(way) && l.head.Auth.Admits(way) {
			return l.callExample("Callers that send ", way, " got status 401, and the service gets the call now.")
		}
	}
	return nil
}

// waysOf returns the changed way, or all ways to authenticate; if anyone may call, that
// is one without a credential.
func waysOf(changed *catalog.Way, a *catalog.Auth) []*catalog.Way {
	switch {
	case changed != nil:
		return []*catalog.Way{changed}
	case a == nil || a.None:
		return []*catalog.Way{new(catalog.Way)}
	}
	return a.Ways
}

// callExample returns the example of a request with the credentials of a way.
func (l probe) callExample(who string, way *catalog.Way, outcome string) *report.Example {
	r, ok := sample.Request(l.base.Operation, sample.Minimal)
	if !ok {
		return nil
	}
	return l.example("request", compact(r.Value()), who+cmp.Or(way.Words(), "no credential")+outcome, "")
}
