package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/admin"
	"example.com/opgen/sandbox/internal/postgres"
)

var kills = flag.Int("kills", 10, "how often the tests of durability kill the sandboxes")

// Acknowledged changes survive kill -9, and no change is stored in part: of a sandbox with SQLite, and
// of two that share PostgreSQL, which is also killed once.
func TestDurabilityOverHTTP(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Run("SQLite", func(t *testing.T) { survive(t, filepath.Join(t.TempDir(), "sandbox.db"), 1, func() {}, func() {}) })
	t.Run("PostgreSQL", func(t *testing.T) {
		server := postgres.Start(t)
		survive(t, server.Database(t), 2, func() { server.Kill(t); server.Run(t) },
			func() { server.Settle(t) })
	})
}

// survive kills processes that write to a database, the first time after a crash of its server, and
// checks the documents once settle has returned.
func survive(t *testing.T, at string, processes int, crash, settle func()) {
	var all acknowledged
	for i := range *kills {
		var running []*started
		for range processes {
			running = append(running, process(t, at))
		}
		began := make(chan struct{})
		first := sync.OnceFunc(func() { close(began) })
		var writers sync.WaitGroup
		for i := range 50 {
			writers.Go(func() { all.write(running[i%processes], first) })
		}
		select {
		case <-began:
		case <-time.After(time.Minute):
			t.Error("no change is acknowledged")
		}
		time.Sleep(rand.N(150 * time.Millisecond))
		if i == 0 {
			crash()
		}
		for _, s := range running {
			require.NoError(t, s.Kill())
		}
		writers.Wait()
		for _, s := range running {
			<-s.ended
		}
		settle()
		all.check(t, at)
	}
	t.Logf("%d kills, %d acknowledged writes", *kills*processes, len(all.names)+len(all.roles))
}

// process starts a sandbox, which ends with the test.
func process(t *testing.T, at string) *started {
	t.Helper()
	s, err := launch(t.TempDir(), t.TempDir(), "--db", at)
	require.NoError(t, err)
	t.Cleanup(func() { s.Kill() })
	return s
}

// acknowledged has the changes that sandboxes have acknowledged.
type acknowledged struct {
	sync.Mutex
	names map[string]string // of contacts, by their ids
	roles map[string]bool   // contacts with a role
}

// write creates contacts with roles until the sandbox is gone. It calls done for each contact.
func (a *acknowledged) write(s *started, done func()) {
	for {
		name := fmt.Sprint("Name ", rand.Uint64())
		var made struct {
			ID string `json:"contact_id"`
		}
		if call(s, "new_contact", fmt.Sprintf(`{"name": %q, "addresses": [{"city": "a"}, {"city": "b"}], "phones": [{"phone": "555-0100"}]}`, name), &made) != nil {
			return
		}
		a.Lock()
		if a.names == nil {
			a.names, a.roles = map[string]string{}, map[string]bool{}
		}
		a.names[made.ID] = name
		a.Unlock()
		done()
		if call(s, "add_contact_to_role", fmt.Sprintf(`{"contact_id": %q}`, made.ID), new(any)) != nil {
			return
		}
		a.Lock()
		a.roles[made.ID] = true
		a.Unlock()
	}
}

// call calls an operation that must succeed.
func call(s *started, operation, body string, into any) error {
	response, err := http.Post(s.address+"/api/v2/contacts/"+operation, "application/json",
		bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: status %d: %s", operation, response.StatusCode, text)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// check checks that all acknowledged changes are stored, and no contact in part.
func (a *acknowledged) check(t *testing.T, at string) {
	t.Helper()
	s := process(t, at)
	type contact struct {
		Name                     string
		Addresses, Phones, Roles []any
	}
	there := map[string]contact{}
	const limit = 500
	for page := 1; ; page++ {
		var list struct {
			Data []struct {
				ID string
				contact
			}
		}
		require.NoError(t, call(s, "list_all_contacts", fmt.Sprintf(`{"limit": %d, "page": %d}`, limit, page), &list))
		for _, c := range list.Data {
			there[c.ID] = c.contact
		}
		if len(list.Data) < limit {
			break
		}
	}
	for id, name := range a.names {
		require.Equal(t, name, there[id].Name, "the acknowledged contact %s is lost", id)
		require.False(t, a.roles[id] && len(there[id].Roles) == 0,
			"the acknowledged role of %s is lost", id)
	}
	want := map[string]int{"contact": len(there)}
	for id, c := range there {
		if c.Name[:4] == "Name" {
			require.Equal(t, []int{2, 1}, []int{len(c.Addresses), len(c.Phones)}, "half of %s", id)
		}
		want["address"] += len(c.Addresses)
		want["phone"] += len(c.Phones)
		want["contact_role"] += len(c.Roles)
	}
	counts := stored(t, s)
	for kind, n := range want {
		require.Equal(t, n, counts[kind], "documents of the kind %s without a contact, or lost ones", kind)
	}
	require.NoError(t, s.Kill())
	<-s.ended
}

// stored returns the number of documents of each kind.
func stored(t *testing.T, s *started) map[string]int {
	t.Helper()
	var all struct {
		Kinds []struct {
			Kind  string
			Count int
		}
	}
	require.NoError(t, json.Unmarshal(administer(t, s, http.MethodGet, "documents", ""), &all))
	counts := map[string]int{}
	for _, k := range all.Kinds {
		counts[k.Kind] = k.Count
	}
	return counts
}

// administer sends a request to the administration, and returns the body of its response, nil if the
// sandbox is gone.
func administer(t *testing.T, s *started, method, name, body string) []byte {
	t.Helper()
	r, err := http.NewRequest(method, s.address+admin.Prefix+name, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil
	}
	return text
}

// A world whose reset, snapshot or restore is killed has the old content or the new one, and never a
// part.
func TestKilledReplacements(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1000
	folder := t.TempDir()
	seeds := filepath.Join(folder, "seeds.yaml")
	var text strings.Builder
	text.WriteString("contact:\n")
	for i := range n {
		fmt.Fprintf(&text, "- {name: Example %d, phones: [{phone: 555-0100}]}\n", i)
	}
	require.NoError(t, os.WriteFile(seeds, []byte(text.String()), 0o600))
	open := func() *started {
		s, err := launch(folder, folder, "--db", filepath.Join(folder, "sandbox.db"), "--seeds", seeds)
		require.NoError(t, err)
		t.Cleanup(func() { s.Kill() })
		return s
	}
	requests := []struct{ name, body string }{
		{"snapshot", `{"name":"a"}`}, {"restore", `{"name":"a"}`}, {"reset", ""},
	}
	changed := 0
	for i := range *kills {
		s := open()
		add := call(s, "new_contact", `{"name": "Another", "addresses": [{"city": "a"}]}`, new(any))
		require.NoError(t, add)
		before := stored(t, s)
		require.Equal(t, n, before["phone"])
		go func() {
			for {
				for _, r := range requests {
					if administer(t, s, http.MethodPost, r.name, r.body) == nil {
						return
					}
				}
			}
		}()
		time.Sleep(rand.N(time.Duration(i+1) * 200 * time.Millisecond))
		require.NoError(t, s.Kill())
		<-s.ended

		s = open()
		after := stored(t, s)
		require.Equal(t, n, after["phone"], "after %d kills", i+1)
		require.Equal(t, after["contact"]-n, after["address"], "after %d kills", i+1)
		if after["contact"] != before["contact"] {
			changed++
		}
		require.NoError(t, s.Kill())
		<-s.ended
	}
	t.Logf("%d kills, %d of them after a change", *kills, changed)
}
