package simulator

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/store"
)

// state is the state of a world besides documents. It is stored as a document, which all
// processes share.
type state struct {
	Latency time.Duration `json:"latency,omitempty"` // of each call
	Faults  []api.Fault   `json:"faults,omitempty"`  // with the times that are left
	Clock   time.Time     `json:"clock,omitzero"`    // the time of the world, zero for that of the machine
	Since   time.Time     `json:"since,omitzero"`    // when Clock was set, by the clock of the machine; zero if it is frozen
	Epoch   int64         `json:"epoch,omitempty"`   // changes when the world is reset or restored, which invalidates cursors
	Kinds   string        `json:"kinds,omitempty"`   // fingerprint of the kinds of its documents
}

var stateKey = store.Key{Kind: "_world", ID: "state"}

// now returns the time of the world.
func (s *state) now() time.Time {
	switch {
	case s.Clock.IsZero():
		return time.Now().UTC()
	case s.Since.IsZero():
		return s.Clock
	}
	now := s.Clock.Add(time.Since(s.Since))
	if now.After(lastTime) { // the clock stops
		return lastTime
	}
	return now
}

// lastTime is the last time of RFC 3339.
var lastTime = time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC)

// fault returns the index of the first fault of an operation, -1 for none.
func (s *state) fault(operation string) int {
	return slices.IndexFunc(s.Faults, func(f api.Fault) bool { return f.Operation == "" || f.Operation == operation })
}

// Errors that delay a call, and that its caller does not see.
var (
	errNoWorld = errors.New("the world must be made first")
	errFault   = errors.New("a fault or latency must be applied first")
)

// errSpoiled ends a call before the engine. Callers do not see it.
var errSpoiled = &api.Problem{Status: http.StatusServiceUnavailable}

func readState(tx store.Tx) (*store.Document, *state, error) {
	doc, err := tx.Get(stateKey)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil, errNoWorld
	}
	if err != nil {
		return nil, nil, err
	}
	of := new(state)
	return doc, of, json.Unmarshal(doc.Body, of)
}

// enterWorld checks the world of a request, and returns its time and epoch.
func (s *Sandbox) enterWorld(tx store.Tx, v *requestState) (now time.Time, epoch int64, err error) {
	_, of, err := readState(tx)
	if err != nil {
		return now, 0, err
	}
	if !v.entered && (of.Latency > 0 || of.fault(v.operation) >= 0) {
		return now, 0, errFault
	}
	v.entered = true
	return of.now(), of.Epoch, s.checkKinds(v.world, of)
}

// checkKinds refuses a world whose documents were stored with other kinds: steps would not find them
// or their parents.
func (s *Sandbox) checkKinds(world string, of *state) error {
	if of.Kinds == s.kinds {
		return nil
	}
	return &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "Other kinds",
		Detail: fmt.Sprintf("the kinds in resources.yaml have changed since the documents of the world %q were stored; reset the world, or start the sandbox with another --db", world),
	}
}

// fingerprint returns a hash of everything that affects how documents are stored, selected and
// ordered.
func fingerprint(b *behavior.Behavior) string {
	type kind struct {
		Name, ID                  string
		Free                      bool
		Parents, Children         map[string]string
		Unique, Distinct, Indexed []string
	}
	names := func(of map[string]*behavior.Kind) map[string]string {
		all := map[string]string{}
		for at, k := range of {
			all[at] = k.Name
		}
		return all
	}
	var kinds []kind
	for _, k := range b.Kinds {
		kinds = append(kinds, kind{k.Name, k.ID, k.Free, names(k.Parents), names(k.Children), k.Unique, k.Distinct, k.Indexed})
	}
	slices.SortFunc(kinds, func(a, b kind) int { return cmp.Compare(a.Name, b.Name) })
	text, _ := json.Marshal(kinds) // texts cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Check returns an error if calls in a world are refused because its documents were stored with
// other kinds. [Sandbox.Reset] resolves it.
func (s *Sandbox) Check(ctx context.Context, world string) error {
	of, err := s.state(ctx, world)
	if err != nil {
		return err
	}
	return s.checkKinds(world, of)
}

// applyFault applies the latency and the next fault of a world. An error ends the call. A world
// without faults is only read, so that a refused call does not wait for writers.
func (s *Sandbox) applyFault(ctx context.Context, v *requestState) error {
	of, err := s.state(ctx, v.world)
	if err != nil {
		return err
	}
	if of.Latency == 0 && of.fault(v.operation) < 0 {
		v.entered = true
		return nil
	}
	var wait time.Duration
	err = s.update(ctx, v.world, func(of *state) error {
		wait, v.fault = of.Latency, api.Fault{}
		if i := of.fault(v.operation); i >= 0 {
			v.fault = of.Faults[i]
			wait += v.fault.Latency
			switch f := &of.Faults[i]; {
			case f.Times == 1:
				of.Faults = slices.Delete(of.Faults, i, i+1)
			case f.Times > 1:
				f.Times--
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	v.entered = true
	timer := time.NewTimer(min(wait, MaxLatency))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	if v.fault.Status != 0 || v.fault.Break == api.ConnectionRefused || v.fault.Break == api.RequestLost {
		return errSpoiled
	}
	return nil
}

// transact runs a transaction in a world. It makes the world if necessary, also again after a
// concurrent drop.
func (s *Sandbox) transact(ctx context.Context, world string, f func(store.Tx) error) error {
	for {
		if err := s.ensureWorld(ctx, world); err != nil {
			return err
		}
		if err := s.store.Update(ctx, world, f); !errors.Is(err, errNoWorld) {
			return err
		}
	}
}

// update changes the state of a world.
func (s *Sandbox) update(ctx context.Context, world string, f func(*state) error) error {
	return s.transact(ctx, world, func(tx store.Tx) error {
		return changeState(tx, f)
	})
}

// Ready returns an error if calls would fail now. It writes, since a full disk can still be read.
func (s *Sandbox) Ready(ctx context.Context) error {
	return s.update(ctx, DefaultWorld, func(*state) error { return nil })
}

// changeState calls f with the state of a world, and writes it.
func changeState(tx store.Tx, f func(*state) error) error {
	doc, of, err := readState(tx)
	if err != nil {
		return err
	}
	if err := f(of); err != nil {
		return err
	}
	if doc.Body, err = json.Marshal(of); err != nil {
		return err
	}
	return tx.Update(doc)
}

// state returns the state of a world, or that of a new one.
func (s *Sandbox) state(ctx context.Context, world string) (*state, error) {
	of, err := s.storedState(ctx, world)
	if of == nil && err == nil {
		of = &state{Kinds: s.kinds}
	}
	return of, err
}

// Settings are the settings of a world that can be changed while it runs.
type Settings struct {
	Faults  []api.Fault // with the times that are left
	Latency time.Duration
	Now     time.Time
	Frozen  bool // the clock is stopped
}

// Settings returns the settings of a world.
func (s *Sandbox) Settings(ctx context.Context, world string) (Settings, error) {
	of, err := s.state(ctx, world)
	if err != nil {
		return Settings{}, err
	}
	return Settings{of.Faults, of.Latency, of.now(), of.frozen()}, nil
}

// SetFaults sets the faults of calls in a world, as [api.WithFaults] does for a client. It
// refuses a last fault without an effect.
func (s *Sandbox) SetFaults(ctx context.Context, world string, faults ...api.Fault) error {
	faults = slices.Clone(faults)
	for i, f := range faults {
		if f.Operation != "" && s.byName[f.Operation] == nil {
			return problem(http.StatusUnprocessableEntity, "fault %d: the catalog has no operation %q%s", i+1, f.Operation, wording.DidYouMean(f.Operation, slices.Sorted(maps.Keys(s.byName))))
		}
		if f.Times == 0 {
			faults[i].Times = 1
		}
		if i == len(faults)-1 && f.Status == 0 && f.Break == "" && f.Latency == 0 { // earlier ones let calls pass before the next one
			return problem(http.StatusUnprocessableEntity, "fault %d does nothing; give it a status, a break or a latency", i+1)
		}
	}
	if _, err := api.NewCaller("http://localhost", api.WithFaults(faults...)); err != nil {
		return problem(http.StatusUnprocessableEntity, "%s", err)
	}
	return s.update(ctx, world, func(of *state) error { of.Faults = faults; return nil })
}

// MaxLatency is the maximum delay of a call, including that of a fault. Servers time out after
// a minute.
const MaxLatency = 30 * time.Second

// SetLatency sets the delay of each call in a world.
func (s *Sandbox) SetLatency(ctx context.Context, world string, d time.Duration) error {
	if d < 0 || d > MaxLatency {
		return problem(http.StatusUnprocessableEntity, "expected a latency from 0 to %s", MaxLatency)
	}
	return s.update(ctx, world, func(of *state) error { of.Latency = d; return nil })
}

// SetClock sets the time of a world, and stops it if frozen. The zero time returns to that of
// the machine, or with frozen keeps the time of the world.
func (s *Sandbox) SetClock(ctx context.Context, world string, now time.Time, frozen bool) error {
	return s.update(ctx, world, func(of *state) error {
		if now.IsZero() && frozen {
			now = of.now()
		}
		return of.setClock(now, frozen)
	})
}

// AdvanceClock advances the time of a world. The time is stopped afterwards if frozen, or if it
// was stopped before.
func (s *Sandbox) AdvanceClock(ctx context.Context, world string, d time.Duration, frozen bool) error {
	return s.update(ctx, world, func(of *state) error {
		return of.setClock(of.now().Add(d), frozen || of.frozen())
	})
}

func (s *state) frozen() bool { return !s.Clock.IsZero() && s.Since.IsZero() }

func (s *state) setClock(now time.Time, frozen bool) error {
	s.Clock, s.Since = now.UTC(), time.Time{}
	if year := s.Clock.Year(); year < 1 || year > 9999 {
		return problem(http.StatusUnprocessableEntity, "the year %d is not between 0001 and 9999", year)
	}
	if !frozen && !now.IsZero() {
		s.Since = time.Now().UTC()
	}
	return nil
}
