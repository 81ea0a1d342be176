package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/opgen/internal/rich"
)

// nowhere is a ResponseWriter that allocates nothing.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header       { return n.header }
func (nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (nowhere) WriteHeader(int)             {}

func BenchmarkHandler(b *testing.B) {
	h := handlerOf(b, echo, nil)
	body := strings.NewReader(validRichBody)
	r := httptest.NewRequest(http.MethodPost, rich.Op.Path, io.NopCloser(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"0123456789abcdef"}}
	r.ContentLength = int64(len(validRichBody))
	w := nowhere{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		body.Reset(validRichBody)
		h.ServeHTTP(w, r)
	}
}
