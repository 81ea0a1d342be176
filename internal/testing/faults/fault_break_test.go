package faults

import (
	"io"
)

func pass(x *exchange) error {
	answer, err := x.roundTrip()
	if err != nil {
		return err
	}
	return x.reply(answer)
}

// reset closes the connection to the client and drops the bytes in transit.
func (x *exchange) reset() error {
	x.client.SetLinger(0)
	return errHangUp
}

// The service gets nothing.
func resetBeforeTheBody(x *exchange) error {
	io.CopyN(io.Discard, x.fromClient, x.rand.Int64N(int64(x.length)))
	return x.reset()
}

// The service gets part of the request.
func resetWithinTheRequest(x *exchange) error {
	request, err := x.request()
	if err != nil {
		return err
	}
	x.forward(part(x.rand, request))
	return x.reset()
}

// The service gets the whole request and may execute it.
func resetAfterTheRequest(x *exchange) error {
	request, err := x.request()
	if err != nil {
		return err
	}
	x.forward(request)
	return x.reset()
}

// The service has executed the request.
func resetOnceExecuted(x *exchange) error {
	if _, err := x.roundTrip(); err != nil {
		return err
	}
	return x.reset()
}

func resetWithinTheAnswer(x *exchange) error {
	answer, err := x.roundTrip()
	if err != nil {
		return err
	}
	x.reply(part(x.rand, answer))
	return x.reset()
}

// The client notices it only when it uses the connection again.
func closeAfterTheAnswer(x *exchange) error {
	pass(x)
	return errHangUp
}
