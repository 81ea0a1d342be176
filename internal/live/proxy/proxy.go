// Package proxy passes calls on to a service as they come, and hands copies of them to
// a recorder when they are over.
package proxy

import (
	"cmp"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/hostname"
	"example.com/opgen/internal/live/traffic"
)

// maxWaiting is how many calls may wait until they are recorded. What comes beyond is
// counted and not recorded.
const maxWaiting = 1024

// maxHeader is how many bytes a header may have, of a request as of a response.
const maxHeader = 10 << 20

// Proxy is a handler that passes calls on. The recorder works in a goroutine of its own:
// however slow it is and however it fails, calls go on.
type Proxy struct {
	target    *url.URL
	observer  *traffic.Observer
	transport http.RoundTripper
	failed    func(why string)
	held      atomic.Int64 // bytes of bodies that are not recorded yet

	waiting chan call
	ended   chan struct{} // all that waited is recorded

	mu     sync.Mutex
	closed bool
}

// silent is a log that nobody reads: net/http would print parts of calls.
var silent = log.New(io.Discard, "", 0)

// New returns a proxy for the service at target, which is a base URL. failed is told why
// a call had no response, which names neither the call nor anything in it.
func New(target *url.URL, observer *traffic.Observer, failed func(why string)) *Proxy {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // otherwise it asks for gzip by itself
	transport.MaxIdleConnsPerHost = 100
	transport.MaxResponseHeaderBytes = maxHeader
	p := &Proxy{
		target:    target,
		observer:  observer,
		transport: transport,
		failed:    failed,
		waiting:   make(chan call, maxWaiting),
		ended:     make(chan struct{}),
	}
	go p.record()
	return p
}

// NewServer returns a server of the proxy. Unlike most servers it lets calls take their
// time, for how long they may take is up to the two that it stands between.
func (p *Proxy) NewServer() *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler:                      p,
		Protocols:                    protocols,
		MaxHeaderBytes:               maxHeader,
		ErrorLog:                     silent,
		DisableGeneralOptionsHandler: true, // OPTIONS * is for the service
	}
}

// Close waits until all calls that are over are recorded, or the context is done. Later
// ones are not recorded.
func (p *Proxy) Close(ctx context.Context) {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.waiting)
	}
	p.mu.Unlock()
	select {
	case <-p.ended:
	case <-ctx.Done():
		p.observer.Count(func(s *traffic.Stats) { s.Missed += len(p.waiting) })
	}
}

// exchange is a call on its way.
type exchange struct {
	proxy     *Proxy
	w         http.ResponseWriter
	operation *catalog.Operation // nil if the catalog does not know it

	request, response *capture // nil without a body
	in, out           http.Header
	status            int // 0 while there is no response
}

// call is one that is over.
type call struct {
	operation         *catalog.Operation
	status            int
	request, response traffic.Body
}

// ServeHTTP passes a call on.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !ours(r, p.target) {
		http.Error(w, "gen record: the request names a host that is not this machine: call localhost or an address", http.StatusMisdirectedRequest)
		return
	}
	path := r.URL.EscapedPath()
	x := &exchange{proxy: p, w: w, in: r.Header.Clone()}
	x.operation = cmp.Or(p.observer.Find(r.Method, path), p.observer.Find(r.Method, p.target.EscapedPath()+path))
	if r.Trailer == nil {
		r.Trailer = http.Header{} // the server adds to it what comes at the end
	}
	passed := *r // the server knows its own body by its type
	if r.ContentLength != 0 {
		x.request = p.capture(r.Body, x.operation != nil)
		passed.Body = x.request
	}
	defer x.finish()
	rc := http.NewResponseController(w)
	rc.EnableFullDuplex() // or the server takes the rest of the request as soon as the service responds
	(&httputil.ReverseProxy{
		Rewrite:        x.rewrite,
		ModifyResponse: x.answered,
		ErrorHandler:   x.unanswered,
		Transport:      p.transport,
		FlushInterval:  -1, // as it comes
		ErrorLog:       silent,
		BufferPool:     buffers{},
	}).ServeHTTP(w, &passed)
	rc.Flush()     // a client may wait for it, and send the rest never
	r.Body.Close() // or the server panics, https://go.dev/issue/68560
}

// ours reports whether the host of a request is this machine or the service itself. Pages
// of other names would reach the service by way of this machine.
func ours(r *http.Request, target *url.URL) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return !ok || !local.IP.IsLoopback() || r.Host == "" || hostname.Ours(r.Host, target.Hostname())
}

// rewrite makes the request that is passed on. Package httputil has taken out what is
// about one connection only, and more than that, which is put back.
func (x *exchange) rewrite(r *httputil.ProxyRequest) {
	out, target := r.Out, x.proxy.target
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if values, ok := r.In.Header[name]; ok {
			out.Header[name] = values
		}
	}
	out.Trailer = r.In.Trailer
	out.Host = ""
	in := r.In.URL
	u := &url.URL{
		Scheme: target.Scheme, Host: target.Host,
		Path: target.Path + in.Path, RawPath: target.EscapedPath() + in.EscapedPath(),
		RawQuery: in.RawQuery, ForceQuery: in.ForceQuery,
	}
	// A path may be sent with characters that others escape.
	sent, _, _ := strings.Cut(r.In.RequestURI, "?")
	if sent = target.EscapedPath() + sent; strings.HasPrefix(r.In.RequestURI, "/") && !strings.HasPrefix(sent, "//") && sent != u.EscapedPath() {
		u.Opaque = sent
	}
	out.URL = u
}

// answered sees the header of a response.
func (x *exchange) answered(res *http.Response) error {
	h := x.w.Header()
	for _, name := range []string{"Content-Type", "Date"} {
		if _, ok := res.Header[name]; !ok {
			h[name] = nil // the server adds none of its own
		}
	}
	x.status = res.StatusCode
	if x.operation != nil && res.StatusCode != http.StatusSwitchingProtocols {
		x.out = res.Header.Clone()
		x.response = x.proxy.capture(res.Body, true)
		res.Body = x.response
	}
	return nil
}

// unanswered responds in place of a service that does not.
func (x *exchange) unanswered(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil || x.request != nil && x.request.broken() {
		panic(http.ErrAbortHandler) // the client is gone, or the proxy ends
	}
	why := cause(err)
	x.proxy.failed(why)
	text := "gen record: " + x.proxy.target.String() + ": " + why
	w.Header().Set("Content-Length", strconv.Itoa(len(text)+1))
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusBadGateway)
	io.WriteString(w, text+"\n")
}

// finish hands a call to the recorder when it is over.
func (x *exchange) finish() {
	request, ok := x.request.end(x.in)
	response, okToo := x.response.end(x.out)
	c := call{x.operation, x.status, request, response}
	lost := func(s *traffic.Stats) { s.Missed++ }
	switch {
	case x.operation == nil:
		lost = func(s *traffic.Stats) { s.Unknown++ }
	case x.status == 0:
		lost = func(s *traffic.Stats) { s.Unanswered++ }
	case ok && okToo && x.proxy.hand(c):
		return
	}
	x.proxy.observer.Count(lost)
	x.proxy.release(c)
}

// hand gives a call to the recorder if that still takes some.
func (p *Proxy) hand(c call) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	select {
	case p.waiting <- c:
		return true
	default:
		return false
	}
}

// record gives calls to the recorder, one by one.
func (p *Proxy) record() {
	defer close(p.ended)
	for c := range p.waiting {
		p.observer.Add(c.operation, c.status, c.request, c.response)
		p.release(c)
	}
}

// release gives back the room that the copies of a call have taken.
func (p *Proxy) release(c call) { p.held.Add(-int64(len(c.request.Bytes) + len(c.response.Bytes))) }

// buffers are those that bodies are copied with.
type buffers struct{}

var pool = sync.Pool{New: func() any { return new([32 << 10]byte) }}

func (buffers) Get() []byte  { return pool.Get().(*[32 << 10]byte)[:] }
func (buffers) Put(b []byte) { pool.Put((*[32 << 10]byte)(b)) }
