package hostile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// peer is a connection of a client to a hostile service.
type peer struct {
	*conn
	site *site
}

// site is a hostile service.
type site struct {
	x        *trial
	listener net.Listener
	serve    func(*peer)
	peers    sync.WaitGroup
	requests atomic.Int64 // of the call under way
}

func (x *trial) newSite(serve func(*peer)) *site {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		x.violated("%v", err)
		return nil
	}
	s := &site{x: x, listener: l, serve: serve}
	s.peers.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.peers.Go(func() {
				defer c.Close()
				serve(&peer{newConn(x, c), s})
			})
		}
	})
	return s
}

// close waits until every client is gone.
func (s *site) close() {
	s.listener.Close()
	s.peers.Wait()
}

// request reads a request, and reports whether there is one.
func (p *peer) request() bool {
	r, err := http.ReadRequest(p.reader)
	if err != nil {
		return false
	}
	p.site.requests.Add(1)
	_, err = io.Copy(io.Discard, r.Body)
	return err == nil
}

// fed sends text over and over, until the client is gone or n bytes are sent.
func (p *peer) fed(text string, n int64) {
	for start := p.x.sent.Load(); p.x.sent.Load()-start < n; {
		sent, err := io.WriteString(p.Conn, text)
		p.x.sent.Add(int64(sent))
		if err != nil {
			return
		}
	}
}

// responding sends a text in response to each request on each connection.
func responding(text string) func(*peer) {
	return func(p *peer) {
		for p.request() {
			p.send(text)
		}
	}
}

// respondOnce responds to the first request on each connection, and closes the connection.
func respondOnce(texts ...string) func(*peer) {
	return func(p *peer) {
		if p.request() {
			p.send(texts...)
		}
	}
}

// respond returns a whole response.
func respond(status int, body string, lines ...string) string {
	return fmt.Sprintf("HTTP/1.1 %d Status\r\n%s%s\r\n%s", status, strings.Join(lines, ""), length(len(body)), body)
}

// The types of responses.
const (
	isJSON    = "Content-Type: application/json\r\n"
	isProblem = "Content-Type: application/problem+json\r\n"
	isGzip    = "Content-Encoding: gzip\r\n"
)

// maxAttempts is what the policy of attacked clients allows.
const maxAttempts = 3

// calls makes a call of each kind to a hostile service: a read whose response may be
// any JSON, a read of a list, and a write.
func (x *trial) calls(serve func(*peer), opts ...api.ClientOption) {
	site := x.newSite(serve)
	defer site.close()
	transport := new(http.Transport)
	defer transport.CloseIdleConnections()
	logger := slog.New(slog.NewJSONHandler(&x.front.logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client, err := insurance.NewClient("http://"+site.listener.Addr().String(), append([]api.ClientOption{
		api.WithBearerToken(token), api.WithLogger(logger),
		api.WithHTTPClient(&http.Client{Transport: transport}),
		api.WithRetry(api.RetryPolicy{MaxAttempts: maxAttempts, BaseDelay: time.Microsecond, MaxRetryAfter: time.Millisecond, AttemptTimeout: patience / 3}),
	}, opts...)...)
	if err != nil {
		x.violated("%v", err)
		return
	}
	for _, call := range []struct {
		attempts int64
		make     func(context.Context) error
	}{
		{maxAttempts, func(ctx context.Context) error {
			_, err := client.Claims.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: new("1")})
			return err
		}},
		{maxAttempts, func(ctx context.Context) error {
			_, err := client.Contacts.ListAllContacts(ctx, &contacts.ListAllContactsRequest{})
			return err
		}},
		{1, func(ctx context.Context) error {
			_, err := client.Contacts.NewContact(ctx, &contacts.NewContactRequest{Name: "x", Addresses: []contacts.AddressEntry{{}}})
			return err
		}},
	} {
		for range scale() {
			site.requests.Store(0)
			x.exchanges.Add(1)
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			x.ended(ctx, call.make(ctx))
			cancel()
			if n := site.requests.Load(); n > call.attempts {
				x.violated("a call was sent %d times, expected at most %d", n, call.attempts)
			} else {
				x.requests.Add(n)
			}
		}
	}
}

// ended checks how a call ended, and notes its status: 200 for a success, 0 if
// there is no response that can be read.
func (x *trial) ended(ctx context.Context, err error) {
	if err == nil {
		x.responded(http.StatusOK, 0)
		return
	}
	if ctx.Err() != nil {
		x.violated("a call does not end")
	}
	status := 0
	if e, ok := errors.AsType[*api.Error](err); ok && (e.Status < 200 || e.Status > 299) {
		status = e.Status
	}
	text := fmt.Sprintf("%v %+v %#v", err, err, err)
	if strings.ContainsFunc(text, unicode.IsControl) {
		x.violated("the text of an error holds a control character: %.200q", text)
	}
	if strings.Contains(text, token) || strings.Contains(text, secret) {
		x.violated("the text of an error shows a secret")
	}
	x.responded(status, int64(len(err.Error())))
}
