package wire

import (
	"example.com/opgen/api"
	"example.com/opgen/internal/json/cursor"
)

// FailureOf describes how an operation fails, for its variable: the status, 0 for any
// that is not a success, the member of the body that holds the failure, "" if it is the
// body, and what reads one.
//
//go:noinline
func FailureOf[T any](status int, member string, decode func(*Decoder, *T)) *api.Failure {
	var none *T
	return newFailure(status, member, none, func(text string, limits api.Limits) (any, error) {
		d := new(Decoder)
		d.prepareAnswer(text, cursor.Limits{Depth: limits.Depth, Items: limits.Items})
		v := new(T)
		decode(d, v)
		return v, d.Finish()
	})
}
