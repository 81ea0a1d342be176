package importer

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// httpMethods are the keys of a path that are methods.
var httpMethods = flat.SetOf("post get put delete options head patch trace query")

// endpoints returns the POSTs of JSON. All other operations are losses.
func (im *importer) endpoints() []*endpoint {
	var all []*endpoint
	for path, item := range im.Whole().Get("paths").Entries() {
		if strings.HasPrefix(path, "x-") {
			continue
		}
		item = im.Deref(item, path)
		for key, v := range item.Entries() {
			e := &endpoint{path: path, item: item, post: v}
			if httpMethods[key] {
				im.methods++
			}
			switch {
			case im.drop[v.Pointer()], im.drop[item.Pointer()]:
				im.Settle(v)
			case !httpMethods[key]:
			case key != "post":
				im.Lose(v, strings.ToUpper(key)+" "+path, "an operation is a POST of a JSON object", "describe it elsewhere")
			case im.readable(e):
				all = append(all, e)
			}
		}
	}
	return all
}

var parameter = regexp.MustCompile(`\{[^}]*\}`)

// readable reports whether an endpoint is a POST of a JSON object to a path without
// parameters. If not, it records a loss.
func (im *importer) readable(e *endpoint) bool {
	subject := "POST " + e.path
	lost := func(p origin.Place, reason string) bool {
		im.Lose(p, subject, reason, "describe the operation elsewhere")
		return false
	}
	if !e.post.IsMap() {
		return lost(e.post, "an operation is a map, not "+e.post.Node.Found())
	}
	if p := parameter.FindString(e.path); p != "" {
		return lost(e.post, "the format has no parameters in a path, such as "+wording.Quote(p))
	}
	body, ok := im.parameters(e, subject, lost)
	if !ok {
		return false
	}
	if body = cmp.Or(body, im.Deref(e.post.Get("requestBody"), subject)); !body.OK() {
		return true
	}
	schema, other := im.bodySchema(body, e, "consumes", subject)
	switch {
	case other.OK():
		return lost(other, "the body is not JSON")
	case !schema.OK():
		return lost(body, "a body is an object, not a value of any type")
	}
	e.body = schema
	return true
}

// parameters reads the parameters of an endpoint, and returns the one with the body, in Swagger
// 2.0. It reports whether calls work without the others.
func (im *importer) parameters(e *endpoint, subject string, lost func(origin.Place, string) bool) (body origin.Place, ok bool) {
	seen := map[string]bool{}
	for _, p := range append(e.post.Get("parameters").Items(), e.item.Get("parameters").Items()...) {
		if p = im.Deref(p, subject); !p.OK() || im.drop[p.Pointer()] {
			continue
		}
		name, in := p.Text("name"), p.Text("in")
		if seen[in+" "+name] {
			continue // the operation overrides the path
		}
		seen[in+" "+name] = true
		switch {
		case in == "body":
			body = p
		case in == "formData":
			return body, lost(p, "the body is a form, not JSON")
		case in == "header" && im.sentAnyway(strings.ToLower(name)):
		case in == "header" && keyNames[model.Squeeze(name)]:
			e.key = name
			if !p.Is("required") {
				im.Remark(p, "parameters", subject, "the key is optional in the document", "nothing; clients send one, and servers accept requests without it")
			}
		case in != "header" && in != "cookie" && (p.Is("required") || in == "path"):
			return body, lost(p, "the format has no parameters in the "+cmp.Or(in, "path")+", and "+wording.Quote(name)+" is required")
		default:
			im.LoseAs(p, "parameters", subject, "the format has no parameters in the "+in+", such as "+wording.Quote(name), "callers send it with a transport")
		}
	}
	return body, true
}

// operation returns the operation for an endpoint, or nil if it cannot be expressed.
func (im *importer) operation(a *draft.Node, e *endpoint) *draft.Node {
	subject := a.Key + "." + e.name
	op := &draft.Node{Kind: "operation", Key: e.name, Value: draft.Word("{}"), From: origin.Places{e.post}, Subject: subject,
		Remedy: "describe it elsewhere, or give it another name in import.yaml"}
	op.Rename = func() { op.NextGoName(model.GoPart(op.Key)+"Operation", "Operation") }
	summary, description := e.post.Text("summary"), e.post.Text("description")
	if summary == "" && description == "" { // of all operations of the path
		summary, description = e.item.Text("summary"), e.item.Text("description")
	}
	summary, description = strings.Join(strings.Fields(summary), " "), wording.Tidy(description)
	if description == summary {
		description = ""
	}
	if summary == "" && description != "" && !strings.Contains(description, "\n") && len(description) < 120 {
		summary, description = description, ""
	}
	op.Set("summary", draft.Text(summary))
	if description == "" {
		description = im.bodyDescription(e)
	}
	op.Set("description", draft.Text(description))
	if e.post.Is("deprecated") {
		op.Set("deprecated", draft.Word("{}"), e.post.Get("deprecated"))
	}
	if e.ownPath {
		op.Set("path", draft.Text(e.path))
	}
	im.Named[e.post.Pointer()] = op
	switch effect := e.post.Text("x-effect"); {
	case effect == "" && e.key == "" && lint.SoundsReadOnly(op.Key) && (summary == "" || lint.SoundsReadOnly(summary)):
		op.Set("effect", draft.Word("read"), e.post).Comment = "assumed: its name says so"
	case effect != "" && effect != "write": // the default
		op.Set("effect", draft.Text(effect), e.post.Get("x-effect"))
	}
	null := im.OnlyNull(e.body)
	if e.body.OK() && !null && !im.readBody(op, e.body, model.Context{Side: model.InRequest, Subject: subject, Name: model.GoPart(op.Key)}) {
		return nil
	}
	if e.key != "" {
		op.Set("idempotency", draft.Text(e.key), e.post)
	}
	switch {
	case op.IsOpen():
		op.Set("open", draft.Word("true"), e.body)
	case null:
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

// bodyDescription returns what the document says of the body of an endpoint, if anything.
func (im *importer) bodyDescription(e *endpoint) string {
	if !e.body.OK() {
		return ""
	}
	about := e.body.Text("description")
	if body := im.Deref(e.post.Get("requestBody"), ""); about == "" {
		about = body.Text("description")
	}
	return wording.Tidy(about)
}

// readBody reads a request into an operation, or a response, without the members of the envelope.
// It reports whether the body is an object with fields.
func (im *importer) readBody(n *draft.Node, p origin.Place, c model.Context, envelope ...string) bool {
	r, named := im.Reference(p, c)
	f := im.Flatten(c.Subject, p)
	where := model.NewValue(f).TypePlace().First()
	if named {
		f.From = r.Target
	}
	union := im.FindUnion(f, c)
	if im.MergeAlternatives(n, f, union, p, c) {
		return true
	}
	switch im.Infer(f, c.Subject); {
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
		im.Remark(where, "type", c.Subject, "a body is an object, not "+kind, "describe the operation elsewhere")
		return false
	}
	im.loseNull(f.Null, f.Nullable(), c)
	if named && im.References[r.Target.Node] > 1 && envelope == nil {
		if t := im.ReadComponent(r.Target, c).Type; t.Is("record") {
			n.Set("include", t)
			n.Via = n.Via.And(r.Typed...)
			n.SetOpen(t.Declared.IsOpen())
			n.Rules = t.Declared.Rules
			return true
		}
	}
	if envelope != nil {
		im.settleEnvelope(f)
	}
	for _, name := range envelope {
		im.Settle(f.Schemas[name]...)
		im.Settle(f.Required[name]...)
		f.RemoveProperty(name)
	}
	im.Settle(f.Words.Of("description")...) // the operation or the response has it, unless it has its own
	if c.Side == model.InResponse && f.Extra.First().IsTrue() {
		im.Settle(f.Extra...) // clients ignore further members
	}
	im.ReadFields(n, f, c)
	n.SetOpen(len(f.Props) == 0 && !f.Closed.OK() && envelope == nil) // members are not described
	return true
}

// wholeType returns the value of a response that is not an object with properties, or nil if its
// shape cannot be expressed.
func (im *importer) wholeType(p origin.Place, f *flat.Schema, union *model.Union, c model.Context) *model.Value {
	switch {
	case union == nil && f.Choices == nil && len(f.Types) != 1:
		im.Lose(p, c.Subject, "a response has one type", "its shape is not shown")
		return nil
	case f.Choices == nil && f.Has("null"):
		if im.envelope == nil {
			im.LoseAs(p, "type", c.Subject, "an empty response has status 204, not 200",
				"nothing for callers, who accept both; a generated server sends 204")
		}
		return &model.Value{Type: &draft.Type{Word: none}, Typed: f.Typed}
	}
	v := im.ReadSchema(c, p)
	im.LoseKeys(v, c, "a response that is not an object cannot have the keys of a field")
	im.loseNull(v.Null, v.Null.OK(), c)
	if v.Type.Word == "any" {
		return nil
	}
	return v
}

// none is the type of an empty response.
const none = "none"

// loseNull records the loss of null as a body.
func (im *importer) loseNull(from origin.Places, null bool, c model.Context) {
	for _, p := range from {
		if null {
			im.Settle(p)
			im.Remark(from.First(), "null", c.Subject, "a body cannot be null", "nothing, if null is never sent")
		}
	}
}

// readResponse reads the successful response of an operation and its failures.
func (im *importer) readResponse(op *draft.Node, e *endpoint) {
	responses, subject, success := e.post.Get("responses"), op.Subject, e.success
	if !success.OK() || len(responses.Node.Entries) > 1 {
		im.readFailures(op, responses)
	}
	if !success.OK() {
		return
	}
	r, schema := op.GetOrAdd("response"), e.response
	r.Short = []string{"type", "include"}
	about := wording.Tidy(success.Text("description"))
	if toolDescriptions[strings.ToLower(strings.Trim(about, ". "))] {
		about = wording.Tidy(schema.Text("description"))
	}
	r.Set("description", draft.Text(about))
	if !schema.OK() && e.empty {
		setWhole(r, &draft.Type{Word: none}, op.From.First())
	}
	if !schema.OK() || schema.Node.Kind == yamldoc.Map && len(schema.Node.Entries) == 0 {
		return
	}
	c, envelope := model.Context{Side: model.InResponse, Subject: subject + " response", Name: model.GoPart(op.Key)}, []string(nil)
	if e := im.envelope; e != nil {
		switch f := im.Flatten(c.Subject, schema); {
		case !e.isIn(f):
			op.Set("envelope", draft.Word("none"), schema)
		case e.data == "": // the members of the data are next to its own
			envelope = append(e.others, e.success)
		default:
			im.settleEnvelope(f)
			schema = im.unpack(e, f, c)
			r.Via = r.Via.And(schema)
		}
	}
	if schema.OK() && im.readBody(r, schema, c, envelope...) {
		if r.Drop("open"); r.Get("include") == nil {
			r.GetOrAdd("fields").Value = draft.Word("{}") // even if it has none
		}
	}
}

// setWhole sets the type of a response that is not an object with fields.
func setWhole(n *draft.Node, t *draft.Type, from origin.Place) *draft.Node {
	whole := n.Set("type", t, from)
	whole.Keyword, whole.Remedy = "responses", "its shape is not shown"
	return whole
}

// findSuccess sets the successful response of an endpoint: the one with the lowest status, a
// range like 2XX last. It is empty if it is the only one and has status 204.
func (im *importer) findSuccess(e *endpoint) {
	responses, subject, all := e.post.Get("responses"), e.area+"."+e.name, map[string]origin.Place{}
	for status, entry := range responses.Entries() {
		r := im.Deref(entry, subject)
		alone := status == "default" && len(responses.Node.Entries) == 1 && (r.Get("content").OK() || r.Get("schema").OK())
		if r.OK() && (strings.HasPrefix(status, "2") || alone) {
			all[status] = r
		}
	}
	for i, status := range slices.Sorted(maps.Keys(all)) {
		switch {
		case i > 0:
			im.LoseAs(all[status], "responses", subject, "an operation has one successful response, and status "+status+" is a second one", flat.Describe)
		case status > "200" && status < "2X" && status != "204":
			im.Remark(responses.Get(status), "responses", subject, "a successful response has status 200, not "+status,
				"nothing for callers, who accept both; a generated server sends 200")
			fallthrough
		default:
			e.success, e.empty = all[status], status == "204" && len(all) == 1
		}
	}
	var other origin.Place
	if e.response, other = im.bodySchema(e.success, e, "produces", subject); other.OK() {
		im.Lose(other, subject, "the response is not JSON", "its shape is not shown")
		im.Settle(e.success.Get("schema"))
	}
}

// bodySchema returns the schema of a request or a response, or else its media types if none is
// JSON. In Swagger 2.0, these are at a key of the operation or the document.
func (im *importer) bodySchema(p origin.Place, e *endpoint, key, subject string) (schema, other origin.Place) {
	content := p.Get("content")
	if schema = p.Get("schema"); schema.OK() {
		content = cmp.Or(e.post.Get(key), im.Whole().Get(key))
	}
	if !content.OK() || len(content.Node.Entries)+len(content.Node.Items) == 0 {
		return schema, origin.Place{}
	}
	media, ok := im.jsonMedia(content, subject)
	if !ok {
		return origin.Place{}, content
	}
	return cmp.Or(schema, media.Get("schema")), origin.Place{}
}

// toolDescriptions are descriptions that tools write.
var toolDescriptions = map[string]bool{
	"ok": true, "success": true, "successful response": true, "successful operation": true, "a successful response": true,
	"response": true, "the response": true, "default response": true, "": true,
}
