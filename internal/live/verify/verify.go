// Package verify checks a running service against a catalog. It sends requests that keep
// every rule, and bodies that break exactly one rule, and reports for each fact whether the
// service agrees.
package verify

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/review/report"
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

// The verdicts. Enforced is for rules of requests. NotEnforced is for these, because the catalog does
// not say how a service responds to a request that breaks one, and for operations that otherwise
// conform.
const (
	Conforms    = "conforms"
	Contradicts = "contradicts"
	Enforced    = string(baseline.Enforced)
	NotEnforced = string(baseline.NotEnforced)
	Unknown     = "unknown"
)

// Result is the result of a run.
type Result struct {
	Seed       uint64
	Calls      int         // the number of calls sent
	Operations []Operation // the selected operations, in the order of the catalog
}

// Operation is the result for an operation. It contradicts the catalog if one of its facts
// does, and conforms if the service responds as the catalog says to a request that keeps
// every rule. Why says what is missing if it is unknown, and Calls includes those that harvest
// values for it.
type Operation struct {
	report.VerifiedOperation
	Op *catalog.Operation

	// The operations whose responses gave values for references in its requests, by JSON pointer. It
	// does not say where in the responses, because these may have names that the catalog does not.
	References map[string]*catalog.Operation
}

// Fact is the result for a statement of the catalog.
type Fact = report.Fact

// The rules of facts that are not rules of a body.
const (
	RequestRule  = "request"  // a request that keeps every rule is served
	ResponseRule = "response" // a response matches the catalog
	FailureRule  = "failure"  // a refusal is a failure of the catalog
)

// Run verifies a service. If the context ends, Run returns the partial result and the error
// of the context. With any other error, nothing was sent.
func Run(ctx context.Context, c *catalog.Catalog, o Options) (*Result, error) {
	r, err := newRun(c, o)
	if err != nil {
		return nil, err
	}
	return r.verifyAll(ctx)
}
