// Package proxy forwards calls to a service unchanged, and passes copies of finished calls to
// a recorder.
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
	"strings"
	"sync/atomic"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/localhost"
	"example.com/opgen/internal/live/observer"
)

// maxWaiting is the largest number of calls that wait to be recorded. Further calls are
// counted, but not recorded.
const maxWaiting = 1024

// maxHeader is the largest size of the header of a request or a response, in bytes.
const maxHeader = 10 << 20

// Proxy is a handler that forwards calls. The recorder runs in its own goroutine: if it is slow
// or fails, calls continue.
type Proxy struct {
	target    *url.URL
	observer  *observer.Observer
	transport http.RoundTripper
	failed    func(why string)
	heldBytes atomic.Int64 // bytes of bodies that are not recorded yet

	waiting chan observer.Call // one without an operation is the last
	ended   chan struct{}      // closed when all waiting calls are recorded
}

// silentLog discards what net/http logs, because it may quote calls.
var silentLog = log.New(io.Discard, "", 0)

// New returns a proxy for the service with the base URL target. It calls failed with the
// reason why a call had no response. The reason repeats nothing of the call.
func New(target *url.URL, to *observer.Observer, failed func(why string)) *Proxy {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // do not request gzip for the client
	transport.MaxIdleConnsPerHost = 100
	transport.MaxResponseHeaderBytes = maxHeader
	p := &Proxy{
		target:    target,
		observer:  to,
		transport: transport,
		failed:    failed,
		waiting:   make(chan observer.Call, maxWaiting),
		ended:     make(chan struct{}),
	}
	go p.record()
	return p
}

// NewServer returns a server for the proxy. It has no timeouts, because the client and the
// service have their own.
func (p *Proxy) NewServer() *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Handler:                      p,
		Protocols:                    protocols,
		MaxHeaderBytes:               maxHeader,
		ErrorLog:                     silentLog,
		DisableGeneralOptionsHandler: true, // OPTIONS * is for the service
	}
}

// Close waits until all finished calls are recorded or the context is done. Later calls are
// not recorded.
func (p *Proxy) Close(ctx context.Context) {
	select {
	case p.waiting <- observer.Call{}:
	case <-ctx.Done():
	}
	select {
	case <-p.ended:
	case <-ctx.Done():
	}
	p.observer.Count(func(s *observer.Stats) { s.Missed += len(p.waiting) })
}

// exchange is a call in progress.
type exchange struct {
	proxy     *Proxy
	w         http.ResponseWriter
	operation *catalog.Operation // nil if the catalog does not know it

	request, response *capture // nil without a body
	status            int      // 0 while there is no response
}

// ServeHTTP forwards a call.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isOurs(r, p.target) {
		const why = "gen record: the request names a host that is not this machine: " +
			"call localhost or an address"
		http.Error(w, why, http.StatusMisdirectedRequest)
		return
	}
	path := r.URL.EscapedPath()
	x := &exchange{proxy: p, w: w}
	x.operation = cmp.Or(
		p.observer.Find(r.Method, path),
		p.observer.Find(r.Method, p.target.EscapedPath()+path))
	if r.Trailer == nil {
		r.Trailer = http.Header{} // the server adds trailers
	}
	forwarded := *r // the server recognizes its own body by its type
	if r.ContentLength != 0 {
		x.request = &capture{
			ReadCloser: r.Body,
			proxy:      p,
			encodings:  r.Header["Content-Encoding"],
			isClosed:   x.operation == nil,
		}
		forwarded.Body = x.request
	}
	defer x.finish()
	rc := http.NewResponseController(w)
	rc.EnableFullDuplex() // otherwise the server discards the rest of the request at the first response
	(&httputil.ReverseProxy{
		Rewrite:        x.rewrite,
		ModifyResponse: x.respond,
		ErrorHandler:   x.fail,
		Transport:      p.transport,
		FlushInterval:  -1, // at once
		ErrorLog:       silentLog,
	}).ServeHTTP(w, &forwarded)
	rc.Flush()     // a client may wait for the response before it sends the rest
	r.Body.Close() // otherwise the server panics, https://go.dev/issue/68560
}

// isOurs reports whether the host of a request is this machine or the service itself. Web pages
// of other hosts could otherwise reach the service through this machine.
func isOurs(r *http.Request, target *url.URL) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	isOpen := !ok || !local.IP.IsLoopback()
	return isOpen || r.Host == "" || localhost.IsOurs(r.Host, target.Hostname())
}

// forwardingHeaders are the headers in which proxies say who called them.
var forwardingHeaders = []string{
	"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
}

// rewrite makes the forwarded request. It restores headers that package httputil removes
// although they are not about one connection. The service must get what it would get without
// the proxy, or the recording would be of other traffic.
func (e *exchange) rewrite(r *httputil.ProxyRequest) {
	forwarded := r.Out
	target := e.proxy.target
	for _, name := range forwardingHeaders {
		if values, ok := r.In.Header[name]; ok {
			forwarded.Header[name] = values
		}
	}
	forwarded.Trailer = r.In.Trailer
	forwarded.Host = ""
	received := r.In.URL
	u := &url.URL{
		Scheme:     target.Scheme,
		Host:       target.Host,
		Path:       target.Path + received.Path,
		RawPath:    target.EscapedPath() + received.EscapedPath(),
		RawQuery:   received.RawQuery,
		ForceQuery: received.ForceQuery,
	}
	// Keep characters in the path that net/url would escape.
	path, _, _ := strings.Cut(r.In.RequestURI, "?")
	sent := target.EscapedPath() + path
	isPath := strings.HasPrefix(path, "/") && !strings.HasPrefix(sent, "//") // which would be a host
	if isPath && sent != u.EscapedPath() {
		u.Opaque = sent
	}
	forwarded.URL = u
}

// respond handles the header of a response. The body of a call that may be recorded is copied while
// it passes through; a connection that becomes a WebSocket is not.
func (e *exchange) respond(res *http.Response) error {
	h := e.w.Header()
	for _, name := range []string{"Content-Type", "Date"} {
		if _, ok := res.Header[name]; !ok {
			h[name] = nil // so that the server adds none
		}
	}
	e.status = res.StatusCode
	if e.operation != nil && res.StatusCode != http.StatusSwitchingProtocols {
		e.response = &capture{
			ReadCloser: res.Body,
			proxy:      e.proxy,
			encodings:  res.Header["Content-Encoding"],
		}
		res.Body = e.response
	}
	return nil
}

// fail responds if the service does not. If the client is gone, there is nobody to respond to, so
// it only aborts the connection.
func (e *exchange) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil || e.request != nil && e.request.broken() {
		panic(http.ErrAbortHandler) // the client is gone, or the proxy stops
	}
	why := observer.Cause(err)
	e.proxy.failed(why)
	http.Error(w, "gen record: "+e.proxy.target.String()+": "+why, http.StatusBadGateway)
}

// finish passes a finished call to the recorder, or counts why it is not recorded. It never waits:
// a slow disk must not slow the service down.
func (e *exchange) finish() {
	c := observer.Call{
		Operation: e.operation,
		Status:    e.status,
		Request:   e.request.end(),
		Response:  e.response.end(),
	}
	lost := func(s *observer.Stats) { s.Missed++ }
	switch {
	case e.operation == nil:
		lost = func(s *observer.Stats) { s.Unknown++ }
	case e.status == 0:
		lost = func(s *observer.Stats) { s.Unanswered++ }
	default:
		select {
		case e.proxy.waiting <- c:
			return
		default: // there is no room
		}
	}
	e.proxy.observer.Count(lost)
	e.proxy.release(c)
}

// record records calls, one by one, until Close.
func (p *Proxy) record() {
	defer close(p.ended)
	for c := range p.waiting {
		if c.Operation == nil {
			return
		}
		p.observer.Add(c)
		p.release(c)
	}
}

// release subtracts the copies of a call from held.
func (p *Proxy) release(c observer.Call) {
	p.heldBytes.Add(-int64(len(c.Request.Bytes) + len(c.Response.Bytes)))
}
