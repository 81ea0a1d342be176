package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

type richService func(context.Context, *everykind.Request) (*everykind.Response, error)

// handlerOf returns a handler of everykind.Op, and of opRaw, which calls raw.
func handlerOf(t testing.TB, serve richService, raw *api.RawResponse, opts ...api.HandlerOption) http.Handler {
	t.Helper()
	if len(opts) == 0 {
		opts = []api.HandlerOption{api.WithServerAnonymous()}
	}
	h, err := api.NewHandler([]api.Route{
		wire.Handle(everykind.Op, everykind.Decode, serve),
		wire.HandleRaw(opRaw, wire.NoFields[struct{}], func(context.Context, *struct{}) (*api.RawResponse, error) { return raw, nil }),
	}, opts...)
	require.NoError(t, err)
	return h
}

// routed returns a handler of routes.
func routed(t testing.TB, routes []api.Route, opts ...api.HandlerOption) http.Handler {
	t.Helper()
	h, err := api.NewHandler(routes, opts...)
	require.NoError(t, err)
	return h
}

func echo(_ context.Context, r *everykind.Request) (*everykind.Response, error) {
	return &everykind.Response{ID: r.Name, Note: r.Note}, nil
}

func post(h http.Handler, path, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A path must equal the path of an operation, to the last character.
func TestPathsMatchToTheLastCharacter(t *testing.T) {
	op := func(path string) *api.Operation { return &api.Operation{Area: "a", Name: path, Path: path} }
	var routes []api.Route
	for _, path := range []string{"/", "/a", "/b/", "/c", "/c/", "/d-._~!$&'()*+,;=:@z/e"} {
		routes = append(routes, wire.HandleRaw(op(path), wire.NoFields[struct{}], func(context.Context, *struct{}) (*api.RawResponse, error) {
			return &api.RawResponse{Raw: json.RawMessage(`"` + path + `"`)}, nil
		}))
	}
	h := routed(t, routes, api.WithServerAnonymous())
	const none = "no operation has this exact path"
	for path, want := range map[string]string{
		"/": `"/"`, "/a": `"/a"`, "/b/": `"/b/"`, "/c": `"/c"`, "/c/": `"/c/"`,
		"/d-._~!$&'()*+,;=:@z/e": `"/d-._~!$&'()*+,;=:@z/e"`,
		"/b":                     none, "/a/": none, "/%61": none, "//": none, "/c//": none, "/x": none,
	} {
		w := post(h, path, "{}")
		if strings.HasPrefix(want, `"`) {
			require.Equal(t, want, w.Body.String(), path)
		} else {
			require.Equal(t, want, problemOf(t, w, 404).Detail, path)
		}
	}
}

func withHeader(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// problemOf checks that a response is one problem, and returns it.
func problemOf(t testing.TB, w *httptest.ResponseRecorder, status int) *api.Problem {
	t.Helper()
	require.Equal(t, status, w.Code, w.Body)
	require.Equal(t, []string{api.ProblemType}, w.Header()["Content-Type"])
	require.Equal(t, []string{"nosniff"}, w.Header()["X-Content-Type-Options"])
	require.Equal(t, fmt.Sprint(w.Body.Len()), w.Header().Get("Content-Length"))
	p := new(api.Problem)
	d := json.NewDecoder(bytes.NewReader(w.Body.Bytes()))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(p), w.Body)
	require.False(t, d.More())
	require.Equal(t, status, p.Status)
	return p
}

// logged returns the log of a run of f.
func logged(t *testing.T, f func()) string {
	t.Helper()
	var b bytes.Buffer
	defer logByDefault(slog.NewTextHandler(&b, nil))()
	f()
	return b.String()
}

// logByDefault makes h the default handler, and returns a function that restores the former
// one. With [slog.SetDefault] alone, package log would keep writing to h.
func logByDefault(h slog.Handler) (restore func()) {
	before, to, flags := slog.Default(), log.Writer(), log.Flags()
	slog.SetDefault(slog.New(h))
	return func() {
		slog.SetDefault(before)
		log.SetOutput(to)
		log.SetFlags(flags)
	}
}

func TestAHandlerNeedsOneChoiceAboutAuthentication(t *testing.T) {
	allow := func(ctx context.Context, _ api.Credentials) (context.Context, error) { return ctx, nil }
	for name, opts := range map[string][]api.HandlerOption{
		"none": {}, "another": {api.WithServerUnknownFields()}, "both": {api.WithServerAnonymous(), api.WithServerAuthenticator(allow)},
		"twice": {api.WithServerAuthenticator(allow), api.WithServerAuthenticator(allow)}, "anonymous twice": {api.WithServerAnonymous(), api.WithServerAnonymous()},
		"nothing": {api.WithServerAuthenticator(nil)}, "nothing and anonymous": {api.WithServerAuthenticator(nil), api.WithServerAnonymous()},
	} {
		h, err := api.NewHandler(nil, opts...)
		require.ErrorContains(t, err, "api.WithServerAnonymous", name)
		require.Nil(t, h, name)
	}
	_ = routed(t, nil, api.WithServerAuthenticator(allow))
}

func TestTheAuthenticatorDecides(t *testing.T) {
	type key struct{}
	service := func(ctx context.Context, _ *everykind.Request) (*everykind.Response, error) {
		return &everykind.Response{ID: ctx.Value(key{}).(string)}, nil
	}
	h := handlerOf(t, service, nil, api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
		require.Same(t, everykind.Op, c.Operation)
		switch who := c.Header().Get("Authorization"); who {
		case "":
			return nil, errors.New("SECRET")
		case "forbidden":
			return nil, fmt.Errorf("wrapped: %w", &api.Problem{Status: 403, Detail: "not you", Header: http.Header{"X-Why": {"so"}}})
		case "silly":
			return nil, &api.Problem{Status: 200}
		case "nil":
			return nil, nil
		case "panic":
			panic("SECRET")
		default:
			return context.WithValue(ctx, key{}, who), nil
		}
	}))
	as := func(who string) *httptest.ResponseRecorder {
		return post(h, everykind.Op.Path, validRichBody, func(r *http.Request) { r.Header.Set("Authorization", who) })
	}
	w := as("ada")
	require.Equal(t, 200, w.Code)
	require.Equal(t, `{"id":"ada"}`, w.Body.String())

	refused := as("")
	require.Equal(t, &api.Problem{Title: "Unauthorized", Status: 401}, problemOf(t, refused, 401))
	require.NotContains(t, refused.Body.String(), "SECRET")
	require.Equal(t, "not you", problemOf(t, as("forbidden"), 403).Detail)
	require.Equal(t, "so", as("forbidden").Header().Get("X-Why"))
	problemOf(t, as("silly"), 401)
	logs := logged(t, func() { problemOf(t, as("nil"), 500) })
	require.Contains(t, logs, "service failed", "the service was not called")
	logs = logged(t, func() { problemOf(t, as("panic"), 500) })
	require.NotContains(t, logs, "SECRET")

	// A refused caller learns nothing about the body, which is not even read.
	w = post(h, everykind.Op.Path, "", func(r *http.Request) { r.Body = io.NopCloser(iotest.ErrReader(errors.New("read"))) })
	problemOf(t, w, 401)
}

func TestMethodsThatAreNotServed(t *testing.T) {
	h := handlerOf(t, echo, nil)
	for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "post", "X"} {
		w := post(h, everykind.Op.Path, "{}", func(r *http.Request) { r.Method = method })
		problemOf(t, w, 405)
		require.Equal(t, []string{"POST"}, w.Header()["Allow"])
	}
}

func TestContentTypesThatAreServed(t *testing.T) {
	h := handlerOf(t, echo, nil)
	for contentType, want := range map[string]int{
		"application/json": 200, "Application/JSON": 200, "application/json; charset=utf-8": 200, `application/json;charset="UTF-8"`: 200,
		"application/json; charset=latin1": 415, "application/json; charset=": 415, "application/json; version=2": 200, "application/json;": 200,
		"text/plain": 415, "application/x-www-form-urlencoded": 415, "application/xml": 415, "application/jsonx": 415,
		"application/problem+json": 415, "multipart/form-data; boundary=x": 415, "json": 415, ";": 415, "": 415, "*/*": 415,
		"application/json, application/json": 415, "application/json; charset=utf-8; charset=latin1": 415,
	} {
		w := post(h, everykind.Op.Path, validRichBody, func(r *http.Request) { r.Header.Set("Content-Type", contentType) })
		require.Equal(t, want, w.Code, contentType)
		if want != 200 {
			problemOf(t, w, want)
		}
	}
	require.Equal(t, 200, post(h, everykind.Op.Path, validRichBody, func(r *http.Request) { r.Header.Del("Content-Type") }).Code)
	problemOf(t, post(h, everykind.Op.Path, validRichBody, func(r *http.Request) { r.Header.Add("Content-Type", "text/plain") }), 415)
}

func TestBodiesThatAreEncoded(t *testing.T) {
	h := handlerOf(t, echo, nil)
	for _, values := range [][]string{{"gzip"}, {"identity", "br"}, {"identity, Deflate"}, {"x"}} {
		w := post(h, everykind.Op.Path, "\x1f\x8b", func(r *http.Request) { r.Header["Content-Encoding"] = values })
		require.Equal(t, "expected no Content-Encoding", problemOf(t, w, 415).Detail)
		require.Equal(t, []string{"identity"}, w.Header()["Accept-Encoding"], "%q", values)
	}
	for _, values := range [][]string{{}, {""}, {"identity"}, {" Identity ", "identity"}} {
		w := post(h, everykind.Op.Path, validRichBody, func(r *http.Request) { r.Header["Content-Encoding"] = values })
		require.Equal(t, 200, w.Code, "%q", values)
	}
	w := post(h, everykind.Op.Path, validRichBody, withHeader("Content-Type", "text/plain"))
	require.Empty(t, w.Header()["Accept-Encoding"])
}

func TestBodiesOverTheLimit(t *testing.T) {
	h := handlerOf(t, echo, nil, api.WithServerAnonymous(), api.WithServerLimits(api.Limits{Body: len(validRichBody)}))
	unannounced := func(r *http.Request) { r.ContentLength = -1 }
	lying := func(r *http.Request) { r.ContentLength = 3 }
	for _, change := range []func(*http.Request){unannounced, lying, func(*http.Request) {}} {
		require.Equal(t, 200, post(h, everykind.Op.Path, validRichBody, change).Code)
		p := problemOf(t, post(h, everykind.Op.Path, validRichBody+" ", change), 413)
		require.Equal(t, fmt.Sprintf("the body may have at most %d bytes", len(validRichBody)), p.Detail)
	}
	problemOf(t, post(h, everykind.Op.Path, "{}", func(r *http.Request) { r.ContentLength = 1 << 62 }), 413)

	limited := http.MaxBytesHandler(handlerOf(t, echo, nil), 5)
	p := problemOf(t, post(limited, everykind.Op.Path, validRichBody), 413)
	require.Equal(t, "the body may have at most 5 bytes", p.Detail)
	problemOf(t, post(handlerOf(t, echo, nil), everykind.Op.Path, strings.Repeat(" ", 1<<20)+"{}"), 413)
}

func TestBodiesThatAreRefused(t *testing.T) {
	h := handlerOf(t, echo, nil, api.WithServerAnonymous(), api.WithServerLimits(api.Limits{Depth: 4, Items: 4}))
	for body, want := range map[string]int{
		`{`: 400, `{} {}`: 400, "\xff": 400, `{"any":[[[[]]]]}`: 400, `{"ints":[1,2,3,4,5]}`: 400, `{"name":"\ud800"}`: 400,
		`[]`: 422, `null`: 422, `{}`: 422, ``: 422, " \r\n\t": 422, `{"name":1}`: 422, `{"x":1}`: 422,
	} {
		p := problemOf(t, post(h, everykind.Op.Path, body), want)
		require.NotEmpty(t, p.Errors, body)
		if want == 422 {
			require.Equal(t, "the request body breaks rules of the operation", p.Detail)
		} else {
			require.Equal(t, "the request body "+p.Errors[len(p.Errors)-1].Message, p.Detail)
		}
	}
	p := problemOf(t, post(h, everykind.Op.Path, `{"name":1,"inner":{"id":2},"x/y":3,"mood":"angry","tags":["a","b","c","d"]}`), 422)
	require.Equal(t, []string{"/name type", "/inner/id type", "/x~1y unknown-field", "/mood enum", "/tags max-items"},
		everykind.Violations(t, &api.ValidationError{Violations: p.Errors}))

	w := post(h, everykind.Op.Path, "", func(r *http.Request) { r.Body = io.NopCloser(iotest.ErrReader(errors.New("SECRET"))) })
	require.Equal(t, "the body could not be read to its end", problemOf(t, w, 400).Detail)
	require.NotContains(t, w.Body.String(), "SECRET")
}

func TestResponsesAreJSON(t *testing.T) {
	h := handlerOf(t, echo, &api.RawResponse{Raw: json.RawMessage(` [1, 2] `)})
	w := post(h, everykind.Op.Path, `{"name":"é\"","inner":{"id":"1"}}`, withHeader("X-Request-Id", "r-1"))
	require.Equal(t, `{"id":"é\""}`, w.Body.String())
	require.Equal(t, http.Header{
		"Content-Type": {"application/json"}, "Content-Length": {"13"}, "X-Content-Type-Options": {"nosniff"},
		"X-Request-Id": {"r-1"},
	}, w.Header())
	require.Equal(t, ` [1, 2] `, post(h, opRaw.Path, "").Body.String())
	problemOf(t, post(handlerOf(t, echo, &api.RawResponse{Raw: json.RawMessage(`{"SECRET`)}), opRaw.Path, ""), 500)
	problemOf(t, post(handlerOf(t, echo, nil), opRaw.Path, ""), 500)
}

func TestProblemsOfAServiceAreSent(t *testing.T) {
	full := &api.Problem{
		Type: "/out", Title: "Out \"of\" stock", Status: 409, Detail: "\xff", Instance: "/x",
		Errors: []api.Violation{{"/a", "rule", "<m>"}}, Header: http.Header{"Retry-After": {"3"}, "Content-Type": {"text/html"}, "content-length": {"1"}, "x-request-id": {"SECRET"}, "X-A": {"1", "2"}},
	}
	for name, c := range map[string]struct {
		err    error
		status int
	}{
		"problem": {full, 409}, "wrapped": {fmt.Errorf("x: %w", full), 409}, "joined": {errors.Join(io.EOF, full), 409},
		"unimplemented": {wire.Unimplemented(everykind.Op), 501}, "plain": {errors.New("SECRET"), 500}, "nil problem": {(*api.Problem)(nil), 500},
		"no status": {&api.Problem{Detail: "SECRET"}, 500}, "success": {&api.Problem{Status: 200, Detail: "SECRET"}, 500},
		"too large": {&api.Problem{Status: 1000, Detail: "SECRET"}, 500}, "negative": {&api.Problem{Status: -404}, 500},
		"of another service": {&api.Error{Operation: opRaw, Status: 404, Problem: &api.Problem{Status: 404}}, 500},
		"of another request": {&api.ValidationError{Violations: []api.Violation{{Field: "/SECRET"}}}, 500},
	} {
		h := handlerOf(t, func(context.Context, *everykind.Request) (*everykind.Response, error) {
			return &everykind.Response{ID: "SECRET"}, c.err
		}, nil)
		var w *httptest.ResponseRecorder
		logs := logged(t, func() { w = post(h, everykind.Op.Path, validRichBody) })
		p := problemOf(t, w, c.status)
		require.NotContains(t, w.Body.String()+logs, "SECRET", name)
		switch {
		case p.Status == 409:
			require.Equal(t, []string{"1", "2"}, w.Header()["X-A"], name)
			require.Equal(t, "3", w.Header().Get("Retry-After"))
			require.NotContains(t, w.Header(), "content-length", "it would be sent beside the true one")
			require.Regexp(t, "^[0-9a-f]{32}$", w.Header().Get("X-Request-Id"))
			require.Equal(t, full.Errors, p.Errors)
			require.Equal(t, "\ufffd", p.Detail)
			require.Empty(t, logs)
		case p.Status == 500:
			require.Equal(t, &api.Problem{Title: "Internal Server Error", Status: 500}, p, name)
			require.Contains(t, logs, "operation=things.rich", name)
			require.Contains(t, logs, fmt.Sprintf("error_type=%T", c.err), name)
		}
	}
	require.Equal(t, []string{"text/html"}, full.Header["Content-Type"], "the service's problem is as it was")
}

func TestACallerWhoLeftIsNoFailure(t *testing.T) {
	h := handlerOf(t, func(ctx context.Context, _ *everykind.Request) (*everykind.Response, error) { return nil, ctx.Err() }, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	logs := logged(t, func() {
		post(h, everykind.Op.Path, validRichBody, func(r *http.Request) { *r = *r.WithContext(ctx) })
	})
	require.Empty(t, logs)
}

func TestConcurrentResponsesAreNotMixed(t *testing.T) {
	h := handlerOf(t, func(_ context.Context, r *everykind.Request) (*everykind.Response, error) {
		switch {
		case r.Name == "panic":
			panic("x")
		case r.Name == "problem":
			return nil, &api.Problem{Status: 404}
		}
		return echo(t.Context(), r)
	}, nil)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 200 {
				note := strings.Repeat(fmt.Sprintf("%d.%d ", i, j), j*3)
				req := &everykind.Request{Name: []string{"name", "panic", "problem", " "}[j%4], Note: &note, Inner: everykind.Record{ID: "1"}}
				w := post(h, everykind.Op.Path, string(req.AppendJSON(nil)))
				if j%4 == 0 {
					want := string((&everykind.Response{ID: "name", Note: &note}).AppendJSON(nil))
					if w.Code != 200 || w.Body.String() != want {
						t.Errorf("response %d %s", w.Code, w.Body)
					}
				} else if !json.Valid(w.Body.Bytes()) || w.Code == 200 {
					t.Errorf("response %d %s", w.Code, w.Body)
				}
			}
		})
	}
	logged(t, wg.Wait)
}

// Later requests do not change what a service keeps of a request.
func TestARequestIsNotMemoryOfThePool(t *testing.T) {
	var kept []*everykind.Request
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
		kept = append(kept, r)
		return echo(ctx, r)
	}, nil)
	for i := range 50 {
		post(h, everykind.Op.Path, fmt.Sprintf(`{"name":"request %d","note":"note %d","inner":{"id":"%d","x":"extra %d"}}`, i, i, i, i))
	}
	for i, r := range kept {
		require.Equal(t, &everykind.Request{
			Name: fmt.Sprintf("request %d", i), Note: new(fmt.Sprintf("note %d", i)),
			Inner: everykind.Record{ID: fmt.Sprint(i), Extra: api.Object{"x": fmt.Sprintf("extra %d", i)}},
		}, r)
	}
}

// statusOf sends a request whose target is spelled as given.
func statusOf(t *testing.T, server *httptest.Server, target string) int {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", target, len(validRichBody), validRichBody)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	res.Body.Close()
	return res.StatusCode
}

// Proxies that decide by the path compare the spelling of the catalog. No other spelling is
// served.
func TestAPathHasOneSpelling(t *testing.T) {
	h := handlerOf(t, echo, nil)
	mux := http.NewServeMux()
	mux.Handle("/", h)
	for name, h := range map[string]http.Handler{"": h, "/base": http.StripPrefix("/base", h), "/mux": http.StripPrefix("/mux", mux)} {
		server := httptest.NewUnstartedServer(nil)
		server.Config = api.NewServer(h)
		server.Start()
		for _, target := range []string{"/api/things/rich", "/api/things/rich?x=%2F", "/api/things/rich?"} {
			require.Equal(t, 200, statusOf(t, server, name+target), name+target)
		}
		require.Equal(t, 200, statusOf(t, server, "http://x"+name+everykind.Op.Path), "the absolute form")
		for _, target := range []string{
			"/api%2Fthings/rich", "/api%2fthings%2frich", "/%61pi/things/rich", "/api/things/ric%68", "/%2Fapi/things/rich",
			"/api/things/rich%3Fx", "/api/things/rich%00", "/api/things/rich%2F", "/api/%2e/things/rich", "/api/x/%2E%2E/things/rich",
			"/api/things/rich/", "/api/things/rich;", "/api/things/rich;x=1", "/api/things;x/rich", "/api/things/rich%3B", "/api/things/Rich",
			"/api/things/rich%20", "/api/things/rich#x", "/api\\things\\rich",
		} {
			require.Equal(t, 404, statusOf(t, server, name+target), name+target)
		}
		for _, target := range []string{"/api//things/rich", "/api/./things/rich", "/api/x/../things/rich", "//api/things/rich", "/./api/things/rich", "/api/things/rich/."} {
			require.Contains(t, []int{404, 307}, statusOf(t, server, name+target), name+target) // a mux redirects
		}
		server.Close()
	}
}

// Some characters are allowed in a path, but net/url escapes them.
func TestAPathMayHoldWhatIsEscapedElsewhere(t *testing.T) {
	op := &api.Operation{Area: "a", Name: "b", Path: "/(a)/b!*'"}
	h := routed(t, []api.Route{wire.Handle(op, everykind.Decode, echo)}, api.WithServerAnonymous())
	server := httptest.NewServer(h)
	defer server.Close()
	require.Equal(t, 200, statusOf(t, server, "/(a)/b!*'"))
	require.Equal(t, 404, statusOf(t, server, "/%28a%29/b!*'"))
	require.Equal(t, 404, statusOf(t, server, "/%28a%29/b%21%2A%27"))
	require.Equal(t, 200, post(h, op.Path, validRichBody, func(r *http.Request) { r.URL, r.RequestURI = &url.URL{Path: op.Path}, "" }).Code)
	require.Equal(t, 404, post(h, "/x", validRichBody, func(r *http.Request) {
		r.URL, r.RequestURI = &url.URL{Path: op.Path, RawPath: "/%28a%29/b!*'"}, ""
	}).Code)
}
