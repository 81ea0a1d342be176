package verify

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// values are the values of fixtures and harvests.
type values struct {
	*Fixtures
	harvested map[string]any       // by name or place
	missing   map[string]string    // why a harvest found nothing, by name or place
	wanted    map[string]want      // references that had no value, by place
	learned   map[string]Reference // the responses that values come from, by place
	harvest   func(*harvest)       // sets harvested or missing; nil before the first call
	postponed bool                 // a value was needed before the first call
}

// standIn is a value that will be harvested.
type standIn struct{}

// value returns the value of a field at a place in the requests of an operation, nil if there
// is none. It harvests the value if necessary.
func (v *values) value(op *catalog.Operation, at, name string) any {
	for _, key := range []string{op.String() + at, name} {
		if x, ok := v.given[key]; ok {
			return x
		}
		i := slices.IndexFunc(v.harvests, func(h *harvest) bool { return h.name == key })
		if i >= 0 && v.harvested[key] == nil && v.missing[key] == "" {
			if v.harvest == nil {
				v.postponed = true
				return standIn{}
			}
			v.harvest(v.harvests[i])
		}
		if x, ok := v.harvested[key]; ok {
			return x
		}
	}
	return nil
}

// serviceValue returns the value that the service sent for a place, nil if there is none.
func (v *values) serviceValue(op *catalog.Operation, at, name string) any {
	for _, key := range []string{op.String() + at, name} {
		if v.given[key] != nil || v.harvested[key] != nil {
			return v.harvested[key]
		}
	}
	return nil
}

// recordMissing records that a value is missing, and says what to add.
func (v *values) recordMissing(op *catalog.Operation, at string, f *catalog.Field) string {
	v.wanted[op.String()+at] = want{op, at, f}
	for _, key := range []string{op.String() + at, f.Name} {
		if why := v.missing[key]; why != "" {
			return why
		}
	}
	return "there is no value for " + wording.Quote(f.Name) + "; add " + f.Name + " to the fixtures, or where to harvest it"
}

// filler puts values into a sample of a request.
type filler struct {
	*values
	operation *catalog.Operation
	own       map[string]any // members that the fixtures give the request of a harvest
	lacking   []string       // why required references have no value
}

// members fills the members of an object. It deletes optional references without a value, and
// adds required ones to lacking.
func (w *filler) members(object map[string]any, fields []*catalog.Field, at string) {
	for _, f := range fields {
		x, there := object[f.Name]
		if !there {
			continue
		}
		here := at + "/" + jsonpointer.Escape(f.Name)
		given, ok := w.own[f.Name]
		if !ok || at != "" {
			given = w.value(w.operation, here, f.Name)
		}
		switch _, later := given.(standIn); {
		case later:
		case given != nil:
			object[f.Name] = sample.Member{Field: f, Value: given}.Sent()
		case !isReference(w.operation, f):
			w.fill(x, f.Type, here)
		case f.Required:
			w.lacking = append(w.lacking, w.recordMissing(w.operation, here, f))
		default:
			w.recordMissing(w.operation, here, f)
			delete(object, f.Name)
		}
	}
}

// fill fills the items or members of a value.
func (w *filler) fill(x any, t *catalog.Type, at string) {
	switch x := x.(type) {
	case []any:
		if t.Kind == catalog.Array {
			for _, item := range x {
				w.fill(item, t.Elem, at+"/*")
			}
		}
	case map[string]any:
		if t.Kind == catalog.Map {
			for _, value := range x {
				w.fill(value, t.Elem, at+"/*")
			}
			return
		}
		w.members(x, fieldsOf(t, x), at)
	}
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
