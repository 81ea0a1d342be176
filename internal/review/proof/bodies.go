package proof

import (
	"cmp"
	"iter"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/text/wording"
)

// This file makes the bodies that a search tries. The likeliest come first: what a change of rules
// over fields is about is a combination of fields, and any other change is shown best by the
// smallest body around its place. Samples of whole bodies come last, since they show other changes,
// too.

// bodyKind is what a sample is of.
type bodyKind int

// The kinds of bodies.
const (
	ofRequest bodyKind = iota
	ofResponse
)

// sampleKey names a sample. Many changes concern one operation, so that samples are made once.
type sampleKey struct {
	op   *catalog.Operation
	kind bodyKind
	size sample.Size
}

// sampled returns a sample as an object, which must not be changed. It is false if there is none.
func (f *finder) sampled(
	op *interpreter.Operation, kind bodyKind, size sample.Size,
) (map[string]any, bool) {
	key := sampleKey{op.Operation, kind, size}
	made, _ := f.samples.LoadOrStore(key, sync.OnceValue(func() map[string]any {
		makeSample := sample.Request
		if kind == ofResponse {
			makeSample = sample.Response
		}
		r, ok := makeSample(op.Operation, size)
		if !ok {
			return nil
		}
		object, _ := r.Value().(map[string]any)
		return object
	}))
	object := made.(func() map[string]any)()
	return object, object != nil
}

// objectOf returns a sample, or an empty object if there is none.
func (f *finder) objectOf(
	op *interpreter.Operation, kind bodyKind, size sample.Size,
) map[string]any {
	if object, ok := f.sampled(op, kind, size); ok {
		return object
	}
	return map[string]any{}
}

// requestBodies returns requests to try, in stages. Combinations of fields, which the comparison has
// found already, come first for a change of a rule, and as roots of further bodies for any other.
func (p probe) requestBodies() []iter.Seq[any] {
	var combined []map[string]any
	for _, op := range []*interpreter.Operation{p.base, p.head} {
		full := p.objectOf(op, ofRequest, sample.Full)
		for _, c := range p.change.Combinations {
			combined = append(combined, combination(c, op.Request, full))
		}
	}
	combinations := func(yield func(any) bool) {
		for _, body := range combined {
			if !yield(body) {
				return
			}
		}
	}
	body := records{p.base.Request, p.head.Request}
	stages := append(p.stages(body, ofRequest), p.lifted(body, combined))
	if p.groups != nil {
		return append([]iter.Seq[any]{combinations}, stages...)
	}
	return stages
}

// responseBodies returns responses to try, in stages. If a response is not an object on some side,
// whole values come first, since no member can show that.
func (p probe) responseBodies() []iter.Seq[any] {
	base, head := p.base.Response, p.head.Response
	whole := func(yield func(any) bool) {
		var declared []*catalog.Field
		for _, r := range []*catalog.Response{base, head} {
			if r.Shown && !r.Nothing {
				declared = append(declared, &catalog.Field{Name: "response", Type: r.Type()})
			}
		}
		for _, v := range edge.Values(declared...) {
			if !yield(v) {
				return
			}
		}
	}
	stages := p.stages(records{base.Shape, head.Shape}, ofResponse)
	isObject := func(r *catalog.Response) bool { return r.Shown && r.Whole == nil }
	if isObject(base) && isObject(head) {
		return stages
	}
	return append([]iter.Seq[any]{whole}, stages...)
}

// stages returns bodies that may show the change, the likelier ones first: the smallest bodies
// with a value at a place of the change, then samples, and samples with such a value.
func (p probe) stages(body records, kind bodyKind) []iter.Seq[any] {
	small := func(yield func(any) bool) {
		roots := p.samplesOf(kind, sample.Minimal)
		if !body.needSeveral() { // otherwise, one value alone is never accepted
			roots = append([]map[string]any{{}}, roots...)
		}
		p.lifted(body, roots)(yield)
	}
	samples := func(yield func(any) bool) {
		for _, op := range []*interpreter.Operation{p.base, p.head} {
			for _, size := range []sample.Size{sample.Minimal, sample.Full} {
				tree := p.objectOf(op, kind, size)
				for _, b := range append([]any{tree}, sample.Reductions(tree)...) {
					if !yield(b) {
						return
					}
				}
			}
		}
	}
	full := func(yield func(any) bool) { p.lifted(body, p.samplesOf(kind, sample.Full))(yield) }
	return []iter.Seq[any]{small, samples, full}
}

// samplesOf returns the samples of both operations, once if they are the same.
func (p probe) samplesOf(kind bodyKind, size sample.Size) []map[string]any {
	baseSample := p.objectOf(p.base, kind, size)
	headSample := p.objectOf(p.head, kind, size)
	if compactJSON(baseSample) == compactJSON(headSample) {
		return []map[string]any{baseSample}
	}
	return []map[string]any{baseSample, headSample}
}

// samplesOf, objectOf and combination return bodies that are shared, so they are never changed in
// place.

// combination returns a body with fields sent as a change needs them, and with all required ones.
// A value that only has to count as given is that of a sample, if it has one.
func combination(c diff.Combination, s *catalog.Shape, values map[string]any) map[string]any {
	body := map[string]any{}
	for _, f := range s.Fields {
		value, isSampled := values[f.Name]
		state, isRuled := c[f.Name]
		isGiven := state.Read[pairing.Base].Given && !state.IsMixed()
		switch {
		case isRuled && state.Absent, !isRuled && !f.Required:
		case isSampled && isGiven, isSampled && !isRuled:
			body[f.Name] = value
		case isRuled:
			body[f.Name] = state.Value
		default:
			body[f.Name], _ = edge.Valid(f) // the base refuses the body if there is none
		}
	}
	return body
}

// compactJSON writes a value as JSON on one line.
func compactJSON(v any) string { return cmp.Or(wording.Literal(v), "null") }
