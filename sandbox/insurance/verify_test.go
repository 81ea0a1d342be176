package insurance

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/sandbox/behaviour"
	"github.com/stretchr/testify/require"
)

// verified holds a new sandbox, which serves a catalog, against another one. It returns
// also the calls.
func verified(t *testing.T, served *catalog.Catalog, b *behaviour.Behaviour, against *catalog.Catalog, o verify.Options) (*verify.Result, []sent) {
	t.Helper()
	s, err := world(t.Context(), served, b)
	require.NoError(t, err)
	defer s.Close()
	heard := &listening{Handler: s}
	o.Base = &url.URL{Scheme: "http", Host: "localhost"}
	o.Client = &http.Client{Transport: handlerTransport{heard}}
	o.Auth = []api.CallOption{caller}
	o.Writes, o.BreakWrites = true, true
	r, err := verify.Run(t.Context(), against, o)
	require.NoError(t, err)
	return r, heard.calls
}

// listening keeps the calls that it hears.
type listening struct {
	http.Handler
	calls []sent
}

type sent struct{ path, body string }

func (l *listening) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	l.calls = append(l.calls, sent{r.URL.Path, string(body)})
	l.Handler.ServeHTTP(w, r)
}

// The sandbox does what the catalog says, with and without what is publicly known of the
// service: every operation conforms. Of the facts, only those are unknown whose trial
// needs what the trial before deleted, or would create it again.
func TestTheSandboxIsVerified(t *testing.T) {
	for name, overlays := range map[string][]string{"as specified": {"sandbox.yaml"}, "as published": {"published.yaml", "sandbox.yaml"}} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "as published" {
				t.Skip("NOT RUN: 3,500 calls more")
			}
			c, b := service(t, overlays...)
			f, err := verify.LoadFixtures("../../spec/fixtures.yaml", c)
			require.NoError(t, err)
			r, _ := verified(t, c, b, c, verify.Options{Fixtures: f})
			conform, unknown := 0, 0
			for _, o := range r.Operations {
				if o.Verdict != verify.Conforms {
					t.Errorf("%s %s: %s", o.Op, o.Verdict, o.Why)
				}
				for _, f := range o.Facts {
					switch {
					case f.Verdict == verify.Conforms:
						conform++
					case f.Verdict == verify.Unknown && strings.HasSuffix(f.Why, "404 Not Found"), strings.HasSuffix(f.Why, "409 Conflict"):
						unknown++
					default:
						t.Errorf("%s: %s %s: %s\n%s", o.Op, f.ID, f.Verdict, f.Why, f.Request)
					}
				}
			}
			t.Logf("%d operations conform; of the facts, %d conform and %d are unknown; %d calls", len(r.Operations), conform, unknown, r.Calls)
			require.Greater(t, conform, 10*unknown)
		})
	}
}

// handlerTransport is a handler in place of a network.
type handlerTransport struct{ http.Handler }

func (h handlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}
