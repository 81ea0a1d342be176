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
	bareService := service.bare()
	var network transport = func(r *http.Request) (*http.Response, error) {
		w, err := bareService.respond(r, serve)
		if err != nil {
			return nil, err
		}
		e.Body = string(w.body)
		return w.httpResponse(), nil
	}
	caller, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: network}))
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

// respond returns the response of a handler of the operation to a request. The request may be for another
// path, since a change of the path is reported by itself.
func (o *Operation) respond(r *http.Request, serve func() (json.RawMessage, error)) (*response, error) {
	service := func(context.Context, string) (json.RawMessage, error) { return serve() }
	h, err := api.NewHandler([]api.Route{o.Route(service)},
		api.WithServerAnonymous(), api.WithServerErrorHandler(ignore))
	if err != nil {
		return nil, err
	}
	r.URL.Path = o.Path
	w := &response{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(w, r)
	return w, nil
}

// httpResponse returns the response as a client receives it.
func (w *response) httpResponse() *http.Response {
	return &http.Response{
		StatusCode:    w.status,
		Header:        w.header,
		Body:          io.NopCloser(bytes.NewReader(w.body)),
		ContentLength: int64(len(w.body)),
	}
}

// ignore handles errors that a handler would log.
func ignore(context.Context, *api.Operation, error) {}

// transport is an [http.RoundTripper] without a network.
type transport func(*http.Request) (*http.Response, error)

// RoundTrip calls t.
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
	failed, isError := errors.AsType[*api.Error](e.Err)
	if !isError {
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
