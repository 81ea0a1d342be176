package api_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// faultyCallers are callers of a fake, in this process and over HTTP.
var faultyCallers = map[string]func(*testing.T, *fakeThings, ...api.ClientOption) *api.Caller{
	"in process": func(t *testing.T, f *fakeThings, opts ...api.ClientOption) *api.Caller { return f.caller(t, opts...) },
	"over HTTP": func(t *testing.T, f *fakeThings, opts ...api.ClientOption) *api.Caller {
		h, err := api.NewHandler(f.routes(), api.WithServerAnonymous())
		require.NoError(t, err)
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
				count := api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
					return func(ctx context.Context, i *api.Invocation) error {
						defer func() { attempts = i.Attempts }()
						return next(ctx, i)
					}
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
				var answered *api.Error
				switch {
				case c.err != nil:
					require.ErrorIs(t, err, c.err, about...)
				case c.fault.Status != 0:
					require.ErrorAs(t, err, &answered, about...)
					require.Equal(t, c.fault.Status, answered.Status)
				default:
					require.NoError(t, err, about...)
				}
			}
		}
	}
}

// A fault that stays is the error of the call, of the type that net/http gives.
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
	var answered *api.Error
	require.ErrorAs(t, err, &answered)
	require.Equal(t, 200, answered.Status)
	require.Equal(t, `{"id"`, string(answered.Body))
	require.Equal(t, "10", answered.Header.Get("Content-Length"))
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
			var answered *api.Error
			require.ErrorAs(t, err, &answered)
			require.Equal(t, step.status, answered.Status)
		}
	}
}

// Waits pass in no time where the test has a clock of its own.
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

// A caller may change what it is answered.
func TestTheHeaderOfAFaultIsItsOwn(t *testing.T) {
	header := http.Header{"X-Reason": {"a"}}
	c := new(fakeThings).caller(t, api.WithFaults(api.Fault{Times: -1, Status: 500, Header: header}))
	for range 2 {
		_, err := callOp(t.Context(), c, opRaw)
		var answered *api.Error
		require.ErrorAs(t, err, &answered)
		require.Equal(t, http.Header{"X-Reason": {"a"}, "Content-Length": {"0"}}, answered.Header)
		answered.Header["X-Reason"][0] = "b"
	}
	require.Equal(t, http.Header{"X-Reason": {"a"}}, header)
}

func TestFaultsDoNotDependOnTheOrderOfOptions(t *testing.T) {
	server := httptest.NewServer(answering(200, "application/json", "{}"))
	defer server.Close()
	fault, client := api.WithFaults(api.Fault{Status: 409}), api.WithHTTPClient(server.Client())
	for _, opts := range [][]api.ClientOption{{fault, client}, {client, fault}, {fault}} {
		c, err := api.NewCaller(server.URL, opts...)
		require.NoError(t, err)
		_, err = callOp(t.Context(), c, opRaw)
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
		"a negative latency":                                                            {Latency: -1},
		"status 100: expected one from 200 to 599":                                      {Status: 100},
		"status 600: expected one from 200 to 599":                                      {Status: 600},
		"status -1: expected one from 200 to 599":                                       {Status: -1},
		"a header without a status":                                                     {Header: http.Header{"Retry-After": {"1"}}},
		"a status and a break; expected one of them":                                    {Status: 503, Break: api.ResponseLost},
		`unknown break "response lost "`:                                                {Break: "response lost "},
	} {
		_, err := wire.NewFakeCaller(nil, api.WithFaults(api.Fault{}, fault))
		require.ErrorContains(t, err, "api.WithFaults: fault 2: "+text)
		_, err = api.NewCaller("http://host", api.WithFaults(fault), api.WithFaults(api.Fault{Latency: -1}))
		require.ErrorContains(t, err, text)
		require.ErrorContains(t, err, "a negative latency", "every wrong option is told")
	}
	for _, fault := range []api.Fault{{Status: 200}, {Status: 599}, {Operation: "a.b", Times: -7, Latency: 1, Break: api.RequestLost}} {
		_, err := api.NewCaller("http://host", api.WithFaults(fault))
		require.NoError(t, err)
	}
}

func TestAFaultOfAnOperationThatAFakeDoesNotServe(t *testing.T) {
	routes := new(fakeThings).routes()
	for operation, want := range map[string]string{
		"things.rwa":  `api.WithFaults: fault 2: operation "things.rwa": the fake serves no such operation; did you mean "things.raw"?`,
		"claims.find": `api.WithFaults: fault 2: operation "claims.find": the fake serves no such operation`,
		"find":        `api.WithFaults: fault 2: operation "find": expected area and name, as in "contacts.new_contact"`,
	} {
		_, err := wire.NewFakeCaller(routes, api.WithFaults(api.Fault{Operation: "things.raw"}, api.Fault{Operation: operation}))
		require.EqualError(t, err, want)
	}
	_, err := wire.NewFakeCaller(routes, api.WithFaults(api.Fault{Operation: "things.raw"}, api.Fault{}))
	require.NoError(t, err)
	_, err = api.NewCaller("http://host", api.WithFaults(api.Fault{Operation: "things.rwa"})) // whose routes nobody knows
	require.NoError(t, err)
}
