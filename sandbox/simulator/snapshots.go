package simulator

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"example.com/opgen/sandbox/store"
)

// A snapshot is a world with a name that no request can have. Saving and restoring are copies of
// worlds, so the state of a world, its counters and its documents stay together.

// snapshotPrefix begins the names of worlds that are snapshots.
const snapshotPrefix = "_snapshot/"

// snapshotOf returns the name of the world that is a snapshot: "_snapshot/default/before".
func snapshotOf(world, name string) string { return snapshotPrefix + world + "/" + name }

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

// Restore returns a world to a snapshot. Earlier cursors are refused: the epoch of the snapshot is
// that of the world when it was saved, so the world gets a new one.
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
	renew := func(current *state) error {
		if w.checkKinds(world, current) != nil {
			const text = "the kinds in resources.yaml have changed since the snapshot"
			return problem(http.StatusConflict, text)
		}
		current.Epoch = epoch
		return nil
	}
	content := store.Content{
		From: snapshotOf(world, name),
		Fill: func(tx store.Tx) error { return changeState(tx, renew) },
	}
	err = w.store.Replace(ctx, world, content)
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
	worlds, err := w.store.Worlds(ctx)
	for _, stored := range worlds {
		name, isSnapshot := strings.CutPrefix(stored, snapshotOf(world, ""))
		if isSnapshot {
			names = append(names, name)
		}
	}
	return names, err
}
