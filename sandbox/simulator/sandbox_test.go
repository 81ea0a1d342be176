package simulator_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
)

// notes opens the sandbox of the documentation, with options.
func notes(t testing.TB, o ...simulator.Options) *simulator.Sandbox {
	t.Helper()
	return open(t, "../testdata/notes/operations.yaml", "../testdata/notes/resources.yaml", o...)
}

func open(t testing.TB, spec, resources string, o ...simulator.Options) *simulator.Sandbox {
	t.Helper()
	c, err := catalog.Load(spec)
	require.NoError(t, err)
	b, err := behavior.Load(c, resources)
	require.NoError(t, err)
	s, err := simulator.New(c, b, append(o, simulator.Options{})[0])
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// post sends a request, with header fields as pairs, and returns status and body.
func post(t testing.TB, s http.Handler, path, body string, header ...string) (int, string) {
	t.Helper()
	w := response(s, path, body, header...)
	return w.Code, w.Body.String()
}

func response(s http.Handler, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const note = `{"author": "ann", "text": "buy milk"}`

func TestCallsRespondAndSuggestPaths(t *testing.T) {
	s := notes(t)
	w := response(s, "/v1/notes/add", note)
	require.Equal(t, 200, w.Code)
	require.Equal(t, `{"id":"note-1"}`, w.Body.String())
	require.Equal(t, "stateful", w.Header().Get(simulator.ClassHeader))
	status, body := post(t, s, "/v1/notes/get", `{"note_id": "note-2"}`)
	require.Equal(t, 404, status)
	require.JSONEq(t, `{"title": "No such note", "status": 404, "detail": "there is no note whose /id is /note_id of the request"}`, body)
	status, body = post(t, s, "/v1/notes/get", `{"noteid": "note-2"}`)
	require.Equal(t, 422, status, body)
	for path, meant := range map[string]string{
		"/v1/notes/nothing":     "",
		"/v1/nots/add":          "/v1/notes/add",
		"/w/one/v1/notes/lists": "/v1/notes/list",
		"/api/change/":          "/v1/notes/change",
	} {
		status, body = post(t, s, path, `{}`)
		require.Equal(t, 404, status)
		world, detail := "default", "no operation has this exact path"
		if strings.HasPrefix(path, "/w/") {
			world = "one"
		}
		if meant != "" {
			detail += "; did you mean " + meant + "?"
		}
		require.Contains(t, body, `"detail":"`+detail+`"`, path)
		all := s.Requests(world)
		require.Equal(t, meant, all[len(all)-1].Meant, path)
	}
}

// An operation without an entry responds with the example of the reference, and says so. It changes
// nothing.
func TestOperationsWithoutAnEntryRespondWithTheirExample(t *testing.T) {
	files, err := filepath.Glob("../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	files = append(files, "../testdata/notes/operations.yaml", "../../spec/operations.yaml",
		"../../internal/plan/interpreter/testdata/everything.yaml")
	examples := 0
	for _, file := range files {
		for _, overlays := range overlaysOf(file) {
			c, err := catalog.Load(file, overlays...)
			require.NoError(t, err)
			s, err := simulator.New(c, new(behavior.Behavior), simulator.Options{})
			require.NoError(t, err)
			for _, op := range s.Operations() {
				request, ok := sample.Request(op.Operation, sample.Minimal)
				require.True(t, ok, "%s %s", file, op)
				w := response(s, op.Path, request.JSON())
				shown := sample.ShownSuccess(op.Operation)
				if shown == "" && !op.Response.Nothing {
					require.Equal(t, 501, w.Code, "%s %s", file, op)
					require.NotEmpty(t, op.Missing, "%s %s", file, op)
					continue
				}
				examples++
				require.Contains(t, []int{200, 204}, w.Code, "%s %s: %s", file, op, w.Body)
				require.Equal(t, "example", w.Header().Get(simulator.ClassHeader), "%s %s", file, op)
				require.Equal(t, behavior.Example, op.Class, "%s %s", file, op)
				require.Empty(t, op.Missing, "%s %s", file, op)
				require.Equal(t, shown, w.Body.String(), "%s %s", file, op)
			}
			require.NoError(t, s.Close())
		}
	}
	require.Greater(t, examples, 100)
}

// overlaysOf returns the combinations of overlays beside a catalog that a test tries.
func overlaysOf(file string) [][]string {
	if file != "../../spec/operations.yaml" {
		return [][]string{nil}
	}
	published, sdk := "../../spec/overlays/published.yaml", "../../spec/overlays/sdk.yaml"
	return [][]string{nil, {published}, {sdk}, {published, sdk}}
}

// An operation without an entry and without an example responds with 501 and the remedy.
func TestOperationsWithoutAnExampleRespondWith501(t *testing.T) {
	c, problems := catalog.Parse("c.yaml", []byte("catalog: 1\ninfo: {title: T, version: v1, package: p}\n"+
		"path: /{operation}\nareas: {notes: {operations: {get: {effect: read, fields: {note_id: string}}}}}\n"))
	require.Empty(t, problems)
	s, err := simulator.New(c, new(behavior.Behavior), simulator.Options{})
	require.NoError(t, err)
	w := response(s, "/get", `{"note_id": "note-1"}`)
	require.Equal(t, 501, w.Code)
	require.Contains(t, w.Body.String(), "add notes.get to the operations in resources.yaml")
	require.Empty(t, w.Header().Get(simulator.ClassHeader))
	require.Contains(t, s.Operations()[0].Missing, "add notes.get to")
	require.Empty(t, s.Operations()[0].Does)
	require.Equal(t, "creates a note", notes(t).Operations()[0].Does)
}

// Worlds are separate, whether the path or a header selects them.
func TestWorldsAreSeparate(t *testing.T) {
	s := notes(t)
	for i, w := range []struct{ prefix, header string }{{"", ""}, {"/w/one", ""}, {"", "two"}} {
		var header []string
		if w.header != "" {
			header = []string{simulator.WorldHeader, w.header}
		}
		status, body := post(t, s, w.prefix+"/v1/notes/list", `{}`, header...)
		require.Equal(t, 200, status, body)
		require.Equal(t, `[]`, body, "world %d", i)
		_, body = post(t, s, w.prefix+"/v1/notes/add", note, header...)
		require.Equal(t, `{"id":"note-1"}`, body)
	}
	worlds, err := s.Worlds(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"default", "one", "two"}, worlds)
	for _, name := range []string{"_snapshot", "a/b", "", strings.Repeat("a", 65)} {
		status, _ := post(t, s, "/w/"+name+"/v1/notes/list", `{}`)
		require.Contains(t, []int{400, 404}, status, name)
	}
}

// The credential selects the world; requests for other worlds are refused.
func TestWorldByCredential(t *testing.T) {
	s := notes(t, simulator.Options{Authenticator: func(ctx context.Context, c api.Credentials) (context.Context, error) {
		name := c.Header().Get("Key")
		if name == "" {
			return nil, errors.New("no key")
		}
		return simulator.InWorld(simulator.WithCaller(ctx, name), name), nil
	}})
	status, _ := post(t, s, "/w/stranger/v1/notes/add", note)
	require.Equal(t, 401, status)
	worlds, err := s.Worlds(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"default"}, worlds, "refused callers create no world")
	status, _ = post(t, s, "/v1/notes/add", note, "Key", "a/b")
	require.Equal(t, 400, status)
	post(t, s, "/v1/notes/add", note, "Key", "ann")
	_, body := post(t, s, "/v1/notes/list", `{}`, "Key", "bob")
	require.Equal(t, `[]`, body)
	status, body = post(t, s, "/w/ann/v1/notes/list", `{}`, "Key", "bob")
	require.Equal(t, 403, status, body)
	_, body = post(t, s, "/w/ann/v1/notes/list", `{}`, "Key", "ann")
	require.Contains(t, body, "note-1")
}

const seed = "note:\n  - {id: first, author: ann, text: seeded}\n  - {author: bob, text: seeded too}\n"

// Reset, seeds and snapshots.
func TestWorldsBeginAndEnd(t *testing.T) {
	s := notes(t, simulator.Options{Seeds: []byte(seed)})
	list := func() string {
		_, body := post(t, s, "/v1/notes/list", `{}`)
		return body
	}
	seeded := `[{"id":"first","author":"ann","text":"seeded"},{"id":"note-1","author":"bob","text":"seeded too"}]`
	require.Equal(t, seeded, list())
	post(t, s, "/v1/notes/add", note)
	require.Contains(t, list(), "note-2")
	require.NoError(t, s.Snapshot(t.Context(), "default", "two"))
	require.NoError(t, s.Reset(t.Context(), "default"))
	require.Equal(t, seeded, list())
	_, body := post(t, s, "/v1/notes/add", note)
	require.Equal(t, `{"id":"note-2"}`, body, "counters restart")
	post(t, s, "/v1/notes/remove", `{"note_id": "first"}`)
	require.NoError(t, s.Restore(t.Context(), "default", "two"))
	require.Contains(t, list(), "first")
	names, err := s.Snapshots(t.Context(), "default")
	require.NoError(t, err)
	require.Equal(t, []string{"two"}, names)
	require.ErrorContains(t, s.Restore(t.Context(), "default", "three"), "404")
	require.NoError(t, s.Seed(t.Context(), "default", "more.yaml", []byte("note: [{id: more, text: x, author: y}]")))
	require.Contains(t, list(), "more")
	err = s.Seed(t.Context(), "default", "more.yaml",
		[]byte("note:\n  - {id: again}\n  - {id: more}\n"))
	require.ErrorContains(t, err, "more.yaml:3:5: ")
	require.ErrorContains(t, err, "there is a note with this /id already")
	require.NotContains(t, list(), "again", "all documents or none")
}

// Problems of seeds have positions.
func TestBadSeeds(t *testing.T) {
	c, err := catalog.Load("../testdata/notes/operations.yaml")
	require.NoError(t, err)
	b, err := behavior.Load(c, "../testdata/notes/resources.yaml")
	require.NoError(t, err)
	for text, problem := range map[string]string{
		"nots: []":                      `s.yaml:1:1: unknown-key: resources.yaml has no kind "nots"`,
		"note: {}":                      `s.yaml:1:7: wrong-kind: "note": expected a list of documents`,
		"note: [CANARY]":                `s.yaml:1:8: wrong-kind: "note": expected a map, the members of a document, found a string`,
		"note: [{id: \"a\" CANARY}]":    `s.yaml:1:17: syntax: `,
		"note: [1]":                     `s.yaml:1:8: wrong-kind: "note": expected a map`,
		"[]":                            `s.yaml:1:1: wrong-kind: expected a list of documents for each kind`,
		"note:\n- {id: a}\n- {id: a}\n": `s.yaml:3:3: bad-seed: note: there is a note with this /id already`,
		"note: [{athor: a, text: 1, mood: x, written: null}]":  `s.yaml:1:9: bad-seed: no operation gives a note the member "athor"; did you mean "author"?`,
		"note: [{author: a, text: 1, mood: x, written: null}]": `s.yaml:1:26: bad-seed: a note: expected a string, as the response of notes.get has it, found a number`,
		"note: [{id: 1}]":                  `s.yaml:1:13: bad-seed: a note: expected a string, as the response of notes.get has it, found a number`,
		"note: [{id: a}]\nnote: [{id: b}]": `s.yaml:2:1: `,
	} {
		_, err := simulator.New(c, b, simulator.Options{SeedsFile: "s.yaml", Seeds: []byte(text)})
		require.ErrorContains(t, err, problem, text)
		require.NotContains(t, err.Error(), "CANARY", "values may be sensitive")
	}
}

// A seed that does not fit a response is a problem before any call.
func TestSeedsThatNoResponseShows(t *testing.T) {
	c, problems := catalog.Parse("shop.yaml", []byte(`catalog: 1
info: {title: Shop, version: v1, package: shop}
path: /{operation}
unions:
  Payment: {by: kind, of: {card: Card, cash: null}}
records:
  Card: {fields: {number: {type: string, required: true}}}
  Line: {fields: {id: {type: integer, required: true}, amount: {type: integer, required: true}}}
  Order: {fields: {id: {type: string, required: true}, buyer: {type: string, required: true}, count: {type: integer, maximum: 3}, paid: Payment, lines: [Line], batch: integer}}
areas:
  orders:
    operations:
      add: {fields: {buyer: integer, count: string}, response: none}
      get: {fields: {id: string}, response: Order}
`))
	require.Nil(t, problems)
	b, err := behavior.Parse(c, "resources.yaml", []byte(`resources: 1
kinds: {batch: {}, order: {parents: [batch], children: {/lines: line}}, line: {parents: [order]}, other: {}}
operations:
  orders.get: {read: order, by: {/id: /id}}
  orders.add: {create: other, response: none}
`))
	require.NoError(t, err)
	for text, problem := range map[string]string{
		"{id: a, batch: b, buyer: x, count: 4, lines: [{amount: 1}]}": "",
		"{id: a, batch: b}":                                                 `2:9: bad-seed: an order: the response of orders.get always has "buyer"; add it`,
		"{id: a, batch: b, buyer: null}":                                    `2:34: bad-seed: an order: expected a value, since the response of orders.get always has one here, found nothing`,
		"{id: a, batch: b, buyer: x, count: 9223372036854775808}":           `2:44: bad-seed: an order: expected an integer of at most 64 bits, as the response of orders.get has it, found a number`,
		"{id: a, batch: b, buyer: x, paid: {kind: card}}":                   `2:43: bad-seed: an order: the response of orders.get always has "number"; add it`,
		"{id: a, batch: b, buyer: x, paid: {kind: coin}}":                   `2:50: bad-seed: an order: a string must be one of "card", "cash", as the response of orders.get has it; write another value`,
		"{id: a, batch: b, buyer: x, paid: {kind: card, number: 1}}":        `2:64: bad-seed: an order: expected a string, as the response of orders.get has it, found a number`,
		"{id: a, batch: b, buyer: x, lines: [{id: 1, amount: 1}, {id: 2}]}": `2:65: bad-seed: a line: the response of orders.get always has "amount"; add it`,
		"{id: a, batch: b, buyer: x, lines: [{id: first, amount: 1}]}":      `2:50: bad-seed: a line: expected an integer, as the response of orders.get has it, found a string`,
	} {
		s, err := simulator.New(c, b, simulator.Options{SeedsFile: "s.yaml", Seeds: []byte("batch: [{id: b}]\norder: [" + text + "]")})
		if problem == "" {
			require.NoError(t, err, text)
			require.NoError(t, s.Close())
			continue
		}
		wrong, _ := errors.AsType[catalog.Problems](err)
		require.Len(t, wrong, 1, text)
		require.Equal(t, "s.yaml:"+problem, wrong[0].Error(), text)
	}
}

// Time is stopped, or continues from the time that is set.
func TestClockStopsOrContinues(t *testing.T) {
	s := notes(t)
	noon := time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)
	require.NoError(t, s.SetClock(t.Context(), "w", noon, true))
	post(t, s, "/w/w/v1/notes/add", note)
	_, body := post(t, s, "/w/w/v1/notes/list", `{}`)
	require.Contains(t, body, `"written":"2030-01-02T12:00:00Z"`)
	set, err := s.Settings(t.Context(), "default")
	require.NoError(t, err)
	require.False(t, set.Frozen)
	require.WithinDuration(t, time.Now(), set.Now, time.Minute)
	require.NoError(t, s.SetClock(t.Context(), "w", noon, false))
	set, err = s.Settings(t.Context(), "w")
	require.NoError(t, err)
	require.False(t, set.Frozen)
	require.True(t, set.Now.After(noon))

	end := time.Date(9999, 12, 31, 23, 59, 59, 999_999_990, time.UTC)
	require.NoError(t, s.SetClock(t.Context(), "w", end, false))
	require.ErrorContains(t, s.AdvanceClock(t.Context(), "w", time.Second, false), "422")
	set, err = s.Settings(t.Context(), "w")
	require.NoError(t, err)
	require.Equal(t, 9999, set.Now.Year(), "the clock stops")
}

// Calls have the same faults as with api.WithFaults.
func TestFaultsAreThoseOfClients(t *testing.T) {
	s := notes(t)
	server := httptest.NewServer(s)
	defer server.Close()
	call := func(path, body string) (int, string, error) {
		res, err := server.Client().Post(server.URL+path, "application/json", strings.NewReader(body))
		if err != nil {
			return 0, "", err
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		return res.StatusCode, string(text), err
	}
	require.NoError(t, s.SetFaults(t.Context(), "default",
		api.Fault{Operation: "notes.add", Status: 503, Header: http.Header{"Retry-After": {"7"}}},
		api.Fault{Operation: "notes.add", Break: api.RequestLost},
		api.Fault{Operation: "notes.add", Break: api.ResponseLost},
		api.Fault{Operation: "notes.add", Break: api.ResponseTruncated},
		api.Fault{Operation: "notes.get", Status: 418, Times: -1},
	))
	status, body, err := call("/v1/notes/add", note)
	require.NoError(t, err)
	require.Equal(t, 503, status)
	require.Empty(t, body)
	_, _, err = call("/v1/notes/add", note)
	require.Error(t, err)
	_, list, _ := call("/v1/notes/list", `{}`)
	require.Equal(t, `[]`, list, "the service did not run")
	_, _, err = call("/v1/notes/add", note)
	require.Error(t, err)
	_, list, _ = call("/v1/notes/list", `{}`)
	require.Contains(t, list, "note-1", "the service ran")
	_, body, err = call("/v1/notes/add", note)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, `{"id":"`, body)
	status, _, err = call("/v1/notes/add", note)
	require.NoError(t, err)
	require.Equal(t, 200, status)
	for range 2 { // also one that is refused
		status, _, err = call("/v1/notes/get", `{}`)
		require.NoError(t, err)
		require.Equal(t, 418, status)
	}
	set, err := s.Settings(t.Context(), "default")
	require.NoError(t, err)
	require.Len(t, set.Faults, 1)
	require.ErrorContains(t, s.SetFaults(t.Context(), "default", api.Fault{Operation: "notes.ad"}),
		"422")
	require.ErrorContains(t, s.SetFaults(t.Context(), "default", api.Fault{Status: 1}), "422")
	requests := s.Requests("default")
	require.Equal(t, 0, requests[1].Status)
	require.Equal(t, "request lost", requests[1].Fault)
}
