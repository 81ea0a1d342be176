package insurance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/opgen/api"
	gen "example.com/opgen/gen"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// flow makes calls with the generated client, and checks the responses.
type flow struct {
	*require.Assertions
	*gen.Client
	ctx context.Context
}

// flows are all flows by name. Together, they call every operation that is not canned.
var flows = map[string]func(*flow){}

// reply is a response.
type reply struct {
	f    *flow
	text string
}

// ok returns the body of a successful response, {} without one.
func (f *flow) ok(response any, err error) reply {
	f.NoError(err)
	received := reflect.ValueOf(response).Elem().FieldByName("Received").Interface().(api.Received)
	return reply{f, cmp.Or(string(received.Raw()), "{}")}
}

// fails returns a func that takes the results of a call, which must fail with a status.
func (f *flow) fails(status int) func(any, error) {
	return func(_ any, err error) {
		failure, ok := errors.AsType[*api.Error](err)
		f.True(ok, "the call does not fail: %v", err)
		f.Equal(status, failure.Status, "%v", err)
	}
}

// is compares the response with JSON.
func (r reply) is(want string) { r.f.JSONEq(want, r.text) }

// has compares the members that JSON names, in lists item by item.
func (r reply) has(want string) {
	var expected, found any
	r.f.NoError(json.Unmarshal([]byte(want), &expected))
	r.f.NoError(json.Unmarshal([]byte(r.text), &found))
	r.f.Equal(expected, common(expected, found), "of %s", r.text)
}

// common returns what is found of the members that are expected.
func common(expected, found any) any {
	switch of := found.(type) {
	case map[string]any:
		names, _ := expected.(map[string]any)
		some := map[string]any{}
		for name, v := range names {
			if is, ok := of[name]; ok {
				some[name] = common(v, is)
			}
		}
		return some
	case []any:
		items, _ := expected.([]any)
		all := make([]any, len(of))
		for i, item := range of {
			all[i] = item
			if i < len(items) {
				all[i] = common(items[i], item)
			}
		}
		return all
	}
	return found
}

// at returns the text at a JSON pointer of names and positions, "" for none.
func (r reply) at(pointer string) string {
	var v any
	r.f.NoError(json.Unmarshal([]byte(r.text), &v))
	for name := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		switch of := v.(type) {
		case map[string]any:
			v = of[name]
		case []any:
			n := int(name[0] - '0')
			if v = nil; n < len(of) {
				v = of[n]
			}
		}
	}
	text, _ := v.(string)
	return text
}

// now is the time in all flows.
var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// The options of clients: the caller, and no retries.
var (
	caller = api.WithBasicAuth("example", "made-up")
	once   = api.WithRetry(api.RetryPolicy{MaxAttempts: 1})
)

// world returns a new sandbox of the service. The username of a call is its caller.
func world(ctx context.Context, c *catalog.Catalog, b *behavior.Behavior, state store.Store) (*simulator.Sandbox, error) {
	known := func(ctx context.Context, c api.Credentials) (context.Context, error) {
		name, _, _ := (&http.Request{Header: c.Header()}).BasicAuth()
		return simulator.WithCaller(ctx, name), nil
	}
	s, err := simulator.New(c, b,
		simulator.Options{Store: state, Funcs: Funcs(c), Seeds: spec.Seeds, Authenticator: known})
	if err != nil {
		return nil, err
	}
	return s, s.SetClock(ctx, simulator.DefaultWorld, now, true)
}

// Flows work with the catalog as specified, and with the overlay of known responses.
func TestFlowsWorkWithEveryCatalog(t *testing.T) {
	for name, overlays := range map[string][]string{"as specified": nil, "as published": {"published.yaml"}} {
		t.Run(name, func(t *testing.T) {
			c, b := service(t, overlays...)
			called := map[string]bool{}
			for _, name := range slices.Sorted(maps.Keys(flows)) {
				t.Run(name, func(t *testing.T) {
					s, err := world(t.Context(), c, b, nil)
					require.NoError(t, err)
					defer s.Close()
					server := httptest.NewServer(judge{t, c, s})
					defer server.Close()
					client, err := gen.NewClient(server.URL, once, caller)
					require.NoError(t, err)
					flows[name](&flow{require.New(t), client, t.Context()})
					for _, r := range s.Requests(simulator.DefaultWorld) {
						called[r.Operation] = true
					}
				})
			}
			for op := range c.Operations() {
				require.True(t,
					called[op.String()] || b.Operations[op.String()].Class == behavior.Canned,
					"no flow calls %s", op)
			}
		})
	}
}

// judge checks that each response fits the catalog.
type judge struct {
	t *testing.T
	c *catalog.Catalog
	http.Handler
}

func (j judge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	res := httptest.NewRecorder()
	j.Handler.ServeHTTP(res, r)
	for op := range j.c.Operations() {
		if op.Path != r.URL.Path || res.Code >= 300 {
			continue
		}
		of := interpreter.New(op)
		if err := of.CheckResponse(res.Body.String()); err != nil {
			j.t.Errorf("%s: %v", op, err)
		}
		if op.Response.Lenient {
			drifts, _ := of.Drifts(res.Body.String())
			for _, d := range drifts {
				j.t.Errorf("%s: drift at %s", op, d.Pointer)
			}
		}
	}
	maps.Copy(w.Header(), res.Header())
	w.WriteHeader(res.Code)
	w.Write(res.Body.Bytes())
}
