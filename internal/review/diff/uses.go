package diff

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// A record, an enum or a union can be used in many places, and a change of it is as grave as in
// the worst of them. This file lists the uses.

// useKind is one way to use an element.
type useKind struct {
	Context
	open    [2]bool // whether base and head keep unknown keys of the record
	lenient bool    // old clients read any response
	spared  bool    // no request of old clients can show the change
}

// use is one use of a record, an enum or a union.
type use struct {
	useKind
	operation *catalog.Operation
	goName    string         // the Go type, or the body for an included record
	body      *catalog.Shape // that includes the record; nil if it is the type of a field
}

// useList lists the uses of a record, an enum or a union, in the order of the catalog.
type useList []use

// places summarizes a list of uses.
type places struct {
	useKinds   []useKind // each once, requests first
	operations []string  // "claims.get_claim"
	goTypes    []string  // "claims.Address"
}

// anyUse selects all uses for [useList.places].
func anyUse(use) bool { return true }

// isTypeUse selects uses as the type of a field, which have a Go type of the record's name.
func isTypeUse(by use) bool { return by.body == nil }

// mayKeepUnknown accepts uses that keep unknown keys if the record is open. A request decides
// itself.
func mayKeepUnknown(by use) bool { return by.body == nil || by.Context == InResponse }

// places summarizes the uses that in accepts.
func (u useList) places(isCounted func(use) bool) places {
	var p places
	types := map[string]bool{}
	for _, by := range u {
		if !isCounted(by) {
			continue
		}
		if !slices.Contains(p.useKinds, by.useKind) {
			p.useKinds = append(p.useKinds, by.useKind)
		}
		operation := by.operation.String()
		isSame := len(p.operations) > 0 && p.operations[len(p.operations)-1] == operation
		if !isSame {
			p.operations = append(p.operations, operation)
		}
		if name := by.operation.Area.Package + "." + by.goName; !types[name] {
			types[name] = true
			p.goTypes = append(p.goTypes, name)
		}
	}
	if p.useKinds == nil {
		p.useKinds = []useKind{{Context: Unused}}
	}
	slices.SortStableFunc(p.useKinds, func(a, b useKind) int {
		return cmp.Compare(a.Context, b.Context)
	})
	return p
}

// useIndex are the uses of all records, enums and unions of a catalog, by *catalog.Shape,
// *catalog.Enum or *catalog.TaggedUnion.
type useIndex map[any]useList

// useIndexOf returns the uses in the base of what is found in both catalogs.
func useIndexOf(c *catalog.Catalog, elements *pairing.Elements) useIndex {
	u := useIndex{}
	for op := range c.Operations() {
		headOp := elements.Operations[op]
		request := useKind{Context: InRequest}
		request.open = [2]bool{op.Request.Open, headOp != nil && headOp.Request.Open}
		u.addBody(elements, op, op.Request, request)
		response := useKind{Context: InResponse, lenient: op.Response.Lenient}
		u.addBody(elements, op, op.Response.Shape, response.forRecord(op.Response.Include, elements))
		for _, s := range op.Outcomes() {
			// A failure that does not fit its record is one without a type.
			isFailure := op.Failure != nil && s == op.Failure.Shape()
			reading := useKind{Context: InResponse, lenient: isFailure}
			if s.Name != "" {
				u.add(s, use{reading.forRecord(s, elements), op, s.GoName, nil})
			}
			u.addBody(elements, op, s, reading.forRecord(s.Include, elements))
		}
	}
	return u
}

// add notes a use of a type.
func (u useIndex) add(thing any, by use) { u[thing] = append(u[thing], by) }

// forRecord returns the use of a record, which may be nil: whether each side keeps unknown keys depends
// on the record itself.
func (u useKind) forRecord(record *catalog.Shape, elements *pairing.Elements) useKind {
	h := elements.Records[record]
	u.open = [2]bool{record != nil && record.Open, h != nil && h.Open}
	return u
}

// addBody notes the record that a request or response includes, and all types of its fields.
func (u useIndex) addBody(
	elements *pairing.Elements, op *catalog.Operation, s *catalog.Shape, included useKind,
) {
	if s.Include != nil {
		u.add(s.Include, use{included, op, s.GoName, s})
	}
	inner := useKind{Context: included.Context, lenient: included.lenient}
	reached := catalog.Reached(s)
	sent := map[any]bool{}
	reached.Records[s] = true
	mayLack := inner.Context == InRequest && hasEmptyList(reached)
	delete(reached.Records, s)
	if mayLack {
		addSent(sent, s)
	}
	for thing, goName := range reached.All() {
		record, _ := thing.(*catalog.Shape)
		by := inner.forRecord(record, elements)
		by.spared = mayLack && !sent[thing]
		u.add(thing, use{by, op, goName, nil})
	}
}

// hasEmptyList reports whether a list of some record must be empty.
func hasEmptyList(types catalog.Types) bool {
	for s := range types.Records {
		if slices.ContainsFunc(s.Fields, mustBeEmpty) {
			return true
		}
	}
	return false
}

// mustBeEmpty reports whether a valid list has no items. A record may be used in such lists alone,
// and then no request tells two versions of it apart.
func mustBeEmpty(f *catalog.Field) bool { return f.MaxItems != nil && *f.MaxItems == 0 }

// addSent adds the types of the values that a valid body can have: items of a list that must be
// empty are never sent.
func addSent(sent map[any]bool, s *catalog.Shape) {
	for _, f := range s.Fields {
		if mustBeEmpty(f) {
			continue
		}
		t := f.Type.Item()
		sent[t.Enum], sent[t.Union] = true, true
		for _, record := range t.Records() {
			if !sent[record] {
				sent[record] = true
				addSent(sent, record)
			}
		}
	}
}
