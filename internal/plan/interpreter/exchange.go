package interpreter

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
)

// Exchange is a call by the client of one operation to the service of another, as after a
// change of the catalog, without a network. Because the request has no fields, it shows the
// effects of everything except bodies and credentials.
type Exchange struct {
	Body     string          // of the response, as sent by the service
	Response json.RawMessage // as received by the client
	Err      error           // of the client
}

// Exchange calls a service with the client of o. The service returns the response of serve.
func (o *Operation) Exchange(service *Operation, serve func() (json.RawMessage, error)) (e Exchange) {
	var network transport = func(r *http.Request) (*http.Response, error) {
		route := service.bare().Route(func(context.Context, string) (json.RawMessage, error) { return serve() })
		h, err := api.NewHandler([]api.Route{route}, api.WithServerAnonymous(),
			api.WithServerErrorHandler(ignore))
		if err != nil {
			return nil, err
		}
		r.URL.Path = service.Path // another path is a change of its own
		w := response{header: http.Header{}, status: http.StatusOK}
		h.ServeHTTP(&w, r)
		e.Body = string(w.body)
		return &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(bytes.NewReader(w.body)), ContentLength: int64(len(w.body))}, nil
	}
	caller, err := api.NewCaller("https://host",
		api.WithHTTPClient(&http.Client{Transport: network}))
	if err != nil {
		return Exchange{Err: err}
	}
	res, err := o.bare().Call(context.Background(), caller, "{}",
		api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	e.Err = err
	if err == nil {
		e.Response = res.Raw
	}
	return e
}

func ignore(context.Context, *api.Operation, error) {}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// bare returns the operation with requests without fields and credentials.
func (o *Operation) bare() *Operation {
	op := *o.Operation
	op.Request, op.Rules, op.Pagination, op.Auth = new(catalog.Shape), nil, nil, nil
	op.Empty = catalog.EmptyObject
	return New(&op)
}

// Describe describes what a client gets from a call.
func (o *Operation) Describe(e Exchange) string {
	failed, ok := errors.AsType[*api.Error](e.Err)
	if !ok {
		return cmp.Or(string(e.Response), "nothing")
	}
	words := "status " + strconv.Itoa(failed.Status)
	if failure, ok := o.FailureOf(e.Err); ok {
		words += " and " + string(failure)
	} else if failed.Err != nil && failed.Messages == nil {
		words += " and the error " + strconv.Quote(failed.Err.Error())
	}
	for _, m := range failed.Messages {
		words += " and the message " + strconv.Quote(m)
	}
	return words
}
