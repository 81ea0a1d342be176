package wire

import (
	"encoding/json"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/cursor"
)

// The functions below check the items of an array or the values of a map, with a function
// that checks one value. Those are composed like types: ListCheck((*Contact).validate)
// checks an item of a [[Contact]]. The keys of a hidden map are sensitive, so pointers have
// `*` instead.

// CheckItems checks the items of an array that is a member. It passes pointers into the slice and does
// not change the items.
func CheckItems[T any](v *Validator, field string, list []T, item func(*T, *Validator)) {
	for i := range list {
		v.path.Push(field, i)
		item(&list[i], v)
		v.path.Pop()
	}
}

// CheckValues checks the values of a map that is a member.
func CheckValues[T any](v *Validator, field string, m map[string]T, value func(*T, *Validator)) {
	v.path.Push(field, -1)
	checkValues(v, m, false, value)
	v.path.Pop()
}

// CheckHiddenValues is [CheckValues] for a map whose keys are sensitive: violations show them
// as *.
func CheckHiddenValues[T any](
	v *Validator, field string, m map[string]T, value func(*T, *Validator),
) {
	v.path.Push(field, -1)
	checkValues(v, m, true, value)
	v.path.Pop()
}

// ListCheck returns a function that checks the items of an array.
func ListCheck[T any](item func(*T, *Validator)) func(*[]T, *Validator) {
	return func(list *[]T, v *Validator) { CheckItems(v, cursor.Unnamed, *list, item) }
}

// MapCheck returns a function that checks the values of a map.
func MapCheck[T any](value func(*T, *Validator)) func(*map[string]T, *Validator) {
	return func(m *map[string]T, v *Validator) { checkValues(v, *m, false, value) }
}

// HiddenMapCheck is [MapCheck] for a map whose keys are sensitive.
func HiddenMapCheck[T any](value func(*T, *Validator)) func(*map[string]T, *Validator) {
	return func(m *map[string]T, v *Validator) { checkValues(v, *m, true, value) }
}

// checkValues checks the values of a map in the order of their keys, so that the same request always
// has the same violations.
func checkValues[T any](v *Validator, m map[string]T, isHidden bool, check func(*T, *Validator)) {
	var few [fewKeys]string
	for _, key := range sortedKeys(few[:0], m) {
		value := m[key]
		// A decoder needs the keys to know its places; the refusal hides them.
		if isHidden && !v.isDecoded() {
			key = cursor.HiddenKey
		}
		v.path.Push(key, -1)
		check(&value, v)
		v.path.Pop()
	}
}

// EnumCheck returns a function that checks that a string is one of the values. It is [Validator.OneOf]
// for items and values.
func EnumCheck[S ~string](values []string) func(*S, *Validator) {
	return func(s *S, v *Validator) {
		if !slices.Contains(values, string(*s)) && v.canRecord() {
			v.record(api.RuleEnum, oneOf(values), v.path.Pointer())
		}
	}
}

// NumberCheck checks that n is a JSON number. A decoded one is.
func NumberCheck(n *json.Number, v *Validator) {
	if !v.isDecoded() && !cursor.IsNumber(string(*n)) {
		v.add(api.RuleType, "must be a number", cursor.Unnamed)
	}
}
