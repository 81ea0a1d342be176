package call

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/vectors"
)

// This file sends a call as a generated client would: with the same retries, headers and
// validation, since it uses the same runtime.

// Call is a call of an operation, with a request in the form of [interpreter.Operation.Encode].
type Call struct {
	Op      *interpreter.Operation
	Base    string // URL of the service
	Request string
	Client  []api.ClientOption
	Options []api.CallOption
}

// New returns a call whose attempts take at most so long.
func New(op *interpreter.Operation, base string, timeout time.Duration) *Call {
	policy := api.RetryPolicy{AttemptTimeout: timeout}
	return &Call{Op: op, Base: base, Client: []api.ClientOption{api.WithRetry(policy)}}
}

// SetKey sends the call with an idempotency key of the caller.
func (c *Call) SetKey(key string) {
	c.Options = append(slices.Clip(c.Options), api.WithIdempotencyKey(key))
}

// Attempt is one request of a call, which may be sent several times.
type Attempt struct {
	Status int // 0 without a response
	Took   time.Duration
}

// Sent is a request as it is sent.
type Sent struct {
	Method string
	URL    string
	Header http.Header
	Body   string
}

// Result is the outcome of a call.
type Result struct {
	Status    int         // of the last response, 0 without one
	Header    http.Header // of the last response
	RequestID string
	Body      json.RawMessage // of a success without its envelope, or of a failure
	Attempts  []Attempt
	Drifts    []api.Drift // of a lenient response
	Err       error       // that a generated client returns
}

// Send makes the call.
func (c *Call) Send(ctx context.Context) *Result {
	r := new(Result)
	noting := api.WithHTTPClient(r.client(http.DefaultTransport))
	caller, err := api.NewCaller(c.Base, append(slices.Clip(c.Client), noting)...)
	if err != nil {
		return &Result{Err: err}
	}
	note := func(_ context.Context, _ *api.Operation, d api.Drift) { r.Drifts = append(r.Drifts, d) }
	options := append(slices.Clip(c.Options), api.WithDrift(note))
	res, err := c.Op.Call(ctx, caller, c.Request, options...)
	r.Err = err
	if failed, ok := errors.AsType[*api.Error](err); ok {
		r.Status = failed.Status
		r.Header = failed.Header
		r.RequestID = failed.RequestID
		r.Body = failed.Body
	}
	if err == nil {
		r.Status = res.Received.Status()
		r.Header = res.Received.Header()
		r.RequestID = res.Received.RequestID()
		r.Body = res.Raw
	}
	return r
}

// client returns a client that notes the attempts.
func (r *Result) client(next http.RoundTripper) *http.Client {
	return &http.Client{Transport: transport(func(req *http.Request) (*http.Response, error) {
		began := time.Now()
		res, err := next.RoundTrip(req)
		a := Attempt{Took: time.Since(began)}
		if err == nil {
			a.Status = res.StatusCode
		}
		r.Attempts = append(r.Attempts, a)
		return res, err
	})}
}

// errNotSent ends an attempt that only shows what would be sent.
var errNotSent = errors.New("nothing is sent")

// DryRun returns the request of the call without sending it.
func (c *Call) DryRun(ctx context.Context) (*Sent, error) {
	var sent *Sent
	note := transport(func(req *http.Request) (*http.Response, error) {
		var body bytes.Buffer
		if req.Body != nil {
			_, _ = io.Copy(&body, req.Body) // from memory
		}
		sent = &Sent{Method: req.Method, URL: req.URL.String(), Header: req.Header, Body: body.String()}
		return nil, errNotSent
	})
	once := api.WithRetry(api.RetryPolicy{MaxAttempts: 1})
	noting := api.WithHTTPClient(&http.Client{Transport: note})
	caller, err := api.NewCaller(c.Base, append(slices.Clip(c.Client), noting, once)...)
	if err != nil {
		return nil, err
	}
	_, err = c.Op.Call(ctx, caller, c.Request, c.Options...)
	if sent == nil {
		return nil, err
	}
	return sent, nil
}

// transport is a function as an [http.RoundTripper].
type transport func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// Refusals returns the violations that a service found. Their texts may hold anything, so only
// the fields and rules that the catalog and the runtime know are shown, unless all is.
func Refusals(op *interpreter.Operation, err error, isWhole bool) (shown []api.Violation) {
	invalid, ok := errors.AsType[*api.ValidationError](err)
	if !ok {
		return nil
	}
	if isWhole {
		return invalid.Violations
	}
	for _, v := range op.Hidden("", invalid.Violations) {
		if !isField(op.Operation, v.Field) {
			v.Field = "/" + redact.Redacted
		}
		if !isRule(op.Operation, v.Rule) {
			v.Rule = redact.Redacted
		}
		v.Message = ""
		shown = append(shown, v)
	}
	return shown
}

// isField reports whether the catalog names each part of a pointer into a request.
func isField(op *catalog.Operation, pointer string) bool {
	t := op.Request.Type()
	for _, name := range jsonpointer.Names(pointer) {
		if t.Kind == catalog.Map || t.Kind == catalog.Array && !isIndex(name) {
			return false
		}
		s := step{key: name, number: -1}
		if t.Kind == catalog.Array {
			s = step{number: 0}
		}
		inner, _ := place{t}.child(s)
		if inner == nil || inner == anything {
			return false
		}
		t = inner
	}
	return true
}

// isIndex reports whether a part of a pointer is the number of an item.
func isIndex(name string) bool {
	_, err := strconv.ParseUint(name, 10, 31)
	return err == nil
}

// isRule reports whether a rule is one that a handler of the operation can find broken.
func isRule(op *catalog.Operation, name string) bool {
	if slices.Contains(rulesOfAll, name) {
		return true
	}
	return slices.ContainsFunc(vectors.Rules(op), func(r vectors.Rule) bool { return r.Violation == name })
}

// rulesOfAll are the rules of all operations.
var rulesOfAll = []string{
	api.RuleRequired, api.RuleType, api.RuleVariant, api.RuleUnknownField, api.RuleDuplicateField,
	api.RuleJSON, api.RuleUTF8, api.RuleDepth, api.RuleItemsLimit, api.RuleViolationsLimit,
}
