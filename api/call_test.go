package api_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// A call returns the same with and without a cookie jar and a timeout.
func TestOutcomesDoNotDependOnTheHTTPClient(t *testing.T) {
	cut := errors.New("cut")
	returning := func(res *http.Response) transport {
		return func(*http.Request) (*http.Response, error) { return res, nil }
	}
	moved := func(status int, to string) transport {
		return returning(&http.Response{StatusCode: status, Header: http.Header{"Location": {to}}})
	}
	for name, f := range map[string]transport{
		"error":  func(*http.Request) (*http.Response, error) { return nil, cut },
		"both":   func(*http.Request) (*http.Response, error) { return response(200, ""), cut },
		"over":   func(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded },
		"no TLS": func(*http.Request) (*http.Response, error) { return nil, tls.RecordHeaderError{Msg: "no TLS"} },
		"plain HTTP": func(*http.Request) (*http.Response, error) {
			return nil, tls.RecordHeaderError{RecordHeader: [5]byte([]byte("HTTP/"))}
		},
		"nothing":   returning(nil),
		"no body":   returning(&http.Response{StatusCode: 200}),
		"lost body": returning(&http.Response{StatusCode: 200, ContentLength: 1}),
		"redirect":  moved(307, "https://other/"),
		"nowhere":   moved(307, ""),
		"no URL":    moved(302, "http://[CANARY/?token=CANARY"),
	} {
		jar, err := cookiejar.New(nil)
		require.NoError(t, err)
		outcome := func(client http.Client) (*api.RawResponse, error) {
			client.Transport = f
			c := callerOf(t, "http://host/prefix/", api.WithHTTPClient(&client))
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
			failed, isResponse := errors.AsType[*api.Error](err)
			wantError, wantResponse := errors.AsType[*api.Error](want)
			require.Equal(t, wantResponse, isResponse, name)
			if isResponse {
				require.Equal(t, wantError.Header, failed.Header)
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
		c := callerOf(t, "http://host", atOnce, api.WithHTTPClient(&http.Client{Timeout: time.Second, Transport: slow}))
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

// A middleware's change of a header affects only that call.
func TestAMiddlewareMayDoAnythingToAHeader(t *testing.T) {
	var change func(*api.Invocation)
	var sent http.Header
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		require.NotNil(t, r.Header)
		sent = r.Header
		return response(200, ""), nil
	}, api.WithHeader("X-Tenant", "one"), calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		change(i)
		return next(ctx, i)
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

// Every read of the body of a write is noticed, so GetBody is nil.
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

// Most allocations of a call are for the http.Request: its header, URL and body.
func TestACallAllocatesLittle(t *testing.T) {
	header := http.Header{}
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: header, Body: http.NoBody}, nil
	})
	for op, most := range map[*api.Operation]float64{opRaw: 15, opWrite: 17} {
		fewest := most + 1
		for range 10 { // other goroutines allocate too, and a collection empties the pools
			fewest = min(fewest, testing.AllocsPerRun(100, func() {
				_, err := wire.DoRaw(t.Context(), wire.Begin(c, op, nil), &everykind.Request{Name: "Ada"})
				require.NoError(t, err)
			}))
		}
		require.LessOrEqual(t, fewest, most, op.Name)
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
		ctx := context.WithValue(t.Context(), api.OperationKey{}, opIdempotent) // of the server that calls
		_, err := callOp(ctx, c, op)
		require.Error(t, err)
		require.NotZero(t, attempts)
	}
}

// ids returns the request ids that are sent when every attempt fails.
func ids(t *testing.T, received string, opts ...api.CallOption) ([]string, *api.Error) {
	var list []string
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		require.Len(t, r.Header["X-Request-Id"], 1)
		list = append(list, r.Header.Get("X-Request-Id"))
		r.Header.Set("X-Request-Id", "changed on the way")
		res := response(503, "")
		if received != "" {
			res.Header.Set("X-Request-Id", received)
		}
		return res, nil
	}, atOnce)
	_, err := callOp(context.Background(), c, opRaw, opts...)
	e := errorOf(t, err)
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

// A value that cannot be sent is an error that names the field, with and without
// validation.
func TestWhatCannotBeSentIsAnError(t *testing.T) {
	const bad = "CANARY\xff"
	type own struct{ Text string }
	for want, change := range map[string]func(*everykind.Request){
		"/name utf-8":               func(r *everykind.Request) { r.Name = bad },
		"/note utf-8":               func(r *everykind.Request) { r.Note = new(bad) },
		"/tags/1 utf-8":             func(r *everykind.Request) { r.Tags = []string{"a", bad} },
		"/joined utf-8":             func(r *everykind.Request) { r.Joined = []string{"a", bad} },
		"/moods/0 enum":             func(r *everykind.Request) { r.Moods = []everykind.Mood{bad} },
		"/items/0/id utf-8":         func(r *everykind.Request) { r.Items = []everykind.Record{{ID: "\xff"}} },
		"/inner/a~1b/0/c utf-8":     func(r *everykind.Request) { r.Inner.Extra = api.Object{"a/b": []any{map[string]any{"c": bad}}} },
		"/inner/\ufffd utf-8":       func(r *everykind.Request) { r.Inner.Extra = api.Object{"\xff": 1} },
		"/object/x utf-8":           func(r *everykind.Request) { r.Object = api.Object{"x": bad} },
		"/objs/1/x utf-8":           func(r *everykind.Request) { r.Objs = []api.Object{{}, {"x": bad}} },
		"/any utf-8":                func(r *everykind.Request) { r.Any = bad },
		"/anys/0/0 utf-8":           func(r *everykind.Request) { r.Anys = []any{[]any{bad}} },
		"/any type":                 func(r *everykind.Request) { r.Any = own{bad} },
		"/any type NaN":             func(r *everykind.Request) { r.Any = math.NaN() },
		"/any type Inf":             func(r *everykind.Request) { r.Any = float32(math.Inf(1)) },
		"/any type chan":            func(r *everykind.Request) { r.Any = make(chan int) },
		"/any type null":            func(r *everykind.Request) { r.Any = json.RawMessage("null") },
		"/any type nil":             func(r *everykind.Request) { r.Any = (*own)(nil) },
		"/any type raw":             func(r *everykind.Request) { r.Any = json.RawMessage(`{"a":`) },
		"/any type raw bytes":       func(r *everykind.Request) { r.Any = json.RawMessage(`"` + bad + `"`) },
		"/any type raw duplicate":   func(r *everykind.Request) { r.Any = json.RawMessage(`{"a":1,"a":2}`) },
		"/any type number":          func(r *everykind.Request) { r.Any = json.Number("1x") },
		"/price type":               func(r *everykind.Request) { r.Price = new(json.Number("1x")) },
		"/nums/1 type":              func(r *everykind.Request) { r.Nums = []json.Number{"1", "NaN"} },
		"/anys/1 type":              func(r *everykind.Request) { r.Anys = []any{nil, math.NaN()} },
		"/inner/x type":             func(r *everykind.Request) { r.Inner.Extra = api.Object{"x": math.NaN()} },
		"/inner/id duplicate-field": func(r *everykind.Request) { r.Inner.Extra = api.Object{"id": "CANARY"} },
		"/inner/x type duplicate":   func(r *everykind.Request) { r.Inner.Extra = api.Object{"x": json.RawMessage(`[{"a":1,"a":1}]`)} },
	} {
		for _, opts := range [][]api.CallOption{nil, {api.WithoutValidation()}} {
			req := validRich()
			change(req)
			c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
				t.Errorf("%s was sent", want)
				return nil, errRefused
			})
			_, err := wire.DoRaw(t.Context(), wire.Begin(c, everykind.Op, opts), req)
			invalid, ok := errors.AsType[*api.ValidationError](err)
			require.True(t, ok, "%s: %v", want, err)
			require.NotContains(t, err.Error(), "CANARY", want)
			field, rule, _ := strings.Cut(want, " ")
			if rule, _, _ = strings.Cut(rule, " "); rule == "enum" && opts != nil {
				rule = "utf-8"
			}
			require.Equal(t, []string{field + " " + rule}, everykind.Violations(t, invalid), want)
		}
	}

	// All violations are in one error, and each field has one.
	req := validRich()
	req.Name, req.Any, req.Note = " ", math.NaN(), new(bad)
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) { return nil, errRefused })
	_, err := callRaw(t.Context(), c, req)
	invalid, _ := errors.AsType[*api.ValidationError](err)
	require.Equal(t, []string{"/name non-blank", "/note utf-8", "/any type"}, everykind.Violations(t, invalid))

	req = validRich()
	req.Tags = slices.Repeat([]string{bad}, 100)
	_, err = callRaw(t.Context(), c, req, api.WithoutValidation())
	invalid, _ = errors.AsType[*api.ValidationError](err)
	require.Len(t, invalid.Violations, 50)

	_, err = callRaw(t.Context(), c, validRich(), api.WithBodyField("key", bad))
	require.ErrorContains(t, err, "WithBodyField")
	require.NotContains(t, err.Error(), "CANARY")
}

// A null inside a value reaches the service unchanged.
func TestNullsInsideOfValuesAreSent(t *testing.T) {
	var got *everykind.Request
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
		got = r
		return echo(ctx, r)
	}, nil)
	null := json.RawMessage("null")
	c := through(t, "http://host", api.NewInProcess(h).RoundTrip)
	_, err := callRich(t.Context(), c, &everykind.Request{
		Name: "n", Inner: everykind.Record{ID: "1", Extra: api.Object{"x": nil, "y": null, "z": (*int)(nil), "o": json.RawMessage(`{"a":null}`)}},
		Object: api.Object{"x": nil, "y": null}, Any: []any{nil, null}, Anys: []any{nil, null}, Objs: []api.Object{{"x": null}},
	})
	require.NoError(t, err)
	require.Equal(t, api.Object{"x": nil, "y": nil, "z": nil, "o": map[string]any{"a": nil}}, got.Inner.Extra)
	require.Equal(t, api.Object{"x": nil, "y": nil}, got.Object)
	require.Equal(t, []any{nil, nil}, got.Any)
	require.Equal(t, []any{nil, nil}, got.Anys)
	require.Equal(t, []api.Object{{"x": nil}}, got.Objs)
}

// A service cannot send values that JSON cannot hold, and the caller does not learn why.
func TestAServiceIsToldWhatItCannotSend(t *testing.T) {
	for want, result := range map[string]*everykind.Record{
		"/[redacted] must be UTF-8":         {ID: "CANARY\xff"},
		"/[redacted] is a field of its own": {ID: "1", Extra: api.Object{"id": "CANARY", "x": 1}},
	} {
		route := wire.Handle(everykind.Op, everykind.Decode, func(context.Context, *everykind.Request) (*everykind.Record, error) { return result, nil })
		h := routed(t, []api.Route{route}, api.WithServerAnonymous())
		logs := logged(t, func() {
			require.Equal(t, &api.Problem{Title: "Internal Server Error", Status: 500}, problemOf(t, post(h, everykind.Op.Path, validRichBody), 500))
		})
		require.Contains(t, logs, want)
		require.NotContains(t, logs, "CANARY")
	}
	h := handlerOf(t, echo, &api.RawResponse{Raw: json.RawMessage("\"\xff\"")})
	logged(t, func() { problemOf(t, post(h, opRaw.Path, ""), 500) })
}

// Values that cannot be sent are not encoded in another way.
func TestWhatCannotBeSentIsNotEncoded(t *testing.T) {
	for _, o := range []api.Object{{"x": "\xff"}, {"\xff": 1}, {"x": math.NaN()}, {"x": json.RawMessage(`{"a":1,"a":2}`)}} {
		_, err := json.Marshal(o)
		require.Error(t, err)
		_, err = o.MarshalJSON()
		require.Error(t, err)
		require.Error(t, o.Decode(new(any)))
		_, err = json.Marshal(&everykind.Record{ID: "1", Extra: o})
		require.Error(t, err)
		_, err = api.ObjectFrom(o)
		require.Error(t, err)
	}
	_, err := json.Marshal(everykind.Record{ID: "\xff"})
	require.Error(t, err)
	_, err = json.Marshal(everykind.Record{ID: "1", Extra: api.Object{"id": "2"}})
	require.Error(t, err)
}
