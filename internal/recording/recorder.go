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

const (
	version = 1
	enough  = 5       // bodies in which a key was seen before it is named
	maxLine = 4 << 20 // bytes of a line
)

// Recorder writes a recording. It is safe for concurrent use.
type Recorder struct {
	w      io.Writer
	told   func(error)
	wanted map[string][][]string // pointers to values that are kept, by operation; "" is each

	mu     sync.Mutex
	err    error
	secret []byte           // key of the hashes that are written; it is never written itself
	seed   maphash.Seed     // of the hashes that are not
	counts map[uint64]uint8 // in how many bodies a key was seen; not more keys than nodes
	places map[string]*node // bodies by operation and side
	nodes  int
	named  map[string]string // hashes that may be named since the last line
}

// Option is an option of a recorder.
type Option func(*Recorder) error

// Values keeps the values at a place, at most 1,000 different ones of up to 256 bytes.
// The place is a JSON pointer into whole bodies, of requests and responses, with * for
// the items of an array and for any member: "/contacts/*/type". An operation in front,
// "contacts.get_contact/type", means its bodies alone. A place that the catalog calls
// sensitive, or is within one, keeps none. A text that is no pointer is an error of New.
func Values(pointer string) Option {
	return func(r *Recorder) error {
		operation, parts, err := ParsePlace(pointer)
		if err == nil {
			r.wanted[operation] = append(r.wanted[operation], parts)
		}
		return err
	}
}

// ParsePlace returns what [Values] takes: the operation, "" for each, and the parts of
// the pointer.
func ParsePlace(text string) (operation string, parts []string, err error) {
	operation, pointer, ok := strings.Cut(text, "/")
	if !ok {
		return "", nil, fmt.Errorf("%q is not a JSON pointer; write one like /contacts/*/type, or claims.get_claim/status", text)
	}
	for part := range strings.SplitSeq(pointer, "/") {
		parts = append(parts, jsonpointer.Unescape(part))
	}
	return operation, parts, nil
}

// OnError calls f with the first error of the writer. Nothing is written after it.
func OnError(f func(error)) Option {
	return func(r *Recorder) error {
		r.told = f
		return nil
	}
}

// New starts a recording. It writes the header, each line with one Write. An error is
// that of an option or of the writer.
func New(w io.Writer, opts ...Option) (*Recorder, error) {
	if w == nil {
		return nil, errors.New("the writer is nil")
	}
	r := &Recorder{
		w: w, told: func(error) {}, wanted: map[string][][]string{},
		secret: make([]byte, 32), seed: maphash.MakeSeed(),
		counts: map[uint64]uint8{}, places: map[string]*node{}, named: map[string]string{},
	}
	rand.Read(r.secret)
	for _, o := range opts {
		if err := o(r); err != nil {
			return nil, err
		}
	}
	h := header{Opgen: "recording", Version: version, ID: rand.Text(), Day: time.Now().UTC().Format(time.DateOnly)}
	return r, r.write(line(h))
}

// header is the first line of a recording.
type header struct {
	Opgen   string `json:"opgen"`
	Version int    `json:"version"`
	ID      string `json:"id"`
	Day     string `json:"day"`
}

// Bodies are what is known of the bodies of an operation. A nil *Bodies knows nothing.
type Bodies struct {
	Request, Response redact.Place

	Success string // member of the response that tells success from failure; "" means "success"
	Value   string // JSON of its value in a success; "" means true
}

// names is a line that names keys whose hashes were written before.
type names struct {
	Keys map[string]string `json:"keys"`
}

// Call is a call that got a response.
type Call struct {
	Operation         string // "contacts.get_contact"
	Bodies            *Bodies
	Request, Response []byte // whole and decompressed; blank is none
	Status            int
	Unreadable        string // why there is no Response that can be read, as in [Exchange]; "" otherwise
	RequestUnreadable string // the same of Request
}

// Reasons for which a body has no shape, whoever finds them.
const (
	TooLarge = "too large"
	CutOff   = "cut off"
)

// Coded returns the content coding that a header names, to say why a response cannot be
// read. Of a header that names anything else, nothing is repeated.
func Coded(header string) string {
	if coding := strings.ToLower(strings.TrimSpace(header)); slices.Contains([]string{"br", "compress", "deflate", "gzip", "zstd"}, coding) {
		return coding
	}
	return "unknown coding"
}

// Add records a call. It does not keep what the call holds. The first error of the
// writer is told as [OnError] says, and [Recorder.Err] returns it. Add returns why a body
// has no shape, as in [Exchange], or "".
func (r *Recorder) Add(c Call) (unreadable string) {
	unreadable, err := r.add(c)
	if err != nil {
		r.told(err)
	}
	return unreadable
}

// add returns an error if it is the first one.
func (r *Recorder) add(c Call) (unreadable string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return "", nil
	}
	known := c.Bodies
	if known == nil {
		known = new(Bodies)
	}
	x := Exchange{Operation: c.Operation, Status: c.Status, Unreadable: c.Unreadable}
	why := ""
	request := scan{of: r}
	if x.Request, why = request.body(c.Request, known.Request, r.place(c.Operation, "request"), r.pointers(c.Operation)); cmp.Or(why, c.RequestUnreadable) != "" && x.Unreadable == "" {
		x.Unreadable = "request: " + cmp.Or(why, c.RequestUnreadable)
	}
	x.Requests = r.place(c.Operation, fmt.Sprint("requests of ", c.Status)).ordinal(maphash.Bytes(r.seed, c.Request))
	if c.Unreadable == "" {
		response := scan{of: r, success: "success", value: known.Value}
		if known.Success != "" {
			response.success = known.Success
		}
		if x.Response, why = response.body(c.Response, known.Response, r.place(c.Operation, "response"), r.pointers(c.Operation)); why != "" {
			x.Unreadable = why
		}
		x.Success = response.told
	}
	text := line(x)
	if len(text) > maxLine {
		x.Request, x.Response, x.Unreadable = nil, nil, TooLarge
		text = line(x)
	}
	if len(r.named) > 0 {
		text = append(text, line(names{r.named})...)
		r.named = map[string]string{}
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
		panic(err) // of types without methods
	}
	return append(text, '\n')
}

// write writes a line. A writer that panics has failed.
func (r *Recorder) write(text []byte) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("the writer panicked: %v", why)
		}
		r.err = err
	}()
	n, err := r.w.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	return err
}

// place returns what is remembered of a body of an operation.
func (r *Recorder) place(operation, side string) *node {
	n := r.places[operation+" "+side]
	if n == nil {
		if n = r.newNode(); n != nil {
			r.places[operation+" "+side] = n
		}
	}
	return n
}

// pointers returns where values are kept in the bodies of an operation.
func (r *Recorder) pointers(operation string) [][]string {
	if len(r.wanted) == 0 {
		return nil
	}
	return append(append([][]string(nil), r.wanted[""]...), r.wanted[operation]...)
}

// name returns how a key that looks like an identifier is written.
func (r *Recorder) name(hash uint64, key string) string {
	if r.counts[hash] >= enough {
		return key
	}
	return r.hash(key)
}

// hash returns what is written in place of a key.
func (r *Recorder) hash(key string) string {
	h := hmac.New(sha256.New, r.secret)
	io.WriteString(h, key)
	return "#" + hex.EncodeToString(h.Sum(nil)[:8])
}

// sighted counts the keys of a body.
func (r *Recorder) sighted(keys map[uint64]string) {
	for hash, key := range keys {
		n := r.counts[hash]
		if n == enough {
			continue
		}
		if r.counts[hash] = n + 1; n+1 == enough {
			r.named[r.hash(key)] = strings.Clone(key)
		}
	}
}
