package importer

import (
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

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
		message := slices.Contains(e.others, name)
		if name == e.success || message {
			im.Settle(schemas...)
		}
		switch {
		case name == e.data:
			data = schemas[len(schemas)-1] // in an allOf, the last one is the most specific
		case message && len(im.Flatten(c.Subject, schemas...).Props) > 0:
			im.LoseAs(schemas[0], "properties", c.Subject, "a message is a string or a list of them, and this is an object", "describe it in an overlay, as the failure of the operations")
		case name != e.success && !message:
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
		lost("the envelope has no such member next to the data", "name a record for it in import.yaml: siblings, in the envelope")
		return
	}
	f := im.Field(name, schemas, nil, model.Context{Side: model.InResponse, Subject: r.Key, Name: r.Key})
	switch known := r.Get("fields").Get(name); {
	case f == nil:
	case known == nil:
		r.GetOrAdd("fields").Add(f)
	case known.String() != f.String():
		lost("the member next to the data differs in another response", "correct one of them")
	default:
		known.Absorb(f)
	}
}

// failureSchema returns the schema of a failure, absent if it is not JSON or a problem of
// RFC 9457, which every client can read without members of its own.
func (im *importer) failureSchema(r origin.Place, c model.Context) origin.Place {
	schema := r.Get("schema") // of Swagger 2.0
	for name, media := range r.Get("content").Entries() {
		switch kind, _, _ := strings.Cut(name, ";"); strings.TrimSpace(kind) {
		case "application/json":
			schema = media.Get("schema")
		case "application/problem+json":
			im.Settle(media)
			for name, schemas := range im.Flatten(c.Subject, media.Get("schema")).Schemas {
				if !ofProblem[name] {
					im.LoseAs(schemas[0], "properties", c.Subject, "clients read problems (RFC 9457) without members of their own",
						"read the body of the error, or declare it as application/json")
				}
			}
		default:
			im.LoseAs(media, "content", c.Subject, "a failure is application/json, not "+wording.Quote(name), "read the body of the error")
		}
	}
	return schema
}

// ofProblem are the members that clients read of a problem.
var ofProblem = flat.SetOf("type title status detail instance code errors")

// readFailures reads the failures of an operation from its responses: the default one, or the
// one that most statuses share.
func (im *importer) readFailures(op *draft.Node, responses origin.Place) {
	subject := op.Subject
	c := model.Context{Side: model.InResponse, Subject: subject + " failure", Name: model.GoPart(op.Key) + "Failure"}
	main, byDefault := "", false
	statuses, schemas := map[string][]origin.Place{}, map[string]origin.Place{}
	for status, entry := range responses.Entries() {
		r := im.Deref(entry, subject)
		switch {
		case strings.HasPrefix(status, "2"), strings.HasPrefix(status, "x-"):
			continue
		case strings.HasPrefix(status, "3"):
			im.LoseAs(entry, "responses", subject, "an operation has no redirects", flat.Describe)
			continue
		}
		schema := im.failureSchema(r, c)
		if !schema.OK() {
			continue
		}
		if e := im.envelope; e != nil {
			if f := im.Flatten(c.Subject, schema); e.isIn(f) {
				im.settleEnvelope(f)
				if data := im.unpack(e, f, c); data.OK() && model.AnyObject(data) {
					im.Settle(data)
				} else if data.OK() {
					im.Lose(data, c.Subject, "in an envelope, a failure has no data", flat.Describe)
				}
				continue
			}
		}
		target := schema
		if r, ok := im.Reference(schema, c); ok {
			target = r.Target
		}
		key := flat.SameText([]origin.Place{target})
		if statuses[key] = append(statuses[key], entry); len(statuses[key]) == 1 {
			schemas[key] = schema
		} else {
			im.Settle(schema)
		}
		if byDefault = byDefault || status == "default"; status == "default" || !byDefault && len(statuses[key]) > len(statuses[main]) {
			main = key
		}
	}
	if main == "" {
		return
	}
	status := statuses[main][0].Last()
	for key, others := range statuses {
		for _, p := range others {
			if key != main {
				im.LoseAs(p, "responses", subject, "a failure has one type, and "+p.Last()+" has a different one than "+status,
					"with corrections, refer to one object or one oneOf in each of them, or read the body of the error")
			}
		}
	}
	v := im.ReadSchema(c, schemas[main])
	if !v.Type.Is("record") && !v.Type.Is("union") {
		im.LoseAs(schemas[main], "responses", subject, "a failure is an object with properties", "read the body of the error, or describe the object")
		return
	}
	f := op.Set("failure", nil, statuses[main]...)
	f.Kind, f.Short = "flow", []string{"type"}
	if f.Set("type", v.Type, v.Typed...).Remedy = ""; len(statuses[main]) == 1 && exactFailure.MatchString(status) {
		f.Set("status", draft.Word(status))
	}
}

// exactFailure matches a single status, unlike 4XX and default.
var exactFailure = regexp.MustCompile(`^[45][0-9][0-9]$`)
