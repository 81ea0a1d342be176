package proof

import (
	"cmp"
	"iter"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// sampleFunc makes a sample of a request or a response.
type sampleFunc func(*catalog.Operation, sample.Size) (*sample.Record, bool)

// requestBodies returns requests to try, in stages.
func (l probe) requestBodies() []iter.Seq[any] {
	combined := func(yield func(any) bool) {
		keys := l.ruledNames()
		for _, op := range []*interpreter.Operation{l.base, l.head} {
			full := objectOf(sample.Request, op, sample.Full)
			for _, fields := range l.change.Combinations {
				if !yield(combination(fields, keys, op.Request, full)) {
					return
				}
			}
		}
	}
	body := records{l.base.Request, l.head.Request}
	return append([]iter.Seq[any]{combined}, l.stages(body, sample.Request)...)
}

// responseBodies returns responses to try, in stages.
func (l probe) responseBodies() []iter.Seq[any] {
	if l.head.Response.Nothing {
		return []iter.Seq[any]{slices.Values([]any{map[string]any{}})}
	}
	was, is := l.base.Response, l.head.Response
	whole := func(yield func(any) bool) {
		var declared []*catalog.Field
		for _, r := range []*catalog.Response{was, is} {
			if r.Shown && !r.Nothing {
				declared = append(declared, &catalog.Field{Name: "response", Type: r.Type()})
			}
		}
		for _, v := range slices.Concat(l.change.Values, edge.Values(declared...)) {
			if !yield(v) {
				return
			}
		}
	}
	stages := l.stages(records{was.Shape, is.Shape}, sample.Response)
	if was.Whole != nil || is.Whole != nil || !was.Shown || !is.Shown {
		return append([]iter.Seq[any]{whole}, stages...)
	}
	return stages
}

// stages returns bodies that may show the change, the likelier ones first: the smallest bodies
// with a value at a place of the change, then samples, and samples with such a value.
func (l probe) stages(body records, of sampleFunc) []iter.Seq[any] {
	small := func(yield func(any) bool) {
		roots := []map[string]any{{}, objectOf(of, l.base, sample.Minimal), objectOf(of, l.head, sample.Minimal)}
		l.lifted(body, roots)(yield)
	}
	samples := func(yield func(any) bool) {
		for _, op := range []*interpreter.Operation{l.base, l.head} {
			for _, size := range []sample.Size{sample.Minimal, sample.Full} {
				tree := objectOf(of, op, size)
				for _, b := range append([]any{tree}, sample.Reductions(tree)...) {
					if !yield(b) {
						return
					}
				}
			}
		}
	}
	full := func(yield func(any) bool) {
		roots := []map[string]any{objectOf(of, l.base, sample.Full), objectOf(of, l.head, sample.Full)}
		l.lifted(body, roots)(yield)
	}
	return []iter.Seq[any]{small, samples, full}
}

// objectOf returns a sample of an operation, or an empty object if there is none.
func objectOf(of sampleFunc, op *interpreter.Operation, size sample.Size) map[string]any {
	if r, ok := of(op.Operation, size); ok {
		if object, ok := r.Value().(map[string]any); ok {
			return object
		}
	}
	return map[string]any{}
}

// ruledNames returns the names of the fields in rules of either operation, and of those that the
// change is about.
func (l probe) ruledNames() []string {
	var names []string
	for _, op := range []*interpreter.Operation{l.base, l.head} {
		for _, r := range op.Rules {
			names = append(names, catalog.Names(r.Fields)...)
		}
		for _, f := range op.Request.Fields {
			if l.concernsField(f) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// combination returns a body with some fields, and without the other keys, which are empty
// if they are required.
func combination(fields []*catalog.Field, keys []string, s *catalog.Shape, values map[string]any) map[string]any {
	body := map[string]any{}
	for _, f := range s.Fields {
		value, ok := values[f.Name]
		if !ok {
			value = valueOf(f)
		}
		switch at := slices.Index(catalog.Names(fields), f.Name); {
		case at >= 0 && fields[at].Type == nil:
			body[f.Name] = fields[at].Example
		case at >= 0:
			body[f.Name] = value
		case f.Required && slices.Contains(keys, f.Name):
			body[f.Name] = emptyValue(f)
		case f.Required:
			body[f.Name] = value
		}
	}
	return body
}

// valueOf returns a value of a field, or "x" if there is none.
func valueOf(f *catalog.Field) any {
	if v, ok := edge.Valid(f); ok {
		return v
	}
	return "x"
}

// emptyValue returns an empty value of a field, or "" if its type has none.
func emptyValue(f *catalog.Field) any {
	switch {
	case f.Type.Kind == catalog.Array && f.Join == "":
		return []any{}
	case f.Type.Kind == catalog.Object, f.Type.Kind == catalog.Record:
		return map[string]any{}
	}
	return ""
}

// compactJSON writes a value as JSON on one line.
func compactJSON(v any) string { return cmp.Or(wording.Literal(v), "null") }
