package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// failure describes the failures of an operation.
type failure struct {
	typ    *typ   // a record or a union
	status string // "" for every status that is not a success
	from   place
}

// String returns a failure as in a catalog, "" if f is nil.
func (f *failure) String() string {
	switch {
	case f == nil:
		return ""
	case f.status == "":
		return f.typ.String()
	}
	return "{type: " + f.typ.String() + ", status: " + f.status + "}"
}

// jsonOf returns the schema of a failure, absent if it is not JSON or a problem of RFC 9457,
// which every client can read.
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

// failures reads the failures of an operation from its responses: the default one, or the
// one that most statuses share.
func (im *importer) failures(op *operation, responses place, subject string) {
	c := context{side: inResponse, subject: subject + " failure", name: upper(op.name) + "Failure"}
	main, byDefault := "", false
	statuses, schemas := map[string][]place{}, map[string]place{}
	for status, entry := range responses.entries() {
		schema := im.jsonOf(im.deref(entry, subject))
		if !schema.ok() || strings.HasPrefix(status, "2") || strings.HasPrefix(status, "x-") {
			continue
		}
		if e := im.decided.envelope; e != nil {
			if f := im.flatten(c, schema); e.isIn(f) {
				im.unpack(e, f, c)
				continue
			}
		}
		target, _ := im.target(schema, c)
		key := target.file.name + " " + target.node.Flow()
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
				im.loseAs(p, "responses", subject, "a failure has one type, and "+p.last()+" has a different one than "+status,
					"with corrections, refer to one object or one oneOf in each of them, or read the body of the error")
			}
		}
	}
	v := im.content(schemas[main], c)
	if v.typ.record == nil && v.typ.union == nil {
		im.loseAs(schemas[main], "responses", subject, "a failure is an object with properties", "read the body of the error, or describe the object")
		return
	}
	op.failure = &failure{typ: v.typ, from: statuses[main][0]}
	if len(statuses[main]) == 1 && exactFailure.MatchString(status) {
		op.failure.status = status
	}
}

// exactFailure matches a single status, unlike 4XX and default.
var exactFailure = regexp.MustCompile(`^[45][0-9][0-9]$`)

// hoist moves a value that all operations share to the service.
func hoist[T fmt.Stringer](all []*operation, to *T, of func(*operation) *T) {
	if len(all) == 0 || slices.ContainsFunc(all, func(op *operation) bool { return (*of(op)).String() != (*of(all[0])).String() }) {
		return
	}
	var none T
	*to = *of(all[0])
	for _, op := range all {
		*of(op) = none
	}
}
