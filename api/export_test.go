package api

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"example.com/opgen/internal/json/cursor"
)

// These names give tests access to unexported parts. The tests are in package api_test, since
// they import wire, which imports this package.

const (
	ProblemType = problemType
	MaxExcerpt  = maxExcerpt
	MaxMessage  = maxMessage
	Longest     = maxTime
)

var (
	ErrTooLong      = errTooLong
	ErrNoEnvelope   = errNoEnvelope
	ErrNoSuccess    = errNoSuccess
	ErrNoInvocation = errNoInvocation
	ErrNextAgain    = errNextAgain
	RequestLimits   = requestLimits
	Rules           = rules

	TakeCredentials = takeCredentials
	RetryAfter      = retryAfter
	ReadAll         = readAll
	Truncated       = truncated
)

func ParseProblem(header http.Header, body []byte) *Problem {
	return parseProblem(header, body, cursor.Responses)
}

type (
	RetryBudget  = retryBudget
	OperationKey = operationKey
)

func NewInProcess(h http.Handler) http.RoundTripper { return inProcess{h} }

func (b *retryBudget) Take() bool      { return b.take() }
func (b *retryBudget) Succeeded()      { b.succeeded() }
func (b *retryBudget) Spent() int64    { return b.spent.Load() }
func (c *Caller) Budget() *RetryBudget { return c.budget }

// ServeText serves a body that has been read, like a handler.
func ServeText(ctx context.Context, r Route, text string, b []byte) ([]byte, error) {
	return r.serve(ctx, text, cursor.Requests, false, b)
}

// PathOf returns the path of a route.
func PathOf(r Route) string { return r.operation.Path }

// ServeIn serves a request in memory, and returns the stored body.
func ServeIn(h http.Handler, r *http.Request, memory *[]byte) string {
	x := newExchange(h.(*handler).routes[r.URL.Path], r, "")
	x.memory = memory
	_ = h.(*handler).serve(&x.context, &x.request)
	return x.visibleBody()
}

// WrapServe wraps a function around the serving of a request.
func WrapServe(h http.Handler, wrap func(ServeFunc) ServeFunc) {
	h.(*handler).serve = wrap(h.(*handler).serve)
}

func BufferOf(r *ServerRequest) *[]byte { return r.exchange.memory }
func PooledBuffer() *[]byte             { return buffers.Get().(*[]byte) }
func BodyOf(i *Invocation) []byte       { return i.call.request.body }

func (p RetryPolicy) OrDefaults() RetryPolicy                       { return p.orDefaults() }
func (p RetryPolicy) Wait(n int, header http.Header) time.Duration  { return p.wait(n, header) }
func RedactedProblem(p *Problem, status int, t reflect.Type) string { return p.redacted(status, t) }

func HeaderOf(c *Caller) http.Header { return c.call.header }

// InFlightOf returns how many bytes of bodies a handler holds, or that of a request.
func InFlightOf(of any) int64 {
	if r, ok := of.(*ServerRequest); ok {
		of = r.exchange.route.handler
	}
	return of.(*handler).room.taken()
}

// SetFailure makes e the error of a response with a typed failure.
func SetFailure(e *Error, failure any) { e.failure = failure }
