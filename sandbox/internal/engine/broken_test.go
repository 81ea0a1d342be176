package engine_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
)

// errBroken is the error of a store that cannot be used.
var errBroken = errors.New("the store is broken")

// breaking is a transaction whose use fails once, after some that succeed.
type breaking struct {
	store.Tx
	after int
}

// use returns the error of a use.
func (b *breaking) use() error {
	b.after--
	if b.after == -1 {
		return errBroken
	}
	return nil
}

func (b *breaking) Get(k store.Key) (*store.Document, error) {
	if err := b.use(); err != nil {
		return nil, err
	}
	return b.Tx.Get(k)
}

func (b *breaking) Find(q store.Query) ([]*store.Document, error) {
	if err := b.use(); err != nil {
		return nil, err
	}
	return b.Tx.Find(q)
}

func (b *breaking) Count(q store.Query) (int, error) {
	if err := b.use(); err != nil {
		return 0, err
	}
	return b.Tx.Count(q)
}

func (b *breaking) Holding(
	kind, field, part string, holds func(string) bool,
) ([]int64, error) {
	if err := b.use(); err != nil {
		return nil, err
	}
	return b.Tx.Holding(kind, field, part, holds)
}

func (b *breaking) Insert(doc *store.Document) error {
	if err := b.use(); err != nil {
		return err
	}
	return b.Tx.Insert(doc)
}

func (b *breaking) Update(doc *store.Document) error {
	if err := b.use(); err != nil {
		return err
	}
	return b.Tx.Update(doc)
}

func (b *breaking) Delete(k store.Key) error {
	if err := b.use(); err != nil {
		return err
	}
	return b.Tx.Delete(k)
}

func (b *breaking) Next(counter string) (int64, error) {
	if err := b.use(); err != nil {
		return 0, err
	}
	return b.Tx.Next(counter)
}

// A call fails if any use of the store fails, and with that error, whatever the call does about
// documents that are missing.
func TestCallsFailWithTheStore(t *testing.T) {
	for _, session := range sessions(t) {
		s := open(t, session.folder)
		for line := range strings.Lines(string(session.calls().Data)) {
			line = strings.TrimSuffix(line, "\n")
			if line == "" || line[0] == '#' || line[0] == ' ' {
				continue
			}
			for after := 0; s.breaks(t, line, after); after++ {
			}
			operation, body, key := parseCall(line)
			_, _ = s.call(t, operation, body, key) // the next calls need its effect
		}
	}
}

// breaks makes a call in a store that breaks after some uses, and reports whether it did.
func (s *service) breaks(t *testing.T, line string, after int) bool {
	t.Helper()
	operation, body, key := parseCall(line)
	op := s.operations[operation]
	settled := op.Decode(body).Settled
	call := &engine.Call{Caller: "ann", Now: noon, Request: json.RawMessage(settled), Key: key}
	errUndo := errors.New("the call must have no effect")
	var isBroken bool
	err := s.store.Update(t.Context(), "w", func(tx store.Tx) error {
		b := &breaking{tx, after}
		_, err := s.engine.Serve(b, op.Operation, call)
		isBroken = b.after < 0
		if err == nil && !isBroken {
			return errUndo
		}
		return err
	})
	if isBroken {
		require.ErrorIs(t, err, errBroken, "%s: after %d uses", line, after)
	}
	return isBroken
}
