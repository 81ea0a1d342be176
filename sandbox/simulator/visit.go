package simulator

import (
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
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
)

// visit is a request on its way through the handler of package api. The steps of the way share it
// through the context, since the handler knows nothing of worlds and faults: the authenticator
// settles the world, the middleware the operation, and serve the rest. A request may be refused
// before each of them, and the log entry then shows what is known so far.
type visit struct {
	start time.Time
	world string
	named bool // the request names the world

	operation     string // "" until it is known
	authenticated bool   // other calls neither create worlds nor meet faults
	entered       bool   // latency and fault of the world were applied
	fault         api.Fault

	request  string // settled, "" for a refused one
	response string // without its envelope
	err      error  // why the request failed
	meant    string // the probable path of a misspelt one, "" for no guess
}

// visitKey is the key of the visit in the context of a request.
type visitKey struct{}

// visitOf returns the visit of a request.
func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(visitKey{}).(*visit)
	return v
}

// mostUnread is the number of bytes that are read from the body of a refused request. HTTP/2
// resets the stream of a request that was not read to its end, which curl sometimes reports as
// a failure; HTTP/1 reads as much by itself.
const mostUnread = 256 << 10

// ServeHTTP serves a call of an operation.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := &visit{start: time.Now(), world: DefaultWorld}
	r = s.chooseWorld(r, v)
	p, isRefused := errors.AsType[*api.Problem](CheckWorld(v.world))
	if isRefused {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(p.Status)
		w.Write(p.AppendJSON(nil)) // fails only if the caller is gone
		return
	}
	ctx := context.WithValue(r.Context(), visitKey{}, v)
	res := &response{header: http.Header{}, status: http.StatusOK}
	s.handler.ServeHTTP(res, r.WithContext(ctx))
	if !s.paths[r.URL.Path] {
		v.meant = s.similarPath(r.URL.Path)
	}
	if v.meant != "" {
		res.suggest(v.meant)
	}
	if v.authenticated && !v.entered { // a refused request, such as one with violations
		err := s.applyFault(ctx, v)
		if err != nil && !errors.Is(err, errSpoiled) {
			v.err = err
		}
	}
	if op := s.byName[v.operation]; op != nil && op.Class != "" {
		res.header.Set(ClassHeader, string(op.Class))
	}
	s.journal.add(s.logEntry(v, res))
	if r.ProtoMajor == 2 {
		io.CopyN(io.Discard, r.Body, mostUnread)
	}
	res.send(w, v.fault)
}

// chooseWorld sets the world of a request, from its path or header, and returns the request without
// the prefix of the path.
func (s *Sandbox) chooseWorld(r *http.Request, v *visit) *http.Request {
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
	without.URL.Path = "/" + rest
	without.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, "/w/"+name)
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
		v := visitOf(ctx)
		if world, hasWorld := ctx.Value(worldKey{}).(string); hasWorld {
			if err := v.confine(world); err != nil {
				return nil, err
			}
		}
		v.authenticated = true
		return ctx, nil
	}
}

// confine makes a world that of the request, or refuses a request that names another one.
func (v *visit) confine(world string) error {
	if err := CheckWorld(world); err != nil {
		return err
	}
	if v.named && v.world != world {
		const text = "this caller has its own world; name that one, or none"
		return problem(http.StatusForbidden, text)
	}
	v.world = world
	return nil
}

// recordOutcome records the operation and the error of a request.
func recordOutcome(next api.ServeFunc) api.ServeFunc {
	return func(ctx context.Context, r *api.ServerRequest) error {
		v := visitOf(ctx)
		v.operation = r.Operation.String()
		v.err = next(ctx, r)
		return v.err
	}
}

// longestGuessed is the maximum length of a path that is compared with others.
const longestGuessed = 200

// similarPath returns the path of an operation that is similar to another one, or has a similar
// end: for /v1/notes/ad and /notes/add, it returns /v1/notes/add.
func (s *Sandbox) similarPath(wrong string) string {
	if len(wrong) > longestGuessed {
		return ""
	}
	if similar := wording.Closest(wrong, slices.Sorted(maps.Keys(s.paths))); similar != "" {
		return similar
	}
	byEnd := map[string]string{}
	for _, op := range s.operations {
		byEnd[path.Base(op.Path)] = op.Path
	}
	end := wording.Closest(path.Base(wrong), slices.Sorted(maps.Keys(byEnd)))
	return byEnd[end]
}

// errFault ends a transaction so that a fault or latency is applied outside of it, where a call
// does not delay others. errSpoiled ends a call before the engine. Callers see neither.
var (
	errFault   = errors.New("a fault or latency must be applied first")
	errSpoiled = &api.Problem{Status: http.StatusServiceUnavailable}
)

// serve executes an authenticated call in a transaction, again after its world was made or a fault
// was applied.
func (s *Sandbox) serve(ctx context.Context, op *catalog.Operation, request string) (json.RawMessage, error) {
	v := visitOf(ctx)
	v.request = request
	if reason := s.byName[v.operation].Missing; reason != "" {
		return nil, &api.Problem{
			Status: http.StatusNotImplemented,
			Title:  v.operation + " is not defined",
			Detail: reason,
		}
	}
	caller, _ := ctx.Value(callerKey{}).(string)
	call := &engine.Call{
		Caller:  caller,
		Request: json.RawMessage(request),
		Key:     api.RequestFromContext(ctx).IdempotencyKey(),
	}
	response, err := s.execute(ctx, v, op, call)
	if err != nil {
		return nil, err
	}
	if response.Siblings != nil {
		if err := api.SetSiblings(ctx, raw(response.Siblings)); err != nil {
			return nil, err
		}
	}
	v.response = string(response.JSON)
	return response.JSON, nil
}

// raw is encoded JSON.
type raw json.RawMessage

// AppendJSON appends the JSON as it is.
func (r raw) AppendJSON(b []byte) []byte { return append(b, r...) }

// execute runs the transaction of a call until its world exists and its fault was applied. Each
// attempt begins by reading the state of the world, so it can find out that the world was dropped or
// got a fault meanwhile.
func (s *Sandbox) execute(
	ctx context.Context, v *visit, op *catalog.Operation, call *engine.Call,
) (response engine.Response, err error) {
	transact := s.store.View
	if s.engine.Writes(op, call) {
		transact = s.store.Update
	}
	attempt := func(tx store.Tx) (err error) {
		call.Now, call.Epoch, err = s.enter(tx, v)
		if err != nil {
			return err
		}
		response, err = s.engine.Serve(tx, op, call)
		return err
	}
	for {
		err = transact(ctx, v.world, attempt)
		switch {
		case errors.Is(err, errNoWorld):
			err = s.ensure(ctx, v.world)
		case errors.Is(err, errFault):
			err = s.applyFault(ctx, v)
		default:
			return response, err
		}
		if err != nil {
			return response, err
		}
	}
}

// enter checks the world of a request, and returns its time and epoch.
func (s *Sandbox) enter(tx store.Tx, v *visit) (now time.Time, epoch int64, err error) {
	_, current, err := readState(tx)
	if err != nil {
		return now, 0, err
	}
	if !v.entered && current.delays(v.operation) {
		return now, 0, errFault
	}
	v.entered = true
	return current.now(), current.Epoch, s.checkKinds(v.world, current)
}

// applyFault applies the latency and the next fault of a world. An error ends the call. A world
// without faults is only read, so that a refused call does not wait for writers.
func (s *Sandbox) applyFault(ctx context.Context, v *visit) error {
	current, err := s.state(ctx, v.world)
	if err != nil {
		return err
	}
	if !current.delays(v.operation) {
		v.entered = true
		return nil
	}
	var delay time.Duration
	take := func(current *state) error {
		v.fault = current.takeFault(v.operation)
		delay = current.Latency + v.fault.Latency
		return nil
	}
	if err := s.update(ctx, v.world, take); err != nil {
		return err
	}
	v.entered = true
	if err := wait(ctx, min(delay, MaxLatency)); err != nil {
		return err
	}
	if preventsCall(v.fault) {
		return errSpoiled
	}
	return nil
}

// wait waits for a time, or until the caller is gone.
func wait(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// preventsCall reports whether a fault ends a call before its operation runs.
func preventsCall(f api.Fault) bool {
	return f.Status != 0 || f.Break == api.ConnectionRefused || f.Break == api.RequestLost
}

// shown bounds the bodies in the log.
var shown = redact.Bounds{NoVariant: true}

// logEntry returns the log entry of a finished request.
func (s *Sandbox) logEntry(v *visit, res *response) Request {
	q := Request{
		Time: v.start.UTC(), World: v.world, Operation: v.operation,
		Status: res.sentStatus(v.fault), Duration: time.Since(v.start),
		RequestID: res.header.Get("X-Request-Id"),
		Fault:     faultWords(v.fault), Meant: v.meant,
	}
	op := s.byName[v.operation]
	if op == nil {
		return q
	}
	q.Path, q.Class = op.Path, string(op.Class)
	if invalid, ok := errors.AsType[*api.ValidationError](v.err); ok {
		q.Violations = op.plan.Hidden(v.request, invalid.Violations)
	} else if p, ok := errors.AsType[*api.Problem](v.err); ok {
		q.Failure = p.Error()
	}
	if v.request != "" {
		q.Request = shown.Body(v.request, redaction.Request(op.Operation))
	}
	if v.err == nil && v.response != "" {
		q.Response = shown.Body(v.response, redaction.Response(op.Operation))
	}
	return q
}

// faultWords describes the effect of a fault.
func faultWords(f api.Fault) string {
	switch {
	case f.Break != "":
		return string(f.Break)
	case f.Status != 0:
		return http.StatusText(f.Status)
	case f.Latency > 0:
		return "latency " + f.Latency.String()
	}
	return ""
}
