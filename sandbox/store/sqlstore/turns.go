package sqlstore

import (
	"context"
	"sync"
)

// together is the number of writers of one world with a connection: one that writes, and one
// that waits for its lock. Others wait without a connection, so that writers of other worlds
// get one.
const together = 2

// turns limit the writers of each world in PostgreSQL: channels by name, full if others must wait.
type turns struct{ sync.Map }

// take waits until a writer of a world may request a connection, and returns a func that ends
// its turn.
func (t *turns) take(ctx context.Context, world string) (done func(), err error) {
	slots, _ := t.LoadOrStore(world, make(chan struct{}, together))
	select {
	case slots.(chan struct{}) <- struct{}{}:
		return func() { <-slots.(chan struct{}) }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
