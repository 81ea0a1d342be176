package verify

import (
	"net/http"
	"net/url"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/live/verify/baseline"
)

// Options select what is sent, where, and how often.
type Options struct {
	Base        *url.URL
	Client      *http.Client          // nil is one with [http.DefaultTransport]; redirects are not followed
	Auth        []api.CallOption      // the credentials, such as [api.WithBearerToken]; public operations get none
	Seed        uint64                // selects the order of operations
	Writes      bool                  // also call operations that write
	BreakWrites bool                  // also send them broken bodies, which they execute if a rule is not enforced
	Rate        float64               // the maximum number of calls per second, 0 for no limit
	Timeout     time.Duration         // of a call, 0 is 10 s
	Limit       time.Duration         // of all calls together, 0 is an hour
	Hosts       []string              // hosts that may be called besides this machine, with or without a port
	Only        []string              // operations, such as claims.get_claim, or areas; nil is all
	Fixtures    *Fixtures             // values of references, nil for none
	Baseline    *baseline.Baseline    // what the service enforced before, nil for nothing
	Progress    func(done, total int) // gets numbers of operations
}
