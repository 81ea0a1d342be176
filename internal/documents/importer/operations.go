package importer

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// httpMethods are the keys of a path that are methods.
var httpMethods = words("post get put delete options head patch trace query")

// endpoints returns the POSTs of JSON. All other operations are losses.
func (im *importer) endpoints() []*endpoint {
	var all []*endpoint
	for path, item := range im.whole().get("paths").entries() {
		if strings.HasPrefix(path, "x-") {
			continue
		}
		item = im.deref(item, path)
		for key, v := range item.entries() {
			e := &endpoint{path: path, item: item, post: v}
			if httpMethods[key] {
				im.methods++
			}
			switch {
			case im.decided.drop[v.pointer()], im.decided.drop[item.pointer()]:
				im.settle(v)
			case !httpMethods[key]:
			case key != "post":
				im.lose(v, strings.ToUpper(key)+" "+path, "an operation is a POST of a JSON object", "describe it elsewhere")
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
	lost := func(p place, reason string) bool {
		im.lose(p, subject, reason, "describe the operation elsewhere")
		return false
	}
	if !e.post.isMap() {
		return lost(e.post, "an operation is a map, not "+e.post.node.Found())
	}
	if p := parameter.FindString(e.path); p != "" {
		return lost(e.post, "the format has no parameters in a path, such as "+wording.Quote(p))
	}
	body, ok := im.parameters(e, subject, lost)
	if !ok {
		return false
	}
	if body = cmp.Or(body, im.deref(e.post.get("requestBody"), subject)); !body.ok() {
		return true
	}
	schema, other := im.bodySchema(body, e, "consumes", subject)
	switch {
	case other.ok():
		return lost(other, "the body is not JSON")
	case !schema.ok():
		return lost(body, "a body is an object, not a value of any type")
	}
	e.body = schema
	return true
}

// parameters reads the parameters of an endpoint, and returns the one with the body, in Swagger
// 2.0. It reports whether calls work without the others.
func (im *importer) parameters(e *endpoint, subject string, lost func(place, string) bool) (body place, ok bool) {
	seen := map[string]bool{}
	for _, p := range append(e.post.get("parameters").items(), e.item.get("parameters").items()...) {
		if p = im.deref(p, subject); !p.ok() || im.decided.drop[p.pointer()] {
			continue
		}
		name, in := p.text("name"), p.text("in")
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
		case in == "header" && keyNames[squeeze(name)]:
			e.key = name
			if !p.is("required") {
				im.remark(p, "parameters", subject, "the key is optional in the document", "nothing; clients send one, and servers accept requests without it")
			}
		case in != "header" && in != "cookie" && (p.is("required") || in == "path"):
			return body, lost(p, "the format has no parameters in the "+cmp.Or(in, "path")+", and "+wording.Quote(name)+" is required")
		default:
			im.loseAs(p, "parameters", subject, "the format has no parameters in the "+in+", such as "+wording.Quote(name), "callers send it with a transport")
		}
	}
	return body, true
}

// operation returns the operation for an endpoint, or nil if it cannot be expressed.
func (im *importer) operation(a *node, e *endpoint) *node {
	subject := a.key + "." + e.name
	op := &node{kind: "operation", key: e.name, value: word("{}"), from: places{e.post}, subject: subject,
		remedy: "describe it elsewhere, or give it another name in import.yaml"}
	op.rename = func() { op.nextGoName(goPart(op.key)+"Operation", "Operation") }
	summary, description := e.post.text("summary"), e.post.text("description")
	if summary == "" && description == "" { // of all operations of the path
		summary, description = e.item.text("summary"), e.item.text("description")
	}
	summary, description = strings.Join(strings.Fields(summary), " "), wording.Tidy(description)
	if description == summary {
		description = ""
	}
	if summary == "" && description != "" && !strings.Contains(description, "\n") && len(description) < 120 {
		summary, description = description, ""
	}
	op.set("summary", text(summary))
	if description == "" {
		description = im.bodyDescription(e)
	}
	op.set("description", text(description))
	if e.post.is("deprecated") {
		op.set("deprecated", word("{}"), e.post.get("deprecated"))
	}
	if e.ownPath {
		op.set("path", text(e.path))
	}
	im.names[e.post.pointer()] = op
	switch effect := e.post.text("x-effect"); {
	case effect == "" && e.key == "" && lint.SoundsReadOnly(op.key) && (summary == "" || lint.SoundsReadOnly(summary)):
		op.set("effect", word("read"), e.post).comment = "assumed: its name says so"
	case effect != "" && effect != "write": // the default
		op.set("effect", text(effect), e.post.get("x-effect"))
	}
	null := im.onlyNull(e.body)
	if e.body.ok() && !null && !im.readBody(op, e.body, context{side: inRequest, subject: subject, name: goPart(op.key)}) {
		return nil
	}
	if e.key != "" {
		op.set("idempotency", text(e.key), e.post)
	}
	switch {
	case op.isOpen():
		op.set("open", word("true"), e.body)
	case null:
		im.settle(im.deref(e.body, subject))
		op.set("empty", word("null"), e.post)
	case !e.body.ok():
		op.set("empty", word("none"), e.post)
	}
	for _, r := range op.rules {
		own := *r // an included record shares its rules
		own.subject = subject
		op.getOrAdd("rules").add(&own)
	}
	im.readResponse(op, e)
	return op
}

// bodyDescription returns what the document says of the body of an endpoint, if anything.
func (im *importer) bodyDescription(e *endpoint) string {
	if !e.body.ok() {
		return ""
	}
	about := e.body.text("description")
	if body := im.deref(e.post.get("requestBody"), ""); about == "" {
		about = body.text("description")
	}
	return wording.Tidy(about)
}

// readBody reads a request into an operation, or a response, without the members of the envelope.
// It reports whether the body is an object with fields.
func (im *importer) readBody(n *node, p place, c context, envelope ...string) bool {
	r, named := im.reference(p, c)
	f := im.flatten(c.subject, p)
	where := newValue(f).typePlace().first()
	if named {
		f.from = r.target
	}
	union := im.findUnion(f, c)
	if im.mergeAlternatives(n, f, union, p, c) {
		return true
	}
	switch im.infer(f, c); {
	case c.side == inResponse && (union != nil || !isRecord(f)):
		if whole := im.wholeType(p, f, union, c); whole != nil {
			n.setWhole(whole.typ, n.parent.from.first()).via = whole.typed
		}
		return false
	case c.side == inRequest && !isObject(f):
		kind := "a value of any type"
		if len(f.types) > 0 {
			kind = strings.Join(f.types, " or ")
		}
		im.remark(where, "type", c.subject, "a body is an object, not "+kind, "describe the operation elsewhere")
		return false
	}
	im.loseNull(f.null, f.nullable(), c)
	if named && im.references[r.target.node] > 1 && envelope == nil {
		if t := im.readComponent(r.target, c).typ; t.is("record") {
			n.set("include", t)
			n.via = n.via.and(r.typed...)
			n.setOpen(t.declared.isOpen())
			n.rules = t.declared.rules
			return true
		}
	}
	if envelope != nil {
		im.settleEnvelope(f)
	}
	for _, name := range envelope {
		im.settle(f.schemas[name]...)
		im.settle(f.required[name]...)
		f.removeProperty(name)
	}
	im.settle(f.words.of("description")...) // the operation or the response has it, unless it has its own
	if c.side == inResponse && f.extra.first().isTrue() {
		im.settle(f.extra...) // clients ignore further members
	}
	im.readFields(n, f, c)
	n.setOpen(len(f.props) == 0 && !f.closed.ok() && envelope == nil) // members are not described
	return true
}

// wholeType returns the value of a response that is not an object with properties, or nil if its
// shape cannot be expressed.
func (im *importer) wholeType(p place, f *flat, union *tagged, c context) *value {
	switch {
	case union == nil && f.choices == nil && len(f.types) != 1:
		im.lose(p, c.subject, "a response has one type", "its shape is not shown")
		return nil
	case f.choices == nil && f.has("null"):
		if im.decided.envelope == nil {
			im.loseAs(p, "type", c.subject, "an empty response has status 204, not 200",
				"nothing for callers, who accept both; a generated server sends 204")
		}
		return &value{typ: &typ{word: none}, typed: f.typed}
	}
	v := im.readSchema(c, p)
	im.loseKeys(v, c, "a response that is not an object cannot have the keys of a field")
	im.loseNull(v.null, v.null.ok(), c)
	if v.typ.word == "any" {
		return nil
	}
	return v
}

// none is the type of an empty response.
const none = "none"

// loseNull records the loss of null as a body.
func (im *importer) loseNull(from places, null bool, c context) {
	for _, p := range from {
		if null {
			im.settle(p)
			im.remark(from.first(), "null", c.subject, "a body cannot be null", "nothing, if null is never sent")
		}
	}
}

// readResponse reads the successful response of an operation and its failures.
func (im *importer) readResponse(op *node, e *endpoint) {
	responses, subject, success := e.post.get("responses"), op.subject, e.success
	if !success.ok() || len(responses.node.Entries) > 1 {
		im.readFailures(op, responses)
	}
	if !success.ok() {
		return
	}
	r, schema := op.getOrAdd("response"), e.response
	r.short = []string{"type", "include"}
	about := wording.Tidy(success.text("description"))
	if toolDescriptions[strings.ToLower(strings.Trim(about, ". "))] {
		about = wording.Tidy(schema.text("description"))
	}
	r.set("description", text(about))
	if !schema.ok() && e.empty {
		r.setWhole(&typ{word: none}, op.from.first())
	}
	if !schema.ok() || schema.node.Kind == yamldoc.Map && len(schema.node.Entries) == 0 {
		return
	}
	c, envelope := context{side: inResponse, subject: subject + " response", name: goPart(op.key)}, []string(nil)
	if e := im.decided.envelope; e != nil {
		switch f := im.flatten(c.subject, schema); {
		case !e.isIn(f):
			op.set("envelope", word("none"), schema)
		case e.data == "": // the members of the data are next to its own
			envelope = append(e.others, e.success)
		default:
			im.settleEnvelope(f)
			schema = im.unpack(e, f, c)
			r.via = r.via.and(schema)
		}
	}
	if schema.ok() && im.readBody(r, schema, c, envelope...) {
		if r.drop("open"); r.get("include") == nil {
			r.getOrAdd("fields").value = word("{}") // even if it has none
		}
	}
}

// setWhole sets the type of a response that is not an object with fields.
func (n *node) setWhole(t *typ, from place) *node {
	whole := n.set("type", t, from)
	whole.keyword, whole.remedy = "responses", "its shape is not shown"
	return whole
}

// findSuccess sets the successful response of an endpoint: the one with the lowest status, a
// range like 2XX last. It is empty if it is the only one and has status 204.
func (im *importer) findSuccess(e *endpoint) {
	responses, subject, all := e.post.get("responses"), e.area+"."+e.name, map[string]place{}
	for status, entry := range responses.entries() {
		r := im.deref(entry, subject)
		alone := status == "default" && len(responses.node.Entries) == 1 && (r.get("content").ok() || r.get("schema").ok())
		if r.ok() && (strings.HasPrefix(status, "2") || alone) {
			all[status] = r
		}
	}
	for i, status := range slices.Sorted(maps.Keys(all)) {
		switch {
		case i > 0:
			im.loseAs(all[status], "responses", subject, "an operation has one successful response, and status "+status+" is a second one", describe)
		case status > "200" && status < "2X" && status != "204":
			im.remark(responses.get(status), "responses", subject, "a successful response has status 200, not "+status,
				"nothing for callers, who accept both; a generated server sends 200")
			fallthrough
		default:
			e.success, e.empty = all[status], status == "204" && len(all) == 1
		}
	}
	var other place
	if e.response, other = im.bodySchema(e.success, e, "produces", subject); other.ok() {
		im.lose(other, subject, "the response is not JSON", "its shape is not shown")
		im.settle(e.success.get("schema"))
	}
}

// bodySchema returns the schema of a request or a response, or else its media types if none is
// JSON. In Swagger 2.0, these are at a key of the operation or the document.
func (im *importer) bodySchema(p place, e *endpoint, key, subject string) (schema, other place) {
	content := p.get("content")
	if schema = p.get("schema"); schema.ok() {
		content = cmp.Or(e.post.get(key), im.whole().get(key))
	}
	if !content.ok() || len(content.node.Entries)+len(content.node.Items) == 0 {
		return schema, place{}
	}
	media, ok := im.jsonMedia(content, subject)
	if !ok {
		return place{}, content
	}
	return cmp.Or(schema, media.get("schema")), place{}
}

// toolDescriptions are descriptions that tools write.
var toolDescriptions = map[string]bool{
	"ok": true, "success": true, "successful response": true, "successful operation": true, "a successful response": true,
	"response": true, "the response": true, "default response": true, "": true,
}
