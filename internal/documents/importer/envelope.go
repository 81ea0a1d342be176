package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// failure is how an operation fails.
type failure struct {
	typ    *typ   // a record or a union
	status string // "" is any that is not a success
	from   place
}

// String writes a failure as a catalog does, "" if there is nothing to write.
func (f *failure) String() string {
	switch {
	case f == nil:
		return ""
	case f.status == "":
		return f.typ.String()
	}
	return "{type: " + f.typ.String() + ", status: " + f.status + "}"
}

// jsonOf returns the response of a failure as JSON, absent if it is none or if it is a
// problem, which every client reads.
func (im *importer) jsonOf(r place) place {
	if im.version == swagger {
		return r.get("schema")
	}
	for name, media := range r.get("content").entries() {
		if kind, _, _ := strings.Cut(name, ";"); strings.TrimSpace(kind) == "application/json" {
			return media.get("schema")
		}
	}
	return place{}
}

// failures reads how an operation fails, from the responses with a status of failures: as
// by default, or as for most statuses. Alike ones are one.
func (im *importer) failures(op *operation, responses place, subject string) {
	c := context{side: answer, subject: subject + " failure", name: upper(op.name) + "Failure"}
	main, byDefault := "", false
	statuses, schemas := map[string][]place{}, map[string]place{}
	for status, entry := range responses.entries() {
		schema := im.jsonOf(im.deref(entry, subject))
		if !schema.ok() || strings.HasPrefix(status, "2") || strings.HasPrefix(status, "x-") {
			continue
		}
		if e := im.decided.envelope; e != nil {
			if f := im.flatten(c, schema); e.around(f) {
				im.unpack(e, f, c)
				continue
			}
		}
		holds, _ := im.target(schema, c)
		key := holds.file.name + " " + holds.node.Flow()
		if statuses[key] = append(statuses[key], entry); len(statuses[key]) == 1 {
			schemas[key] = schema
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
				im.loseAs(p, "responses", subject, "a failure has one type, that of "+status+", and "+p.last()+" has another one",
					"with corrections, make each a $ref to the same object, or to the same oneOf of them, or read the body of the error")
			}
		}
	}
	v := im.content(schemas[main], c)
	if v.typ.record == nil && v.typ.union == nil {
		im.loseAs(schemas[main], "responses", subject, "a failure is an object with properties", "look into the error, or describe it")
		return
	}
	op.failure = &failure{typ: v.typ, from: statuses[main][0]}
	if len(statuses[main]) == 1 && exactFailure.MatchString(status) {
		op.failure.status = status
	}
}

// exactFailure matches one status of failures, not 4XX or default.
var exactFailure = regexp.MustCompile(`^[45][0-9][0-9]$`)

// once moves to the service what every operation says in the same words.
func once[T fmt.Stringer](all []*operation, to *T, of func(*operation) *T) {
	if len(all) == 0 || slices.ContainsFunc(all, func(op *operation) bool { return (*of(op)).String() != (*of(all[0])).String() }) {
		return
	}
	var none T
	*to = *of(all[0])
	for _, op := range all {
		*of(op) = none
	}
}
