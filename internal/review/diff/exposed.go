package diff

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// reportExposed reports records and unions that were private as a whole, because of a sensitive field
// that now is gone, or has another type.
func (c *comparison) reportExposed() {
	var bodies []*catalog.Shape
	for op := range c.head.Operations() {
		bodies = append(append(bodies, op.Request, op.Response.Shape), op.Outcomes()...)
	}
	used := catalog.Reached(bodies...)
	for _, s := range bodies {
		used.Records[s], used.Records[s.Include] = true, true
	}
	for _, pair := range c.declarationPairs() {
		b, h := pair[pairing.Base], pair[pairing.Head]
		if b == nil || h == nil || c.reported[part{b.element, "sensitive"}] {
			continue
		}
		u, r := h.subject.Union, h.subject.Shape
		if u != nil && b.subject.Union.Private() && !u.Private() && used.Unions[u] ||
			r != nil && b.subject.Shape.Private() && !r.Private() && used.Records[r] && isPrinted(r) {
			c.add(c.placeOf(b, h, anyUse).headChange("", h.pos), sensitivityRemoved, "sensitive -> printed", "values of %s appear in logs and errors now", h.subject.label())
		}
	}
}
