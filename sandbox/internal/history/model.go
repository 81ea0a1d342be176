// Package history records what concurrent clients see of the documents of a sandbox, and lets
// porcupine, a checker of linearizability, judge it.
//
// The documents are those of sandbox/testdata/registers. model.go says what one of them does if calls
// are executed one after another, and clients.go makes calls at the same time and records them. A
// history is right if some order of its calls, in which no call comes before one that had returned
// when it was made, gives the recorded responses. A lost update and a stale read have no such order.
package history

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// A register is the state of a document. The checker compares states with ==, so the tags are one
// string. The zero register does not exist.
type register struct {
	exists      bool
	left, right string
	tags        string // names, each with a comma behind it
}

// The calls of a register, which are the names of operations.
const (
	makeIt = "make"
	read   = "read"
	write  = "write"
	tag    = "tag"
	untag  = "untag"
	remove = "remove"
)

// A call is what a client asked for.
type call struct {
	operation string
	id        string
	member    string // of write: left or right
	text      string // the value, or the name of a tag
}

// An outcome is what a client received.
type outcome struct {
	unknown   bool // the response was lost, so the call was executed, or will be, or never
	succeeded bool // otherwise the register, or its tag, is missing, or exists already
	seen      register
}

// after returns the state after a call, and whether the call succeeds.
func (r register) after(c call) (next register, succeeds bool) {
	next = r
	tags := strings.SplitAfter(r.tags, ",")
	has := slices.Contains(tags, c.text+",")
	switch {
	case c.operation == makeIt:
		if r.exists {
			return r, false
		}
		return register{exists: true, left: c.text}, true
	case !r.exists:
		return r, false
	case c.operation == remove:
		return register{}, true
	case c.operation == write && c.member == "left":
		next.left = c.text
	case c.operation == write:
		next.right = c.text
	case c.operation == tag && !has:
		next.tags += c.text + ","
	case c.operation == untag && !has:
		return r, false
	case c.operation == untag:
		next.tags = strings.Replace(","+r.tags, ","+c.text+",", ",", 1)[1:]
	}
	return next, true
}

// model is a register for the checker. A call with an unknown outcome may take effect at any time after
// it was made; its record never ends, so the checker may also put it behind all others, as if it had
// not been executed.
var model = porcupine.Model{
	Init: func() any { return register{} },
	Step: func(state, input, output any) (bool, any) {
		c, out := input.(call), output.(outcome)
		next, succeeds := state.(register).after(c)
		shows := c.operation == read || c.operation == write
		switch {
		case out.unknown:
			return true, next
		case out.succeeded != succeeds:
			return false, state
		case succeeds && shows && out.seen != next:
			return false, state
		}
		return true, next
	},
}

// Histories are the recorded calls of registers, by id.
type Histories map[string][]porcupine.Operation

// Anomalies judges each register, and describes those that no order of calls explains. Registers are
// independent, and the checker needs exponential time in the number of concurrent calls, so all at once
// would take too long. A register that takes a minute is described, too.
func (h Histories) Anomalies() (found []string) {
	for id, history := range h {
		result := porcupine.CheckOperationsTimeout(model, history, time.Minute)
		if result == porcupine.Ok {
			continue
		}
		text := fmt.Sprintf("register %s: %s\n", id, result)
		for _, op := range history {
			text += fmt.Sprintf("  %d to %d, client %d: %v: %+v\n",
				op.Call, op.Return, op.ClientId, op.Input, op.Output)
		}
		found = append(found, text)
	}
	return found
}
