package behavior

import (
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// responseOf returns the place of the response. A response that the catalog does not show can
// be anything, or an object if the envelope contains its members.
func responseOf(op *catalog.Operation) place {
	switch {
	case op == nil:
		return place{}
	case !op.Response.Shown && op.Envelope != nil && op.Envelope.Data == "":
		return placeOf(&catalog.Type{Kind: catalog.Object})
	case !op.Response.Shown:
		return place{}
	case op.Response.Whole != nil:
		return ofField(op.Response.Whole)
	}
	return ofShape(op.Response.Shape)
}

// carriesNothing reports whether the catalog says that the response is empty.
func carriesNothing(op *catalog.Operation) bool { return op != nil && op.Response.Nothing }

// The keys of templates for the documents of a result.
const (
	groupKey, ofKey = "$group", "$of"
	distinctKey     = "$distinct"
	existsKey       = "$exists"
	countKey        = "$count"
)

// templateReader reads a template.
type templateReader struct {
	*opReader
	canned bool  // no result
	one    bool  // the result is one document
	last   *Step // the step with the result, nil if there is none
}

// response reads the response of an operation.
func (a *opReader) response(n *yamldoc.Node, op *Operation) *Template {
	none := n.Kind == yamldoc.String && n.Text == "none"
	switch p := responseOf(a.op); {
	case carriesNothing(a.op) && !none:
		a.report(UnfitResponse, n, `"response": the response of the operation is empty; delete the key`)
		return nil
	case none:
		a.required(n, p, false)
		if p.shape() == nil && p.typeName() != "" && a.op.Response.Shown {
			a.report(UnfitResponse, n, `"response": expected %s, found none`, p.typeName())
		}
		return &Template{Nothing: true}
	}
	a.item = nil
	r := &templateReader{opReader: a, canned: op.Class == Canned}
	if last := len(op.Steps) - 1; last >= 0 {
		r.last = op.Steps[last]
	}
	return r.template(n, responseOf(a.op))
}

// defaultResponse returns the response of an operation that does not define one: nothing if the
// catalog declares that, or else the result of the last step, where a list becomes the items of its
// page, or the only array of the response.
func (a *opReader) defaultResponse(at *yamldoc.Node, steps []*Step) *yamldoc.Node {
	n := *at
	switch n.Kind, n.Text = yamldoc.String, "$result"; {
	case a.op.Response.Nothing:
		n.Text = "none"
	case len(steps) == 0 || steps[len(steps)-1].Kind == nil:
		return nil
	case steps[len(steps)-1].resultType() == aList:
		document := n
		n.Kind, n.Items = yamldoc.List, []*yamldoc.Node{&document}
		names, _ := tokens(itemsAt(a.op))
		for _, name := range slices.Backward(names) {
			key, value := *at, n
			key.Text = name
			n = *at
			n.Kind, n.Entries = yamldoc.Map, []yamldoc.Entry{{Key: &key, Value: &value}}
		}
	}
	return &n
}

// resultType names the type of what a step finds or makes.
func (s *Step) resultType() string {
	if s.Verb == List || s.Each != nil {
		return aList
	}
	return anObject
}

// itemsAt returns the pointer of the list in a response: the items of a page, or the only array.
// It is "" if there is none, or if the list is the response.
func itemsAt(op *catalog.Operation) string {
	if by := Pagination(op); by != nil && by.At != nil && !by.At.Beside {
		return ResponsePointer(op, by.At)
	}
	arrays := slices.DeleteFunc(slices.Clone(op.Response.Fields), func(f *catalog.Field) bool { return f.Type.Kind != catalog.Array })
	if op.Response.Whole != nil || !op.Response.Shown || len(arrays) != 1 {
		return ""
	}
	return pointer(arrays[0].Name)
}

// ResponsePointer returns the pointer of a place in a response, without its envelope.
func ResponsePointer(op *catalog.Operation, p *catalog.Place) string {
	if e := op.Envelope; e != nil && e.Data != "" {
		return strings.TrimPrefix(p.Pointer, pointer(e.Data))
	}
	return p.Pointer
}

// ofPage reports whether a page adds a member to the response: the next cursor, or whether
// there are more pages.
func ofPage(op *catalog.Operation, f *catalog.Field) bool {
	by := Pagination(op)
	if by == nil || by.Next == nil {
		return false
	}
	return slices.ContainsFunc([]*catalog.Place{by.Next, by.More}, func(p *catalog.Place) bool {
		return p != nil && !p.Beside && len(p.Fields) > 0 && p.Fields[0].Name == f.Name
	})
}

// Pagination returns the pagination of an operation, or of the one that it continues, whose
// response has the same places. It is nil without pagination.
func Pagination(op *catalog.Operation) *catalog.Pagination {
	if op.Pagination != nil {
		return op.Pagination
	}
	for _, begun := range op.Area.Operations {
		if begun.Pagination != nil && begun.Pagination.Continue == op {
			by := *begun.Pagination
			by.Continue, by.At = nil, by.ThenAt
			return &by
		}
	}
	return nil
}

// template reads the template of a place.
func (a *templateReader) template(n *yamldoc.Node, p place) *Template {
	switch n.Kind {
	case yamldoc.Map:
		for _, e := range n.Entries {
			if strings.HasPrefix(e.Key.Text, "$") && !slices.Contains(p.names(), e.Key.Text) {
				return a.form(n, e, p)
			}
		}
		return a.object(n, p)
	case yamldoc.List:
		return a.list(n, p)
	}
	return a.single(n, p)
}

// single reads a value.
func (a *templateReader) single(n *yamldoc.Node, p place) *Template {
	g := a.value(n, inResponse)
	if g.Source == Result && !g.bad && a.canned {
		a.requireResult(n, wording.Quote(n.Text))
	}
	a.checkFit(g, p, inResponse, UnfitResponse, "the response")
	if g.Source == Result && !g.bad && a.last != nil {
		a.result(g, p)
	}
	return &Template{Value: &g.Value}
}

// result checks a value from what the last step gives, which is a list or a document.
func (a *templateReader) result(g operand, p place) {
	gives := a.last.resultType()
	if a.one {
		gives = anObject
	}
	if gives == anObject {
		a.recordShow(g, p)
	}
	if names, _ := tokens(g.Pointer); len(names) == 0 {
		a.expectAt(g.node, p, gives)
	} else if _, err := strconv.Atoi(names[0]); err != nil && gives == aList && a.last.When == nil { // with "when", an earlier step may give the result
		a.report(UnknownMember, g.node, `"response": the last step gives a list, which has no member %s; write [%s] for the member of each document`, wording.Quote(names[0]), wording.Clip(g.node.Text))
	}
}

// object reads an object, and checks its members.
func (a *templateReader) object(n *yamldoc.Node, p place) *Template {
	t := &Template{Object: []TemplateMember{}}
	a.expectAt(n, p, anObject)
	for _, e := range n.Entries {
		at, ok := place{}, true
		if p.typeName() == anObject {
			at, ok = p.member(e.Key.Text)
		}
		if !ok {
			a.report(UnknownMember, e.Key, `"response": the response has no member %s%s`, wording.Quote(e.Key.Text), a.OneOf(e.Key.Text, p.names))
		}
		t.Object = append(t.Object, TemplateMember{Name: e.Key.Text, Value: a.template(e.Value, at)})
	}
	a.required(n, p, a.last != nil && a.last.Verb == List && a.last.Each == nil)
	return t
}

// required reports required members of the response that an object lacks: of a record,
// except those that a page adds, and of a union the tag, or the members of the variant with
// the written tag.
func (a *opReader) required(n *yamldoc.Node, p place, paged bool) {
	if n.Partial {
		return
	}
	given := map[string]*yamldoc.Node{}
	for _, e := range n.Entries {
		given[e.Key.Text] = e.Value
	}
	var lacks []string
	shape := p.shape()
	if u := p.sentType().Union; u != nil {
		if tag := given[u.By]; tag == nil {
			lacks = append(lacks, u.By)
		} else if v := u.Variant(tag.Text); v != nil {
			shape = v.Record
		}
	}
	for i := 0; shape != nil && i < len(shape.Fields); i++ {
		f := shape.Fields[i]
		if f.Required && !(paged && ofPage(a.op, f)) && given[f.Name] == nil && len(lacks) < shown {
			lacks = append(lacks, f.Name)
		}
	}
	if lacks != nil {
		a.report(UnfitResponse, n, `"response": the response always has %s; add it`, wording.QuotedList(lacks, "and"))
	}
}

// list reads a list: a template for each document, or an empty list.
func (a *templateReader) list(n *yamldoc.Node, p place) *Template {
	if len(n.Items) == 0 {
		return a.single(n, p)
	}
	if len(n.Items) > 1 {
		a.report(MisplacedValue, n.Items[1], `"response": a list has one item, the template of each document; write {$constant: [...]} for a fixed list`)
		return nil
	}
	a.requireResult(n, "a list")
	a.expectAt(n, p, aList)
	return &Template{List: a.each(n.Items[0], elem(p))}
}

// each reads a template for one document.
func (a *templateReader) each(n *yamldoc.Node, p place) *Template {
	return (&templateReader{opReader: a.opReader, canned: a.canned, one: true, last: a.last}).template(n, p)
}

// elem returns the place of the items of a list or map.
func elem(p place) place {
	if t := p.sentType(); t.Elem != nil {
		return placeOf(t.Elem)
	}
	return place{}
}

// requireResult reports a template about documents in a canned operation or inside of the
// template of one document.
func (a *templateReader) requireResult(n *yamldoc.Node, what string) {
	switch {
	case a.canned:
		a.report(MisplacedValue, n, `"response": %s needs the result of a step, and a canned operation has none; write a constant, or "$request/..." for a member of the request`, what)
	case a.one:
		a.report(MisplacedValue, n, `"response": %s needs all documents, but a list has a template of one; move it out of the list`, what)
	}
}

// forms are the keys of a template that are not members of an object.
var forms = []string{constantKey, groupKey, ofKey, distinctKey, existsKey, countKey}

// form reads a map with a key that starts with $.
func (a *templateReader) form(n *yamldoc.Node, dollar yamldoc.Entry, p place) *Template {
	key, value := dollar.Key, dollar.Value
	if !slices.Contains(forms, key.Text) {
		a.report(yamldoc.UnknownKey, key, `"response": unknown key %s%s`, wording.Quote(key.Text), wording.OneOf(key.Text, forms))
		return nil
	}
	partner := map[string]string{groupKey: ofKey, ofKey: groupKey}[key.Text]
	for _, e := range n.Entries {
		if e.Key.Text != key.Text && e.Key.Text != partner {
			a.report(catalog.ConflictingKeys, e.Key, `"response": %s cannot be in a map with %s; delete one of them`, wording.Quote(e.Key.Text), wording.Quote(key.Text)).
				And(key, "the other one")
			return nil
		}
	}
	if key.Text == constantKey {
		return a.single(n, p)
	}
	a.requireResult(key, key.Text)
	switch key.Text {
	case groupKey, ofKey:
		return a.group(n, key, p)
	case distinctKey:
		a.expectAt(n, p, aList)
		return &Template{List: &Template{Value: a.documentValue(value, elem(p))}, Distinct: true}
	case existsKey:
		a.expectAt(n, p, aBool)
		yes := value.True()
		if value.Kind != yamldoc.Bool {
			a.reportType(value, a.scope, key.Text, "true or false")
		}
		return &Template{Exists: &yes}
	default:
		a.expectAt(n, p, anInteger)
		if !value.True() {
			a.reportType(value, a.scope, key.Text, "true")
		}
		return &Template{Count: true}
	}
}

// documentValue reads the pointer of a member of each document.
func (a *templateReader) documentValue(n *yamldoc.Node, p place) *Value {
	g := a.value(n, inResponse)
	if !g.bad && g.Source != Result {
		a.report(MisplacedValue, n, `"response": expected the pointer of a member of each document, found %s`, n.Shown())
	}
	a.recordShow(g, p)
	return &g.Value
}

// recordShow records that a response shows a member of a document.
func (a *templateReader) recordShow(g operand, p place) {
	if a.last != nil && g.Source == Result && !g.bad {
		a.uses = append(a.uses, use{a.last.Kind, g.Pointer, inResponse.key, g.node, a.scope})
		a.last.Kind.addShow(show{a.op, a.last, g.Pointer, p, g.node})
		if g.Pointer == "" {
			a.last.Kind.addDocument(p, nil)
		}
	}
}

// group reads {$group: ..., $of: ...}.
func (a *templateReader) group(n, key *yamldoc.Node, p place) *Template {
	t := &Template{}
	a.expectAt(n, p, anObject)
	lists := elem(p)
	if p.sentType().Elem != nil {
		a.expectAt(n, lists, aList)
	}
	for _, e := range n.Entries {
		switch e.Key.Text {
		case groupKey:
			t.Group = a.documentValue(e.Value, place{})
		case ofKey:
			t.Of = a.each(e.Value, elem(lists))
		}
	}
	if !n.Partial && (t.Group == nil || t.Of == nil) {
		a.report(yamldoc.MissingKey, key, `"response": %s and %s belong together; write {$group: /role, $of: /name}`, wording.Quote(groupKey), wording.Quote(ofKey))
	}
	return t
}

// expectAt reports a template of another type than the response.
func (a *opReader) expectAt(n *yamldoc.Node, p place, is string) {
	if to := p.typeName(); to != "" && to != is && !(to == aNumber && is == anInteger) {
		a.report(UnfitResponse, n, `"response": expected %s, as the response has it, found %s`, to, is)
	}
}
