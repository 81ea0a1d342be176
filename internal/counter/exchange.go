package counter

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	"example.com/opgen/internal/dynamic"
	"example.com/opgen/internal/sample"
	"example.com/opgen/report"
)

// What is around a body, an envelope or a credential, shows in a call alone: an old client
// calls a new service, without a network between them.

// exchanges are the rules of changes that calls show.
var exchanges = map[string]func(look) *report.Example{
	"envelope-added": look.opened, "envelope-removed": look.opened, "envelope-changed": look.opened,
	"envelope-members-changed": look.failed, "failure-removed": look.failed,
	"failure-status-changed": look.failed, "failure-type-changed": look.failed,
	"auth-required": look.keptOut, "auth-way-removed": look.keptOut,
	"auth-dropped": look.letIn, "auth-way-added": look.letIn,
}

// side is a client or a service of an operation, whose requests have no fields.
type side struct {
	*dynamic.Operation
	auth *catalog.Auth
}

func sideOf(o *dynamic.Operation) side {
	op := *o.Operation
	op.Request, op.Rules, op.Pagination = new(catalog.Shape), nil, nil
	return side{dynamic.Of(&op), op.Auth}
}

// call is what becomes of a call: a response as the service sends it, and what the client
// makes of it.
type call struct {
	status   int
	body     string
	response json.RawMessage
	err      error
}

// calls lets a client call a service, which responds with what serve returns.
func calls(client, service side, serve func() (json.RawMessage, error), opts ...api.CallOption) (c call) {
	var network transport = func(r *http.Request) (*http.Response, error) {
		h, err := api.NewHandler([]api.Route{service.Route(func(context.Context, string) (json.RawMessage, error) { return serve() })},
			api.WithServerAuthenticator(service.letIn), api.WithServerUnknownFields(),
			api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))
		if err != nil {
			return nil, err
		}
		r.URL.Path = service.Path // that it has another one is another change
		w := &writer{header: http.Header{}, status: http.StatusOK}
		h.ServeHTTP(w, r)
		c.status, c.body = w.status, w.String()
		return &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(&w.Buffer), ContentLength: int64(w.Len())}, nil
	}
	caller, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: network}))
	if err != nil {
		return call{err: err}
	}
	c.response, c.err = client.Call(context.Background(), caller, "{}", append(opts, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))...)
	return c
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// writer keeps what a handler writes.
type writer struct {
	bytes.Buffer
	header http.Header
	status int
}

func (w *writer) Header() http.Header    { return w.header }
func (w *writer) WriteHeader(status int) { w.status = status }

// letIn lets those callers in whom the catalog names, if it names any.
func (s side) letIn(ctx context.Context, c api.Credentials) (context.Context, error) {
	if s.auth == nil || s.auth.None || slices.ContainsFunc(s.auth.Ways, func(w *catalog.Way) bool { return carries(w, c) }) {
		return ctx, nil
	}
	return nil, errors.New("not let in")
}

// carries reports whether a request carries all that a way asks for.
func carries(w *catalog.Way, c api.Credentials) bool {
	scheme, _, _ := strings.Cut(c.Header().Get("Authorization"), " ")
	lacks := func(name string) bool { return c.Header().Get(name) == "" }
	lacksMember := func(name string) bool { return c.Body()[name] == "" }
	return (!w.Bearer && w.OAuth2 == nil || scheme == "Bearer") && (!w.Basic || scheme == "Basic") &&
		!slices.ContainsFunc(w.Headers, lacks) && !slices.ContainsFunc(w.BodyFields, lacksMember)
}

// carrying are the options of a client that goes a way.
func carrying(w *catalog.Way) []api.CallOption {
	var opts []api.CallOption
	if w.Bearer || w.OAuth2 != nil {
		opts = append(opts, api.WithBearerToken("made-up"))
	}
	if w.Basic {
		opts = append(opts, api.WithBasicAuth("made-up", "made-up"))
	}
	for _, name := range w.Headers {
		opts = append(opts, api.WithHeader(name, "made-up"))
	}
	for _, name := range w.BodyFields {
		opts = append(opts, api.WithBodyField(name, "made-up"))
	}
	return opts
}

// opened finds a response that an old client does not find in its envelope.
func (l look) opened() *report.Example {
	before, after := sideOf(l.base), sideOf(l.head)
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		body, ok := madeUp(l.head.Operation, size)
		if !ok {
			continue
		}
		serve := func() (json.RawMessage, error) { return json.RawMessage(body), nil }
		was, is := calls(before, before, serve), calls(before, after, serve)
		switch unreadable, _ := errors.AsType[*api.Error](is.err); {
		case was.err != nil:
		case unreadable != nil && unreadable.Err != nil:
			return &report.Example{Kind: "answer", Given: is.body, Outcome: cannotRead + strings.TrimPrefix(unreadable.Err.Error(), "cannot read the response: ") + "."}
		case is.err != nil:
			return &report.Example{Kind: "answer", Given: is.body, Outcome: "An old client takes it for a failure."}
		case string(was.response) != string(is.response):
			return &report.Example{Kind: "answer", Given: is.body, Outcome: "An old client read " + string(was.response) + " and reads " + cmp.Or(string(is.response), "nothing") + " now."}
		}
	}
	return nil
}

// madeUp is a response of an operation, with nothing that the catalog gives for a
// sensitive field.
func madeUp(op *catalog.Operation, size sample.Size) (body string, ok bool) {
	if !op.Response.Shown {
		return `{"key":"x"}`, true
	}
	r, ok := sample.Answer(op, size)
	if !ok {
		return "", false
	}
	_, given := hide(parse(r.JSON()), []*catalog.Shape{op.Response.Shape}, nil)
	return r.JSON(), !given
}

// failed finds a failure of which an old client learns something else.
func (l look) failed() *report.Example {
	before, after := sideOf(l.base), sideOf(l.head)
	var failure error = &api.Problem{Status: http.StatusConflict, Detail: "No."}
	if f := l.base.Failure; f != nil {
		body, ok := madeUp(&catalog.Operation{Response: &catalog.Response{Shape: f.Type.Record, Shown: f.Type.Record != nil}}, sample.Full)
		if !ok {
			return nil
		}
		raw := json.RawMessage(body)
		failure = api.Fail(&raw, "No.")
	}
	serve := func() (json.RawMessage, error) { return nil, failure }
	was, is := calls(before, before, serve), calls(before, after, serve)
	learned, learns := before.learns(was), before.learns(is)
	if learned == learns {
		return nil
	}
	return &report.Example{Kind: "answer", Given: is.body, Outcome: "An old client learned of " + learned + ", and learns of " + learns + " now."}
}

// learns says what a client learns from a call that failed.
func (s side) learns(c call) string {
	e, ok := errors.AsType[*api.Error](c.err)
	if !ok {
		return "no failure"
	}
	words := "status " + strconv.Itoa(e.Status)
	if failure, ok := s.FailureOf(c.err); ok {
		words += " and " + compact(parse(string(failure)))
	}
	for _, m := range e.Messages {
		words += " and the message " + strconv.Quote(m)
	}
	return words
}

// keptOut finds a call that an old client made, and makes in vain now.
func (l look) keptOut() *report.Example {
	for _, way := range waysOf(l.base.Auth) {
		if status := l.tried(way); status[0] == http.StatusOK && status[1] == http.StatusUnauthorized {
			return l.sentWith(way, "it is refused with status 401.")
		}
	}
	return nil
}

// letIn finds a call that was made in vain, and that a service gets now.
func (l look) letIn() *report.Example {
	for _, way := range waysOf(l.head.Auth) {
		if status := l.tried(way); status[0] == http.StatusUnauthorized && status[1] == http.StatusOK {
			return l.sentWith(way, "it was refused with status 401, and the service gets it now.")
		}
	}
	return nil
}

// waysOf are the ways to be let in; no credential at all is one if everybody may call.
func waysOf(a *catalog.Auth) []*catalog.Way {
	if a == nil || a.None {
		return []*catalog.Way{new(catalog.Way)}
	}
	return a.Ways
}

// tried is the status of a call that goes a way, in the base and in the head. Whoever goes
// it sends what the way asks for, whatever a catalog says.
func (l look) tried(way *catalog.Way) (status [2]int) {
	for i, o := range []*dynamic.Operation{l.base, l.head} {
		service := sideOf(o)
		client := side{dynamic.Of(&catalog.Operation{Area: o.Area, Name: o.Name, Path: o.Path, Request: new(catalog.Shape), Response: o.Response}), nil}
		status[i] = calls(client, service, func() (json.RawMessage, error) {
			body, _ := madeUp(o.Operation, sample.Minimal)
			return json.RawMessage(body), nil
		}, carrying(way)...).status
	}
	return status
}

// sentWith is the example of a request that goes a way.
func (l look) sentWith(way *catalog.Way, outcome string) *report.Example {
	r, ok := sample.Request(l.base.Operation, sample.Minimal)
	if !ok {
		return nil
	}
	return l.example("request", compact(parse(r.JSON())), "Sent with "+cmp.Or(way.Words(), "no credential")+", "+outcome, "")
}
