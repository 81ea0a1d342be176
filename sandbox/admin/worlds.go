package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/simulator"
)

type world struct {
	World string `json:"world"`
}

// post decodes the settled request of an operation.
func post[T any](serve func(ctx context.Context, in string, request T) (any, error)) func(context.Context, string, []byte) (any, error) {
	return func(ctx context.Context, in string, text []byte) (any, error) {
		var request T
		if err := json.Unmarshal(text, &request); err != nil {
			return nil, err
		}
		return serve(ctx, in, request)
	}
}

func (h *handler) reset(ctx context.Context, in string, _ struct{}) (any, error) {
	return world{in}, h.sandbox.Reset(ctx, in)
}

func (h *handler) drop(ctx context.Context, in string, _ struct{}) (any, error) {
	return world{in}, h.sandbox.Drop(ctx, in)
}

type documentsRequest struct {
	Documents json.RawMessage
	Text      string
	File      string
}

func (h *handler) seed(ctx context.Context, in string, body documentsRequest) (any, error) {
	text := []byte(body.Text)
	if body.Documents != nil {
		text = body.Documents // JSON is YAML
	}
	return world{in}, h.sandbox.Seed(ctx, in, body.File, text)
}

type named struct{ Name string }

func (h *handler) snapshot(ctx context.Context, in string, body named) (any, error) {
	if err := h.sandbox.Snapshot(ctx, in, body.Name); err != nil {
		return nil, err
	}
	return h.snapshots(ctx, in, nil)
}

func (h *handler) snapshots(ctx context.Context, in string, _ *http.Request) (any, error) {
	names, err := h.sandbox.Snapshots(ctx, in)
	return map[string]any{"snapshots": orEmpty(names)}, err
}

func (h *handler) restore(ctx context.Context, in string, body named) (any, error) {
	return world{in}, h.sandbox.Restore(ctx, in, body.Name)
}

// Fault is an [api.Fault] in JSON.
type Fault struct {
	Operation string            `json:"operation,omitempty"`
	Times     int               `json:"times"`
	Latency   string            `json:"latency,omitempty"`
	Status    int               `json:"status,omitempty"`
	Header    map[string]string `json:"header,omitempty"`
	Break     api.Break         `json:"break,omitempty"`
}

// API returns the fault for package api. Its latency must be a duration of at most
// [simulator.MaxLatency].
func (f Fault) API() (api.Fault, error) {
	latency, err := duration(f.Latency)
	fault := api.Fault{Operation: f.Operation, Times: f.Times, Latency: latency, Status: f.Status, Break: f.Break}
	for name, value := range f.Header {
		if fault.Header == nil {
			fault.Header = http.Header{}
		}
		fault.Header.Set(name, value)
	}
	return fault, err
}

func (h *handler) faults(ctx context.Context, in string, body struct{ Faults []Fault }) (any, error) {
	var faults []api.Fault
	for i, f := range body.Faults {
		if f.Times == 0 {
			return nil, wrong(fmt.Sprintf("/faults/%d/times", i), "must be 1 or more, or -1 for all calls")
		}
		fault, err := f.API()
		if err != nil {
			return nil, wrong(fmt.Sprintf("/faults/%d/latency", i), latencyForm)
		}
		faults = append(faults, fault)
	}
	if err := h.sandbox.SetFaults(ctx, in, faults...); err != nil {
		return nil, err
	}
	return h.readFaults(ctx, in, nil)
}

func (h *handler) readFaults(ctx context.Context, in string, _ *http.Request) (any, error) {
	set, err := h.sandbox.Settings(ctx, in)
	list := []Fault{}
	for _, f := range set.Faults {
		shown := Fault{Operation: f.Operation, Times: f.Times, Status: f.Status, Header: map[string]string{}, Break: f.Break}
		if f.Latency > 0 {
			shown.Latency = f.Latency.String()
		}
		for name := range f.Header {
			shown.Header[name] = f.Header.Get(name)
		}
		list = append(list, shown)
	}
	return map[string]any{"faults": list}, err
}

func (h *handler) latency(ctx context.Context, in string, body struct{ Latency string }) (any, error) {
	d, err := duration(body.Latency)
	if err != nil {
		return nil, wrong("/latency", latencyForm)
	}
	if err := h.sandbox.SetLatency(ctx, in, d); err != nil {
		return nil, err
	}
	return h.readLatency(ctx, in, nil)
}

func (h *handler) readLatency(ctx context.Context, in string, _ *http.Request) (any, error) {
	set, err := h.sandbox.Settings(ctx, in)
	return map[string]any{"latency": set.Latency.String()}, err
}

var latencyForm = fmt.Sprintf("must be a time such as 200ms, at most %v", simulator.MaxLatency)

func duration(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > simulator.MaxLatency {
		return 0, errors.New("latency " + latencyForm)
	}
	return d, nil
}

func wrong(field, message string) *api.Problem {
	return &api.Problem{Status: http.StatusUnprocessableEntity, Errors: []api.Violation{{Field: field, Rule: api.RuleFormat, Message: message}}}
}

type clockRequest struct {
	Now     time.Time
	Advance string
	Frozen  bool
}

func (h *handler) clock(ctx context.Context, in string, body clockRequest) (any, error) {
	set := func() error { return h.sandbox.SetClock(ctx, in, body.Now, body.Frozen) }
	if body.Advance != "" {
		d, err := time.ParseDuration(body.Advance)
		if err != nil {
			return nil, wrong("/advance", "must be a time such as 24h or -30m")
		}
		set = func() error { return h.sandbox.AdvanceClock(ctx, in, d, body.Frozen) }
	}
	if err := set(); err != nil {
		return nil, err
	}
	return h.readClock(ctx, in, nil)
}

func (h *handler) readClock(ctx context.Context, in string, _ *http.Request) (any, error) {
	set, err := h.sandbox.Settings(ctx, in)
	return map[string]any{"now": set.Now.UTC().Format(time.RFC3339Nano), "frozen": set.Frozen}, err
}

func (h *handler) worlds(ctx context.Context, _ string, _ *http.Request) (any, error) {
	names, err := h.sandbox.Worlds(ctx)
	return map[string]any{"worlds": orEmpty(names)}, err
}

// orEmpty returns a list that is [] in JSON if it is empty, and not null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
