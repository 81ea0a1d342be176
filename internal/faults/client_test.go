package faults

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// operation is one that is called, and how its answer is read.
type operation struct {
	name   string
	effect api.Effect
	call   func(context.Context, *client, *plan, ...api.CallOption) (string, error)
}

var operations = []operation{
	{"claims.get_claim", api.Read, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := c.claims.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: &p.id}, opts...)
		return decoded(res, err)
	}},
	{"contacts.find_contact_by_params", api.Read, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := c.contacts.FindContactByParams(ctx, &contacts.FindContactByParamsRequest{Name: &p.id, DOB: &p.text}, opts...)
		return decoded(res, err)
	}},
	{"things.put", api.Idempotent, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := api.Do(ctx, c.caller.Begin(opPut, opts).Body(&thing{ID: &p.id, Text: &p.text}), decodeThing)
		if err != nil || res.Text == nil {
			return "", err
		}
		return *res.Text, nil
	}},
	{"claims.create_claim_date", api.Write, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
		res, err := c.claims.CreateClaimDate(ctx, &claims.CreateClaimDateRequest{ClaimID: &p.id, ClaimDate: &p.text}, opts...)
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
}

// decoded returns what an answer without a shape holds, of which nothing is the
// answer of no plan.
func decoded(res interface{ Decode(any) error }, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var body struct{ Answer string }
	res.Decode(&body)
	return body.Answer, nil
}

// The clients. Each has a budget of repetitions of its own.
const (
	keeping  = iota // keeps its connections
	closing         // has one connection for each attempt
	inOutage        // has hardly an attempt that succeeds
)

var clientNames = []string{"keeps connections", "closes connections", "in an outage"}

// policies are those of calls, by what ends them. A context is to end a wait that
// Retry-After asks for, too.
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

// client is one with what it did.
type client struct {
	*http.Transport
	trial    *trial
	caller   *api.Caller
	claims   *claims.Client
	contacts *contacts.Client

	calls, sent, accepted atomic.Int64 // accepted are the attempts with a status of success
}

func (x *trial) newClient(t *testing.T, url string, keepAlive bool) *client {
	c := &client{trial: x}
	c.Transport = &http.Transport{DialContext: c.dial, DisableKeepAlives: !keepAlive, MaxIdleConnsPerHost: workers}
	caller, err := api.NewCaller(url, api.WithHTTPClient(&http.Client{Transport: c}))
	require.NoError(t, err)
	c.caller, c.claims, c.contacts = caller, claims.FromCaller(caller), contacts.FromCaller(caller)
	return c
}

// progress is a call under way, which its context carries to the transport.
type progress struct {
	*plan
	sent, dials atomic.Int64
	notBefore   time.Time // of the next attempt, because the last answer asks for it
}

type progressKey struct{}

// RoundTrip counts attempts, and those that did not wait as long as they must.
func (c *client) RoundTrip(r *http.Request) (*http.Response, error) {
	p := r.Context().Value(progressKey{}).(*progress)
	if time.Now().Before(p.notBefore) {
		c.trial.early.Add(1)
	}
	p.sent.Add(1)
	c.sent.Add(1)
	res, err := c.Transport.RoundTrip(r)
	if err == nil && res.StatusCode == http.StatusOK {
		c.accepted.Add(1)
	}
	if err == nil && res.Header.Get("Retry-After") != "" {
		p.notBefore = time.Now().Add(shortestRetryAfter)
	}
	return res, err
}

// dial refuses some connections, which is the one failure after which a write
// may be repeated.
func (c *client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	p := ctx.Value(progressKey{}).(*progress)
	if draw(p.number, "dial", int(p.dials.Add(1))).IntN(100) < 4 {
		c.trial.refused.Add(1)
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ECONNREFUSED}
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c.trial.open.Add(1)
	return &countedConn{Conn: conn, open: &c.trial.open}, nil
}

// countedConn counts among the open connections until it is closed.
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
