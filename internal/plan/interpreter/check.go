package interpreter

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// The checks of a plan, made by the same validator of the runtime as in generated code, so that
// violations have the same places, ids and order.

// Validate returns nil, or an [api.ValidationError] with every violation.
func (r *record) Validate() error {
	var v wire.Validator
	r.check(&v)
	return v.Err()
}

// check checks a body or record, then its rules over several fields.
func (r *record) check(v *wire.Validator) {
	for _, c := range r.plan.Checks {
		x := r.Value(c.Field)
		switch {
		case !plan.Holds(c.When, r):
		case c.Items, c.Requirement == plan.Nested:
			v.Enter(c.Field.Name, -1)
			nestedCheck(c, c.Field.Type)(&x, v)
			v.Leave()
		default:
			checkValue(v, c, x)
		}
	}
	for _, rule := range r.plan.Rules {
		r.checkRule(v, rule)
	}
}

// checkRule checks a rule over several fields.
func (r *record) checkRule(v *wire.Validator, rule *catalog.Rule) {
	count := 0 // fields with a value
	for _, f := range rule.Fields {
		if !plan.IsEmpty(r.Value(f)) {
			count++
		}
	}
	names := catalog.Names(rule.Fields)
	switch plan.BreachOf(rule) {
	case plan.TwoGiven:
		v.AtMostOne(count, names...)
	case plan.SomeGiven:
		v.AllOrNone(count, names...)
	case plan.NoneGiven:
		v.AtLeastOne(rule.ID(), count > 0, names...)
	}
}

// checkValue performs a check of a value.
func checkValue(v *wire.Validator, c plan.Check, x any) {
	f := c.Field
	text, _ := x.(string)
	switch c.Requirement {
	case plan.Required:
		v.Required(f.Name, x != nil)
	case plan.MinItems:
		v.MinItems(f.Name, length(x), *f.MinItems)
	case plan.MaxItems:
		v.MaxItems(f.Name, length(x), *f.MaxItems)
	case plan.Join:
		items, _ := x.([]string)
		v.Joined(f.Name, items, f.Join)
	case plan.Enum:
		if f.Type.Kind == catalog.Enumeration {
			v.OneOf(f.Name, text, valuesOf(f.Type.Enum)...)
		} else {
			v.OneOf(f.Name, text, f.Enum...)
		}
	case plan.Number:
		v.Number(f.Name, x.(json.Number), f.Minimum, f.Maximum)
	case plan.Minimum:
		if bound, ok := integerBound(f, f.Minimum); ok {
			v.Minimum(f.Name, x.(int), bound)
		}
	case plan.Maximum:
		if bound, ok := integerBound(f, f.Maximum); ok {
			v.Maximum(f.Name, x.(int), bound)
		}
	case plan.NonBlank:
		v.NonBlank(f.Name, text)
	case plan.MinLength:
		v.MinLength(f.Name, text, *f.MinLength)
	case plan.MaxLength:
		v.MaxLength(f.Name, text, *f.MaxLength)
	case plan.Pattern:
		v.Pattern(f.Name, text, wire.NewPattern(f.Pattern))
	case plan.Format:
		v.Format(f.Name, text, wire.TextFormat(f.Format))
	}
}

// integerBound returns a bound of an integer field. It reports false for other fields, whose bounds are
// checked with their number.
func integerBound(f *catalog.Field, bound json.Number) (int, bool) {
	n, err := strconv.Atoi(string(bound))
	return n, err == nil && f.Type.Kind == catalog.Integer
}

// nestedCheck returns the function that performs a check of a record or union, or of the values in an
// array or a map.
func nestedCheck(c plan.Check, t *catalog.Type) func(*any, *wire.Validator) {
	return func(x *any, v *wire.Validator) {
		switch value := (*x).(type) {
		case []any:
			wire.ListCheck(nestedCheck(c, t.Elem))(&value, v)
		case map[string]any:
			check := wire.MapCheck(nestedCheck(c, t.Elem))
			if c.Field.Private() {
				check = wire.HiddenMapCheck(nestedCheck(c, t.Elem))
			}
			check(&value, v)
		case *record:
			if value.plan != nil {
				value.check(v)
			}
		case string:
			wire.EnumCheck[string](valuesOf(t.Enum))(&value, v)
		}
	}
}

// length returns the number of items of an array or a map, 0 if it is absent.
func length(x any) int {
	switch v := reflect.ValueOf(x); v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len()
	default:
		return 0
	}
}

// valuesOf returns the values of an enum, in the order of messages.
func valuesOf(e *catalog.Enum) []string {
	values := e.Texts()
	slices.Sort(values)
	return values
}
