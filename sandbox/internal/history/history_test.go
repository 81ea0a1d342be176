package history

import (
	"context"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
)

// The checker accepts what a right store does, and finds a lost update and a stale read.
func TestCheckerFindsSeededFaults(t *testing.T) {
	for name, one := range map[string]struct {
		store store.Store
		wrong bool
	}{
		"right":       {new(memory.Store), false},
		"lost update": {&faulty{Store: new(memory.Store), loses: true}, true},
		"stale read":  {&faulty{Store: new(memory.Store), isStale: true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := simulator.Load("../../testdata/registers/operations.yaml",
				"../../testdata/registers/resources.yaml", simulator.Options{Store: one.store})
			require.NoError(t, err)
			defer s.Close()
			server := httptest.NewServer(s)
			defer server.Close()
			r := &Recorder{Calls: 2000, Seed: 1, Address: func(int) string { return server.URL }}
			histories, err := r.Record()
			require.NoError(t, err)
			require.Zero(t, r.Unknown.Load())
			found := histories.Anomalies()
			if one.wrong {
				require.NotEmpty(t, found)
				t.Logf("%d of %d registers are not linearizable", len(found), len(histories))
			} else {
				require.Empty(t, found)
			}
		})
	}
}

// faulty is a store with one of two faults, in one of fifty transactions.
type faulty struct {
	store.Store
	loses   bool // an update is of an earlier version of a register, so that a change of another call is lost
	isStale bool // a read returns an earlier version

	count   atomic.Int64
	mu      sync.Mutex
	earlier map[store.Key]*store.Document // before the last update
}

func (f *faulty) View(ctx context.Context, world string, view func(store.Tx) error) error {
	stale := f.isStale && f.count.Add(1)%50 == 0
	return f.Store.View(ctx, world, func(tx store.Tx) error { return view(&faultyTx{tx, f, stale}) })
}

func (f *faulty) Update(ctx context.Context, world string, update func(store.Tx) error) error {
	stale := f.loses && f.count.Add(1)%50 == 0
	return f.Store.Update(ctx, world, func(tx store.Tx) error { return update(&faultyTx{tx, f, stale}) })
}

// faultyTx remembers the version that an update replaces. If stale, it returns that.
type faultyTx struct {
	store.Tx
	*faulty
	stale bool
}

func (f *faultyTx) Get(k store.Key) (*store.Document, error) {
	doc, err := f.Tx.Get(k)
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.earlier[k]
	if err != nil || !f.stale || before == nil {
		return doc, err
	}
	before = before.Clone()
	before.Version = doc.Version
	return before, nil
}

func (f *faultyTx) Find(q store.Query) ([]*store.Document, error) {
	docs, err := f.Tx.Find(q)
	for i, doc := range docs {
		if docs[i], err = f.Get(doc.Key); err != nil {
			return nil, err
		}
	}
	return docs, err
}

func (f *faultyTx) Update(doc *store.Document) error {
	before, err := f.Tx.Get(doc.Key)
	if err != nil {
		return err
	}
	f.mu.Lock()
	if f.earlier == nil {
		f.earlier = map[store.Key]*store.Document{}
	}
	f.earlier[doc.Key] = before
	f.mu.Unlock()
	return f.Tx.Update(doc)
}
