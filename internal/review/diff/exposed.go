package diff

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// A record with a sensitive field is hidden as a whole where it is printed as one value. So
// removing the field, or its type, prints all others, although no mark changed. No single edit
// shows this: it takes both catalogs as they are, after everything else was compared.

// reportExposed reports records and unions that were private as a whole, because of a sensitive
// field that now is gone, or has another type.
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
		isExposed := false
		if u := h.subject.Union; u != nil {
			isExposed = used.Unions[u] && b.subject.Union.Private() && !u.Private()
		}
		if r := h.subject.Shape; r != nil {
			isExposed = used.Records[r] && b.subject.Shape.Private() && isPrinted(r)
		}
		if isExposed {
			c.addExposed(c.placeOf(b, h, anyUse).headChange("", h.pos), h.subject.label())
		}
	}
}
