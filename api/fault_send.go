package api

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
)

// faulty is a transport with faults.
type faulty struct {
	next   http.RoundTripper
	mu     sync.Mutex
	faults []Fault // with the Times that are left
}

// meet returns the fault that an attempt meets.
func (t *faulty) meet(ctx context.Context) Fault {
	op, _ := OperationFromContext(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.faults {
		f := &t.faults[i]
		if f.Times != 0 && (f.Operation == "" || f.Operation == op.String()) {
			f.Times--
			return *f
		}
	}
	return Fault{}
}

// header returns the header of the answer, which nobody else has.
func (f Fault) header() http.Header {
	header := http.Header{}
	for name, values := range f.Header {
		header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	return header
}

func (t *faulty) RoundTrip(r *http.Request) (*http.Response, error) {
	f := t.meet(r.Context())
	if f.Latency > 0 {
		if err := pause(r.Context(), f.Latency); err != nil {
			r.Body.Close()
			return nil, context.Cause(r.Context())
		}
	}
	switch {
	case f.Break == ConnectionRefused: // nobody looks at the body, by which a write is known not to be sent
		r.Body.Close()
		return nil, errConnectionRefused()
	case f.Break == RequestLost:
		discard(r.Body)
		return nil, errConnectionReset()
	case f.Status != 0:
		discard(r.Body)
		return responseOf(f.Status, f.header(), nil), nil
	}
	res, err := t.next.RoundTrip(r)
	switch {
	case err != nil:
		return nil, err
	case f.Break == AnswerLost:
		discard(res.Body)
		return nil, errConnectionReset()
	case f.Break == AnswerTruncated:
		res.Body = truncated(res.Body)
	}
	return res, nil
}

func discard(body io.ReadCloser) {
	io.Copy(io.Discard, body)
	body.Close()
}

// truncated returns the first half of a body, behind which the connection ends.
func truncated(body io.ReadCloser) io.ReadCloser {
	whole, _ := io.ReadAll(body) // what cannot be read is behind the half
	body.Close()
	return io.NopCloser(io.MultiReader(bytes.NewReader(whole[:len(whole)/2]), endless{}))
}

// endless is the rest of a body that does not come.
type endless struct{}

func (endless) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func errConnectionRefused() error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errnoRefused)}
}

func errConnectionReset() error {
	return &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", errnoReset)}
}
