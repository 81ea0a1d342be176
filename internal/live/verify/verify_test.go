package verify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/long"
)

const head = "catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /{area}/{operation}\n"

// parse reads a catalog, which may lack the head.
func parse(t *testing.T, text string) *catalog.Catalog {
	if !strings.Contains(text, "catalog: 1") {
		text = head + text
	}
	c, problems := catalog.Parse("catalog.yaml", []byte(text))
	require.Empty(t, problems)
	return c
}

// service returns a service for a catalog. An operation responds with the JSON in responses, or
// with a sample.
func service(t *testing.T, c *catalog.Catalog, responses map[string]string) http.Handler {
	var routes []api.Route
	for op := range c.Operations() {
		response, ok := responses[op.String()]
		if r, sampled := sample.Response(op, sample.Full); sampled && !ok && op.Response.Shown && !op.Response.Nothing {
			response = r.JSON()
		}
		routes = append(routes, interpreter.New(op).Route(func(context.Context, string) (json.RawMessage, error) { return json.RawMessage(response), nil }))
	}
	h, err := api.NewHandler(routes, api.WithServerAuthenticator(func(ctx context.Context, _ api.Credentials) (context.Context, error) { return ctx, nil }))
	require.NoError(t, err)
	return h
}

// start starts a server.
func start(t *testing.T, h http.Handler) *url.URL {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	base, err := url.Parse(s.URL)
	require.NoError(t, err)
	return base
}

// run verifies the service of a handler.
func run(t *testing.T, c *catalog.Catalog, h http.Handler, o verify.Options) *verify.Result {
	o.Base = start(t, h)
	r, err := verify.Run(t.Context(), c, o)
	require.NoError(t, err)
	for _, o := range r.Operations {
		for _, f := range o.Facts {
			of := f.Rule == verify.RequestRule || f.Rule == verify.ResponseRule || f.Rule == verify.FailureRule
			require.NotEqual(t, of, verify.HasFact(o.Op, f.ID), "%s %s: what a run lists of requests, the catalog says", o.Op, f.ID)
		}
	}
	return r
}

// verdicts lists the facts that do not conform, except for fields that no response has.
func verdicts(r *verify.Result) (all []string) {
	for _, o := range r.Operations {
		for _, f := range o.Facts {
			if f.Verdict != verify.Conforms && f.Verdict != verify.Enforced && f.Verdict != verify.Unseen {
				all = append(all, fmt.Sprintf("%s %s: %s", o.Op, f.ID, f.Verdict))
			}
		}
	}
	return all
}

const claims = `
catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
records:
  Range:
    fields:
      from: {type: string, format: date, required: true}
      to: string
areas:
  claims:
    operations:
      find:
        effect: read
        fields:
          status: {type: string, required: true, non_blank: true, max_length: 40}
          kind: {type: string, enum: [fire, theft]}
          limit: {type: integer, minimum: 1, maximum: 50}
          ranges: {type: [Range], max_items: 3}
          city: string
          zip: {type: string, pattern: "^[0-9]{5}$"}
          plate: {type: string, pattern: "^(ab)+$", min_length: 4}
        rules:
          - at_most_one_of: [city, zip]
        response:
          fields:
            count: {type: integer, required: true}
            names: {type: [string], sensitive: true}
            ages: {string: integer}
      close:
        fields:
          reason: {type: string, required: true}
`

func TestEveryRuleIsBrokenAlone(t *testing.T) {
	c := parse(t, claims)
	r := run(t, c, service(t, c, nil), verify.Options{})
	var ids []string
	for _, f := range r.Operations[0].Facts {
		require.Contains(t, []string{verify.Conforms, verify.Enforced}, f.Verdict, "%s: %s", f.ID, f.Why)
		if !strings.HasPrefix(f.ID, "request /") {
			require.Equal(t, 3, f.Confirmed, f.ID)
		}
		require.Equal(t, "catalog.yaml", f.Pos.File)
		ids = append(ids, f.ID)
		if f.ID == "/plate min-length" {
			require.Equal(t, `{"plate":"ab","status":"some status"}`, f.Request, "which keeps the pattern")
		}
	}
	require.Equal(t, []string{
		"request", "response",
		"/status required", "/status non-blank", "/status max-length", "/status type",
		"/kind enum", "/kind type",
		"/limit minimum", "/limit maximum", "/limit type",
		"/ranges max-items", "/ranges type", "/ranges/* type", "/ranges/*/* unknown-field", "/ranges/*/from required", "/ranges/*/from format", "/ranges/*/from type",
		"/ranges/*/to type",
		"/city type", "/zip pattern", "/zip type", "/plate min-length", "/plate pattern", "/plate type",
		"/city /zip at-most-one-of", "/* unknown-field",
		"request /status max-length", `request /kind value "fire"`, `request /kind value "theft"`, "request /limit minimum", "request /limit maximum",
		"request /ranges max-items", "request /plate min-length",
	}, ids)
	require.Equal(t, verify.Conforms, r.Operations[0].Verdict)
	require.Equal(t, verify.Unknown, r.Operations[1].Verdict)
	require.Empty(t, r.Operations[1].Facts, "no write is sent")
}

// Generated services conform, for every feature of the format.
func TestGeneratedServicesConform(t *testing.T) {
	files, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	if !long.Full() {
		files = slices.DeleteFunc(files, func(f string) bool { return strings.Contains(f, "recursive") || strings.Contains(f, "nullable") })
	}
	require.NotEmpty(t, files)
	probed, alone := 0, []string{}
	for _, file := range append(files, "../../plan/interpreter/testdata/everything.yaml") {
		c, err := catalog.Load(file)
		require.NoError(t, err)
		r := run(t, c, service(t, c, nil), verify.Options{Writes: true, BreakWrites: true})
		for _, o := range r.Operations {
			for _, f := range o.Facts {
				require.NotEqual(t, verify.Contradicts, f.Verdict, "%s: %s %s: %s", file, o.Op, f.ID, f.Why)
				require.NotEqual(t, verify.NotEnforced, f.Verdict, "%s: %s %s %s", file, o.Op, f.ID, f.Request)
				if f.Verdict == verify.Unseen {
					require.Contains(t, file, "recursive", "%s %s: a sample has every field but those that would not end", o.Op, f.ID)
				} else if f.Verdict == verify.Conforms || f.Verdict == verify.Enforced {
					probed++
				} else if !strings.Contains(o.Why+f.Why, "there is no value for") {
					require.Equal(t, "no body was found that breaks this rule alone", f.Why, "%s: %s %s", file, o.Op, f.ID)
					alone = append(alone, fmt.Sprint(filepath.Base(filepath.Dir(file)), " ", f.ID[strings.LastIndex(f.ID, "/")+1:]))
				}
			}
		}
	}
	require.Greater(t, probed, 1200)
	require.Subset(t, []string{ // another rule of the same text refuses all that would break this one
		"formats bytes non-blank", "formats one_of format", "nullable code min-length", "nullable code max-length", "nullable code pattern", "testdata text min-length",
		"shared * unknown-field", // the value is an open variant of a closed union
	}, alone)
}

// A run finds the only difference between a service and the catalog.
func TestTheOnlyDeviationIsFound(t *testing.T) {
	const enveloped = `
catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
envelope: {success: ok, message: [error], data: data, failure_status: 400}
areas:
  claims:
    operations:
      find:
        effect: read
        fields:
          status: {type: string, required: true}
        response:
          fields: {count: {type: integer, required: true}}
`
	for name, one := range map[string]struct {
		catalog, from, to string // the service has another catalog
		response          string
		want              []string
		why               string
	}{
		"no deviation": {catalog: claims},
		"a rule is not enforced": {catalog: claims, from: "maximum: 50", to: "maximum: 500",
			want: []string{"claims.find /limit maximum: not enforced"}},
		"a field is not required": {catalog: claims, from: "required: true, non_blank: true, ", to: "non_blank: true, ",
			want: []string{"claims.find /status required: not enforced"}},
		"a rule over several fields is not enforced": {catalog: claims, from: "at_most_one_of: [city, zip]", to: "at_most_one_of: [city, kind]",
			want: []string{"claims.find /city /zip at-most-one-of: not enforced"}},
		"more is asked for": {catalog: claims, from: "city: string", to: "city: {type: string, required: true}\n          town: string", // and the rule is about another field
			want: []string{"claims.find request: contradicts"}, why: "a request that keeps every rule is refused with 422: /city required"},
		"a value is refused": {catalog: claims, from: `pattern: "^[0-9]{5}$"`, to: `pattern: "^[1-9]{6}$"`,
			want: []string{"claims.find request /zip: contradicts"}},
		"a response of another type": {catalog: claims, response: `{"count": "7"}`,
			want: []string{"claims.find response /count type: contradicts"}, why: "/count must be an integer"},
		"a response without a member": {catalog: claims, response: `{"names": []}`,
			want: []string{"claims.find response /count required: contradicts"}, why: "/count is required"},
		"an item of another type": {catalog: claims, response: `{"count": 1, "names": ["CANARY", 4711, 4712]}`,
			want: []string{"claims.find response /names/* type: contradicts"}},
		"a map of another type": {catalog: claims, response: `{"count": 1, "ages": {"CANARY": "CANARY"}}`,
			want: []string{"claims.find response /ages/* type: contradicts"}, why: "/ages/* must be an integer"},
		"a response that is known and not promised": {catalog: strings.Replace(claims, "        response:\n", "        response:\n          lenient: true\n", 1), response: `{"count": "7"}`,
			want: []string{"claims.find response /count: contradicts"}, why: "/count: expected an integer, got string"},
		"nulls of a mock": {catalog: strings.Replace(claims, "        response:\n", "        response:\n          lenient: true\n", 1), response: `{"count": null, "names": [null]}`},
		"another status of failures": {catalog: enveloped, from: "failure_status: 400", to: "failure_status: 422",
			want: []string{"claims.find failure status: contradicts"}, why: "the failure has status 422; the catalog says 400"},
		"no envelope": {catalog: enveloped, from: "envelope: {success: ok, message: [error], data: data, failure_status: 400}", to: "",
			want: []string{"claims.find response: contradicts"}, why: "ok is absent or not a boolean: expected the envelope of the catalog, an object with ok"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, one.catalog, one.from)
			to := strings.Replace(one.catalog, one.from, one.to, 1)
			if strings.Contains(one.to, "town") {
				to = strings.Replace(to, "[city, zip]", "[town, zip]", 1)
			}
			responses := map[string]string{}
			if one.response != "" {
				responses["claims.find"] = one.response
			}
			r := run(t, parse(t, one.catalog), service(t, parse(t, to), responses), verify.Options{})
			found := verdicts(r)
			if r.Operations[0].Verdict == verify.Contradicts {
				found = slices.DeleteFunc(found, func(f string) bool { return strings.HasSuffix(f, ": unknown") }) // what else was to be sent
			}
			require.Equal(t, one.want, found)
			for _, f := range r.Operations[0].Facts {
				require.NotContains(t, f.Response+f.Why, "CANARY")
				if f.Verdict == verify.Contradicts {
					require.Contains(t, f.Why, one.why)
					require.Equal(t, 3, f.Confirmed)
					require.NotEmpty(t, f.Request)
					require.NotZero(t, f.Pos.Line)
				}
			}
		})
	}
}

// A service that enforces nothing contradicts nothing, and no write is sent to it.
func TestNothingIsEnforced(t *testing.T) {
	c := parse(t, claims)
	calls := 0
	r := run(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		if r.URL.Path != "/api/claims/find" {
			t.Errorf("%s is called", r.URL.Path)
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"count": 1}`)
	}), verify.Options{})
	require.Equal(t, r.Calls, calls)
	notEnforced := 0
	for _, f := range r.Operations[0].Facts {
		require.NotEqual(t, verify.Contradicts, f.Verdict, "%s: %s", f.ID, f.Why)
		if f.Verdict == verify.NotEnforced {
			notEnforced++
		}
	}
	require.Equal(t, 25, notEnforced)
}

func TestABaselineMakesANewGapAContradiction(t *testing.T) {
	c := parse(t, claims)
	before := &baseline.Baseline{Lines: map[baseline.Key]baseline.Line{{Operation: "claims.find", Fact: "/limit maximum"}: {State: baseline.Enforced}}}
	require.Empty(t, verdicts(run(t, c, service(t, c, nil), verify.Options{Baseline: before})))
	lax := service(t, parse(t, strings.Replace(claims, "maximum: 50", "maximum: 500", 1)), nil)
	r := run(t, c, lax, verify.Options{Baseline: before, Seed: 7})
	require.Equal(t, []string{"claims.find /limit maximum: contradicts"}, verdicts(r))
	require.Equal(t, verify.Contradicts, r.Operations[0].Verdict)
}

// recorded notes the bodies that a handler gets.
type recorded struct {
	sync.Mutex
	http.Handler
	bodies []string
	header []http.Header
}

func (r *recorded) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.Lock()
	r.bodies, r.header = append(r.bodies, req.URL.Path+" "+string(body)), append(r.header, req.Header)
	r.Unlock()
	req.Body = io.NopCloser(strings.NewReader(string(body)))
	r.Handler.ServeHTTP(w, req)
}

func TestARunIsRepeatable(t *testing.T) {
	c := many(t)
	sent := func(seed uint64) []string {
		h := &recorded{Handler: service(t, c, nil)}
		r := run(t, c, h, verify.Options{Seed: seed, Writes: true})
		require.Equal(t, seed, r.Seed)
		require.Equal(t, len(h.bodies), r.Calls)
		return h.bodies
	}
	require.Equal(t, sent(1), sent(1))
	first, second := sent(1), sent(2)
	require.NotEqual(t, first, second, "a seed decides the order")
	slices.Sort(first)
	slices.Sort(second)
	require.Equal(t, first, second)
}

func TestGoodBrokenGood(t *testing.T) {
	c := parse(t, claims)
	h := &recorded{Handler: service(t, c, nil)}
	run(t, c, h, verify.Options{})
	good, strict := 0, interpreter.New(c.Areas[0].Operations[0])
	for i, sent := range h.bodies {
		_, body, _ := strings.Cut(sent, " ")
		if strict.Decode(body).Status == 200 {
			good++
			continue
		}
		for _, near := range []int{i - 1, i + 1} {
			_, body, _ := strings.Cut(h.bodies[near], " ")
			require.Equal(t, 200, strict.Decode(body).Status, "%s is not between good ones", sent)
		}
		require.Len(t, strict.Decode(body).Violations, 1)
	}
	require.Greater(t, good, 60)
}

func TestWritesAreSentOnlyIfTold(t *testing.T) {
	c := parse(t, strings.Replace(claims, "path: /api", "idempotency: {header: Idempotency-Key}\npath: /api", 1))
	for _, one := range []struct {
		o            verify.Options
		good, broken int
	}{{verify.Options{}, 0, 0}, {verify.Options{BreakWrites: true}, 0, 0}, {verify.Options{Writes: true}, 3, 0}, {verify.Options{Writes: true, BreakWrites: true}, 3 + 9, 9}} {
		h := &recorded{Handler: service(t, c, nil)}
		r := run(t, c, h, one.o)
		keys := map[string]string{}
		good, broken := 0, 0
		for i, sent := range h.bodies {
			if body, ok := strings.CutPrefix(sent, "/api/claims/close "); ok {
				key := h.header[i].Get("Idempotency-Key")
				require.NotEmpty(t, key)
				require.Contains(t, []string{"", key}, keys[body], "a repeated write takes effect once")
				keys[body] = key
				if body == `{"reason":"some reason"}` {
					good++
				} else {
					broken++
				}
			}
		}
		require.Equal(t, []int{one.good, one.broken}, []int{good, broken}, "%+v", one.o)
		if !one.o.Writes {
			require.Equal(t, "it writes; --writes calls it", r.Operations[1].Why)
		}
	}
	plain := parse(t, claims)
	h := &recorded{Handler: service(t, plain, nil)}
	run(t, plain, h, verify.Options{Writes: true, Only: []string{"claims.close"}})
	require.Len(t, h.bodies, 1, "a write without a key is not repeated, unless something contradicts")
}

func TestHostsThatAreNotNamedAreNotCalled(t *testing.T) {
	base, _ := url.Parse("https://service.example/api")
	_, err := verify.Run(t.Context(), parse(t, claims), verify.Options{Base: base})
	require.ErrorContains(t, err, `"service.example" is not this machine`)
	_, err = verify.Run(t.Context(), parse(t, claims), verify.Options{Base: base, Hosts: []string{"service.example"}, Only: []string{"claims.fnd"}})
	require.ErrorContains(t, err, `the catalog has no operation or area "claims.fnd"; did you mean "claims.find"?`)
}

func TestProgressCountsOperations(t *testing.T) {
	c := parse(t, contacts)
	var all []string
	run(t, c, service(t, c, nil), verify.Options{Progress: func(done, total int) { all = append(all, fmt.Sprint(done, "/", total)) }})
	require.Equal(t, []string{"0/5", "1/5", "2/5", "3/5", "4/5", "5/5"}, all)
}

func TestACancelledRunSaysWhatIsKnown(t *testing.T) {
	c := parse(t, claims)
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	h := service(t, c, nil)
	base := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls == 40 {
			cancel()
		}
		h.ServeHTTP(w, r)
	}))
	r, err := verify.Run(ctx, c, verify.Options{Base: base})
	require.ErrorIs(t, err, context.Canceled)
	facts := r.Operations[0].Facts
	require.Equal(t, verify.Conforms, facts[0].Verdict)
	require.Equal(t, verify.Unknown, facts[len(facts)-1].Verdict)
	require.Contains(t, facts[len(facts)-1].Why, "the run ended before")
	require.Equal(t, 40, r.Calls)
}

// A failure of the operation is not a refusal of the request.
func TestFailuresOfTheOperation(t *testing.T) {
	const text = `
envelope: {success: ok, message: [error], violations: wrong}
records: {Refusal: {fields: {code: {type: string, required: true}}}}
failure: {type: Refusal, status: 400}
areas: {things: {operations: {get: {effect: read, fields: {name: {type: string, required: true}}, response: {fields: {size: integer}}}}}}
`
	for body, want := range map[string]struct {
		verdict string
		why     string
	}{
		`{"ok": false, "code": "CANARY"}`:  {verify.Unknown, "a failure of the operation, with status 400"},
		`{"ok": false, "error": "CANARY"}`: {verify.Contradicts, "refused with 400"},
		`{"ok": false, "wrong": [{"field": "/name", "rule": "pattern", "message": "CANARY"}]}`:  {verify.Contradicts, "refused with 400: /name pattern"},
		`{"ok": false, "wrong": [{"field": "/CANARY", "rule": "CANARY"}, {"field": "CANARY"}]}`: {verify.Contradicts, "refused with 400: /[redacted] an unknown rule, /[redacted] an unknown rule"},
		`{"ok": false, "code": "CANARY", "wrong": [{"field": "", "rule": "at-least-one-of"}]}`:  {verify.Contradicts, "refused with 400: at-least-one-of"},
	} {
		r := run(t, parse(t, text), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(400)
			fmt.Fprint(w, body)
		}), verify.Options{})
		o := r.Operations[0]
		require.Equal(t, want.verdict, o.Verdict, body)
		shown := fmt.Sprintf("%+v", r)
		require.Contains(t, shown, want.why)
		require.NotContains(t, shown, "CANARY")
	}
}

// A response that is wrong only for some requests is reported once.
func TestEveryGoodResponseIsJudged(t *testing.T) {
	c := parse(t, claims)
	wrong := service(t, c, map[string]string{"claims.find": `{"count": "CANARY"}`})
	right := service(t, c, nil)
	r := run(t, c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := bodyOf(r)
		r.Body = readCloser(text)
		if strings.Contains(text, "zip") {
			wrong.ServeHTTP(w, r)
		} else {
			right.ServeHTTP(w, r)
		}
	}), verify.Options{})
	require.Equal(t, []string{"claims.find response /count type: contradicts"}, verdicts(r))
	i := slices.IndexFunc(r.Operations[0].Facts, func(f verify.Fact) bool { return f.Verdict == verify.Contradicts })
	require.Equal(t, `{"status":"some status","zip":"00000"}`, r.Operations[0].Facts[i].Request)
	require.Equal(t, `{"count":"[string]"}`, r.Operations[0].Facts[i].Response)
}
