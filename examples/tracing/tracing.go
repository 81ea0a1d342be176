// Package tracing traces the calls of a client and the requests of a handler with OpenTelemetry. It
// is a separate module, because the runtime of generated code imports only the standard library.
package tracing

import (
	"context"
	"net/http"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"example.com/opgen/api"
)

// The spans have the method, the URL, the status and sizes. The URL of an operation has no
// parameters, and neither otelhttp nor api adds headers, bodies or errors of the service, so no
// personal data leaves the program with a span.

// WithTracing records a span for each attempt of a call, so that retries are visible. It is an
// option of a client.
func WithTracing(provider trace.TracerProvider) api.ClientOption {
	named := func(_ string, r *http.Request) string {
		op, _ := api.OperationFromContext(r.Context())
		return op.String()
	}
	return api.WithHTTPClient(&http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport,
		otelhttp.WithTracerProvider(provider),
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithSpanNameFormatter(named))})
}

// Handler records a span for each request to h, as a child of the caller's. A handler needs
// [WithServerTracing] too.
func Handler(h http.Handler, provider trace.TracerProvider) http.Handler {
	return otelhttp.NewHandler(h, "",
		otelhttp.WithTracerProvider(provider),
		otelhttp.WithPropagators(propagation.TraceContext{}))
}

// WithServerTracing names the span of a request by its operation. Only the handler knows it, after
// otelhttp began the span.
func WithServerTracing() api.HandlerOption {
	return api.WithServerMiddleware(func(next api.ServeFunc) api.ServeFunc {
		return func(ctx context.Context, r *api.ServerRequest) error {
			trace.SpanFromContext(ctx).SetName(r.Operation.String())
			return next(ctx, r)
		}
	})
}
