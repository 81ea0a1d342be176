package simulator

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"example.com/opgen/api"
)

// response buffers the response of the handler, so that a fault can change it.
type response struct {
	header http.Header
	status int
	body   []byte
}

func (r *response) Header() http.Header         { return r.header }
func (r *response) WriteHeader(status int)      { r.status = status }
func (r *response) Write(b []byte) (int, error) { r.body = append(r.body, b...); return len(b), nil }

// unrouted is the end of the handler's message for a path without an operation.
const unrouted = `no operation has this exact path"`

// suggest appends the path of an operation to that message.
func (r *response) suggest(path string) {
	text, _ := json.Marshal("; did you mean " + path + "?") // a string
	r.body = bytes.Replace(r.body, []byte(unrouted), append([]byte(unrouted[:len(unrouted)-1]), text[1:]...), 1)
	r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
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
