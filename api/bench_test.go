package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
)

// way is one of the ways to do something that are compared: on a busy machine,
// the ratios within one run are what can be trusted.
type way struct {
	name string
	run  func(b *testing.B, s size, body []byte)
}

// compare runs each way for each size.
func compare(b *testing.B, ways ...way) {
	for _, s := range sizes {
		for _, w := range ways {
			b.Run(s.name+"/"+w.name, func(b *testing.B) {
				b.ReportAllocs()
				w.run(b, s, s.request.AppendJSON(nil))
			})
		}
	}
}

// BenchmarkEncode checks and encodes a request, beside a copy of its JSON.
func BenchmarkEncode(b *testing.B) {
	buffer := make([]byte, 0, 4096)
	compare(b, way{"request", func(b *testing.B, s size, _ []byte) {
		for b.Loop() {
			if s.request.Validate() != nil {
				b.Fatal("not valid")
			}
			buffer = s.request.AppendJSON(buffer[:0])
		}
	}}, way{"copy", func(b *testing.B, _ size, body []byte) {
		for b.Loop() {
			buffer = append(buffer[:0], body...)
		}
	}})
}

// BenchmarkDecode decodes, checks and serves a request, beside json.Valid.
func BenchmarkDecode(b *testing.B) {
	routes := contacts.Routes(service{})
	compare(b, way{"request", func(b *testing.B, s size, body []byte) {
		route := routes[slices.IndexFunc(routes, func(r api.Route) bool { return api.PathOf(r) == s.path })]
		text, buffer := string(body), make([]byte, 0, 4096)
		for b.Loop() {
			if _, err := api.ServeText(b.Context(), route, text, buffer); err != nil {
				b.Fatal(err)
			}
		}
	}}, way{"json.Valid", func(b *testing.B, _ size, body []byte) {
		for b.Loop() {
			json.Valid(body)
		}
	}})
}

// direct hands requests to a handler and waits for it.
type direct struct{ handler http.Handler }

func (t direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &answer{header: http.Header{}, status: http.StatusOK}
	t.handler.ServeHTTP(w, r)
	return &http.Response{
		StatusCode: w.status, Header: w.header, Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: r,
	}, nil
}

type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// bare is what a service without generated code does with a request at the least.
func bare(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/json")
	w.Write([]byte(`{"contact_id":"c-123456"}`))
}

// BenchmarkInProcess makes calls whose client hands them to the handler, beside
// net/http's own client and a bare handler.
func BenchmarkInProcess(b *testing.B) {
	handler, err := contacts.NewHandler(service{}, api.WithServerAnonymous())
	require.NoError(b, err)
	client, err := contacts.NewClient("http://localhost", api.WithHTTPClient(&http.Client{Transport: direct{handler}}))
	require.NoError(b, err)
	calls(b, client, "http://localhost", &http.Client{Transport: direct{http.HandlerFunc(bare)}})
}

// BenchmarkLoopback makes the calls over TCP.
func BenchmarkLoopback(b *testing.B) {
	handler, err := contacts.NewHandler(service{}, api.WithServerAnonymous())
	require.NoError(b, err)
	generated, plain := httptest.NewServer(handler), httptest.NewServer(http.HandlerFunc(bare))
	defer generated.Close()
	defer plain.Close()
	client, err := contacts.NewClient(generated.URL)
	require.NoError(b, err)
	calls(b, client, plain.URL, http.DefaultClient)
}

// calls makes calls by a generated client, and by one of net/http.
func calls(b *testing.B, client *contacts.Client, url string, plain *http.Client) {
	compare(b, way{"call", func(b *testing.B, s size, _ []byte) {
		for b.Loop() {
			if err := s.call(b.Context(), client); err != nil {
				b.Fatal(err)
			}
		}
	}}, way{"net/http", func(b *testing.B, s size, body []byte) {
		for b.Loop() {
			res, err := plain.Post(url+s.path, "application/json", strings.NewReader(string(body)))
			if err != nil {
				b.Fatal(err)
			}
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
	}})
}
