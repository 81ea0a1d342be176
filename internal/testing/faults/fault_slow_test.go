package faults

import (
	"io"
	"math/rand/v2"
	"time"
)

func slowRequest(x *exchange) error {
	request, err := x.request()
	if err != nil {
		return err
	}
	if err := slowly(x.rand, request, x.forward); err != nil {
		return err
	}
	answer, err := x.answer()
	if err != nil {
		return err
	}
	return x.reply(answer)
}

func slowAnswer(x *exchange) error {
	answer, err := x.roundTrip()
	if err != nil {
		return err
	}
	return slowly(x.rand, answer, x.reply)
}

// slowly writes a message in pieces, in less time than the timeout of an attempt.
func slowly(r *rand.Rand, message []byte, write func([]byte) error) error {
	for range 3 {
		n := r.IntN(len(message))
		if err := write(message[:n]); err != nil {
			return err
		}
		message = message[n:]
		time.Sleep(5 * time.Millisecond)
	}
	return write(message)
}

// The client waits for a response that does not come, and the service gets nothing.
func holdRequest(x *exchange) error {
	if _, err := x.request(); err != nil {
		return err
	}
	return x.hold()
}

// The client waits for the rest of a response.
func holdAnswer(x *exchange) error {
	answer, err := x.roundTrip()
	if err != nil {
		return err
	}
	x.reply(part(x.rand, answer))
	return x.hold()
}

// hold waits until the client gives up.
func (x *exchange) hold() error {
	x.waitForClient()
	io.Copy(io.Discard, x.fromClient)
	return errHangUp
}
