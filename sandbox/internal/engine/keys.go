package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
}

// repeated returns the response of an earlier call with the same key, and false without one.
func (r *run) repeated() (known bool, response json.RawMessage, err error) {
	var was remembered
	known, err = store.Kept(r.tx, r.key(), r.call.Now, &was)
	if known && err == nil && was.Request != hash(string(r.call.Request)) {
		return true, nil, refused("the key was used with another request; use a new key for a new call")
	}
	return known, was.Response, err
}

func (r *run) remember(response json.RawMessage) error {
	body, _ := json.Marshal(remembered{hash(string(r.call.Request)), response}) // the response is JSON
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
