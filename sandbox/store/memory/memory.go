// Package memory stores documents in memory.
package memory

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"example.com/opgen/sandbox/store"
)

// Store keeps documents in maps. The zero Store is empty and ready for use.
type Store struct {
	mu     sync.Mutex
	worlds map[string]*world
}

var _ store.Store = (*Store)(nil)

// world is a world with the lock of its transactions. gone means that it was dropped after it
// was looked up.
type world struct {
	sync.RWMutex
	data
	gone bool
}

// tries is the number of attempts of a conflicting update, since a func that updates a document
// of an earlier transaction always conflicts.
const tries = 10

// View is [store.Store.View].
func (s *Store) View(ctx context.Context, name string, f func(store.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	known := s.worlds[name] != nil
	s.mu.Unlock()
	if !known { // reading does not make the world
		empty := newData()
		return f(store.Reading{Tx: &tx{data: &empty}})
	}
	w := s.lock(name, (*world).RLock, (*world).RUnlock)
	defer w.RUnlock()
	return f(store.Reading{Tx: &tx{data: &w.data}})
}

// Update is [store.Store.Update].
func (s *Store) Update(ctx context.Context, name string, f func(store.Tx) error) (err error) {
	w := s.lock(name, (*world).Lock, (*world).Unlock)
	defer w.Unlock()
	for range tries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err = w.attempt(f); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return err
}

// attempt runs f, and undoes its writes if it fails or panics.
func (w *world) attempt(f func(store.Tx) error) (err error) {
	t := &tx{data: &w.data}
	done := false
	defer func() {
		if !done {
			t.rollBack()
		}
	}()
	err = f(t)
	done = err == nil
	return err
}

// Copy is [store.Store.Copy].
func (s *Store) Copy(ctx context.Context, from, to string) error {
	if err := ctx.Err(); err != nil || from == to {
		return err
	}
	source := s.lock(from, (*world).RLock, (*world).RUnlock)
	all := source.clone()
	source.RUnlock()
	target := s.lock(to, (*world).Lock, (*world).Unlock)
	defer target.Unlock()
	target.data = all
	return nil
}

// Drop is [store.Store.Drop].
func (s *Store) Drop(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := s.lock(name, (*world).Lock, (*world).Unlock)
	defer w.Unlock()
	w.gone = true
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.worlds, name)
	return nil
}

// Worlds is [store.Store.Worlds].
func (s *Store) Worlds(ctx context.Context) ([]string, error) {
	var names []string
	s.mu.Lock()
	all := slices.Sorted(maps.Keys(s.worlds))
	s.mu.Unlock()
	for _, name := range all {
		w := s.lock(name, (*world).RLock, (*world).RUnlock)
		if !w.isEmpty() {
			names = append(names, name)
		}
		w.RUnlock()
	}
	return names, ctx.Err()
}

// Close is [store.Store.Close].
func (s *Store) Close() error { return nil }

// lock locks and returns a world that is not dropped before it is unlocked.
func (s *Store) lock(name string, lock, unlock func(*world)) *world {
	for {
		w := s.world(name)
		if lock(w); !w.gone {
			return w
		}
		unlock(w)
	}
}

func (s *Store) world(name string) *world {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.worlds == nil {
		s.worlds = map[string]*world{}
	}
	w := s.worlds[name]
	if w == nil {
		w = &world{data: newData()}
		s.worlds[name] = w
	}
	return w
}
