package faults

import (
	"bytes"
	"math/rand/v2"
	"slices"
)

// For the service, the connection ends within the request.
func cutRequest(x *exchange) error {
	request, err := x.request()
	if err != nil {
		return err
	}
	if err := x.forward(part(x.rand, request)); err != nil {
		return err
	}
	x.service.CloseWrite()
	answer, err := x.answer()
	if err != nil {
		return err
	}
	x.reply(answer)
	return errHangUp
}

func cutAnswer(x *exchange) error {
	answer, err := x.roundTrip()
	if err != nil {
		return err
	}
	x.reply(part(x.rand, answer))
	return errHangUp
}

// Extra bytes of the request come before the next request on the connection.
func doubleRequest(x *exchange) error {
	request, err := x.request()
	if err != nil {
		return err
	}
	if err := x.forward(double(x.rand, request)); err != nil {
		return err
	}
	answer, err := x.answer()
	if err != nil {
		return err
	}
	return x.reply(answer)
}

// Extra bytes of the response come before the next response on the connection.
func doubleAnswer(x *exchange) error {
	answer, err := x.roundTrip()
	if err != nil {
		return err
	}
	return x.reply(double(x.rand, answer))
}

// part returns the beginning of a message. It prefers places where mistakes are
// likely: before the body, and before the last byte.
func part(r *rand.Rand, message []byte) []byte {
	switch r.IntN(4) {
	case 0:
		return message[:bytes.Index(message, []byte("\r\n\r\n"))+4]
	case 1:
		return message[:len(message)-1]
	default:
		return message[:r.IntN(len(message))]
	}
}

// double returns a message with a run of its bytes repeated. The run is too short
// to be a message. A network that repeats whole requests executes them again, and
// no client can prevent that.
func double(r *rand.Rand, message []byte) []byte {
	length := 1 + r.IntN(64)
	start := r.IntN(len(message) - length + 1)
	if r.IntN(4) == 0 {
		start = len(message) - length // only the end is repeated
	}
	return slices.Insert(message, start, slices.Clone(message[start:start+length])...)
}
