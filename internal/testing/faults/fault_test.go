package faults

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

// fault is a fault of one attempt: what the proxy does with it, step by step. After a step
// with an error, the connection is closed.
type fault struct {
	name   string
	weight int
	holds  bool // it may leave the client without a response on an open connection
	steps  []step
}

type step func(*exchange) error

func (f *fault) inject(x *exchange) error {
	for _, do := range f.steps {
		if err := do(x); err != nil {
			return err
		}
	}
	return nil
}

// faults are the possible faults of an attempt. The first one does nothing.
var faults = slices.Concat([]fault{
	{"none", 0, false, []step{readRequest, send(whole), receive, reply(whole)}},
	{"reset before the body", 4, false, []step{readPart, reset}},
	{"reset within the request", 4, false, []step{readRequest, send(part), reset}},
	{"reset after the request", 4, false, []step{readRequest, send(whole), reset}}, // it may be executed
	{"reset once executed", 4, false, []step{readRequest, send(whole), receive, reset}},
	{"reset within the response", 4, false, []step{readRequest, send(whole), receive, reply(part), reset}},
	// The client notices it only when it uses the connection again.
	{"closed after the response", 4, false, []step{readRequest, send(whole), receive, reply(whole), hangUp}},
	// For the service, the connection ends within the request.
	{"request cut off", 4, false, []step{readRequest, send(part), sendNoMore, receive, reply(whole), hangUp}},
	{"response cut off", 6, false, []step{readRequest, send(whole), receive, reply(part), hangUp}},
	// Further bytes come before the next message on the connection.
	{"bytes of the request twice", 8, false, []step{readRequest, send(double), receive, reply(whole)}},
	{"bytes of the response twice", 8, true, []step{readRequest, send(whole), receive, reply(double)}},
	{"slow request", 3, false, []step{readRequest, send(slow), receive, reply(whole)}},
	{"slow response", 3, false, []step{readRequest, send(whole), receive, reply(slow)}},
	{"held request", 1, true, []step{readRequest, hold}},
	{"held response", 1, true, []step{readRequest, send(whole), receive, reply(part), hold}},
	// The client gets the response while it still sends the request, which is executed.
	{"503 before it is read", 6, false, []step{refuse(http.StatusServiceUnavailable, ""), readRequest, send(whole), receive}},
}, refusals())

// refusals are responses of the proxy, which replace the response of the service or
// come without calling it.
func refusals() (list []fault) {
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		for _, after := range []string{"", " with seconds", " with a date"} {
			list = append(list,
				fault{fmt.Sprint(status, after), 4, false, []step{readRequest, refuse(status, after)}},
				fault{fmt.Sprint(status, after, " once executed"), 2, false, []step{readRequest, send(whole), receive, refuse(status, after)}})
		}
	}
	return list
}

func readRequest(x *exchange) (err error) {
	x.asked, err = x.request()
	return err
}

func readPart(x *exchange) error {
	io.CopyN(io.Discard, x.fromClient, x.rand.Int64N(int64(x.length)))
	return nil
}

func receive(x *exchange) (err error) {
	x.responded, err = x.readResponse()
	return err
}

func send(in manner) step {
	return func(x *exchange) error { return in(x.rand, x.asked, x.forward) }
}

func reply(in manner) step {
	return func(x *exchange) error { return in(x.rand, x.responded, x.reply) }
}

func sendNoMore(x *exchange) error { return x.service.CloseWrite() }

func hangUp(*exchange) error { return errHangUp }

// reset closes the connection to the client and drops the bytes in transit.
func reset(x *exchange) error {
	x.client.SetLinger(0)
	return errHangUp
}

// hold waits until the client gives up.
func hold(x *exchange) error {
	x.waitForClient()
	io.Copy(io.Discard, x.fromClient)
	return errHangUp
}

// refuse responds with a status, and with a Retry-After that is at least as long as
// any policy allows.
func refuse(status int, after string) step {
	return func(x *exchange) error {
		header := http.Header{"Content-Type": {"text/plain"}, "Content-Length": {"6"}}
		now := time.Now().UTC()
		switch after {
		case " with seconds":
			header.Set("Retry-After", "30")
		case " with a date":
			header.Set("Retry-After", now.Add(40*time.Second).Format(http.TimeFormat))
			if x.rand.IntN(2) == 0 {
				header.Set("Date", now.Format(http.TimeFormat))
			}
		}
		b := new(bytes.Buffer)
		fmt.Fprintf(b, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
		header.Write(b)
		b.WriteString("\r\nlater\n")
		return x.reply(b.Bytes())
	}
}

// manner is how a message is written.
type manner func(r *rand.Rand, message []byte, write func([]byte) error) error

func whole(_ *rand.Rand, message []byte, write func([]byte) error) error { return write(message) }

// part writes the beginning of a message. It prefers places where mistakes are
// likely: before the body, and before the last byte.
func part(r *rand.Rand, message []byte, write func([]byte) error) error {
	end := 0
	switch r.IntN(4) {
	case 0:
		end = bytes.Index(message, []byte("\r\n\r\n")) + 4
	case 1:
		end = len(message) - 1
	default:
		end = r.IntN(len(message))
	}
	write(message[:end])
	return nil
}

// double writes a message with a run of its bytes repeated. The run is too short
// to be a message. A network that repeats whole requests executes them again, and
// no client can prevent that.
func double(r *rand.Rand, message []byte, write func([]byte) error) error {
	length := 1 + r.IntN(64)
	start := r.IntN(len(message) - length + 1)
	if r.IntN(4) == 0 {
		start = len(message) - length // only the end is repeated
	}
	return write(slices.Insert(message, start, slices.Clone(message[start:start+length])...))
}

// slow writes a message in pieces, in less time than the timeout of an attempt.
func slow(r *rand.Rand, message []byte, write func([]byte) error) error {
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

// drawFault returns the index of the fault for an attempt of a call.
func drawFault(r *rand.Rand, p *plan) int {
	healthy := 80
	if p.client == inOutage {
		healthy = 5
	}
	if r.IntN(100) < healthy {
		return 0
	}
	total := 0
	for _, f := range faults {
		total += f.weight
	}
	n := r.IntN(total)
	for i, f := range faults {
		switch n -= f.weight; {
		case n >= 0:
		case f.holds && p.ending == nothing:
			return 0
		default:
			return i
		}
	}
	panic("unreachable")
}
