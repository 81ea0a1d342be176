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
	"strings"
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

// worlds are the worlds of a sandbox. Several processes may share their store, so what a world is
// like is read in each transaction and not kept in memory.
type worlds struct {
	store    store.Store
	behavior *behavior.Behavior
	engine   *engine.Engine
	kinds    string // the fingerprint of all kinds
	seeds    seeds  // of a new world, nil for none
	most     int    // besides the default one
	locks    locks
}

// prepare checks that the seeds can be inserted, and makes the default world.
func (w *worlds) prepare(ctx context.Context) error {
	err := new(memory.Store).Update(ctx, DefaultWorld, func(tx store.Tx) error {
		return w.seeds.insert(w.engine, tx, time.Now())
	})
	if err != nil {
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
	release, err := w.locks.reserve(world, func(making map[string]bool) error {
		return w.checkRoom(ctx, world, making)
	})
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
	isFull := len(names) > w.most // with the default one
	if !isFull || world == DefaultWorld || slices.Contains(names, world) {
		return nil
	}
	const form = "no room for more than %s besides the default one; " +
		`use one that "sandbox worlds" lists, delete one with "sandbox drop", or allow more with --worlds`
	return &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "Too many worlds",
		Detail: fmt.Sprintf(form, wording.Count(w.most, "world")),
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
	return w.transact(ctx, world, func(tx store.Tx) error { return changeState(tx, f) })
}

// checkKinds refuses a world whose documents were stored with other kinds: steps would not find
// them or their parents.
func (w *worlds) checkKinds(world string, current *state) error {
	if current.Kinds == w.kinds {
		return nil
	}
	const form = "the kinds in resources.yaml have changed since the documents of the world %q " +
		"were stored; reset the world, or start the sandbox with another --db"
	return &api.Problem{
		Status: http.StatusServiceUnavailable, Title: "Other kinds",
		Detail: fmt.Sprintf(form, world),
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
		kinds = append(kinds, kind{
			Name: k.Name, ID: k.ID, Free: k.Free,
			Parents: names(k.Parents), Children: names(k.Children),
			Unique: k.Unique, Distinct: k.Distinct, Indexed: k.Indexed,
		})
	}
	slices.SortFunc(kinds, func(a, b kind) int { return cmp.Compare(a.Name, b.Name) })
	text, _ := json.Marshal(kinds) // texts cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Check returns an error if calls in a world are refused because its documents were stored with
// other kinds. Reset resolves it.
func (w *worlds) Check(ctx context.Context, world string) error {
	current, err := w.state(ctx, world)
	if err != nil {
		return err
	}
	return w.checkKinds(world, current)
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
	isOwn := func(name string) bool { return CheckWorld(name) != nil }
	return slices.DeleteFunc(names, isOwn), err
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
func (w *worlds) Seed(ctx context.Context, world, file string, text []byte) error {
	documents, err := parseSeeds(w.behavior, file, text)
	if err != nil {
		return err
	}
	return w.transact(ctx, world, func(tx store.Tx) error {
		_, current, err := readState(tx)
		if err != nil {
			return err
		}
		if err := w.checkKinds(world, current); err != nil {
			return err
		}
		return documents.insert(w.engine, tx, current.now())
	})
}

// A snapshot is a world with a name that no request can have.
const snapshots = "_snapshot/"

// snapshotOf returns the name of the world that is a snapshot.
func snapshotOf(world, name string) string { return snapshots + world + "/" + name }

// Snapshot saves a world under a name, and replaces an earlier snapshot.
func (w *worlds) Snapshot(ctx context.Context, world, name string) error {
	if err := checkName("snapshot", name); err != nil {
		return err
	}
	if err := w.ensure(ctx, world); err != nil {
		return err
	}
	return w.store.Replace(ctx, snapshotOf(world, name), store.Content{From: world})
}

// Restore returns a world to a snapshot. Earlier cursors are refused.
func (w *worlds) Restore(ctx context.Context, world, name string) error {
	if err := CheckWorld(world); err != nil {
		return err
	}
	unlock := w.locks.lock(world)
	defer unlock()
	epoch, err := w.nextEpoch(ctx)
	if err != nil {
		return err
	}
	fill := func(tx store.Tx) error {
		return changeState(tx, func(current *state) error {
			if w.checkKinds(world, current) != nil {
				const text = "the kinds in resources.yaml have changed since the snapshot"
				return problem(http.StatusConflict, text)
			}
			current.Epoch = epoch
			return nil
		})
	}
	err = w.store.Replace(ctx, world, store.Content{From: snapshotOf(world, name), Fill: fill})
	if errors.Is(err, errNoWorld) {
		return problem(http.StatusNotFound, "the world has no such snapshot")
	}
	return err
}

// Snapshots returns the names of the snapshots of a world, sorted.
func (w *worlds) Snapshots(ctx context.Context, world string) (names []string, err error) {
	if err := CheckWorld(world); err != nil {
		return nil, err
	}
	all, err := w.store.Worlds(ctx)
	for _, of := range all {
		if name, ok := strings.CutPrefix(of, snapshotOf(world, "")); ok {
			names = append(names, name)
		}
	}
	return names, err
}
