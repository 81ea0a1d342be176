package simulation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/internal/auth"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
)

// A defect is a fault of the product that the simulation must find.
type defect string

const (
	forgetsKeys defect = "the service forgets idempotency keys"
	sendsAgain  defect = "the transport sends requests again"
	isLate      defect = "the client does not keep deadlines"
	leaks       defect = "the client leaves a goroutine behind"
)

// files are the catalog and the behavior, which are read once.
type files struct {
	catalog    *catalog.Catalog
	behavior   *behavior.Behavior
	callers    auth.Callers
	operations map[string]*interpreter.Operation
}

func readFiles(t *testing.T) *files {
	c, err := catalog.Load("testdata/operations.yaml")
	require.NoError(t, err)
	b, err := behavior.Load(c, "testdata/resources.yaml")
	require.NoError(t, err)
	secrets := filepath.Join(t.TempDir(), "callers")
	require.NoError(t, os.WriteFile(secrets, []byte("client:made-up-secret\n"), 0o600))
	callers, err := auth.ReadCallers(secrets)
	require.NoError(t, err)
	f := &files{c, b, callers, map[string]*interpreter.Operation{}}
	for op := range c.Operations() {
		f.operations[op.Name] = interpreter.New(op)
	}
	return f
}

// trial is a seed at work.
type trial struct {
	*files
	seed    uint64
	defect  defect
	network *network
	service *service
	caller  *api.Caller

	mu      sync.Mutex
	results []*result
	broken  []string // promises
}

// run makes the calls of a seed, and returns what was promised and not kept, and the ways in which
// calls ended.
func (f *files) run(t *testing.T, seed uint64, d defect) (broken, ends []string) {
	x := &trial{files: f, seed: seed, defect: d}
	defer func() {
		if p := recover(); p != nil { // synctest panics if goroutines are left
			broken = append(x.broken, fmt.Sprint(p))
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		stop := x.start(t)
		var calling sync.WaitGroup
		for who := range callers {
			calling.Go(func() { x.calls(who) })
		}
		calling.Wait()
		x.network.quiet()
		x.service.quiet()
		time.Sleep(10 * time.Minute) // the network delivers what it has delayed
		x.repeat()
		x.checkExecutions(t)
		stop()
	})
	for _, r := range x.results {
		ends = append(ends, endOf(r.err))
	}
	return x.broken, ends
}

// start starts the service and a client.
func (x *trial) start(t *testing.T) (stop func()) {
	s, err := simulator.New(x.catalog, x.behavior, simulator.Options{})
	require.NoError(t, err)
	tokens := auth.New(x.catalog, s.Store(), x.callers)
	s.Close()
	s, err = simulator.New(x.catalog, x.behavior,
		simulator.Options{Store: s.Store(), Authenticator: tokens.Authenticate})
	require.NoError(t, err)
	x.service = &service{
		sandbox: s, tokens: tokens, seed: x.seed, defect: x.defect,
		arrived: map[string]int{}, refused: map[string]int{},
	}
	x.network = newNetwork(rand.New(rand.NewPCG(x.seed, 1)))
	server := api.NewServer(x.service)
	server.ErrorLog = log.New(io.Discard, "", 0)
	var serving sync.WaitGroup
	serving.Go(func() { server.Serve(x.network) })

	transport := &http.Transport{DialContext: x.network.dial}
	client := &http.Client{Transport: transport}
	if x.defect == sendsAgain {
		client.Transport = twice{transport}
	}
	x.caller, err = api.NewCaller("http://service",
		api.WithHTTPClient(client), api.WithMiddleware(countAttempts),
		api.WithClientCredentials(api.ClientCredentials{
			TokenURL: "http://service" + auth.TokenPath, ID: "client", Secret: "made-up-secret",
			HTTPClient: &http.Client{Transport: transport, Timeout: 30 * time.Second},
		}))
	require.NoError(t, err)
	return func() {
		transport.CloseIdleConnections()
		server.Close()
		serving.Wait()
		x.network.relay.Wait()
		s.Close()
	}
}

// twice is a transport that sends a request again after an error.
type twice struct{ http.RoundTripper }

func (t twice) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	for range 3 {
		same := r.Clone(r.Context())
		same.Body = io.NopCloser(strings.NewReader(string(body)))
		var res *http.Response
		if res, err = t.RoundTripper.RoundTrip(same); err == nil {
			return res, nil
		}
	}
	return nil, err
}

// resultKey is the key of the result in the context of a call.
type resultKey struct{}

// countAttempts keeps the number of attempts, also of those that do not arrive.
func countAttempts(next api.RoundTripFunc) api.RoundTripFunc {
	return func(ctx context.Context, i *api.Invocation) error {
		err := next(ctx, i)
		ctx.Value(resultKey{}).(*result).attempts = i.Attempts
		return err
	}
}

// The callers of a trial, and the number of calls that each makes.
const (
	callers     = 3
	callsOfEach = 4
)

// calls makes the calls of one caller, one after another.
func (x *trial) calls(who int) {
	draw := rand.New(rand.NewPCG(x.seed, uint64(2+who)))
	for i := range callsOfEach {
		pause := time.Duration(draw.Int64N(int64(time.Minute)))
		if draw.IntN(8) == 0 {
			pause += time.Hour // in which tokens expire
		}
		time.Sleep(pause)
		x.call(fmt.Sprint(1+who*callsOfEach+i), who, draw)
	}
}

// result is a call and its end.
type result struct {
	number, operation string
	request           map[string]string
	policy            api.RetryPolicy
	ends              time.Duration // of the context, 0 for never

	attempts int
	took     time.Duration
	err      error
}

// call draws a call and makes it.
func (x *trial) call(number string, who int, draw *rand.Rand) {
	operations := [...]string{"pay", "pay", "order", "put", "get"}
	r := &result{number: number, operation: operations[draw.IntN(len(operations))]}
	r.request = map[string]string{"name": number}
	if r.operation == "put" || r.operation == "get" {
		r.request = map[string]string{"id": fmt.Sprint(who)}
	}
	if r.operation == "put" {
		r.request["value"] = number
	}
	random := func(most time.Duration) time.Duration { return 1 + time.Duration(draw.Int64N(int64(most))) }
	r.policy = api.RetryPolicy{
		MaxAttempts:   1 + draw.IntN(4),
		BaseDelay:     1, // the time before a retry is not drawn from the seed
		MaxRetryAfter: random(10 * time.Second),
	}
	if draw.IntN(2) == 0 {
		r.policy.AttemptTimeout = random(20 * time.Second)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	begun := time.Now()
	switch draw.IntN(4) {
	case 0:
		r.ends = random(20 * time.Second)
		defer time.AfterFunc(r.ends, cancel).Stop()
	case 1:
		r.ends = random(20 * time.Second)
		ctx, cancel = context.WithTimeout(ctx, r.ends)
		defer cancel()
	}
	r.err = x.send(ctx, r)
	if x.defect == isLate && errors.Is(r.err, context.DeadlineExceeded) {
		time.Sleep(time.Millisecond)
	}
	if x.defect == leaks && errors.Is(r.err, context.Canceled) {
		go func() { <-make(chan int) }()
	}
	r.took = time.Since(begun)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.results = append(x.results, r)
	x.checkEnd(r)
}

// send makes a call, with its number in its header, and in its key if it takes one.
func (x *trial) send(ctx context.Context, r *result) error {
	text, err := json.Marshal(r.request)
	if err != nil {
		return err
	}
	opts := []api.CallOption{api.WithRetry(r.policy), api.WithHeader(numberHeader, r.number)}
	if r.operation == "pay" {
		opts = append(opts, api.WithIdempotencyKey("key-"+r.number))
	}
	ctx = context.WithValue(ctx, resultKey{}, r)
	response, err := x.operations[r.operation].Call(ctx, x.caller, string(text), opts...)
	if err != nil {
		return err
	}
	var got struct{ Name, ID, Value string }
	if err := json.Unmarshal(response.Raw, &got); err != nil {
		return err
	}
	own := got.Name == r.request["name"]
	if id := r.request["id"]; id != "" { // of the caller, who alone puts values
		n, _ := strconv.Atoi(got.Value)
		own = got.ID == id && id == fmt.Sprint((n-1)/callsOfEach)
	}
	if !own {
		x.violated(r, "got the response %s", response.Raw)
	}
	return nil
}

// checkEnd checks when a call ended, and after how many attempts. After status 401, a call goes on
// with a new token, and its policy allows one attempt more.
func (x *trial) checkEnd(r *result) {
	if r.ends > 0 && r.took > r.ends {
		x.violated(r, "ended %v after its context", r.took-r.ends)
	}
	if most := 30 * time.Minute; r.took > most {
		x.violated(r, "took %v, more than %v", r.took, most)
	}
	most := r.policy.MaxAttempts
	arrived, refused := x.service.arrivals(r.number)
	if refused > 0 {
		most++
	}
	if r.attempts > most {
		x.violated(r, "was sent %d times, its policy allows %d", r.attempts, most)
	}
	if r.operation == "order" {
		most = 1 + refused
	}
	if arrived > most {
		x.violated(r, "arrived %d times, its policy allows %d", arrived, most)
	}
}

// endOf is the way in which a call has ended.
func endOf(err error) string {
	e, isResponse := errors.AsType[*api.Error](err)
	switch {
	case err == nil:
		return "success"
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.Is(err, context.DeadlineExceeded):
		return "too late"
	case isResponse:
		return fmt.Sprint("status ", e.Status)
	}
	return "no response"
}

// repeat makes each payment again with its key, now that there are no faults.
func (x *trial) repeat() {
	for _, r := range x.results {
		if r.operation != "pay" {
			continue
		}
		again := *r
		again.policy = api.RetryPolicy{}
		if err := x.send(context.Background(), &again); err != nil {
			x.violated(r, "cannot be repeated: %v", err)
		}
	}
}

// checkExecutions checks how often each payment and order was executed.
func (x *trial) checkExecutions(t *testing.T) {
	executed := map[string]int{}
	err := x.service.sandbox.Store().View(t.Context(), simulator.DefaultWorld, func(tx store.Tx) error {
		docs, err := tx.Find(store.Query{Kind: "payment"})
		for _, doc := range docs {
			var payment struct{ Name string }
			err = errors.Join(err, json.Unmarshal(doc.Body, &payment))
			executed[payment.Name]++
		}
		return err
	})
	require.NoError(t, err)
	for _, r := range x.results {
		n := executed[r.number]
		switch {
		case r.operation == "pay" && n != 1, r.operation == "order" && n > 1:
			x.violated(r, "was executed %d times", n)
		case r.operation == "order" && r.err == nil && n == 0:
			x.violated(r, "succeeded, and was not executed")
		}
	}
}

// violated records a promise that was not kept.
func (x *trial) violated(r *result, format string, args ...any) {
	x.broken = append(x.broken, fmt.Sprintf("call %s of %s: %s; it ended with: %v",
		r.number, r.operation, fmt.Sprintf(format, args...), r.err))
}
