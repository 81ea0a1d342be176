package engine

import (
	"encoding/json"
	"errors"
	"time"

	"example.com/opgen/sandbox/store"
)

// Func does in Go what a behaviour cannot say. It gets the settled request of an
// operation, and returns the response, which is encoded as JSON. An error undoes what it
// wrote. It can be called again if another call has changed meanwhile what it read.
type Func func(tx *Tx, request json.RawMessage) (response any, err error)

// Tx is what a Func reads and writes: the documents of the world of its call. Errors name
// the kind, and can be returned as they are.
type Tx struct {
	Now    time.Time // of the world
	Caller string    // "" if nobody knows who calls
	run    *run
}

// Get returns the document of a kind with an id, a string or a number. It is an
// [*api.Problem] with status 404 if there is none.
func (t *Tx) Get(kind string, id any) (json.RawMessage, error) {
	key, _ := keyOf(id)
	doc, err := t.run.tx.Get(store.Key{Kind: kind, ID: key})
	if errors.Is(err, store.ErrNotFound) {
		return nil, noSuch(kind, "there is no such "+kind)
	}
	if err != nil {
		return nil, err
	}
	return doc.Body, nil
}

// Create adds a document, as [Engine.Insert] does, and sets its id.
func (t *Tx) Create(kind string, document map[string]any) error { return t.run.insert(kind, document) }
