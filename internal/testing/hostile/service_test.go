package hostile

import (
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// service is the service that is attacked. It counts executions of writes: those of
// good callers, and all others.
type service struct {
	contacts.UnimplementedService
	good, executed atomic.Int64
}

// good is how the names and identifiers of good calls begin.
const good = "good-"

// NewContact fails as its caller asks, in ways that a mistake in a service may have.
func (s *service) NewContact(_ context.Context, r *contacts.NewContactRequest) (*contacts.NewContactResponse, error) {
	switch {
	case strings.HasPrefix(r.Name, good):
		s.good.Add(1)
	case r.Name == "panic":
		panic(secret)
	case r.Name == "panic in unwrap":
		return nil, evilError{}
	case r.Name == "panic in the error handler":
		return nil, errors.New(r.Name)
	case r.Name == "large":
		return &contacts.NewContactResponse{ContactID: strings.Repeat("x", 1<<20)}, nil
	default:
		s.executed.Add(1)
	}
	return &contacts.NewContactResponse{ContactID: "id of " + r.Name[:min(len(r.Name), 100)]}, nil
}

// secret is what no caller and no log may show.
const secret = "canary-5309"

// evilError panics in Unwrap.
type evilError struct{}

func (evilError) Error() string { return secret }
func (evilError) Unwrap() error { panic(secret) }

type claimsService struct{ claims.UnimplementedService }

func (claimsService) GetClaim(_ context.Context, r *claims.GetClaimRequest) (*claims.GetClaimResponse, error) {
	return &claims.GetClaimResponse{Claim: api.Object{"answer": "claim " + *r.ClaimID}}, nil
}

// token is the credential of good callers, and of attackers who have one.
const token = "token-of-a-caller"

// inHeader authenticates by the header, inBody by the member api_key of the body.
func inHeader(ctx context.Context, c api.Credentials) (context.Context, error) {
	return admit(ctx, c.Header().Get("Authorization") == "Bearer "+token)
}

func inBody(ctx context.Context, c api.Credentials) (context.Context, error) {
	return admit(ctx, c.Body()["api_key"] == token)
}

func admit(ctx context.Context, known bool) (context.Context, error) {
	if !known {
		return nil, errors.New("unknown caller")
	}
	return ctx, nil
}

// front is a server with one address for good callers and one for attackers.
type front struct {
	server   *http.Server
	good     string // address
	entrance *entrance
	logged   counter // bytes
}

// newFront starts a server whose timeouts are those of api.NewServer.
func newFront(t *testing.T, s *service, opts ...api.HandlerOption) *front {
	f := new(front)
	logger := slog.New(slog.NewJSONHandler(&f.logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	opts = append(opts, api.WithServerLogger(logger), api.WithServerErrorHandler(func(_ context.Context, _ *api.Operation, err error) {
		if err.Error() == "panic in the error handler" {
			panic(secret)
		}
	}))
	h, err := insurance.NewHandler(insurance.Services{Claims: claimsService{}, Contacts: s}, opts...)
	require.NoError(t, err)
	f.server = api.NewServer(h)
	f.server.ErrorLog = log.New(io.Discard, "", 0)
	f.server.Protocols = new(http.Protocols)
	f.server.Protocols.SetHTTP1(true)
	f.server.Protocols.SetUnencryptedHTTP2(true)
	f.good = f.serve(t, func(l net.Listener) net.Listener { return l })
	f.serve(t, func(l net.Listener) net.Listener { f.entrance = &entrance{Listener: l}; return f.entrance })
	return f
}

func (f *front) serve(t *testing.T, wrap func(net.Listener) net.Listener) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go f.server.Serve(wrap(l))
	return l.Addr().String()
}

// entrance is the listener for attackers. It counts their connections and the bytes that the
// server has read from them.
type entrance struct {
	net.Listener
	open, arrived atomic.Int64
}

func (d *entrance) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	d.open.Add(1)
	return &countedConn{Conn: c, entrance: d}, nil
}

type countedConn struct {
	net.Conn
	entrance *entrance
	gone     atomic.Bool
}

func (g *countedConn) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	g.entrance.arrived.Add(int64(n))
	return n, err
}

func (g *countedConn) Close() error {
	if !g.gone.Swap(true) {
		g.entrance.open.Add(-1)
	}
	return g.Conn.Close()
}

// counter counts what is written to it, and the canaries in that.
type counter struct{ bytes, canaries atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	if strings.Contains(string(p), secret) || strings.Contains(string(p), token) {
		c.canaries.Add(1)
	}
	return len(p), nil
}
