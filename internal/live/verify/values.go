package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// values are the values of fixtures, harvests and earlier responses.
type values struct {
	*Fixtures
	harvested map[string]any    // by name or place
	missing   map[string]string // why a harvest found nothing, by name or place
	harvest   func(*values, *harvest) (x any, why string)
	ids       map[idKey]receivedID // in the responses of the run
}

// value returns the value of fixtures and harvests for a place in the requests of an operation,
// nil if there is none, and reports whether the service sent it. It harvests the value if necessary.
func (v *values) value(op *catalog.Operation, at, name string) (x any, sent bool) {
	for _, key := range []string{op.String() + at, name} {
		if x, ok := v.given[key]; ok {
			return x, false
		}
		i := slices.IndexFunc(v.harvests, func(h *harvest) bool { return h.name == key })
		if i >= 0 && v.harvested[key] == nil && v.missing[key] == "" {
			v.runHarvest(v.harvests[i])
		}
		if x, ok := v.harvested[key]; ok {
			return x, true
		}
	}
	return nil, false
}

// runHarvest harvests a value.
func (v *values) runHarvest(h *harvest) {
	v.missing[h.name] = "its harvest needs it"
	x, why := v.harvest(v, h)
	if why != "" {
		v.missing[h.name] = fmt.Sprintf("a value for %s could not be harvested from %s: %s", wording.Quote(h.name), h.from, why)
		return
	}
	delete(v.missing, h.name)
	v.harvested[h.name] = x
}

// reusable returns the values for an operation. A write may use up what a harvest creates, so each
// write gets its own.
func (v *values) reusable(op *catalog.Operation) *values {
	if op.Effect == catalog.Read {
		return v
	}
	own := *v
	own.harvested, own.missing = maps.Clone(v.harvested), maps.Clone(v.missing)
	for _, h := range v.harvests {
		if h.from.Effect != catalog.Read {
			delete(own.harvested, h.name)
			delete(own.missing, h.name)
		}
	}
	return &own
}

// valueAt returns the value of a field at a place of the request, nil if there is none.
func (b *builder) valueAt(at string, f *catalog.Field) any {
	if x, ok := b.own[f.Name]; ok && at == memberPlace("", f) {
		return x
	}
	x, sent := b.value(b.op.Operation, at, f.Name)
	if id := b.idFor(b.op.Operation, f); x == nil && id.value != nil && isReference(b.op.Operation, f) {
		b.received[at] = id.from
		x, sent = id.value, true
		if f.Type.Kind == catalog.Array {
			x = []any{x}
		}
	}
	if sent {
		b.sent = append(b.sent, textsIn(x)...)
	}
	return x
}

// memberPlace returns the place of a field in an object at a place.
func memberPlace(at string, f *catalog.Field) string { return at + "/" + jsonpointer.Escape(f.Name) }

// recordMissing records that a value is missing, and says what to add.
func (b *builder) recordMissing(at string, f *catalog.Field) string {
	b.wants = append(b.wants, f)
	for _, key := range []string{b.op.Operation.String() + at, f.Name} {
		if why := b.missing[key]; why != "" {
			return why
		}
	}
	return "there is no value for " + wording.Quote(f.Name) + "; add " + f.Name + " to the fixtures, or where to harvest it"
}

// fill fills the members of an object.
func (b *builder) fill(object map[string]any, fields []*catalog.Field) {
	b.walk(object, fields, place{}, b.fillPlace)
}

// fillPlace sets a member that the user or the service gave. It deletes an optional reference
// without a value, and adds a required one to lacking. It reports whether to fill what is in the
// value.
func (b *builder) fillPlace(s typedPlace) bool {
	f := s.field
	if f == nil || s.x == nil {
		return f == nil
	}
	switch given := b.valueAt(s.id, f); {
	case given != nil:
		s.in[f.Name] = sample.Member{Field: f, Value: given}.Sent()
	case !isReference(b.op.Operation, f):
		return true
	case f.Required:
		b.lacking = append(b.lacking, b.recordMissing(s.id, f))
	default:
		b.recordMissing(s.id, f)
		delete(s.in, f.Name)
	}
	return false
}

// walk visits the members of an object, and what is in them unless visit returns false. The
// members of a request may have no value.
func (b *builder) walk(object map[string]any, fields []*catalog.Field, at place, visit func(typedPlace) bool) {
	for _, f := range fields {
		if x, there := object[f.Name]; there || at.path == nil {
			b.walkValue(typedPlace{b.placeOf(at, f), x, f.Type, f.Pos, f, object}, visit)
		}
	}
}

func (b *builder) walkValue(s typedPlace, visit func(typedPlace) bool) {
	if !visit(s) || s.field != nil && s.field.Join != "" {
		return
	}
	item := func(key, x any) { b.walkValue(typedPlace{s.child("*", key), x, s.typ.Elem, s.pos, nil, nil}, visit) }
	switch x := s.x.(type) {
	case []any:
		for i := 0; i < len(x) && s.typ.Kind == catalog.Array; i++ {
			item(i, x[i])
		}
	case map[string]any:
		if s.typ.Kind != catalog.Map {
			b.walk(x, fieldsOf(s.typ, x), s.place, visit)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(x)) {
			item(key, x[key])
		}
	}
}

// placeOf returns the place of a field at a place.
func (b *builder) placeOf(at place, f *catalog.Field) place {
	p := at.child(jsonpointer.Escape(f.Name), f.Name)
	p.top = cmp.Or(p.top, f)
	p.known = p.known || f.Private() || isReference(b.op.Operation, f) || b.valueAt(p.id, f) != nil
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

// isReference reports whether a field refers to something in the service, so that no value
// can be made up: a cursor, or by its name, unless the catalog lists its values or it is a
// page number.
func isReference(op *catalog.Operation, f *catalog.Field) bool {
	if p := op.Pagination; p != nil && (f == p.Page || f == p.Size) {
		return false
	}
	if isCursor(op, f) {
		return true
	}
	if len(f.Enum) > 0 || f.Default != nil {
		return false
	}
	words := wordsOf(f.Name)
	last := words[len(words)-1]
	if last == "list" && len(words) > 1 {
		last = words[len(words)-2]
	}
	switch f.Type.Item().Kind {
	case catalog.String, catalog.Unspecified, catalog.Any:
		return f.Format == catalog.FormatUUID || slices.Contains([]string{"id", "ids", "uuid", "guid", "number", "numbers"}, last)
	case catalog.Integer:
		return last == "id" || last == "ids"
	default:
		return false
	}
}

// isCursor reports whether a field takes a cursor, by the catalog or by its name. A request
// without a cursor gets the first page.
func isCursor(op *catalog.Operation, f *catalog.Field) bool {
	for _, lister := range op.Area.Operations {
		if p := lister.Pagination; p != nil && p.Cursor == f {
			return true
		}
	}
	words := wordsOf(f.Name)
	return words[len(words)-1] == "cursor" && len(f.Enum) == 0 && f.Default == nil &&
		slices.Contains([]catalog.Kind{catalog.String, catalog.Integer, catalog.Unspecified, catalog.Any}, f.Type.Item().Kind)
}

// wordsOf splits a name into its words, in lower case: claim_id and claimID. There is at least
// one.
func wordsOf(name string) []string {
	if words := lint.Words(name); len(words) > 0 {
		return words
	}
	return []string{""}
}
