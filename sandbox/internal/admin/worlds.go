package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/simulator"
)

// An operation of the catalog changes a world, and responds with what GET of the same name then
// reads: the caller sees the state that it has made.

// fields are the fields of all operations.
type fields struct {
	Documents json.RawMessage
	Text      string
	File      string
	Name      string
	Faults    []Fault
	Latency   string
	Now       string
	Advance   string
	Frozen    bool
}

// change executes an operation of the catalog.
func (h *handler) change(ctx context.Context, operation, world string, body fields) error {
	s := h.sandbox
	switch operation {
	case "reset":
		return s.Reset(ctx, world)
	case "drop":
		return s.Drop(ctx, world)
	case "seed":
		text := []byte(body.Text)
		if body.Documents != nil {
			text = body.Documents
		}
		return s.Seed(ctx, world, body.File, text)
	case "snapshot":
		return s.Snapshot(ctx, world, body.Name)
	case "restore":
		return s.Restore(ctx, world, body.Name)
	case "faults":
		return h.setFaults(ctx, world, body.Faults)
	case "latency":
		d, err := duration(body.Latency)
		if err != nil {
			return wrong("/latency", latencyForm)
		}
		return s.SetLatency(ctx, world, d)
	default: // clock
		return h.setClock(ctx, world, body)
	}
}

// setClock sets or advances the time of a world, or returns to that of the machine.
func (h *handler) setClock(ctx context.Context, world string, body fields) error {
	s := h.sandbox
	switch {
	case body.Now != "":
		now, err := time.Parse(time.RFC3339, strings.ToUpper(body.Now))
		if err != nil || now.IsZero() { // Go has no leap seconds, and the zero time has another meaning
			return wrong("/now", "must be a time after 0001-01-01T00:00:00Z without a leap second")
		}
		return s.SetClock(ctx, world, now, body.Frozen)
	case body.Advance != "":
		d, err := time.ParseDuration(body.Advance)
		if err != nil {
			return wrong("/advance", "must be a time such as 24h or -30m")
		}
		return s.AdvanceClock(ctx, world, d, body.Frozen)
	}
	return s.SetClock(ctx, world, time.Time{}, body.Frozen)
}

// read returns the response of a GET request, or of an operation after [handler.change].
func (h *handler) read(ctx context.Context, name, world string, query url.Values) (any, error) {
	switch name {
	case "documents":
		return h.documents(ctx, world, query)
	case "requests":
		return map[string]any{"requests": orEmpty(h.sandbox.Requests(world))}, nil
	case "worlds":
		names, err := h.sandbox.Worlds(ctx)
		return map[string]any{"worlds": orEmpty(names)}, err
	case "snapshots", "snapshot":
		names, err := h.sandbox.Snapshots(ctx, world)
		return map[string]any{"snapshots": orEmpty(names)}, err
	case "faults", "latency", "clock":
		return h.setting(ctx, name, world)
	default:
		return map[string]string{"world": world}, nil
	}
}

// setting returns a setting of a world.
func (h *handler) setting(ctx context.Context, name, world string) (any, error) {
	set, err := h.sandbox.Settings(ctx, world)
	if err != nil {
		return nil, err
	}
	switch name {
	case "faults":
		return map[string]any{"faults": shown(set.Faults)}, nil
	case "latency":
		return map[string]any{"latency": set.Latency.String()}, nil
	default: // clock
		now := set.Now.UTC().Format(time.RFC3339Nano)
		return map[string]any{"now": now, "frozen": set.Frozen}, nil
	}
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
	fault := api.Fault{
		Operation: f.Operation, Times: f.Times,
		Latency: latency, Status: f.Status, Break: f.Break,
	}
	for name, value := range f.Header {
		if fault.Header == nil {
			fault.Header = http.Header{}
		}
		fault.Header.Set(name, value)
	}
	return fault, err
}

// setFaults sets the faults of a world.
func (h *handler) setFaults(ctx context.Context, world string, list []Fault) error {
	var faults []api.Fault
	for i, f := range list {
		if f.Times == 0 {
			return wrong(fmt.Sprintf("/faults/%d/times", i), "must be 1 or more, or -1 for all calls")
		}
		fault, err := f.API()
		if err != nil {
			return wrong(fmt.Sprintf("/faults/%d/latency", i), latencyForm)
		}
		faults = append(faults, fault)
	}
	return h.sandbox.SetFaults(ctx, world, faults...)
}

// shown returns faults in JSON.
func shown(faults []api.Fault) []Fault {
	list := []Fault{}
	for _, f := range faults {
		shown := Fault{
			Operation: f.Operation, Times: f.Times,
			Status: f.Status, Header: map[string]string{}, Break: f.Break,
		}
		if f.Latency > 0 {
			shown.Latency = f.Latency.String()
		}
		for name := range f.Header {
			shown.Header[name] = f.Header.Get(name)
		}
		list = append(list, shown)
	}
	return list
}

// latencyForm ends a message about a text that is no latency.
var latencyForm = fmt.Sprintf("must be a time such as 200ms, at most %v", simulator.MaxLatency)

// duration parses a latency, which "" leaves out.
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

// wrong returns the problem of a field whose value the catalog cannot check.
func wrong(field, message string) *api.Problem {
	v := api.Violation{Field: field, Rule: api.RuleFormat, Message: message}
	return &api.Problem{Status: http.StatusUnprocessableEntity, Errors: []api.Violation{v}}
}
