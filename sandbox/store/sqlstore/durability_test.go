package sqlstore_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/postgres"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/sqlstore"
)

var kills = flag.Int("kills", 10, "how often the tests of durability kill a process that writes")

// writerOf is set for a process that only writes.
const writerOf = "OPGEN_TEST_WRITER_OF"

func TestMain(m *testing.M) {
	if at := os.Getenv(writerOf); at != "" {
		fmt.Fprintln(os.Stderr, writeForEver(at))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeForEver writes until it is killed, from 50 goroutines, and prints the number of
// each write when it is acknowledged.
func writeForEver(at string) error {
	s, err := sqlstore.Open(context.Background(), at)
	if err != nil {
		return err
	}
	for range 50 {
		go func() {
			for {
				var number int64
				err := s.Update(context.Background(), "home", func(tx store.Tx) (err error) {
					number, err = tx.Next("writes")
					if err != nil {
						return err
					}
					return write(tx, number)
				})
				if err != nil { // it is not acknowledged, for example as the server is away
					time.Sleep(10 * time.Millisecond)
					continue
				}
				fmt.Printf("%d\n", number)
			}
		}()
	}
	select {}
}

// write makes two documents, and counts in a third.
func write(tx store.Tx, number int64) error {
	left := store.Key{Kind: "left", ID: fmt.Sprint(number)}
	if err := tx.Insert(&store.Document{Key: left, Body: json.RawMessage(`{}`), Values: []store.Value{{Field: "/n", Text: left.ID}}}); err != nil {
		return err
	}
	if err := tx.Insert(&store.Document{Key: store.Key{Kind: "right", ID: left.ID}, Parents: []store.Key{left}, Body: json.RawMessage(`{}`)}); err != nil {
		return err
	}
	sum, err := tx.Get(store.Key{Kind: "sum"})
	if err == store.ErrNotFound {
		return tx.Insert(&store.Document{Key: store.Key{Kind: "sum"}, Body: json.RawMessage(`1`)})
	}
	if err != nil {
		return err
	}
	var n int64
	if err := json.Unmarshal(sum.Body, &n); err != nil {
		return err
	}
	sum.Body = fmt.Append(nil, n+1)
	return tx.Update(sum)
}

// writer is a process that writes.
type writer struct {
	*exec.Cmd
	acknowledged chan []string
	first        chan struct{}
}

func startWriter(t *testing.T, at string) *writer {
	t.Helper()
	w := &writer{exec.Command(os.Args[0]), make(chan []string, 1), make(chan struct{})}
	w.Env = append(os.Environ(), writerOf+"="+at)
	w.Stderr = os.Stderr
	out, err := w.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, w.Start())
	go func() {
		var all []string
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n') // without its end, it is not printed yet
			if err != nil {
				w.acknowledged <- all
				return
			}
			if all = append(all, strings.TrimSpace(line)); len(all) == 1 {
				close(w.first)
			}
		}
	}()
	return w
}

// kill kills the process at a random moment, and returns what it had acknowledged.
func (w *writer) kill(t *testing.T) []string {
	t.Helper()
	select {
	case <-w.first:
	case <-time.After(time.Minute):
		t.Error("nothing is written")
	}
	time.Sleep(rand.N(60 * time.Millisecond))
	require.NoError(t, w.Process.Kill())
	all := <-w.acknowledged
	_ = w.Wait()
	return all
}

// checkWrites checks that all of some writes are there, and of each write all or nothing.
func checkWrites(t *testing.T, at string, acknowledged []string) {
	t.Helper()
	s := open(t, at)
	defer s.Close()
	require.NoError(t, s.View(t.Context(), "home", func(tx store.Tx) error {
		left, err := tx.Find(store.Query{Kind: "left", Order: "/n"})
		require.NoError(t, err)
		right, err := tx.Find(store.Query{Kind: "right"})
		require.NoError(t, err)
		require.Len(t, right, len(left), "half of a write")
		sum, err := tx.Get(store.Key{Kind: "sum"})
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(len(left)), string(sum.Body), "a lost update")
		there := map[string]bool{}
		for _, d := range left {
			there[d.ID] = true
		}
		for _, d := range right {
			require.True(t, there[d.ID], "half of write %s", d.ID)
		}
		for _, number := range acknowledged {
			require.True(t, there[number], "write %s was acknowledged, and is lost", number)
		}
		return nil
	}))
}

func TestDurabilitySQLite(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	at := filepath.Join(t.TempDir(), "sandbox.db")
	var acknowledged []string
	for range *kills {
		acknowledged = append(acknowledged, startWriter(t, at).kill(t)...)
		checkWrites(t, at, acknowledged)
	}
	t.Logf("%d kills, %d acknowledged writes", *kills, len(acknowledged))
}

// TestDurabilityPostgreSQL has two processes write to one database, and kills the server
// once too.
func TestDurabilityPostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	server := postgres.Start(t)
	at := server.Database(t)
	var acknowledged []string
	for i := range *kills {
		one, other := startWriter(t, at), startWriter(t, at)
		if i == 0 {
			<-one.first
			<-other.first // while it opens the database, it waits for the server only for seconds
			server.Kill(t)
			server.Run(t)
		}
		acknowledged = append(acknowledged, one.kill(t)...)
		acknowledged = append(acknowledged, other.kill(t)...)
		checkWrites(t, at, acknowledged)
	}
	t.Logf("%d kills, %d acknowledged writes", 2**kills+1, len(acknowledged))
}
