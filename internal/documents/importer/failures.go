package importer

import (
	"regexp"
	"strings"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file reads the failures of an operation. The format has one type for all of them, and documents
// often have one for each status, most of them equal.

// failures are the failures of an operation that are JSON objects. Statuses share a failure if their
// schemas are equal, or name the same one.
type failures struct {
	byText map[string]*failure // by the text that equal schemas have in common
	main   *failure            // the one that the catalog has, nil for none
}

// failure is what responses with several statuses have in common.
type failure struct {
	schema   origin.Place
	statuses []origin.Place // the responses, whose keys are the statuses
}

// add adds a response with a schema, under a text that equal schemas have in common. It reports
// whether the schema is the first one of its text.
func (fs *failures) add(text string, schema, response origin.Place) bool {
	f := fs.byText[text]
	isNew := f == nil
	if isNew {
		f = &failure{schema: schema}
		fs.byText[text] = f
	}
	f.statuses = append(f.statuses, response)
	return isNew
}

// readFailures reads the failures of an operation from its responses: the default one, or the
// one that most statuses share.
func (im *importer) readFailures(op *draft.Node, responses origin.Place) {
	c := model.Context{
		Side:    model.InResponse,
		Subject: op.Subject + " failure",
		Name:    model.GoPart(op.Key) + "Failure",
	}
	fs := im.failures(responses, c, op.Subject)
	main := fs.main
	if main == nil {
		return
	}
	status := main.statuses[0].Last()
	for _, f := range fs.byText {
		if f != main {
			im.loseFailure(f, status, op.Subject)
		}
	}
	v := im.ReadSchema(c, main.schema)
	if !v.Type.Is("record") && !v.Type.Is("union") {
		im.LoseAs(main.schema, "responses", op.Subject, "a failure is an object with properties",
			"read the body of the error, or describe the object")
		return
	}
	n := op.Set("failure", nil, main.statuses...)
	n.Kind = "flow"
	n.Short = []string{"type"}
	n.Set("type", v.Type, v.Typed...).Remedy = ""
	if len(main.statuses) == 1 && exactFailure.MatchString(status) {
		n.Set("status", draft.Word(status))
	}
}

// failures finds the failures among responses, and the main one of them.
func (im *importer) failures(responses origin.Place, c model.Context, subject string) *failures {
	fs := &failures{byText: map[string]*failure{}}
	isByDefault := false // main is the default response
	for status, entry := range responses.Entries() {
		if strings.HasPrefix(status, "2") || strings.HasPrefix(status, "x-") {
			continue
		}
		r := im.Deref(entry, subject)
		if strings.HasPrefix(status, "3") {
			im.LoseAs(entry, "responses", subject, "an operation has no redirects", flat.Describe)
			continue
		}
		schema := im.failureSchema(r, c)
		if !schema.OK() || im.failsInEnvelope(schema, c) {
			continue
		}
		target := schema
		if r, ok := im.Reference(schema, c); ok {
			target = r.Target
		}
		text := flat.SameText([]origin.Place{target})
		if !fs.add(text, schema, entry) {
			im.Settle(schema)
		}
		f := fs.byText[text]
		switch {
		case status == "default":
			isByDefault = true
			fs.main = f
		case isByDefault:
		case fs.main == nil, len(f.statuses) > len(fs.main.statuses):
			fs.main = f
		}
	}
	return fs
}

// loseFailure records the loss of a failure of another type than the one with a status.
func (im *importer) loseFailure(f *failure, mainStatus, subject string) {
	for _, p := range f.statuses {
		im.LoseAs(p, "responses", subject,
			"a failure has one type, and "+p.Last()+" has a different one than "+mainStatus,
			"with corrections, refer to one object or one oneOf in each of them, or read the body of the error")
	}
}

// failsInEnvelope reports whether a failure is the envelope of the catalog, which says all of it.
func (im *importer) failsInEnvelope(schema origin.Place, c model.Context) bool {
	e := im.envelope
	if e == nil {
		return false
	}
	f := im.Flatten(c.Subject, schema)
	if !e.isIn(f) {
		return false
	}
	im.settleEnvelope(f)
	data := im.unpack(e, f, c)
	switch {
	case data.OK() && model.AnyObject(data):
		im.Settle(data)
	case data.OK():
		im.Lose(data, c.Subject, "in an envelope, a failure has no data", flat.Describe)
	}
	return true
}

// exactFailure matches a single status, unlike 4XX and default.
var exactFailure = regexp.MustCompile(`^[45][0-9][0-9]$`)

// failureSchema returns the schema of a failure, absent if it is not JSON or a problem of
// RFC 9457, which every client can read without members of its own.
func (im *importer) failureSchema(r origin.Place, c model.Context) origin.Place {
	schema := r.Get("schema") // of Swagger 2.0
	for name, media := range r.Get("content").Entries() {
		kind, _, _ := strings.Cut(name, ";")
		switch strings.TrimSpace(kind) {
		case "application/json":
			schema = media.Get("schema")
		case "application/problem+json":
			im.Settle(media)
			im.loseProblemMembers(media.Get("schema"), c)
		default:
			im.LoseAs(media, "content", c.Subject,
				"a failure is application/json, not "+wording.Quote(name), "read the body of the error")
		}
	}
	return schema
}

// loseProblemMembers records the loss of members of a problem that clients do not read.
func (im *importer) loseProblemMembers(schema origin.Place, c model.Context) {
	for name, schemas := range im.Flatten(c.Subject, schema).Schemas {
		if !ofProblem[name] {
			im.LoseAs(schemas[0], "properties", c.Subject,
				"clients read problems (RFC 9457) without members of their own",
				"read the body of the error, or declare it as application/json")
		}
	}
}

// ofProblem are the members that clients read of a problem.
var ofProblem = flat.SetOf("type title status detail instance code errors")
