package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// group lets the writers of a file, or of a world on a server, share transactions, so that those
// who would wait for a commit share the next one. The first writer begins a transaction, and
// commits it after the turns of those who wait. Each writes on its own goroutine. Only the first
// one needs a connection, so that writers of other worlds get one.
type group struct {
	leading chan struct{} // full while there is a transaction
	waiting chan *member
}

// A turn goes: the first writer, in turn, creates a savepoint and sends the transaction to the member
// that waits in write; the member calls its func, and reports on written whether the writes stay; the
// first writer releases the savepoint, or rolls back to it. After all turns it commits, and sends the
// outcome to every member.

// maxMembers is the maximum number of members, so that a transaction ends.
const maxMembers = 50

// errShared is the error of a writer whose transaction failed because of another one.
var errShared = errors.New("a transaction with other changes failed")

// member is a writer in the transaction of another.
type member struct {
	begin     chan session // of its turn
	written   chan bool    // the end of its turn
	committed chan error
	failed    bool // its turn has undone the whole transaction; set before committed is sent
}

// newGroup returns a group without a transaction.
func newGroup() *group {
	return &group{make(chan struct{}, 1), make(chan *member)}
}

// write calls f in a transaction, which may be shared. If f fails, panics or ends the goroutine,
// its writes are undone.
func (g *group) write(ctx context.Context, s *Store, f func(session) error) error {
	checked := func(c session) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return cmp.Or(f(c), ctx.Err())
	}
	m := &member{begin: make(chan session), written: make(chan bool), committed: make(chan error, 1)}
	select {
	case g.waiting <- m:
		return m.write(checked)
	case g.leading <- struct{}{}:
		return g.lead(ctx, s, checked)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lead calls f in a transaction, in which then those who wait have their turns.
func (g *group) lead(ctx context.Context, s *Store, f func(session) error) error {
	end := func() { <-g.leading }
	defer end()
	var members []*member
	err := s.transact(ctx, s.writes, nil, func(c session) error {
		if err := f(c); err != nil {
			return err
		}
		for len(members) < maxMembers {
			select {
			case m := <-g.waiting:
				members = append(members, m)
				if err := m.turn(c); err != nil {
					m.failed = true
					return fmt.Errorf("%w: %w", errShared, s.explain(err))
				}
			default:
				return nil
			}
		}
		return nil
	})
	for _, m := range members {
		m.committed <- err
	}
	return err
}

// turn lets a member write.
func (m *member) turn(c session) error {
	if _, err := c.Exec("SAVEPOINT turn"); err != nil {
		return err
	}
	m.begin <- c
	end := "RELEASE turn"
	if !<-m.written {
		end = "ROLLBACK TO turn; " + end
	}
	_, err := c.Exec(end) // fails if SQLite has undone the whole transaction, as on a full disk
	return err
}

// write calls f in the member's turn, and waits for the commit. An error of f waits, too: f may have
// read what others have written in this transaction, which nobody else can see before the commit, and
// which may still be undone.
func (m *member) write(f func(session) error) (err error) {
	select {
	case c := <-m.begin:
		refused := m.call(c, f)
		err = <-m.committed
		if refused != nil && (err == nil || m.failed) {
			return refused
		}
	case err = <-m.committed:
	}
	if err != nil && !errors.Is(err, errShared) {
		return fmt.Errorf("%w: %w", errShared, err)
	}
	return err
}

// call calls f, and ends the turn even if f panics.
func (m *member) call(c session, f func(session) error) (err error) {
	written := false
	end := func() { m.written <- written }
	defer end()
	err = f(c)
	written = err == nil
	return err
}
