package importer

import (
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// addTo adds an envelope to the catalog.
func (e *envelope) addTo(catalog *node) {
	if e.decided {
		catalog.set("envelope", literal{e.at.node}, e.at)
		return
	}
	n := catalog.set("envelope", nil, e.at)
	n.kind, n.comment = "flow", "assumed: nearly every response has it"
	n.set("success", text(e.success))
	if e.others != nil {
		n.set("message", texts(e.others))
	}
	n.set("data", text(e.data))
	if e.siblings != nil {
		n.set("siblings", &typ{declared: e.siblings})
	}
}

// nameSiblings adds a record to an envelope for the further members next to the data.
func (im *importer) nameSiblings(e *envelope, name string) {
	e.siblings = im.declare(im.newType("record", e.at), im.reserveName(name, e.at.pointer()), name, nil)
}

// isIn reports whether a schema has the envelope.
func (e *envelope) isIn(f *flat) bool { return f.schemas[e.success] != nil }

// unpack returns the schema of the data of an envelope, absent if it has no data, and reads
// its other members.
func (im *importer) unpack(e *envelope, f *flat, c context) (data place) {
	for _, name := range f.props {
		schemas := f.schemas[name]
		im.settle(f.required[name]...)
		message := slices.Contains(e.others, name)
		if name == e.success || message {
			im.settle(schemas...)
		}
		switch {
		case name == e.data:
			data = schemas[len(schemas)-1] // in an allOf, the last one is the most specific
		case message && len(im.flatten(c.subject, schemas...).props) > 0:
			im.loseAs(schemas[0], "properties", c.subject, "a message is a string or a list of them, and this is an object", "describe it in an overlay, as the failure of the operations")
		case name != e.success && !message:
			im.addSibling(e, name, schemas, c)
		}
	}
	return data
}

// settleEnvelope settles what a schema with the envelope says of itself.
func (im *importer) settleEnvelope(f *flat) {
	im.settle(f.typed...)
	im.settle(f.closed...)
	for _, key := range fieldWords {
		im.settle(f.words.of(key)...)
	}
}

// addSibling adds a member next to the data to the record of siblings.
func (im *importer) addSibling(e *envelope, name string, schemas []place, c context) {
	if e.siblings == nil && !e.decided {
		im.nameSiblings(e, "Siblings")
	}
	r := e.siblings
	lost := func(reason, proposal string) {
		im.loseAs(schemas[0], "properties", c.subject, reason, proposal)
	}
	if r == nil {
		lost("the envelope has no such member next to the data", "name a record for it in import.yaml: siblings, in the envelope")
		return
	}
	f := im.field(name, schemas, nil, context{side: inResponse, subject: r.key, name: r.key})
	switch known := r.get("fields").get(name); {
	case f == nil:
	case known == nil:
		r.getOrAdd("fields").add(f)
	case known.String() != f.String():
		lost("the member next to the data differs in another response", "correct one of them")
	default:
		known.absorb(f)
	}
}

// failureSchema returns the schema of a failure, absent if it is not JSON or a problem of
// RFC 9457, which every client can read without members of its own.
func (im *importer) failureSchema(r place, c context) place {
	schema := r.get("schema") // of Swagger 2.0
	for name, media := range r.get("content").entries() {
		switch kind, _, _ := strings.Cut(name, ";"); strings.TrimSpace(kind) {
		case "application/json":
			schema = media.get("schema")
		case "application/problem+json":
			im.settle(media)
			for name, schemas := range im.flatten(c.subject, media.get("schema")).schemas {
				if !ofProblem[name] {
					im.loseAs(schemas[0], "properties", c.subject, "clients read problems (RFC 9457) without members of their own",
						"read the body of the error, or declare it as application/json")
				}
			}
		default:
			im.loseAs(media, "content", c.subject, "a failure is application/json, not "+wording.Quote(name), "read the body of the error")
		}
	}
	return schema
}

// ofProblem are the members that clients read of a problem.
var ofProblem = words("type title status detail instance code errors")

// readFailures reads the failures of an operation from its responses: the default one, or the
// one that most statuses share.
func (im *importer) readFailures(op *node, responses place) {
	subject := op.subject
	c := context{side: inResponse, subject: subject + " failure", name: goPart(op.key) + "Failure"}
	main, byDefault := "", false
	statuses, schemas := map[string][]place{}, map[string]place{}
	for status, entry := range responses.entries() {
		r := im.deref(entry, subject)
		switch {
		case strings.HasPrefix(status, "2"), strings.HasPrefix(status, "x-"):
			continue
		case strings.HasPrefix(status, "3"):
			im.loseAs(entry, "responses", subject, "an operation has no redirects", describe)
			continue
		}
		schema := im.failureSchema(r, c)
		if !schema.ok() {
			continue
		}
		if e := im.decided.envelope; e != nil {
			if f := im.flatten(c.subject, schema); e.isIn(f) {
				im.settleEnvelope(f)
				if data := im.unpack(e, f, c); data.ok() && anyObject(data) {
					im.settle(data)
				} else if data.ok() {
					im.lose(data, c.subject, "in an envelope, a failure has no data", describe)
				}
				continue
			}
		}
		target := schema
		if r, ok := im.reference(schema, c); ok {
			target = r.target
		}
		key := sameText([]place{target})
		if statuses[key] = append(statuses[key], entry); len(statuses[key]) == 1 {
			schemas[key] = schema
		} else {
			im.settle(schema)
		}
		if byDefault = byDefault || status == "default"; status == "default" || !byDefault && len(statuses[key]) > len(statuses[main]) {
			main = key
		}
	}
	if main == "" {
		return
	}
	status := statuses[main][0].last()
	for key, others := range statuses {
		for _, p := range others {
			if key != main {
				im.loseAs(p, "responses", subject, "a failure has one type, and "+p.last()+" has a different one than "+status,
					"with corrections, refer to one object or one oneOf in each of them, or read the body of the error")
			}
		}
	}
	v := im.readSchema(c, schemas[main])
	if !v.typ.is("record") && !v.typ.is("union") {
		im.loseAs(schemas[main], "responses", subject, "a failure is an object with properties", "read the body of the error, or describe the object")
		return
	}
	f := op.set("failure", nil, statuses[main]...)
	f.kind, f.short = "flow", []string{"type"}
	if f.set("type", v.typ, v.typed...).remedy = ""; len(statuses[main]) == 1 && exactFailure.MatchString(status) {
		f.set("status", word(status))
	}
}

// exactFailure matches a single status, unlike 4XX and default.
var exactFailure = regexp.MustCompile(`^[45][0-9][0-9]$`)

// hoist moves a key that all operations share to the service.
func (im *importer) hoist(key string) {
	all := im.operations()
	if len(all) == 0 || slices.ContainsFunc(all, func(op *node) bool { return op.get(key).String() != all[0].get(key).String() }) {
		return
	}
	shared := all[0].get(key)
	for _, op := range all {
		if own := op.get(key); own != nil {
			shared.absorb(own)
		}
		op.drop(key)
	}
	if shared != nil {
		im.catalog.add(shared)
	}
}
