package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// fakeThings is what the generator writes for a Fake, but that one func answers
// all operations.
type fakeThings struct {
	recorder wire.FakeRecorder
	f        func(context.Context, *everykind.Request) (*everykind.RawAnswer, error)
}

func (f *fakeThings) routes() []api.Route {
	var routes []api.Route
	for _, op := range []*api.Operation{opRaw, opIdempotent, opWrite} {
		routes = append(routes, wire.HandleRaw(op, everykind.Decode, func(ctx context.Context, req *everykind.Request) (*everykind.RawAnswer, error) {
			return wire.ServeFake(ctx, &f.recorder, op, req, f.f)
		}))
	}
	return routes
}

func (f *fakeThings) caller(t *testing.T, opts ...api.ClientOption) *api.Caller {
	t.Helper()
	c, err := wire.NewFakeCaller(f.routes(), opts...)
	require.NoError(t, err)
	return c
}

func found(context.Context, *everykind.Request) (*everykind.RawAnswer, error) {
	return &everykind.RawAnswer{Raw: json.RawMessage(`{"id":"1"}`)}, nil
}

// noNetwork is a transport that must not be used.
func noNetwork(t *testing.T) api.ClientOption {
	return api.WithHTTPClient(&http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		t.Error("something was sent")
		return nil, io.EOF
	})})
}

func TestAFakeIsCalledByWayOfTheCodec(t *testing.T) {
	fake := &fakeThings{f: found}
	c := fake.caller(t, noNetwork(t), api.WithBodyField("api_key", "k"))
	want, err := everykind.Read(everykind.Body)
	require.NoError(t, err)
	res, err := wire.DoRaw(t.Context(), wire.Begin(c, opWrite, nil), want)
	require.NoError(t, err)
	require.Equal(t, `{"id":"1"}`, string(res.Raw))
	require.Equal(t, []api.FakeCall{{opWrite, want}}, fake.recorder.Calls())
	require.Equal(t, []*everykind.Request{want}, api.RequestsOf[everykind.Request](fake.recorder.Calls()))
	require.Empty(t, api.RequestsOf[everykind.Narrow](fake.recorder.Calls()))
}

func TestAViolationDoesNotReachAFake(t *testing.T) {
	fake := &fakeThings{f: found}
	c := fake.caller(t)
	_, err := callRaw(t.Context(), c, &everykind.Request{Name: " "})
	require.ErrorAs(t, err, new(*api.ValidationError))
	_, err = callRaw(t.Context(), c, &everykind.Request{Name: " "}, api.WithoutValidation())
	var refused *api.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, http.StatusUnprocessableEntity, refused.Status)
	require.Equal(t, []api.Violation{{"/name", api.RuleNonBlank, "must not be blank"}}, refused.Problem.Errors)
	require.Empty(t, fake.recorder.Calls())
}

func TestAFakeWithoutAFunc(t *testing.T) {
	fake := new(fakeThings)
	_, err := callOp(t.Context(), fake.caller(t), opWrite)
	var answered *api.Error
	require.ErrorAs(t, err, &answered)
	require.Equal(t, http.StatusNotImplemented, answered.Status)
	require.Len(t, fake.recorder.Calls(), 1)
}

func TestAFakeIsCalledConcurrently(t *testing.T) {
	fake := &fakeThings{f: found}
	c := fake.caller(t, api.WithFaults(api.Fault{Operation: "things.raw", Times: 20, Status: 503}), atOnce)
	var calls sync.WaitGroup
	for range 50 {
		calls.Go(func() {
			if _, err := callOp(t.Context(), c, opRaw, api.WithRetry(api.RetryPolicy{MaxAttempts: 100, BaseDelay: 1})); err != nil {
				t.Error(err)
			}
			fake.recorder.Calls()
		})
	}
	calls.Wait()
	require.Len(t, fake.recorder.Calls(), 50)
}

func record(r *wire.FakeRecorder, c api.FakeCall) {
	wire.ServeFake(context.Background(), r, c.Operation, c.Request, func(context.Context, any) (any, error) { return nil, nil })
}

// What Calls returned is not what is recorded next.
func TestRecordedCallsAreACopy(t *testing.T) {
	var r wire.FakeRecorder
	record(&r, api.FakeCall{Operation: opRaw})
	calls := r.Calls()
	calls[0].Operation = nil
	_ = append(calls, api.FakeCall{})
	record(&r, api.FakeCall{Operation: opWrite})
	require.Equal(t, []api.FakeCall{{Operation: opRaw}, {Operation: opWrite}}, r.Calls())
}

type secretRequest struct {
	Name  *string `sensitive:"true"`
	Plain string
	Any   any
	Items []secretRecord
}

type secretRecord struct {
	Key string `sensitive:"true"`
}

func TestRecordedCallsArePrintedWithoutWhatIsSensitive(t *testing.T) {
	call := api.FakeCall{Operation: opRaw, Request: &secretRequest{Name: new("CANARY"), Plain: "p", Any: "CANARY", Items: []secretRecord{{"CANARY"}}}}
	const want = `things.raw(api_test.secretRequest{Name: [redacted], Plain: "p", Any: [redacted], Items: [api_test.secretRecord{Key: [redacted]}]})`
	require.Equal(t, want, call.String())
	text, err := json.Marshal([]api.FakeCall{call})
	require.NoError(t, err)
	require.JSONEq(t, fmt.Sprintf("[%q]", want), string(text))
	require.Equal(t, "unknown operation(nil)", api.FakeCall{}.String())
	require.Equal(t, "unknown operation(nil)", api.FakeCall{Request: (*secretRequest)(nil)}.String())
}

type contextKey struct{}

// A call ends with its context. The service learns that, and nothing else of the
// context.
func TestTheContextEndsACallOfAFake(t *testing.T) {
	for _, obeys := range []bool{false, true} {
		virtually(t, func(t *testing.T) {
			var ended atomic.Bool
			fake := &fakeThings{f: func(ctx context.Context, _ *everykind.Request) (*everykind.RawAnswer, error) {
				require.Nil(t, ctx.Value(contextKey{}))
				op, _ := api.OperationFromContext(ctx)
				require.Equal(t, opWrite, op)
				if obeys {
					<-ctx.Done()
				} else {
					time.Sleep(time.Hour)
				}
				ended.Store(true)
				return found(ctx, nil)
			}}
			start := time.Now()
			ctx, cancel := context.WithTimeout(context.WithValue(t.Context(), contextKey{}, 1), time.Minute)
			defer cancel()
			_, err := callOp(ctx, fake.caller(t), opWrite)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, time.Minute, time.Since(start))
			time.Sleep(time.Second)
			require.Equal(t, obeys, ended.Load())

			_, err = callOp(ctx, fake.caller(t), opWrite)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			time.Sleep(time.Hour)
			require.Len(t, fake.recorder.Calls(), 1, "a call whose context is over is not made")
			require.True(t, ended.Load())
		})
	}
}

// A service that ends without an answer is a connection that breaks.
func TestAFakeThatAborts(t *testing.T) {
	for name, end := range map[string]func(){"panic": func() { panic(http.ErrAbortHandler) }, "exit": runtime.Goexit} {
		for op, attempts := range map[*api.Operation]int{opRaw: 3, opIdempotent: 3, opWrite: 1} {
			fake := &fakeThings{f: func(context.Context, *everykind.Request) (*everykind.RawAnswer, error) { end(); return nil, nil }}
			_, err := callOp(t.Context(), fake.caller(t, atOnce), op)
			require.ErrorIs(t, err, syscall.ECONNRESET, name)
			require.Len(t, fake.recorder.Calls(), attempts, "%s %s", name, op)
		}
	}
}

// closing notes that it was closed.
type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

func TestTheTransportOfAFake(t *testing.T) {
	h, err := api.NewHandler((&fakeThings{f: found}).routes(), api.WithServerAnonymous())
	require.NoError(t, err)
	body := &closing{Reader: strings.NewReader(validRichBody)}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://host"+opRaw.Path, body)
	require.NoError(t, err)
	res, err := api.NewInProcess(h).RoundTrip(req)
	require.NoError(t, err)
	require.True(t, body.closed)
	require.Same(t, req, res.Request)
	require.Equal(t, "200 OK", res.Status)
	require.Equal(t, "10", res.Header.Get("Content-Length"))
	require.EqualValues(t, 10, res.ContentLength)
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, `{"id":"1"}`, string(text))

	body = &closing{Reader: api.Truncated(io.NopCloser(strings.NewReader(validRichBody)))}
	req.Body = body
	_, err = api.NewInProcess(h).RoundTrip(req)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.True(t, body.closed)
}
