package importer

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// failure is how an operation fails.
type failure struct {
	typ    *typ   // a record or a union
	status string // "" is any that is not a success
	from   place
}

// String writes a failure as a catalog does.
func (f *failure) String() string {
	if f.status == "" {
		return f.typ.String()
	}
	return "{type: " + f.typ.String() + ", status: " + f.status + "}"
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
		rank := func(f *failing) int {
			if slices.ContainsFunc(f.statuses, func(p place) bool { return p.last() == "default" }) {
				return math.MaxInt
			}
			return len(f.statuses)
		}
		return cmp.Compare(rank(a), rank(b))
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
	if v.typ.record == nil && v.typ.union == nil {
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
			if f := im.flatten(c, schema); e.around(f) {
				im.failed(e, f, c)
				continue
			}
		}
		if !schema.ok() {
			continue
		}
		holds, _ := im.meant(schema, context{subject: subject})
		key := holds.file.name + " " + holds.node.Flow()
		if at[key] == nil {
			at[key] = &failing{schema: schema}
			all = append(all, at[key])
		}
		at[key].statuses = append(at[key].statuses, entry)
	}
	return all
}

// agree reports whether all operations say the same of something, and do so.
func (s *service) agree(said func(*operation) string) bool {
	all := s.operations()
	return len(all) > 0 && said(all[0]) != "" && !slices.ContainsFunc(all, func(op *operation) bool { return said(op) != said(all[0]) })
}

// commonFailure says once what every operation says of its failures.
func (im *importer) commonFailure() {
	if s := im.service; s.agree(func(op *operation) string {
		if op.failure == nil {
			return ""
		}
		return op.failure.String()
	}) {
		s.failure = s.operations()[0].failure
		for _, op := range s.operations() {
			op.failure = nil
		}
	}
}

// commonKey says once what every operation says of its key.
func (im *importer) commonKey() {
	all := im.service.operations()
	if len(all) < 2 || !im.service.agree(func(op *operation) string {
		if key := find(op.extra, "idempotency"); key != nil {
			return key.text
		}
		return ""
	}) {
		return
	}
	im.service.extra = append(im.service.extra, *find(all[0].extra, "idempotency"))
	for _, op := range all {
		op.extra = dropped(op.extra, "idempotency")
	}
}
