package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// values are the values of fixtures, harvests and earlier responses.
type values struct {
	*Fixtures
	harvested map[string]any    // by name or place
	missing   map[string]string // why a harvest found nothing, by name or place
	// harvest gets a value from the service, or says why it cannot.
	harvest func(*values, *harvest) (x any, why string)
	ids     map[idKey]receivedID // in the responses of the run
}

// receivedID is a value in a response that may be an id.
type receivedID struct {
	value any
	from  *catalog.Operation
}

// idKey is the name of an id, as [idName] returns it, and its type.
type idKey struct {
	name   string
	isText bool
}

// newValues returns the values of fixtures, before anything is harvested.
func newValues(f *Fixtures) *values {
	return &values{
		Fixtures:  f,
		harvested: map[string]any{},
		missing:   map[string]string{},
		ids:       map[idKey]receivedID{},
	}
}

// value returns the value of fixtures and harvests for a place in the requests of an operation,
// nil if there is none, and reports whether the service sent it. It harvests the value if
// necessary.
func (v *values) value(op *catalog.Operation, at, name string) (x any, sent bool) {
	for _, key := range []string{op.String() + at, name} {
		if x, ok := v.given[key]; ok {
			return x, false
		}
		i := slices.IndexFunc(v.harvests, func(h *harvest) bool { return h.name == key })
		if i >= 0 && v.harvested[key] == nil && v.missing[key] == "" {
			v.runHarvest(v.harvests[i])
		}
		if x, ok := v.harvested[key]; ok {
			return x, true
		}
	}
	return nil, false
}

// runHarvest harvests a value.
func (v *values) runHarvest(h *harvest) {
	v.missing[h.name] = "its harvest needs it"
	x, why := v.harvest(v, h)
	if why != "" {
		v.missing[h.name] = fmt.Sprintf("a value for %s could not be harvested from %s: %s",
			wording.Quote(h.name), h.from, why)
		return
	}
	delete(v.missing, h.name)
	v.harvested[h.name] = x
}

// reusable returns the values for an operation. A write may use up what a harvest creates, so each
// write gets its own.
func (v *values) reusable(op *catalog.Operation) *values {
	if op.Effect == catalog.Read {
		return v
	}
	own := *v
	own.harvested = maps.Clone(v.harvested)
	own.missing = maps.Clone(v.missing)
	for _, h := range v.harvests {
		if h.from.Effect != catalog.Read {
			delete(own.harvested, h.name)
			delete(own.missing, h.name)
		}
	}
	return &own
}

// keepIDs keeps the ids in a response. They replace earlier ones only if the operation creates
// something, because a write may have used up the others.
func (v *values) keepIDs(from *catalog.Operation, body json.RawMessage) {
	found := map[string]any{}
	findIDs(decoded(string(body)), nounOf(from), found)
	for name, x := range found {
		_, isText := x.(string)
		key := idKey{name, isText}
		if creates(from) || v.ids[key].from == nil {
			v.ids[key] = receivedID{x, from}
		}
	}
}

// idFor returns the id that an operation needs for a reference.
func (v *values) idFor(op *catalog.Operation, f *catalog.Field) receivedID {
	isText := f.Type.Item().Kind != catalog.Integer
	return v.ids[idKey{idName(f.Name, nounOf(op)), isText}]
}

// findIDs adds the members that may be an id, by name. A member id is named after the object
// that contains it. Of a list, only the first item is used.
func findIDs(v any, noun string, ids map[string]any) {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			findIDs(v[0], noun, ids)
		}
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		for _, key := range keys { // before deeper ones
			switch x := v[key].(type) {
			case json.Number, string:
				if name := idName(key, noun); ids[name] == nil && x != "" {
					ids[name] = x
				}
			}
		}
		for _, key := range keys {
			within := noun
			if key != "data" {
				within = singular(wordsOf(key))
			}
			findIDs(v[key], within, ids)
		}
	}
}
