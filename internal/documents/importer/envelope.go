package importer

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// failure is how an operation fails.
type failure struct {
	none   bool   // unlike the others of the service
	typ    *typ   // a record or a union
	status string // "" is that of the envelope, or any that is not a success
	member string
	from   place
}

// canFail tells whether failures can be of a type.
func (t *typ) canFail() bool { return t.record != nil || t.union != nil }

// String writes a failure as a catalog does.
func (f *failure) String() string {
	switch {
	case f.none:
		return "none"
	case f.status == "" && f.member == "":
		return f.typ.String()
	}
	text := "{type: " + f.typ.String()
	if f.status != "" {
		text += ", status: " + f.status
	}
	if f.member != "" {
		text += ", member: " + yamldoc.Scalar(f.member)
	}
	return text + "}"
}

// ownFailure reads how an operation or all of them fail, nil if nothing is said. A status
// that somebody has changed wins.
func (im *importer) ownFailure(p place) *failure {
	own, responses := p.get("x-failure"), p.get("responses")
	said := own
	if !own.ok() {
		said = im.root().get("x-failure")
	}
	status := said.text("status")
	if changed := statusOf(responses); status != "" && changed != "" && !responses.get(status).ok() {
		status = changed
	} else if responses.ok() && !own.ok() {
		return nil // that of all
	}
	if said.textOf() == "none" {
		return &failure{none: true, from: said}
	}
	t := im.ownType(said.text("type"))
	if t == nil || !t.canFail() {
		return nil
	}
	return &failure{typ: t, status: status, member: said.text("member"), from: said}
}

// statusOf returns the status of a failure among responses, "" if there is none.
func statusOf(responses place) string {
	for status := range responses.entries() {
		if isFailure(status) {
			return status
		}
	}
	return ""
}

// isFailure tells whether a status is one of a failure, and not 4XX or default.
func isFailure(status string) bool {
	return len(status) == 3 && '3' < status[0] && status[0] < '6' && !strings.HasSuffix(status, "XX")
}

// ownEnvelope adds the envelope of an operation, and returns the schema of what is in it,
// which is absent if that is nothing. What the schema of the response says wins.
func (im *importer) ownEnvelope(op *operation, schema place, nothing bool) place {
	general, own := im.root().get("x-envelope"), op.from.get("x-envelope")
	said := own
	if !own.ok() {
		said = general
	}
	if !said.isMap() {
		if own.ok() {
			op.extra = append(op.extra, attr{"envelope", "none", own})
		}
		return schema
	}
	w := im.unwrapped(op, schema, said)
	if w != nil && !w.inner.ok() {
		if w.data = said.text("data"); !nothing {
			w = nil
		}
	}
	if w == nil { // somebody has taken the envelope away
		if general.ok() {
			op.extra = append(op.extra, attr{"envelope", "none", schema})
		}
		return schema
	}
	if text := w.envelope(said); own.ok() || text != flow(said.node) {
		op.extra = append(op.extra, attr{"envelope", text, said})
	}
	return w.inner
}

// wrapper is what the schema of a response says of its envelope.
type wrapper struct {
	inner         place
	success, data string
	value         *yamldoc.Node
}

// unwrapped looks for the envelope in a schema, nil if there is none, and for what is in it.
func (im *importer) unwrapped(op *operation, schema, said place) *wrapper {
	if either := schema.get("anyOf").items(); len(either) == 2 { // a success or a failure
		schema = either[0]
	}
	w, around := &wrapper{}, schema
	if both := schema.get("allOf").items(); len(both) == 2 {
		w.inner, around = both[0], both[1]
	}
	properties := around.get("properties")
	for name, p := range properties.entries() {
		value := p.get("const")
		if values := p.get("enum").items(); len(values) == 1 { // in 3.0
			value = values[0]
		}
		if value.ok() && w.value == nil {
			w.success, w.value = name, value.node
		}
		if ref := p.text("$ref"); !w.inner.ok() && (strings.HasSuffix(ref, "/"+op.String()+".answer") || name == said.text("data")) {
			w.inner, w.data = p, name
		}
	}
	if w.value == nil {
		return nil
	}
	return w
}

// envelope writes an envelope as a catalog does, with what the schema says of it.
func (w *wrapper) envelope(said place) string {
	success := yamldoc.Scalar(w.success)
	if !w.value.True() {
		success = "{" + success + ": " + flow(w.value) + "}"
	}
	parts := []string{"success: " + success}
	for key, v := range said.entries() {
		switch key {
		case "success":
			continue
		case "data":
			if w.data == "" {
				continue
			}
			parts = append(parts, "data: "+yamldoc.Scalar(w.data))
		default:
			parts = append(parts, key+": "+flow(v.node))
		}
	}
	if w.data != "" && !said.get("data").ok() {
		parts = append(parts, "data: "+yamldoc.Scalar(w.data))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// jsonOf returns the response of a failure as JSON, absent if it is none or if it is a
// problem, which every client reads.
func (im *importer) jsonOf(r place) place {
	content := r.get("content")
	if im.version == swagger {
		return r.get("schema")
	}
	for name, media := range content.entries() {
		if kind, _, _ := strings.Cut(name, ";"); strings.TrimSpace(kind) == "application/json" {
			return media.get("schema")
		}
	}
	return place{}
}

// failing is a schema of failures, and the statuses that have it.
type failing struct {
	schema   place
	statuses []place
}

// status returns the status that a catalog gives such failures, "" for any that is not a
// success: if there are several, or one stands for others, as default does.
func (f *failing) status() string {
	if status := f.statuses[0].last(); len(f.statuses) == 1 && isFailure(status) {
		return status
	}
	return ""
}

// failures reads how an operation fails, from the responses with a status of failures: as
// by default, or as for most statuses.
func (im *importer) failures(op *operation, responses place, subject string) {
	all := im.failings(responses, subject)
	if len(all) == 0 {
		return
	}
	main := slices.MaxFunc(all, func(a, b *failing) int {
		byDefault := func(f *failing) int {
			return len(slices.DeleteFunc(slices.Clone(f.statuses), func(p place) bool { return p.last() != "default" }))
		}
		return cmp.Or(byDefault(a)-byDefault(b), len(a.statuses)-len(b.statuses))
	})
	c := context{side: answer, subject: subject + " failure", name: upper(op.name) + "Failure"}
	if len(all) > 1 {
		proposal := im.unite(all, c)
		for _, f := range all {
			if f == main {
				continue
			}
			for _, p := range f.statuses {
				im.loseAs(p, "responses", subject, "a failure has one type, that of "+main.statuses[0].last()+", and "+p.last()+" has another one", proposal)
			}
		}
	}
	v := im.content(main.schema, c)
	if !v.typ.canFail() {
		im.loseAs(main.schema, "responses", subject, "a failure is an object with properties", "look into the error, or describe it")
		return
	}
	op.failure = &failure{typ: v.typ, status: main.status(), from: main.statuses[0]}
}

// unite proposes one schema for failures of several.
func (im *importer) unite(all []*failing, c context) (proposal string) {
	var objects []*alternative
	said := map[string]string{} // of a property
	alike := true
	im.silent(func() {
		for _, f := range all {
			flat := im.flatten(f.schema, c)
			im.infer(flat, c)
			objects, alike = append(objects, &alternative{schema: f.schema, flat: flat}), alike && im.isObject(flat)
			for _, p := range flat.props {
				text, ok := said[p.name]
				said[p.name] = p.said()
				alike = alike && (!ok || text == said[p.name])
			}
		}
	})
	const refer, read = "with corrections, make each a $ref to the same ", "read the body of the error"
	if tag := im.telling(objects, c); tag != "" {
		return refer + "oneOf of them, whose discriminator is " + wording.Quote(tag) + ", or " + read
	}
	if !alike {
		return read
	}
	return refer + "object, which has the members of all and requires those that all require, or " + read
}

// failings returns what failures hold, by their schema: alike ones are one.
func (im *importer) failings(responses place, subject string) []*failing {
	var all []*failing
	at := map[string]*failing{}
	for status, entry := range responses.entries() {
		if strings.HasPrefix(status, "2") || strings.HasPrefix(status, "x-") {
			continue
		}
		schema := im.jsonOf(im.deref(entry, subject))
		if e := im.decided.envelope; e != nil && schema.ok() {
			c := context{side: answer, subject: subject + " failure"}
			if f := im.flatten(schema, c); e.around(f) {
				im.failed(e, f, c)
				continue
			}
		}
		if !schema.ok() {
			continue
		}
		var holds place
		im.silent(func() { holds = im.meant(schema, context{}) })
		key := holds.file.name + " " + flow(holds.node)
		if at[key] == nil {
			at[key] = &failing{schema: schema}
			all = append(all, at[key])
		}
		at[key].statuses = append(at[key].statuses, entry)
	}
	return all
}

// commonFailure says once what every operation says of its failures.
func (im *importer) commonFailure() {
	var all []*operation
	for _, a := range im.service.areas {
		all = append(all, a.operations...)
	}
	if im.own || len(all) == 0 || all[0].failure == nil {
		return
	}
	first := all[0].failure
	if slices.ContainsFunc(all, func(op *operation) bool { return op.failure == nil || op.failure.String() != first.String() }) {
		return
	}
	im.service.failure = first
	for _, op := range all {
		op.failure = nil
	}
}
