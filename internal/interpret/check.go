package interpret

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
)

// checkBody checks a body: its fields, then its rules over several fields.
func (r *record) checkBody(op *catalog.Operation, v *api.Validator) {
	r.check(v)
	for _, rule := range op.Rules {
		given := make([]bool, len(rule.Fields))
		for i, f := range rule.Fields {
			given[i] = isGiven(f, r.value(f))
		}
		n, fields := api.CountGiven(given...), names(rule.Fields)
		switch rule.Kind {
		case catalog.FirstOf:
			v.AtLeastOne(api.RuleFirstOf, n > 0, fields...)
		case catalog.AtLeastOneOf:
			v.AtLeastOne(api.RuleAtLeastOne, n > 0, fields...)
		case catalog.AtMostOneOf:
			v.AtMostOne(n, fields...)
		case catalog.AllOrNoneOf:
			v.AllOrNone(n, fields...)
		}
	}
}

// check checks the fields of a body or record. That JSON can hold their values
// is not asked: they were read from it.
func (r *record) check(v *api.Validator) {
	for n, f := range r.shape.Fields {
		x := r.values[n]
		if f.Required && nilable(f) {
			v.Required(f.Name, x != nil)
		}
		switch {
		case f.Type.Kind == catalog.Array:
			checkArray(v, f, x)
		case orNil(f, x) != nil:
			checkValue(v, f, x)
			checkString(v, f, x)
		}
	}
}

// checkValue checks a value that is given, by its type.
func checkValue(v *api.Validator, f *catalog.Field, x any) {
	switch f.Type.Kind {
	case catalog.Enumeration:
		if e := f.Type.Enum; !e.Open {
			v.OneOf(f.Name, x.(string), valuesOf(e)...)
		}
	case catalog.Integer:
		if low, err := strconv.Atoi(string(f.Minimum)); err == nil {
			v.Minimum(f.Name, x.(int), low)
		}
		if high, err := strconv.Atoi(string(f.Maximum)); err == nil {
			v.Maximum(f.Name, x.(int), high)
		}
	case catalog.Number:
		v.Number(f.Name, x.(json.Number), f.Minimum, f.Maximum)
	case catalog.Record:
		v.Enter(f.Name, -1)
		x.(*record).check(v)
		v.Leave()
	}
}

// checkString checks what the catalog asks of strings alone.
func checkString(v *api.Validator, f *catalog.Field, x any) {
	s, ok := x.(string)
	if !ok {
		return
	}
	if f.NonBlank {
		v.NonBlank(f.Name, s)
	}
	if len(f.Enum) > 0 {
		v.OneOf(f.Name, s, f.Enum...)
	}
	if f.MinLength != nil {
		v.MinLength(f.Name, s, *f.MinLength)
	}
	if f.MaxLength != nil {
		v.MaxLength(f.Name, s, *f.MaxLength)
	}
	if f.Pattern != "" {
		v.Pattern(f.Name, s, api.NewPattern(f.Pattern))
	}
}

// checkArray checks an array and its items.
func checkArray(v *api.Validator, f *catalog.Field, x any) {
	if f.MinItems != nil && (f.Required || x != nil) {
		v.MinItems(f.Name, length(x), *f.MinItems)
	}
	if f.MaxItems != nil {
		v.MaxItems(f.Name, length(x), *f.MaxItems)
	}
	switch items := x.(type) {
	case []string:
		if f.Join != "" {
			v.Joined(f.Name, items, f.Join)
		}
		if e := f.Type.Elem.Enum; e != nil && !e.Open {
			for i, s := range items {
				v.OneOfItem(f.Name, i, s, valuesOf(e)...)
			}
		}
	case []record:
		for i := range items {
			v.Enter(f.Name, i)
			items[i].check(v)
			v.Leave()
		}
	}
}

// length is the number of items of an array, 0 where it is absent.
func length(x any) int {
	if x == nil {
		return 0
	}
	return reflect.ValueOf(x).Len()
}

// valuesOf are the values of an enum, in the order of messages.
func valuesOf(e *catalog.Enum) []string {
	values := make([]string, len(e.Values))
	for i, v := range e.Values {
		values[i] = v.Value
	}
	slices.Sort(values)
	return values
}
