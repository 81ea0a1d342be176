package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/store"
)

// keyKind is the kind of documents that remember calls by their keys.
const keyKind = "_key"

// keyLives is how long a call is remembered, in the time of the world.
const keyLives = 24 * time.Hour

// remembered is a call that has succeeded. One that failed had no effect, and can be
// repeated.
type remembered struct {
	Request  string          `json:"request"` // hash of it
	Response json.RawMessage `json:"response"`
	Time     time.Time       `json:"time"`
}

// Reserve makes the key of a call one of its caller and operation. Another call with the same
// key is refused until release is called.
func (e *Engine) Reserve(op *catalog.Operation, call *Call) (release func(), err error) {
	if call.Key == "" {
		return func() {}, nil
	}
	call.Key = hash(call.Caller, op.String(), call.Key)
	key := [2]string{call.World, call.Key}
	if _, busy := e.underWay.LoadOrStore(key, true); busy {
		return nil, &api.Problem{
			Status: http.StatusConflict, Title: "In progress", Detail: "a call with this key is under way; try again later",
			Header: http.Header{"Retry-After": {"1"}},
		}
	}
	return func() { e.underWay.Delete(key) }, nil
}

// repeated returns the response of the call that had the same key, and false if there was
// none.
func repeated(call *Call, tx store.Tx) (known bool, response json.RawMessage, err error) {
	doc, err := tx.Get(store.Key{Kind: keyKind, ID: call.Key})
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
		return true, nil, refused("this key was given with another request; a new call needs a new key")
	default:
		return true, was.Response, nil
	}
}

func remember(call *Call, tx store.Tx, response json.RawMessage) error {
	body, err := json.Marshal(remembered{hash(string(call.Request)), response, call.Now})
	if err != nil {
		return err
	}
	return store.InsertFor(tx, keyLives, call.Now, &store.Document{Key: store.Key{Kind: keyKind, ID: call.Key}, Body: body})
}

// hash returns a text from which nobody gets the others.
func hash(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write([]byte(text))
		h.Write([]byte{0xff})
	}
	return hex.EncodeToString(h.Sum(nil))
}
