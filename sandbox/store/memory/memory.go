// Package memory stores documents in memory.
package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"example.com/opgen/sandbox/store"
)

// Store keeps documents in maps. The zero Store is empty and ready for use. One write is
// executed at a time, also in different worlds, since writes take microseconds.
type Store struct {
	mu     sync.RWMutex
	worlds map[string]*data
}

var _ store.Store = (*Store)(nil)

// View is [store.Store.View].
func (s *Store) View(ctx context.Context, world string, f func(store.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return f(store.Reading{Tx: &tx{data: s.world(world)}})
}

// world returns the data of a world, that of an empty one if there is none.
func (s *Store) world(name string) *data { return cmp.Or(s.worlds[name], new(data)) }

// Update is [store.Store.Update].
func (s *Store) Update(ctx context.Context, world string, f func(store.Tx) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.worlds[world] == nil {
		s.set(world, new(data).clone())
	}
	return s.worlds[world].attempt(f)
}

// set makes a world, or replaces its data. The caller holds the lock.
func (s *Store) set(world string, d *data) {
	if s.worlds == nil {
		s.worlds = map[string]*data{}
	}
	s.worlds[world] = d
}

// Replace is [store.Store.Replace]. The new content is made without the lock, so that others are not
// held up: documents are immutable, and the copy of a world is one of lists.
func (s *Store) Replace(ctx context.Context, world string, content store.Content) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d := s.copyOf(content.From)
	if content.Fill != nil {
		if err := d.attempt(content.Fill); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if content.New && !s.world(world).isEmpty() {
		return store.ErrWorldExists
	}
	s.set(world, d)
	return nil
}

// copyOf returns a copy of a world, an empty one for "".
func (s *Store) copyOf(world string) *data {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if world == "" {
		return new(data).clone()
	}
	return s.world(world).clone()
}

// Drop is [store.Store.Drop].
func (s *Store) Drop(ctx context.Context, world string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	delete(s.worlds, world)
	return nil
}

// Worlds is [store.Store.Worlds].
func (s *Store) Worlds(ctx context.Context) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	isEmpty := func(name string) bool { return s.worlds[name].isEmpty() }
	names := slices.Sorted(maps.Keys(s.worlds))
	return slices.DeleteFunc(names, isEmpty), ctx.Err()
}

// Close is [store.Store.Close].
func (s *Store) Close() error { return nil }
