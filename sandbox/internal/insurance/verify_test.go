package insurance

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/internal/live/verify"
	"github.com/stretchr/testify/require"
)

// Every operation of the sandbox conforms to the catalog, with and without the overlay of known
// responses. A fact is unknown only if its trial needs a document that an earlier trial deleted, or
// would create one again.
func TestTheSandboxIsVerified(t *testing.T) {
	for name, overlays := range map[string][]string{"as specified": {"sandbox.yaml"}, "as published": {"published.yaml", "sandbox.yaml"}} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "as published" {
				t.Skip("NOT RUN: 3,500 calls more")
			}
			c, b := service(t, overlays...)
			f, err := verify.LoadFixtures("../../../spec/fixtures.yaml", c)
			require.NoError(t, err)
			s, err := world(t.Context(), c, b, nil)
			require.NoError(t, err)
			defer s.Close()
			r, err := verify.Run(t.Context(), c, verify.Options{
				Base: &url.URL{Scheme: "http", Host: "localhost"}, Client: &http.Client{Transport: handlerTransport{s}},
				Fixtures: f, Auth: []api.CallOption{caller}, Writes: true, BreakWrites: true,
			})
			require.NoError(t, err)
			conform, unknown, unseen := 0, 0, 0
			for _, o := range r.Operations {
				if o.Verdict != verify.Conforms && o.Verdict != verify.Unseen {
					t.Errorf("%s %s: %s", o.Op, o.Verdict, o.Why)
				}
				for _, f := range o.Facts {
					switch {
					case f.Verdict == verify.Conforms || f.Verdict == verify.Enforced:
						conform++
					case f.Verdict == verify.Unknown && strings.HasSuffix(f.Why, "404 Not Found"), strings.HasSuffix(f.Why, "409 Conflict"):
						unknown++
					case f.Verdict == verify.Unseen:
						unseen++
						t.Logf("%s: %s", o.Op, f.Why)
					default:
						t.Errorf("%s: %s %s: %s\n%s", o.Op, f.ID, f.Verdict, f.Why, f.Request)
					}
				}
			}
			t.Logf("%d operations contradict nothing; of the facts, %d conform and %d are unknown; %d optional fields are in no response; %d calls",
				len(r.Operations), conform, unknown, unseen, r.Calls)
			require.Greater(t, conform, 10*unknown)
		})
	}
}

// handlerTransport sends requests to a handler without a network.
type handlerTransport struct{ http.Handler }

func (h handlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}
