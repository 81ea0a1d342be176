package sqlstore

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/postgres"
	"example.com/opgen/sandbox/store"
)

// fill returns a func that inserts notes, each with a part and a value.
func fill(n int) func(store.Tx) error {
	return func(tx store.Tx) error {
		for i := range n {
			whole, part := note(fmt.Sprint(i), 10), note(fmt.Sprint(i, " part"), 10)
			whole.Values = []store.Value{{Field: "/a", Text: fmt.Sprint(i % 7)}}
			part.Parents = []store.Key{whole.Key}
			if err := errors.Join(tx.Insert(whole), tx.Insert(part)); err != nil {
				return err
			}
		}
		_, err := tx.Next("number")
		return err
	}
}

// rows returns the number of rows in all tables of contents, and of loose contents.
func rows(t *testing.T, s *Store) (all, loose int) {
	t.Helper()
	for _, table := range tables {
		n := 0
		require.NoError(t, s.reads.QueryRow("SELECT count(*) FROM "+table.name).Scan(&n))
		all += n
	}
	require.NoError(t, s.reads.QueryRow("SELECT count(*) FROM loose").Scan(&loose))
	return all, loose
}

// A content that is written, copied and deleted in many pieces is complete, and nothing is left of the
// former one. Writers of another world have their turns between the pieces.
func TestContentsInPieces(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { piecesOf(t, openFile(t)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		if testing.Short() {
			t.Skip("starts a server")
		}
		s, err := Open(t.Context(), postgres.Start(t).Database(t))
		require.NoError(t, err)
		defer s.Close()
		piecesOf(t, s)
	})
}

func piecesOf(t *testing.T, s *Store) {
	s.piece = 0
	const n = 30
	const each = 4*n + 1 // two documents, a value and a link; and a counter
	for _, step := range []struct {
		do   func() error
		want int // rows afterwards
	}{
		{func() error { return s.Replace(t.Context(), "home", store.Content{Fill: fill(n), New: true}) }, each},
		{func() error { return s.Replace(t.Context(), "home", store.Content{Fill: fill(n)}) }, each},
		{func() error { return s.Replace(t.Context(), "copy", store.Content{From: "home"}) }, 2 * each},
		{func() error { return s.Replace(t.Context(), "home", store.Content{From: "copy"}) }, 2 * each},
		{func() error { return s.Replace(t.Context(), "home", store.Content{From: "home", Fill: cleared}) }, each + 1},
		{func() error { return s.Drop(t.Context(), "copy") }, 1},
	} {
		ended := make(chan error, 1)
		go func() { ended <- step.do() }()
		writes := 0
		var err error
		for more := true; more; writes++ {
			write := func(tx store.Tx) error { _, err := tx.Next("number"); return err }
			require.NoError(t, s.Update(t.Context(), "other", write))
			select {
			case err = <-ended:
				more = false
			default:
			}
		}
		require.NoError(t, err)
		require.Greater(t, writes, 2)
		all, loose := rows(t, s)
		require.Equal(t, step.want, all-1, "without the counter of the other world")
		require.Zero(t, loose)
	}
	if s.dialect == onFile {
		pages := 0
		require.NoError(t, s.writes.QueryRow("PRAGMA wal_autocheckpoint").Scan(&pages))
		require.Equal(t, 1000, pages, "commits move changes to the file again")
	}
}

// cleared deletes the notes that fill has inserted.
func cleared(tx store.Tx) error {
	all, err := tx.Find(store.Query{Kind: "note"})
	for _, d := range all {
		if err := tx.Delete(d.Key); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return err
}

// What killed processes have left is deleted by the next one, except what may still be written. A
// process that was taken for dead fails.
func TestAbandonedContents(t *testing.T) {
	at := filepath.Join(t.TempDir(), "sandbox.db")
	s, err := Open(t.Context(), at)
	require.NoError(t, err)
	s.piece = 0
	require.NoError(t, insert(s, note("kept", 1)))
	for _, touched := range []int64{0, time.Now().Unix() - abandoned - 1, time.Now().Unix()} {
		content := newContent()
		require.NoError(t, s.inPieces(t.Context(), content, func(p *piecewise) error {
			if err := p.exec("INSERT INTO loose (content, touched) VALUES (?, ?)", content, touched); err != nil {
				return err
			}
			return fill(10)(p.tx)
		}))
	}
	all, loose := rows(t, s)
	require.Equal(t, []int{1 + 3*41, 3}, []int{all, loose})
	require.NoError(t, s.Close())

	s, err = Open(t.Context(), at)
	require.NoError(t, err)
	defer s.Close()
	require.Eventually(t, func() bool {
		all, loose := rows(t, s)
		return all == 1+41 && loose == 1
	}, time.Minute, time.Millisecond)
	require.Equal(t, 1, count(t, s))

	s.piece = 0
	err = s.Replace(t.Context(), "home", store.Content{Fill: func(tx store.Tx) error {
		const sweep = "UPDATE loose SET touched = 0"
		return errors.Join(tx.Insert(note("1", 1)), tx.(*draft).exec(sweep), tx.Insert(note("2", 1)))
	}})
	require.ErrorIs(t, err, errAbandoned)
	require.Equal(t, 1, count(t, s))
}

// A func that fails or panics leaves the world as it was, and nothing beside it.
func TestFailedContents(t *testing.T) {
	s := openFile(t)
	s.piece = 0
	require.NoError(t, insert(s, note("kept", 1)))
	failed := errors.New("failed")
	fails := func(tx store.Tx) error { return errors.Join(fill(10)(tx), failed) }
	require.ErrorIs(t, s.Replace(t.Context(), "home", store.Content{Fill: fails}), failed)
	require.PanicsWithError(t, "failed", func() {
		s.Replace(t.Context(), "home", store.Content{Fill: func(tx store.Tx) error { panic(errors.Join(fill(10)(tx), failed)) }})
	})
	require.ErrorIs(t, s.Replace(t.Context(), "home", store.Content{Fill: fill(10), New: true}), store.ErrWorldExists)
	require.Equal(t, 1, count(t, s))
	all, loose := rows(t, s)
	require.Equal(t, []int{1, 0}, []int{all, loose})
}
