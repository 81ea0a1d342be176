package api

import "cmp"

// Limits bound what one body may make its reader do. A zero field stands for
// the default.
type Limits struct {
	Body  int // bytes: 1 MiB for requests, 32 MiB for answers
	Depth int // levels of nesting: 64
	Items int // items of arrays and members of free objects, all together: 10,000 for requests, 1,000,000 for answers
}

var (
	requestLimits = Limits{Body: 1 << 20, Depth: 64, Items: 10_000}
	answerLimits  = Limits{Body: 32 << 20, Depth: 64, Items: 1_000_000}
)

// or returns the limits with each zero field replaced by the default.
func (l Limits) or(defaults Limits) Limits {
	return Limits{
		Body:  cmp.Or(l.Body, defaults.Body),
		Depth: cmp.Or(l.Depth, defaults.Depth),
		Items: cmp.Or(l.Items, defaults.Items),
	}
}
