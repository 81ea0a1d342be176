package plan

import (
	"iter"
	"slices"

	"example.com/opgen/internal/catalog"
)

// Condition is about the values of a request. It is a [NotNil], [NotNull], [Given],
// [FirstItemGiven] or [AnyOf].
type Condition interface{ holds(Values) bool }

// NotNil holds if a field holds something, be it an empty string, or null if the field
// may be null.
type NotNil struct{ Field *catalog.Field }

// NotNull holds if a field that may be null holds a value, be it an empty string.
type NotNull struct{ Field *catalog.Field }

// Given holds if a field carries a value: in JSON, it is there and not null, and not
// an empty string, array or object. A record is empty if a client sends none of its
// members. A server asks the same of a record that it received, so that what it gives to
// a service still obeys the rules when it is sent on.
type Given struct{ Field *catalog.Field }

// FirstItemGiven holds if an array has a first item, and that carries a value.
type FirstItemGiven struct{ Field *catalog.Field }

// AnyOf holds if one of its conditions does.
type AnyOf []Condition

// Values are the values of a request or record, in whatever form they are kept: those
// that a client is about to send, or those that a server received.
type Values interface {
	IsNotNil(*catalog.Field) bool
	IsNull(*catalog.Field) bool
	IsGiven(*catalog.Field) bool
	IsFirstItemGiven(*catalog.Field) bool
}

func (c NotNil) holds(v Values) bool         { return v.IsNotNil(c.Field) }
func (c NotNull) holds(v Values) bool        { return v.IsNotNil(c.Field) && !v.IsNull(c.Field) }
func (c Given) holds(v Values) bool          { return v.IsGiven(c.Field) }
func (c FirstItemGiven) holds(v Values) bool { return v.IsFirstItemGiven(c.Field) }
func (c AnyOf) holds(v Values) bool {
	return slices.ContainsFunc(c, func(one Condition) bool { return one.holds(v) })
}

// Holds reports whether a condition holds; nil does.
func Holds(c Condition, v Values) bool { return c == nil || c.holds(v) }

// Sent returns the members that a client sends of values, in order, and whether
// each has its own value or the default.
func (p *Plan) Sent(v Values) iter.Seq2[Member, bool] {
	return func(yield func(Member, bool) bool) {
		for _, step := range p.Send {
			for _, m := range taking(step, v) {
				own := Holds(m.When, v)
				if (own || m.Default != nil) && !yield(m, own) {
					return
				}
			}
		}
	}
}

// Settled returns the fields that a server changes in values and what they hold
// afterwards, nil for nothing. A later step looks at what the earlier ones left,
// so the caller makes each change before it asks for the next.
func (p *Plan) Settled(v Values) iter.Seq2[*catalog.Field, any] {
	return func(yield func(*catalog.Field, any) bool) {
		for _, step := range p.Settle {
			part := taking(step, v)
			for _, m := range step.Members() {
				takes := slices.ContainsFunc(part, func(other Member) bool { return other.Field == m.Field })
				after := m.Default
				if !takes {
					after = nil
				}
				if !(takes && Holds(m.When, v)) && !yield(m.Field, after) {
					return
				}
			}
		}
	}
}

// taking returns the members of a step that take part, given or not.
func taking(step Step, v Values) []Member {
	switch step := step.(type) {
	case First:
		for _, m := range step {
			if Holds(m.When, v) {
				return []Member{m}
			}
		}
		return nil
	case Group:
		if !Holds(step.When, v) {
			return nil
		}
	}
	return step.Members()
}

// AskedIfGiven returns the fields whose value, or whose first item's value, decides
// whether something is sent or refused.
func (p *Plan) AskedIfGiven() []*catalog.Field {
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
