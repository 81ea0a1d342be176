package simulator

import (
	"context"
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
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
)

// A world begins to exist when its first accepted request needs it. Between finding that it is
// missing and making it, another process may be faster, so every transaction reads the state first
// and ends with errNoWorld without one: whoever gets that makes the world and tries again. Only the
// process that makes a world counts the others, so processes that share a database may together
// exceed the limit by a few.
//
// To make a world, a call holds its lock, so that calls of one process make it once, and has
// reserved room, so that calls that make other worlds count it. The store replaces the content of
// the world by the seeds and the state in one step: no call sees a part of them.

// worlds are the worlds of a sandbox. Several processes may share their store, so what a world is
// like is read in each transaction and not kept in memory.
type worlds struct {
	store     store.Store
	behavior  *behavior.Behavior
	engine    *engine.Engine
	kinds     string // the fingerprint of all kinds
	seeds     seeds  // of a new world, nil for none
	maxWorlds int    // besides the default one
	locks     locks
}

// prepare checks that the seeds can be inserted, and makes the default world. The check has a store
// of its own, because the default world may exist, and then it is not seeded before its next reset.
func (w *worlds) prepare(ctx context.Context) error {
	insertSeeds := func(tx store.Tx) error { return w.seeds.insert(w.engine, tx, time.Now()) }
	if err := new(memory.Store).Update(ctx, DefaultWorld, insertSeeds); err != nil {
		return err
	}
	return w.ensure(ctx, DefaultWorld)
}

// ensure makes a world with the seeds, unless there is one.
func (w *worlds) ensure(ctx context.Context, world string) error {
	current, err := w.stored(ctx, world)
	if current != nil || err != nil {
		return err
	}
	unlock := w.locks.lock(world)
	defer unlock()
	current, err = w.stored(ctx, world) // by a faster call
	if current != nil || err != nil {
		return err
	}
	err = w.make(ctx, world, true)
	if errors.Is(err, store.ErrWorldExists) { // made by a faster process
		return nil
	}
	return err
}

// stored returns the state of a world, nil if there is no such world. Reading does not make it.
func (w *worlds) stored(ctx context.Context, world string) (current *state, err error) {
	if err := CheckWorld(world); err != nil {
		return nil, err
	}
	err = w.store.View(ctx, world, func(tx store.Tx) error {
		_, current, err = readState(tx)
		return err
	})
	if errors.Is(err, errNoWorld) {
		return nil, nil
	}
	return current, err
}

// state returns the state of a world, or that of a new one.
func (w *worlds) state(ctx context.Context, world string) (*state, error) {
	current, err := w.stored(ctx, world)
	if current == nil && err == nil {
		return &state{Kinds: w.kinds}, nil
	}
	return current, err
}

// make makes a world with the seeds, or replaces one unless it must be new. The caller holds its
// lock.
func (w *worlds) make(ctx context.Context, world string, mustBeNew bool) error {
	checkRoom := func(making map[string]bool) error { return w.checkRoom(ctx, world, making) }
	release, err := w.locks.reserve(world, checkRoom)
	if err != nil {
		return err
	}
	defer release()
	epoch, err := w.nextEpoch(ctx)
	if err != nil {
		return err
	}
	body, err := json.Marshal(state{Epoch: epoch, Kinds: w.kinds})
	if err != nil {
		return err
	}
	fill := func(tx store.Tx) error {
		if err := w.seeds.insert(w.engine, tx, time.Now().UTC()); err != nil {
			return err
		}
		return tx.Insert(&store.Document{Key: stateKey, Body: body})
	}
	return w.store.Replace(ctx, world, store.Content{Fill: fill, New: mustBeNew})
}

// epochs is the world that counts the epochs of all worlds, so that a world that is dropped and
// made again has a new one.
const epochs = "_epochs"

// nextEpoch returns an epoch that no world has, until the numbers begin anew.
func (w *worlds) nextEpoch(ctx context.Context) (n int64, err error) {
	err = w.store.Update(ctx, epochs, func(tx store.Tx) error {
		n, err = tx.Next("epoch")
		return err
	})
	return n & engine.MaxEpoch, err
}

// checkRoom returns an error if a world is another one that would be too many, together with those
// that are being made.
func (w *worlds) checkRoom(ctx context.Context, world string, making map[string]bool) error {
	names, err := w.Worlds(ctx)
	if err != nil {
		return err
	}
	names = slices.AppendSeq(names, maps.Keys(making))
	slices.Sort(names)
	names = slices.Compact(names)
	isFull := len(names) > w.maxWorlds // with the default one
	if !isFull || world == DefaultWorld || slices.Contains(names, world) {
		return nil
	}
	const form = "no room for more than %s besides the default one; " +
		`use one that "sandbox worlds" lists, delete one with "sandbox drop", or allow more with --worlds`
	return &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "Too many worlds",
		Detail: fmt.Sprintf(form, wording.Count(w.maxWorlds, "world")),
	}
}

// transact runs a transaction in a world. It makes the world if necessary, also again after a
// concurrent drop.
func (w *worlds) transact(ctx context.Context, world string, f func(store.Tx) error) error {
	for {
		if err := w.ensure(ctx, world); err != nil {
			return err
		}
		if err := w.store.Update(ctx, world, f); !errors.Is(err, errNoWorld) {
			return err
		}
	}
}

// update changes the state of a world.
func (w *worlds) update(ctx context.Context, world string, f func(*state) error) error {
	change := func(tx store.Tx) error { return changeState(tx, f) }
	return w.transact(ctx, world, change)
}

// Ready returns an error if calls would fail now. It writes, since a full disk can still be read.
func (w *worlds) Ready(ctx context.Context) error {
	return w.update(ctx, DefaultWorld, func(*state) error { return nil })
}

// Known returns an [*api.Problem] if there is no such world.
func (w *worlds) Known(ctx context.Context, world string) error {
	current, err := w.stored(ctx, world)
	if current != nil || err != nil {
		return err
	}
	names, err := w.Worlds(ctx)
	if err != nil {
		return err
	}
	const form = "there is no world %q; its first request creates it%s"
	return problem(http.StatusNotFound, form, world, wording.DidYouMean(world, names))
}

// Worlds returns the names of the worlds, sorted.
func (w *worlds) Worlds(ctx context.Context) ([]string, error) {
	names, err := w.store.Worlds(ctx)
	isInternal := func(name string) bool { return CheckWorld(name) != nil } // such as a snapshot
	return slices.DeleteFunc(names, isInternal), err
}

// Reset returns a world to its initial state: the seeds, the time of the machine, no faults, no
// latency, and counters from 1. Snapshots stay. Earlier cursors are refused, and idempotency
// keys are forgotten.
func (w *worlds) Reset(ctx context.Context, world string) error {
	if err := CheckWorld(world); err != nil {
		return err
	}
	unlock := w.locks.lock(world)
	defer unlock()
	return w.make(ctx, world, false)
}

// drop deletes a world with its snapshots.
func (w *worlds) drop(ctx context.Context, world string) error {
	if world == DefaultWorld {
		const text = "the default world cannot be dropped; reset it"
		return problem(http.StatusUnprocessableEntity, text)
	}
	unlock := w.locks.lock(world)
	defer unlock()
	if err := w.Known(ctx, world); err != nil {
		return err
	}
	names, err := w.Snapshots(ctx, world)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := w.store.Drop(ctx, snapshotOf(world, name)); err != nil {
			return err
		}
	}
	return w.store.Drop(ctx, world)
}

// Seed adds documents to a world, all or none. The text is YAML or JSON as for [Options].
//
// It is one transaction in the world as it is, and no replacement of its content like a reset: calls
// that write meanwhile must neither be lost nor see a part of the documents. So they wait, for as
// long as the seed takes.
func (w *worlds) Seed(ctx context.Context, world, file string, text []byte) error {
	documents, err := parseSeeds(w.behavior, file, text)
	if err != nil {
		return err
	}
	insert := func(tx store.Tx) error {
		_, current, err := readState(tx)
		if err != nil {
			return err
		}
		if err := w.checkKinds(world, current); err != nil {
			return err
		}
		return documents.insert(w.engine, tx, current.now())
	}
	return w.transact(ctx, world, insert)
}
