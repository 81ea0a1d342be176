package faults

import (
	"context"
	"crypto/sha256"
	"net/http"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/everykind"
)

// The shipped catalog has no idempotency keys, so this is what the generator would write
// for an operation that takes one.
var opPay = &api.Operation{Area: "things", Name: "pay", Path: "/things/pay", IdempotencyKey: "Idempotency-Key"}

var payment = operation{"things.pay", keyed, func(ctx context.Context, c *client, p *plan, opts ...api.CallOption) (string, error) {
	if p.number%2 == 0 { // of the others, the client makes the key
		opts = append(opts, api.WithIdempotencyKey(p.id))
	}
	return called(ctx, c, opPay, p.id, p.text, opts)
}}

// keyed is the effect of a write that takes a key.
const keyed api.Effect = "write with a key"

// payments are what a service keeps of the calls that it knows by a key: sums of keys and
// bodies, so that it uses no memory while calls are made.
type payments struct {
	mu    sync.Mutex
	known map[sum]paid

	replayed, busy, reused atomic.Int64 // responses of what is kept, with 409, with 422
}

type sum [sha256.Size]byte

func sumOf(text string) sum { return sha256.Sum256([]byte(text)) }

// paid is a call that is under way or carried out.
type paid struct {
	text sum
	over bool
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// pay is what docs/go.md asks of a service: it keeps its response by the key, and says
// that a call is under way, or that its key came with another body. Some calls take
// longer than an attempt may.
func (x *trial) pay(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
	key := api.RequestFromContext(ctx).IdempotencyKey()
	if r.Note == nil || !uuid.MatchString(key) && key != r.Name { // the network has changed it
		return nil, &api.Problem{Status: http.StatusBadRequest}
	}
	s, now := &x.payments, paid{text: sumOf(*r.Note)}
	s.mu.Lock()
	was, known := s.known[sumOf(key)]
	if !known {
		s.known[sumOf(key)] = now
	}
	s.mu.Unlock()
	number, _ := numberOf(r.Name)
	switch {
	case known && was.text != now.text:
		s.reused.Add(1)
		return nil, &api.Problem{Status: http.StatusUnprocessableEntity}
	case known && !was.over:
		s.busy.Add(1)
		return nil, &api.Problem{Status: http.StatusConflict}
	case known:
		s.replayed.Add(1)
		return &everykind.Response{ID: r.Name, Note: &planOf(number).response}, nil
	}
	response, err := x.execute(ctx, "things.pay", &r.Name, r.Note)
	if draw(number, "slow", 0).IntN(50) == 0 {
		time.Sleep(300 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.over = true; err != nil {
		delete(s.known, sumOf(key))
	} else {
		s.known[sumOf(key)] = now
	}
	return &everykind.Response{ID: r.Name, Note: &response}, err
}

// payOtherwise makes another call with the key of one that has succeeded. It must fail,
// and once the service has said so, it is not repeated.
func (x *trial) payOtherwise(ctx context.Context, c *client, under *progress, opts []api.CallOption) {
	before := under.sent.Load()
	c.calls.Add(1)
	_, err := called(ctx, c, opPay, under.id, under.text+"?", append(opts, api.WithIdempotencyKey(under.id)))
	if err == nil {
		x.violated("call %d with the key of another one succeeded", under.number)
	}
	x.calls[under.number].otherwise = int32(under.sent.Load() - before)
}
