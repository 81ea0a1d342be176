package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/postgres"
	"example.com/opgen/sandbox/store"
)

func note(id string, size int) *store.Document {
	return &store.Document{Key: store.Key{Kind: "note", ID: id}, Body: json.RawMessage(`"` + strings.Repeat("x", size) + `"`)}
}

func insert(s *Store, d *store.Document) error {
	return s.Update(context.Background(), "home", func(tx store.Tx) error { return tx.Insert(d) })
}

func openFile(t *testing.T) *Store {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "sandbox.db"))
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func count(t *testing.T, s *Store) (n int) {
	t.Helper()
	require.NoError(t, s.View(t.Context(), "home", func(tx store.Tx) (err error) {
		n, err = tx.Count(store.Query{Kind: "note"})
		return err
	}))
	return n
}

func TestNewerFile(t *testing.T) {
	at := filepath.Join(t.TempDir(), "sandbox.db")
	s, err := Open(t.Context(), at)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	left, err := os.ReadDir(filepath.Dir(at))
	require.NoError(t, err)
	require.Len(t, left, 1, "after Close, there is only one file")

	db, err := sql.Open("sqlite", at)
	require.NoError(t, err)
	_, err = db.Exec("UPDATE versions SET version = 99")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	_, err = Open(t.Context(), at)
	require.EqualError(t, err, "database "+at+": a sandbox of another version has written its tables: use that version, or another database")
}

// Nobody but the owner can read a new database, whoever can read its folder. A file that exists keeps its
// permissions.
func TestFilesArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no permissions")
	}
	modes := func(dir string) map[string]fs.FileMode {
		found := map[string]fs.FileMode{}
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			info, err := e.Info()
			require.NoError(t, err)
			found[e.Name()] = info.Mode().Perm()
		}
		return found
	}
	for prefix, had := range map[string]fs.FileMode{"": 0, "sqlite:": 0, "sqlite:.": 0o640} {
		dir := t.TempDir()
		require.NoError(t, os.Chmod(dir, 0o755))
		file := filepath.Join(dir, "state.db")
		if had != 0 {
			require.NoError(t, os.WriteFile(file, nil, had))
			require.NoError(t, os.Chmod(file, had))
		}
		s, err := Open(t.Context(), strings.TrimSuffix(prefix, ".")+file)
		require.NoError(t, err)
		want := cmp.Or(had, 0o600)
		require.NoError(t, s.Update(t.Context(), "w", func(tx store.Tx) error { return nil }))
		found := modes(dir)
		require.Equal(t, want, found["state.db"])
		for name, mode := range found { // also of the files beside it
			require.Equal(t, want, mode, name)
		}
		require.NoError(t, s.Close())
	}
}

func TestOtherFiles(t *testing.T) {
	folder := t.TempDir()
	at := filepath.Join(folder, "notes.txt")
	require.NoError(t, os.WriteFile(at, []byte(strings.Repeat("This is a text.\n", 100)), 0o600))
	_, err := Open(t.Context(), at)
	require.ErrorContains(t, err, at+": the file is not a SQLite database: use another path")
	text, err := os.ReadFile(at)
	require.NoError(t, err)
	require.Len(t, text, 1600, "the file is unchanged")

	_, err = Open(t.Context(), "sqlite:"+filepath.Join(folder, "missing", "sandbox.db"))
	require.ErrorContains(t, err, "its folder must exist")
	_, err = Open(t.Context(), folder)
	require.ErrorContains(t, err, "the file cannot be opened")
}

func TestReadOnlyFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("NOT RUN: root may write to any file")
	}
	at := filepath.Join(t.TempDir(), "sandbox.db")
	s, err := Open(t.Context(), at)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	require.NoError(t, os.Chmod(at, 0o400))
	s, err = Open(t.Context(), at)
	if err == nil {
		err = insert(s, note("1", 1))
		s.Close()
	}
	require.ErrorContains(t, err, "is not writable")
}

// TestFullDisk limits the size of the file, which SQLite reports like a full disk. Writers that share
// a transaction with a failed one try again.
func TestFullDisk(t *testing.T) {
	s := openFile(t)
	limit := func(pages int) {
		_, err := s.writes.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		require.NoError(t, err)
	}
	limit(60)
	var kept atomic.Int64
	var writing sync.WaitGroup
	for i := range 4 {
		writing.Go(func() {
			err := insert(s, note(fmt.Sprint(i), 10_000))
			for n := 0; err == nil; n++ {
				kept.Add(1)
				err = insert(s, note(fmt.Sprint(i, "-", n), 10_000))
			}
			assert.ErrorIs(t, err, store.ErrFull)
		})
	}
	writing.Wait()
	require.Positive(t, kept.Load())
	require.EqualValues(t, kept.Load(), count(t, s))
	limit(1000)
	require.NoError(t, insert(s, note("last", 10_000)))
	require.EqualValues(t, kept.Load()+1, count(t, s))
}

func TestOpenAtTheSameTime(t *testing.T) {
	at := filepath.Join(t.TempDir(), "sandbox.db")
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			s, err := Open(context.Background(), at)
			if assert.NoError(t, err) {
				assert.NoError(t, insert(s, note(fmt.Sprint(i), 1)))
				s.Close()
			}
		})
	}
	all.Wait()
	s, err := Open(t.Context(), at)
	require.NoError(t, err)
	defer s.Close()
	require.Equal(t, 6, count(t, s))
}

// TestNoPartOutlivesAParent deletes only a parent, as a defect would.
func TestNoPartOutlivesAParent(t *testing.T) {
	s := openFile(t)
	require.NoError(t, insert(s, note("parent", 1)))
	part := note("part", 1)
	part.Parents = []store.Key{{Kind: "note", ID: "parent"}}
	require.NoError(t, insert(s, part))
	require.ErrorContains(t, s.Update(t.Context(), "home", func(t store.Tx) error {
		return t.(*tx).exec("DELETE FROM documents WHERE id = 'parent'")
	}), "FOREIGN KEY")
	require.Equal(t, 2, count(t, s))
}

// TestSwallowedError ignores an error of the database, after which PostgreSQL would undo the writes
// and report a successful commit.
func TestSwallowedError(t *testing.T) {
	s := openFile(t)
	require.ErrorContains(t, s.Update(t.Context(), "home", func(t store.Tx) error {
		if err := t.Insert(note("1", 1)); err != nil {
			return err
		}
		_ = t.(*tx).exec("DELETE FROM nowhere")
		return nil
	}), "nowhere")
	require.Zero(t, count(t, s))
	require.NoError(t, insert(s, note("1", 1)))
}

func TestServerIsAway(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	server := postgres.Start(t)
	at := server.Database(t)
	s, err := Open(t.Context(), at)
	require.NoError(t, err)
	defer s.Close()
	_, err = Open(t.Context(), strings.Replace(at, "/postgres?", "/other?", 1))
	require.ErrorContains(t, err, "the server has no such database: create it")
	end := busy(t, s)
	soon, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err = s.Update(soon, "another", func(tx store.Tx) error { return tx.Insert(note("1", 1)) })
	end()
	require.NoError(t, err, "other worlds get connections")

	server.Kill(t)
	// Its processes end a moment later, perhaps during a commit.
	kept, unknown := 0, 0
	for more := true; more; {
		switch err = insert(s, note(fmt.Sprint(kept+unknown), 1)); {
		case err == nil:
			kept++
		case errors.Is(err, errCommit):
			unknown++
		default:
			more = false
		}
	}
	require.ErrorContains(t, err, "no connection to the server: check that it runs")
	for _, failed := range []error{err, s.View(t.Context(), "home", nil), s.Drop(t.Context(), "home"), worldsOf(t, s), s.Replace(t.Context(), "home", store.Content{})} {
		p, ok := errors.AsType[*api.Problem](failed)
		require.True(t, ok, failed)
		require.Equal(t, 503, p.Status)
		require.Equal(t, "the database postgres:///postgres: no connection to the server: check that it runs, and host and port in the URL", p.Detail)
	}
	_, err = Open(t.Context(), strings.Replace(at, "postgres@", "postgres:secret@", 1))
	require.ErrorContains(t, err, "no connection to the server")
	require.NotContains(t, err.Error(), "secret")

	server.Run(t)
	require.NoError(t, insert(s, note("again", 1)), "it reconnects")
	found := count(t, s) - 1 // without "again"
	require.GreaterOrEqual(t, found, kept)
	require.LessOrEqual(t, found, kept+unknown)
}

func worldsOf(t *testing.T, s *Store) error {
	_, err := s.Worlds(t.Context())
	return err
}

// busy starts so many writers of one world that they would use all connections. They end when end is
// called.
func busy(t *testing.T, s *Store) (end func()) {
	held := make(chan struct{})
	var all sync.WaitGroup
	var waiting, writing atomic.Int32
	for i := range 3 * onServer.writers {
		all.Go(func() {
			waiting.Add(1)
			if err := s.Update(context.Background(), "busy", func(tx store.Tx) error {
				writing.Add(1)
				<-held
				return tx.Insert(note(fmt.Sprint(i), 1))
			}); err != nil {
				t.Error(err)
			}
		})
	}
	require.Eventually(t, func() bool {
		return writing.Load() > 0 && int(waiting.Load()) == 3*onServer.writers
	}, time.Minute, time.Millisecond)
	return func() { close(held); all.Wait() }
}

func TestBusyWorld(t *testing.T) {
	s := openFile(t)
	end := busy(t, s)
	brief, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, s.Update(brief, "busy", func(store.Tx) error { return nil }),
		context.DeadlineExceeded, "a waiting writer can be canceled")
	end()
}

func TestNamesHaveNoPasswords(t *testing.T) {
	for at, want := range map[string]string{
		"postgres://ann:canary@db.example/box":                 "postgres://ann:xxxxx@db.example/box postgres://db.example/box",
		"postgresql://db.example/box?user=ann&password=canary": "postgresql://db.example/box postgresql://db.example/box",
		"/srv/box.db":        "/srv/box.db box.db",
		"sqlite:/srv/box.db": "/srv/box.db box.db",
	} {
		a, err := parseAddress(at)
		require.NoError(t, err)
		require.Equal(t, want, a.name+" "+a.place)
	}
}

func TestErrorsHaveNoPasswords(t *testing.T) {
	for _, at := range []string{"postgres://ann:canary@db.example:port/box", "mysql://ann:canary@db.example/box"} {
		_, err := Open(t.Context(), at)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "canary")
	}
	for _, query := range []string{"?user=ann&password=canary", "?password=canary&sslmode=some"} {
		_, err := Open(t.Context(), "postgres://127.0.0.1:1/box"+query)
		require.ErrorContains(t, err, "database postgres://127.0.0.1:1/box: ")
		require.NotContains(t, err.Error(), "canary")
	}
}
