package storetest

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
)

// The parts of random transactions, few of each, so that they collide.
var (
	worlds   = []string{"a", "b", "a/b"}
	kinds    = []string{"contact", "phone", "link"}
	ids      = []string{"1", "2", "10", "é", "\x00", "\x01", "ä b'\"%_?$1", strings.Repeat("long", 1000), strings.Repeat("long", 1000) + "er"}
	fields   = []string{"/name", "/born", "/x~1y"}
	texts    = []string{"", "a", "a\x00", "a\x01", "a\x02", "ab", "B", "ß", "\U0001F600", "\uffff", strings.Repeat("m", 5000), strings.Repeat("m", 5000) + "n"}
	counters = []string{"contact", "\x00"}
	unknown  = "never was" // a world to copy or to drop
)

var seed = flag.Uint64("seed", 1, "of the random transactions")

var errAbort = errors.New("the test aborts the transaction")

// random applies the same transactions to a store and to one in memory, and compares.
func random(t *testing.T, s store.Store) {
	rounds := 200
	if !testing.Short() {
		rounds = 400
	}
	r := rand.New(rand.NewPCG(*seed, 0))
	model := new(memory.Store)
	for range rounds {
		name, other := pick(r, worlds), pick(r, append(worlds, unknown))
		switch r.IntN(15) {
		case 0:
			require.NoError(t, errors.Join(s.Copy(t.Context(), other, name), model.Copy(t.Context(), other, name)))
		case 1:
			require.NoError(t, errors.Join(s.Drop(t.Context(), other), model.Drop(t.Context(), other)))
		default:
			steps := program(r, known(t, model, name))
			abort := r.IntN(5) == 0
			err := s.Update(t.Context(), name, func(tx store.Tx) error {
				return model.Update(t.Context(), name, func(same store.Tx) error {
					for _, step := range steps {
						require.Equal(t, step(same), step(tx))
					}
					if abort {
						return errAbort
					}
					return nil
				})
			})
			if !abort {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, errAbort)
			}
		}
		all := known(t, model, name)
		queries := []step{get(key("contact", "1")), find(query(r, all)), find(query(r, all)), count(query(r, all)), find(store.Query{Kind: pick(r, kinds)})}
		view(t, s, name, func(tx store.Tx) {
			view(t, model, name, func(same store.Tx) {
				for _, q := range queries {
					require.Equal(t, q(same), q(tx))
				}
			})
		})
	}
	want, err := model.Worlds(t.Context())
	require.NoError(t, err)
	got, err := s.Worlds(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// known returns the documents of a world.
func known(t *testing.T, s store.Store, world string) (all []*store.Document) {
	view(t, s, world, func(tx store.Tx) {
		for _, kind := range kinds {
			some, err := tx.Find(store.Query{Kind: kind})
			require.NoError(t, err)
			all = append(all, some...)
		}
	})
	return all
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// step executes an operation in a transaction, and describes its result.
type step func(store.Tx) string

// program returns steps for a world with some documents.
func program(r *rand.Rand, all []*store.Document) []step {
	steps := make([]step, 1+r.IntN(6))
	for i := range steps {
		d := document(r)
		switch r.IntN(10) {
		case 0, 1, 2, 3:
			steps[i] = func(tx store.Tx) string {
				d := d.Clone()
				return tell(tx.Insert(d), d)
			}
		case 4, 5:
			stale := int64(0)
			if r.IntN(4) == 0 {
				stale = 1
			}
			steps[i] = func(tx store.Tx) string {
				d := d.Clone()
				if old, err := tx.Get(d.Key); err == nil {
					d.Version = old.Version - stale
				}
				return tell(tx.Update(d), d)
			}
		case 6:
			steps[i] = func(tx store.Tx) string { return tell(tx.Delete(d.Key)) }
		case 7:
			counter := pick(r, counters)
			steps[i] = func(tx store.Tx) string {
				n, err := tx.Next(counter)
				return fmt.Sprint(n, tell(err))
			}
		case 8:
			steps[i] = count(query(r, all))
		default:
			steps[i] = find(query(r, all))
		}
	}
	return steps
}

func get(k store.Key) step {
	return func(tx store.Tx) string {
		d, err := tx.Get(k)
		return tell(err, d)
	}
}

func find(q store.Query) step {
	return func(tx store.Tx) string {
		found, err := tx.Find(after(tx, q))
		last := int64(0)
		for _, d := range found {
			if q.Order == "" && d.Sequence <= last {
				return fmt.Sprintf("the sequence %d follows on %d", d.Sequence, last)
			}
			last = d.Sequence
		}
		return short.Replace(fmt.Sprintf("%+v\n", q)) + tell(err, found...)
	}
}

func count(q store.Query) step {
	return func(tx store.Tx) string {
		n, err := tx.Count(q)
		return fmt.Sprint(n, tell(err))
	}
}

// after replaces After, which is the position of a document of the kind, by its sequence.
func after(tx store.Tx, q store.Query) store.Query {
	if q.After > 0 {
		nth, err := tx.Find(store.Query{Kind: q.Kind, Offset: int(q.After) - 1, Limit: 1})
		if q.After = 0; err == nil && len(nth) == 1 {
			q.After = nth[0].Sequence
		}
	}
	return q
}

func document(r *rand.Rand) *store.Document {
	d := &store.Document{
		Key:  store.Key{Kind: pick(r, kinds), ID: pick(r, ids)},
		Body: json.RawMessage(fmt.Sprintf(`{"n": %d, "text": "\u0000é"}`, r.IntN(1000))),
	}
	if d.Kind != kinds[0] {
		for range r.IntN(3) {
			d.Parents = append(d.Parents, store.Key{Kind: pick(r, kinds), ID: pick(r, ids)})
		}
	}
	for range r.IntN(5) {
		d.Values = append(d.Values, store.Value{Field: pick(r, fields), Text: pick(r, texts)})
	}
	return d
}

// query returns a query, usually for values of one of some documents.
func query(r *rand.Rand, all []*store.Document) store.Query {
	q := store.Query{Kind: pick(r, kinds), Offset: max(0, r.IntN(6)-3), Limit: r.IntN(6)}
	if r.IntN(2) == 0 {
		q.Order = pick(r, fields)
	}
	if r.IntN(4) == 0 {
		q.After = r.Int64N(6)
	}
	d := document(r)
	if len(all) > 0 && r.IntN(5) > 0 {
		d = pick(r, all)
		q.Kind = d.Kind
	}
	for i := range min(len(d.Values), max(0, r.IntN(5)-1)) {
		q.Where = append(q.Where, d.Values[i])
	}
	return q
}

// tell describes an error and documents, except for differences between stores.
func tell(err error, documents ...*store.Document) string {
	for _, known := range []error{store.ErrNotFound, store.ErrExists, store.ErrConflict} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, d := range documents {
		fmt.Fprintf(&b, "%q version %d of %q with %q: %s\n", d.Key, d.Version, d.Parents, d.Values, d.Body)
	}
	return short.Replace(b.String())
}

// short keeps what tests print readable.
var short = strings.NewReplacer(ids[len(ids)-2], "<a long id>", texts[len(texts)-2], "<a long text>")
