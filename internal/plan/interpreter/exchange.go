package interpreter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
)

// Exchange is a call by the client of one operation of the service of another, as after a
// change of the catalog. There is no network between them, and the request has no fields:
// it shows what is around bodies.
type Exchange struct {
	Status   int
	Body     string          // of the response, as the service sends it
	Response json.RawMessage // as the client reads it
	Err      error           // of the client
}

// Exchange lets the client call a service, which lets those in whom its catalog names, and
// responds with what serve returns.
func (o *Operation) Exchange(service *Operation, serve func() (json.RawMessage, error), opts ...api.CallOption) (e Exchange) {
	var network transport = func(r *http.Request) (*http.Response, error) {
		h, err := api.NewHandler([]api.Route{service.bodiless().Route(func(context.Context, string) (json.RawMessage, error) { return serve() })},
			api.WithServerAuthenticator(service.letIn), api.WithServerUnknownFields(), api.WithServerErrorHandler(ignore))
		if err != nil {
			return nil, err
		}
		r.URL.Path = service.Path // that it has another one is another change
		w := response{header: http.Header{}, status: http.StatusOK}
		h.ServeHTTP(&w, r)
		e.Status, e.Body = w.status, string(w.body)
		return &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(bytes.NewReader(w.body)), ContentLength: int64(len(w.body))}, nil
	}
	caller, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: network}))
	if err != nil {
		return Exchange{Err: err}
	}
	e.Response, e.Err = o.bodiless().Call(context.Background(), caller, "{}", append(opts, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))...)
	return e
}

func ignore(context.Context, *api.Operation, error) {}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// bodiless is the operation with requests that have no fields.
func (o *Operation) bodiless() *Operation {
	op := *o.Operation
	op.Request, op.Rules, op.Pagination = new(catalog.Shape), nil, nil
	op.Empty = catalog.EmptyObject
	return New(&op)
}

// letIn lets those callers in whom the catalog names, if it names any.
func (o *Operation) letIn(ctx context.Context, c api.Credentials) (context.Context, error) {
	if o.Auth == nil || o.Auth.None || slices.ContainsFunc(o.Auth.Ways, func(w *catalog.Way) bool { return carries(w, c) }) {
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

// Carrying are the options of a client that goes a way, whatever the catalog of its
// operation says.
func Carrying(w *catalog.Way) []api.CallOption {
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

// Anyone is the operation without a word about who may call.
func (o *Operation) Anyone() *Operation {
	op := *o.Operation
	op.Auth = nil
	return New(&op)
}

// Learned says in words what a client learns from a call that failed.
func (o *Operation) Learned(e Exchange) string {
	failed, ok := errors.AsType[*api.Error](e.Err)
	if !ok {
		return "no failure"
	}
	words := "status " + strconv.Itoa(failed.Status)
	if failure, ok := o.FailureOf(e.Err); ok {
		words += " and " + string(failure)
	}
	for _, m := range failed.Messages {
		words += " and the message " + strconv.Quote(m)
	}
	return words
}
