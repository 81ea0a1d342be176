package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"example.com/opgen/sandbox/store"
)

// A call with an idempotency key is stored in its own transaction, so that the effect and the
// response are kept together or not at all. Two calls with the same key at the same time are not
// special: writes of a world are serial, and the second one finds what the first one has stored.

// keyKind is the kind of documents that store calls by their idempotency keys.
const keyKind = "_key"

// keyLives is the lifetime of a key, in the time of the world.
const keyLives = 24 * time.Hour

// remembered is a successful call. A failed one had no effect and can be repeated.
type remembered struct {
	Request  string          `json:"request"` // hash of it
	Response json.RawMessage `json:"response"`
	Siblings json.RawMessage `json:"siblings,omitempty"`
}

// repeated returns the response of an earlier call with the same key, and false without one.
func (r *run) repeated() (isRepeated bool, response Response, err error) {
	var earlier remembered
	isRepeated, err = store.Kept(r.tx, r.key(), r.call.Now, &earlier)
	if err != nil || !isRepeated {
		return isRepeated, response, err
	}
	if earlier.Request != hash(string(r.call.Request)) {
		const text = "the key was used with another request; use a new key for a new call"
		return true, response, refused(text)
	}
	return true, Response{earlier.Response, earlier.Siblings}, nil
}

// remember stores the response of the call.
func (r *run) remember(response Response) error {
	stored := remembered{hash(string(r.call.Request)), response.JSON, response.Siblings}
	body, _ := json.Marshal(stored) // the response is JSON
	doc := &store.Document{Key: r.key(), Body: body}
	return store.InsertFor(r.tx, keyLives, r.call.Now, doc)
}

// key returns the key of the stored call. Callers and operations have separate keys.
func (r *run) key() store.Key {
	return store.Key{Kind: keyKind, ID: hash(r.call.Caller, r.op.catalog.String(), r.call.Key)}
}

// hash returns a hash of some texts. Each ends with a byte that is not in UTF-8, so that "ab", "c"
// and "a", "bc" differ.
func hash(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write([]byte(text))
		h.Write([]byte{0xff})
	}
	return hex.EncodeToString(h.Sum(nil))
}
