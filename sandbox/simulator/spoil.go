package simulator

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"example.com/opgen/api"
)

// A fault can replace a response, cut it or close the connection after the operation has run. So
// the response is complete in memory before the first byte is sent, as it also must be for errors
// that are found while it is made.

// response buffers the response of the handler, so that a fault can change it.
type response struct {
	header http.Header
	status int
	body   []byte
}

// Header is [http.ResponseWriter.Header].
func (r *response) Header() http.Header { return r.header }

// WriteHeader is [http.ResponseWriter.WriteHeader].
func (r *response) WriteHeader(status int) { r.status = status }

// Write is [http.ResponseWriter.Write].
func (r *response) Write(b []byte) (int, error) {
	r.body = append(r.body, b...)
	return len(b), nil
}

// unrouted is the message of the handler for a path without an operation.
const unrouted = "no operation has this exact path"

// suggest appends the path of an operation to that message. It edits the encoded response, since
// an envelope may have the message anywhere.
func (r *response) suggest(path string) {
	before, after, found := bytes.Cut(r.body, []byte(unrouted))
	if !found {
		return
	}
	quoted, _ := json.Marshal(unrouted + "; did you mean " + path + "?") // a string cannot fail
	message := quoted[1 : len(quoted)-1]
	r.body = slices.Concat(before, message, after)
	r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
}

// sentStatus returns the status that the caller gets with a fault, 0 if the connection breaks.
func (r *response) sentStatus(f api.Fault) int {
	switch {
	case f.Break != "":
		return 0
	case f.Status != 0:
		return f.Status
	}
	return r.status
}

// send writes the response with a fault. It panics with [http.ErrAbortHandler] to close the
// connection.
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
		w.Write(r.body) // fails only if the caller is gone
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(r.body)))
	w.WriteHeader(r.status)
	w.Write(r.body[:len(r.body)/2])
	http.NewResponseController(w).Flush() // before the connection is closed
	panic(http.ErrAbortHandler)
}
