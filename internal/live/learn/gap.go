package learn

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/recording"
)

// gap is a field whose type the catalog does not fully show: unspecified or object, also in
// arrays and maps. The field of a record is one gap, wherever the record is. A member that
// the catalog does not name is also a gap, as is a response that it does not show.
type gap struct {
	id     string             // "claims.get_claim/claim", "Claim/status"; the operation alone for a whole response
	op     *catalog.Operation // nil for the field of a record
	record *catalog.Shape     // nil for the field of a response
	field  *catalog.Field     // also of a response that is not shown
	name   string             // of the records in it: "GetClaim_Claim", "Claim_Status"
	at     []string           // its id, then its places in responses
	total  int                // the number of responses or objects that may have it
	shape  *recording.Shape   // nil if it was not seen
	why    string             // why it must not change, "" if it may

	parent *catalog.Shape // the shape with the member, if the catalog does not name it
	goName string         // of such a member, "" if it follows from the key

	outer, leaf *place // the place, and the place in it whose type the catalog does not show
	typ         string // the refined type
}

// findGaps finds the gaps of the catalog and their shapes, and reports contradictions.
func (l *learner) findGaps() {
	l.gaps, l.objects, l.frozen = map[string]*gap{}, map[*catalog.Shape]int{}, frozenShapes(l.catalog)
	for _, r := range l.catalog.Records {
		for _, f := range r.Fields {
			l.addGap(&gap{why: l.frozen[r], id: r.Name + "/" + jsonpointer.Escape(f.Name), record: r, field: f, name: l.rootOf(r) + "_" + f.GoName})
		}
	}
	for op := range l.catalog.Operations() {
		whole := op.Response.Whole
		if !op.Response.Shown {
			whole = &catalog.Field{Type: &catalog.Type{Kind: catalog.Unspecified}, Pos: op.Pos, Whole: true}
		}
		if whole != nil {
			l.addGap(&gap{why: l.frozen[op.Response.Shape], id: op.String(), op: op, field: whole, name: l.rootName(op) + wholeNames[whole.Type.Kind]})
			continue
		}
		for _, f := range op.Response.Own() {
			l.addGap(&gap{why: l.frozen[op.Response.Shape], id: op.String() + "/" + jsonpointer.Escape(f.Name), op: op, field: f, name: l.rootName(op) + "_" + f.GoName})
		}
	}
	for op := range l.catalog.Operations() {
		if a := l.seen[op.String()]; a != nil {
			l.compareEnvelope(a)
			l.compare(a)
		}
	}
	l.nameMembers()
}

// wholeNames are the suffixes of the names of records in a whole response.
var wholeNames = map[catalog.Kind]string{catalog.Array: "_Item", catalog.Map: "_Entry"}

// unshown reports whether the gap is a response that the catalog does not show.
func (g *gap) unshown() bool { return g.op != nil && !g.op.Response.Shown }

func (l *learner) addGap(g *gap) {
	if k := g.field.Type.Item().Kind; k == catalog.Unspecified || k == catalog.Object {
		g.at = []string{g.id}
		l.gaps[g.id] = g
		l.gapOrder = append(l.gapOrder, g)
	}
}

// addValues adds the values of a field to its gap, if it is one. at is their place.
func (l *learner) addValues(id, at string, s *recording.Shape, all int) {
	g := l.gaps[id]
	if g == nil {
		return
	}
	g.total += all
	if s.Seen == 0 {
		return
	}
	g.shape = recording.Merged(g.shape, s)
	if at != id {
		g.at = append(g.at, at)
	}
}

// rootOf returns the prefix of the names of records in a record. No operation has the same.
func (l *learner) rootOf(r *catalog.Shape) string {
	if l.roots[r.GoName] > 0 {
		return r.GoName + "Record"
	}
	return r.GoName
}

// gapAt returns the gap that a place is in, nil if it is in none.
func (l *learner) gapAt(at string) *gap {
	for _, g := range l.gapOrder {
		if slices.ContainsFunc(g.at, func(p string) bool { return at == p || strings.HasPrefix(at, p+"/") }) {
			return g
		}
	}
	return nil
}

// frozenShapes says why fields of records must not change: an overlay never narrows requests, and
// a wrong guess must not make a response unreadable.
func frozenShapes(c *catalog.Catalog) map[*catalog.Shape]string {
	why := map[*catalog.Shape]string{}
	freeze := func(reason string, shapes ...*catalog.Shape) {
		records := catalog.Reached(shapes...).Records
		for _, s := range shapes {
			records[s] = true
			if s.Include != nil {
				records[s.Include] = true
			}
		}
		for r := range records {
			if why[r] == "" {
				why[r] = reason
			}
		}
	}
	for op := range c.Operations() {
		freeze("requests of "+op.String()+" also contain the record, and an overlay never narrows requests", op.Request)
		freeze("failures of "+op.String()+", or members beside its response, also contain the record, and are not lenient", op.Outcomes()...)
		if op.Response.Shown && !op.Response.Lenient {
			freeze("the response of "+op.String()+" is not lenient, so a wrong guess would make it unreadable; add lenient: true in the catalog or in an overlay of yours", op.Response.Shape)
		}
	}
	return why
}
