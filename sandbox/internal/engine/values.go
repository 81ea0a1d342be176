package engine

import (
	"strings"
	"time"

	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/sandbox/internal/behavior"
)

// Values are evaluated when a step or a template needs them. A value is missing if it is absent or
// null; what a missing value means is up to the one who asked: it selects nothing, sets nothing, or
// makes an alternative not apply.

// value evaluates a value in the call, except the numbers of a kind, which only [run.setting]
// needs. current is the item of each, or the result of a template. Null is missing.
func (r *run) value(v *behavior.Value, current any) (any, bool) {
	switch v.Source {
	case behavior.Constant:
		return clone(v.Constant), v.Constant != nil
	case behavior.Request:
		return valueAt(r.request, v.Pointer)
	case behavior.Now:
		return r.call.Now.UTC().Format(time.RFC3339Nano), true
	case behavior.Caller:
		return r.call.Caller, r.call.Caller != ""
	default:
		return valueAt(current, v.Pointer)
	}
}

// holds reports whether a condition holds.
func (r *run) holds(c behavior.Condition, item any) bool {
	v, isPresent := r.value(&c.Value, item)
	switch {
	case c.Given:
		return isPresent
	case c.Is == nil:
		return !isPresent
	default:
		return isPresent && textOf(v) == textOf(c.Is) // a scalar
	}
}

// items returns the items of each, also of a joined field.
func (r *run) items(each *behavior.Value) ([]any, error) {
	v, isPresent := r.value(each, nil)
	items, isList := r.split(each, v).([]any)
	if isPresent && !isList {
		return nil, unfit(each, "a list")
	}
	return items, nil
}

// split returns the list of a joined field, and other values unchanged: "a,b" in a field with
// join: "," becomes a and b. Steps see the list that the catalog describes, not the text that is
// sent.
func (r *run) split(v *behavior.Value, value any) any {
	text, ok := value.(string)
	if !ok || v.Source != behavior.Request {
		return value
	}
	name := jsonpointer.Unescape(strings.TrimPrefix(v.Pointer, "/"))
	f := r.op.catalog.Request.Field(name)
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
func (r *run) isNull(v *behavior.Value, item any) bool {
	if v.Pointer == "" {
		return false
	}
	var object any
	switch v.Source {
	case behavior.Request:
		object = r.request
	case behavior.Item:
		object = item
	}
	member, exists := lookup(object, v.Pointer)
	return exists && member == nil
}
