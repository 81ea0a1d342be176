package importer

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// envelope is the object around every response, from import.yaml or recognized.
type envelope struct {
	success, data string
	others        []string // members of failures
	siblings      *node    // further members next to the data, nil if it has no name
	decided       bool
	at            place
}

// String returns an envelope as in a catalog.
func (e *envelope) String() string {
	if e.decided {
		return e.at.node.Flow()
	}
	text := "{success: " + yamldoc.Scalar(e.success)
	if e.others != nil {
		text += ", message: " + list(e.others)
	}
	if e.data != "" {
		text += ", data: " + yamldoc.Scalar(e.data)
	}
	if e.siblings != nil {
		text += ", siblings: " + e.siblings.key
	}
	return text + "} # assumed: nearly every response has it"
}

// envelopeOf reads the envelope of import.yaml, nil if there is none.
func (im *importer) envelopeOf(o *yamldoc.Object) *envelope {
	if o == nil {
		return nil
	}
	e := &envelope{data: o.Text("data"), decided: true, at: place{file: &file{name: Decisions}, key: o.Key, node: o.Node, ptr: "/envelope"}}
	if n := o.Value("success"); n.Kind == yamldoc.Map && len(n.Entries) > 0 {
		e.success = n.Entries[0].Key.Text
	} else {
		e.success = n.Text
	}
	for _, n := range o.Items("message") {
		e.others = append(e.others, n.Text)
	}
	if name := o.Text("violations"); name != "" {
		e.others = append(e.others, name)
	}
	if n := o.Value("siblings"); n != nil {
		if typeName(n.Text) != n.Text {
			im.checker.Report(BadName, n, o.Scope, "a type has a name such as %s, not %s", wording.Quote(typeName(n.Text)), wording.Quote(n.Text))
		}
		if e.data == "" {
			im.checker.Report(BadName, n, o.Scope, `siblings require "data"; without it, all members except for %s belong to the response`, wording.Quote(e.success))
		}
		im.nameSiblings(e, n.Text)
	}
	return e
}

// nameSiblings adds a record to an envelope for the further members next to the data.
func (im *importer) nameSiblings(e *envelope, name string) {
	e.siblings = im.declare(im.newType("record", e.at), im.take(name, e.at.ptr), "")
}

// isIn reports whether a schema has the envelope.
func (e *envelope) isIn(f *flat) bool { return f.byName[e.success] != nil }

// unwrap returns the schema of the data in a response, absent if the envelope has no data,
// and the members of an envelope that are next to the members of the data. If a response has
// no envelope, it says so in the operation.
func (im *importer) unwrap(op *node, schema place, c context) (place, []string) {
	e := im.decided.envelope
	f := im.flatten(c, schema)
	if !e.isIn(f) {
		op.set("envelope", raw("none"), schema)
		return schema, nil
	}
	if e.data == "" {
		return schema, append(e.others, e.success)
	}
	return im.unpack(e, f, c), nil
}

// unpack returns the schema of the data of an envelope, and reads its other members.
func (im *importer) unpack(e *envelope, f *flat, c context) (data place) {
	for _, p := range f.props {
		switch message := slices.Contains(e.others, p.name); {
		case p.name == e.data:
			data = p.schemas[len(p.schemas)-1] // in an allOf, the last one is the most specific
		case message && len(im.flatten(c, p.schemas...).props) > 0:
			im.loseAs(p.schemas[0], "properties", c.subject, "a message is a string or a list of them, and this is an object", "describe it in an overlay, as the failure of the operations")
		case p.name != e.success && !message:
			im.sibling(e, p, c)
		}
	}
	return data
}

// sibling adds a member next to the data to the record of siblings.
func (im *importer) sibling(e *envelope, p *prop, c context) {
	if e.siblings == nil && !e.decided {
		im.nameSiblings(e, "Siblings")
	}
	r := e.siblings
	lost := func(reason, proposal string) {
		im.loseAs(p.schemas[0], "properties", c.subject, reason, proposal)
	}
	if r == nil {
		lost("the envelope has no such member next to the data", "name a record for it in import.yaml: siblings, in the envelope")
		return
	}
	f := im.field(p, nil, context{side: inResponse, subject: r.key, name: r.key})
	switch known := r.get("fields").get(p.name); {
	case f == nil:
	case known == nil:
		r.sub("fields").add(f)
	case known.String() != f.String():
		lost("the member next to the data differs in another response", "correct one of them")
	}
}
