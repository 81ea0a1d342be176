package proxy

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/recording"
)

const notes = `catalog: 1
info: {title: Notes, version: v1, package: notebook}
path: /api/{area}/{operation}
areas:
  notes:
    operations:
      new_note:
        summary: Creates a note.
        fields: {text: {type: string, sensitive: true}, tags: [string]}
        response: {fields: {note_id: string}}
      get_note:
        summary: Reads a note.
        effect: read
        fields: {note_id: string}
`

func parse(t *testing.T) *catalog.Catalog {
	c, problems := catalog.Parse("notes.yaml", []byte(notes))
	require.Empty(t, problems)
	return c
}

// output is a file that tests read.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// started is a running proxy.
type started struct {
	*Proxy
	url      string
	server   *http.Server
	observer *observer.Observer
	out      *output
	failed   chan string
}

// start starts a proxy to a service.
func start(t *testing.T, service string) *started {
	t.Helper()
	s := &started{out: new(output), failed: make(chan string, 1000)}
	s.observe(t, service, s.out)
	return s
}

func (s *started) observe(t *testing.T, service string, w io.Writer) {
	rec, err := recording.New(w)
	require.NoError(t, err)
	target, err := url.Parse(service)
	require.NoError(t, err)
	s.observer = observer.New(parse(t), rec)
	s.Proxy = New(target, s.observer, func(why string) { s.failed <- why })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.server = s.NewServer()
	go s.server.Serve(listener)
	t.Cleanup(func() { s.server.Close(); s.Close(t.Context()) }) // which is done by then
	s.url = "http://" + listener.Addr().String()
}

// recorded ends the recording and returns its exchanges.
func (s *started) recorded(t *testing.T) (all []recording.Exchange) {
	t.Helper()
	s.end(t)
	_, err := recording.Read(&s.out.text, func(x recording.Exchange) error { all = append(all, x); return nil })
	require.NoError(t, err)
	return all
}

// end waits until all calls are over and recorded.
func (s *started) end(t *testing.T) {
	t.Helper()
	require.NoError(t, s.server.Shutdown(t.Context()))
	s.Close(t.Context())
}

// message is a request, or a response with its interim responses.
type message struct {
	Line    string // method and target, or status
	Header  http.Header
	Body    string
	Length  int64
	Trailer http.Header
	Interim []string
}

// seen removes parts that are about one connection.
func seen(h http.Header) http.Header {
	h = h.Clone()
	for _, name := range []string{"Connection", "Keep-Alive", "Transfer-Encoding", "Trailer"} {
		h.Del(name)
	}
	return h
}

func randomHeader(r *rand.Rand, names ...string) http.Header {
	h := http.Header{}
	for _, name := range names {
		switch r.IntN(4) {
		case 0:
			h[name] = []string{fmt.Sprintf("%x, \"q\"", r.Uint32())}
		case 1:
			h[name] = []string{fmt.Sprint(r.IntN(9)), fmt.Sprint(r.IntN(9))}
		}
	}
	return h
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func randomBody(r *rand.Rand) string {
	b := make([]byte, pick(r, 0, 1, 20, 5000, 70_000, 300_000))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return string(b)
}

// parrot is a service that keeps the last request and responds with a reply.
type parrot struct {
	mu    sync.Mutex
	reply message
	got   message
}

func (p *parrot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	p.got = message{
		Line:    r.Method + " " + r.RequestURI,
		Header:  seen(r.Header),
		Body:    string(body),
		Length:  r.ContentLength,
		Trailer: r.Trailer,
	}
	p.reply.write(w)
}

// write writes a response. Its line is the status.
func (m message) write(w http.ResponseWriter) {
	for _, hint := range m.Interim {
		w.Header().Set("Link", hint)
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Del("Link")
	}
	maps.Copy(w.Header(), m.Header)
	for _, name := range []string{"Date", "Content-Type"} {
		if _, ok := m.Header[name]; !ok {
			w.Header()[name] = nil // so that the server adds none
		}
	}
	if m.Length >= 0 {
		w.Header().Set("Content-Length", fmt.Sprint(m.Length))
	}
	var status int
	fmt.Sscan(m.Line, &status)
	w.WriteHeader(status)
	for part := range slices.Chunk([]byte(m.Body), 10_000) {
		w.Write(part)
		if m.Length < 0 {
			http.NewResponseController(w).Flush()
		}
	}
	for name, values := range m.Trailer {
		w.Header()[http.TrailerPrefix+name] = values
	}
}

// randomRequest returns a request at a base URL.
func randomRequest(r *rand.Rand, base string) *http.Request {
	u, _ := url.Parse(base)
	u.Opaque = pick(r, "/api/notes/new_note", "/api/notes/get_note", "/", "/a%2Fb/%41?",
		"/a\"|b", "/x//y/", "/ä;p=1", "/..%2f/./z")
	u.RawQuery = pick(r, "", "a=1;b=%zz&&c", "%41=+&q=\"")
	method := pick(r, "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PURGE")
	header := randomHeader(r, "Accept-Encoding", "Authorization", "X-Forwarded-For", "Forwarded",
		"X-Forwarded-Proto", "Cookie", "X-Any", "Content-Type", "If-None-Match")
	header.Set("User-Agent", "") // none
	if r.IntN(4) == 0 {
		header.Set("Te", "trailers")
	}
	req := &http.Request{Method: method, URL: u, Host: "127.0.0.1", Header: header}
	if method == "GET" || method == "HEAD" {
		return req
	}
	body := randomBody(r)
	req.ContentLength = int64(len(body))
	if len(body) == 0 {
		return req
	}
	req.Body = io.NopCloser(strings.NewReader(body))
	if r.IntN(3) == 0 {
		req.ContentLength = -1
		req.Trailer = http.Header{}
		if r.IntN(2) == 0 {
			req.Trailer.Set("X-Sum", "1")
		}
	}
	return req
}

// randomReply returns a response.
func randomReply(r *rand.Rand) message {
	status := pick(r, 200, 200, 201, 204, 304, 400, 404, 422, 500, 599)
	reply := message{Line: fmt.Sprint(status), Body: randomBody(r), Length: -1}
	reply.Header = randomHeader(r,
		"Content-Type", "Date", "Set-Cookie", "Content-Encoding", "Server", "Vary")
	switch {
	case status == http.StatusNoContent || status == http.StatusNotModified:
		reply.Body = ""
	case r.IntN(2) == 0:
		reply.Length = int64(len(reply.Body))
	case r.IntN(2) == 0:
		reply.Trailer = http.Header{"X-Sum": {"2"}}
	}
	if r.IntN(4) == 0 {
		reply.Interim = []string{"</a>", "</b>"}
	}
	return reply
}

// roundTrip sends a request and returns the response with its interim ones.
func roundTrip(t *testing.T, client http.RoundTripper, req *http.Request) (m message) {
	trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, h textproto.MIMEHeader) error {
		m.Interim = append(m.Interim, fmt.Sprint(code, h))
		return nil
	}}
	res, err := client.RoundTrip(req.WithContext(httptrace.WithClientTrace(t.Context(), trace)))
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	m.Line = res.Status
	m.Header = seen(res.Header)
	m.Body = string(body)
	m.Length = res.ContentLength
	m.Trailer = res.Trailer
	return m
}

// Messages in both directions arrive as they do without the proxy.
func TestPassesOnUnchanged(t *testing.T) {
	parrot := new(parrot)
	service := httptest.NewUnstartedServer(parrot)
	service.Config.DisableGeneralOptionsHandler = true
	service.Start()
	defer service.Close()
	p := start(t, service.URL)
	client := &http.Transport{DisableCompression: true}
	defer client.CloseIdleConnections()

	for seed := range uint64(150) {
		call := func(base string) (request, response message) {
			r := rand.New(rand.NewPCG(seed, 1))
			req := randomRequest(r, base)
			parrot.mu.Lock()
			parrot.reply = randomReply(r)
			parrot.mu.Unlock()
			response = roundTrip(t, client, req)
			return parrot.got, response
		}
		directRequest, directResponse := call(service.URL)
		request, response := call(p.url)
		require.Equal(t, directRequest, request, "seed %d: the request", seed)
		require.Equal(t, directResponse, response, "seed %d: the response", seed)
	}
	stats := p.observer.Stats()
	require.Empty(t, p.failed)
	require.NotZero(t, stats.Unknown)
	require.NotEmpty(t, p.recorded(t))
}

// The proxy calls services in HTTP/2 if they support it, even if the request is still sent while
// the response arrives.
func TestHTTP2(t *testing.T) {
	service := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Proto", r.Proto)
		rc := http.NewResponseController(w)
		rc.Flush()
		lines := bufio.NewScanner(r.Body)
		for lines.Scan() {
			fmt.Fprintln(w, strings.ToUpper(lines.Text()))
			rc.Flush()
		}
	}))
	service.EnableHTTP2 = true
	service.StartTLS()
	defer service.Close()
	p := start(t, service.URL)
	p.transport.(*http.Transport).TLSClientConfig = service.Client().Transport.(*http.Transport).TLSClientConfig

	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	client := http.Client{Transport: &http.Transport{Protocols: protocols}}
	r, w := io.Pipe()
	res, err := client.Post(p.url+"/chat", "text/plain", r)
	require.NoError(t, err)
	require.Equal(t, "HTTP/2.0", res.Header.Get("X-Proto"))
	lines := bufio.NewScanner(res.Body)
	for _, word := range []string{"one", "two"} {
		fmt.Fprintln(w, word)
		require.True(t, lines.Scan())
		require.Equal(t, strings.ToUpper(word), lines.Text())
	}
	w.Close()
	require.False(t, lines.Scan())
}

// A service may respond before the request ends, even in HTTP/1.
func TestResponseMayComeBeforeTheRequestEnds(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		rc.EnableFullDuplex()
		fmt.Fprintln(w, "early")
		rc.Flush()
		n, _ := io.Copy(io.Discard, r.Body)
		fmt.Fprintln(w, n)
	}))
	defer service.Close()
	p := start(t, service.URL)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	half := strings.Repeat("x", 100<<10)
	fmt.Fprintf(conn, "POST /api/notes/new_note HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", 2*len(half), half)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	body := bufio.NewReader(res.Body)
	line, _ := body.ReadString('\n')
	require.Equal(t, "early\n", line)
	fmt.Fprint(conn, half)
	line, _ = body.ReadString('\n')
	require.Equal(t, fmt.Sprintln(2*len(half)), line)
}

// A client that sends Expect: 100-continue gets a response, even if the service is down.
func TestExpectContinueAlwaysGetsAResponse(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/refuse" {
			w.WriteHeader(http.StatusExpectationFailed)
			return
		}
		io.Copy(w, r.Body)
	}))
	defer service.Close()
	for _, test := range []struct {
		service, path string
		want          []int
	}{
		{service.URL, "/", []int{100, 200}},
		{service.URL, "/refuse", []int{417}},
		{nobody(t), "/", []int{502}},
	} {
		p := start(t, test.service)
		p.transport.(*http.Transport).ExpectContinueTimeout = time.Hour // or it sends the body to a service that is slow
		conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
		require.NoError(t, err)
		defer conn.Close()
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n", test.path)
		in := bufio.NewReader(conn)
		for _, want := range test.want {
			res, err := http.ReadResponse(in, nil)
			require.NoError(t, err)
			require.Equal(t, want, res.StatusCode)
			if want == 100 {
				fmt.Fprint(conn, "{}")
			}
		}
	}
}

// Upgraded connections are forwarded.
func TestUpgradedConnectionsAreForwarded(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, both, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprintf(both, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		both.Flush()
		line, _ := both.ReadString('\n')
		fmt.Fprint(conn, "echo "+line)
	}))
	defer service.Close()
	p := start(t, service.URL)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/notes/get_note HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: echo\r\nContent-Length: 0\r\n\r\n")
	in := bufio.NewReader(conn)
	res, err := http.ReadResponse(in, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusSwitchingProtocols, res.StatusCode)
	fmt.Fprint(conn, "hello\n")
	line, _ := in.ReadString('\n')
	require.Equal(t, "echo hello\n", line)
}

// Recorded bodies are decompressed, and forwarded bodies are not.
func TestRecordedBodiesAreDecompressed(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, `{"note_id":"n"}`)
	z.Close()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Encoding", r.Header.Get("X-Want"))
		w.Write(zipped.Bytes())
	}))
	defer service.Close()
	p := start(t, service.URL)
	client := http.Client{Transport: &http.Transport{DisableCompression: true}}
	for _, coding := range []string{"gzip", "br"} {
		req, _ := http.NewRequest("POST", p.url+"/api/notes/new_note", strings.NewReader(`{"text":"secret"}`))
		req.Header.Set("X-Want", coding)
		res, err := client.Do(req)
		require.NoError(t, err)
		body, _ := io.ReadAll(res.Body)
		require.Equal(t, zipped.Bytes(), body)
	}
	all := p.recorded(t)
	require.Len(t, all, 2)
	require.Equal(t, 1, all[0].Response.Members["note_id"].String)
	require.Equal(t, "br", all[1].Unreadable)
	require.Equal(t, 1, all[1].Request.Members["text"].String)
	require.Equal(t, map[string]int{"br": 1}, p.observer.Stats().Unreadable)
}

// A stuck recorder does not delay calls.
func TestStuckRecorderDelaysNoCalls(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Write(body)
	}))
	defer service.Close()
	stuck := make(chan struct{})
	s := &started{failed: make(chan string, 1)}
	s.observe(t, service.URL, &stuckWriter{until: stuck})
	body := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	for range 40 { // more than is held
		res, err := http.Post(s.url+"/api/notes/new_note", "application/json", strings.NewReader(body))
		require.NoError(t, err)
		n, err := io.Copy(io.Discard, res.Body)
		require.NoError(t, err)
		require.EqualValues(t, len(body), n)
		res.Body.Close()
	}
	require.LessOrEqual(t, s.heldBytes.Load(), int64(maxHeldBytes))
	close(stuck)
	s.end(t)
	stats := s.observer.Stats()
	require.Equal(t, 40, stats.Exchanges)
	require.Positive(t, stats.Unreadable[recording.TooLarge])
	require.Zero(t, s.heldBytes.Load(), "all room is given back")
}
