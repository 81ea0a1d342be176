package engine

import (
	"encoding/json"
	"errors"
	"time"

	"example.com/opgen/sandbox/store"
)

// Func replaces the steps of an operation. It gets the settled request and returns the
// response, which is encoded as JSON. An error undoes its writes. It is called again if
// the commit fails and can be repeated.
type Func func(tx *Tx, request json.RawMessage) (response any, err error)

// Tx reads and writes the documents of the world of a call. A Func can return its errors
// unchanged, since they name the kind.
type Tx struct {
	Now    time.Time // of the world
	Caller string    // "" if the caller is unknown
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
func (t *Tx) Create(kind string, document map[string]any) error {
	return t.run.insert(kind, document)
}
