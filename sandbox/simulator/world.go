package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/store"
)

// The state of a world is a document among its others, of a kind that no resources.yaml can name.
// So a store needs to know nothing of worlds but their names, and copying or dropping a world also
// copies or drops its state.

// DefaultWorld is the world of requests without one.
const DefaultWorld = "default"

// nameForm is the form of the names of worlds and snapshots. Names of the sandbox itself start
// with "_", so no request can have them.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckWorld returns an [*api.Problem] if a text cannot be the name of a world.
func CheckWorld(name string) error { return checkName("world", name) }

// checkName refuses a text that cannot be the name of a world or a snapshot.
func checkName(what, name string) error {
	if nameForm.MatchString(name) {
		return nil
	}
	const form = "the name of a %s has 1 to 64 letters, digits and ._-, and starts with a letter or digit"
	return problem(http.StatusBadRequest, form, what)
}

// problem returns a problem with the title of its status.
func problem(status int, format string, args ...any) error {
	return &api.Problem{Status: status, Detail: fmt.Sprintf(format, args...)}
}

// state is the state of a world besides documents. It is stored as a document, which all
// processes share. A world exists if it has one.
type state struct {
	Latency time.Duration `json:"latency,omitempty"` // of each call
	Faults  []api.Fault   `json:"faults,omitempty"`  // with the times that are left

	// Clock is the time of the world, zero for that of the machine. Since is when it was set,
	// by the clock of the machine; zero if the time stands still.
	Clock time.Time `json:"clock,omitzero"`
	Since time.Time `json:"since,omitzero"`

	// Epoch changes when the world is reset or restored, which invalidates cursors. Kinds is
	// the fingerprint of the kinds of its documents.
	Epoch int64  `json:"epoch,omitempty"`
	Kinds string `json:"kinds,omitempty"`
}

// stateKey is the key of the document with the state of its world.
var stateKey = store.Key{Kind: "_world", ID: "state"}

// errNoWorld ends a transaction in a world that must be made first. Callers do not see it.
var errNoWorld = errors.New("the world must be made first")

// readState returns the state of a world, and the document that stores it.
func readState(tx store.Tx) (*store.Document, *state, error) {
	doc, err := tx.Get(stateKey)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil, errNoWorld
	}
	if err != nil {
		return nil, nil, err
	}
	current := new(state)
	return doc, current, json.Unmarshal(doc.Body, current)
}

// changeState calls f with the state of a world, and writes it.
func changeState(tx store.Tx, f func(*state) error) error {
	doc, current, err := readState(tx)
	if err != nil {
		return err
	}
	if err := f(current); err != nil {
		return err
	}
	doc.Body, err = json.Marshal(current)
	if err != nil {
		return err
	}
	return tx.Update(doc)
}

// fault returns the index of the first fault of an operation, -1 for none.
func (s *state) fault(operation string) int {
	return slices.IndexFunc(s.Faults, func(f api.Fault) bool {
		return f.Operation == "" || f.Operation == operation
	})
}

// delays reports whether calls of an operation meet latency or a fault.
func (s *state) delays(operation string) bool {
	return s.Latency > 0 || s.fault(operation) >= 0
}

// takeFault returns the next fault of an operation, and counts it.
func (s *state) takeFault(operation string) (taken api.Fault) {
	i := s.fault(operation)
	if i < 0 {
		return taken
	}
	taken = s.Faults[i]
	switch {
	case taken.Times == 1:
		s.Faults = slices.Delete(s.Faults, i, i+1)
	case taken.Times > 1:
		s.Faults[i].Times--
	}
	return taken
}

// lastTime is the last time of RFC 3339.
var lastTime = time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC)

// now returns the time of the world, which stops at the last time.
func (s *state) now() time.Time {
	switch {
	case s.Clock.IsZero():
		return time.Now().UTC()
	case s.Since.IsZero():
		return s.Clock
	}
	now := s.Clock.Add(time.Since(s.Since))
	if now.After(lastTime) {
		return lastTime
	}
	return now
}

// frozen reports whether the time stands still.
func (s *state) frozen() bool { return !s.Clock.IsZero() && s.Since.IsZero() }

// setClock sets the time, and stops it if frozen. The zero time is that of the machine.
func (s *state) setClock(now time.Time, frozen bool) error {
	s.Clock, s.Since = now.UTC(), time.Time{}
	if year := s.Clock.Year(); year < 1 || year > 9999 {
		const form = "the year %d is not between 0001 and 9999"
		return problem(http.StatusUnprocessableEntity, form, year)
	}
	if !frozen && !now.IsZero() {
		s.Since = time.Now().UTC()
	}
	return nil
}
