// Package store keeps the state of a sandbox: documents of several kinds, in worlds
// that know nothing of each other.
//
// A store knows no catalog. Whoever writes a document says by which values it can be
// found, and a store finds and orders by these alone.
package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// Store keeps documents. All methods can be called at the same time.
type Store interface {
	// View calls f with a transaction that reads one state of a world.
	View(ctx context.Context, world string, f func(Tx) error) error

	// Update calls f with a transaction. What f wrote is kept if it returns nil and the
	// commit succeeds: then it survives a crash. Otherwise nothing of it is kept. If
	// somebody else has changed meanwhile what f read, f is called again; it does
	// nothing that it should not do twice.
	Update(ctx context.Context, world string, f func(Tx) error) error

	// Copy replaces all of world to by what world from holds, with counters.
	Copy(ctx context.Context, from, to string) error

	// Drop deletes all of a world, with its counters.
	Drop(ctx context.Context, world string) error

	// Worlds returns the names of the worlds that hold anything, sorted.
	Worlds(ctx context.Context) ([]string, error)

	Close() error
}

// Tx reads and writes documents of one world. It is used by one goroutine at a time,
// and not after the func has returned that got it.
type Tx interface {
	// Get returns a document, ErrNotFound if there is none.
	Get(Key) (*Document, error)

	// Find returns the documents that a query describes, in its order.
	Find(Query) ([]*Document, error)

	// Count returns how many documents Find would return without After, Offset and Limit.
	Count(Query) (int, error)

	// Insert adds a document, and sets its Sequence, its Version to 1 and Changed. It is
	// ErrExists if there is one with this key, ErrNotFound if a parent is missing.
	Insert(*Document) error

	// Update replaces parents, values and body of a document, increments its Version and
	// sets Changed. It is ErrConflict if the stored document has another Version than this
	// one, and ErrNotFound if there is none or a parent is missing; Store.Update repeats its
	// func for a conflict, but not for ever.
	Update(*Document) error

	// Delete deletes a document, and with it those that have it as a parent, and so on.
	// It is ErrNotFound if there is none.
	Delete(Key) error

	// Next increments a counter of the world and returns it, from 1.
	Next(counter string) (int64, error)
}

// Key names a document within its world.
type Key struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// Document is a JSON object with its place. In JSON, it is as the administration shows it.
type Document struct {
	Key
	Parents  []Key           `json:"parents,omitempty"` // it is deleted with any of them: one for a part of another document, two for a link
	Values   []Value         `json:"-"`                 // by which it is found and ordered; several of one field are alternatives, and the smallest one orders
	Body     json.RawMessage `json:"body"`              // an object
	Sequence int64           `json:"-"`                 // grows with each insertion into the world
	Version  int64           `json:"version"`           // grows with each update of the document
	Changed  time.Time       `json:"changed"`           // when it was last written, for people who look at it
}

// Clone returns a document that shares nothing with d.
func (d *Document) Clone() *Document {
	c := *d
	c.Parents, c.Values, c.Body = slices.Clone(d.Parents), slices.Clone(d.Values), slices.Clone(d.Body)
	return &c
}

// CompareBy compares documents as a query orders them: by their smallest values of a field,
// if both have one, and then by Sequence.
func CompareBy(field string, a, b *Document) int {
	least := func(d *Document) (text string, lacks int) {
		lacks = 1
		for _, v := range d.Values {
			if v.Field == field && (lacks == 1 || v.Text < text) {
				text, lacks = v.Text, 0
			}
		}
		return text, lacks
	}
	av, alacks := least(a)
	bv, blacks := least(b)
	return cmp.Or(cmp.Compare(alacks, blacks), cmp.Compare(av, bv), cmp.Compare(a.Sequence, b.Sequence))
}

// Value is a value of a document that an index holds. Its text is chosen so that equal
// values have equal texts, and texts are ordered as values are. A store compares all of
// it, but may order texts by their first 500 bytes. Texts and keys are UTF-8.
type Value struct {
	Field string
	Text  string
}

// Query describes documents of one kind. All that is given holds for each of them.
type Query struct {
	Kind   string
	Where  []Value // it has each of these values
	Order  string  // field by whose values to order, "" by Sequence; what lacks it comes last, and equal values are in the order of Sequence
	After  int64   // of those in the order of Sequence, only the ones behind this; 0 is all
	Offset int
	Limit  int // 0 is no limit
}

// The errors of documents. Other errors are those of the place where a store keeps them.
var (
	ErrNotFound = errors.New("there is no such document")
	ErrExists   = errors.New("there is such a document already")
	ErrConflict = errors.New("the document has changed meanwhile")
	ErrReads    = errors.New("a transaction that reads cannot write")
	ErrFull     = errors.New("the disk is full")
)

// InsertFor adds a document that lives for a time from now on, with a value that says when it
// expires, and deletes some of its kind that have expired.
func InsertFor(tx Tx, lives time.Duration, now time.Time, doc *Document) error {
	const expires = "expires"
	text := func(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }
	oldest, err := tx.Find(Query{Kind: doc.Kind, Order: expires, Limit: 2})
	if err != nil {
		return err
	}
	for _, d := range oldest {
		if len(d.Values) == 1 && d.Values[0].Text < text(now) {
			if err := tx.Delete(d.Key); err != nil {
				return err
			}
		}
	}
	doc.Values = []Value{{Field: expires, Text: text(now.Add(lives))}}
	return tx.Insert(doc)
}
