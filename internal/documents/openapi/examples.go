package openapi

import "example.com/opgen/internal/plan/sample"

// example returns a body, or nil if there is none.
func example(r *sample.Record, ok bool) any {
	if !ok {
		return nil
	}
	if whole, ok := r.Whole(); ok {
		return scalar(whole)
	}
	o := object{}
	if r.Union != nil {
		o = of(r.Union.By, r.Tag)
	}
	for _, m := range r.Members {
		o = append(o, pair{m.Field.Name, scalar(m.Sent())})
	}
	return member(o, r.Further != "", r.Further, r.Kept)
}
