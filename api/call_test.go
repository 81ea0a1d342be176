package api_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// What a call returns does not depend on whether net/http's client is asked.
func TestOutcomesAreThoseOfHTTPClient(t *testing.T) {
	cut := errors.New("cut")
	answered := func(res *http.Response) transport {
		return func(*http.Request) (*http.Response, error) { return res, nil }
	}
	moved := func(status int, to string) transport {
		return answered(&http.Response{StatusCode: status, Header: http.Header{"Location": {to}}})
	}
	for name, f := range map[string]transport{
		"error":  func(*http.Request) (*http.Response, error) { return nil, cut },
		"both":   func(*http.Request) (*http.Response, error) { return response(200, ""), cut },
		"over":   func(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded },
		"no TLS": func(*http.Request) (*http.Response, error) { return nil, tls.RecordHeaderError{Msg: "no TLS"} },
		"plain HTTP": func(*http.Request) (*http.Response, error) {
			return nil, tls.RecordHeaderError{RecordHeader: [5]byte([]byte("HTTP/"))}
		},
		"nothing":   answered(nil),
		"no body":   answered(&http.Response{StatusCode: 200}),
		"lost body": answered(&http.Response{StatusCode: 200, ContentLength: 1}),
		"redirect":  moved(307, "https://other/"),
		"nowhere":   moved(307, ""),
		"no URL":    moved(302, "http://[CANARY/?token=CANARY"),
	} {
		jar, err := cookiejar.New(nil)
		require.NoError(t, err)
		outcome := func(client http.Client) (*everykind.RawAnswer, error) {
			client.Transport = f
			c, err := api.NewCaller("http://host/prefix/", api.WithHTTPClient(&client))
			require.NoError(t, err)
			return callOp(t.Context(), c, opWrite)
		}
		res, err := outcome(http.Client{})
		for _, client := range []http.Client{{Jar: jar}, {Timeout: time.Hour}} {
			wantRes, want := outcome(client)
			if want == nil {
				require.NoError(t, err, name)
				require.Equal(t, wantRes.Raw, res.Raw, name)
				require.Equal(t, wantRes.Received.Status(), res.Received.Status(), name)
				continue
			}
			require.EqualError(t, err, want.Error(), name)
			require.NotContains(t, want.Error(), "CANARY")
			answered, isAnswer := errors.AsType[*api.Error](err)
			wantAnswered, wantAnswer := errors.AsType[*api.Error](want)
			require.Equal(t, wantAnswer, isAnswer, name)
			if isAnswer {
				require.Equal(t, wantAnswered.Header, answered.Header)
			}
			e, ok := errors.AsType[*url.Error](err)
			wantE, wantOK := errors.AsType[*url.Error](want)
			require.Equal(t, wantOK, ok, name)
			if ok {
				require.Equal(t, wantE.Op+wantE.URL, e.Op+e.URL, name)
				require.Equal(t, wantE.Timeout(), e.Timeout(), name)
				require.IsType(t, wantE.Err, e.Err, name)
			}
		}
		require.Equal(t, name == "error" || name == "both", errors.Is(err, cut), name)
	}
}

func TestAJarAndATimeoutAreObeyed(t *testing.T) {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	var cookies []string
	c, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Jar: jar, Transport: transport(func(r *http.Request) (*http.Response, error) {
		cookies = append(cookies, r.Header.Get("Cookie"))
		res := response(200, "")
		res.Header.Set("Set-Cookie", "a=1")
		return res, nil
	})}))
	require.NoError(t, err)
	for range 2 {
		_, err := callOp(t.Context(), c, opRaw)
		require.NoError(t, err)
	}
	require.Equal(t, []string{"", "a=1"}, cookies)

	virtually(t, func(t *testing.T) {
		slow := transport(func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() })
		c, err := api.NewCaller("http://host", atOnce, api.WithHTTPClient(&http.Client{Timeout: time.Second, Transport: slow}))
		require.NoError(t, err)
		start := time.Now()
		_, err = callOp(t.Context(), c, opWrite)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(start))
	})
}

// A transport may not change the header of a request, and some do.
func TestATransportChangesTheHeaderOfItsAttemptAlone(t *testing.T) {
	none := api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc { return next })
	for _, opts := range [][]api.ClientOption{nil, {none}} {
		var sent []http.Header
		c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
			header := r.Header.Clone()
			header.Del("X-Request-Id")
			sent = append(sent, header)
			r.Header.Set("X-Tenant", "changed")
			r.Header.Add("Accept", "more")
			r.Header.Add("X-Added", "more")
			r.Header.Del("Content-Type")
			r.URL.Path, r.Host = "/changed", "changed"
			return response(503, ""), nil
		}, append(opts, atOnce, api.WithHeader("X-Tenant", "one"))...)
		before := api.HeaderOf(c).Clone()
		for range 2 {
			_, err := callOp(t.Context(), c, opRaw)
			require.Error(t, err)
		}
		require.Len(t, sent, 6)
		for _, header := range sent {
			require.Equal(t, before, header)
		}
		require.Equal(t, before, api.HeaderOf(c))
	}
}

// What a middleware does to a header that it was given is gone with the call.
func TestAMiddlewareMayDoAnythingToAHeader(t *testing.T) {
	var change func(*api.Invocation)
	var sent http.Header
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		require.NotNil(t, r.Header)
		sent = r.Header
		return response(200, ""), nil
	}, api.WithHeader("X-Tenant", "one"), api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			change(i)
			return next(ctx, i)
		}
	}))
	before := api.HeaderOf(c).Clone()
	for name, change1 := range map[string]func(*api.Invocation){
		"a value": func(i *api.Invocation) { i.Header()["X-Tenant"][0] = "two"; i.Header()["X-Request-Id"][0] = "mine" },
		"a field": func(i *api.Invocation) {
			i.Header().Del("X-Request-Id")
			i.Header().Del("X-Tenant")
			i.Header().Set("X-More", "1")
		},
		"all": func(i *api.Invocation) { clear(i.Header()) },
	} {
		var want http.Header
		change = func(i *api.Invocation) { change1(i); want = i.Header().Clone() }
		_, err := callOp(t.Context(), c, opRaw)
		require.NoError(t, err, name)
		require.True(t, maps.EqualFunc(want, sent, func(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }), name)

		change = func(*api.Invocation) {}
		_, err = callOp(t.Context(), c, opRaw)
		require.NoError(t, err, name)
		require.Len(t, sent.Get("X-Request-Id"), 32, name)
		sent.Del("X-Request-Id")
		require.Equal(t, before, sent, name)
	}
}

// Whoever reads the body of a write is noticed, so there is no other way to.
func TestABodyOfAWriteIsReadAsABodyOnly(t *testing.T) {
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		_, isReaderAt := r.Body.(io.ReaderAt)
		_, isSeeker := r.Body.(io.Seeker)
		_, isByteReader := r.Body.(io.ByteReader)
		require.False(t, isReaderAt || isSeeker || isByteReader)
		return response(200, ""), nil
	})
	_, err := callOp(t.Context(), c, opWrite)
	require.NoError(t, err)
}

// Most of what a call allocates is the request that a transport wants: its header,
// its URL, its body and itself.
func TestACallAllocatesLittle(t *testing.T) {
	header := http.Header{}
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: header, Body: http.NoBody}, nil
	})
	for op, most := range map[*api.Operation]float64{opRaw: 15, opWrite: 17} {
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() {
			_, err := wire.DoRaw(t.Context(), wire.Begin(c, op, nil), &everykind.Request{Name: "Ada"})
			require.NoError(t, err)
		}), most, op.Name)
	}
}

func TestATransportFindsTheOperation(t *testing.T) {
	_, ok := api.OperationFromContext(t.Context())
	require.False(t, ok)
	for _, op := range []*api.Operation{opRaw, opWrite} {
		attempts := 0
		c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
			attempts++
			got, ok := api.OperationFromContext(r.Context())
			require.True(t, ok)
			require.Same(t, op, got)
			return nil, io.EOF
		}, atOnce)
		ctx := api.ContextWithOperation(t.Context(), opIdempotent) // of the server that calls
		_, err := callOp(ctx, c, op)
		require.Error(t, err)
		require.NotZero(t, attempts)
	}
}

// ids returns the request ids that are sent when every attempt fails.
func ids(t *testing.T, answered string, opts ...api.CallOption) ([]string, *api.Error) {
	var list []string
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		require.Len(t, r.Header["X-Request-Id"], 1)
		list = append(list, r.Header.Get("X-Request-Id"))
		r.Header.Set("X-Request-Id", "changed on the way")
		res := response(503, "")
		if answered != "" {
			res.Header.Set("X-Request-Id", answered)
		}
		return res, nil
	}, atOnce)
	_, err := callOp(context.Background(), c, opRaw, opts...)
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok)
	require.Len(t, list, 3)
	require.Equal(t, list[0], list[1])
	require.Equal(t, list[0], list[2])
	return list, e
}

func TestEveryAttemptOfACallHasTheSameRequestID(t *testing.T) {
	first, e := ids(t, "")
	require.Regexp(t, "^[0-9a-f]{32}$", first[0])
	require.Equal(t, first[0], e.RequestID, "the service did not give another")
	second, e := ids(t, "r-1")
	require.NotEqual(t, first[0], second[0])
	require.Equal(t, "r-1", e.RequestID)
	require.EqualError(t, e, `things.raw: 503 Service Unavailable after 3 attempts (request "r-1")`)

	chosen, e := ids(t, "", api.WithHeader("x-request-id", "mine"))
	require.Equal(t, "mine", chosen[0])
	require.Equal(t, "mine", e.RequestID)
	require.EqualError(t, e, "things.raw: 503 Service Unavailable after 3 attempts")
}
