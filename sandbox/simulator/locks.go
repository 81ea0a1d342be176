package simulator

import "sync"

// Making a large world takes long, and whoever needs another one must not wait for it. So each
// world has a lock of its own. Their number, which all of them change, is only locked for a moment:
// a world that is being made has reserved its room.

// locks are the locks of worlds, and the room that is reserved.
type locks struct {
	mu   sync.Mutex
	held map[string]chan struct{} // closed when the lock of the world is released

	counting sync.Mutex // locks making, and the count of worlds
	making   map[string]bool
}

// lock locks a world against others who make, replace or drop it, until the result is called.
func (l *locks) lock(world string) (unlock func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.held[world] != nil {
		held := l.held[world]
		l.mu.Unlock()
		<-held
		l.mu.Lock()
	}
	if l.held == nil {
		l.held = map[string]chan struct{}{}
	}
	mine := make(chan struct{})
	l.held[world] = mine
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.held, world)
		close(mine)
	}
}

// reserve keeps room for a world until the result is called, if check finds any. While it counts,
// no other room is reserved or released.
func (l *locks) reserve(world string, check func(making map[string]bool) error) (func(), error) {
	l.counting.Lock()
	defer l.counting.Unlock()
	if err := check(l.making); err != nil {
		return nil, err
	}
	if l.making == nil {
		l.making = map[string]bool{}
	}
	l.making[world] = true
	return func() {
		l.counting.Lock()
		defer l.counting.Unlock()
		delete(l.making, world)
	}, nil
}
