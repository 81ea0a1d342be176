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

// All flows work on a sandbox over PostgreSQL, and on two with one database, as two
// processes are, of which each serves every other call. Each flow has its own world.
func TestFlowsOnPostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	server := postgres.Start(t)
	c, b := service(t)
	for _, n := range []int{1, 2} {
		at := server.Database(t)
		var all alternating
		var s *simulator.Sandbox
		for range n {
			state, err := sqlstore.Open(t.Context(), at)
			require.NoError(t, err)
			defer state.Close()
			s, err = world(t.Context(), c, b, simulator.WithStore(state))
			require.NoError(t, err)
			defer s.Close()
			served := httptest.NewServer(s)
			defer served.Close()
			all.hosts = append(all.hosts, strings.TrimPrefix(served.URL, "http://"))
		}
		for i, name := range slices.Sorted(maps.Keys(flows)) {
			t.Run(fmt.Sprintf("%s on %d", name, n), func(t *testing.T) {
				own := fmt.Sprintf("flow-%d", i)
				require.NoError(t, s.SetClock(t.Context(), own, now, true))
				client, err := gen.NewClient("http://host", once, caller, api.WithHeader(simulator.WorldHeader, own), api.WithHTTPClient(&http.Client{Transport: &all}))
				require.NoError(t, err)
				flows[name](&flow{require.New(t), client, t.Context()})
			})
		}
		t.Run(fmt.Sprintf("faults and resets on %d", n), func(t *testing.T) {
			client, err := gen.NewClient("http://host", once, caller, api.WithHTTPClient(&http.Client{Transport: &all}))
			require.NoError(t, err)
			f := &flow{require.New(t), client, t.Context()}
			require.NoError(t, s.SetFaults(t.Context(), simulator.DefaultWorld, api.Fault{Status: 503, Times: 3}))
			for range 3 {
				f.fails(503)(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{}))
			}
			for range 2 { // they count together, and begin anew together
				for i := range 4 {
					f.Equal(fmt.Sprint("claim-", i+1), f.ok(f.Claims.NewClaim(f.ctx, &claims.NewClaimRequest{})).at("/claim_id"))
				}
				require.NoError(t, s.Reset(t.Context(), simulator.DefaultWorld))
				f.fails(404)(f.Claims.GetClaim(f.ctx, &claims.GetClaimRequest{ClaimID: new("claim-4")}))
			}
		})
	}
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
