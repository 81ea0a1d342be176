package sqlstore

import (
	"context"
	"sync"
)

// together is how many writers of one world hold a connection at the same time: one that
// writes, and one that waits for its lock. Others wait without a connection, so that those
// of other worlds find one.
const together = 2

// turns are who writes to which world: channels by their names, full if others wait.
type turns struct{ sync.Map }

// take waits until a writer of a world may ask for a connection, and returns what ends its
// turn.
func (t *turns) take(ctx context.Context, world string) (done func(), err error) {
	slots, _ := t.LoadOrStore(world, make(chan struct{}, together))
	select {
	case slots.(chan struct{}) <- struct{}{}:
		return func() { <-slots.(chan struct{}) }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
