package subject

import (
	"bytes"
	"io"
	"net/http"
)

// transport passes requests to a handler and waits for its response, without a
// network.
type transport struct{ handler http.Handler }

// RoundTrip calls the handler in the same goroutine.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	t.handler.ServeHTTP(w, r)
	if r.Body != nil {
		r.Body.Close()
	}
	return &http.Response{
		Status:        http.StatusText(w.status),
		StatusCode:    w.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        w.header,
		Body:          io.NopCloser(&w.body),
		ContentLength: int64(w.body.Len()),
		Request:       r,
	}, nil
}

// recorder keeps a response. It is smaller than that of httptest, which would be measured too.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header         { return w.header }
func (w *recorder) WriteHeader(status int)      { w.status = status }
func (w *recorder) Write(p []byte) (int, error) { return w.body.Write(p) }
