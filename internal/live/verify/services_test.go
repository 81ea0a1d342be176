package verify_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
)

// inMemory calls a handler without a network, so that a fake clock can advance. A panic of the
// handler ends the connection.
type inMemory struct{ http.Handler }

func (m inMemory) RoundTrip(r *http.Request) (res *http.Response, err error) {
	defer func() {
		if recover() != nil {
			err = fmt.Errorf("CANARY: %w", io.EOF)
		}
	}()
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	if r.Context().Err() != nil {
		return nil, r.Context().Err()
	}
	return w.Result(), nil
}

// inBubble verifies the service of a handler with a fake clock, and returns the elapsed time.
func inBubble(t *testing.T, c *catalog.Catalog, h http.Handler, o verify.Options) (r *verify.Result, took time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		o.Base = &url.URL{Scheme: "http", Host: "localhost"}
		o.Client = &http.Client{Transport: inMemory{h}}
		begun := time.Now()
		var err error
		r, err = verify.Run(t.Context(), c, o)
		require.NoError(t, err)
		took = time.Since(begun)
	})
	return r, took
}

// many returns a catalog of ten reads.
func many(t *testing.T) *catalog.Catalog {
	text := "areas:\n  things:\n    operations:\n"
	for i := range 10 {
		text += fmt.Sprintf("      get%c: {effect: read, fields: {name: {type: string, required: true}}, response: {fields: {size: integer}}}\n", 'a'+i)
	}
	return parse(t, text)
}

func TestServicesThatSayNothingAboutTheRequest(t *testing.T) {
	status := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			fmt.Fprint(w, `{"CANARY": "CANARY"}`)
		}
	}
	html := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(status)
			fmt.Fprint(w, "<!doctype html><title>CANARY</title>")
		}
	}
	for name, one := range map[string]struct {
		h     http.HandlerFunc
		why   string
		calls int // at most
		took  time.Duration
	}{
		"401":        {h: status(401), why: "401 Unauthorized; give credentials, if the service wants some", calls: 10},
		"403":        {h: status(403), why: "403 Forbidden", calls: 10},
		"404":        {h: status(404), why: "404 Not Found", calls: 10},
		"409":        {h: status(409), why: "409 Conflict", calls: 10},
		"500":        {h: status(500), why: "500 Internal Server Error", calls: 10},
		"HTML":       {h: html(200), why: "200 OK, and the body is HTML", calls: 10},
		"HTML error": {h: html(422), why: "422 Unprocessable Content, and the body is HTML", calls: 10},
		"no success": {h: func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"success": false, "CANARY": "CANARY"}`) },
			why: `200 OK, and "success" is false in the body; describe the envelope in the catalog, or write envelope: none if that is no failure`, calls: 10},
		"a redirect": {h: func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Host != "localhost" {
				panic("called")
			}
			http.Redirect(w, r, "http://elsewhere.example/CANARY", http.StatusTemporaryRedirect)
		}, why: "307 Temporary Redirect, a redirect, which is not followed", calls: 10},
		"text":    {h: func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "CANARY") }, why: "200 OK, and the body cannot be read as JSON", calls: 10},
		"closing": {h: func(w http.ResponseWriter, r *http.Request) { panic("closed") }, why: "the service closed the connection without a complete response", calls: 5},
		"hanging": {h: func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, why: "the service did not respond in time", calls: 5, took: 50 * time.Second},
		"too busy": {h: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "20")
			w.WriteHeader(429)
		}, why: "429 Too Many Requests; the service asks to call less often", calls: 40, took: 5 * time.Minute},
		"busy for an hour": {h: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(503)
		}, why: "503 Service Unavailable; the service asks to call less often", calls: 10},
	} {
		t.Run(name, func(t *testing.T) {
			r, took := inBubble(t, many(t), one.h, verify.Options{})
			require.LessOrEqual(t, r.Calls, one.calls)
			require.LessOrEqual(t, took, one.took)
			whole := ""
			for _, o := range r.Operations {
				require.Equal(t, verify.Unknown, o.Verdict)
				require.Contains(t, o.Why, one.why)
				for _, f := range o.Facts {
					require.Equal(t, verify.Unknown, f.Verdict, f.ID)
					require.Contains(t, f.Why, one.why)
				}
				whole += fmt.Sprint(o.Why, o.Facts)
			}
			require.NotContains(t, whole, "CANARY")
		})
	}
}

// If the service sometimes asks to wait, the result is still complete.
func TestRetryAfterIsObeyed(t *testing.T) {
	c := many(t)
	h, calls, until := service(t, c, nil), 0, time.Time{}
	r, took := inBubble(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		require.False(t, time.Now().Before(until), "called too early")
		if calls++; calls%50 == 0 {
			until = time.Now().Add(3 * time.Second)
			w.Header().Set("Retry-After", "3")
			w.WriteHeader(429)
			return
		}
		h.ServeHTTP(w, r)
	}), verify.Options{})
	require.Empty(t, verdicts(r))
	require.Greater(t, r.Calls, 200)
	require.Equal(t, time.Duration(calls/50)*3*time.Second, took)
}

// A service that always asks to wait gets a read four times, and a write once.
func TestWaitingForAServiceEnds(t *testing.T) {
	for _, one := range []struct {
		effect string
		calls  int
		took   time.Duration
	}{{"read", 4, 3 * time.Second}, {"write", 1, 0}} {
		c := parse(t, "areas: {things: {operations: {get: {effect: "+one.effect+", response: {fields: {size: integer}}}}}}\n")
		r, took := inBubble(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(429)
		}), verify.Options{Writes: true})
		require.Equal(t, one.calls, r.Calls, one.effect)
		require.Equal(t, one.took, took, one.effect)
	}
}

func TestTheRateIsKept(t *testing.T) {
	c := many(t)
	r, took := inBubble(t, c, service(t, c, nil), verify.Options{Rate: 4})
	require.Equal(t, time.Duration(r.Calls-1)*250*time.Millisecond, took)
}

func TestARunEndsAtItsLimit(t *testing.T) {
	c := many(t)
	r, took := inBubble(t, c, service(t, c, nil), verify.Options{Rate: 1, Limit: time.Minute})
	require.Equal(t, time.Minute, took)
	conform := 0
	for _, o := range r.Operations {
		if o.Verdict == verify.Conforms {
			conform++
		} else {
			require.Contains(t, o.Why, "the limit of 1m0s was reached")
		}
	}
	require.Equal(t, 3, conform)
}

// An inconsistent service contradicts nothing.
func TestInconsistentServicesContradictNothing(t *testing.T) {
	const text = `
areas: {things: {operations: {get: {effect: read, fields: {name: {type: string, required: true}}, response: {fields: {size: {type: integer, required: true}}}}}}}
`
	good := func(r *http.Request) bool { return strings.Contains(bodyOf(r), `"some name"}`) }
	respond := func(w http.ResponseWriter, status int, body string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
	for name, one := range map[string]struct {
		h    func(n int, good bool) (status int, body string) // n counts calls of that kind
		want string
		why  string
	}{
		"one of three broken bodies is accepted": {func(n int, good bool) (int, string) {
			if good || n%3 == 0 {
				return 200, `{"size": 1}`
			}
			return 422, `{}`
		}, verify.NotEnforced, "inconsistent"},
		"one of three good bodies is refused": {func(n int, good bool) (int, string) {
			if good && n%3 != 0 {
				return 200, `{"size": 1}`
			}
			return 422, `{}`
		}, verify.Unknown, "inconsistent"},
		"one of three responses is of another type": {func(n int, good bool) (int, string) {
			if n%3 == 1 {
				return 200, `{"size": "1"}`
			}
			return 200, `{"size": 1}`
		}, verify.Unknown, "not so in another response"},
		"the service goes away": {func(n int, good bool) (int, string) {
			if good && n <= 3 {
				return 200, `{"size": 1}`
			}
			return 503, `{}`
		}, verify.Conforms, "503 Service Unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			calls := map[bool]int{}
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				is := good(r)
				calls[is]++
				status, body := one.h(calls[is], is)
				respond(w, status, body)
			})
			r, _ := inBubble(t, parse(t, text), h, verify.Options{})
			o := r.Operations[0]
			require.Equal(t, one.want, o.Verdict, o.Why)
			whys := o.Why
			for _, f := range o.Facts {
				require.NotEqual(t, verify.Contradicts, f.Verdict, "%s: %s", f.ID, f.Why)
				if f.Rule != verify.RequestRule && f.Rule != verify.ResponseRule {
					require.NotEqual(t, verify.Enforced, f.Verdict, f.ID)
				}
				whys += f.Why
			}
			require.Contains(t, whys, one.why)
		})
	}
}

func bodyOf(r *http.Request) string {
	text, _ := io.ReadAll(r.Body)
	return string(text)
}

// Operations that require credentials get them, and no output contains them.
func TestCredentialsAreSentAndNotPrinted(t *testing.T) {
	const text = `
auth: [bearer, {body_field: api_key}]
areas:
  things:
    operations:
      get: {effect: read, fields: {name: {type: string, required: true}}, response: {fields: {size: integer}}}
      open: {effect: read, auth: none, response: {fields: {size: integer}}}
`
	c := parse(t, text)
	var allowed, anonymous int
	h := service(t, c, nil)
	r, _ := inBubble(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") == "Bearer CANARY" && r.URL.Path == "/things/get":
			allowed++
		case r.Header.Get("Authorization") == "" && r.URL.Path == "/things/open":
			anonymous++
		default:
			w.WriteHeader(401)
			return
		}
		h.ServeHTTP(w, r)
	}), verify.Options{Auth: []api.CallOption{api.WithBearerToken("CANARY")}})
	require.Empty(t, verdicts(r))
	require.Equal(t, r.Calls, allowed+anonymous)
	require.NotContains(t, fmt.Sprintf("%+v", r), "CANARY")

	r, _ = inBubble(t, c, h, verify.Options{Auth: []api.CallOption{api.WithBodyField("api_key", "CANARY")}})
	require.Empty(t, verdicts(r))
	require.NotContains(t, fmt.Sprintf("%+v", r), "CANARY")

	none := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(401) })
	r, _ = inBubble(t, c, none, verify.Options{Only: []string{"things.get"}})
	require.Contains(t, r.Operations[0].Why, "Callers send a bearer token, or the member api_key of the body")
}

// readCloser is a body.
func readCloser(text string) io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }

// If a service closes a used connection, a read is sent again. A write is not, because the
// service may have executed it.
func TestOnlyReadsAreRepeatedAfterAClosedConnection(t *testing.T) {
	const text = `
areas:
  things:
    operations:
      get: {effect: read, fields: {name: {type: string, required: true}}, response: {fields: {size: integer}}}
      set: {effect: idempotent, fields: {name: {type: string, required: true}}, response: {fields: {size: integer}}}
`
	c := parse(t, text)
	served := service(t, c, nil)
	var used sync.Map // by address of the caller: each connection has a goroutine
	r := run(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, again := used.LoadOrStore(r.RemoteAddr, true); again {
			panic(http.ErrAbortHandler)
		}
		served.ServeHTTP(w, r)
	}), verify.Options{Writes: true})
	require.Equal(t, verify.Conforms, r.Operations[0].Verdict)
	require.Equal(t, verify.Unknown, r.Operations[1].Verdict)
	require.Contains(t, r.Operations[1].Why, "the service closed the connection without a complete response")
}

// The reason says what is wrong with an envelope.
func TestReasonSaysWhatIsWrongWithAnEnvelope(t *testing.T) {
	const text = `
envelope: {success: ok, data: data}
areas: {things: {operations: {get: {effect: read, response: {fields: {size: integer}}}}}}
`
	for body, why := range map[string]string{
		`{"ok": true, "ok": true, "data": {}}`:    "ok is given twice",
		`{"ok": true, "data": {"size": "\xff"}}`:  "the body is not valid UTF-8",
		`{"ok": "CANARY", "data": {"CANARY": 1}}`: "ok is absent or not a boolean",
	} {
		r := run(t, parse(t, text), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, strings.ReplaceAll(body, `\xff`, "\xff"))
		}), verify.Options{})
		require.Equal(t, verify.Contradicts, r.Operations[0].Verdict, body)
		shown := fmt.Sprintf("%+v", r)
		require.Contains(t, shown, why)
		require.NotContains(t, shown, "CANARY")
	}
}

// With envelope: none, success is an ordinary member.
func TestSuccessWithoutAnEnvelope(t *testing.T) {
	const text = `
areas: {things: {operations: {check: {effect: read, envelope: %s, response: {fields: {success: boolean}}}}}}
`
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, `{"success": false}`) })
	r := run(t, parse(t, fmt.Sprintf(text, "none")), h, verify.Options{})
	require.NotEqual(t, verify.Unknown, r.Operations[0].Verdict)
	r = run(t, parse(t, strings.Replace(text, "envelope: %s, ", "", 1)), h, verify.Options{})
	require.Equal(t, verify.Unknown, r.Operations[0].Verdict)
}

// Incomplete responses count as missing, so the run gives up.
func TestResponsesWithoutAnEnd(t *testing.T) {
	cut := run(t, many(t), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, `{"CANARY`)
	}), verify.Options{})
	var hanging *verify.Result
	synctest.Test(t, func(t *testing.T) {
		var err error
		hanging, err = verify.Run(t.Context(), many(t), verify.Options{
			Base:   &url.URL{Scheme: "http", Host: "localhost"},
			Client: &http.Client{Transport: endless{}},
		})
		require.NoError(t, err)
	})
	for why, r := range map[string]*verify.Result{
		"the service closed the connection without a complete response": cut,
		"the service did not respond in time":                           hanging,
	} {
		require.Equal(t, 5, r.Calls)
		for _, o := range r.Operations {
			require.Equal(t, verify.Unknown, o.Verdict)
			require.Contains(t, o.Why, why)
		}
		require.NotContains(t, fmt.Sprintf("%+v", r), "CANARY")
	}
}

// endless is a service whose responses never end.
type endless struct{}

func (endless) RoundTrip(r *http.Request) (*http.Response, error) {
	rest := readerFunc(func([]byte) (int, error) {
		<-r.Context().Done()
		return 0, r.Context().Err()
	})
	return &http.Response{StatusCode: 200, Request: r, Body: io.NopCloser(io.MultiReader(strings.NewReader(`{"CANARY`), rest))}, nil
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
