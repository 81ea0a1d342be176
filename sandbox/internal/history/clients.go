package history

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	clients = 8

	// The clients use this many registers at a time, and another one after so many calls. So all
	// collide, and each history is short enough for the checker, whose time grows exponentially
	// with the number of calls at the same time and of lost responses.
	width       = 8
	perRegister = 100
)

// A Recorder makes concurrent calls and records them.
type Recorder struct {
	Calls   int                     // how many to make
	Seed    uint64                  // of what each client calls
	Address func(client int) string // of the sandbox of a client, which may change

	Done    atomic.Int64 // calls that were begun
	Unknown atomic.Int64 // calls whose responses were lost

	start     time.Time
	mu        sync.Mutex
	histories Histories
	failed    error // the first unexpected response
}

// Record makes the calls, and returns the history of each register.
func (r *Recorder) Record() (Histories, error) {
	r.start, r.histories = time.Now(), Histories{}
	var running sync.WaitGroup
	for number := range clients {
		c := &client{
			Recorder: r,
			number:   number,
			rand:     rand.New(rand.NewPCG(r.Seed, uint64(number))),
			http:     &http.Client{Timeout: time.Minute, Transport: &http.Transport{}},
		}
		running.Go(c.run)
	}
	running.Wait()
	for _, history := range r.histories {
		slices.SortFunc(history, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
	}
	return r.histories, r.failed
}

// fail records an unexpected response, which ends all clients.
func (r *Recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed == nil {
		r.failed = err
	}
	r.Done.Add(int64(r.Calls))
}

// A client makes one call after another.
type client struct {
	*Recorder
	number int
	rand   *rand.Rand
	http   *http.Client
}

// run makes calls until all are made.
func (c *client) run() {
	defer c.http.CloseIdleConnections()
	for {
		n := c.Done.Add(1)
		if n > int64(c.Calls) {
			return
		}
		c.perform(c.draw(n))
	}
}

// operations are drawn with equal probability.
var operations = []string{
	makeIt, makeIt, read, read, read, read, read, write, write, write, write, write, write,
	tag, tag, tag, tag, untag, untag, remove,
}

// draw chooses a call. One in ten reads a register that others have left behind.
func (c *client) draw(n int64) call {
	newest := n / perRegister
	if c.rand.IntN(10) == 0 {
		return call{operation: read, id: fmt.Sprint(c.rand.Int64N(newest + 1))}
	}
	id := max(newest-c.rand.Int64N(width), 0)
	drawn := call{operation: operations[c.rand.IntN(len(operations))], id: fmt.Sprint(id)}
	switch drawn.operation {
	case makeIt:
		drawn.text = fmt.Sprint("made-", n)
	case write:
		drawn.member, drawn.text = [...]string{"left", "right"}[c.rand.IntN(2)], fmt.Sprint(n)
	case tag, untag:
		drawn.text = string(rune('a' + c.rand.IntN(4)))
	}
	return drawn
}

// perform makes a call and records it. After a lost response, it waits until the sandbox serves
// again: otherwise a client would lose one response after another.
func (c *client) perform(one call) {
	begun := time.Since(c.start)
	out, err := c.send(one)
	ended := time.Since(c.start)
	if err != nil {
		c.fail(err)
		return
	}
	record := porcupine.Operation{
		ClientId: c.number, Input: one, Output: out, Call: int64(begun), Return: int64(ended),
	}
	if out.unknown {
		c.Unknown.Add(1)
		record.Return = math.MaxInt64
		c.await()
	}
	if out.unknown && one.operation == read {
		return // it says nothing
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.histories[one.id] = append(c.histories[one.id], record)
}

// await waits until the sandbox serves.
func (c *client) await() {
	const most = 10 * time.Minute
	for begun := time.Now(); time.Since(begun) < most; time.Sleep(20 * time.Millisecond) {
		out, err := c.send(call{operation: read, id: "none"})
		if err != nil || !out.unknown {
			return
		}
	}
	c.fail(fmt.Errorf("client %d: no sandbox serves", c.number))
}

// send sends a call. Without a response, and with the status of a failure of the server, which may come
// after the commit, its outcome is unknown.
func (c *client) send(one call) (outcome, error) {
	body := map[string]string{"id": one.id}
	switch one.operation {
	case makeIt:
		body["left"] = one.text
	case write:
		body[one.member] = one.text
	case tag, untag:
		body["name"] = one.text
	}
	text, err := json.Marshal(body)
	if err != nil {
		return outcome{}, err
	}
	url := c.Address(c.number) + "/v1/registers/" + one.operation
	response, err := c.http.Post(url, "application/json", strings.NewReader(string(text)))
	if err != nil {
		return outcome{unknown: true}, nil
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	switch {
	case err != nil || response.StatusCode >= 500:
		return outcome{unknown: true}, nil
	case response.StatusCode == http.StatusNotFound || response.StatusCode == http.StatusConflict:
		return outcome{}, nil
	case response.StatusCode > 299:
		return outcome{}, fmt.Errorf("%v: status %d: %s", one, response.StatusCode, got)
	}
	seen, err := readRegister(got)
	return outcome{succeeded: true, seen: seen}, err
}

// readRegister reads a response, which is empty for some operations.
func readRegister(text []byte) (register, error) {
	if len(text) == 0 {
		return register{}, nil
	}
	var body struct {
		Left, Right string
		Tags        []struct{ Name string }
	}
	if err := json.Unmarshal(text, &body); err != nil {
		return register{}, err
	}
	seen := register{exists: true, left: body.Left, right: body.Right}
	for _, t := range body.Tags {
		seen.tags += t.Name + ","
	}
	return seen, nil
}
