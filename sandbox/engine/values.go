package engine

import (
	"reflect"
	"strconv"
	"strings"
	"time"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/sandbox/behaviour"
)

// value evaluates a value in the call. hand is the item of each, or the result of a template.
// Null is missing.
func (r *run) value(v *behaviour.Value, hand any, kind *behaviour.Kind) (any, bool, error) {
	switch v.Source {
	case behaviour.Constant:
		return clone(v.Constant), v.Constant != nil, nil
	case behaviour.Request:
		found, ok := valueAt(r.request, v.Pointer)
		return found, ok, nil
	case behaviour.Item, behaviour.Result:
		found, ok := valueAt(hand, v.Pointer)
		return found, ok, nil
	case behaviour.Now:
		return r.call.Now.UTC().Format(time.RFC3339Nano), true, nil
	case behaviour.Caller:
		return r.call.Caller, r.call.Caller != "", nil
	default:
		n, err := r.tx.Next("number " + kind.Name)
		return strconv.FormatInt(n, 10), true, err
	}
}

// holds reports whether all conditions hold.
func (r *run) holds(conditions []behaviour.Condition, item any, kind *behaviour.Kind) (bool, error) {
	for _, c := range conditions {
		v, given, err := r.value(&c.Value, item, kind)
		if err != nil {
			return false, err
		}
		if c.Given != given && (c.Given || c.Is == nil) || !c.Given && c.Is != nil && !same(v, c.Is) {
			return false, nil
		}
	}
	return true, nil
}

// same reports whether two values are equal, comparing numbers by their value.
func same(a, b any) bool {
	x, isScalar := textOf(a)
	y, isScalarToo := textOf(b)
	if isScalar || isScalarToo {
		return isScalar == isScalarToo && x == y
	}
	return reflect.DeepEqual(a, b)
}

// items returns the items of each, also of a joined field.
func (r *run) items(each *behaviour.Value, kind *behaviour.Kind) ([]any, error) {
	v, _, err := r.value(each, nil, kind)
	items, _ := r.split(each, v).([]any)
	return items, err
}

// split returns the list of a joined field, and other values unchanged.
func (r *run) split(v *behaviour.Value, value any) any {
	text, ok := value.(string)
	if !ok || v.Source != behaviour.Request {
		return value
	}
	f := r.op.catalog.Request.Field(jsonpointer.Unescape(strings.TrimPrefix(v.Pointer, "/")))
	if f == nil || f.Join == "" {
		return value
	}
	var items []any
	for item := range strings.SplitSeq(text, f.Join) {
		items = append(items, item)
	}
	return items
}

// isNull reports whether a value is null in the request. The interpreter has dropped nulls
// that the catalog does not allow.
func (r *run) isNull(v *behaviour.Value, item any) bool {
	var of any
	switch v.Source {
	case behaviour.Request:
		of = r.request
	case behaviour.Item:
		of = item
	}
	members, ok := of.(map[string]any)
	if !ok || v.Pointer == "" || !has(members, v.Pointer) {
		return false
	}
	_, other := valueAt(of, v.Pointer)
	return !other
}
