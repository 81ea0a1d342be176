package importer

import (
	"strings"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// This file makes an operation of an endpoint: its texts, its effect, and the fields of its request.

// operation returns the operation for an endpoint, or nil if it cannot be expressed.
func (im *importer) operation(a *draft.Node, e *endpoint) *draft.Node {
	subject := a.Key + "." + e.name
	op := &draft.Node{
		Kind:    "operation",
		Key:     e.name,
		Value:   draft.Word("{}"),
		From:    origin.Places{e.post},
		Subject: subject,
		Remedy:  "describe it elsewhere, or give it another name in import.yaml",
	}
	op.Rename = func() { op.NextGoName(model.GoPart(op.Key)+"Operation", "Operation") }
	im.Named[e.post.Pointer()] = op
	summary := im.describe(op, e)
	if e.post.Is("deprecated") {
		op.Set("deprecated", draft.Word("{}"), e.post.Get("deprecated"))
	}
	if e.ownPath {
		op.Set("path", draft.Text(e.path))
	}
	setEffect(op, e, summary)
	isNull := im.OnlyNull(e.body)
	if e.body.OK() && !isNull {
		c := model.Context{Side: model.InRequest, Subject: subject, Name: model.GoPart(op.Key)}
		if !im.readBody(op, e.body, c) {
			return nil
		}
	}
	if e.key != "" {
		op.Set("idempotency", draft.Text(e.key), e.post)
	}
	switch {
	case op.IsOpen():
		op.Set("open", draft.Word("true"), e.body)
	case isNull:
		im.Settle(im.Deref(e.body, subject))
		op.Set("empty", draft.Word("null"), e.post)
	case !e.body.OK():
		op.Set("empty", draft.Word("none"), e.post)
	}
	for _, r := range op.Rules {
		own := *r // an included record shares its rules
		own.Subject = subject
		op.GetOrAdd("rules").Add(&own)
	}
	im.readResponse(op, e)
	return op
}

// describe sets the texts of an operation, and returns the summary. Those of the path count if the
// operation has none, and that of the body if there is no other description.
func (im *importer) describe(op *draft.Node, e *endpoint) (summary string) {
	described := e.post
	if described.Text("summary") == "" && described.Text("description") == "" {
		described = e.item
	}
	summary = strings.Join(strings.Fields(described.Text("summary")), " ")
	description := wording.Tidy(described.Text("description"))
	if description == summary {
		description = ""
	}
	const short = 120
	fits := len(description) < short && !strings.Contains(description, "\n")
	if summary == "" && fits {
		summary = description
		description = ""
	}
	op.Set("summary", draft.Text(summary))
	if description == "" {
		description = im.bodyDescription(e)
	}
	op.Set("description", draft.Text(description))
	return summary
}

// bodyDescription returns what the document says of the body of an endpoint, if anything.
func (im *importer) bodyDescription(e *endpoint) string {
	if !e.body.OK() {
		return ""
	}
	about := e.body.Text("description")
	if about == "" {
		about = im.Deref(e.post.Get("requestBody"), "").Text("description")
	}
	return wording.Tidy(about)
}

// setEffect sets the effect of an operation. Without an x-effect, one that sounds like reading reads,
// unless it takes an idempotency key.
func setEffect(op *draft.Node, e *endpoint, summary string) {
	effect := e.post.Text("x-effect")
	if effect != "" {
		if effect != "write" { // the default
			op.Set("effect", draft.Text(effect), e.post.Get("x-effect"))
		}
		return
	}
	agrees := summary == "" || lint.SoundsReadOnly(summary)
	if e.key == "" && agrees && lint.SoundsReadOnly(op.Key) {
		op.Set("effect", draft.Word("read"), e.post).Comment = "assumed: its name says so"
	}
}

// readBody reads a request into an operation, or a response, without the members of the envelope.
// It reports whether the body is an object with fields.
func (im *importer) readBody(n *draft.Node, p origin.Place, c model.Context, envelope ...string) bool {
	r, isReference := im.Reference(p, c)
	f := im.Flatten(c.Subject, p)
	where := model.NewValue(f).TypePlace().First()
	if isReference {
		f.From = r.Target
	}
	union := im.FindUnion(f, c)
	if im.MergeAlternatives(n, f, union, p, c) {
		return true
	}
	im.Infer(f, c.Subject)
	switch {
	case c.Side == model.InResponse && (union != nil || !f.IsRecord()):
		if whole := im.wholeType(p, f, union, c); whole != nil {
			setWhole(n, whole.Type, n.Parent.From.First()).Via = whole.Typed
		}
		return false
	case c.Side == model.InRequest && !f.IsObject():
		kind := "a value of any type"
		if len(f.Types) > 0 {
			kind = strings.Join(f.Types, " or ")
		}
		im.Remark(where, "type", c.Subject, "a body is an object, not "+kind,
			"describe the operation elsewhere")
		return false
	}
	im.loseNull(f.Null, f.Nullable(), c)
	isShared := isReference && im.References[r.Target.Node] > 1
	if isShared && envelope == nil && im.include(n, r.Target, r.Typed, c) {
		return true
	}
	im.removeEnvelope(f, envelope)
	im.Settle(f.Words.Of("description")...) // the operation or the response has it, unless it has its own
	if c.Side == model.InResponse && f.Extra.First().IsTrue() {
		im.Settle(f.Extra...) // clients ignore further members
	}
	im.ReadFields(n, f, c)
	isDescribed := len(f.Props) > 0 || f.Closed.OK() || envelope != nil
	n.SetOpen(!isDescribed)
	return true
}

// include makes a body include the record of a schema that others refer to, too. It reports false if the
// schema is no record.
func (im *importer) include(body *draft.Node, target origin.Place, typed origin.Places, c model.Context) bool {
	t := im.ReadComponent(target, c).Type
	if !t.Is("record") {
		return false
	}
	body.Set("include", t)
	body.Via = body.Via.And(typed...)
	body.SetOpen(t.Declared.IsOpen())
	body.Rules = t.Declared.Rules
	return true
}

// removeEnvelope removes the members of an envelope, if a body has one, next to its own.
func (im *importer) removeEnvelope(f *flat.Schema, envelope []string) {
	if envelope != nil {
		im.settleEnvelope(f)
	}
	for _, name := range envelope {
		im.Settle(f.Schemas[name]...)
		im.Settle(f.Required[name]...)
		f.RemoveProperty(name)
	}
}
