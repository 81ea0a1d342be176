package used

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// This file decides for each finding whether it concerns the calls. A change is about an element,
// and that element occurs in the calls or does not. Three kinds of changes are about something that
// no old call has, or about its absence: new elements, required fields and defaults. They concern
// the calls with what contains it.

// Mark sets Used of each finding that concerns the calls. The findings are those of the
// comparison, with the verdicts that were found since.
func (c *Calls) Mark(
	base, head *catalog.Catalog, compared diff.Comparison, findings []report.Finding,
) {
	m := newMarker(c, base, head, compared)
	changes := map[changeKey]*diff.Change{}
	for i := range compared.Changes {
		change := &compared.Changes[i]
		changes[keyOf(change.Finding)] = change
	}
	for i := range findings {
		f := &findings[i]
		change := changes[keyOf(*f)]
		if change == nil { // whatever it is about, it must not be left out
			f.Used = &report.Use{Operations: []string{}}
			continue
		}
		if o := m.occurrenceOf(change); o != nil && o.isAffected(change, *f.Verdicts) {
			f.Used = m.use(o, change)
		}
	}
}

// changeKey identifies a change of a comparison.
type changeKey struct {
	rule, path, key string
	pos             report.Place
}

// keyOf returns the key of the change that a finding is about. Package proof changes verdicts and adds
// examples, and none of what the key consists of.
func keyOf(f report.Finding) changeKey { return changeKey{f.Rule, f.Path, f.Key, f.Pos} }

// marker decides which changes concern calls.
type marker struct {
	*elements
	former map[*catalog.Operation]*catalog.Operation // of the base, by those of the head
}

// newMarker also notes which called operations a catalog has. A recording may have the names of
// the base or those of the head.
func newMarker(c *Calls, base, head *catalog.Catalog, compared diff.Comparison) marker {
	m := marker{former: map[*catalog.Operation]*catalog.Operation{}}
	names := map[string]*catalog.Operation{}
	for b, h := range compared.Operations {
		if h != nil {
			m.former[h] = b
			names[h.String()] = b
		}
	}
	for op := range base.Operations() {
		names[op.String()] = op
	}
	added := head.ByName()
	for _, name := range c.Operations() {
		if names[name] != nil || added[name] != nil {
			c.noteKnown(name)
		}
	}
	m.elements = c.elementsIn(base, names)
	return m
}

// isNew reports whether a change adds an element, which no recorded call has. A rule over
// fields is not such an element, because it applies to calls that exist; see [marker.ofRule].
func isNew(c *diff.Change) bool {
	b, h := c.Base, c.Head
	switch {
	case c.Rule == nestedInRecord || h.Rule != nil:
		return false
	case b == diff.Subject{}:
		return h != diff.Subject{}
	case b.Field == nil && h.Field != nil:
		return true
	case b.Value == nil && h.Value != nil:
		return true
	}
	return b.Variant == nil && h.Variant != nil
}

// nestedInRecord is the rule whose changes are about the fields that moved.
const nestedInRecord = "field-nested-in-record"

// affectsAbsent reports whether a change of a field also affects bodies without the field: the field
// is required now, or a value is filled in, or an open record had another member of its new name.
func affectsAbsent(c *diff.Change) bool {
	switch c.Rule {
	case "default-changed", "page-base-changed", "page-default-changed":
		return true
	case "name-changed":
		return c.Base.Shape != nil && c.Base.Shape.Open
	}
	return c.Base.Field != nil && c.Head.Field != nil && c.Head.Field.Required
}

// occurrenceOf returns how what a change is about occurs in the calls, or nil. For a new element,
// and if a change also affects bodies without the element, this is what contains it.
func (m marker) occurrenceOf(c *diff.Change) *occurrence {
	subject := c.Base
	switch {
	case c.Base == diff.Subject{} && c.Head == diff.Subject{}: // the whole service
		return m.ofOperations(func(*catalog.Operation) bool { return true })
	case affectsAbsent(c):
		subject.Field, subject.Rule = nil, nil
	case c.Base.Rule != nil || c.Head.Rule != nil:
		return m.ofRule(c)
	case isNew(c):
		subject = m.container(c)
	case c.Rule == nestedInRecord && c.Base.Field == nil:
		return m.ofFields(c.Fields)
	}
	return m.ofSubject(subject)
}

// container returns the element of the base that contains what is new in the head. It is empty
// if that is an operation or a type, and if the container is new, too.
func (m marker) container(c *diff.Change) diff.Subject {
	inside := c.Base
	inside.Field, inside.Value, inside.Variant = nil, nil, nil
	if inside != (diff.Subject{}) {
		return inside
	}
	h := c.Head
	if h.Field == nil || h.Shape == nil {
		return diff.Subject{}
	}
	if op := m.former[h.Operation]; op != nil {
		return diff.Subject{Operation: op}
	}
	for _, record := range m.catalog.Records {
		if record.Name == h.Shape.Name {
			return diff.Subject{Shape: record}
		}
	}
	return diff.Subject{}
}

// ofSubject returns the occurrence of the innermost element of a subject.
func (m marker) ofSubject(s diff.Subject) *occurrence {
	switch {
	case s.Field != nil:
		return m.at[s.Field]
	case s.Value != nil:
		return m.at[s.Enum].ifMayHave(s.Value.Value)
	case s.Variant != nil:
		return m.at[s.Union].ifMayHave(s.Variant.Tag)
	case s.Enum != nil:
		return m.at[s.Enum]
	case s.Union != nil:
		return m.at[s.Union]
	case s.Shape != nil && s.Shape.Name != "":
		return m.at[s.Shape]
	case s.Operation == nil: // without an area, no operation
		return m.ofOperations(func(op *catalog.Operation) bool { return op.Area == s.Area })
	}
	return m.ofOperation(s.Operation)
}

// ofOperations returns the occurrence of operations as a whole, or nil if none was called.
func (m marker) ofOperations(are func(*catalog.Operation) bool) *occurrence {
	o := &occurrence{maySend: true, mayGet: true, operations: map[*catalog.Operation]bool{}}
	for op := range m.called {
		if are(op) {
			o.operations[op] = true
		}
	}
	if len(o.operations) == 0 {
		return nil
	}
	return o
}

// ofOperation returns the occurrence of an operation as a whole, or nil if it was not called.
func (m marker) ofOperation(op *catalog.Operation) *occurrence {
	return m.ofOperations(func(called *catalog.Operation) bool { return called == op })
}

// ofRule returns the occurrence of the calls that a change of a rule over fields affects: those with
// combinations of fields that the new rule refuses or treats differently.
func (m marker) ofRule(c *diff.Change) *occurrence {
	op := c.Base.Operation
	o := m.ofOperation(op)
	if o == nil {
		return nil
	}
	isRemoved := c.Base.Field != nil && c.Head.Field == nil
	if sent := m.at[c.Base.Field]; isRemoved && sent != nil { // even if it carried no value
		return sent
	}
	o.calls = m.sets[op].affectedByRule(c)
	if o.calls == 0 {
		return nil
	}
	return o
}

// ofFields returns the occurrence of any of these fields, or nil.
func (m marker) ofFields(fields []*catalog.Field) *occurrence {
	for _, f := range fields {
		if o := m.at[f]; o != nil {
			return o
		}
	}
	return nil
}

// ifMayHave returns the occurrence of an enum or a union if the calls may have the value or
// the tag.
func (o *occurrence) ifMayHave(value string) *occurrence {
	if o == nil || !o.mayHave(value) {
		return nil
	}
	return o
}

// isAffected reports whether a change with these verdicts concerns the calls, which have its
// element. A change that breaks or shifts something must break or shift something for them:
// their requests, their responses, or the Go that sends and reads both. Recorded calls do not
// implement the service. A new element that breaks and shifts nothing for them does not
// concern them.
func (o *occurrence) isAffected(c *diff.Change, v report.Verdicts) bool {
	worst := c.CallersIn(o.isSent(), o.isReceived())
	if o.isSent() {
		worst = max(worst, v.Requests)
	}
	if o.isReceived() {
		worst = max(worst, v.Responses)
	}
	if worst >= report.Shifts {
		return true
	}
	return v.Worst() < report.Shifts && !isNew(c)
}

// use describes how the calls use what a change is about.
func (m marker) use(o *occurrence, c *diff.Change) *report.Use {
	u := &report.Use{}
	for op := range m.catalog.Operations() {
		if o.operations[op] {
			u.Operations = append(u.Operations, op.String())
			u.Calls += m.called[op]
		}
	}
	if o.calls > 0 {
		u.Calls = o.calls
	}
	if element := m.at[c.Base.Field]; element != nil {
		u.Sent, u.Received = element.sent, element.received
		if c.Aspect == "max_length" || c.Aspect == "min_length" {
			u.Lengths = element.lengths
		}
	}
	return u
}
