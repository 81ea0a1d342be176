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

// Exchange is a call by the client of one operation to the service of another, as after a
// change of the catalog, without a network. Because the request has no fields, it shows the
// effects of everything except bodies.
type Exchange struct {
	Status   int
	Body     string          // of the response, as sent by the service
	Response json.RawMessage // as received by the client
	Err      error           // of the client
}

// Exchange calls a service with the client of o. The service accepts the credentials that its
// catalog names, and returns the response of serve.
func (o *Operation) Exchange(service *Operation, serve func() (json.RawMessage, error), opts ...api.CallOption) (e Exchange) {
	var network transport = func(r *http.Request) (*http.Response, error) {
		h, err := api.NewHandler([]api.Route{service.withoutFields().Route(func(context.Context, string) (json.RawMessage, error) { return serve() })},
			api.WithServerAuthenticator(service.authenticate), api.WithServerUnknownFields(), api.WithServerErrorHandler(ignore))
		if err != nil {
			return nil, err
		}
		r.URL.Path = service.Path // another path is a change of its own
		w := response{header: http.Header{}, status: http.StatusOK}
		h.ServeHTTP(&w, r)
		e.Status, e.Body = w.status, string(w.body)
		return &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(bytes.NewReader(w.body)), ContentLength: int64(len(w.body))}, nil
	}
	caller, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: network}))
	if err != nil {
		return Exchange{Err: err}
	}
	e.Response, e.Err = o.withoutFields().Call(context.Background(), caller, "{}", append(opts, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))...)
	return e
}

func ignore(context.Context, *api.Operation, error) {}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// withoutFields returns the operation with requests without fields.
func (o *Operation) withoutFields() *Operation {
	op := *o.Operation
	op.Request, op.Rules, op.Pagination = new(catalog.Shape), nil, nil
	op.Empty = catalog.EmptyObject
	return New(&op)
}

// authenticate accepts callers with credentials that the catalog names, or all if it names none.
func (o *Operation) authenticate(ctx context.Context, c api.Credentials) (context.Context, error) {
	if o.Auth == nil || o.Auth.None || slices.ContainsFunc(o.Auth.Ways, func(w *catalog.Way) bool { return carries(w, c) }) {
		return ctx, nil
	}
	return nil, errors.New("unknown credentials")
}

// carries reports whether a request has all credentials of a way.
func carries(w *catalog.Way, c api.Credentials) bool {
	scheme, _, _ := strings.Cut(c.Header().Get("Authorization"), " ")
	lacks := func(name string) bool { return c.Header().Get(name) == "" }
	lacksMember := func(name string) bool { return c.Body()[name] == "" }
	return (!w.Bearer && w.OAuth2 == nil || scheme == "Bearer") && (!w.Basic || scheme == "Basic") &&
		!slices.ContainsFunc(w.Headers, lacks) && !slices.ContainsFunc(w.BodyFields, lacksMember)
}

// CredentialOptions returns the options of a client that sends the credentials of a way, whatever its
// own catalog says.
func CredentialOptions(w *catalog.Way) []api.CallOption {
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

// WithoutAuth returns the operation without its authentication.
func (o *Operation) WithoutAuth() *Operation {
	op := *o.Operation
	op.Auth = nil
	return New(&op)
}

// DescribeFailure describes what a client learns from a failed call.
func (o *Operation) DescribeFailure(e Exchange) string {
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
