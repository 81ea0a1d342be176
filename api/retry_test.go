package api_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

var (
	opIdempotent = &api.Operation{Area: "things", Name: "put", Path: "/api/things/put", Effect: api.Idempotent}
	opWrite      = &api.Operation{Area: "things", Name: "add", Path: "/api/things/add", Effect: api.Write}
	opUnknown    = &api.Operation{Area: "things", Name: "any", Path: "/api/things/any"}
)

// callOp is like generated code for an operation whose response is not shown.
func callOp(ctx context.Context, c *api.Caller, op *api.Operation, opts ...api.CallOption) (*api.RawResponse, error) {
	return wire.DoRaw(ctx, wire.Begin(c, op, opts), validRich())
}

// script is a transport with an outcome for each attempt; the last one repeats.
type script struct {
	outcomes []any // a status, or an error
	header   http.Header
	bodies   []string
	headers  []http.Header
	at       []time.Time
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.bodies, s.headers, s.at = append(s.bodies, string(body)), append(s.headers, r.Header), append(s.at, time.Now())
	switch outcome := s.outcomes[min(len(s.bodies), len(s.outcomes))-1].(type) {
	case int:
		res := response(outcome, `{"id":"1"}`)
		if s.header != nil {
			res.Header = s.header
		}
		return res, nil
	case error:
		return nil, outcome
	default:
		return nil, errors.New("the script is wrong")
	}
}

func (s *script) caller(t *testing.T, opts ...api.ClientOption) *api.Caller {
	return through(t, "http://host", s.RoundTrip, opts...)
}

// waits returns the times between attempts.
func (s *script) waits() []time.Duration {
	var list []time.Duration
	for i := range len(s.at) - 1 {
		list = append(list, s.at[i+1].Sub(s.at[i]))
	}
	return list
}

// virtually runs a test with its own clock.
func virtually(t *testing.T, f func(*testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

func TestWhatIsRepeated(t *testing.T) {
	cut := io.ErrUnexpectedEOF
	for _, c := range []struct {
		outcome  any
		attempts int // of a read and an idempotent operation; others have one
	}{
		{429, 3}, {502, 3}, {503, 3}, {504, 3}, {cut, 3}, {io.EOF, 3}, {errors.New("reset"), 3},
		{200, 1}, {204, 1}, {301, 1}, {400, 1}, {401, 1}, {404, 1}, {408, 1}, {409, 1}, {422, 1}, {500, 1}, {501, 1}, {505, 1},
	} {
		for _, op := range []*api.Operation{opRaw, opIdempotent, opWrite, opUnknown} {
			virtually(t, func(t *testing.T) {
				s := &script{outcomes: []any{c.outcome}}
				_, err := callOp(t.Context(), s.caller(t), op)
				want := c.attempts
				if op == opWrite || op == opUnknown {
					want = 1
				}
				require.Len(t, s.bodies, want, "%s %v", op.Name, c.outcome)
				for _, body := range s.bodies {
					require.Equal(t, validRichBody, body)
				}
				if e, ok := errors.AsType[*api.Error](err); ok {
					require.Equal(t, want, e.Attempts)
				}
				if cause, ok := c.outcome.(error); ok {
					require.ErrorIs(t, err, cause)
					require.Equal(t, want > 1, strings.HasPrefix(err.Error(), op.String()+": after 3 attempts: "), err)
				}
			})
		}
	}
}

func TestThePolicyOfACallReplacesTheClients(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := &script{outcomes: []any{503}}
		c := s.caller(t, api.WithRetry(api.RetryPolicy{MaxAttempts: 5}))
		attempts := func(opts ...api.CallOption) int {
			s.bodies = nil
			_, err := callOp(t.Context(), c, opRaw, opts...)
			require.Error(t, err)
			return len(s.bodies)
		}
		require.Equal(t, 5, attempts())
		require.Equal(t, 1, attempts(api.WithRetry(api.RetryPolicy{MaxAttempts: 1})))
		require.Equal(t, 3, attempts(api.WithRetry(api.RetryPolicy{})))
		require.Equal(t, 3, attempts(api.WithRetry(api.RetryPolicy{MaxAttempts: -1})))
		require.Equal(t, 5, attempts())
	})
}

func TestWaitsGrowUpToTheirLimitAndAreRandom(t *testing.T) {
	p := api.RetryPolicy{BaseDelay: 100 * time.Millisecond, MaxDelay: time.Second}.OrDefaults()
	for n, ceiling := range []time.Duration{0, 100, 200, 400, 800, 1000, 1000} {
		if n == 0 {
			continue
		}
		ceiling *= time.Millisecond
		low, high := ceiling, time.Duration(0)
		for range 2000 {
			wait := p.Wait(n, nil)
			low, high = min(low, wait), max(high, wait)
		}
		require.GreaterOrEqual(t, low, time.Duration(0))
		require.LessOrEqual(t, high, ceiling, n)
		require.Less(t, low, ceiling/10, n)
		require.Greater(t, high, ceiling*9/10, n)
	}
	huge := api.RetryPolicy{BaseDelay: math.MaxInt64, MaxDelay: math.MaxInt64, MaxRetryAfter: math.MaxInt64}.OrDefaults()
	for _, n := range []int{1, 2, 100, 1 << 20} {
		require.GreaterOrEqual(t, huge.Wait(n, http.Header{"Retry-After": {strings.Repeat("9", 40)}}), api.Longest)
	}
	require.LessOrEqual(t, api.RetryPolicy{BaseDelay: time.Hour, MaxDelay: 1}.OrDefaults().Wait(1, nil), time.Duration(1))
	require.Equal(t, api.RetryPolicy{
		MaxAttempts: 3, BaseDelay: 200 * time.Millisecond, MaxDelay: 10 * time.Second, MaxRetryAfter: 30 * time.Second,
	}, api.RetryPolicy{MaxAttempts: -1, BaseDelay: -1, MaxDelay: -1, MaxRetryAfter: -1, AttemptTimeout: -1}.OrDefaults())
}

func TestRetryAfterIsRead(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		text, date string
		want       time.Duration
	}{
		{"", "", 0}, {"0", "", 0}, {"7", "", 7 * time.Second}, {" 7 ", "", 7 * time.Second},
		{"-7", "", 0}, {"+7", "", 0}, {"1.5", "", 0}, {"7s", "", 0}, {"soon", "", 0},
		{"9999999999", "", api.Longest.Truncate(time.Second)}, {strings.Repeat("9", 30), "", api.Longest.Truncate(time.Second)},
		{"Fri, 02 Jan 2026 03:05:05 GMT", "", time.Minute},
		{"Friday, 02-Jan-26 03:05:05 GMT", "", time.Minute},
		{"Fri, 02 Jan 2026 03:03:05 GMT", "", 0},
		{"Fri, 02 Jan 2026 03:05:05 GMT", "Fri, 02 Jan 2026 03:05:00 GMT", 5 * time.Second},
		{"Fri, 02 Jan 2026 03:05:05 GMT", "today", time.Minute},
	} {
		h := http.Header{"Retry-After": {c.text}, "Date": {c.date}}
		require.Equal(t, c.want, api.RetryAfter(h, now), c)
	}
	require.Zero(t, api.RetryAfter(nil, now))
}

func TestRetryAfterIsObeyedUpToItsLimit(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"7": 7 * time.Second, "3600": time.Minute, strings.Repeat("9", 30): time.Minute,
		"Sat, 01 Jan 2000 00:00:20 GMT": 20 * time.Second, // the clock of a test starts with that year
	} {
		virtually(t, func(t *testing.T) {
			s := &script{outcomes: []any{503, 429, 200}, header: http.Header{"Retry-After": {text}}}
			_, err := callOp(t.Context(), s.caller(t, api.WithRetry(api.RetryPolicy{MaxRetryAfter: time.Minute, BaseDelay: time.Second})), opRaw)
			require.NoError(t, err)
			require.GreaterOrEqual(t, s.waits()[0], want, text)
			require.LessOrEqual(t, s.waits()[0], want+time.Second, text)
		})
	}
}

func TestAWaitThatOutlastsTheContextIsNotBegun(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := &script{outcomes: []any{503}, header: http.Header{"Retry-After": {"7"}}}
		c := s.caller(t)
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
		defer cancel()
		start := time.Now()
		_, err := callOp(ctx, c, opRaw)
		require.Zero(t, time.Since(start))
		e := errorOf(t, err)
		require.Equal(t, 503, e.Status)
		require.Equal(t, 1, e.Attempts)
		require.NoError(t, ctx.Err())
		require.Zero(t, c.Budget().Spent(), "nothing was repeated")
	})
}

func TestTheContextEndsAWait(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := &script{outcomes: []any{503}, header: http.Header{"Retry-After": {"20"}}}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(2*time.Second, cancel)
		start := time.Now()
		_, err := callOp(ctx, s.caller(t), opRaw)
		require.Equal(t, 2*time.Second, time.Since(start))
		require.ErrorIs(t, err, context.Canceled)
		e := errorOf(t, err)
		require.Equal(t, 503, e.Status)
		require.EqualError(t, err, "things.raw: context canceled while waiting to repeat it; the last failure: things.raw: 503 Service Unavailable")
		require.Len(t, s.bodies, 1)
	})
}

func TestACallThatIsCanceledIsNotAFailureToRepeat(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		cancel()
		return nil, io.EOF
	})
	_, err := callOp(ctx, c, opRaw)
	require.EqualError(t, err, `things.raw: Post "http://host": EOF`)
	require.Zero(t, c.Budget().Spent())
}

func TestAnAttemptThatTakesTooLongIsRepeated(t *testing.T) {
	for _, op := range []*api.Operation{opRaw, opWrite} {
		virtually(t, func(t *testing.T) {
			attempts := 0
			c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
				if attempts++; attempts == 1 || op == opWrite {
					io.ReadAll(r.Body)
					<-r.Context().Done()
					return nil, r.Context().Err()
				}
				return response(200, ""), nil
			}, api.WithRetry(api.RetryPolicy{AttemptTimeout: 5 * time.Second, BaseDelay: 1}))
			start := time.Now()
			_, err := callOp(t.Context(), c, op)
			require.Equal(t, 5*time.Second, time.Since(start).Truncate(time.Second))
			if op == opWrite {
				require.ErrorIs(t, err, context.DeadlineExceeded)
				require.Equal(t, 1, attempts)
				return
			}
			require.NoError(t, err)
			require.Equal(t, 2, attempts)
		})
	}
}

// slowBody blocks until the context ends.
type slowBody struct{ ctx context.Context }

func (b slowBody) Read([]byte) (int, error) {
	<-b.ctx.Done()
	return 0, b.ctx.Err()
}

func (slowBody) Close() error { return nil }

func TestTheTimeOfAnAttemptIncludesItsResponse(t *testing.T) {
	virtually(t, func(t *testing.T) {
		attempts := 0
		c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
			res := response(200, "{}")
			if attempts++; attempts < 3 {
				res.Body = slowBody{r.Context()}
			}
			return res, nil
		}, api.WithRetry(api.RetryPolicy{AttemptTimeout: 5 * time.Second, BaseDelay: 1}))
		start := time.Now()
		_, err := callOp(t.Context(), c, opRaw)
		require.NoError(t, err)
		require.Equal(t, 10*time.Second, time.Since(start).Truncate(time.Second))
	})
}

func TestAResponseOverTheLimitIsFinal(t *testing.T) {
	attempts := 0
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		attempts++
		return response(200, strings.Repeat("x", 100)), nil
	}, api.WithResponseLimits(api.Limits{Body: 10}))
	_, err := callOp(t.Context(), c, opRaw)
	require.ErrorIs(t, err, api.ErrTooLong)
	require.Equal(t, 1, attempts)
}

func TestAnOutageDoesNotMultiplyTheLoad(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := &script{outcomes: []any{503}}
		c := s.caller(t, api.WithRetry(api.RetryPolicy{MaxAttempts: 4, BaseDelay: 1}))
		var last error
		for range 1000 {
			_, last = callOp(t.Context(), c, opRaw)
			require.Error(t, last)
		}
		require.Len(t, s.bodies, 1000+100)
		e, _ := errors.AsType[*api.Error](last)
		require.Equal(t, 1, e.Attempts)

		_, err := callOp(t.Context(), (&script{outcomes: []any{503, 200}}).caller(t), opRaw)
		require.NoError(t, err, "another client has its own")

		s.outcomes = []any{200}
		for range 50 {
			_, err := callOp(t.Context(), c, opRaw)
			require.NoError(t, err)
		}
		s.outcomes, s.bodies = []any{503}, nil
		for range 100 {
			callOp(t.Context(), c, opRaw)
		}
		require.Len(t, s.bodies, 100+10, "five successes give one back")
	})
}

func TestTheBudgetIsNeverOverfull(t *testing.T) {
	var b api.RetryBudget
	b.Succeeded()
	for range 100 {
		require.True(t, b.Take())
	}
	require.False(t, b.Take())
	for range 1000 {
		b.Succeeded()
	}
	require.Zero(t, b.Spent())
}

var opKeyed = &api.Operation{Area: "things", Name: "pay", Path: "/api/things/pay", Effect: api.Write, IdempotencyKey: "idempotency-key"}

// keys returns the idempotency keys that were sent.
func (s *script) keys() (list []string) {
	for _, header := range s.headers {
		list = append(list, strings.Join(header["Idempotency-Key"], ","))
	}
	return list
}

// A client makes one key for each call and sends it with every attempt, so it retries a write
// like a read.
func TestIdempotencyKeys(t *testing.T) {
	for name, c := range map[string]struct {
		op       *api.Operation
		outcomes []any
		header   http.Header
		opts     []api.CallOption
		attempts int
		status   int // of the error, 0 for a success
	}{
		"a failing network":         {op: opKeyed, outcomes: []any{errors.New("reset"), 200}, attempts: 2},
		"a busy service":            {op: opKeyed, outcomes: []any{503, 429, 200}, attempts: 3},
		"a failure":                 {op: opKeyed, outcomes: []any{500, 200}, attempts: 1, status: 500},
		"still in progress":         {op: opKeyed, outcomes: []any{errors.New("reset"), 409, 200}, attempts: 3},
		"in progress for long":      {op: opKeyed, outcomes: []any{errors.New("reset"), 409}, attempts: 3, status: 409},
		"a conflict":                {op: opKeyed, outcomes: []any{409, 200}, attempts: 1, status: 409},
		"in progress, it says":      {op: opKeyed, outcomes: []any{409, 200}, header: http.Header{"Retry-After": {"0"}}, attempts: 2},
		"a key of the caller":       {op: opKeyed, outcomes: []any{409, 200}, opts: []api.CallOption{api.WithIdempotencyKey("k1")}, attempts: 2},
		"a key in a header":         {op: opKeyed, outcomes: []any{409, 200}, opts: []api.CallOption{api.WithHeader("Idempotency-Key", "k1")}, attempts: 2},
		"a key with another body":   {op: opKeyed, outcomes: []any{errors.New("reset"), 422, 200}, attempts: 2, status: 422},
		"retries that are off":      {op: opKeyed, outcomes: []any{503, 200}, opts: []api.CallOption{api.WithRetry(api.RetryPolicy{MaxAttempts: 1})}, attempts: 1, status: 503},
		"a write without a key":     {op: opWrite, outcomes: []any{503, 200}, attempts: 1, status: 503},
		"a conflict without a key":  {op: opIdempotent, outcomes: []any{503, 409, 200}, attempts: 2, status: 409},
		"a conflict that is a read": {op: opUnknown, outcomes: []any{409, 200}, header: http.Header{"Retry-After": {"0"}}, attempts: 1, status: 409},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				s := &script{outcomes: c.outcomes, header: c.header}
				caller := s.caller(t)
				_, err := callOp(t.Context(), caller, c.op, c.opts...)
				got := s.keys()
				if failed, ok := errors.AsType[*api.Error](err); ok {
					require.Equal(t, c.status, failed.Status)
				} else {
					require.NoError(t, err)
					require.Zero(t, c.status)
				}
				require.Len(t, got, c.attempts)
				for _, key := range got {
					require.Equal(t, got[0], key, "the attempts of a call have one key")
				}
				switch {
				case c.op != opKeyed:
					require.Empty(t, got[0])
				case c.opts == nil:
					require.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, got[0])
				}
				callOp(t.Context(), caller, c.op, c.opts...)
				if again := s.keys(); c.op == opKeyed && got[0] != "k1" {
					require.NotEqual(t, got[0], again[len(again)-1], "each call has its own")
				}
			})
		})
	}
}

// An invalid key is an error that does not show the key.
func TestIdempotencyKeysAreChecked(t *testing.T) {
	s := &script{outcomes: []any{200}}
	for _, key := range []string{"", "secret key", "secret\n", "secrét", "secret\x7f", strings.Repeat("secret", 43)} {
		_, err := callOp(t.Context(), s.caller(t), opKeyed, api.WithIdempotencyKey(key))
		require.EqualError(t, err, "things.pay: api.WithIdempotencyKey: expected 1 to 255 visible ASCII characters", key)
	}
	_, err := callOp(t.Context(), s.caller(t), opWrite, api.WithIdempotencyKey("secret"))
	require.EqualError(t, err, "things.add: api.WithIdempotencyKey: the operation takes no key")
	_, err = api.NewCaller("http://host", api.WithIdempotencyKey("secret"))
	require.EqualError(t, err, "api.WithIdempotencyKey: a key identifies one call; pass it to that call")
	require.NotContains(t, printed(api.WithIdempotencyKey("secret")), "secret")
	require.Empty(t, s.bodies)
}

// A header of the client would give every write the same key, and the service would execute only the first.
func TestAClientHasNoKey(t *testing.T) {
	for _, name := range []string{"Idempotency-Key", "idempotency-key", "IDEMPOTENCY-KEY"} {
		_, err := api.NewCaller("http://host", api.WithHeader(name, "secret"))
		require.EqualError(t, err, "api.WithHeader: Idempotency-Key: a key identifies one call; pass it to that call, or omit it, and the client makes keys")
	}
	own := *opKeyed
	own.IdempotencyKey = "X-Request-Key" // the client does not know that it has keys
	s := &script{outcomes: []any{200}}
	caller := s.caller(t, api.WithHeader("X-Request-Key", "secret"))
	_, err := callOp(t.Context(), caller, &own)
	require.EqualError(t, err, "things.pay: api.WithHeader: X-Request-Key: a key identifies one call; pass it to that call, or omit it, and the client makes keys")
	_, err = callOp(t.Context(), caller, &own, api.WithHeader("X-Request-Key", "sécret"))
	require.EqualError(t, err, "things.pay: api.WithHeader: X-Request-Key: expected 1 to 255 visible ASCII characters")
	require.Empty(t, s.bodies)
	for _, opt := range []api.CallOption{api.WithHeader("X-Request-Key", "k1"), api.WithIdempotencyKey("k1")} {
		_, err = callOp(t.Context(), caller, &own, opt)
		require.NoError(t, err)
	}
	_, err = callOp(t.Context(), caller, opKeyed) // another header
	require.NoError(t, err)
}
