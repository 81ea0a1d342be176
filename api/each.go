package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"log/slog"
	"sync"
)

// Done is the result of one item of [Each]: a value or an error. A value may come with an error, if
// the call returned both.
type Done[T any] struct {
	Index int // of the item, from 0
	Value T
	Err   error
}

// LogValue hides the sensitive values of a generated response.
func (d Done[T]) LogValue() slog.Value {
	attrs := []slog.Attr{slog.Int("index", d.Index), slog.Any("value", Redacted(d.Value))}
	if d.Err != nil {
		attrs = append(attrs, slog.Any("error", d.Err))
	}
	return slog.GroupValue(attrs...)
}

// Each makes a call for each item, up to concurrency at once, and yields the results in the
// order in which the calls end. The index tells which item a result is for.
//
//	create := func(ctx context.Context, i int, row Row) (*contacts.NewContactResponse, error) {
//		return client.NewContact(ctx, row.request(), api.WithBatchKey("import 7", i))
//	}
//	for done := range api.Each(ctx, 8, slices.Values(rows), create) {
//		if done.Err != nil {
//			log.Printf("row %d: %v", done.Index, done.Err)
//		}
//	}
//
// Every call that was begun has a result. If ctx ends, no further item is taken, and calls that
// are in progress end with their contexts. If the loop ends early, their contexts are canceled,
// and Each returns after the calls have, whose results are dropped. A panic in a call is a
// [*PanicError] of its item. Items are taken one at a time, so a sequence may read a file or
// the pages of another call.
//
// A batch can be resumed: with [WithBatchKey], repeating a call that has succeeded has no
// further effect, if the operation takes idempotency keys. Otherwise, store the indexes of the
// items that are done.
func Each[In, Out any](
	ctx context.Context, concurrency int, items iter.Seq[In],
	call func(ctx context.Context, index int, item In) (Out, error),
) iter.Seq[Done[Out]] {
	return func(yield func(Done[Out]) bool) {
		ctx, cancel := context.WithCancel(ctx)
		results := make(chan Done[Out])
		callAndSend := func(index int, item In) {
			done := Done[Out]{Index: index}
			run := func() { done.Value, done.Err = call(ctx, index, item) }
			if panicked := contain(run); panicked != nil {
				done.Err = panicked
			}
			results <- done
		}
		dispatchAll := func() {
			defer close(results)
			dispatch(ctx, max(concurrency, 1), items, callAndSend)
		}
		letCallsEnd := func() {
			cancel()
			for range results {
			}
		}
		defer letCallsEnd() // after the loop
		go dispatchAll()
		for done := range results {
			if !yield(done) {
				return
			}
		}
	}
}

// dispatch calls f for each item in a goroutine, up to most at once, until ctx ends. It returns
// when all have ended.
func dispatch[In any](
	ctx context.Context, most int, items iter.Seq[In], f func(index int, item In),
) {
	var running sync.WaitGroup
	defer running.Wait()
	slots := make(chan struct{}, most) // one for each call that is running
	index := 0
	for item := range items {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		if ctx.Err() != nil { // both were possible
			return
		}
		number := index
		index++
		release := func() { <-slots }
		running.Go(func() {
			defer release() // also if f ends its goroutine
			f(number, item)
		})
	}
}

// WithBatchKey sends a call with an idempotency key that belongs to an item of a batch: always
// the same for the same batch and index, and different for others. The batch names one run
// over one list of items, such as the name of a file and its date; the key does not reveal it.
// [WithIdempotencyKey] says where it can be used.
func WithBatchKey(batch string, index int) CallOption {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", batch, index))
	return WithIdempotencyKey(hex.EncodeToString(sum[:16]))
}
