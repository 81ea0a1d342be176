package learn

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// This file proposes decisions. Whether a text with four values is an enum, no recording can say;
// so learn writes what to put into learn.yaml, and leaves it to the user.

// Thresholds of proposals.
const (
	enoughTexts  = 20 // strings at a place; at most a quarter are different
	fewTexts     = 8  // different strings
	enoughFields = 10 // of an object that may be a map
	enoughCalls  = 5
)

// proposer proposes enums, unions and maps, which only the user can decide about.
type proposer struct {
	decided  *Decisions
	observed observed
	names    *naming
	gaps     *gapSet
	findings *findings
	visited  map[*place]bool // named records
}

// propose proposes what a place and the places in it may be.
func (p *proposer) propose(at *place) {
	for at.elem != nil {
		at = at.elem
	}
	if at.kind != catalog.Record {
		return
	}
	if at.group != nil { // once, at the first of its places
		at = at.group
		if p.visited[at] {
			return
		}
		p.visited[at] = true
	}
	for _, f := range at.fields {
		p.proposeEnum(f)
	}
	p.proposeUnion(at)
	p.proposeMap(at)
	for _, f := range at.fields {
		p.propose(f.place)
	}
}

// hasFewValues reports whether a text has few different values. An id does not count: it has few
// if few objects were requested.
func (p *proposer) hasFewValues(f *field) bool {
	s := f.shape
	isFew := s.Distinct >= 2 && s.Distinct <= fewTexts
	isOften := s.String >= enoughTexts && s.Distinct*4 <= s.String
	isID := strings.HasSuffix(p.names.namePart(f.key), "ID")
	return isFew && isOften && !f.sensitive && !isID
}

// proposeEnum proposes an enum for a text with few values. Recordings have the values only if the
// user asks for them, so the proposal begins with that.
func (p *proposer) proposeEnum(f *field) {
	isFreeText := f.kind == catalog.String && f.name == "" && f.format() == ""
	isRefused := firstDecision(p.decided, f.places, func(d *decision) bool { return d.noEnum })
	if !isFreeText || isRefused || !p.hasFewValues(f) {
		return
	}
	name := p.names.namePart(f.key)
	if !token.IsExported(name) || p.names.catalogNames[name] {
		name = "Enum" + name
	}
	quotedValues := ""
	instruction := "record with --values " + p.observed.bodyPlace(f.places) + ", then "
	if len(f.shape.Values) > 0 {
		quotedValues = " (" + wording.QuotedList(slices.Sorted(maps.Keys(f.shape.Values)), "and") + ")"
		instruction = ""
	}
	p.findings.add(likelyEnum, p.gaps.posOf(f.places), f.places[0],
		"%d different values%s in %d strings; %swrite %s into %s",
		f.shape.Distinct, quotedValues, f.shape.String, instruction, entry(f.places[0], "enum: "+name), DecisionsName)
}

// proposeUnion proposes a union for an object if some of its members are only sometimes there, and
// one that is always there has few values: kind is "file" or "folder", and size only files have.
func (p *proposer) proposeUnion(at *place) {
	if at.union != "" || !isBelowRoot(at) ||
		firstDecision(p.decided, at.places, func(d *decision) bool { return d.noTag }) {
		return
	}
	optional := 0
	for _, f := range at.fields {
		if f.shape.Seen < at.shape.Object {
			optional++
		}
	}
	if optional < 2 {
		return
	}
	i := slices.IndexFunc(at.fields, func(f *field) bool {
		return f.shape.String == at.shape.Object && p.hasFewValues(f)
	})
	if i < 0 {
		return
	}
	tag := at.fields[i]
	p.findings.add(likelyUnion, p.gaps.posOf(at.places), at.places[0],
		"%s is in all objects and has %d different values, and %d members are only in some; "+
			"if it is a tag, record with --values %s, then write %s into %s",
		wording.Quote(tag.key), tag.shape.Distinct, optional, p.observed.bodyPlace(tag.places),
		entry(at.places[0], "tag: "+yamldoc.Scalar(tag.key)), DecisionsName)
}

// isBelowRoot reports whether a place is not a whole response, about which nothing is decided.
func isBelowRoot(at *place) bool { return len(at.places) > 0 && strings.Contains(at.places[0], "/") }

// proposeMap proposes a map for an object with many members of one type, if no member is in
// all objects.
func (p *proposer) proposeMap(at *place) {
	if len(at.shape.Members) < enoughFields || !isBelowRoot(at) || p.isNoMap(at) {
		return
	}
	if kindOf(entryShape(at.shape)) == catalog.Unspecified {
		return
	}
	for _, m := range at.shape.Members {
		if m.Seen == at.shape.Object {
			return
		}
	}
	p.findings.add(likelyMap, p.gaps.posOf(at.places), at.places[0],
		"%s of one type, none in all of %s; if they are keys of a map, write %s into %s",
		wording.Count(len(at.shape.Members), "member"), wording.Count(at.shape.Object, "object"),
		entry(at.places[0], "map: true"), DecisionsName)
}

// isNoMap reports whether a decision says that a place is not a map, so that it is not proposed
// again.
func (p *proposer) isNoMap(at *place) bool {
	return firstDecision(p.decided, at.places, func(d *decision) bool {
		return d.mapped != nil && !*d.mapped
	})
}

// entry returns a decision to copy: "claims.get_claim/items: {map: true}".
func entry(place, decision string) string { return yamldoc.BlockScalar(place) + ": {" + decision + "}" }
