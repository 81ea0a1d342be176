package proxy

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/recording"
)

// raw starts a service that sends the same bytes to every client, and closes the connection.
func raw(t *testing.T, sends string) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
					io.Copy(io.Discard, r.Body)
				}
				io.WriteString(conn, sends)
			}()
		}
	}()
	return "http://" + listener.Addr().String()
}

// nobody returns the URL of a service that does not run. Its port belongs to an open connection,
// because the next server might get a free one.
func nobody(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	conn, err := net.Dial("tcp", listener.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() {
		conn.Close()
		listener.Close()
	})
	return "http://" + conn.LocalAddr().String()
}

// Failures of the service have a cause, which does not quote the service.
func TestFailuresHaveACauseThatQuotesNothing(t *testing.T) {
	secure := httptest.NewTLSServer(nil)
	secure.Config.ErrorLog = silentLog
	defer secure.Close()
	plain := httptest.NewServer(nil)
	defer plain.Close()
	for _, test := range []struct{ service, want string }{
		{nobody(t), "the service cannot be reached: connect: connection refused"},
		{raw(t, ""), "the service closed the connection without a complete response"},
		{raw(t, "CANARY\r\n\r\n"), "the response is not HTTP, or incomplete"},
		{raw(t, "HTTP/1.1 200 OK\r\nCANARY\r\n\r\n"), "the response is not HTTP, or incomplete"},
		{secure.URL, "its certificate is not trusted: x509: certificate signed by unknown authority; name the file of its authority in SSL_CERT_FILE"},
		{strings.Replace(plain.URL, "http", "https", 1), "the service does not speak TLS; begin its URL with http"},
	} {
		p := start(t, test.service)
		res, err := http.Post(p.url+"/api/notes/new_note?q=CANARY", "application/json", strings.NewReader(`{"text":"CANARY"}`))
		require.NoError(t, err)
		body, _ := io.ReadAll(res.Body)
		require.Equal(t, http.StatusBadGateway, res.StatusCode)
		require.Equal(t, "gen record: "+test.service+": "+test.want+"\n", string(body))
		require.Equal(t, test.want, <-p.failed)
		require.Empty(t, p.recorded(t))
		require.Equal(t, 1, p.observer.Stats().Unanswered)
	}
	require.Equal(t, "the service cannot be reached: lookup x: no such host", observer.Cause(&net.OpError{Op: "dial", Err: &net.DNSError{Name: "x", Err: "no such host"}}))
	require.Equal(t, "the service does not speak TLS; begin its URL with http", observer.Cause(tls.RecordHeaderError{Msg: "m"}))
}

// A connection stays open after requests that the service does not read.
func TestConnectionGoesOn(t *testing.T) {
	p := start(t, nobody(t))
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	in := bufio.NewReader(conn)
	for range 20 {
		fmt.Fprint(conn, "POST /api/notes/new_note HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{    ")
		res, err := http.ReadResponse(in, nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusBadGateway, res.StatusCode)
		_, err = io.Copy(io.Discard, res.Body)
		require.NoError(t, err)
	}
}

// The client sees that a response is cut off, and the recording omits its shape.
func TestServiceBreaksOff(t *testing.T) {
	p := start(t, raw(t, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"note_id\":"))
	res, err := http.Post(p.url+"/api/notes/new_note", "application/json", strings.NewReader(`{}`))
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, `{"note_id":`, string(body))
	all := p.recorded(t)
	require.Equal(t, recording.CutOff, all[0].Unreadable)
	require.Nil(t, all[0].Response)
}

// A call of a service that hangs ends when the client cancels it.
func TestClientGoesAway(t *testing.T) {
	began, told := make(chan bool), make(chan bool)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		close(began)
		<-r.Context().Done()
		close(told)
	}))
	defer service.Close()
	p := start(t, service.URL)
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-began; leave() }()
	req, _ := http.NewRequestWithContext(ctx, "POST", p.url+"/api/notes/new_note", strings.NewReader(`{}`))
	_, err := http.DefaultClient.Do(req)
	require.ErrorIs(t, err, context.Canceled)
	<-told
	p.end(t)
	require.Equal(t, 1, p.observer.Stats().Unanswered)
	require.Empty(t, p.failed, "the service did nothing wrong")
}

// A client that cuts off its request is not reported as a failure of the service.
func TestClientBreaksOff(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
	defer service.Close()
	p := start(t, service.URL)
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	require.NoError(t, err)
	fmt.Fprint(conn, "POST /api/notes/new_note HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"text\":")
	conn.(*net.TCPConn).CloseWrite()
	response, _ := io.ReadAll(conn)
	conn.Close()
	require.Empty(t, response)
	p.end(t)
	require.Equal(t, 1, p.observer.Stats().Unanswered)
	require.Empty(t, p.failed)
}

// Bodies above the limit pass, and have no shape.
func TestLargeBodies(t *testing.T) {
	large := `{"note_id":"` + strings.Repeat("x", observer.MaxBody) + `"}`
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		w.Header().Set("X-Got", fmt.Sprint(n))
		io.WriteString(w, large)
	}))
	defer service.Close()
	p := start(t, service.URL)
	res, err := http.Post(p.url+"/api/notes/new_note", "application/json", strings.NewReader(large))
	require.NoError(t, err)
	n, _ := io.Copy(io.Discard, res.Body)
	require.EqualValues(t, len(large), n)
	require.Equal(t, fmt.Sprint(n), res.Header.Get("X-Got"))
	all := p.recorded(t)
	require.Equal(t, recording.TooLarge, all[0].Unreadable)
	require.Nil(t, all[0].Request)
	require.Zero(t, p.heldBytes.Load())
}

// The proxy accepts large headers.
func TestLargeHeadersAreForwarded(t *testing.T) {
	service := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Large", r.Header.Get("X-Large"))
	}))
	service.Config.MaxHeaderBytes = 4 << 20
	service.Start()
	defer service.Close()
	s := start(t, service.URL)
	large := strings.Repeat("x", 2<<20)
	r, err := http.NewRequest("GET", s.url, nil)
	require.NoError(t, err)
	r.Header.Set("X-Large", large)
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, 200, res.StatusCode)
	require.True(t, res.Header.Get("X-Large") == large)
}

// A web page whose host resolves to this machine cannot reach the service.
func TestWebPagesCannotReachTheService(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))
	defer service.Close()
	p := start(t, service.URL)
	for host, want := range map[string]int{"": 200, "localhost:8081": 200, "evil.example": 421} {
		req, _ := http.NewRequest("GET", p.url, nil)
		req.Host = host
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		res.Body.Close()
		require.Equal(t, want, res.StatusCode, host)
	}
}

// The base path precedes the path of a call, and operations are found with and without it.
func TestBasePathPrecedesThePathOfACall(t *testing.T) {
	var paths []string
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { paths = append(paths, r.RequestURI) }))
	defer service.Close()
	for _, test := range []struct{ base, called, want string }{
		{"/v1", "/api/notes/get_note", "/v1/api/notes/get_note"},
		{"/api", "/notes/get_note", "/api/notes/get_note"},
		{"/a%2Fb", "/api/notes/get_note?x", "/a%2Fb/api/notes/get_note?x"},
	} {
		p := start(t, service.URL+test.base)
		res, err := http.Post(p.url+test.called, "application/json", strings.NewReader("{}"))
		require.NoError(t, err)
		res.Body.Close()
		require.Equal(t, test.want, paths[len(paths)-1])
		require.Len(t, p.recorded(t), 1)
	}
}

// The recording contains no text of any request or response.
func TestRecordingsContainNoTexts(t *testing.T) {
	n := 0
	canary := func() string { n++; return fmt.Sprintf("CANARY%dx", n) }
	object := func() string {
		return fmt.Sprintf(`{"text":%q,"note_id":%q,%q:%q,%q:[%q,{%q:1}],"tags":[%q]}`, canary(), canary(), canary()+" key", canary(), canary()+"-"+strings.Repeat("1", 20), canary(), canary()+".", canary())
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("X-"+canary(), canary())
		w.Header().Set("Set-Cookie", canary())
		w.Header().Set("Content-Encoding", r.Header.Get("X-Coding"))
		w.Header().Set("Content-Type", canary())
		w.Header().Set(http.TrailerPrefix+"X-"+canary(), canary())
		io.WriteString(w, object())
	}))
	defer service.Close()
	p := start(t, service.URL)
	client := http.Client{Transport: &http.Transport{DisableCompression: true}}
	for i, path := range []string{"/api/notes/new_note", "/api/notes/get_note", "/api/notes/", "/"} {
		for range 10 {
			if i >= 2 {
				path += canary()
			}
			req, _ := http.NewRequest("POST", p.url+path+"?"+canary()+"="+canary(), strings.NewReader(object()))
			req.Header.Set("Authorization", "Bearer "+canary())
			req.Header.Set("X-"+canary(), canary())
			req.Header.Set("Content-Type", canary())
			if n%2 == 0 {
				req.Header.Set("X-Coding", canary())
			}
			res, err := client.Do(req)
			require.NoError(t, err)
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
	}
	p.end(t)
	text := p.out.text.String()
	require.Equal(t, 20, strings.Count(text, `"operation"`))
	require.Contains(t, text, `"note_id"`)
	require.NotContains(t, strings.ToLower(text), "canary")
}

// stuckWriter accepts the header, and blocks at the next write.
type stuckWriter struct {
	began bool
	until chan struct{}
}

func (w *stuckWriter) Write(p []byte) (int, error) {
	if w.began {
		<-w.until
	}
	w.began = true
	return len(p), nil
}
