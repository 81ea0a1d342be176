package simulator

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
)

// nameForm is the form of the names of worlds and of snapshots.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

func problem(status int, format string, args ...any) error {
	return &api.Problem{Status: status, Detail: fmt.Sprintf(format, args...)}
}

// CheckWorld returns an [*api.Problem] if a text cannot be the name of a world.
func CheckWorld(name string) error { return checkName("world", name) }

func checkName(of, name string) error {
	if nameForm.MatchString(name) {
		return nil
	}
	return problem(http.StatusBadRequest, "the name of a %s has 1 to 64 letters, digits and ._-, and starts with a letter or digit", of)
}

// prepare checks that the seeds can be inserted, and makes the default world.
func (s *Sandbox) prepare(ctx context.Context) error {
	err := new(memory.Store).Update(ctx, DefaultWorld, func(tx store.Tx) error { return s.seeds.insert(s, tx, time.Now()) })
	if err != nil {
		return err
	}
	return s.ensureWorld(ctx, DefaultWorld)
}

// ensureWorld makes a world with the seeds, unless there is one.
func (s *Sandbox) ensureWorld(ctx context.Context, world string) error {
	if known, err := s.storedState(ctx, world); known != nil || err != nil {
		return err
	}
	s.making.Lock()
	defer s.making.Unlock()
	if err := s.checkRoom(ctx, world); err != nil {
		return err
	}
	return s.makeWorld(ctx, world)
}

// storedState returns the state of a world, nil if there is no such world. Reading does not make it.
func (s *Sandbox) storedState(ctx context.Context, world string) (of *state, err error) {
	if err := CheckWorld(world); err != nil {
		return nil, err
	}
	err = s.store.View(ctx, world, func(tx store.Tx) error {
		_, of, err = readState(tx)
		return err
	})
	if errors.Is(err, errNoWorld) {
		return nil, nil
	}
	return of, err
}

// makeWorld makes a world with the seeds, unless another call is faster. The caller holds the lock, so
// that the number of worlds stays in bounds.
func (s *Sandbox) makeWorld(ctx context.Context, world string) error {
	epoch, err := s.nextEpoch(ctx)
	if err != nil {
		return err
	}
	return s.store.Update(ctx, world, func(tx store.Tx) error {
		if _, _, err := readState(tx); !errors.Is(err, errNoWorld) {
			return err
		}
		now := time.Now().UTC()
		if err := s.seeds.insert(s, tx, now); err != nil {
			return err
		}
		body, err := json.Marshal(state{Epoch: epoch, Kinds: s.kinds})
		if err != nil {
			return err
		}
		return tx.Insert(&store.Document{Key: stateKey, Body: body})
	})
}

// epochs is the world that counts the epochs of all worlds, so that a world that is dropped and
// made again has a new one.
const epochs = "_epochs"

func (s *Sandbox) nextEpoch(ctx context.Context) (n int64, err error) {
	err = s.store.Update(ctx, epochs, func(tx store.Tx) error {
		n, err = tx.Next("epoch")
		return err
	})
	return n & engine.MaxEpoch, err
}

// checkRoom returns an error if a world is another one that would be too many.
func (s *Sandbox) checkRoom(ctx context.Context, world string) error {
	worlds, err := s.Worlds(ctx)
	most := max(cmp.Or(s.options.Worlds, 100), 0)
	if err != nil || len(worlds) <= most || world == DefaultWorld || slices.Contains(worlds, world) { // with the default one
		return err
	}
	return &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "Too many worlds",
		Detail: fmt.Sprintf("no room for more than %s besides the default one; use one that \"sandbox worlds\" lists, delete one with \"sandbox drop\", or allow more with --worlds", wording.Count(most, "world")),
	}
}

// Drop deletes a world with its snapshots. The default world can only be reset.
func (s *Sandbox) Drop(ctx context.Context, world string) error {
	if world == DefaultWorld {
		return problem(http.StatusUnprocessableEntity, "the default world cannot be dropped; reset it")
	}
	s.making.Lock()
	defer s.making.Unlock()
	if err := s.Known(ctx, world); err != nil {
		return err
	}
	names, err := s.Snapshots(ctx, world)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := s.store.Drop(ctx, snapshotOf(world, name)); err != nil {
			return err
		}
	}
	s.journal.forget(world)
	return s.store.Drop(ctx, world)
}

// Known returns an [*api.Problem] if there is no such world.
func (s *Sandbox) Known(ctx context.Context, world string) error {
	if of, err := s.storedState(ctx, world); of != nil || err != nil {
		return err
	}
	worlds, err := s.Worlds(ctx)
	if err != nil {
		return err
	}
	return problem(http.StatusNotFound, "there is no world %q; its first request creates it%s", world, wording.DidYouMean(world, worlds))
}

// Worlds returns the names of the worlds, sorted.
func (s *Sandbox) Worlds(ctx context.Context) ([]string, error) {
	all, err := s.store.Worlds(ctx)
	return slices.DeleteFunc(all, func(name string) bool { return CheckWorld(name) != nil }), err
}

// Reset returns a world to its initial state: the seeds, the time of the machine, no faults, no
// latency, and counters from 1. Snapshots stay. Earlier cursors are refused, and idempotency
// keys are forgotten.
func (s *Sandbox) Reset(ctx context.Context, world string) error {
	s.making.Lock() // so that no other world takes its room
	defer s.making.Unlock()
	if err := cmp.Or(CheckWorld(world), s.checkRoom(ctx, world)); err != nil {
		return err
	}
	if err := s.store.Drop(ctx, world); err != nil {
		return err
	}
	return s.makeWorld(ctx, world)
}

// Seed adds documents to a world, all or none. The text is YAML as for [Options].
func (s *Sandbox) Seed(ctx context.Context, world, file string, text []byte) error {
	all, err := s.parseSeeds(file, text)
	if err != nil {
		return err
	}
	return s.transact(ctx, world, func(tx store.Tx) error {
		_, of, err := readState(tx)
		if err != nil {
			return err
		}
		if err := s.checkKinds(world, of); err != nil {
			return err
		}
		return all.insert(s, tx, of.now())
	})
}

// A snapshot is a world with a name that no request can have.
const snapshots = "_snapshot/"

func snapshotOf(world, name string) string { return snapshots + world + "/" + name }

// Snapshot saves a world under a name, and replaces an earlier snapshot.
func (s *Sandbox) Snapshot(ctx context.Context, world, name string) error {
	if err := checkName("snapshot", name); err != nil {
		return err
	}
	if err := s.ensureWorld(ctx, world); err != nil {
		return err
	}
	return s.store.Copy(ctx, world, snapshotOf(world, name))
}

// Restore returns a world to a snapshot. Earlier cursors are refused.
func (s *Sandbox) Restore(ctx context.Context, world, name string) error {
	if err := CheckWorld(world); err != nil {
		return err
	}
	s.making.Lock() // so that no two have the same epoch
	defer s.making.Unlock()
	epoch, err := s.nextEpoch(ctx)
	if err != nil {
		return err
	}
	err = s.store.Update(ctx, snapshotOf(world, name), func(tx store.Tx) error {
		return changeState(tx, func(of *state) error {
			if s.checkKinds(world, of) != nil {
				return problem(http.StatusConflict, "the kinds in resources.yaml have changed since the snapshot")
			}
			of.Epoch = epoch
			return nil
		})
	})
	if errors.Is(err, errNoWorld) {
		return problem(http.StatusNotFound, "the world has no such snapshot")
	}
	if err != nil {
		return err
	}
	return s.store.Copy(ctx, snapshotOf(world, name), world)
}

// Snapshots returns the names of the snapshots of a world, sorted.
func (s *Sandbox) Snapshots(ctx context.Context, world string) (names []string, err error) {
	if err := CheckWorld(world); err != nil {
		return nil, err
	}
	all, err := s.store.Worlds(ctx)
	for _, of := range all {
		if name, ok := strings.CutPrefix(of, snapshotOf(world, "")); ok {
			names = append(names, name)
		}
	}
	return names, err
}
