// Package verify holds a running service against a catalog. It sends requests that keep
// every rule, and bodies that break one rule alone, and says of each fact whether the
// service keeps it.
package verify

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify/baseline"
)

// Options say what is sent, where, and how often.
type Options struct {
	Base        *url.URL
	Client      *http.Client       // nil is one with [http.DefaultTransport]; redirects are not followed
	Auth        []api.CallOption   // the credentials, such as [api.WithBearerToken]; operations that everybody may call get none
	Seed        uint64             // decides the order of operations
	Writes      bool               // call also operations that do not only read
	BreakWrites bool               // send broken bodies also to those: a rule that is not enforced executes them
	Rate        float64            // calls in a second at most, 0 is no bound
	Timeout     time.Duration      // of a call, 0 is 10 s
	Limit       time.Duration      // of all calls together, 0 is an hour
	Hosts       []string           // that may be called, with or without a port, beside this machine
	Only        []string           // operations, such as claims.get_claim, or areas; nil is all
	Fixtures    *Fixtures          // values of references, nil for none
	Baseline    *baseline.Baseline // what the service enforced before, nil for nothing
	Progress    func(done, total int)
}

// Verdict is what was found out.
type Verdict string

// The verdicts. Only a fact is not enforced: the catalog does not say what a service does
// with a request that breaks a rule.
const (
	Conforms    Verdict = "conforms"
	Contradicts Verdict = "contradicts"
	NotEnforced Verdict = "not enforced"
	Unknown     Verdict = "unknown"
)

// Result is what a run found out.
type Result struct {
	Seed       uint64
	Calls      int         // that were sent
	Operations []Operation // those that were asked for, in the order of the catalog
}

// Operation is what was found out about an operation. It contradicts the catalog if one
// of its facts does, and conforms if the service does as the catalog says with a request
// that keeps every rule.
type Operation struct {
	Op      *catalog.Operation
	Verdict Verdict
	Why     string // if it is unknown, what is missing
	Calls   int    // that were sent to it or made for it alone
	Facts   []Fact

	References []Reference // of its requests, from earlier responses of the run
}

// Fact is something that the catalog says of an operation.
type Fact struct {
	ID        string // "/claim_id required"; the same as long as the catalog says the same
	Rule      string // "required", or another rule of [api.Violation]; "request" and "response" are about requests that keep all rules
	Pos       catalog.Position
	Verdict   Verdict
	Why       string
	Request   string // the body of the request, as logs show it
	Answer    string // the shape of the response
	Status    int    // of the response, 0 if there was none
	Confirmed int    // how often in a row it was seen
}

// The rules of facts that are no rules of a body.
const (
	RequestRule  = "request"  // a request that keeps every rule is served
	ResponseRule = "response" // a response is what the catalog says
	FailureRule  = "failure"  // a refusal is a failure of the catalog
)

// Run verifies a service. If the context ends, the result is what is known so far, beside
// the error of the context. Any other error says that nothing was sent.
func Run(ctx context.Context, c *catalog.Catalog, o Options) (*Result, error) {
	r, err := newRun(c, o)
	if err != nil {
		return nil, err
	}
	return r.all(ctx)
}
