package api

import "sync/atomic"

// The budget of a client, in parts of a repetition, of which a success gives
// back one: 100 repetitions at once, and in the long run one for every five
// calls that succeed.
const (
	repetition = 5
	fullBudget = 100 * repetition
)

// retryBudget bounds the repetitions of all calls of a client.
type retryBudget struct{ spent atomic.Int64 }

// take reports whether there is a repetition left, and takes it.
func (b *retryBudget) take() bool {
	for {
		spent := b.spent.Load()
		if spent+repetition > fullBudget {
			return false
		}
		if b.spent.CompareAndSwap(spent, spent+repetition) {
			return true
		}
	}
}

// succeeded gives back a part of a repetition.
func (b *retryBudget) succeeded() {
	for {
		spent := b.spent.Load()
		if spent == 0 || b.spent.CompareAndSwap(spent, spent-1) {
			return
		}
	}
}
