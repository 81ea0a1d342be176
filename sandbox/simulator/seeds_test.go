package simulator_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/sandbox/store/sqlstore"
)

// interrupted is a store whose transactions meet f before each insertion of a note.
type interrupted struct {
	store.Store
	beforeNote func(*store.Document) error
}

// Update is [store.Store.Update].
func (s *interrupted) Update(ctx context.Context, world string, f func(store.Tx) error) error {
	return s.Store.Update(ctx, world, func(tx store.Tx) error {
		return f(&interruptedTx{tx, s.beforeNote})
	})
}

type interruptedTx struct {
	store.Tx
	beforeNote func(*store.Document) error
}

// Insert is [store.Tx.Insert].
func (tx *interruptedTx) Insert(d *store.Document) error {
	if d.Kind == "note" && tx.beforeNote != nil {
		if err := tx.beforeNote(d); err != nil {
			return err
		}
	}
	return tx.Tx.Insert(d)
}

// A seed that fails at its first, a middle or its last document leaves the world as it was: its
// documents, and the counters of ids.
func TestFailedSeedLeavesNothing(t *testing.T) {
	const size = 1000
	var seed strings.Builder
	seed.WriteString("note:\n")
	for i := range size {
		fmt.Fprintf(&seed, "- {author: ann, text: number %d}\n", i)
	}
	errDisk := errors.New("the disk has failed")
	onFile, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "state.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, onFile.Close()) })

	for name, inner := range map[string]store.Store{"memory": new(memory.Store), "sqlite": onFile} {
		t.Run(name, func(t *testing.T) {
			state := &interrupted{Store: inner}
			s := notes(t, simulator.Options{Store: state})
			_, body := post(t, s, "/v1/notes/add", note)
			require.Equal(t, `{"id":"note-1"}`, body)
			_, before := post(t, s, "/v1/notes/list", `{}`)

			for _, last := range []int{1, size / 2, size} {
				inserted := 0
				state.beforeNote = func(*store.Document) error {
					inserted++
					if inserted == last {
						return errDisk
					}
					return nil
				}
				require.ErrorIs(t, s.Seed(t.Context(), "default", "", []byte(seed.String())), errDisk)
				require.Equal(t, last, inserted)

				inserted = 0
				state.beforeNote = func(*store.Document) error {
					inserted++
					if inserted == last {
						panic("stopped")
					}
					return nil
				}
				require.PanicsWithValue(t, "stopped", func() {
					_ = s.Seed(t.Context(), "default", "", []byte(seed.String()))
				})
				_, after := post(t, s, "/v1/notes/list", `{}`)
				require.Equal(t, before, after)
			}
			state.beforeNote = nil
			_, body = post(t, s, "/v1/notes/add", note)
			require.Equal(t, `{"id":"note-2"}`, body)
			require.NoError(t, s.Seed(t.Context(), "default", "", []byte(seed.String())))
			_, body = post(t, s, "/v1/notes/add", note)
			require.Equal(t, fmt.Sprintf(`{"id":"note-%d"}`, size+3), body)
		})
	}
}

// repeating is a store whose first attempt of each transaction is undone, after it has found a
// document that another transaction had written and that is undone, too.
type repeating struct {
	store.Store
	other    store.Document
	attempts int
}

// Update is [store.Store.Update].
func (s *repeating) Update(ctx context.Context, world string, f func(store.Tx) error) error {
	errUndone := errors.New("the shared transaction has failed")
	err := s.Store.Update(ctx, world, func(tx store.Tx) error {
		s.attempts++
		if err := tx.Insert(s.other.Clone()); err != nil {
			return err
		}
		_ = f(tx)
		return errUndone
	})
	if !errors.Is(err, errUndone) {
		return err
	}
	s.attempts++
	return s.Store.Update(ctx, world, f)
}

// Transactions are repeated. Problems of an attempt that was undone are not those of the next one:
// the document that was in the way is gone.
func TestRepeatedSeedForgetsProblemsOfTheFirstAttempt(t *testing.T) {
	taken := store.Document{Key: store.Key{Kind: "note", ID: "b"}, Body: []byte(`{"id":"b"}`)}
	state := &repeating{Store: new(memory.Store), other: taken}
	s := notes(t, simulator.Options{Store: state})
	seed := []byte("note: [{id: a, author: ann, text: x}, {id: b, author: ann, text: y}]")

	state.attempts = 0
	require.NoError(t, s.Seed(t.Context(), "default", "", seed))
	require.Equal(t, 2, state.attempts)
	_, body := post(t, s, "/v1/notes/list", `{}`)
	require.Contains(t, body, `"text":"y"`)

	// A problem of the last attempt is reported once.
	state.other.ID = "c"
	err := s.Seed(t.Context(), "default", "more.yaml", seed)
	require.ErrorContains(t, err, "more.yaml:1:8: ")
	require.Equal(t, 2, strings.Count(err.Error(), "there is a note with this /id already"))
}
