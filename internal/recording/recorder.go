package recording

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
)

// This file writes recordings. What is personal must not be in them, so keys are hashed with a
// secret of the recording until several bodies have had them: the name of a field is in many
// bodies, and the name of a person used as a key is in few.

// The version of the format, and its bounds.
const (
	version   = 1
	minBodies = 5       // the number of bodies with a key after which it is named
	maxLine   = 4 << 20 // bytes of a line
)

// Recorder writes a recording. It is safe for concurrent use.
type Recorder struct {
	w            io.Writer
	failed       func(error)
	wantedPlaces map[string][][]string // pointers to values to keep, by operation; "" is every operation
	hides        func(key string) bool // see HideUnknown

	mu       sync.Mutex
	err      error
	secret   []byte         // the key of the hashes that are written; it is never written itself
	seed     maphash.Seed   // of the other hashes
	counts   map[uint64]int // the number of bodies with a key; not more keys than nodes
	bodies   node           // has a member for the bodies of each operation and side
	nodes    int
	newNames map[string]string // hashes to name in the next line
}

// ParsePlace parses a place of values to keep, see [New]. It returns the operation, "" for every
// one, and the parts of the pointer.
func ParsePlace(text string) (operation string, parts []string, err error) {
	operation, _, ok := strings.Cut(text, "/")
	if !ok {
		return "", nil, fmt.Errorf("%q is not a JSON pointer; write one like /contacts/*/type, "+
			"or claims.get_claim/status", text)
	}
	return operation, jsonpointer.Names(text), nil
}

// New starts a recording and writes its header. Each line is one Write. New returns an error if
// a place is invalid or the writer fails.
//
// The recorder keeps the values at places, at most 1,000 different ones of up to 256 bytes at
// each. A place is a JSON pointer into whole bodies of requests and responses, with * for the
// items of an array and for any member: "/contacts/*/type". With an operation in front, as in
// "contacts.get_contact/type", it applies only to the bodies of that operation. Sensitive
// values are never kept.
func New(w io.Writer, places ...string) (*Recorder, error) {
	if w == nil {
		return nil, errors.New("the writer is nil")
	}
	r := &Recorder{
		w:            w,
		failed:       func(error) {},
		wantedPlaces: map[string][][]string{},
		hides:        func(string) bool { return false },
		secret:       make([]byte, 32),
		seed:         maphash.MakeSeed(),
		counts:       map[uint64]int{},
		newNames:     map[string]string{},
	}
	rand.Read(r.secret)
	for _, place := range places {
		operation, parts, err := ParsePlace(place)
		if err != nil {
			return nil, err
		}
		r.wantedPlaces[operation] = append(r.wantedPlaces[operation], parts)
	}
	today := time.Now().UTC().Format(time.DateOnly)
	h := header{Opgen: "recording", Version: version, ID: rand.Text(), Day: today}
	return r, r.write(line(h))
}

// OnError sets a function that gets the first error of the writer, before the first call of
// Add. Nothing is written after an error.
func (r *Recorder) OnError(f func(error)) { r.failed = f }

// HideUnknown sets a function that reports whether values in a member with a key are not
// kept, before the first call of Add. It is called for members that are not described, which
// may be sensitive, too.
func (r *Recorder) HideUnknown(hides func(key string) bool) { r.hides = hides }

// header is the first line of a recording.
type header struct {
	Opgen   string `json:"opgen"`
	Version int    `json:"version"`
	ID      string `json:"id"`
	Day     string `json:"day"`
}

// Bodies is the knowledge of the bodies of an operation. It may be nil.
type Bodies struct {
	Request, Response redact.Place

	Success string // the member of the response that reports success; "" means "success"
	Value   string // the JSON of its value in a success; "" means true
}

// Call is a call with a response.
type Call struct {
	Operation         string // "contacts.get_contact"
	Bodies            *Bodies
	Request, Response []byte // complete and decompressed; blank means no body
	Status            int
	Unreadable        string // why Response cannot be read, as in [Exchange], or ""
	RequestUnreadable string // why Request cannot be read, or ""
}

// Reasons why a body has no shape.
const (
	TooLarge = "too large"
	CutOff   = "cut off"
)

// CodingIn returns the content coding in a header, as the reason why a response cannot be read.
// It does not repeat unknown codings.
func CodingIn(header string) string {
	coding := strings.ToLower(strings.TrimSpace(header))
	if slices.Contains(knownCodings, coding) {
		return coding
	}
	return "unknown coding"
}

// knownCodings are the content codings that are named in recordings.
var knownCodings = []string{"br", "compress", "deflate", "gzip", "zstd"}

// Add records a call. It does not keep the bodies. The function of [Recorder.OnError] gets
// the first error of the writer, and [Recorder.Err] returns it. Add returns the reason why a
// body has no shape, as in [Exchange], or "".
func (r *Recorder) Add(c Call) (unreadable string) {
	unreadable, err := r.add(c)
	if err != nil {
		r.failed(err)
	}
	return unreadable
}

// add is [Recorder.Add] without the report of the error. It returns an error only if it is the
// first one; the recorder writes nothing after it.
func (r *Recorder) add(c Call) (unreadable string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return "", nil
	}
	bodies := cmp.Or(c.Bodies, new(Bodies))
	x := Exchange{Operation: c.Operation, Status: c.Status, Unreadable: c.Unreadable}
	reason := ""
	wantedPlaces := append(slices.Clip(r.wantedPlaces[""]), r.wantedPlaces[c.Operation]...)
	request := scan{recorder: r, wantedPlaces: wantedPlaces}
	x.Request, reason = request.body(c.Request, bodies.Request, r.place(c.Operation, "request"))
	if cmp.Or(reason, c.RequestUnreadable) != "" && x.Unreadable == "" {
		x.Unreadable = "request: " + cmp.Or(reason, c.RequestUnreadable)
	}
	sameStatus := r.place(c.Operation, fmt.Sprint("requests of ", c.Status))
	x.Requests = sameStatus.ordinal(maphash.Bytes(r.seed, c.Request))
	if c.Unreadable == "" {
		response := scan{
			recorder:     r,
			wantedPlaces: wantedPlaces,
			success:      cmp.Or(bodies.Success, "success"),
			value:        bodies.Value,
		}
		x.Response, reason = response.body(c.Response, bodies.Response, r.place(c.Operation, "response"))
		if reason != "" {
			x.Unreadable = reason
		}
		x.Success = response.succeeded
	}
	text := line(x)
	if len(text) > maxLine {
		x.Request, x.Response, x.Unreadable = nil, nil, TooLarge
		text = line(x)
	}
	if len(r.newNames) > 0 { // a line names keys whose hashes were written before
		text = append(text, line(map[string]any{"keys": r.newNames})...)
		r.newNames = map[string]string{}
	}
	return x.Unreadable, r.write(text)
}

// Err returns the first error of the writer.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// line returns a value as a line of JSON.
func line(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // its types can always be encoded
	}
	return append(text, '\n')
}

// write writes a line. A panic of the writer is an error.
func (r *Recorder) write(text []byte) (err error) {
	keep := func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("the writer panicked: %v", why)
		}
		r.err = err
	}
	defer keep()
	n, err := r.w.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	return err
}

// place returns the node of a body of an operation.
func (r *Recorder) place(operation, side string) *node {
	return r.bodies.member(maphash.String(r.seed, operation+" "+side), r)
}

// name returns the written form of a key that looks like an identifier.
func (r *Recorder) name(hash uint64, key string) string {
	if r.counts[hash] >= minBodies {
		return key
	}
	return r.hash(key)
}

// hash returns the hash that is written for a key.
func (r *Recorder) hash(key string) string {
	h := hmac.New(sha256.New, r.secret)
	io.WriteString(h, key)
	return "#" + hex.EncodeToString(h.Sum(nil)[:8])
}

// count counts the keys of a body.
func (r *Recorder) count(keys map[uint64]string) {
	for hash, key := range keys {
		r.counts[hash]++
		if r.counts[hash] == minBodies {
			r.newNames[r.hash(key)] = strings.Clone(key)
		}
	}
}
