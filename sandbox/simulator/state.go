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
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/sandbox/store"
)

// state is what is kept of a world besides documents: as a document, so that all
// processes over one store agree.
type state struct {
	Used    time.Time     `json:"used"`              // about when a request came last, by the clock of the machine
	Latency time.Duration `json:"latency,omitempty"` // of each call
	Faults  []api.Fault   `json:"faults,omitempty"`  // with the times that are left
	Clock   time.Time     `json:"clock,omitzero"`    // the time of the world, the zero Time is that of the machine
	Since   time.Time     `json:"since,omitzero"`    // when it was, by the clock of the machine; the zero Time if it stands still
	Epoch   int64         `json:"epoch,omitempty"`   // another one each time that the world begins anew or is restored, so that cursors from before mean nothing
	Kinds   string        `json:"kinds,omitempty"`   // fingerprint of the kinds with which its documents are written
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
	if now.After(lastTime) { // the clock stops there
		return lastTime
	}
	return now
}

// lastTime is the last time that RFC 3339 can write.
var lastTime = time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC)

// fault returns the first fault that a call of an operation meets, -1 for none.
func (s *state) fault(operation string) int {
	return slices.IndexFunc(s.Faults, func(f api.Fault) bool { return f.Operation == "" || f.Operation == operation })
}

// Errors that keep a call waiting, and not its caller informed.
var (
	errNoWorld = errors.New("the world has to be made first")
	errFault   = errors.New("a fault or a latency has to be met first")
)

// errSpoiled ends a call that does not reach the engine. Nobody sees it.
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

// enter lets a visit into its world, and returns the time and the epoch there.
func (s *Sandbox) enter(tx store.Tx, v *visit) (now time.Time, epoch int64, err error) {
	_, of, err := readState(tx)
	if err != nil {
		return now, 0, err
	}
	if !v.entered && (of.Latency > 0 || of.fault(v.operation) >= 0) {
		return now, 0, errFault
	}
	v.entered = true
	return of.now(), of.Epoch, s.fit(v.world, of)
}

// fit refuses a world whose documents were written with other kinds: they would not be
// found, or not have the parents that steps expect.
func (s *Sandbox) fit(world string, of *state) error {
	if of.Kinds == s.kinds {
		return nil
	}
	return &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "Other kinds",
		Detail: fmt.Sprintf("the documents of the world %q were stored with other kinds than resources.yaml has now; reset the world, or start the sandbox with another --db", world),
	}
}

// fingerprint returns a text that differs if documents are stored, found or ordered in
// another way.
func fingerprint(b *behaviour.Behaviour) string {
	type kind struct {
		Name, ID          string
		Parents, Children map[string]string
		Unique, Indexed   []string
	}
	names := func(of map[string]*behaviour.Kind) map[string]string {
		all := map[string]string{}
		for at, k := range of {
			all[at] = k.Name
		}
		return all
	}
	var kinds []kind
	for _, k := range b.Kinds {
		kinds = append(kinds, kind{k.Name, k.ID, names(k.Parents), names(k.Children), k.Unique, k.Indexed})
	}
	slices.SortFunc(kinds, func(a, b kind) int { return cmp.Compare(a.Name, b.Name) })
	text, _ := json.Marshal(kinds) // of texts, which cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Check returns why calls in a world are refused, nil if they are not: its documents were
// stored with other kinds than the behaviour has. [Sandbox.Reset] makes it fit.
func (s *Sandbox) Check(ctx context.Context, world string) error {
	of, err := s.state(ctx, world)
	if err != nil {
		return err
	}
	return s.fit(world, of)
}

// meet waits, and meets the fault that is next. The error ends the call. A world without
// faults is only read, so a call that is refused waits for no writer.
func (s *Sandbox) meet(ctx context.Context, v *visit) error {
	of, err := s.state(ctx, v.world)
	if err != nil || of.Latency == 0 && of.fault(v.operation) < 0 {
		v.entered = err == nil
		return err
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

// transact runs a transaction in a world, which is made first if there is none, and again
// if it is reset meanwhile.
func (s *Sandbox) transact(ctx context.Context, world string, f func(store.Tx) error) error {
	for {
		if err := s.ensure(ctx, world); err != nil {
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

// changeState writes the state of a world as f leaves it.
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

// state returns the state of a world, and what a new one would have if there is none:
// reading makes no world.
func (s *Sandbox) state(ctx context.Context, world string) (*state, error) {
	if err := CheckWorld(world); err != nil {
		return nil, err
	}
	of, err := s.look(ctx, world)
	if of == nil && err == nil {
		of = &state{Kinds: s.kinds}
	}
	return of, err
}

// Settings are what can be set of a world while it runs.
type Settings struct {
	Faults  []api.Fault // with the times that are left
	Latency time.Duration
	Now     time.Time
	Frozen  bool // the time stands still
}

// Settings returns what is set of a world.
func (s *Sandbox) Settings(ctx context.Context, world string) (Settings, error) {
	of, err := s.state(ctx, world)
	if err != nil {
		return Settings{}, err
	}
	return Settings{of.Faults, of.Latency, of.now(), of.frozen()}, nil
}

// SetFaults sets the faults that calls in a world meet, as [api.WithFaults] describes
// them: a call meets them where a client of it would. It refuses one that changes nothing.
func (s *Sandbox) SetFaults(ctx context.Context, world string, faults ...api.Fault) error {
	faults = slices.Clone(faults)
	for i, f := range faults {
		if f.Operation != "" && s.byName[f.Operation] == nil {
			return problem(http.StatusUnprocessableEntity, "fault %d: the catalog has no operation %q%s", i+1, f.Operation, wording.DidYouMean(f.Operation, slices.Sorted(maps.Keys(s.byName))))
		}
		if f.Times == 0 {
			faults[i].Times = 1
		}
		if i == len(faults)-1 && f.Status == 0 && f.Break == "" && f.Latency == 0 { // any other lets calls pass, so that the next one is met later
			return problem(http.StatusUnprocessableEntity, "fault %d does nothing; give it a status, a break or a latency", i+1)
		}
	}
	if _, err := api.NewCaller("http://localhost", api.WithFaults(faults...)); err != nil {
		return problem(http.StatusUnprocessableEntity, "%s", err)
	}
	return s.update(ctx, world, func(of *state) error { of.Faults = faults; return nil })
}

// MaxLatency is how long a call waits at most, also with the latency of a fault: a server
// gives up after a minute.
const MaxLatency = 30 * time.Second

// SetLatency sets how long each call in a world waits before anything else happens.
func (s *Sandbox) SetLatency(ctx context.Context, world string, d time.Duration) error {
	if d < 0 || d > MaxLatency {
		return problem(http.StatusUnprocessableEntity, "a latency is from 0 to %s", MaxLatency)
	}
	return s.update(ctx, world, func(of *state) error { of.Latency = d; return nil })
}

// SetClock sets the time of a world, which then goes on or stands still. The zero time is
// that of the machine again, or, if it stands still, the time that the world has.
func (s *Sandbox) SetClock(ctx context.Context, world string, now time.Time, frozen bool) error {
	return s.update(ctx, world, func(of *state) error {
		if now.IsZero() && frozen {
			now = of.now()
		}
		return of.setClock(now, frozen)
	})
}

// AdvanceClock adds to the time of a world, which stands still afterwards if it is to be
// frozen or stood still before.
func (s *Sandbox) AdvanceClock(ctx context.Context, world string, d time.Duration, frozen bool) error {
	return s.update(ctx, world, func(of *state) error {
		return of.setClock(of.now().Add(d), frozen || of.frozen())
	})
}

func (s *state) frozen() bool { return !s.Clock.IsZero() && s.Since.IsZero() }

func (s *state) setClock(now time.Time, frozen bool) error {
	s.Clock, s.Since = now.UTC(), time.Time{}
	if year := s.Clock.Year(); year < 1 || year > 9999 {
		return problem(http.StatusUnprocessableEntity, "the clock would be in the year %d; it stays within 0001 and 9999", year)
	}
	if !frozen && !now.IsZero() {
		s.Since = time.Now().UTC()
	}
	return nil
}
