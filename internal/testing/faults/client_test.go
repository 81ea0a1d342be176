package faults

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/internal/testing/everykind"
)

// operation is a called operation, and how its response is read.
type operation struct {
	name   string
	effect api.Effect
	call   func(context.Context, *client, *plan, ...api.CallOption) (string, error)
}

var operations = []operation{
	{"claims.get_claim", api.Read, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := c.claims.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: &p.id}, opts...)
		if err != nil {
			return "", err
		}
		response, _ := res.Claim["response"].(string)
		return response, nil
	}},
	{"contacts.get_aspect_data", api.Read, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := c.contacts.GetAspectData(ctx, &contacts.GetAspectDataRequest{ID: &p.id, All: &p.text}, opts...)
		return decoded(res, err)
	}},
	{"things.put", api.Idempotent, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		return called(ctx, c, opPut, p.id, p.text, opts)
	}},
	{"claims.set_claim_loss_address", api.Write, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := c.claims.SetClaimLossAddress(ctx, &claims.SetClaimLossAddressRequest{ClaimID: &p.id, PropertyAddressID: &p.text}, opts...)
		return decoded(res, err)
	}},
	{"contacts.new_contact", api.Write, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := c.contacts.NewContact(ctx, &contacts.NewContactRequest{
			Name: p.id, Addresses: []contacts.AddressEntry{{Type: &p.text}},
		}, opts...)
		if err != nil {
			return "", err
		}
		return res.ContactID, nil
	}},
	payment,
}

// called calls an operation of package everykind, and returns its response.
func called(ctx context.Context, c *client, op *api.Operation, id, text string, opts []api.CallOption) (string, error) {
	request := &everykind.Request{Name: id, Note: &text, Inner: everykind.Record{ID: "1"}}
	res, err := wire.Do(ctx, wire.Begin(c.caller, op, opts), request, everykind.DecodeResponse)
	if err != nil || res.Note == nil {
		return "", err
	}
	return *res.Note, nil
}

// decoded returns the content of a response without a shape. An empty result is
// never the response of a plan.
func decoded(res *api.RawResponse, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var body struct{ Response string }
	res.Decode(&body)
	return body.Response, nil
}

// Each client has its own retry budget.
const (
	keeping  = iota // keeps its connections open
	closing         // uses a new connection for each attempt
	inOutage        // has almost no successful attempt
)

var clientNames = []string{"keeps connections", "closes connections", "is in an outage"}

// policies are the retry policies of calls, by ending. A context also has to end a
// delay that Retry-After asks for.
var policies = []api.RetryPolicy{
	attemptTime:  {MaxAttempts: maxAttempts, BaseDelay: time.Millisecond, MaxRetryAfter: shortestRetryAfter, AttemptTimeout: 250 * time.Millisecond},
	deadline:     {MaxAttempts: maxAttempts, BaseDelay: time.Millisecond},
	cancellation: {MaxAttempts: maxAttempts, BaseDelay: time.Millisecond},
	nothing:      {MaxAttempts: maxAttempts, BaseDelay: time.Millisecond, MaxRetryAfter: shortestRetryAfter},
}

const (
	maxAttempts        = 3
	shortestRetryAfter = 20 * time.Millisecond // of all policies
)

// client is a client with its counters.
type client struct {
	*http.Transport
	trial    *trial
	caller   *api.Caller
	claims   *claims.Client
	contacts *contacts.Client

	calls, sent, accepted atomic.Int64 // accepted counts attempts with a success status
}

func (x *trial) newClient(t *testing.T, url string, keepAlive bool) *client {
	c := &client{trial: x}
	c.Transport = &http.Transport{DialContext: c.dial, DisableKeepAlives: !keepAlive, MaxIdleConnsPerHost: workers}
	caller, err := api.NewCaller(url, api.WithHTTPClient(&http.Client{Transport: c}))
	require.NoError(t, err)
	c.caller, c.claims, c.contacts = caller, claims.NewClientWithCaller(caller), contacts.NewClientWithCaller(caller)
	return c
}

// progress describes a call in progress. Its context passes it to the transport.
type progress struct {
	*plan
	sent, dials atomic.Int64
	notBefore   time.Time // earliest time of the next attempt, which the last response asked for
	final       bool      // the service has said that the key stands for another call
}

type progressKey struct{}

// RoundTrip counts attempts, and attempts that came too early.
func (c *client) RoundTrip(r *http.Request) (*http.Response, error) {
	p := r.Context().Value(progressKey{}).(*progress)
	if time.Now().Before(p.notBefore) {
		c.trial.early.Add(1)
	}
	if p.final {
		c.trial.violated("call %d of %s was repeated after status 422", p.number, p.operation.name)
	}
	p.sent.Add(1)
	c.sent.Add(1)
	res, err := c.Transport.RoundTrip(r)
	if err == nil && res.StatusCode == http.StatusOK {
		c.accepted.Add(1)
	}
	if err == nil && res.StatusCode == http.StatusUnprocessableEntity {
		body, cut := io.ReadAll(res.Body) // a response that is cut off says nothing
		res.Body.Close()
		res.Body, p.final = io.NopCloser(io.MultiReader(bytes.NewReader(body), &failing{cut})), cut == nil
	}
	if err == nil && res.Header.Get("Retry-After") != "" {
		p.notBefore = time.Now().Add(shortestRetryAfter)
	}
	return res, err
}

// failing is the rest of a body that has been read, up to an error if there was one.
type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, cmp.Or(f.err, io.EOF) }

// dial refuses some connections. This is the only failure after which a write may
// be retried.
func (c *client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	p := ctx.Value(progressKey{}).(*progress)
	if draw(p.number, "dial", int(p.dials.Add(1))).IntN(100) < 4 {
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ECONNREFUSED}
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c.trial.open.Add(1)
	return &countedConn{Conn: conn, open: &c.trial.open}, nil
}

// countedConn is counted as an open connection until it is closed.
type countedConn struct {
	net.Conn
	open   *atomic.Int64
	closed atomic.Bool
}

func (c *countedConn) Close() error {
	if !c.closed.Swap(true) {
		c.open.Add(-1)
	}
	return c.Conn.Close()
}
