package interpreter

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"example.com/opgen/api"
)

// Handled is a response of a generated handler.
type Handled struct {
	Status      int
	ContentType string // "" if there is no body
	Body        string
}

// Handle returns the response of the generated handler of the operation to a body from a caller
// who is let in, in its envelope if there is one. The service is serve, as in [Operation.Route].
func (o *Operation) Handle(body string, serve func() (json.RawMessage, error)) (Handled, error) {
	service := func(context.Context, string) (json.RawMessage, error) { return serve() }
	letIn := func(ctx context.Context, _ api.Credentials) (context.Context, error) { return ctx, nil }
	handler, err := api.NewHandler([]api.Route{o.Route(service)},
		api.WithServerAuthenticator(letIn), api.WithServerErrorHandler(ignore))
	if err != nil {
		return Handled{}, err
	}
	w := response{header: http.Header{}, status: http.StatusOK}
	handler.ServeHTTP(&w, &http.Request{
		Method:        http.MethodPost,
		URL:           &url.URL{Path: o.Path},
		Header:        http.Header{"Content-Type": {"application/json"}},
		Body:          io.NopCloser(strings.NewReader(body)),
		ContentLength: int64(len(body)),
	})
	return Handled{w.status, w.header.Get("Content-Type"), string(w.body)}, nil
}
