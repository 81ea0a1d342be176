package simulator

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
)

// requestState is a request on its way through the handler.
type requestState struct {
	world         string
	named         bool   // the request names the world
	operation     string // "" until it is known
	authenticated bool   // by the authenticator; other calls neither create worlds nor meet faults
	entered       bool   // latency and fault of the world were applied
	fault         api.Fault
	request       string // settled, "" for a refused one
	response      string // without its envelope
	err           error  // why the request failed
	similarPath   string // the probable path of a misspelt one, "" for no guess
}

// mostUnread is the number of bytes that are read from the body of a refused request. HTTP/2
// resets the stream of a request that was not read to its end, which curl sometimes reports as
// a failure; HTTP/1 reads as much by itself.
const mostUnread = 256 << 10

type visitKey struct{}

// ServeHTTP serves a call of an operation.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	v := &requestState{world: DefaultWorld}
	r = s.chooseWorld(r, v)
	if p, bad := errors.AsType[*api.Problem](CheckWorld(v.world)); bad {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(p.Status)
		w.Write(p.AppendJSON(nil))
		return
	}
	ctx := context.WithValue(r.Context(), visitKey{}, v)
	res := &response{header: http.Header{}, status: http.StatusOK}
	s.handler.ServeHTTP(res, r.WithContext(ctx))
	if !s.paths[r.URL.Path] {
		if v.similarPath = s.similarPath(r.URL.Path); v.similarPath != "" {
			res.suggest(v.similarPath)
		}
	}
	if v.authenticated && !v.entered { // it was refused earlier
		if err := s.applyFault(ctx, v); err != nil && !errors.Is(err, errSpoiled) {
			v.err = err
		}
	}
	if op := s.byName[v.operation]; op != nil && op.Class != "" {
		res.header.Set(ClassHeader, string(op.Class))
	}
	status := res.status
	switch {
	case v.fault.Break != "":
		status = 0
	case v.fault.Status != 0:
		status = v.fault.Status
	}
	s.journal.add(s.logEntry(v, res, status, start))
	if r.ProtoMajor == 2 {
		io.CopyN(io.Discard, r.Body, mostUnread)
	}
	res.send(w, v.fault)
}

// chooseWorld sets the world of a request, from its path or header, and returns the request without
// the prefix of the path.
func (s *Sandbox) chooseWorld(r *http.Request, v *requestState) *http.Request {
	if name := r.Header.Get(WorldHeader); name != "" {
		v.world, v.named = name, true
	}
	after, inPath := strings.CutPrefix(r.URL.Path, "/w/")
	name, rest, _ := strings.Cut(after, "/")
	if !inPath || s.paths[r.URL.Path] {
		return r
	}
	v.world, v.named = name, true
	without := r.Clone(r.Context())
	without.URL.Path, without.URL.RawPath = "/"+rest, strings.TrimPrefix(r.URL.RawPath, "/w/"+name)
	return without
}

// authenticated wraps f, if it is not nil, so that callers with a world cannot use another one.
func authenticated(f api.Authenticator) api.Authenticator {
	return func(ctx context.Context, c api.Credentials) (_ context.Context, err error) {
		if f != nil {
			ctx, err = f(ctx, c)
		}
		if err != nil || ctx == nil {
			return ctx, err
		}
		v, _ := ctx.Value(visitKey{}).(*requestState)
		if name, ok := ctx.Value(worldKey{}).(string); ok {
			if err := CheckWorld(name); err != nil {
				return nil, err
			}
			if v.named && v.world != name {
				return nil, problem(http.StatusForbidden, "this caller has its own world; name that one, or none")
			}
			v.world = name
		}
		v.authenticated = true
		return ctx, nil
	}
}

// longestGuessed is the maximum length of a path that is compared with others.
const longestGuessed = 200

// similarPath returns the path of an operation that is similar to another one, or has a similar end.
func (s *Sandbox) similarPath(wrong string) string {
	if len(wrong) > longestGuessed {
		return ""
	}
	byEnd := map[string]string{}
	for _, op := range s.operations {
		byEnd[path.Base(op.Path)] = op.Path
	}
	return cmp.Or(wording.Closest(wrong, slices.Sorted(maps.Keys(s.paths))),
		byEnd[wording.Closest(path.Base(wrong), slices.Sorted(maps.Keys(byEnd)))])
}

// recordOutcome records the operation and the error of a request.
func recordOutcome(next api.ServeFunc) api.ServeFunc {
	return func(ctx context.Context, r *api.ServerRequest) error {
		v, _ := ctx.Value(visitKey{}).(*requestState)
		v.operation = r.Operation.String()
		v.err = next(ctx, r)
		return v.err
	}
}

// raw is encoded JSON.
type raw json.RawMessage

func (r raw) AppendJSON(b []byte) []byte { return append(b, r...) }

// serve executes an authenticated call in a transaction, again after its world was made or a fault
// was applied.
func (s *Sandbox) serve(ctx context.Context, op *catalog.Operation, request string) (json.RawMessage, error) {
	v, _ := ctx.Value(visitKey{}).(*requestState)
	v.request = request
	if lacks := s.byName[v.operation].Missing; lacks != "" {
		return nil, &api.Problem{Status: http.StatusNotImplemented, Title: v.operation + " is not defined", Detail: lacks}
	}
	caller, _ := ctx.Value(callerKey{}).(string)
	call := engine.Call{Caller: caller, Request: json.RawMessage(request), Key: api.RequestFromContext(ctx).IdempotencyKey()}
	transact := s.store.View
	if s.engine.Writes(op, &call) {
		transact = s.store.Update
	}
	for {
		var response engine.Response
		err := transact(ctx, v.world, func(tx store.Tx) (err error) {
			if call.Now, call.Epoch, err = s.enterWorld(tx, v); err == nil {
				response, err = s.engine.Serve(tx, op, &call)
			}
			return err
		})
		switch {
		case err == nil && response.Siblings != nil:
			err = api.SetSiblings(ctx, raw(response.Siblings))
			fallthrough
		case err == nil:
			v.response = string(response.JSON)
			return response.JSON, err
		case errors.Is(err, errNoWorld):
			err = s.ensureWorld(ctx, v.world)
		case errors.Is(err, errFault):
			err = s.applyFault(ctx, v)
		}
		if err != nil {
			return nil, err
		}
	}
}
