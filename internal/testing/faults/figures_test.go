package faults

import (
	"example.com/opgen/api"
)

// summary counts the outcomes of the calls of one effect.
type summary struct{ calls, succeeded, sent, repeated, executed, unknown int }

func (x *trial) summary() map[api.Effect]*summary {
	all := make(map[api.Effect]*summary)
	for number := range x.calls {
		r, effect := &x.calls[number], planOf(number).operation.effect
		s := all[effect]
		if s == nil {
			s = new(summary)
			all[effect] = s
		}
		s.calls++
		s.sent += int(r.sent)
		s.executed += int(r.executed.Load())
		if r.sent > 1 {
			s.repeated++
		}
		switch {
		case r.succeeded:
			s.succeeded++
		case r.executed.Load() > 0:
			s.unknown++
		}
	}
	return all
}
