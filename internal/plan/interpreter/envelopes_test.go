package interpreter

import (
	"context"
	"io"
	"net/http"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
)

// envelope puts a response in an envelope, most of the time in that of a success.
func (m maker) envelope(e *catalog.Envelope, response string) string {
	if e == nil || m.chance(10) || e.Data == "" && !strings.HasPrefix(response, "{") {
		return response
	}
	text := e.Wrap(response, "")
	if m.chance(10) {
		text = strings.Replace(text, ":"+e.SuccessJSON(), ":"+pick(m, e.FailedJSON(http.StatusConflict), "null", "0", "true", "false", `"ok"`), 1)
	}
	return text
}

// opened returns what is in the envelope of a response, and the error of the generated
// client where that is none of a success. It is the body itself without an envelope.
func opened(op *catalog.Operation, body string) (response string, err error) {
	if op.Envelope == nil {
		return body, nil
	}
	caller, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: answering(body)}))
	if err != nil {
		panic(err)
	}
	o := New(&catalog.Operation{Area: op.Area, Name: op.Name, Request: new(catalog.Shape), Response: &catalog.Response{Shape: new(catalog.Shape)}})
	o.api = New(op).api
	raw, err := o.Call(context.Background(), caller, "{}")
	return string(raw), err
}

// answering is a transport that answers always the same.
type answering string

func (text answering) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(text)))}, nil
}
