package verify

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/review/report"
)

// This file has the result of a run, before it is compared with a baseline and turned into
// findings.

// The verdicts. Enforced is for rules of requests. NotEnforced is for these, because the catalog
// does not say how a service responds to a request that breaks one, and for operations that
// otherwise conform. Unseen is for optional fields that no response has, and for operations with
// one that contradict nothing.
const (
	Conforms    = "conforms"
	Contradicts = "contradicts"
	Enforced    = string(baseline.Enforced)
	NotEnforced = string(baseline.NotEnforced)
	Unseen      = "unseen"
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

	// The operations whose responses gave values for references in its requests, by JSON pointer.
	// It does not say where in the responses, because these may have names that the catalog does
	// not.
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

// undetermined returns a fact that is unknown.
func undetermined(f Fact, why string) Fact {
	f.Verdict = Unknown
	f.Why = why
	f.Confirmed = 0
	return f
}
