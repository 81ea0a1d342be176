package learn

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// printer writes an overlay.
type printer struct {
	*learner
	bytes.Buffer
	records     map[string]*place // in the responses, and refined ones
	choices     map[string]*place // enums and unions
	underscores bool              // in the name of a type
}

func (p *printer) line(indent int, format string, args ...any) {
	fmt.Fprintf(p, strings.Repeat("  ", indent)+format+"\n", args...)
}

// print returns the text of the overlay of gaps.
func (l *learner) print(refined []*gap) []byte {
	p := &printer{learner: l, records: map[string]*place{}, choices: map[string]*place{}}
	responses := p.collect(refined)
	p.types("enums", p.choices, func(d *place) bool { return d.kind == catalog.String }, p.enum)
	p.types("records", p.records, func(d *place) bool { return len(d.members()) > 0 || d.gaps != nil }, p.record)
	p.types("unions", p.choices, func(d *place) bool { return d.kind == catalog.Record }, p.union)
	p.operations(responses)
	start := header
	if p.underscores {
		start += "# lint:file-ignore type-name-style underscores separate the places in a name\n"
	}
	return append([]byte(start+"\noverlay: 1\n"), p.Bytes()...)
}

// collect collects the types to write, and returns the gaps of each operation.
func (p *printer) collect(refined []*gap) map[*catalog.Operation][]*gap {
	responses := map[*catalog.Operation][]*gap{}
	for _, g := range refined {
		if g.unshown() && g.leaf.kind == catalog.Record { // its fields are those of the response
			p.addFieldTypes(g.leaf)
		} else {
			p.addTypes(g.leaf)
		}
		if g.op != nil {
			responses[g.op] = append(responses[g.op], g)
			continue
		}
		if p.records[g.record.Name] == nil {
			p.records[g.record.Name] = &place{name: g.record.Name}
		}
		p.records[g.record.Name].gaps = append(p.records[g.record.Name].gaps, g)
	}
	return responses
}

// operations writes the operations by area.
func (p *printer) operations(responses map[*catalog.Operation][]*gap) {
	var area *catalog.Area
	for op := range p.catalog.Operations() {
		gaps := responses[op]
		if gaps == nil {
			continue
		}
		if area == nil {
			p.line(0, "\nareas:")
		}
		if op.Area != area {
			area = op.Area
			p.line(1, "%s:", yamldoc.BlockScalar(area.Name))
			p.line(2, "operations:")
		}
		p.line(3, "%s:", yamldoc.BlockScalar(op.Name))
		p.line(4, "response:")
		if gaps[0].field.Whole {
			p.wholeResponse(gaps[0])
		} else {
			p.refinements(5, gaps)
		}
	}
}

// addTypes adds the types in a place to those to write.
func (p *printer) addTypes(at *place) {
	switch at.kind {
	case catalog.Array, catalog.Map:
		if at.elem.itemType() != "unspecified" {
			p.addTypes(at.elem)
		}
	case catalog.String:
		if at.name != "" && p.choices[at.name] == nil {
			p.choices[at.name] = at
		}
	case catalog.Record:
		of := at
		if at.group != nil {
			of = at.group
		}
		if at.isEmpty() || p.records[of.name] != nil {
			return
		}
		p.records[of.name] = of
		if of.union != "" {
			p.choices[of.name] = of
		}
		p.addFieldTypes(of)
	}
}

func (p *printer) addFieldTypes(of *place) {
	for _, f := range of.fields {
		p.addTypes(f.place)
	}
}

// types writes the definitions of a kind, by their names.
func (p *printer) types(key string, all map[string]*place, which func(*place) bool, write func(*place)) {
	title := "\n" + key + ":\n"
	for _, name := range slices.Sorted(maps.Keys(all)) {
		d := all[name]
		if !which(d) {
			continue
		}
		p.WriteString(title)
		title = ""
		write(d)
	}
}

// members returns the fields of a record, without the tag of a union.
func (p *place) members() []*field {
	return slices.DeleteFunc(slices.Clone(p.fields), func(f *field) bool { return f.key == p.union && p.union != "" })
}

// definedName returns the name of the record of a type; a union has one for its fields.
func (p *place) definedName() string {
	if p.union != "" {
		return p.name + "_Fields"
	}
	return p.name
}

// description returns the description of a type: where it was seen.
func (p *place) description() string {
	more := ""
	places := slices.DeleteFunc(slices.Clone(p.at[1:]), inRecord)
	if n := len(places); n > 0 && !inRecord(p.at[0]) {
		more = fmt.Sprintf(" and in %s more", wording.Count(n, "place"))
	}
	return yamldoc.BlockScalar("What was seen at " + wording.OneLine(p.at[0]) + more + ".")
}

// begin begins the definition of a type.
func (p *printer) begin(d *place, name string) {
	p.underscores = p.underscores || strings.Contains(name, "_")
	p.line(1, "%s:", name)
	p.line(2, "description: %s", d.description())
}

func (p *printer) record(d *place) {
	if d.gaps != nil {
		p.line(1, "%s:", d.name)
		p.refinements(2, d.gaps)
		return
	}
	p.begin(d, d.definedName())
	p.line(2, "assumed: %s", yamldoc.BlockScalar("seen "+wording.Count(d.shape.Object, "time")+p.lastMonth(d.at)))
	p.line(2, "fields:")
	p.fields(3, d, "objects", d.shape.Object)
}

// lastMonth returns the month of the last recording of places.
func (l *learner) lastMonth(at []string) string {
	_, month := l.mostRequests(at)
	if month != "" {
		month = ", " + month
	}
	return month
}

// fields writes the members of a record, each with the number of objects or responses that
// have it.
func (p *printer) fields(indent int, of *place, what string, all int) {
	for _, f := range of.members() {
		p.field(indent, f, f.typeName(), p.evidence(f, what, all), &catalog.Field{Type: new(catalog.Type)})
	}
}

// field writes a member. The catalog shows the keys of shown.
func (p *printer) field(indent int, f *field, typ, seen string, shown *catalog.Field) {
	keys := []string{"type: " + typ}
	if f.shape.Null > 0 && !shown.Required && !shown.Type.Nullable {
		keys = append(keys, "nullable: true")
	}
	if format := f.format(); format != "" {
		keys = append(keys, "format: "+format)
	}
	if f.sensitive && !shown.Sensitive {
		keys = append(keys, "sensitive: true")
	}
	if f.goName != "" {
		keys = append(keys, "go: {name: "+yamldoc.Scalar(f.goName)+"}")
	}
	comment := p.lintComment(f)
	if shown.Assumed == "" {
		keys = append(keys, "assumed: "+yamldoc.Scalar(seen))
	} else {
		comment = " # " + seen // the evidence of the catalog stays
	}
	p.line(indent, "%s: {%s}%s", yamldoc.BlockScalar(f.key), strings.Join(keys, ", "), comment)
}

// evidence says how many of the objects or responses have a member.
func (p *printer) evidence(f *field, what string, all int) string {
	seen := fmt.Sprintf("seen in %d of %d %s", f.shape.Seen, all, what)
	switch {
	case f.alwaysNull() && f.shape.Null > 0:
		seen += ", always null"
	case f.shape.Null > 0:
		seen += fmt.Sprintf(", null in %d", f.shape.Null)
	}
	return seen + p.lastMonth(f.at)
}

// lintComment returns a comment that keeps lint from reporting a decided member.
func (p *printer) lintComment(f *field) string {
	if said := p.decided.sensitive(f.at); said == nil || *said || !f.looksPersonal(f.key) {
		return ""
	}
	reason := firstDecision(p.decided, f.at, func(d *decision) string { return d.reason })
	return " # lint:ignore likely-sensitive " + wording.OneLine(cmp.Or(reason, DecisionsName+" says so"))
}

func (p *printer) enum(d *place) {
	p.begin(d, d.name)
	p.line(2, "open: true")
	p.line(2, "values:")
	for _, v := range p.options(d.name) {
		p.choice(v, "")
	}
}

func (p *printer) union(d *place) {
	p.begin(d, d.name)
	p.line(2, "by: %s", yamldoc.BlockScalar(d.union))
	p.line(2, "open: true")
	p.line(2, "of:")
	of := ""
	if len(d.members()) > 0 {
		of = d.definedName()
	}
	for _, v := range p.options(d.name) {
		p.choice(v, of)
	}
}

// choice writes a value of an enum, or a variant with its record.
func (p *printer) choice(v option, of string) {
	value := of
	if v.goName != "" {
		value = "{go: {name: " + v.goName + "}}"
		if of != "" {
			value = "{record: " + of + ", go: {name: " + v.goName + "}}"
		}
	}
	p.line(3, "%s", strings.TrimSuffix(yamldoc.BlockScalar(v.value)+": "+value, " "))
}
