package sqlstore

import (
	"context"
	"sync"
)

// together is how many writers of one world hold a connection at the same time: one that
// writes, and one that waits for its lock. Others wait without a connection, so that those
// of other worlds find one.
const together = 2

// turns are who writes to which world.
type turns struct {
	mu sync.Mutex
	of map[string]*turn
}

type turn struct {
	slots chan struct{}
	users int // that have it or wait for it
}

// take waits until a writer of a world may ask for a connection, and returns what ends its
// turn.
func (t *turns) take(ctx context.Context, world string) (done func(), err error) {
	t.mu.Lock()
	if t.of == nil {
		t.of = map[string]*turn{}
	}
	one := t.of[world]
	if one == nil {
		one = &turn{slots: make(chan struct{}, together)}
		t.of[world] = one
	}
	one.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if one.users--; one.users == 0 {
			delete(t.of, world)
		}
	}
	select {
	case one.slots <- struct{}{}:
		return func() { <-one.slots; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}
