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

// linker fills references in the requests of an operation, and keeps which values it used and
// missed.
type linker struct {
	known    *values
	op       *interpreter.Operation
	own      map[string]any                // members that the fixtures give the request of a harvest
	lacking  []string                      // why required references have no value, since the last reset
	wants    []*catalog.Field              // references without a value
	received map[string]*catalog.Operation // which sent values in earlier responses, by place
	sent     sentTexts                     // the texts in these and in harvested values
}

// newLinker returns a linker for the requests of an operation. Own may be nil.
func newLinker(v *values, op *catalog.Operation, own map[string]any) *linker {
	return &linker{
		known:    v,
		op:       interpreter.New(op),
		own:      own,
		received: map[string]*catalog.Operation{},
	}
}

// supplied returns the value of a member of the request that is not made up, nil if there is none.
func (l *linker) supplied(f *catalog.Field) any { return l.valueAt(memberPlace("", f), f) }

// valueAt returns the value of a field at a place of the request, nil if there is none.
func (l *linker) valueAt(at string, f *catalog.Field) any {
	if x, ok := l.own[f.Name]; ok && at == memberPlace("", f) {
		return x
	}
	x, sent := l.known.value(l.op.Operation, at, f.Name)
	id := l.known.idFor(l.op.Operation, f)
	if x == nil && id.value != nil && isReference(l.op.Operation, f) {
		l.received[at] = id.from
		x = id.value
		sent = true
		if f.Type.Kind == catalog.Array {
			x = []any{x}
		}
	}
	if sent {
		l.sent = append(l.sent, textsIn(x)...)
	}
	return x
}

// recordMissing records that a value is missing, and says what to add.
func (l *linker) recordMissing(at string, f *catalog.Field) string {
	l.wants = append(l.wants, f)
	for _, key := range []string{l.op.Operation.String() + at, f.Name} {
		if why := l.known.missing[key]; why != "" {
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
	if f == nil || s.x == nil {
		return f == nil
	}
	given := l.valueAt(s.id, f)
	switch {
	case given != nil:
		s.in[f.Name] = sample.Member{Field: f, Value: given}.Sent()
	case !isReference(l.op.Operation, f):
		return true
	case f.Required:
		l.lacking = append(l.lacking, l.recordMissing(s.id, f))
	default:
		l.recordMissing(s.id, f)
		delete(s.in, f.Name)
	}
	return false
}

// walk visits the members of an object, and what is in them unless visit returns false. The
// members of a request may have no value.
func (l *linker) walk(
	object map[string]any, fields []*catalog.Field, at place, visit func(typedPlace) bool,
) {
	for _, f := range fields {
		x, isThere := object[f.Name]
		if isThere || at.path == nil {
			s := typedPlace{place: l.placeOf(at, f), x: x, typ: f.Type, pos: f.Pos, field: f, in: object}
			l.walkValue(s, visit)
		}
	}
}

// walkValue visits a value and what is in it.
func (l *linker) walkValue(s typedPlace, visit func(typedPlace) bool) {
	if !visit(s) || s.field != nil && s.field.Join != "" {
		return
	}
	visitItem := func(key, x any) {
		l.walkValue(typedPlace{place: s.child("*", key), x: x, typ: s.typ.Elem, pos: s.pos}, visit)
	}
	switch x := s.x.(type) {
	case []any:
		if s.typ.Kind != catalog.Array {
			return
		}
		for i, item := range x {
			visitItem(i, item)
		}
	case map[string]any:
		if s.typ.Kind != catalog.Map {
			l.walk(x, fieldsOf(s.typ, x), s.place, visit)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(x)) {
			visitItem(key, x[key])
		}
	}
}

// placeOf returns the place of a field at a place.
func (l *linker) placeOf(at place, f *catalog.Field) place {
	p := at.child(jsonpointer.Escape(f.Name), f.Name)
	p.top = cmp.Or(p.top, f)
	p.known = p.known || f.Private() || isReference(l.op.Operation, f) || l.valueAt(p.id, f) != nil
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
