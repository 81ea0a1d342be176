package hostile

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	insurance "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/gen/contacts"
)

// caller makes good calls, one after the other, while others attack.
type caller struct {
	client    *insurance.Client
	transport *http.Transport
	number    int

	mu     sync.Mutex
	took   []time.Duration
	writes int64
	broken []string
}

func newCaller(t *testing.T, address string) *caller {
	c := &caller{transport: new(http.Transport)}
	var err error
	c.client, err = insurance.NewClient("http://"+address, api.WithBearerToken(token),
		api.WithHTTPClient(&http.Client{Transport: c.transport}))
	require.NoError(t, err)
	return c
}

// call makes a read and a write.
func (c *caller) call() {
	c.number++
	id := fmt.Sprint(good, c.number)
	start := time.Now()
	claim, err := c.client.Claims.GetClaim(context.Background(), &claims.GetClaimRequest{ClaimID: &id})
	read := time.Since(start)
	if err == nil && claim.Claim["answer"] != "claim "+id {
		err = fmt.Errorf("the response is that of another call: %q", claim.Claim["answer"])
	}
	start = time.Now()
	res, failed := c.client.Contacts.NewContact(context.Background(), &contacts.NewContactRequest{
		Name: id, Addresses: []contacts.AddressEntry{{Type: new("home")}},
	})
	write := time.Since(start)
	if err == nil {
		err = failed
	}
	if err == nil && res.ContactID != "id of "+id {
		err = fmt.Errorf("the response is that of another call: %q", res.ContactID)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, read, write)
	c.writes++
	if err != nil && len(c.broken) < 5 {
		c.broken = append(c.broken, fmt.Sprintf("a good call failed: %v", err))
	}
}

// goOn makes calls until stop is closed, and at least one.
func (c *caller) goOn(stop <-chan struct{}) {
	for {
		c.call()
		select {
		case <-stop:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// take returns how long the calls took that were made since it was last asked, how
// many writes they were, and what was wrong with them.
func (c *caller) take() (took []time.Duration, writes int64, broken []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	took, writes, broken = c.took, c.writes, c.broken
	c.took, c.writes, c.broken = nil, 0, nil
	return took, writes, broken
}

func p99(took []time.Duration) time.Duration {
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[len(took)*99/100].Round(time.Microsecond)
}
