package interpreter

import (
	"encoding/json"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// recordPlan is the plan of a body or record, with the plans of the records in it.
type recordPlan struct {
	*plan.Plan
	records map[*catalog.Shape]*recordPlan
}

// recordPlanOf completes a plan, and adds the records in it to those that have a plan.
func recordPlanOf(p *plan.Plan, planned map[*catalog.Shape]*recordPlan) *recordPlan {
	for _, f := range p.Shape.Fields {
		for _, s := range f.Records() {
			if planned[s] != nil {
				continue
			}
			inner := &recordPlan{plan.Record(s), planned}
			planned[s] = inner // before its own fields, which may contain it again
			recordPlanOf(inner.Plan, planned)
		}
	}
	return &recordPlan{p, planned}
}

// record holds the values of a shape, as the generated struct does. A value is nil
// if the field of the struct is nil, otherwise it is the field's value or what it
// points at, or null. A record or union is a *record, an array a []any and a map
// a map[string]any, also inside of each other; a joined array is a []string.
type record struct {
	plan   *recordPlan // nil for a union without a variant
	values []any       // by the number of the field
	extra  api.Object  // further keys of an open record

	union *catalog.TaggedUnion // if the record is a variant, nil otherwise
	tag   string
}

// newRecord returns an empty record with a plan.
func newRecord(of *recordPlan) *record {
	r := new(record)
	r.setPlan(of)
	return r
}

// setPlan gives an empty record its plan, with zero values for all fields.
func (r *record) setPlan(of *recordPlan) {
	r.plan = of
	r.values = make([]any, len(of.Shape.Fields))
	for n, f := range of.Shape.Fields {
		if !f.Go().Nilable() {
			r.values[n] = of.zero(f.Type)
		}
	}
}

// settle changes the record to the one that the service gets.
func (r *record) settle() {
	for f, after := range r.plan.Settled(r) {
		r.values[slices.Index(r.plan.Shape.Fields, f)] = after
	}
}

// Value returns the value of a field.
func (r *record) Value(f *catalog.Field) any { return r.values[slices.Index(r.plan.Shape.Fields, f)] }

// IsEmpty reports whether no member of a record would be sent, or a union has no variant.
func (r *record) IsEmpty() bool {
	if r.plan == nil || r.union != nil {
		return r.plan == nil
	}
	for range r.plan.Sent(r) {
		return false
	}
	return len(r.extra) == 0
}

// zero returns the zero value of a type in Go.
func (of *recordPlan) zero(t *catalog.Type) any {
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		return ""
	case catalog.Boolean:
		return false
	case catalog.Integer:
		return 0
	case catalog.Number:
		return json.Number("")
	case catalog.Record:
		return newRecord(of.records[t.Record])
	default:
		return nil
	}
}

// AppendJSON appends a body, record or union as a client sends it.
func (r *record) AppendJSON(b []byte) []byte {
	if r.union != nil {
		return r.appendUnion(b)
	}
	return r.appendMembers(b)
}

// appendMembers appends the members of a body or record.
func (r *record) appendMembers(b []byte) []byte {
	b = append(b, '{')
	for m, hasValue := range r.plan.Sent(r) {
		if hasValue {
			b = appendMember(b, m.Field, r.Value(m.Field))
		} else {
			b = appendMember(b, m.Field, m.Default)
		}
	}
	if s := r.plan.Shape; s.Open {
		b = wire.AppendExtra(b, r.extra, catalog.Names(s.Fields)...)
	}
	return wire.CloseObject(b)
}

// appendMember appends a member.
func appendMember(b []byte, f *catalog.Field, x any) []byte {
	key := strings.TrimSuffix(string(wire.AppendString(nil, "", f.Name)), ",") + ":"
	if joined, isJoined := x.([]string); isJoined {
		return wire.AppendJoined(b, key, joined, f.Join)
	}
	return append(appendValue(append(b, key...), x), ',')
}

// appendValue appends a value of any type.
func appendValue(b []byte, x any) []byte {
	switch x := x.(type) {
	case []any:
		return wire.ListJSON(appendValue)(b, x)
	case map[string]any:
		return wire.MapJSON(appendValue)(b, x)
	case *record:
		return x.AppendJSON(b)
	case plan.Null:
		return append(b, "null"...)
	default:
		return wire.AnyJSON(b, x)
	}
}
