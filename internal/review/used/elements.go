package used

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/report"
)

// This file finds what occurs in recorded calls. It walks the old catalog and a recorded shape
// together: the catalog names the elements, and the shape says how often each of them had a value.
// A body that could not be read may have had every element, so that nothing is left out by mistake.

// elements are the elements of a catalog that occur in recorded calls.
type elements struct {
	catalog *catalog.Catalog
	called  map[*catalog.Operation]int // the number of calls
	sets    map[*catalog.Operation]*combinations
	at      map[any]*occurrence // by *catalog.Field, Shape (of a record), Enum or TaggedUnion
}

// occurrence is how an element occurs in recorded calls.
type occurrence struct {
	sent, received     int  // values in requests and in responses
	maySend, mayGet    bool // a body could not be read that may have the element
	calls              int  // that are affected, 0 for all of the operations
	lengths            *report.Lengths
	operations         map[*catalog.Operation]bool
	values             map[string]bool // of an enum, or the tags of a union
	hasUnrecordedValue bool            // values lacks some, because values were not kept
}

// isSent reports whether the element occurs in requests, or may.
func (o *occurrence) isSent() bool { return o.sent > 0 || o.maySend }

// isReceived reports whether the element occurs in responses, or may.
func (o *occurrence) isReceived() bool { return o.received > 0 || o.mayGet }

// elementsIn returns the elements of a catalog that occur in the calls. The operations of the
// catalog have the names in names.
func (c *Calls) elementsIn(of *catalog.Catalog, names map[string]*catalog.Operation) *elements {
	e := &elements{
		catalog: of,
		called:  map[*catalog.Operation]int{},
		sets:    map[*catalog.Operation]*combinations{},
		at:      map[any]*occurrence{},
	}
	for _, id := range slices.Sorted(maps.Keys(c.byRecording)) {
		for name, recorded := range c.byRecording[id].operations {
			if op := names[name]; op != nil {
				e.called[op] += recorded.calls
				if e.sets[op] == nil {
					e.sets[op] = new(combinations)
				}
				e.sets[op].merge(&recorded.sets)
				e.addOperation(op, recorded)
			}
		}
	}
	return e
}

// side is where bodies were recorded: requests or responses of an operation.
type side struct {
	*elements
	operation *catalog.Operation
	isRequest bool
}

// addOperation adds the bodies of an operation, failures as their declared type.
func (e *elements) addOperation(op *catalog.Operation, calls *operation) {
	request := side{e, op, true}
	response := side{e, op, false}
	request.addShape(op.Request, calls.request)
	if calls.unreadableRequest {
		request.addUnknown(op.Request)
	}
	if calls.unreadableResponse {
		response.addUnknown(append(op.Outcomes(), op.Response.Shape)...)
	}
	for outcome, body := range calls.responses {
		switch {
		case body == nil:
		case outcome.succeeded(op.Envelope):
			response.addSuccess(body)
		case op.Failure != nil:
			if op.Failure.Member != "" {
				body = body.Members[op.Failure.Member]
			}
			response.addType(op.Failure.Type, body)
		}
	}
}

// addSuccess adds a response and the members of its envelope.
func (s side) addSuccess(body *recording.Shape) {
	op := s.operation
	if e := op.Envelope; e != nil {
		s.addShape(e.Siblings, body)
		if e.Data != "" {
			body = body.Members[e.Data]
		}
	}
	if whole := op.Response.Whole; whole != nil && body != nil {
		s.add(whole, body.Seen)
		s.addType(whole.Type, body)
		return
	}
	s.addShape(op.Response.Shape, body)
}

// of returns the occurrence of an element, which is marked as occurring in the operation.
func (s side) of(element any) *occurrence {
	o := s.at[element]
	if o == nil {
		o = &occurrence{operations: map[*catalog.Operation]bool{}, values: map[string]bool{}}
		s.at[element] = o
	}
	o.operations[s.operation] = true
	return o
}

// add adds a number of values of an element.
func (s side) add(element any, values int) *occurrence {
	o := s.of(element)
	if s.isRequest {
		o.sent += values
	} else {
		o.received += values
	}
	return o
}

// addShape adds the fields of a body or a record. Nil is no declaration, or no recorded shape. A record
// that a body includes occurs with the body, although no value is of its type.
func (s side) addShape(shape *catalog.Shape, body *recording.Shape) {
	if shape == nil || body == nil {
		return
	}
	for record := shape; record != nil; record = record.Include {
		if record.Name != "" {
			s.add(record, body.Object)
		}
	}
	for _, f := range shape.Fields {
		value := body.Members[f.Name]
		if value == nil || value.Seen == 0 {
			continue
		}
		s.add(f, value.Seen).addLengths(value)
		s.addType(f.Type, value) // items of a joined list are strings
	}
}

// addType adds the elements in values of a type. It ends with the recorded shape, so a record that
// contains itself is entered as deep as recorded values were.
func (s side) addType(t *catalog.Type, value *recording.Shape) {
	if value == nil || value.Seen == 0 {
		return
	}
	switch t.Kind {
	case catalog.Array:
		s.addType(t.Elem, value.Items)
	case catalog.Map:
		s.addType(t.Elem, value.Entries)
		for _, entry := range value.Members {
			s.addType(t.Elem, entry)
		}
	case catalog.Record:
		s.addShape(t.Record, value)
	case catalog.Enumeration:
		s.add(t.Enum, value.String).addValues(value)
	case catalog.Union:
		s.addUnion(t.Union, value)
	}
}

// addUnion adds the variants of a union. Recordings do not distinguish them, unless they have
// all tags.
func (s side) addUnion(u *catalog.TaggedUnion, value *recording.Shape) {
	o := s.add(u, value.Object)
	tags := value.Members[u.By]
	if tags != nil {
		o.addValues(tags)
	} else {
		o.hasUnrecordedValue = true // the recorder did not know the key
	}
	for _, v := range u.Variants {
		if tags != nil && hasAllValues(tags) && tags.Values[v.Tag] == 0 {
			continue
		}
		s.addShape(v.Record, value)
	}
}

// addValues adds the values of strings, as far as they were kept.
func (o *occurrence) addValues(of *recording.Shape) {
	for value := range of.Values {
		o.values[value] = true
	}
	o.hasUnrecordedValue = o.hasUnrecordedValue || !hasAllValues(of)
}

// addLengths adds the lengths of strings, of which recordings have ranges such as "8-15".
func (o *occurrence) addLengths(of *recording.Shape) {
	for text := range of.Lengths {
		low, high, isRange := strings.Cut(text, "-")
		if !isRange {
			high = low
		}
		least, errLeast := strconv.Atoi(low)
		most, errMost := strconv.Atoi(high)
		if errLeast != nil || errMost != nil {
			continue // nothing that gen wrote
		}
		if o.lengths == nil {
			o.lengths = &report.Lengths{Least: least, Most: most}
		}
		o.lengths.Least = min(o.lengths.Least, least)
		o.lengths.Most = max(o.lengths.Most, most)
	}
}

// hasAllValues reports whether the value of each string was kept.
func hasAllValues(s *recording.Shape) bool {
	kept := 0
	for _, n := range s.Values {
		kept += n
	}
	return kept == s.String
}

// mayHave reports whether a value of an enum, or a tag of a union, may have occurred.
func (o *occurrence) mayHave(value string) bool {
	mayHoldAny := o.maySend || o.mayGet || o.hasUnrecordedValue
	return mayHoldAny || o.values[value]
}

// addUnknown adds everything that bodies of these shapes may have, because such a body could not be
// read.
func (s side) addUnknown(shapes ...*catalog.Shape) {
	for _, shape := range shapes {
		s.addUnknownFields(shape)
		for thing := range catalog.Reached(shape).All() {
			s.mark(thing)
			if record, isRecord := thing.(*catalog.Shape); isRecord {
				s.addUnknownFields(record)
			}
		}
	}
}

// addUnknownFields notes that each field of a shape may have occurred, and the records that it
// includes.
func (s side) addUnknownFields(shape *catalog.Shape) {
	for record := shape; record != nil; record = record.Include {
		if record.Name != "" {
			s.mark(record)
		}
	}
	for _, f := range shape.Fields {
		s.mark(f)
	}
}

// mark notes that an element may have occurred.
func (s side) mark(element any) {
	o := s.of(element)
	if s.isRequest {
		o.maySend = true
	} else {
		o.mayGet = true
	}
}
