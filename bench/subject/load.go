package subject

import (
	"runtime"
	"slices"
	"sync"
	"time"
)

// Load is the result of calls from one worker for each processor.
type Load struct {
	Calls    int
	Failed   int
	Seconds  float64
	P50, P99 float64 // microseconds
}

// load makes the same call from all processors for a while.
func load(call Call, d time.Duration) Load {
	for range 1000 {
		call.Do(ctx)
	}
	workers := make([]worker, runtime.GOMAXPROCS(0))
	for i := range workers {
		workers[i].took = make([]time.Duration, 0, 1<<18)
	}
	var l Load
	var group sync.WaitGroup
	start := time.Now()
	for i := range workers {
		group.Go(func() { workers[i].work(call, start.Add(d)) })
	}
	group.Wait()
	l.Seconds = time.Since(start).Seconds()
	var took []time.Duration
	for _, w := range workers {
		l.Calls += w.calls
		l.Failed += w.failed
		took = append(took, w.took...)
	}
	slices.Sort(took)
	l.P50 = microseconds(took, 0.5)
	l.P99 = microseconds(took, 0.99)
	return l
}

// microseconds returns the duration below which a share of sorted durations is.
func microseconds(sorted []time.Duration, share float64) float64 {
	i := int(share * float64(len(sorted)-1))
	return float64(sorted[i]) / 1e3
}

// worker makes calls one after the other, eight of them at least. It keeps only every
// eighth duration, so that its own memory does not distort the measurement.
type worker struct {
	calls, failed int
	took          []time.Duration
}

// work makes calls until a time.
func (w *worker) work(call Call, end time.Time) {
	for {
		start := time.Now()
		if w.calls%8 == 0 && w.calls > 0 && start.After(end) {
			return
		}
		if call.Do(ctx) != nil {
			w.failed++
		}
		w.calls++
		if w.calls%8 == 0 {
			w.took = append(w.took, time.Since(start))
		}
	}
}
