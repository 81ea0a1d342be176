package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"example.com/opgen/sandbox/store"
)

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
	k, err := t.kind(kind)
	if err != nil {
		return nil, err
	}
	key, _ := keyOf(id)
	doc, err := t.run.tx.Get(store.Key{Kind: kind, ID: key})
	if errors.Is(err, store.ErrNotFound) {
		return nil, none(k, nil)
	}
	if err != nil {
		return nil, err
	}
	return doc.Body, nil
}

// Create adds a document, whatever encodes as a JSON object, with the ids of its parents
// by their names. It returns the document with its id.
func (t *Tx) Create(kind string, document any, parents map[string]any) (json.RawMessage, error) {
	k, err := t.kind(kind)
	if err != nil {
		return nil, err
	}
	of, err := objectOf(document)
	if err != nil {
		return nil, err
	}
	refs, err := t.run.referAll(k, parents)
	if err != nil {
		return nil, err
	}
	doc, err := t.run.create(k, of, refs)
	if err != nil {
		return nil, err
	}
	return doc.Body, nil
}

func (t *Tx) kind(name string) (*kind, error) {
	if k := t.run.kinds[name]; k != nil {
		return k, nil
	}
	return nil, fmt.Errorf("the behaviour has no kind %q", name)
}

// objectOf returns what encodes as a JSON object.
func objectOf(v any) (map[string]any, error) {
	text, err := encode(v)
	if err != nil {
		return nil, err
	}
	decoded, err := decode(text)
	of, ok := decoded.(map[string]any)
	if err == nil && !ok {
		err = errors.New("a document is a JSON object")
	}
	return of, err
}
