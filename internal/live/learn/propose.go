package learn

import (
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// Thresholds of proposals.
const (
	enoughTexts  = 20 // strings at a place; at most a quarter are different
	fewTexts     = 8  // different strings
	enoughFields = 10 // of an object that may be a map
	enoughCalls  = 5
)

// An operation returns nothing, or a field is always null, after so many responses to so many
// different requests. Fewer may all be about objects that lack the value.
const (
	manyNulls    = 20
	manyRequests = 3
)

// mostRequests returns the most requests of an operation with one of the places, and the month of the
// last recording.
func (l *learner) mostRequests(at []string) (requests int, month string) {
	for _, p := range at {
		if a := l.seen[rootAt(p)]; a != nil {
			requests, month = max(requests, a.requests), max(month, a.month)
		}
	}
	return requests, month
}

// enoughNulls reports whether a place that was only null is always null.
func (l *learner) enoughNulls(at []string, nulls int) bool {
	requests, _ := l.mostRequests(at)
	return nulls >= manyNulls && requests >= manyRequests
}

// propose proposes enums, unions and maps, which only the user can decide about.
func (l *learner) propose(p *place) {
	for ; p.elem != nil; p = p.elem {
	}
	if p.kind != catalog.Record {
		return
	}
	if p.group != nil { // once, at the first of its places
		if p = p.group; l.visited[p] {
			return
		}
		l.visited[p] = true
	}
	for _, f := range p.fields {
		l.proposeEnum(f)
	}
	l.proposeUnion(p)
	l.proposeMap(p)
	for _, f := range p.fields {
		l.propose(f.place)
	}
}

// hasFewValues reports whether a text has few different values. An id does not count: it has few if
// few objects were requested.
func (l *learner) hasFewValues(f *field) bool {
	s := f.shape
	return s.Distinct >= 2 && s.Distinct <= fewTexts && s.String >= enoughTexts && s.Distinct*4 <= s.String &&
		!f.sensitive && !strings.HasSuffix(l.namePart(f.key), "ID")
}

func (l *learner) proposeEnum(f *field) {
	if f.kind != catalog.String || f.name != "" || f.format() != "" || !l.hasFewValues(f) ||
		firstDecision(l.decided, f.at, func(d *decision) bool { return d.noEnum }) {
		return
	}
	name := l.namePart(f.key)
	if !token.IsExported(name) || l.taken[name] {
		name = "Enum" + name
	}
	remedy := "record with --values " + l.bodyPlace(f.at) + ", then "
	values := ""
	if len(f.shape.Values) > 0 {
		remedy, values = "", " ("+wording.QuotedList(slices.Sorted(maps.Keys(f.shape.Values)), "and")+")"
	}
	l.addFinding(likelyEnum, l.posOf(f.at), f.at[0], "%d different values%s in %d strings; %swrite %s into %s",
		f.shape.Distinct, values, f.shape.String, remedy, entry(f.at[0], "enum: "+name), DecisionsName)
}

func (l *learner) proposeUnion(p *place) {
	if p.union != "" || len(p.at) == 0 || !strings.Contains(p.at[0], "/") || firstDecision(l.decided, p.at, func(d *decision) bool { return d.noTag }) {
		return
	}
	some := 0
	for _, f := range p.fields {
		if f.shape.Seen < p.shape.Object {
			some++
		}
	}
	for _, f := range p.fields {
		if s := f.shape; some >= 2 && s.String == p.shape.Object && l.hasFewValues(f) {
			l.addFinding(likelyUnion, l.posOf(p.at), p.at[0], "%s is in all objects and has %d different values, and %d members are only in some; if it is a tag, record with --values %s, then write %s into %s",
				wording.Quote(f.key), s.Distinct, some, l.bodyPlace(f.at), entry(p.at[0], "tag: "+yamldoc.Scalar(f.key)), DecisionsName)
			return
		}
	}
}

// proposeMap proposes a map for an object with many members of one type, if no member is in
// all objects.
func (l *learner) proposeMap(p *place) {
	if len(p.shape.Members) < enoughFields || !strings.Contains(p.at[0], "/") ||
		firstDecision(l.decided, p.at, func(d *decision) bool { return d.mapped != nil && !*d.mapped }) {
		return
	}
	k := kindOf(values(p.shape))
	for _, m := range p.shape.Members {
		if k == catalog.Unspecified || m.Seen == p.shape.Object {
			return
		}
	}
	l.addFinding(likelyMap, l.posOf(p.at), p.at[0], "%s of one type, none in all of %s; if they are keys of a map, write %s into %s",
		wording.Count(len(p.shape.Members), "member"), wording.Count(p.shape.Object, "object"), entry(p.at[0], "map: true"), DecisionsName)
}

// entry returns a decision to copy.
func entry(at, says string) string { return yamldoc.BlockScalar(at) + ": {" + says + "}" }

// proposeEnvelope proposes an envelope if the catalog has none, there are enough responses,
// and all of them have the member success.
func (l *learner) proposeEnvelope() {
	calls := 0
	success, failure := new(recording.Shape), new(recording.Shape)
	statuses := map[int]bool{}
	for _, name := range slices.Sorted(maps.Keys(l.seen)) {
		a := l.seen[name]
		if a.op == nil {
			continue
		}
		if a.op.Envelope != nil || a.op.Unwrapped {
			return
		}
		for o, seen := range a.outcomes {
			switch {
			case o.Unreadable != "", o.Status >= 500:
				continue
			case o.Success == "":
				return
			case o.Success == "true":
				success.Merge(seen.Response)
			default:
				failure.Merge(seen.Response)
				statuses[o.Status] = true
			}
			calls += seen.Count
		}
	}
	if calls < enoughCalls || success.Object == 0 {
		return
	}
	keys := []string{"success: success"}
	var messages, datas []string
	for _, key := range fieldNames(failure) {
		if k := kindOf(failure.Members[key]); key != "success" && (k == catalog.String || k == catalog.Array) {
			messages = append(messages, yamldoc.Scalar(key))
		}
	}
	for _, key := range fieldNames(success) {
		if k := kindOf(success.Members[key]); key != "success" && !slices.Contains(messages, yamldoc.Scalar(key)) && k != catalog.Boolean && k != catalog.String {
			datas = append(datas, key)
		}
	}
	if len(messages) > 0 {
		keys = append(keys, "message: ["+strings.Join(messages, ", ")+"]")
	}
	if len(datas) == 1 {
		keys = append(keys, "data: "+yamldoc.Scalar(datas[0]))
	}
	if len(statuses) == 1 {
		keys = append(keys, "failure_status: "+strconv.Itoa(slices.Collect(maps.Keys(statuses))[0]))
	}
	l.addFinding(likelyEnvelope, l.catalog.Pos, l.catalog.Package, "each of %s says in %s whether it succeeded; if that is an envelope, write into an overlay: envelope: {%s}",
		wording.Count(calls, "response"), wording.Quote("success"), strings.Join(keys, ", "))
}
