package insurance

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/opgen/api"
	gen "example.com/opgen/gen"
	"example.com/opgen/gen/claims"
	"example.com/opgen/sandbox/internal/postgres"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store/sqlstore"
	"github.com/stretchr/testify/require"
)

// All flows work on two sandboxes that share a PostgreSQL database, as two processes do, each
// serving every other call. Each flow has its own world.
func TestFlowsOnPostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	at := postgres.Start(t).Database(t)
	c, b := service(t)
	var all alternating
	var s *simulator.Sandbox
	for range 2 {
		state, err := sqlstore.Open(t.Context(), at)
		require.NoError(t, err)
		defer state.Close()
		s, err = world(t.Context(), c, b, state)
		require.NoError(t, err)
		defer s.Close()
		served := httptest.NewServer(s)
		defer served.Close()
		all.hosts = append(all.hosts, strings.TrimPrefix(served.URL, "http://"))
	}
	in := func(t *testing.T, world string) *flow {
		client, err := gen.NewClient("http://host", once, caller,
			api.WithHeader(simulator.WorldHeader, world),
			api.WithHTTPClient(&http.Client{Transport: &all}))
		require.NoError(t, err)
		return &flow{require.New(t), client, t.Context()}
	}
	for i, name := range slices.Sorted(maps.Keys(flows)) {
		t.Run(name, func(t *testing.T) {
			own := fmt.Sprintf("flow-%d", i)
			require.NoError(t, s.SetClock(t.Context(), own, now, true))
			flows[name](in(t, own))
		})
	}
	t.Run("faults and resets", func(t *testing.T) {
		f := in(t, simulator.DefaultWorld)
		require.NoError(t,
			s.SetFaults(t.Context(), simulator.DefaultWorld, api.Fault{Status: 503, Times: 3}))
		for range 3 {
			f.fails(503)(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{}))
		}
		for range 2 { // they share counters and resets
			for i := range 4 {
				f.Equal(fmt.Sprint("claim-", i+1),
					f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{})).at("/id"))
			}
			require.NoError(t, s.Reset(t.Context(), simulator.DefaultWorld))
			f.fails(404)(f.Claims.GetClaim(f.ctx, &claims.GetClaimRequest{ClaimID: new("claim-4")}))
		}
	})
}

// alternating sends each request to the next host.
type alternating struct {
	hosts []string
	sent  atomic.Int64
}

func (a *alternating) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Host = a.hosts[int(a.sent.Add(1))%len(a.hosts)]
	return http.DefaultTransport.RoundTrip(r)
}
