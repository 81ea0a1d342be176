package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
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

// fakeThings is like a generated Fake, but one func serves all operations.
type fakeThings struct {
	recorder wire.FakeRecorder
	f        func(context.Context, *everykind.Request) (*api.RawResponse, error)
}

func (f *fakeThings) routes() []api.Route {
	var routes []api.Route
	for _, op := range []*api.Operation{opRaw, opIdempotent, opWrite} {
		routes = append(routes, wire.HandleRaw(op, everykind.Decode, func(ctx context.Context, req *everykind.Request) (*api.RawResponse, error) {
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

func found(context.Context, *everykind.Request) (*api.RawResponse, error) {
	return &api.RawResponse{Raw: json.RawMessage(`{"id":"1"}`)}, nil
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
	require.Empty(t, api.RequestsOf[everykind.Record](fake.recorder.Calls()))
}

func TestAViolationDoesNotReachAFake(t *testing.T) {
	fake := &fakeThings{f: found}
	c := fake.caller(t)
	_, err := callRaw(t.Context(), c, &everykind.Request{Name: " "})
	require.ErrorAs(t, err, new(*api.ValidationError))
	_, err = callRaw(t.Context(), c, &everykind.Request{Name: " "}, api.WithoutValidation())
	refused := errorOf(t, err)
	require.Equal(t, http.StatusUnprocessableEntity, refused.Status)
	require.Equal(t, []api.Violation{{"/name", api.RuleNonBlank, "must not be blank"}}, refused.Problem.Errors)
	require.Empty(t, fake.recorder.Calls())
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

// Later calls do not change an earlier result of Calls.
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

// A call ends with its context. The service's context ends too, but has no values of the
// caller's context.
func TestTheContextEndsACallOfAFake(t *testing.T) {
	for _, obeys := range []bool{false, true} {
		virtually(t, func(t *testing.T) {
			var ended atomic.Bool
			fake := &fakeThings{f: func(ctx context.Context, _ *everykind.Request) (*api.RawResponse, error) {
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

// A service that ends without a response is like a broken connection.
func TestAFakeThatAborts(t *testing.T) {
	for name, end := range map[string]func(){"panic": func() { panic(http.ErrAbortHandler) }, "exit": runtime.Goexit} {
		for op, attempts := range map[*api.Operation]int{opRaw: 3, opIdempotent: 3, opWrite: 1} {
			fake := &fakeThings{f: func(context.Context, *everykind.Request) (*api.RawResponse, error) { end(); return nil, nil }}
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
	h := routed(t, (&fakeThings{f: found}).routes(), api.WithServerAnonymous())
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

// faultyCallers are callers of a fake, in this process and over HTTP.
var faultyCallers = map[string]func(*testing.T, *fakeThings, ...api.ClientOption) *api.Caller{
	"in process": func(t *testing.T, f *fakeThings, opts ...api.ClientOption) *api.Caller { return f.caller(t, opts...) },
	"over HTTP": func(t *testing.T, f *fakeThings, opts ...api.ClientOption) *api.Caller {
		h := routed(t, f.routes(), api.WithServerAnonymous())
		return serve(t, h.ServeHTTP, opts...)
	},
}

func TestWhatAFaultDoes(t *testing.T) {
	type outcome struct {
		repeated bool // else the call fails
		executed int
	}
	for _, c := range []struct {
		fault       api.Fault
		err         error // of a call that fails, nil for the status
		read, write outcome
	}{
		{api.Fault{}, nil, outcome{false, 1}, outcome{false, 1}},
		{api.Fault{Break: api.ConnectionRefused}, syscall.ECONNREFUSED, outcome{true, 1}, outcome{true, 1}},
		{api.Fault{Break: api.RequestLost}, syscall.ECONNRESET, outcome{true, 1}, outcome{false, 0}},
		{api.Fault{Break: api.ResponseLost}, syscall.ECONNRESET, outcome{true, 2}, outcome{false, 1}},
		{api.Fault{Break: api.ResponseTruncated}, io.ErrUnexpectedEOF, outcome{true, 2}, outcome{false, 1}},
		{api.Fault{Status: 503}, nil, outcome{true, 1}, outcome{false, 0}},
		{api.Fault{Status: 404}, nil, outcome{false, 0}, outcome{false, 0}},
		{api.Fault{Latency: time.Nanosecond}, nil, outcome{false, 1}, outcome{false, 1}},
	} {
		for how, caller := range faultyCallers {
			for op, want := range map[*api.Operation]outcome{opRaw: c.read, opIdempotent: c.read, opWrite: c.write} {
				fake := &fakeThings{f: found}
				attempts := 0
				count := calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
					defer func() { attempts = i.Attempts }()
					return next(ctx, i)
				})
				_, err := callOp(t.Context(), caller(t, fake, api.WithFaults(c.fault), atOnce, count), op)
				about := []any{"%s %s %+v", how, op, c.fault}
				require.Len(t, fake.recorder.Calls(), want.executed, about...)
				if want.repeated {
					require.NoError(t, err, about...)
					require.Equal(t, 2, attempts, about...)
					continue
				}
				require.Equal(t, 1, attempts, about...)
				var responded *api.Error
				switch {
				case c.err != nil:
					require.ErrorIs(t, err, c.err, about...)
				case c.fault.Status != 0:
					require.ErrorAs(t, err, &responded, about...)
					require.Equal(t, c.fault.Status, responded.Status)
				default:
					require.NoError(t, err, about...)
				}
			}
		}
	}
}

// A fault that remains is the error of the call, with the type that net/http returns.
func TestAFaultThatStays(t *testing.T) {
	for kind, op := range map[api.Break]string{api.ConnectionRefused: "dial", api.RequestLost: "read", api.ResponseLost: "read"} {
		fake := &fakeThings{f: found}
		_, err := callOp(t.Context(), fake.caller(t, api.WithFaults(api.Fault{Times: -1, Break: kind}), atOnce), opRaw)
		var network *net.OpError
		require.ErrorAs(t, err, &network)
		require.Equal(t, op, network.Op)
		require.ErrorContains(t, err, "things.raw: after 3 attempts: ")
	}
	fake := &fakeThings{f: found}
	_, err := callOp(t.Context(), fake.caller(t, api.WithFaults(api.Fault{Times: -1, Break: api.ResponseTruncated}), atOnce), opRaw)
	responded := errorOf(t, err)
	require.Equal(t, 200, responded.Status)
	require.Equal(t, `{"id"`, string(responded.Body))
	require.Equal(t, "10", responded.Header.Get("Content-Length"))
	require.Len(t, fake.recorder.Calls(), 3)
}

func TestFaultsAreMetInOrder(t *testing.T) {
	fake := &fakeThings{f: found}
	faults := api.WithFaults(api.Fault{Operation: "things.raw"}, api.Fault{Operation: "things.add", Times: 2, Status: 500}, api.Fault{Times: 2, Status: 400})
	for range 2 { // each client meets them anew
		c := fake.caller(t, faults, api.WithFaults(api.Fault{Operation: "things.raw", Status: 409}))
		for _, step := range []struct {
			op     *api.Operation
			status int // 0 for success
		}{
			{opRaw, 0}, {opRaw, 400}, {opWrite, 500}, {opIdempotent, 400}, {opRaw, 409}, {opWrite, 500}, {opWrite, 0}, {opRaw, 0},
		} {
			_, err := callOp(t.Context(), c, step.op)
			if step.status == 0 {
				require.NoError(t, err)
				continue
			}
			responded := errorOf(t, err)
			require.Equal(t, step.status, responded.Status)
		}
	}
}

// Waits take no time in a test with a fake clock.
func TestFaultsTakeTheTimeOfTheTest(t *testing.T) {
	virtually(t, func(t *testing.T) {
		fake := &fakeThings{f: found}
		start := time.Now()
		busy := api.Fault{Times: 2, Latency: time.Second, Status: 503, Header: http.Header{"retry-after": {"29"}}}
		_, err := callOp(t.Context(), fake.caller(t, api.WithFaults(busy), atOnce), opRaw)
		require.NoError(t, err)
		require.Equal(t, time.Minute, time.Since(start).Truncate(time.Second))

		slow := api.WithFaults(api.Fault{Latency: time.Hour})
		start = time.Now()
		_, err = callOp(t.Context(), fake.caller(t, slow, api.WithRetry(api.RetryPolicy{AttemptTimeout: time.Second, BaseDelay: 1})), opRaw)
		require.NoError(t, err)
		require.Equal(t, time.Second, time.Since(start).Truncate(time.Second))

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err = callOp(ctx, fake.caller(t, slow), opWrite)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, time.Minute+time.Second, time.Since(start).Truncate(time.Second))
		require.Len(t, fake.recorder.Calls(), 2)
	})
}

// A caller may change its response without affecting others.
func TestTheHeaderOfAFaultIsItsOwn(t *testing.T) {
	header := http.Header{"X-Reason": {"a"}}
	c := new(fakeThings).caller(t, api.WithFaults(api.Fault{Times: -1, Status: 500, Header: header}))
	for range 2 {
		_, err := callOp(t.Context(), c, opRaw)
		responded := errorOf(t, err)
		require.Equal(t, http.Header{"X-Reason": {"a"}, "Content-Length": {"0"}}, responded.Header)
		responded.Header["X-Reason"][0] = "b"
	}
	require.Equal(t, http.Header{"X-Reason": {"a"}}, header)
}

func TestFaultsDoNotDependOnTheOrderOfOptions(t *testing.T) {
	server := httptest.NewServer(responding(200, "application/json", "{}"))
	defer server.Close()
	fault, client := api.WithFaults(api.Fault{Status: 409}), api.WithHTTPClient(server.Client())
	for _, opts := range [][]api.ClientOption{{fault, client}, {client, fault}, {fault}} {
		c := callerOf(t, server.URL, opts...)
		_, err := callOp(t.Context(), c, opRaw)
		require.ErrorContains(t, err, "409")
		_, err = callOp(t.Context(), c, opRaw)
		require.NoError(t, err)
	}
}

func TestFaultsThatMakeNoSense(t *testing.T) {
	for text, fault := range map[string]api.Fault{
		`operation "new_contact": expected area and name, as in "contacts.new_contact"`: {Operation: "new_contact"},
		`operation "contacts.": expected area`:                                          {Operation: "contacts."},
		`operation ".new_contact": expected area`:                                       {Operation: ".new_contact"},
		"expected a break, or a status and perhaps its header, after a latency":         {Latency: -1},
		"status 100: expected one from 200 to 599":                                      {Status: 100},
		"status 600: expected one from 200 to 599":                                      {Status: 600},
		"status -1: expected one from 200 to 599":                                       {Status: -1},
		"expected a break, or a status and perhaps its header":                          {Header: http.Header{"Retry-After": {"1"}}},
		"expected a break, or a status":                                                 {Status: 503, Break: api.ResponseLost},
		`unknown break "response lost "`:                                                {Break: "response lost "},
	} {
		_, err := wire.NewFakeCaller(nil, api.WithFaults(api.Fault{}, fault))
		require.ErrorContains(t, err, "api.WithFaults: fault 2: "+text)
		_, err = api.NewCaller("http://host", api.WithFaults(fault), api.WithFaults(api.Fault{Latency: -1}))
		require.ErrorContains(t, err, text)
		require.ErrorContains(t, err, "a latency that is not negative", "every wrong option is reported")
	}
	for _, fault := range []api.Fault{{Status: 200}, {Status: 599}, {Operation: "a.b", Times: -7, Latency: 1, Break: api.RequestLost}} {
		_ = callerOf(t, "http://host", api.WithFaults(fault))
	}
}

func TestAFaultOfAnOperationThatAFakeDoesNotServe(t *testing.T) {
	routes := new(fakeThings).routes()
	for operation, want := range map[string]string{
		"things.rwa":  `api.WithFaults: fault 2: operation "things.rwa": the fake serves no such operation`,
		"claims.find": `api.WithFaults: fault 2: operation "claims.find": the fake serves no such operation`,
		"find":        `api.WithFaults: fault 2: operation "find": expected area and name, as in "contacts.new_contact"`,
	} {
		_, err := wire.NewFakeCaller(routes, api.WithFaults(api.Fault{Operation: "things.raw"}, api.Fault{Operation: operation}))
		require.EqualError(t, err, want)
	}
	_, err := wire.NewFakeCaller(routes, api.WithFaults(api.Fault{Operation: "things.raw"}, api.Fault{}))
	require.NoError(t, err)
	_, err = api.NewCaller("http://host", api.WithFaults(api.Fault{Operation: "things.rwa"})) // without known routes
	require.NoError(t, err)
}
