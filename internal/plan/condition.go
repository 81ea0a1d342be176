package plan

import (
	"iter"
	"reflect"
	"slices"

	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
)

// When a member is sent or checked. Conditions are data, so that the generator can print them as
// expressions and the interpreter can evaluate them; Values hides how each side holds a field.

// Condition is a condition on the values of a request: a [NotNil], [NotNull], [Given] or
// [FirstItemGiven].
type Condition interface{ holds(Values) bool }

// NotNil holds if a field is present. An empty string counts, and so does null if the field
// is nullable.
type NotNil struct{ Field *catalog.Field }

// NotNull holds if a nullable field is present and not null. An empty string counts.
type NotNull struct{ Field *catalog.Field }

// Given holds if a field carries a value: it is not null, and not an empty string, array
// or object. A record is empty if a client would send none of its members. A server uses
// the same definition, so that the requests that services get obey the rules when they
// are forwarded.
type Given struct{ Field *catalog.Field }

// FirstItemGiven holds if an array has a first item that carries a value.
type FirstItemGiven struct{ Field *catalog.Field }

// Values are the values of a request or record that a client is about to send or a server
// has received. Each package has its own representation, but absent values are nil, null
// is [Null], and arrays are slices.
type Values interface{ Value(*catalog.Field) any }

// Null is the value null of a nullable field.
type Null struct{}

// MarshalJSON returns null.
func (Null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// IsEmpty reports whether a value is absent, or carries no value in the sense of [Given].
// Records and unions have a method that reports it.
func IsEmpty(v any) bool {
	if v, ok := v.(interface{ IsEmpty() bool }); ok {
		return v.IsEmpty()
	}
	return wire.IsEmpty(v)
}

func (c NotNil) holds(v Values) bool { return v.Value(c.Field) != nil }
func (c NotNull) holds(v Values) bool {
	value := v.Value(c.Field)
	return value != nil && value != any(Null{})
}
func (c Given) holds(v Values) bool { return !IsEmpty(v.Value(c.Field)) }
func (c FirstItemGiven) holds(v Values) bool {
	items := reflect.ValueOf(v.Value(c.Field))
	return items.Kind() == reflect.Slice && items.Len() > 0 && !IsEmpty(items.Index(0).Interface())
}

// Holds reports whether a condition holds. Nil always holds.
func Holds(c Condition, v Values) bool { return c == nil || c.holds(v) }

// Sent returns the members that a client sends, in order, and whether each has its own
// value or the default.
func (p *Plan) Sent(v Values) iter.Seq2[Member, bool] {
	return func(yield func(Member, bool) bool) {
		for _, step := range p.Send {
			for _, m := range activeMembers(step, v) {
				hasValue := Holds(m.When, v)
				isSent := hasValue || m.Default != nil
				if isSent && !yield(m, hasValue) {
					return
				}
			}
		}
	}
}

// Settled returns the fields that a server changes and their new values, nil to remove a
// field. Later steps depend on the results of earlier ones, so the caller must make each
// change before it continues the iteration.
func (p *Plan) Settled(v Values) iter.Seq2[*catalog.Field, any] {
	return func(yield func(*catalog.Field, any) bool) {
		for _, step := range p.Settle {
			active := activeMembers(step, v)
			for _, m := range step.Members() {
				isActive := hasField(active, m.Field)
				if isActive && Holds(m.When, v) {
					continue // it keeps its value
				}
				after := m.Default
				if !isActive {
					after = nil
				}
				if !yield(m.Field, after) {
					return
				}
			}
		}
	}
}

// hasField reports whether one of some members is that of a field.
func hasField(members []Member, f *catalog.Field) bool {
	return slices.ContainsFunc(members, func(m Member) bool { return m.Field == f })
}

// activeMembers returns the members of a step that take part, with or without a value.
func activeMembers(step Step, v Values) []Member {
	holds := func(m Member) bool { return Holds(m.When, v) }
	switch step := step.(type) {
	case FirstOf:
		first := slices.IndexFunc(step, holds)
		if first < 0 {
			return nil
		}
		return step[first : first+1]
	case Group:
		if !slices.ContainsFunc(step, holds) {
			return nil
		}
	}
	return step.Members()
}

// PresenceFields returns the fields for which it matters whether they, or their first items,
// carry a value.
func (p *Plan) PresenceFields() []*catalog.Field {
	var fields []*catalog.Field
	for _, step := range p.Send {
		for _, m := range step.Members() {
			switch m.When.(type) {
			case Given, FirstItemGiven:
				fields = append(fields, m.Field)
			}
		}
	}
	for _, r := range p.Rules {
		fields = append(fields, r.Fields...)
	}
	return fields
}
