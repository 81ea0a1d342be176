package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"example.com/opgen/sandbox/store"
)

// keyKind is the kind of documents that store calls by their idempotency keys.
const keyKind = "_key"

// keyLives is the lifetime of a key, in the time of the world.
const keyLives = 24 * time.Hour

// remembered is a successful call. A failed one had no effect and can be repeated.
type remembered struct {
	Request  string          `json:"request"` // hash of it
	Response json.RawMessage `json:"response"`
	Time     time.Time       `json:"time"`
}

// repeated returns the response of an earlier call with the same key, and false without one.
func (r *run) repeated() (known bool, response json.RawMessage, err error) {
	call, tx := r.call, r.tx
	doc, err := tx.Get(r.key())
	if errors.Is(err, store.ErrNotFound) {
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	var was remembered
	if err := json.Unmarshal(doc.Body, &was); err != nil {
		return false, nil, err
	}
	switch {
	case call.Now.Sub(was.Time) > keyLives:
		return false, nil, tx.Delete(doc.Key)
	case was.Request != hash(string(call.Request)):
		return true, nil, refused("the key was used with another request; use a new key for a new call")
	default:
		return true, was.Response, nil
	}
}

func (r *run) remember(response json.RawMessage) error {
	body, _ := json.Marshal(remembered{hash(string(r.call.Request)), response, r.call.Now}) // the response is JSON
	return store.InsertFor(r.tx, keyLives, r.call.Now, &store.Document{Key: r.key(), Body: body})
}

// key returns the key of the stored call. Callers and operations have separate keys.
func (r *run) key() store.Key {
	return store.Key{Kind: keyKind, ID: hash(r.call.Caller, r.op.catalog.String(), r.call.Key)}
}

// hash returns a hash of some texts.
func hash(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write([]byte(text))
		h.Write([]byte{0xff})
	}
	return hex.EncodeToString(h.Sum(nil))
}
