package api_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/everykind"
)

func TestReadOnlyClientsRefuseWrites(t *testing.T) {
	s := &script{outcomes: []any{200, 200}}
	c := s.caller(t, atOnce, api.WithReadOnly(opIdempotent.String()))
	_, err := callOp(t.Context(), c, opWrite)
	require.ErrorIs(t, err, api.ErrReadOnly)
	require.EqualError(t, err, opWrite.String()+": the client is read-only; name the operation in api.WithReadOnly to allow it")
	require.Empty(t, s.bodies)
	for _, op := range []*api.Operation{opRaw, opIdempotent} {
		_, err = callOp(t.Context(), c, op)
		require.NoError(t, err)
	}
	require.Len(t, s.bodies, 2)
	for _, name := range []string{"", "claims", "claims.", ".x"} {
		_, err := api.NewCaller("http://host", api.WithReadOnly("a.b", name))
		require.ErrorContains(t, err, fmt.Sprintf("api.WithReadOnly: %q is not the name of an operation", name))
	}
}

func TestDryRunShowsTheExactRequestWithoutSendingIt(t *testing.T) {
	s := &script{outcomes: []any{200}}
	var runs []api.DryRun
	note := api.WithDryRun(func(_ context.Context, d api.DryRun) { runs = append(runs, d) })
	c := s.caller(t, atOnce, api.WithBodyField("api_key", "CANARY"), api.WithBearerToken("CANARY"))
	request := &everykind.Request{Name: "Ada", Inner: everykind.Record{ID: "1"}}
	_, err := callRich(t.Context(), c, request, note)
	require.ErrorIs(t, err, api.ErrDryRun)
	require.Empty(t, s.bodies)
	require.Len(t, runs, 1)
	d := runs[0]
	require.Equal(t, "Bearer CANARY", d.Header().Get("Authorization"))
	require.Contains(t, string(d.Body()), `"api_key":"CANARY"`)
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("dry run", "request", d)
	for _, text := range []string{d.String(), fmt.Sprintf("%v %+v %#v %s", d, d, d, []api.DryRun{d}), log.String()} {
		require.NotContains(t, text, "CANARY")
		require.Contains(t, text, d.URL)
	}

	// The request is the one that is sent.
	_, err = callRich(t.Context(), c, request)
	require.NoError(t, err)
	require.Equal(t, s.bodies, []string{string(d.Body())})

	_, err = callRich(t.Context(), c, &everykind.Request{Name: " "}, note)
	_, isInvalid := errors.AsType[*api.ValidationError](err)
	require.True(t, isInvalid)
	require.Len(t, runs, 1)
	_, err = callRich(t.Context(), c, request, note, api.WithDryRun(nil))
	require.NoError(t, err)
}

// at is a transport that notes when attempts are made, and responds as asked.
type at struct {
	mu       sync.Mutex
	start    time.Time
	times    []time.Duration
	response func(n int) (int, http.Header)
}

func (a *at) RoundTrip(r *http.Request) (*http.Response, error) {
	io.Copy(io.Discard, r.Body)
	r.Body.Close()
	a.mu.Lock()
	defer a.mu.Unlock()
	status, header := 200, http.Header{}
	if a.response != nil {
		status, header = a.response(len(a.times))
	}
	a.times = append(a.times, time.Since(a.start))
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader("{}")), ContentLength: 2}, nil
}

func (a *at) caller(t *testing.T, opts ...api.ClientOption) *api.Caller {
	a.start = time.Now()
	c, err := api.NewCaller("http://host", append(opts, api.WithHTTPClient(&http.Client{Transport: a}))...)
	require.NoError(t, err)
	return c
}

func TestRateLimitKeepsRateAndBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &at{}
		c := a.caller(t, api.WithRateLimit(10, 3))
		var all sync.WaitGroup
		for range 13 {
			all.Go(func() { callOp(t.Context(), c, opRaw) })
		}
		all.Wait()
		slices.Sort(a.times)
		require.Equal(t, time.Duration(0), a.times[2])
		for n, at := range a.times[3:] {
			require.InDelta(t, float64(n+1)*0.1, at.Seconds(), 1e-6)
		}
		time.Sleep(time.Minute) // the bucket is full again, and not fuller
		a.start, a.times = time.Now(), nil
		for range 4 {
			callOp(t.Context(), c, opRaw)
		}
		require.Equal(t, time.Duration(0), a.times[2])
		require.InDelta(t, 0.1, a.times[3].Seconds(), 1e-6)

		// A call whose turn comes too late fails at once, and takes no turn of others.
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		before := time.Now()
		_, err := callOp(ctx, c, opRaw)
		require.ErrorContains(t, err, "api.WithRateLimit: the deadline of the call comes before its turn")
		require.Equal(t, before, time.Now())
		_, err = callOp(t.Context(), c, opRaw)
		require.NoError(t, err)
		require.InDelta(t, 0.2, a.times[4].Seconds(), 1e-6)
	})
}

func TestRateLimitSlowsDownAndRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &at{response: func(n int) (int, http.Header) {
			if n == 0 {
				return 429, http.Header{"Retry-After": {"5"}}
			}
			return 200, http.Header{}
		}}
		c := a.caller(t, api.WithRateLimit(10, 1), api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
		_, err := callOp(t.Context(), c, opRaw)
		require.Error(t, err)
		for range 200 {
			callOp(t.Context(), c, opRaw)
		}
		require.InDelta(t, 5, a.times[1].Seconds(), 1e-6, "nothing is sent before Retry-After")
		require.InDelta(t, 0.2, (a.times[2] - a.times[1]).Seconds(), 0.01, "half of the rate")
		require.InDelta(t, 0.1, (a.times[200] - a.times[199]).Seconds(), 1e-3, "all of the rate")
	})
	for _, wrong := range []api.ClientOption{api.WithRateLimit(0, 1), api.WithRateLimit(1, 0), api.WithRateLimit(-1, 1), api.WithRateLimit(2e6, 1)} {
		_, err := api.NewCaller("http://host", wrong)
		require.ErrorContains(t, err, "api.WithRateLimit: expected a rate above 0")
	}
}

func TestEachBoundsConcurrencyAndGivesEachItemAResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int32
		call := func(ctx context.Context, i, item int) (int, error) {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			time.Sleep(time.Duration(item) * time.Second)
			switch item {
			case 3:
				return 0, io.EOF
			case 5:
				panic("CANARY")
			}
			return item * item, nil
		}
		got := map[int]api.Done[int]{}
		for done := range api.Each(t.Context(), 3, slices.Values([]int{9, 1, 2, 3, 4, 5, 6}), call) {
			require.NotContains(t, got, done.Index)
			got[done.Index] = done
		}
		require.Len(t, got, 7)
		require.Equal(t, int32(3), most.Load())
		require.Equal(t, 81, got[0].Value)
		require.Equal(t, io.EOF, got[3].Err)
		_, panicked := errors.AsType[*api.PanicError](got[5].Err)
		require.True(t, panicked)
		require.NotContains(t, got[5].Err.Error(), "CANARY")
	})
}

func TestEachEndsWithItsContextAndItsLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, canceled := 0, 0
		var mu sync.Mutex
		call := func(ctx context.Context, i, item int) (int, error) {
			mu.Lock()
			begun++
			mu.Unlock()
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			select {
			case <-time.After(time.Duration(i+1) * time.Second):
				return item, nil
			case <-ctx.Done():
				mu.Lock()
				canceled++
				mu.Unlock()
				return 0, ctx.Err()
			}
		}
		endless := func(yield func(int) bool) {
			for i := 0; yield(i); i++ {
			}
		}
		for range api.Each(t.Context(), 2, endless, call) {
			break
		}
		synctest.Wait()
		require.LessOrEqual(t, begun, 3)
		require.NotZero(t, canceled)

		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		begun, canceled = 0, 0
		results := 0
		for done := range api.Each(ctx, 2, endless, call) {
			results++
			require.Equal(t, done.Err != nil, ctx.Err() != nil)
		}
		require.Equal(t, begun, results, "each call that was begun has a result")
		for range api.Each(t.Context(), 0, slices.Values([]int{1}), call) {
			results = -1
		}
		require.Equal(t, -1, results)
	})
}

func TestBatchKeysBelongToItems(t *testing.T) {
	keyed := *opWrite
	keyed.IdempotencyKey = "Idempotency-Key"
	key := func(batch string, index int) (key string) {
		c, err := api.NewCaller("http://host")
		require.NoError(t, err)
		note := api.WithDryRun(func(_ context.Context, d api.DryRun) { key = d.Header().Get("Idempotency-Key") })
		_, err = callOp(t.Context(), c, &keyed, api.WithBatchKey(batch, index), note)
		require.ErrorIs(t, err, api.ErrDryRun)
		return key
	}
	require.Regexp(t, "^[0-9a-f]{32}$", key("import 1", 7))
	require.Equal(t, key("import 1", 7), key("import 1", 7))
	for _, other := range []string{key("import 1", 8), key("import 17", 0), key("import 1\n7", 7)} {
		require.NotEqual(t, key("import 1", 7), other)
	}
	_, err := api.NewCaller("http://host", api.WithBatchKey("a", 1))
	require.Error(t, err, "each item has its own")
}

// issuer is a service of tokens. Each token is the next number.
type issuer struct {
	requests atomic.Int32
	status   int
	body     string // in place of a token
	expires  string
	form     string
	user     string
}

func (s *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.requests.Add(1)
	body, _ := io.ReadAll(r.Body)
	s.form = string(body)
	user, password, _ := r.BasicAuth()
	s.user = user + ":" + password
	w.Header().Set("Content-Type", "application/json")
	if s.status != 0 {
		w.WriteHeader(s.status)
	}
	if s.body != "" {
		io.WriteString(w, s.body)
		return
	}
	fmt.Fprintf(w, `{"access_token":"CANARY-%d","token_type":"bearer"%s}`, n, s.expires)
}

func (s *issuer) credentials(t *testing.T) api.ClientCredentials {
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return api.ClientCredentials{TokenURL: server.URL + "/token", ID: "an id", Secret: "CANARY", Scopes: []string{"a", "b"}}
}

// bearers is a service that lets some tokens in.
type bearers struct {
	mu      sync.Mutex
	refused string
	tokens  []string
}

func (b *bearers) RoundTrip(r *http.Request) (*http.Response, error) {
	io.Copy(io.Discard, r.Body)
	r.Body.Close()
	b.mu.Lock()
	defer b.mu.Unlock()
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	b.tokens = append(b.tokens, token)
	status := 200
	if token == b.refused {
		status = 401
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), ContentLength: 2}, nil
}

func TestClientCredentialsShareOneToken(t *testing.T) {
	s, b := &issuer{expires: `,"expires_in":3600`}, &bearers{}
	c, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: b}), api.WithClientCredentials(s.credentials(t)))
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { callOp(t.Context(), c, opWrite) })
	}
	all.Wait()
	require.Equal(t, int32(1), s.requests.Load())
	require.Len(t, b.tokens, 20)
	require.Equal(t, "grant_type=client_credentials&scope=a+b", s.form)
	require.Equal(t, "an+id:CANARY", s.user)

	b.refused = "CANARY-1"
	_, err = callOp(t.Context(), c, opWrite)
	require.NoError(t, err, "once more after a 401")
	require.Equal(t, []string{"CANARY-1", "CANARY-2"}, b.tokens[20:])
	b.refused = "CANARY-2"
	s.status = 400
	s.body = `{"error":"invalid_client","error_description":"CANARY"}`
	_, err = callOp(t.Context(), c, opWrite)
	require.ErrorContains(t, err, "no OAuth 2.0 token: status 400 from 127.0.0.1")
	require.ErrorContains(t, err, "invalid_client")
	require.NotContains(t, err.Error(), "CANARY")

	s.status, s.body, b.refused = 0, "", "CANARY-4"
	_, err = callOp(t.Context(), c, opWrite)
	require.NoError(t, err)
	require.Equal(t, "CANARY-5", b.tokens[len(b.tokens)-1])
	free := *opWrite
	free.Auth = &api.Auth{None: true}
	_, err = callOp(t.Context(), c, &free)
	require.NoError(t, err)
	require.Empty(t, b.tokens[len(b.tokens)-1], "anyone may call it")
}

// A policy bounds the attempts with both tokens, except for the one whose token was refused.
func TestAttemptsGoOnWithANewToken(t *testing.T) {
	for _, c := range []struct {
		statuses []int // of the responses, the last one for all further attempts
		most     int
		op       *api.Operation
		attempts int
		status   int
	}{
		{[]int{401, 503}, 3, opRaw, 4, 503},
		{[]int{503, 401, 503}, 3, opRaw, 4, 503},
		{[]int{503, 503, 401, 503}, 3, opRaw, 4, 503},
		{[]int{401, 200}, 1, opRaw, 2, 200},
		{[]int{401, 503}, 1, opRaw, 2, 503},
		{[]int{401}, 3, opRaw, 2, 401},
		{[]int{401, 503}, 3, opWrite, 2, 503},
		{[]int{401, 409}, 3, opKeyed, 2, 409},      // the service has not executed an attempt before
		{[]int{503, 401, 409}, 3, opKeyed, 4, 409}, // it may have
	} {
		for _, copied := range []bool{false, true} {
			var saw api.Invocation
			var sawErr error
			sent := 0
			respond := func(*http.Request) (*http.Response, error) {
				sent++
				return response(c.statuses[min(sent, len(c.statuses))-1], "{}"), nil
			}
			options := []api.ClientOption{
				seeing(&saw, &sawErr), api.WithClientCredentials(new(issuer).credentials(t)),
				api.WithRetry(api.RetryPolicy{MaxAttempts: c.most, BaseDelay: 1}),
			}
			if copied {
				options = append(options, copying(new(api.Invocation)))
			}
			caller := through(t, "http://host", respond, options...)
			_, err := callOp(t.Context(), caller, c.op)
			require.Equal(t, c.attempts, sent, "%v", c.statuses)
			require.Equal(t, c.attempts, saw.Attempts, "%v", c.statuses)
			require.Equal(t, c.status, saw.Status, "%v", c.statuses)
			if e, ok := errors.AsType[*api.Error](err); ok {
				require.Equal(t, c.attempts, e.Attempts, "%v", c.statuses)
			} else {
				require.NoError(t, err)
				require.Equal(t, 200, c.status)
			}
		}
	}
}

func TestClientCredentialsRenewTokensBeforeTheyExpire(t *testing.T) {
	for expires, requests := range map[string]int32{
		``: 1, `,"expires_in":1000`: 1, `,"expires_in":"1000"`: 1, `,"expires_in":0.001`: 2, `,"expires_in":-1`: 1,
	} {
		s := &issuer{expires: expires}
		c, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: &bearers{}}), api.WithClientCredentials(s.credentials(t)))
		require.NoError(t, err)
		callOp(t.Context(), c, opRaw)
		time.Sleep(2 * time.Millisecond)
		callOp(t.Context(), c, opRaw)
		require.Equal(t, requests, s.requests.Load(), expires)
	}
}

func TestClientCredentialsAreNeverPrinted(t *testing.T) {
	for body, want := range map[string]string{
		`{}`:     "has no access_token",
		`CANARY`: "has no access_token",
		`{"access_token":"CANARY","token_type":"mac"}`: "is not a bearer token",
	} {
		s := &issuer{body: body}
		c, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: &bearers{}}), api.WithClientCredentials(s.credentials(t)))
		require.NoError(t, err)
		_, err = callOp(t.Context(), c, opRaw)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "CANARY")
	}
	given := api.ClientCredentials{TokenURL: "http://127.0.0.1:1/CANARY", ID: "CANARY", Secret: "CANARY"}
	c, err := api.NewCaller("http://host", api.WithClientCredentials(given), api.WithHTTPClient(&http.Client{Transport: &bearers{}}))
	require.NoError(t, err)
	_, err = callOp(t.Context(), c, opRaw)
	require.ErrorContains(t, err, "no OAuth 2.0 token: no response from 127.0.0.1:1: ")
	require.NotContains(t, err.Error()+fmt.Sprintf("%v %+v %#v %s %d", given, &given, given, c, []any{given}), "CANARY")
	for _, wrong := range []api.ClientCredentials{
		{}, {TokenURL: "token", ID: "a", Secret: "b"}, {TokenURL: "http://CANARY:CANARY@host", ID: "a", Secret: "b"}, {TokenURL: "http://host", ID: "CANARY"},
	} {
		_, err := api.NewCaller("http://host", api.WithClientCredentials(wrong))
		require.ErrorContains(t, err, "api.WithClientCredentials: ")
		require.NotContains(t, err.Error(), "CANARY")
	}
}
