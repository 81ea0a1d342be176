package learn

import (
	"cmp"
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// This file writes the fields of an overlay. Each one says on what it is based, as in
// assumed: seen in 3 of 5 responses, so that reviewers can judge it.

// memberPrinter writes the fields of records and responses, with the evidence for them.
type memberPrinter struct {
	yamldoc.Printer
	decided  *Decisions
	observed observed
	privacy  *privacy
}

// refinements writes the fields of one record or response of the catalog.
func (p *memberPrinter) refinements(indent int, refined []refinement) {
	p.Line(indent, "fields:")
	for _, r := range refined {
		f := &field{place: r.outer, key: r.field.Name, goName: r.goName}
		f.sensitive = p.privacy.isPrivate(f)
		p.field(indent+1, f, r.typ, p.evidence(f, r.objects(), r.total), r.field)
	}
}

// wholeResponse writes the type of a whole response, or the fields of one that is not shown.
func (p *memberPrinter) wholeResponse(r refinement) {
	if r.unshown() {
		p.Line(5, "lenient: true")
	}
	f := &field{place: r.outer}
	if r.op.Response.Assumed == "" {
		p.Line(5, "assumed: ", yamldoc.BlockScalar(p.evidence(f, "responses", r.total)))
	}
	if r.outer.kind == catalog.Record {
		p.Line(5, "fields:")
		p.fields(6, r.outer, "responses", r.total)
		return
	}
	p.Line(5, "type: ", r.typ)
	if !r.field.Sensitive && r.typ != "none" && p.privacy.isPrivate(f) {
		p.Line(5, "sensitive: true")
	}
}

// fields writes the members of a record, each with the number of objects or responses that
// have it.
func (p *memberPrinter) fields(indent int, record *place, holders string, total int) {
	unknown := &catalog.Field{Type: new(catalog.Type)}
	for _, f := range record.members() {
		p.field(indent, f, f.typeName(), p.evidence(f, holders, total), unknown)
	}
}

// field writes a member. The catalog shows the keys of shown.
func (p *memberPrinter) field(indent int, f *field, typ, evidence string, declared *catalog.Field) {
	keys := []string{"type: " + typ}
	if f.shape.Null > 0 && !declared.Required && !declared.Type.Nullable {
		keys = append(keys, "nullable: true")
	}
	if format := f.format(); format != "" {
		keys = append(keys, "format: "+format)
	}
	if f.sensitive && !declared.Sensitive {
		keys = append(keys, "sensitive: true")
	}
	if f.goName != "" {
		keys = append(keys, "go: {name: "+yamldoc.Scalar(f.goName)+"}")
	}
	comment := p.lintComment(f)
	if declared.Assumed == "" {
		keys = append(keys, "assumed: "+yamldoc.Scalar(evidence))
	} else {
		comment = " # " + evidence // the evidence of the catalog stays
	}
	p.Line(indent, yamldoc.BlockScalar(f.key), ": {", strings.Join(keys, ", "), "}", comment)
}

// evidence says how many of the objects or responses have a member.
func (p *memberPrinter) evidence(f *field, holders string, total int) string {
	text := fmt.Sprintf("seen in %d of %d %s", f.shape.Seen, total, holders)
	switch {
	case f.alwaysNull() && f.shape.Null > 0:
		text += ", always null"
	case f.shape.Null > 0:
		text += fmt.Sprintf(", null in %d", f.shape.Null)
	}
	return text + p.lastMonth(f.places)
}

// lastMonth returns the month of the last recording of places, to add to a text.
func (p *memberPrinter) lastMonth(places []string) string {
	_, month := p.observed.mostRequests(places)
	if month == "" {
		return ""
	}
	return ", " + month
}

// lintComment returns a comment that keeps lint from reporting a decided member.
func (p *memberPrinter) lintComment(f *field) string {
	decided := p.decided.sensitive(f.places)
	if decided == nil || *decided || !f.looksPersonal(f.key) {
		return ""
	}
	reason := firstDecision(p.decided, f.places, func(d *decision) string { return d.reason })
	reason = cmp.Or(reason, DecisionsName+" says so")
	return " # lint:ignore likely-sensitive " + wording.OneLine(reason)
}
