package simulator

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/store"
)

// monitoredStore is a store that reports a full disk to callers, in the log, and in the health of the
// sandbox.
type monitoredStore struct {
	store.Store
	full atomic.Bool // at the last write
}

func (k *monitoredStore) Update(ctx context.Context, world string, f func(store.Tx) error) error {
	return k.wrote(k.Store.Update(ctx, world, f))
}

func (k *monitoredStore) Copy(ctx context.Context, from, to string) error {
	return k.wrote(k.Store.Copy(ctx, from, to))
}

func (k *monitoredStore) Drop(ctx context.Context, world string) error {
	return k.wrote(k.Store.Drop(ctx, world))
}

func (k *monitoredStore) wrote(err error) error {
	if err == nil {
		k.full.Store(false)
	}
	if !errors.Is(err, store.ErrFull) {
		return err
	}
	k.full.Store(true)
	slog.Error("the disk is full: free space and repeat the call", "error", err)
	return errFull
}

var errFull = &api.Problem{
	Status: http.StatusInsufficientStorage, Title: "The disk is full",
	Detail: "nothing of this call was stored: free space and repeat it",
}

// Ready returns an error if all calls would fail now.
func (s *Sandbox) Ready(ctx context.Context) error {
	if s.store.full.Load() {
		return s.update(ctx, DefaultWorld, func(*state) error { return nil }) // fails unless there is space again
	}
	_, err := s.store.Worlds(ctx)
	return err
}
