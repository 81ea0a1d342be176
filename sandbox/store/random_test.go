package store_test

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
	worlds   = []string{home, "b", "a/b", "never was"} // only the last one is never written
	kinds    = []string{"contact", "phone", "link"}
	ids      = []string{"1", "2", "10", "é", "\x00", "\x01", "ä b'\"%_?$1", strings.Repeat("long", 1000), strings.Repeat("long", 1000) + "er"}
	fields   = []string{"/name", "/born", "/x~1y"}
	texts    = []string{"", "a", "a\x00", "a\x01", "a\x02", "ab", "B", "ß", "\U0001F600", "\uffff", strings.Repeat("m", 5000), strings.Repeat("m", 5000) + "n"}
	counters = []string{"contact", "\x00"}
)

var seed = flag.Uint64("seed", 1, "of the random transactions")

var errAbort = errors.New("the test aborts the transaction")

// random applies the same transactions to a store and to one in memory, and compares.
func random(t *testing.T, s store.Store) {
	r := rand.New(rand.NewPCG(*seed, 0))
	model := new(memory.Store)
	for range 400 {
		name, other := pick(r, worlds[:3]), pick(r, worlds)
		switch r.IntN(15) {
		case 0:
			c := randomContent(r, other)
			require.Equal(t, c.replace(t, model, name), c.replace(t, s, name))
		case 1:
			require.NoError(t, errors.Join(s.Drop(t.Context(), other), model.Drop(t.Context(), other)))
		}
		var steps []step
		for range 1 + r.IntN(6) {
			steps = append(steps, randomStep(r))
		}
		var want error
		if r.IntN(5) == 0 {
			want = errAbort
		}
		err := s.Update(t.Context(), name, func(tx store.Tx) error {
			return model.Update(t.Context(), name, func(same store.Tx) error {
				for _, step := range steps {
					require.Equal(t, step(same), step(tx))
				}
				return want
			})
		})
		require.ErrorIs(t, err, want)
		require.NoError(t, s.View(t.Context(), name, func(tx store.Tx) error {
			return model.View(t.Context(), name, func(same store.Tx) error {
				for _, kind := range kinds {
					all := find(store.Query{Kind: kind})
					require.Equal(t, all(same), all(tx))
				}
				return nil
			})
		}))
	}
	want, err := model.Worlds(t.Context())
	require.NoError(t, err)
	got, err := s.Worlds(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// content is a content for a world, with the steps and the result of its func.
type content struct {
	store.Content
	steps []step
	fails bool
}

// randomContent returns a content, usually from another world.
func randomContent(r *rand.Rand, from string) *content {
	c := &content{store.Content{From: from, New: r.IntN(4) == 0}, nil, r.IntN(4) == 0}
	if r.IntN(4) == 0 {
		c.From = ""
	}
	for range r.IntN(6) {
		c.steps = append(c.steps, randomStep(r))
	}
	return c
}

// replace replaces a world in a store, and describes what happens.
func (c *content) replace(t *testing.T, s store.Store, world string) []string {
	var results []string
	by := c.Content
	by.Fill = func(tx store.Tx) error {
		results = nil
		for _, step := range c.steps {
			results = append(results, step(tx))
		}
		if c.fails {
			return errAbort
		}
		return nil
	}
	err := s.Replace(t.Context(), world, by)
	return append(results, fmt.Sprint(err))
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// step executes an operation in a transaction, and describes its result.
type step func(store.Tx) string

func randomStep(r *rand.Rand) step {
	made := document(r)
	switch r.IntN(10) {
	case 0, 1, 2, 3:
		return func(tx store.Tx) string {
			d := made.Clone()
			return describe(tx.Insert(d), d)
		}
	case 4, 5:
		stale := int64(r.IntN(4) / 3)
		return func(tx store.Tx) string {
			d := made.Clone()
			if old, err := tx.Get(d.Key); err == nil {
				d.Version = old.Version - stale
			}
			return describe(tx.Update(d), d)
		}
	case 6:
		return func(tx store.Tx) string { return describe(tx.Delete(made.Key)) }
	case 7:
		counter := pick(r, counters)
		return func(tx store.Tx) string {
			n, err := tx.Next(counter)
			return fmt.Sprint(n, describe(err))
		}
	default:
		return randomFind(r)
	}
}

// randomFind returns a step that finds documents, usually by values of a known one.
func randomFind(r *rand.Rand) step {
	q := store.Query{Kind: pick(r, kinds), Where: document(r).Values, Offset: max(0, r.IntN(6)-3), Limit: r.IntN(6)}
	if r.IntN(2) == 0 {
		q.Order = pick(r, fields)
	}
	n, values, after := r.IntN(100), r.IntN(4), r.IntN(4) == 0
	chooses := r.IntN(4) == 0
	return func(tx store.Tx) string {
		q := q
		all, _ := tx.Find(store.Query{Kind: q.Kind})
		if len(all) > 0 {
			q.Where = all[n%len(all)].Values
		}
		q.Where = q.Where[:min(values, len(q.Where))]
		words := short.Replace(fmt.Sprintf("%+v", q.Where))
		if after && len(all) > 0 {
			q.After = all[n/10%len(all)].Sequence
		}
		var refused error
		if chooses {
			holds := func(text string) bool { return strings.ContainsAny(text, "mB\x00") }
			q.Among, refused = tx.Holding(q.Kind, "/name", "", holds)
		}
		found, err := tx.Find(q)
		count, wrong := tx.Count(q)
		return fmt.Sprintln(words, "of", count) + describe(errors.Join(refused, err, wrong), found...)
	}
}

func find(q store.Query) step {
	return func(tx store.Tx) string {
		found, err := tx.Find(q)
		return describe(err, found...)
	}
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

// describe describes an error and documents, except for differences between stores.
func describe(err error, documents ...*store.Document) string {
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
		fmt.Fprintf(&b, "%q version %d of %q with %q: %s\n", d.Key, d.Version, d.Parents, d.Values,
			d.Body)
	}
	return short.Replace(b.String())
}

// short keeps what tests print readable.
var short = strings.NewReplacer(ids[len(ids)-2], "<a long id>", texts[len(texts)-2], "<a long text>")
