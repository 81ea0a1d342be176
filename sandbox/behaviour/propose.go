package behaviour

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// verbWords are the words with which names of operations begin, with what the operation
// probably does.
var verbWords = map[string]Verb{
	"create": Create, "add": Create, "new": Create, "save": Create, "insert": Create, "make": Create, "register": Create,
	"get": Read, "find": Read, "read": Read, "retrieve": Read, "fetch": Read, "show": Read, "check": Read, "describe": Read,
	"info": Read, "view": Read, "lookup": Read,
	"list": List, "search": List, "query": List, "export": List, "count": List,
	"update": Update, "modify": Update, "patch": Update, "change": Update, "edit": Update, "set": Update, "put": Update,
	"delete": Delete, "remove": Delete, "drop": Delete,
	"copy": Copy, "clone": Copy, "duplicate": Copy,
}

// many are words that say of how many things a name is.
var many = []string{"all", "batch", "bulk"}

// paging are names of fields that page and order lists, where the catalog does not say so.
var paging = []string{"page", "page_number", "page_size", "per_page", "limit", "offset", "cursor", "sort", "direction"}

// after are the words that end what a name is about: "get_contact_by_agency".
var after = []string{"by", "for", "from", "to", "with", "of", "in", "on"}

// Propose returns the line that would have to be written for an operation without an
// entry, guessed from the names of the operation and of its fields, and the kind that
// has to be added for it, "" if the file has it. The line has no problems.
func (b *Behaviour) Propose(op *catalog.Operation) (line, kind string) {
	p := b.about(op)
	line, idle := p.line()
	if p.known || idle {
		return line, ""
	}
	return line, p.name
}

// about says what an operation probably does, and with documents of which kind.
func (b *Behaviour) about(op *catalog.Operation) *proposal {
	if begun := continued(op); begun != nil && continued(begun) == nil { // not in a circle
		p := b.about(begun)
		p.op = op
		return p
	}
	p := &proposal{op: op, places: places{}, verb: Update}
	words := slices.DeleteFunc(lower(op.Name), func(w string) bool { return slices.Contains(many, w) })
	if op.Effect == catalog.Read {
		p.verb = Read
	}
	if len(words) > 0 {
		verb, known := verbWords[words[0]]
		if known {
			p.verb = verb
		}
		if known || p.verb == Update { // "assign_policy_contact" is about a policy contact
			words = words[1:]
		}
	}
	if i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(after, w) }); i >= 0 {
		words = words[:i]
	}
	several := response(op).holds() == aList
	if last := len(words) - 1; last >= 0 {
		several = several || singular(words[last]) != words[last]
	} else {
		words = lower(op.Area.Name)
	}
	if p.verb == Read && several {
		p.verb = List
	}
	words[len(words)-1] = singular(words[len(words)-1])
	if !name.MatchString(strings.Join(words, "_")) {
		words = []string{"document"}
	}
	p.name, p.kind = strings.Join(words, "_"), &Kind{ID: "/id"}
	for i := range words { // "quote_wizard_flow" may be the kind "flow"
		at := slices.IndexFunc(b.Kinds, func(k *Kind) bool { return k.Name == strings.Join(words[i:], "_") })
		if at >= 0 {
			p.kind, p.known = b.Kinds[at], true
			p.name = p.kind.Name
			break
		}
	}
	return p
}

// lower returns the words of a name, in small letters. There is at least one.
func lower(name string) []string {
	var spaced strings.Builder
	before := ' '
	for _, c := range name {
		if unicode.IsUpper(c) && unicode.IsLower(before) {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(unicode.ToLower(c))
		before = c
	}
	words := strings.FieldsFunc(spaced.String(), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	if len(words) == 0 {
		words = []string{"document"}
	}
	return words
}

// proposal is a line in the making.
type proposal struct {
	op     *catalog.Operation
	places places
	verb   Verb
	kind   *Kind
	name   string   // of the kind
	known  bool     // the file has the kind
	set    string   // members that what is created gets, as they are written
	parts  []string // of the line
}

func (p *proposal) add(key, value string) { p.parts = append(p.parts, key+": "+value) }

// line writes the line. It says whether that is of an operation that does nothing.
func (p *proposal) line() (line string, idle bool) {
	switch p.verb {
	case Create:
		p.parents()
		if p.set != "" {
			p.add("set", "{"+p.set+"}")
		}
	case List:
		p.filters()
	default:
		p.by()
	}
	switch to := response(p.op); {
	case p.parts != nil || p.verb == Create || p.verb == Read || p.verb == List:
		p.parts = append([]string{string(p.verb) + ": " + p.name}, p.parts...)
	case !p.op.Response.Shown || to.holds() == "" || to.shape != nil && !slices.ContainsFunc(to.shape.Fields, func(f *catalog.Field) bool { return f.Required }):
		idle = true // rather than to take all documents
		if p.parts = []string{"class: canned"}; !p.op.Response.Nothing {
			p.parts = append(p.parts, "answer: none")
		}
	default:
		p.verb, p.parts = Read, []string{"read: " + p.name}
	}
	if !idle {
		p.answer()
	}
	return yamldoc.Scalar(p.op.String()) + ": {" + strings.Join(p.parts, ", ") + "}", idle
}

// parents gives what is created its parents.
func (p *proposal) parents() {
	var parents []string
	for _, parent := range p.kind.parentNames() {
		value := "$caller"
		if f := p.field(parent+"_id", p.kind.Parents[parent].Name+"_id"); f != nil {
			value = pointerTo(f)
		}
		parents = append(parents, parent+": "+value)
	}
	if parents != nil {
		p.add("parent", "{"+strings.Join(parents, ", ")+"}")
	}
}

// most is the number of fields by which a proposal lists documents.
const most = 5

// filters lists by the fields that can be compared and do not page.
func (p *proposal) filters() {
	var by []string
	for _, f := range p.op.Request.Fields {
		pages := slices.Contains(paging, spelled(f))
		if by := Pagination(p.op); by != nil {
			pages = slices.Contains(by.Fields(), f)
		}
		twice := func(other string) bool { return strings.HasPrefix(other, p.at(f)+": ") }
		if comparable(f) && !pages && len(by) < most && !slices.ContainsFunc(by, twice) {
			by = append(by, p.at(f)+": "+pointerTo(f))
		}
	}
	if by != nil {
		p.add("by", "{"+strings.Join(by, ", ")+"}")
	}
}

// at writes the pointer of the member that is compared with a field: the id, if that is
// written nearly so.
func (p *proposal) at(f *catalog.Field) string {
	if wording.Closest(f.Name, []string{strings.TrimPrefix(p.kind.ID, "/")}) != "" {
		return yamldoc.Scalar(p.kind.ID)
	}
	return pointerTo(f)
}

// by finds a document: by its id, in the request or in an object of it, by each of
// several ids, or by what else can be compared.
func (p *proposal) by() {
	id, words := yamldoc.Scalar(p.kind.ID), strings.Split(p.name, "_")
	match := func(f *catalog.Field) string { return "{" + p.at(f) + ": " + pointerTo(f) + "}" }
	last := words[len(words)-1]
	if f := p.field(p.name+"_id", "id", last+"_id", p.name, last); f != nil {
		p.add("by", "{"+id+": "+pointerTo(f)+"}")
		p.merge("$request")
		return
	}
	for _, f := range p.op.Request.Fields {
		if f.Type.Kind != catalog.Record {
			continue
		}
		if inner := p.places.field(f.Type.Record, "id"); inner != nil && comparable(inner) {
			p.add("by", "{"+id+": "+yamldoc.Scalar(pointer(f.Name, "id"))+"}")
			p.merge(pointerTo(f))
			return
		}
	}
	for _, f := range p.op.Request.Fields {
		if f.Type.Kind == catalog.Array && strings.HasSuffix(strings.ToLower(f.Name), "ids") && isScalar(of(f.Type.Elem)) {
			p.add("each", pointerTo(f))
			p.add("by", "{"+id+": $item}")
			p.merge("$request")
			return
		}
	}
	var found []string
	for _, f := range p.op.Request.Fields {
		if comparable(f) && (f.Required || strings.HasSuffix(spelled(f), "_id")) {
			found = append(found, match(f))
			break
		}
	}
	for _, r := range plan.Request(p.op).Rules { // one of several is given
		if r.NeedsOne() {
			found = nil
			for _, f := range r.Fields {
				if comparable(f) {
					found = append(found, match(f))
				}
			}
			break
		}
	}
	switch len(found) {
	case 0:
		return
	case 1:
		p.add("by", found[0])
	default:
		p.add("by", "["+strings.Join(found, ", ")+"]")
	}
	p.merge("$request")
}

// answer makes a response of what is found or made, if that is none.
func (p *proposal) answer() {
	found, to := anObject, response(p.op)
	if p.verb == List || slices.ContainsFunc(p.parts, func(part string) bool { return strings.HasPrefix(part, "each: ") }) {
		found = aList
	}
	around := p.around()
	lacks := p.verb == Create && to.shape != nil && slices.ContainsFunc(to.shape.Fields, p.lacks)
	if p.op.Response.Nothing || answersByDefault(p.op, found) && !lacks && (around == nil || found == aList) && p.document().union == nil {
		return
	}
	switch held := to.holds(); {
	case p.document().union != nil: // whose tag documents have not
		p.add("answer", sampled(p.op))
	case held == aList:
		p.add("answer", "[$result]")
	case held == aBool:
		p.add("answer", "{$exists: true}")
	case held == anInteger || held == aNumber:
		p.add("answer", "{$count: true}")
	case !p.op.Response.Shown: // an object of members that nobody knows
		p.add("answer", "none")
	case found == aList && to.shape == nil:
		p.add("answer", p.made(p.op.Response.Whole, found))
	case held == aString || to.shape == nil:
		p.add("answer", yamldoc.Scalar(p.kind.ID))
	default:
		var members []string
		listed := false
		for _, f := range to.shape.Fields {
			switch {
			case p.verb == List && ofPage(p.op, f):
			case f.Type.Kind == catalog.Array && found == aList && !listed:
				members, listed = append(members, yamldoc.Scalar(f.Name)+": [$result]"), true
			case f == around && found == anObject && (p.verb != Create || !slices.ContainsFunc(f.Type.Record.Fields, p.lacks)):
				members = append(members, yamldoc.Scalar(f.Name)+": $result")
			case f.Required && (found == aList || around != nil || p.verb == Create && p.lacks(f)):
				members = append(members, yamldoc.Scalar(f.Name)+": "+p.made(f, found))
			case f.Required:
				members = append(members, yamldoc.Scalar(f.Name)+": "+pointerTo(f))
			}
		}
		p.add("answer", "{"+strings.Join(members, ", ")+"}")
	}
}

// lacks tells whether a response requires a member that what is created may not have.
func (p *proposal) lacks(f *catalog.Field) bool {
	m, ok := p.places.member(place{shape: p.op.Request}, f.Name)
	return f.Required && !p.kind.fills(pointer(f.Name)) && !(ok && ofField(f).takes(m))
}

// around returns the member of the response that the document is in, by its name. It is nil
// if the document is the response.
func (p *proposal) around() *catalog.Field {
	if shape := response(p.op).shape; shape != nil {
		for _, f := range shape.Fields {
			if f.Type.Kind == catalog.Record && slices.Contains([]string{"data", "result", p.name}, spelled(f)) {
				return f
			}
		}
	}
	return nil
}

// document returns the place of a document in the response.
func (p *proposal) document() place {
	of := response(p.op)
	switch around := p.around(); {
	case p.verb == List && of.holds() == aList:
		return elem(of)
	case p.verb == List && of.shape != nil:
		i := slices.IndexFunc(of.shape.Fields, func(f *catalog.Field) bool { return f.Type.Kind == catalog.Array })
		if i < 0 {
			return place{}
		}
		return elem(ofField(of.shape.Fields[i]))
	case around != nil:
		return ofField(around)
	}
	return of
}

// made returns a value for a member that a response always has, and documents have not: the
// id, how many there are, or any that the catalog allows.
func (p *proposal) made(f *catalog.Field, found string) string {
	var value json.RawMessage
	if r, ok := sample.Answer(p.op, sample.Minimal); ok {
		if value = json.RawMessage(r.JSON()); !f.Whole {
			value = member(value, f.Name)
		}
	}
	return p.like(f, found, value)
}

// like returns a value for a member, like one that the catalog allows, which may be nil.
func (p *proposal) like(f *catalog.Field, found string, value json.RawMessage) string {
	switch held := ofField(f).holds(); {
	case found == aList && (held == anInteger || held == aNumber):
		return "{$count: true}"
	case found == aList && held == aBool:
		return "{$exists: true}"
	case found == anObject && held == aString && f.Enum == nil && strings.HasSuffix(strings.ToLower(f.Name), "id"):
		return yamldoc.Scalar(p.kind.ID)
	case found == anObject && f == p.around():
		var members []string
		for _, inner := range f.Type.Record.Fields {
			if inner.Required {
				members = append(members, yamldoc.Scalar(inner.Name)+": "+p.like(inner, found, member(value, inner.Name)))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	}
	if value == nil {
		return pointerTo(f)
	}
	return constant(value)
}

// constant writes a value that stands for itself.
func constant(value json.RawMessage) string {
	var text bytes.Buffer
	json.Compact(&text, value) // what a sample has written is JSON
	if strings.ContainsAny(text.String(), "/$[") {
		return "{" + constantKey + ": " + text.String() + "}"
	}
	return text.String()
}

// member returns the value of a member of an object, nil if there is none.
func member(object json.RawMessage, name string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	return members[name]
}

func (p *proposal) merge(value string) {
	if p.verb == Update {
		p.add("merge", value)
	}
}

// field returns the first field of the request that has one of the names, however they
// are spelled, and can be compared, nil if there is none.
func (p *proposal) field(names ...string) *catalog.Field {
	for _, name := range names {
		for _, f := range p.op.Request.Fields {
			if spelled(f) == name && comparable(f) {
				return f
			}
		}
	}
	return nil
}

// spelled is the name of a field in small letters with underscores: claim_id for claimID.
func spelled(f *catalog.Field) string { return strings.Join(lower(f.Name), "_") }

// comparable tells whether documents can be found by what a field holds.
func comparable(f *catalog.Field) bool { return isScalar(ofField(f)) }

func isScalar(p place) bool {
	held := cmp.Or(p.holds(), aString)
	return held != aList && held != anObject
}

// pointer returns the JSON pointer of names.
func pointer(names ...string) string {
	text := ""
	for _, name := range names {
		text += "/" + jsonpointer.Escape(name)
	}
	return text
}

// pointerTo writes the pointer of a field of the request.
func pointerTo(f *catalog.Field) string { return yamldoc.Scalar(pointer(f.Name)) }
