package proof

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/report"
)

// exchanges maps rules about what is not in a body, such as envelopes and credentials, to
// functions that let an old client call a new service, without a network.
var exchanges = map[string]func(probe) *report.Example{
	"envelope-changed": probe.misreadOutcome, "envelope-members-changed": probe.misreadFailure,
	"failure-changed": probe.misreadFailure, "empty-body-changed": probe.emptyRequest,
	"auth-required": probe.refusedCall, "auth-way-removed": probe.refusedCall,
	"auth-dropped": func(l probe) *report.Example { return cmp.Or(l.refusedCall(), l.acceptedCall()) }, "auth-way-added": probe.acceptedCall,
}

// misreadOutcome finds a response that an old client does not find, or a failure that it takes
// for a success.
func (l probe) misreadOutcome() *report.Example {
	if e := l.misreadResponse(); e != nil {
		return e
	}
	e := l.misreadFailure()
	if e == nil || strings.Contains(e.Outcome, ", and gets status") {
		return nil
	}
	return e
}

// misreadResponse finds a response that an old client does not find in its envelope.
func (l probe) misreadResponse() *report.Example {
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		body := `{"key":"x"}`
		if l.head.Response.Shown {
			r, ok := sample.Response(l.head.Operation, size)
			if !ok {
				continue
			}
			body = r.JSON()
		}
		if e := l.misreadExample(func() (json.RawMessage, error) { return json.RawMessage(body), nil }); e != nil {
			return e
		}
	}
	return nil
}

// misreadFailure finds a failure that an old client reads differently.
func (l probe) misreadFailure() *report.Example {
	var failure error = &api.Problem{Status: http.StatusConflict, Detail: "No."}
	if f := l.base.Failure; f != nil {
		r, ok := sample.Shape(f.Shape(), sample.Full)
		if !ok {
			return nil
		}
		raw := json.RawMessage(r.JSON())
		failure = api.Fail(&raw, "No.")
	}
	return l.misreadExample(func() (json.RawMessage, error) { return nil, failure })
}

// misreadExample returns the example of a response or failure if an old client reads it differently.
func (l probe) misreadExample(serve func() (json.RawMessage, error)) *report.Example {
	is := l.base.Exchange(l.head, serve)
	got := describeRead(l.base, l.base.Exchange(l.base, serve))
	gets := describeRead(l.base, is)
	if got == gets {
		return nil
	}
	return &report.Example{Kind: "response", Given: is.Body, Outcome: "An old client got " + got + ", and gets " + gets + " now."}
}

// describeRead describes what a client reads of a response: it ignores members that it does not
// know.
func describeRead(client *interpreter.Operation, e interpreter.Exchange) string {
	if e.Err == nil && client.Response.Shown && !client.Response.Lenient {
		if read, err := client.Sent(string(e.Response)); err == nil {
			e.Response = json.RawMessage(read)
		}
	}
	return client.Describe(e)
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
			taken := func(name string) bool { return l.head.Request.Open || l.head.Request.Field(name) != nil }
			if slices.ContainsFunc(way.BodyFields, taken) {
				return l.callExample("Old clients send ", way, ", and the service gets it as an ordinary member now.")
			}
			return l.callExample("Old clients send ", way, ", and get status 422 now.")
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
	if _, ok := sample.Request(l.base.Operation, sample.Minimal); !ok {
		return nil
	}
	body := objectOf(sample.Request, l.base, sample.Minimal)
	for _, name := range way.BodyFields {
		body[name] = "some " + name
	}
	return requestExample(compactJSON(body), who+cmp.Or(way.Words(), "no credential")+outcome)
}
