package simulation

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/auth"
	"example.com/opgen/sandbox/simulator"
)

// service is a sandbox with its token endpoint, and faults before and after it.
type service struct {
	sandbox *simulator.Sandbox
	tokens  *auth.Authenticator
	seed    uint64
	defect  defect

	mu      sync.Mutex
	calm    bool
	arrived map[string]int // attempts by the number of their call, without duplicates by the network
	refused map[string]int // those of them that got status 401, and so were not executed
}

// numberHeader carries the number of a call.
const numberHeader = "X-Request-Id"

// ServeHTTP applies faults that depend only on the seed, the call and the attempt.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == auth.TokenPath {
		s.tokens.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil { // it was cut off, and the handler would say the same
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if s.defect == forgetsKeys {
		r.Header.Del("Idempotency-Key")
	}
	again := func() *http.Request {
		same := r.Clone(r.Context())
		same.Body = io.NopCloser(bytes.NewReader(body))
		return same
	}
	number := r.Header.Get(numberHeader)
	s.mu.Lock()
	s.arrived[number]++
	attempt, calm := s.arrived[number], s.calm
	s.mu.Unlock()
	if calm {
		s.sandbox.ServeHTTP(w, again())
		return
	}

	counted := &counting{ResponseWriter: w}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if counted.status == http.StatusUnauthorized {
			s.refused[number]++
		}
	}()
	s.spoil(counted, r, again, attempt)
}

// counting keeps the status of a response.
type counting struct {
	http.ResponseWriter
	status int
}

func (c *counting) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// spoil serves an attempt with a fault. again returns its request.
func (s *service) spoil(w http.ResponseWriter, r *http.Request, again func() *http.Request, attempt int) {
	number := r.Header.Get(numberHeader)
	seed, _ := strconv.ParseUint(number, 10, 32)
	draw := rand.New(rand.NewPCG(s.seed, seed<<8|uint64(attempt)))
	// An order is executed as often as it arrives, so it is not duplicated.
	mayRepeat := !strings.HasSuffix(r.URL.Path, "/order")
	switch draw.IntN(14) {
	case 0:
		s.fail(w, draw, http.StatusTooManyRequests)
		return
	case 1:
		s.fail(w, draw, http.StatusServiceUnavailable)
		return
	case 2: // a proxy lost the response
		s.sandbox.ServeHTTP(httptest.NewRecorder(), again())
		s.fail(w, draw, http.StatusServiceUnavailable)
		return
	case 3: // it arrives twice
		if mayRepeat {
			s.sandbox.ServeHTTP(httptest.NewRecorder(), again())
		}
	case 4: // it arrives twice at the same time
		if mayRepeat {
			var twin sync.WaitGroup
			twin.Go(func() { s.sandbox.ServeHTTP(httptest.NewRecorder(), again()) })
			defer twin.Wait()
		}
	case 5:
		time.Sleep(time.Duration(draw.Int64N(int64(20 * time.Second))))
	case 6: // all tokens expire
		s.sandbox.Store().Drop(context.Background(), "_auth")
	case 7: // the clock jumps; keys are kept for a day
		jump := time.Duration(draw.Int64N(int64(time.Hour))) - 30*time.Minute
		s.sandbox.AdvanceClock(context.Background(), simulator.DefaultWorld, jump, draw.IntN(2) == 0)
	}
	s.sandbox.ServeHTTP(w, again())
}

// fail responds with a status that may pass.
func (s *service) fail(w http.ResponseWriter, draw *rand.Rand, status int) {
	if draw.IntN(2) == 0 {
		w.Header().Set("Retry-After", fmt.Sprint(draw.IntN(5)))
	}
	w.WriteHeader(status)
	w.Write((&api.Problem{Status: status}).AppendJSON(nil))
}

// quiet ends all faults of new requests.
func (s *service) quiet() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calm = true
}

// arrivals returns how many attempts of a call have arrived, and how many of them were refused.
func (s *service) arrivals(number string) (arrived, refused int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.arrived[number], s.refused[number]
}
