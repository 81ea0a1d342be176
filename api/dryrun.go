package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"

	"example.com/opgen/api/internal/genstruct"
)

// ErrDryRun is the reason for which a call with [WithDryRun] has no response. The error of the call
// wraps it, so a program that tries its calls out ignores errors.Is(err, api.ErrDryRun).
var ErrDryRun = errors.New("nothing was sent, because of api.WithDryRun")

// DryRun is a request that would have been sent. Its methods Body and Header have secrets;
// printing it shows neither the header nor sensitive values.
type DryRun struct {
	Operation *Operation
	URL       string // that the request would have been sent to, without credentials

	header http.Header
	body   []byte
	shown  string // the body as it is printed
}

// Header returns a copy of the header, including credentials.
func (d DryRun) Header() http.Header { return d.header.Clone() }

// Body returns a copy of the exact body, including credentials in it.
func (d DryRun) Body() []byte { return slices.Clone(d.body) }

// String returns the method, the URL and the body as [WithLogger] shows it: without values
// that are sensitive or not described by the catalog, and without credentials.
func (d DryRun) String() string { return http.MethodPost + " " + d.URL + " " + d.shown }

// Format writes d.String() for every verb.
func (d DryRun) Format(s fmt.State, _ rune) { io.WriteString(s, d.String()) }

// LogValue is String for slog.
func (d DryRun) LogValue() slog.Value { return slog.StringValue(d.String()) }

// WithDryRun passes each request to f instead of sending it. A request that breaks a rule
// still fails with a [*ValidationError]; otherwise, the call fails with an error that wraps
// [ErrDryRun]. Middlewares run as for a call that is made. f may be called concurrently if
// calls are made concurrently.
//
// As an option of a client, it lets a whole program run without an effect on the service:
//
//	api.WithDryRun(func(_ context.Context, r api.DryRun) { fmt.Println(r) })
//
// Middlewares that call other services still do, such as that of [WithClientCredentials].
func WithDryRun(f func(context.Context, DryRun)) CallOption {
	return callOption(func(config *callConfig) {
		config.dryRun = nil
		if f == nil {
			return
		}
		config.dryRun = func(ctx context.Context, c *call, body []byte) {
			f(ctx, c.dryRunOf(body))
		}
	})
}

// dryRunOf returns the request of a call with a body.
func (c *call) dryRunOf(body []byte) DryRun {
	return DryRun{
		Operation: c.operation,
		URL:       c.caller.base.String() + c.operation.Path,
		header:    c.header(),
		body:      slices.Clone(body),
		shown:     genstruct.Body(string(c.request.body), reflect.TypeOf(c.request.value)),
	}
}
