// Package store defines the storage of a sandbox: documents of several kinds in independent
// worlds.
//
// A store does not know the catalog. It finds and orders documents by the values that their
// writer sets.
package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"example.com/opgen/api"
)

// Store stores documents. Its methods may be called concurrently.
type Store interface {
	// View calls f with a transaction that reads one state of a world.
	View(ctx context.Context, world string, f func(Tx) error) error

	// Update calls f with a transaction. If f returns nil and the commit succeeds, its writes
	// survive a crash; otherwise they are undone. If another transaction failed together with
	// this one, f is called again, so it must not have other effects.
	Update(ctx context.Context, world string, f func(Tx) error) error

	// Replace gives a world another content, at once for all others: those who read or write the
	// world meanwhile have the old one, and what they write is gone with it. Unlike Update, it
	// does not hold up the writers of other worlds, however large the content is. If it fails, or
	// the process ends before it returns, the world has the old content.
	Replace(ctx context.Context, world string, by Content) error

	// Drop deletes a world with its counters.
	Drop(ctx context.Context, world string) error

	// Worlds returns the sorted names of worlds with documents or counters.
	Worlds(ctx context.Context) ([]string, error)

	Close() error
}

// Content describes the content of a world, see [Store.Replace]. That of the zero Content is empty.
type Content struct {
	From string         // a world to begin with a copy of, with counters; "" for none
	Fill func(Tx) error // writes the rest; called again as that of Update; nil for nothing
	New  bool           // the result is ErrWorldExists if the world has documents or counters
}

// Tx reads and writes documents of one world. It must not be used concurrently, or after the
// func that got it has returned.
type Tx interface {
	// Get returns a document, ErrNotFound if there is none.
	Get(Key) (*Document, error)

	// Find returns the documents that a query describes, in its order.
	Find(Query) ([]*Document, error)

	// Count returns the number of documents that Find returns without After, Offset and Limit.
	Count(Query) (int, error)

	// Holding returns the sequences, for [Query.Among], of the documents of a kind with a value of
	// a field for which holds returns true. That must be false for texts that do not contain part,
	// ignoring case, so that a database need not return them. The list is not nil.
	Holding(kind, field, part string, holds func(text string) bool) ([]int64, error)
	// Insert adds a document, and sets its Sequence, its Version to 1 and Changed. It is
	// ErrExists if there is one with this key, ErrNotFound if a parent is missing.
	Insert(*Document) error

	// Update replaces parents, values and body of a document, increments its Version and sets
	// Changed. It is ErrConflict if the stored document has another Version, and ErrNotFound if
	// it or a parent is missing.
	Update(*Document) error

	// Delete deletes a document, its children, their children and so on.
	// It is ErrNotFound if there is none.
	Delete(Key) error

	// Next increments a counter of the world and returns it, from 1.
	Next(counter string) (int64, error)
}

// Reading is a transaction that refuses to write.
type Reading struct{ Tx }

// Insert is [Tx.Insert].
func (Reading) Insert(*Document) error { return ErrReads }

// Update is [Tx.Update].
func (Reading) Update(*Document) error { return ErrReads }

// Delete is [Tx.Delete].
func (Reading) Delete(Key) error { return ErrReads }

// Next is [Tx.Next].
func (Reading) Next(string) (int64, error) { return 0, ErrReads }

// Key names a document within its world.
type Key struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// Document is a stored JSON object. Its JSON form is that of the administration.
type Document struct {
	Key
	Parents []Key `json:"parents,omitempty"` // deleting any of them deletes the document

	// Values are for queries. Several of one field are alternatives, and the smallest orders.
	Values []Value `json:"-"`

	Body     json.RawMessage `json:"body"`    // an object
	Sequence int64           `json:"-"`       // grows with each insertion into the world
	Version  int64           `json:"version"` // grows with each update of the document
	Changed  time.Time       `json:"changed"` // when it was last written
}

// Clone returns a deep copy of d.
func (d *Document) Clone() *Document {
	c := *d
	c.Parents = slices.Clone(d.Parents)
	c.Values = slices.Clone(d.Values)
	c.Body = slices.Clone(d.Body)
	return &c
}

// CompareBy compares documents in the order of a query: by their smallest values of a field,
// documents without one last, and then by Sequence.
func CompareBy(field string, a, b *Document) int {
	av, aHas := a.least(field)
	bv, bHas := b.least(field)
	if aHas != bHas {
		if aHas {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(av, bv), cmp.Compare(a.Sequence, b.Sequence))
}

// least returns the smallest text of a field, and false if the document has none.
func (d *Document) least(field string) (text string, has bool) {
	for _, v := range d.Values {
		if v.Field == field && (!has || v.Text < text) {
			text, has = v.Text, true
		}
	}
	return text, has
}

// Value is a value of a document in an index. Equal values have equal texts, and texts are
// ordered as values. A store compares whole texts, but may order by their first 500 bytes. Texts
// and keys are UTF-8.
type Value struct {
	Field string
	Text  string
}

// Query selects documents of one kind.
type Query struct {
	Kind string

	// Documents have all of these values. Databases begin with the first one, so the rarest
	// should be first.
	Where  []Value
	Order  string // field to order by, see CompareBy; "" orders by Sequence
	After  int64  // with the order of Sequence, only documents after this one; 0 is all
	Offset int
	Limit  int // 0 is no limit

	// Among are the sequences of the documents to choose from, in ascending order. Nil is all.
	Among []int64
}

// The errors of documents. Other errors are those of the database.
var (
	ErrNotFound = errors.New("there is no such document")
	ErrExists   = errors.New("there is such a document already")
	ErrConflict = errors.New("the document was changed concurrently")
	ErrReads    = errors.New("a read-only transaction cannot write")
)

// ErrWorldExists is the error of a world that exists, although it must be new.
var ErrWorldExists = errors.New("there is such a world already")

// ErrFull is the error of a Store that undid its writes because the disk is full.
var ErrFull = &api.Problem{
	Status: http.StatusInsufficientStorage, Title: "The disk is full",
	Detail: "nothing of this call was stored: free space and repeat it",
}

// expires is the field with the time at which a document expires, and hasExpired compares it.
const expires = "expires"

// hasExpired reports whether a document that expires has done so.
func hasExpired(d *Document, now time.Time) bool {
	return len(d.Values) == 1 && d.Values[0].Text <= ordered(now)
}

// ordered returns a text for a time, ordered as times, and one text for all after the year 9999.
func ordered(t time.Time) string {
	t = t.UTC()
	if t.Year() > 9999 {
		return "9999-12-31T24"
	}
	return t.Format("2006-01-02T15:04:05.000000000Z")
}

// Kept decodes the document that [InsertFor] has added with a key, and reports whether there is one
// that has not expired.
func Kept(tx Tx, k Key, now time.Time, into any) (bool, error) {
	doc, err := tx.Get(k)
	switch {
	case errors.Is(err, ErrNotFound):
		return false, nil
	case err != nil:
		return false, err
	case hasExpired(doc, now):
		return false, nil
	}
	return true, json.Unmarshal(doc.Body, into)
}

// InsertFor adds a document that expires after a time, or replaces an expired one, and deletes some
// expired ones of its kind.
func InsertFor(tx Tx, lives time.Duration, now time.Time, doc *Document) error {
	oldest, err := tx.Find(Query{Kind: doc.Kind, Order: expires, Limit: 2})
	if err != nil {
		return err
	}
	for _, d := range oldest {
		if hasExpired(d, now) {
			if err := tx.Delete(d.Key); err != nil {
				return err
			}
		}
	}
	doc.Values = []Value{{Field: expires, Text: ordered(now.Add(lives))}}
	err = tx.Insert(doc)
	if !errors.Is(err, ErrExists) {
		return err
	}
	if err := tx.Delete(doc.Key); err != nil {
		return err
	}
	return tx.Insert(doc)
}
