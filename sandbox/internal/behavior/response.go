package behavior

import (
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A response is written as a template, which has the shape of what is sent. So it is read beside
// the place of the response in the catalog, level by level, and each difference is found where it
// is written: an unknown member, a missing one, a list in place of an object.
//
// In {contact: /id, phones: [/number]}, /id is read beside the place of the member contact, and
// /number beside that of the items of phones. Each pointer is also recorded as a member that the
// response shows, so that shown.go can compare it with the values that steps give to documents.

// The keys of templates for the documents of a result.
const (
	groupKey, ofKey = "$group", "$of"
	distinctKey     = "$distinct"
	existsKey       = "$exists"
	countKey        = "$count"
	funcKey         = "$func"
)

// forms are the keys of a template that are not members of an object.
var forms = []string{constantKey, groupKey, ofKey, distinctKey, existsKey, countKey, funcKey}

// templateReader reads a template beside the place of its response, and reports where they differ.
type templateReader struct {
	*valueReader
	canned bool  // no result
	one    bool  // the result is one document
	last   *Step // the step with the result, nil if there is none
}

// response reads the response of an operation.
func (v *valueReader) response(n *yamldoc.Node, op *Operation) *Template {
	p := responseOf(v.op)
	none := n.Kind == yamldoc.String && n.Text == "none"
	if none {
		v.checkMembers(n, p, false)
		if p.shape() == nil && p.typeName() != "" && v.op.Response.Shown {
			v.report(UnfitResponse, n, `"response": expected %s, found none`, p.typeName())
		}
		return &Template{Nothing: true}
	}
	if carriesNothing(v.op) {
		const text = `"response": the response of the operation is empty; delete the key`
		v.report(UnfitResponse, n, text)
		return nil
	}
	t := &templateReader{valueReader: v, canned: op.Class == Canned}
	if last := len(op.Steps) - 1; last >= 0 {
		t.last = op.Steps[last]
	}
	return t.template(n, p)
}

// defaultResponse returns the response of an operation that does not define one: nothing if the
// catalog declares that, or else the result of the last step, where a list becomes the items of its
// page, or the only array of the response.
func (v *valueReader) defaultResponse(at *yamldoc.Node, steps []*Step) *yamldoc.Node {
	n := *at
	n.Kind, n.Text = yamldoc.String, "$result"
	if v.op.Response.Nothing {
		n.Text = "none"
		return &n
	}
	if len(steps) == 0 || steps[len(steps)-1].Kind == nil {
		return nil
	}
	if !steps[len(steps)-1].givesList() {
		return &n
	}
	document := n
	n.Kind, n.Items = yamldoc.List, []*yamldoc.Node{&document}
	names, _ := tokens(itemsAt(v.op))
	for _, name := range slices.Backward(names) {
		key, value := *at, n
		key.Text = name
		n = *at
		n.Kind, n.Entries = yamldoc.Map, []yamldoc.Entry{{Key: &key, Value: &value}}
	}
	return &n
}

// template reads the template of a place.
func (t *templateReader) template(n *yamldoc.Node, p place) *Template {
	switch n.Kind {
	case yamldoc.Map:
		for _, e := range n.Entries {
			if strings.HasPrefix(e.Key.Text, "$") && !slices.Contains(p.names(), e.Key.Text) {
				return t.form(n, e, p)
			}
		}
		return t.object(n, p)
	case yamldoc.List:
		return t.list(n, p)
	}
	return t.single(n, p)
}

// single reads a value.
func (t *templateReader) single(n *yamldoc.Node, p place) *Template {
	g := t.value(n, inResponse)
	isResult := g.Source == Result && !g.bad
	if isResult && t.canned {
		t.requireResult(n, wording.Quote(n.Text))
	}
	t.checkFit(g, p, inResponse, UnfitResponse, "the response")
	if isResult && t.last != nil {
		t.result(g, p)
	}
	return &Template{Value: &g.Value}
}

// result checks a value from what the last step gives, which is a list or a document.
func (t *templateReader) result(g operand, p place) {
	fromList := t.last.givesList() && !t.one
	if !fromList {
		t.recordShow(g, p)
	}
	names, _ := tokens(g.Pointer)
	if len(names) == 0 {
		if fromList {
			t.expectAt(g.node, p, aList)
		} else {
			t.expectAt(g.node, p, anObject)
		}
		return
	}
	_, err := strconv.Atoi(names[0])
	isMember := err != nil
	if isMember && fromList && t.last.When == nil { // otherwise, an earlier step may give the result
		const form = `"response": the last step gives a list, which has no member %s; ` +
			`write [%s] for the member of each document`
		t.report(UnknownMember, g.node, form, wording.Quote(names[0]), wording.Clip(g.node.Text))
	}
}

// object reads an object, and checks its members.
func (t *templateReader) object(n *yamldoc.Node, p place) *Template {
	t.expectAt(n, p, anObject)
	template := &Template{Object: []TemplateMember{}}
	for _, e := range n.Entries {
		name := e.Key.Text
		member, ok := place{}, true
		if p.typeName() == anObject {
			member, ok = p.member(name)
		}
		if !ok {
			t.report(UnknownMember, e.Key, `"response": the response has no member %s%s`,
				wording.Quote(name), t.OneOf(name, p.names))
		}
		template.Object = append(template.Object, TemplateMember{name, t.template(e.Value, member)})
	}
	paged := t.last != nil && t.last.Verb == List && t.last.Each == nil
	t.checkMembers(n, p, paged)
	return template
}

// checkMembers reports required members of the response that an object lacks: of a record,
// except those that a page adds, and of a union the tag, or the members of the variant with
// the written tag.
func (v *valueReader) checkMembers(n *yamldoc.Node, p place, paged bool) {
	if n.Partial {
		return
	}
	written := map[string]*yamldoc.Node{}
	for _, e := range n.Entries {
		written[e.Key.Text] = e.Value
	}
	absent := v.absentMembers(written, p, paged)
	if absent != nil {
		mentioned := absent[:min(len(absent), listed)]
		v.report(UnfitResponse, n, `"response": the response always has %s; add it`,
			wording.QuotedList(mentioned, "and"))
	}
}

// absentMembers returns the names of the members that checkMembers reports.
func (v *valueReader) absentMembers(
	written map[string]*yamldoc.Node, p place, paged bool,
) (absent []string) {
	shape := p.shape()
	if u := p.sentType().Union; u != nil {
		tag := written[u.By]
		if tag == nil {
			return []string{u.By}
		}
		if variant := u.Variant(tag.Text); variant != nil {
			shape = variant.Record
		}
	}
	if shape == nil {
		return nil
	}
	for _, f := range shape.Fields {
		isAdded := paged && ofPage(v.op, f)
		if f.Required && !isAdded && written[f.Name] == nil {
			absent = append(absent, f.Name)
		}
	}
	return absent
}

// list reads a list: a template for each document, or an empty list.
func (t *templateReader) list(n *yamldoc.Node, p place) *Template {
	if len(n.Items) == 0 {
		return t.single(n, p)
	}
	if len(n.Items) > 1 {
		const text = `"response": a list has one item, the template of each document; ` +
			`write {$constant: [...]} for a fixed list`
		t.report(MisplacedValue, n.Items[1], text)
		return nil
	}
	t.requireResult(n, "a list")
	t.expectAt(n, p, aList)
	return &Template{List: t.each(n.Items[0], p.elem())}
}

// each reads a template for one document. It is read apart, since only in it the result is one
// document.
func (t *templateReader) each(n *yamldoc.Node, p place) *Template {
	one := *t
	one.one = true
	return one.template(n, p)
}

// requireResult reports a template about documents in a canned operation or inside of the
// template of one document.
func (t *templateReader) requireResult(n *yamldoc.Node, what string) {
	switch {
	case t.canned:
		const form = `"response": %s needs the result of a step, and a canned operation has none; ` +
			`write a constant, or "$request/..." for a member of the request`
		t.report(MisplacedValue, n, form, what)
	case t.one:
		const form = `"response": %s needs all documents, but a list has a template of one; ` +
			`move it out of the list`
		t.report(MisplacedValue, n, form, what)
	}
}

// form reads a map with a key that starts with $.
func (t *templateReader) form(n *yamldoc.Node, dollar yamldoc.Entry, p place) *Template {
	key, value := dollar.Key, dollar.Value
	if !t.checkForm(n, key) {
		return nil
	}
	switch key.Text {
	case constantKey:
		return t.single(n, p)
	case funcKey:
		return t.call(key, value)
	}
	t.requireResult(key, key.Text)
	switch key.Text {
	case groupKey, ofKey:
		return t.group(n, key, p)
	case distinctKey:
		t.expectAt(n, p, aList)
		list := &Template{Value: t.documentValue(value, p.elem())}
		return &Template{List: list, Distinct: true}
	case existsKey:
		t.expectAt(n, p, aBool)
		if value.Kind != yamldoc.Bool {
			t.reportType(value, t.scope, key.Text, "true or false")
		}
		return &Template{Exists: new(value.True())}
	default:
		t.expectAt(n, p, anInteger)
		if !value.True() {
			t.reportType(value, t.scope, key.Text, "true")
		}
		return &Template{Count: true}
	}
}

// call reads {$func: name}. What a func returns is unknown, so only a call can show that it does not
// fit.
func (t *templateReader) call(key, value *yamldoc.Node) *Template {
	if t.canned {
		t.requireResult(key, key.Text)
	}
	if value.Kind != yamldoc.String || value.Text == "" {
		t.reportType(value, t.scope, key.Text, "the name of a func")
	}
	return &Template{Func: value.Text}
}

// checkForm reports an unknown key that starts with $, or keys that cannot be beside it, and
// returns whether the map can be read.
func (t *templateReader) checkForm(n, key *yamldoc.Node) bool {
	if !slices.Contains(forms, key.Text) {
		t.report(yamldoc.UnknownKey, key, `"response": unknown key %s%s`,
			wording.Quote(key.Text), wording.OneOf(key.Text, forms))
		return false
	}
	partner := map[string]string{groupKey: ofKey, ofKey: groupKey}[key.Text]
	for _, e := range n.Entries {
		if name := e.Key.Text; name != key.Text && name != partner {
			const form = `"response": %s cannot be in a map with %s; delete one of them`
			t.report(catalog.ConflictingKeys, e.Key, form, wording.Quote(name), wording.Quote(key.Text)).
				And(key, "the other one")
			return false
		}
	}
	return true
}

// documentValue reads the pointer of a member of each document.
func (t *templateReader) documentValue(n *yamldoc.Node, p place) *Value {
	g := t.value(n, inResponse)
	if !g.bad && g.Source != Result {
		const form = `"response": expected the pointer of a member of each document, found %s`
		t.report(MisplacedValue, n, form, n.Shown())
	}
	t.recordShow(g, p)
	return &g.Value
}

// recordShow records that a response shows a member of a document.
func (t *templateReader) recordShow(g operand, p place) {
	if t.last == nil || g.Source != Result || g.bad {
		return
	}
	kind := t.last.Kind
	t.uses = append(t.uses, use{kind, g.Pointer, inResponse.key, g.node, t.scope})
	kind.addShow(show{t.op, t.last, g.Pointer, p, g.node})
	if g.Pointer == "" {
		kind.addDocument(p, nil)
	}
}

// group reads {$group: ..., $of: ...}.
func (t *templateReader) group(n, key *yamldoc.Node, p place) *Template {
	t.expectAt(n, p, anObject)
	lists := p.elem()
	if p.sentType().Elem != nil {
		t.expectAt(n, lists, aList)
	}
	template := &Template{}
	for _, e := range n.Entries {
		switch e.Key.Text {
		case groupKey:
			template.Group = t.documentValue(e.Value, place{})
		case ofKey:
			template.Of = t.each(e.Value, lists.elem())
		}
	}
	if !n.Partial && (template.Group == nil || template.Of == nil) {
		const form = `"response": %s and %s belong together; write {$group: /role, $of: /name}`
		t.report(yamldoc.MissingKey, key, form, wording.Quote(groupKey), wording.Quote(ofKey))
	}
	return template
}

// expectAt reports a template of another type than the response.
func (v *valueReader) expectAt(n *yamldoc.Node, p place, actual string) {
	if to := p.typeName(); to != "" && !fitsName(to, actual) {
		v.report(UnfitResponse, n, `"response": expected %s, as the response has it, found %s`, to, actual)
	}
}
