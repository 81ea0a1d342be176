package importer

import (
	"regexp"
	"slices"
	"strings"
)

// failure describes the failures of an operation.
type failure struct {
	typ    *typ   // a record or a union
	status string // "" for every status that is not a success
}

// String returns a failure as in a catalog.
func (f failure) String() string {
	if f.status == "" {
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
func (im *importer) failures(op *node, responses place) {
	subject := op.subject
	c := context{side: inResponse, subject: subject + " failure", name: upper(op.key) + "Failure"}
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
	if !v.typ.is("record") && !v.typ.is("union") {
		im.loseAs(schemas[main], "responses", subject, "a failure is an object with properties", "read the body of the error, or describe the object")
		return
	}
	f := failure{typ: v.typ}
	if len(statuses[main]) == 1 && exactFailure.MatchString(status) {
		f.status = status
	}
	op.set("failure", f, statuses[main][0])
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
		op.drop(key)
	}
	if shared != nil {
		im.catalog.add(shared)
	}
}
