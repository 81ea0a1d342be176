package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/yamldoc"
)

// failure is how an operation fails.
type failure struct {
	none   bool // unlike the others of the service
	record *record
	status string // "" is that of the envelope
	member string
	from   place
}

// String writes a failure as a catalog does.
func (f *failure) String() string {
	switch {
	case f.none:
		return "none"
	case f.status == "" && f.member == "":
		return f.record.name
	}
	text := "{type: " + f.record.name
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
	r, ok := im.ownRecord(said.text("type"))
	if !ok {
		return nil
	}
	return &failure{record: r, status: status, member: said.text("member"), from: said}
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

// ownEnvelope adds the envelope of an operation, and returns the schema of what is in it.
// What the schema of the response says wins.
func (im *importer) ownEnvelope(op *operation, schema place) place {
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

// unwrapped looks for the envelope in a schema, nil if there is none.
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
	if w.value == nil || !w.inner.ok() {
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

// failures reads how an operation fails, from the responses with a status of failures.
func (im *importer) failures(op *operation, responses place, subject string) {
	var statuses []string
	var schemas []place
	for status, entry := range responses.entries() {
		if strings.HasPrefix(status, "2") || strings.HasPrefix(status, "x-") {
			continue
		}
		schema := im.jsonOf(im.deref(entry, subject))
		if e := im.decided.envelope; e != nil && schema.ok() && e.around(im.flatten(schema, context{side: answer, subject: subject})) {
			continue // the envelope says it
		}
		if schema.ok() {
			statuses, schemas = append(statuses, status), append(schemas, schema)
		}
	}
	lost := func(p place, reason string) {
		im.loseAs(p, "responses", subject, reason, "look into the error, or describe it")
	}
	switch {
	case len(statuses) == 0:
	case len(statuses) > 1:
		lost(responses.get(statuses[1]), "a failure has one status, and several are described")
	case !isFailure(statuses[0]):
		lost(responses.get(statuses[0]), "a failure has one status, not "+statuses[0])
	default:
		c := context{side: answer, subject: subject + " failure", name: upper(op.name) + "Failure"}
		if v := im.content(schemas[0], c); v.typ.record != nil {
			op.failure = &failure{record: v.typ.record, status: statuses[0], from: responses.get(statuses[0])}
			return
		}
		lost(schemas[0], "a failure is an object with properties")
	}
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
