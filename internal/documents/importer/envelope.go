package importer

import (
	"slices"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file unpacks the object around every response, which the catalog describes once. What it says of
// itself in each response is settled; what is next to the data goes into one record.

// addTo adds an envelope to the catalog.
func (e *envelope) addTo(catalog *draft.Node) {
	if e.decided {
		catalog.Set("envelope", draft.Literal{Node: e.at.Node}, e.at)
		return
	}
	n := catalog.Set("envelope", nil, e.at)
	n.Kind, n.Comment = "flow", "assumed: nearly every response has it"
	n.Set("success", draft.Text(e.success))
	if e.others != nil {
		n.Set("message", draft.Texts(e.others))
	}
	n.Set("data", draft.Text(e.data))
	if e.siblings != nil {
		n.Set("siblings", &draft.Type{Declared: e.siblings})
	}
}

// nameSiblings adds a record to an envelope for the further members next to the data.
func (im *importer) nameSiblings(e *envelope, name string) {
	e.siblings = im.Declare(im.NewType("record", e.at), im.ReserveName(name, e.at.Pointer()), name, nil)
}

// isIn reports whether a schema has the envelope.
func (e *envelope) isIn(f *flat.Schema) bool { return f.Schemas[e.success] != nil }

// unpack returns the schema of the data of an envelope, absent if it has no data, and reads
// its other members.
func (im *importer) unpack(e *envelope, f *flat.Schema, c model.Context) (data origin.Place) {
	for _, name := range f.Props {
		schemas := f.Schemas[name]
		im.Settle(f.Required[name]...)
		isMessage := slices.Contains(e.others, name)
		if name == e.success || isMessage {
			im.Settle(schemas...)
		}
		switch {
		case name == e.data:
			data = schemas[len(schemas)-1] // in an allOf, the last one is the most specific
		case isMessage && len(im.Flatten(c.Subject, schemas...).Props) > 0:
			im.LoseAs(schemas[0], "properties", c.Subject,
				"a message is a string or a list of them, and this is an object",
				"describe it in an overlay, as the failure of the operations")
		case name != e.success && !isMessage:
			im.addSibling(e, name, schemas, c)
		}
	}
	return data
}

// settleEnvelope settles what a schema with the envelope says of itself.
func (im *importer) settleEnvelope(f *flat.Schema) {
	im.Settle(f.Typed...)
	im.Settle(f.Closed...)
	for _, key := range model.FieldWords {
		im.Settle(f.Words.Of(key)...)
	}
}

// addSibling adds a member next to the data to the record of siblings.
func (im *importer) addSibling(e *envelope, name string, schemas []origin.Place, c model.Context) {
	if e.siblings == nil && !e.decided {
		im.nameSiblings(e, "Siblings")
	}
	r := e.siblings
	lost := func(reason, proposal string) {
		im.LoseAs(schemas[0], "properties", c.Subject, reason, proposal)
	}
	if r == nil {
		lost("the envelope has no such member next to the data",
			"name a record for it in import.yaml: siblings, in the envelope")
		return
	}
	f := im.Field(name, schemas, nil,
		model.Context{Side: model.InResponse, Subject: r.Key, Name: r.Key})
	earlier := r.Get("fields").Get(name) // from another response
	switch {
	case f == nil:
	case earlier == nil:
		r.GetOrAdd("fields").Add(f)
	case earlier.String() != f.String():
		lost("the member next to the data differs in another response", "correct one of them")
	default:
		earlier.Absorb(f)
	}
}
