package api

import "cmp"

// Limits bound what one body may make its reader do. A field that is zero or
// negative stands for the default.
type Limits struct {
	Body  int // bytes: 1 MiB for requests, 32 MiB for answers
	Depth int // levels of nesting: 64
	Items int // items of arrays and further members of objects, all together: 10,000 for requests, 1,000,000 for answers
}

var (
	requestLimits = Limits{Body: 1 << 20, Depth: 64, Items: 10_000}
	answerLimits  = Limits{Body: 32 << 20, Depth: 64, Items: 1_000_000}
)

// or returns the limits with each field that is not positive replaced by the
// default.
func (l Limits) or(defaults Limits) Limits {
	return Limits{
		Body:  cmp.Or(max(l.Body, 0), defaults.Body),
		Depth: cmp.Or(max(l.Depth, 0), defaults.Depth),
		Items: cmp.Or(max(l.Items, 0), defaults.Items),
	}
}
