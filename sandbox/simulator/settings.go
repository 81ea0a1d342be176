package simulator

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/wording"
)

// Settings are stored in the world, so that all processes with the same database apply them, and a
// snapshot contains them. Each change is one transaction of its own.

// Settings are the settings of a world that can be changed while it runs.
type Settings struct {
	Faults  []api.Fault // with the times that are left
	Latency time.Duration
	Now     time.Time
	Frozen  bool // the clock is stopped
}

// Settings returns the settings of a world.
func (s *Sandbox) Settings(ctx context.Context, world string) (Settings, error) {
	current, err := s.state(ctx, world)
	if err != nil {
		return Settings{}, err
	}
	return Settings{current.Faults, current.Latency, current.now(), current.frozen()}, nil
}

// SetFaults sets the faults of calls in a world, as [api.WithFaults] does for a client. It
// refuses a last fault without an effect.
func (s *Sandbox) SetFaults(ctx context.Context, world string, faults ...api.Fault) error {
	faults = slices.Clone(faults)
	for i, f := range faults {
		if f.Operation != "" && s.byName[f.Operation] == nil {
			names := slices.Sorted(maps.Keys(s.byName))
			const form = "fault %d: the catalog has no operation %q%s"
			return problem(http.StatusUnprocessableEntity, form,
				i+1, f.Operation, wording.DidYouMean(f.Operation, names))
		}
		if f.Times == 0 {
			faults[i].Times = 1
		}
		isLast := i == len(faults)-1 // earlier ones let calls pass before the next one
		if isLast && doesNothing(f) {
			const form = "fault %d does nothing; give it a status, a break or a latency"
			return problem(http.StatusUnprocessableEntity, form, i+1)
		}
	}
	if _, err := api.NewCaller("http://localhost", api.WithFaults(faults...)); err != nil {
		return problem(http.StatusUnprocessableEntity, "%s", err)
	}
	return s.update(ctx, world, func(current *state) error {
		current.Faults = faults
		return nil
	})
}

// doesNothing reports whether a fault lets a call pass without a delay.
func doesNothing(f api.Fault) bool {
	return f.Status == 0 && f.Break == "" && f.Latency == 0
}

// MaxLatency is the maximum delay of a call, including that of a fault. Servers time out after
// a minute.
const MaxLatency = 30 * time.Second

// SetLatency sets the delay of each call in a world.
func (s *Sandbox) SetLatency(ctx context.Context, world string, d time.Duration) error {
	if d < 0 || d > MaxLatency {
		const form = "expected a latency from 0 to %s"
		return problem(http.StatusUnprocessableEntity, form, MaxLatency)
	}
	return s.update(ctx, world, func(current *state) error {
		current.Latency = d
		return nil
	})
}

// SetClock sets the time of a world, and stops it if frozen. The zero time returns to that of
// the machine, or with frozen keeps the time of the world.
func (s *Sandbox) SetClock(ctx context.Context, world string, now time.Time, frozen bool) error {
	return s.update(ctx, world, func(current *state) error {
		if now.IsZero() && frozen {
			return current.setClock(current.now(), true)
		}
		return current.setClock(now, frozen)
	})
}

// AdvanceClock advances the time of a world. The time is stopped afterwards if frozen, or if it
// was stopped before.
func (s *Sandbox) AdvanceClock(ctx context.Context, world string, d time.Duration, frozen bool) error {
	return s.update(ctx, world, func(current *state) error {
		return current.setClock(current.now().Add(d), frozen || current.frozen())
	})
}
