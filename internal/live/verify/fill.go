package verify

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// This file fills the references of a request: values that cannot be made up, because the service
// must know them, such as the id of a claim. They come from the fixtures of the user, from
// harvests, and from earlier responses of the run.

// linker fills references in the requests of an operation, and keeps which values it used and
// missed.
type linker struct {
	source       *values
	op           *interpreter.Operation
	fixedMembers map[string]any                // members that the fixtures give the request of a harvest
	lacking      []string                      // why required references have no value, since the last reset
	wants        []*catalog.Field              // references without a value
	received     map[string]*catalog.Operation // which sent values in earlier responses, by place
	sent         sentTexts                     // the texts in these and in harvested values
}

// newLinker returns a linker for the requests of an operation. Own may be nil.
func newLinker(v *values, op *catalog.Operation, fixedMembers map[string]any) *linker {
	return &linker{
		source:       v,
		op:           interpreter.New(op),
		fixedMembers: fixedMembers,
		received:     map[string]*catalog.Operation{},
	}
}

// supplied returns the value of a member of the request that is not made up, nil if there is none.
func (l *linker) supplied(f *catalog.Field) any { return l.valueAt(memberPlace("", f), f) }

// valueAt returns the value of a field at a place of the request, nil if there is none. It prefers
// what the user gave to what the service sent. What the service sent is also kept in sent, so
// that reports do not show it.
func (l *linker) valueAt(pointer string, f *catalog.Field) any {
	if value, ok := l.fixedMembers[f.Name]; ok && pointer == memberPlace("", f) {
		return value
	}
	value, wasSent := l.source.value(l.op.Operation, pointer, f.Name)
	id := l.source.idFor(l.op.Operation, f)
	if value == nil && id.value != nil && isReference(l.op.Operation, f) {
		l.received[pointer] = id.operation
		value = id.value
		wasSent = true
		if f.Type.Kind == catalog.Array {
			value = []any{value}
		}
	}
	if wasSent {
		l.sent = append(l.sent, textsIn(value)...)
	}
	return value
}

// recordMissing records that a value is missing, and says what to add to the fixtures, or why the
// harvest of the value failed.
func (l *linker) recordMissing(pointer string, f *catalog.Field) string {
	l.wants = append(l.wants, f)
	for _, key := range []string{l.op.Operation.String() + pointer, f.Name} {
		if why := l.source.missing[key]; why != "" {
			return why
		}
	}
	return "there is no value for " + wording.Quote(f.Name) +
		"; add " + f.Name + " to the fixtures, or where to harvest it"
}

// fill fills the members of an object.
func (l *linker) fill(object map[string]any, fields []*catalog.Field) {
	l.walk(object, fields, place{}, l.fillPlace)
}

// fillPlace sets a member that the user or the service gave. It deletes an optional reference
// without a value, and adds a required one to lacking. It reports whether to fill what is in the
// value.
func (l *linker) fillPlace(s typedPlace) bool {
	f := s.field
	if f == nil || s.value == nil {
		return f == nil
	}
	suppliedValue := l.valueAt(s.id, f)
	switch {
	case suppliedValue != nil:
		s.object[f.Name] = sample.Member{Field: f, Value: suppliedValue}.Sent()
	case !isReference(l.op.Operation, f):
		return true
	case f.Required:
		l.lacking = append(l.lacking, l.recordMissing(s.id, f))
	default:
		l.recordMissing(s.id, f)
		delete(s.object, f.Name)
	}
	return false
}

// walk visits the members of an object, and what is in them unless visit returns false. The
// members of a request may have no value.
func (l *linker) walk(
	object map[string]any, fields []*catalog.Field, parent place, visit func(typedPlace) bool,
) {
	for _, f := range fields {
		value, isPresent := object[f.Name]
		if isPresent || parent.path == nil {
			s := typedPlace{place: l.placeOf(parent, f), value: value, typ: f.Type, pos: f.Pos, field: f, object: object}
			l.walkValue(s, visit)
		}
	}
}

// walkValue visits a value and what is in it. A joined list is one text, so it is not entered.
func (l *linker) walkValue(s typedPlace, visit func(typedPlace) bool) {
	if !visit(s) || s.field != nil && s.field.Join != "" {
		return
	}
	visitItem := func(key, value any) {
		l.walkValue(typedPlace{place: s.child("*", key), value: value, typ: s.typ.Elem, pos: s.pos}, visit)
	}
	switch value := s.value.(type) {
	case []any:
		if s.typ.Kind != catalog.Array {
			return
		}
		for i, item := range value {
			visitItem(i, item)
		}
	case map[string]any:
		if s.typ.Kind != catalog.Map {
			l.walk(value, fieldsOf(s.typ, value), s.place, visit)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			visitItem(key, value[key])
		}
	}
}

// placeOf returns the place of a field in an object at a place.
func (l *linker) placeOf(parent place, f *catalog.Field) place {
	p := parent.child(jsonpointer.Escape(f.Name), f.Name)
	p.top = cmp.Or(p.top, f)
	p.isOpaque = p.isOpaque || f.Private() || isReference(l.op.Operation, f) || l.valueAt(p.id, f) != nil
	return p
}

// fieldsOf returns the fields of an object of a type.
func fieldsOf(t *catalog.Type, object map[string]any) []*catalog.Field {
	switch t.Kind {
	case catalog.Record:
		return t.Record.Fields
	case catalog.Union:
		tag, _ := object[t.Union.By].(string)
		if v := t.Union.Variant(tag); v != nil && v.Record != nil {
			return v.Record.Fields
		}
	}
	return nil
}
