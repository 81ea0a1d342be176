package importer

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// failure is how an operation fails.
type failure struct {
	none   bool   // unlike the others of the service
	typ    *typ   // a record or a union
	status string // "" is that of the envelope, or any that is not a success
	member string
	from   place
}

// canFail reports whether failures can be of a type.
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

// isFailure reports whether a status is one of a failure, and not 4XX or default.
func isFailure(status string) bool {
	return len(status) == 3 && '3' < status[0] && status[0] < '6' && !strings.HasSuffix(status, "XX")
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
		for _, f := range all {
			if f == main {
				continue
			}
			for _, p := range f.statuses {
				im.loseAs(p, "responses", subject, "a failure has one type, that of "+main.statuses[0].last()+", and "+p.last()+" has another one",
					"with corrections, make each a $ref to the same object, or to the same oneOf of them, or read the body of the error")
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
		key := holds.file.name + " " + holds.node.Flow()
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
	all := im.service.operations()
	if len(all) == 0 || all[0].failure == nil {
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
