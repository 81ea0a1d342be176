package learn

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// This file walks through responses and the catalog together. On the way it does two things that
// would otherwise need the same walk twice: it reports contradictions, and collects what was
// seen of types that the catalog leaves open.

// findGaps finds the gaps of the catalog and their shapes, and reports contradictions.
func findGaps(c *catalog.Catalog, o observed, names *naming, to *findings) *gapSet {
	x := &comparer{
		observed: o,
		names:    names,
		findings: to,
		gaps:     &gapSet{byID: map[string]*gap{}},
		objects:  map[*catalog.Shape]int{},
		frozen:   frozenShapes(c),
	}
	for _, r := range c.Records {
		x.addFields(owner{id: r.Name, record: r, name: names.rootOf(r)}, r, r.Fields)
	}
	for op := range c.Operations() {
		x.addResponse(op)
	}
	for op := range c.Operations() {
		if seen := o[op.String()]; seen != nil {
			x.compareEnvelope(seen)
			x.compareResponse(seen)
		}
	}
	x.nameMembers()
	return x.gaps
}

// wholeNames are the suffixes of the names of records in a whole response.
var wholeNames = map[catalog.Kind]string{catalog.Array: "_Item", catalog.Map: "_Entry"}

// addResponse adds the gaps of a response: the whole one, or its own fields.
func (c *comparer) addResponse(op *catalog.Operation) {
	holder := owner{id: op.String(), op: op, name: c.names.rootName(op)}
	r := op.Response
	whole := r.Whole
	if !r.Shown {
		unspecified := &catalog.Type{Kind: catalog.Unspecified}
		whole = &catalog.Field{Type: unspecified, Pos: op.Pos, Whole: true}
	}
	if whole == nil {
		c.addFields(holder, r.Shape, r.Own())
		return
	}
	holder.name += wholeNames[whole.Type.Kind]
	c.gaps.add(&gap{owner: holder, field: whole, why: c.frozen[r.Shape]})
}

// addFields adds the fields of a shape that are gaps.
func (c *comparer) addFields(holder owner, shape *catalog.Shape, fields []*catalog.Field) {
	for _, f := range fields {
		fieldOwner := holder
		fieldOwner.id += "/" + member(f.Name)
		fieldOwner.name += "_" + f.GoName
		c.gaps.add(&gap{owner: fieldOwner, field: f, why: c.frozen[shape]})
	}
}

// compareEnvelope reports contradictions outside of the responses: of the envelope, and of the
// status of failures.
func (c *comparer) compareEnvelope(calls *observations) {
	e := calls.op.Envelope
	if e == nil {
		return
	}
	path := calls.op.String()
	unenveloped := 0
	for _, o := range slices.SortedFunc(maps.Keys(calls.outcomes), Outcome.compare) {
		seen := calls.outcomes[o]
		isSuccess := o.Status >= 200 && o.Status <= 299
		isBare := o.Success == "" && isSuccess && seen.Response != nil
		isOtherStatus := e.FailureStatus != 0 && e.StatusOf(o.Status) != o.Status
		switch {
		case o.Unreadable != "":
		case isBare:
			unenveloped += seen.Count
		case o.Success == "false" && isOtherStatus:
			c.findings.add(responseStatus, e.Pos, path, "%s with status %d, but failures have status %d",
				wording.Count(seen.Count, "failure"), o.Status, e.StatusOf(o.Status))
		}
	}
	if unenveloped > 0 {
		c.findings.add(responseEnvelope, e.Pos, path, "%s no %s of the envelope",
			share(unenveloped, calls.calls, "response", "hold"), wording.Quote(e.Success))
	}
}

// compareResponse reports responses of an operation that contradict the catalog, and collects
// the values of its gaps.
func (c *comparer) compareResponse(calls *observations) {
	r := calls.op.Response
	path := calls.op.String()
	switch {
	case !r.Shown:
		c.collectUnshown(calls)
	case calls.response == nil:
	case r.Nothing:
		if bodyCount := countBodies(calls.response); bodyCount > 0 {
			c.findings.add(responseNothing, r.Pos, path, "%s a body, but the catalog says none",
				share(bodyCount, calls.successes, "response", "hold"))
		}
	case r.Whole != nil:
		c.compareWhole(calls)
	default:
		comparison := contradictions{comparer: c}
		responseSite := site{pos: r.Pos, path: path}
		comparison.compareObject(responseSite, object{owner: path, shape: r.Shape}, calls.response, calls.successes)
		holder := owner{id: path, op: calls.op, name: c.names.rootName(calls.op)}
		if i := r.Include; i != nil && c.frozen[i] == "" {
			holder = owner{id: i.Name, record: i, name: c.names.rootOf(i)}
		}
		c.collectMembers(holder, r.Shape, path, calls.response, calls.successes)
	}
}

// collectUnshown adds the values of a response that the catalog does not show.
func (c *comparer) collectUnshown(calls *observations) {
	g := c.gaps.byID[calls.op.String()]
	g.total = calls.successes
	if g.total == 0 {
		return
	}
	g.shape = cmp.Or(calls.response, new(recording.Shape))
	g.name += wholeNames[kindOf(g.shape)]
}

// compareWhole compares a response that is a value of one type.
func (c *comparer) compareWhole(calls *observations) {
	r := calls.op.Response
	path := calls.op.String()
	blank := calls.emptySuccesses + calls.response.Null
	if blank > 0 && r.Whole.Type.Kind != catalog.Any {
		c.findings.add(responseRequired, r.Pos, path, "%s nothing, but the response is of type %s",
			share(blank, calls.successes, "response", "hold"), r.Whole.Type)
	}
	c.gaps.addValues(path, path, calls.response, calls.successes)
	comparison := contradictions{comparer: c}
	comparison.compareType(site{pos: r.Pos, path: path}, r.Whole.Type, calls.response)
}

// bodies returns the number of values that are neither null nor an object without members.
func countBodies(s *recording.Shape) int {
	count := s.Seen - s.Null
	if hasNoMembers(s) {
		count -= s.Object
	}
	return count
}

// frozenShapes says why fields of records must not change: an overlay never narrows requests,
// and a wrong guess must not make a response unreadable. A record that is reached from a request
// and from a response is frozen, for the first reason that is found.
func frozenShapes(c *catalog.Catalog) map[*catalog.Shape]string {
	reasons := map[*catalog.Shape]string{}
	freeze := func(reason string, shapes ...*catalog.Shape) {
		records := catalog.Reached(shapes...).Records
		for _, s := range shapes {
			records[s] = true
			if s.Include != nil {
				records[s.Include] = true
			}
		}
		for r := range records {
			if reasons[r] == "" {
				reasons[r] = reason
			}
		}
	}
	for op := range c.Operations() {
		freeze("requests of "+op.String()+" also contain the record, "+
			"and an overlay never narrows requests", op.Request)
		freeze("failures of "+op.String()+", or members beside its response, "+
			"also contain the record, and are not lenient", op.Outcomes()...)
		if op.Response.Shown && !op.Response.Lenient {
			freeze("the response of "+op.String()+" is not lenient, so a wrong guess would make it "+
				"unreadable; add lenient: true in the catalog or in an overlay of yours", op.Response.Shape)
		}
	}
	return reasons
}
