package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// This file keeps the values that cannot be made up, and where they came from. Values that the
// user gave win over harvested ones, and these over ids that happen to be in a response.

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
	value     any
	operation *catalog.Operation
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
func (v *values) value(op *catalog.Operation, pointer, name string) (x any, wasSent bool) {
	for _, key := range []string{op.String() + pointer, name} {
		if value, ok := v.fixedValues[key]; ok {
			return value, false
		}
		i := slices.IndexFunc(v.harvests, func(h *harvest) bool { return h.name == key })
		if i >= 0 && v.harvested[key] == nil && v.missing[key] == "" {
			v.runHarvest(v.harvests[i])
		}
		if value, ok := v.harvested[key]; ok {
			return value, true
		}
	}
	return nil, false
}

// runHarvest harvests a value. While it runs, the value counts as missing, so that a harvest
// whose request needs its own value fails instead of recursing.
func (v *values) runHarvest(h *harvest) {
	v.missing[h.name] = "its harvest needs it"
	value, why := v.harvest(v, h)
	if why != "" {
		v.missing[h.name] = fmt.Sprintf("a value for %s could not be harvested from %s: %s",
			wording.Quote(h.name), h.operation, why)
		return
	}
	delete(v.missing, h.name)
	v.harvested[h.name] = value
}

// reusable returns the values for an operation. A write may use up what a harvest creates, so each
// write gets its own: the id of a claim that it deletes is of no use to the next operation.
func (v *values) reusable(op *catalog.Operation) *values {
	if op.Effect == catalog.Read {
		return v
	}
	copied := *v
	copied.harvested = maps.Clone(v.harvested)
	copied.missing = maps.Clone(v.missing)
	for _, h := range v.harvests {
		if h.operation.Effect != catalog.Read {
			delete(copied.harvested, h.name)
			delete(copied.missing, h.name)
		}
	}
	return &copied
}

// keepIDs keeps the ids in a response. They replace earlier ones only if the operation creates
// something, because a write may have used up the others.
func (v *values) keepIDs(from *catalog.Operation, body json.RawMessage) {
	ids := map[string]any{}
	findIDs(decoded(string(body)), nounOf(from), ids)
	for name, value := range ids {
		_, isText := value.(string)
		key := idKey{name, isText}
		if creates(from) || v.ids[key].operation == nil {
			v.ids[key] = receivedID{value, from}
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
		addOwnIDs(v, noun, ids) // before deeper ones
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inner := noun
			if key != "data" { // an envelope; the object in it has the noun
				inner = singular(wordsOf(key))
			}
			findIDs(v[key], inner, ids)
		}
	}
}

// addOwnIDs adds the texts and numbers among the members of an object, by name. The first one
// with a name stays: {"id": 1, "claim_id": 2} of a claim is claim_id 2, since keys are sorted.
func addOwnIDs(object map[string]any, noun string, ids map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch value := object[key].(type) {
		case json.Number, string:
			name := idName(key, noun)
			if ids[name] == nil && value != "" {
				ids[name] = value
			}
		}
	}
}
