package simulator

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"example.com/opgen/api"
)

// response keeps what the handler writes, so that a fault can spoil it.
type response struct {
	header http.Header
	status int
	body   []byte
}

func (r *response) Header() http.Header         { return r.header }
func (r *response) WriteHeader(status int)      { r.status = status }
func (r *response) Write(b []byte) (int, error) { r.body = append(r.body, b...); return len(b), nil }

// unrouted is what the handler says of a path of no operation.
const unrouted = `no operation has this path"`

// unknown is what it says of a member that the catalog does not have.
const unknown = `","rule":"unknown-field","message":"is not a field of this operation"`

// hint adds a hint to a sentence of the handler, which ends the string that says says.
func (r *response) hint(says, hint string) {
	text, _ := json.Marshal("; " + hint) // of a string
	r.body = bytes.Replace(r.body, []byte(says), append([]byte(says[:len(says)-1]), text[1:]...), 1)
	r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
}

// send writes the response as a fault leaves it. A connection that breaks is a panic with
// [http.ErrAbortHandler], by which the server closes it.
func (r *response) send(w http.ResponseWriter, f api.Fault) {
	if f.Break != "" && f.Break != api.ResponseTruncated {
		panic(http.ErrAbortHandler)
	}
	header := w.Header()
	if f.Status != 0 {
		for name, values := range f.Header {
			header[http.CanonicalHeaderKey(name)] = values
		}
		w.WriteHeader(f.Status)
		return
	}
	for name, values := range r.header {
		header[name] = values
	}
	if f.Break == "" {
		w.WriteHeader(r.status)
		w.Write(r.body) // a caller who is gone cannot be told
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(r.body)))
	w.WriteHeader(r.status)
	w.Write(r.body[:len(r.body)/2])
	http.NewResponseController(w).Flush() // before the connection is closed
	panic(http.ErrAbortHandler)
}
