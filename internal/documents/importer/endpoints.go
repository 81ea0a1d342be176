package importer

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file finds the operations of a document that a catalog can express, and the schemas of their
// bodies. It loses each of the others whole, so that nothing in them has to be accounted for.

// endpoint is a POST of the document that may become an operation.
type endpoint struct {
	path       string
	item, post origin.Place
	area, name string
	body       origin.Place // schema, absent without a body
	success    origin.Place // the successful response
	empty      bool         // the success has no body
	response   origin.Place // schema of the success, absent if it is not shown
	ownPath    bool         // the path does not follow from that of the catalog
	key        string       // the header field with the idempotency key
	op         *draft.Node
}

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
				im.Lose(v, strings.ToUpper(key)+" "+path, "an operation is a POST of a JSON object",
					"describe it elsewhere")
			case im.readable(e):
				all = append(all, e)
			}
		}
	}
	return all
}

// parameter matches a parameter in a path: {id}.
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
	if !body.OK() {
		body = im.Deref(e.post.Get("requestBody"), subject)
	}
	if !body.OK() {
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
func (im *importer) parameters(
	e *endpoint, subject string, lost func(origin.Place, string) bool,
) (body origin.Place, ok bool) {
	seen := map[string]bool{}
	own, ofPath := e.post.Get("parameters").Items(), e.item.Get("parameters").Items()
	for _, p := range append(own, ofPath...) {
		p = im.Deref(p, subject)
		if !p.OK() || im.drop[p.Pointer()] {
			continue
		}
		in, name := p.Text("in"), p.Text("name")
		if seen[in+" "+name] {
			continue // the operation overrides the path
		}
		seen[in+" "+name] = true
		switch {
		case in == "body":
			body = p
		case in == "formData":
			return body, lost(p, "the body is a form, not JSON")
		case in == "header" || in == "cookie":
			im.headerParameter(e, p, subject)
		case in == "path" || p.Is("required"):
			where := cmp.Or(in, "path")
			return body, lost(p, "the format has no parameters in the "+where+", and "+
				wording.Quote(name)+" is required")
		default:
			im.loseParameter(p, subject)
		}
	}
	return body, true
}

// headerParameter reads a parameter in a header field or a cookie: an idempotency key, or something that
// callers can send without the catalog.
func (im *importer) headerParameter(e *endpoint, p origin.Place, subject string) {
	name := p.Text("name")
	isHeader := p.Text("in") == "header"
	switch {
	case isHeader && im.sentAnyway(strings.ToLower(name)):
	case isHeader && keyNames[model.Squeeze(name)]:
		e.key = name
		if !p.Is("required") {
			im.Remark(p, "parameters", subject, "the key is optional in the document",
				"nothing; clients send one, and servers accept requests without it")
		}
	default:
		im.loseParameter(p, subject)
	}
}

// loseParameter records the loss of a parameter without which calls work.
func (im *importer) loseParameter(p origin.Place, subject string) {
	reason := "the format has no parameters in the " + p.Text("in") + ", such as " + wording.Quote(p.Text("name"))
	im.LoseAs(p, "parameters", subject, reason, "callers send it with a transport")
}

// findSuccess sets the successful response of an endpoint: the one with the lowest status, a
// range like 2XX last. It is empty if it is the only one and has status 204.
func (im *importer) findSuccess(e *endpoint) {
	subject := e.area + "." + e.name
	all := im.successes(e, subject)
	for i, status := range slices.Sorted(maps.Keys(all)) {
		if i > 0 {
			im.LoseAs(all[status], "responses", subject,
				"an operation has one successful response, and status "+status+" is a second one",
				flat.Describe)
			continue
		}
		isExact := "200" < status && status < "2X"
		if isExact && status != "204" {
			im.Remark(e.post.Get("responses").Get(status), "responses", subject,
				"a successful response has status 200, not "+status,
				"nothing for callers, who accept both; a generated server sends 200")
		}
		e.success = all[status]
		e.empty = status == "204" && len(all) == 1
	}
	schema, other := im.bodySchema(e.success, e, "produces", subject)
	e.response = schema
	if other.OK() {
		im.Lose(other, subject, "the response is not JSON", "its shape is not shown")
		im.Settle(e.success.Get("schema"))
	}
}

// successes returns the successful responses of an endpoint by status. The default response is one if
// it is alone and has a body.
func (im *importer) successes(e *endpoint, subject string) map[string]origin.Place {
	all := map[string]origin.Place{}
	responses := e.post.Get("responses")
	for status, entry := range responses.Entries() {
		r := im.Deref(entry, subject)
		hasBody := r.Get("content").OK() || r.Get("schema").OK()
		isOnly := status == "default" && len(responses.Node.Entries) == 1
		isSuccess := strings.HasPrefix(status, "2") || isOnly && hasBody
		if r.OK() && isSuccess {
			all[status] = r
		}
	}
	return all
}

// bodySchema returns the schema of a request or a response, or else its media types if none is
// JSON. In Swagger 2.0, these are at a key of the operation or the document.
func (im *importer) bodySchema(p origin.Place, e *endpoint, key, subject string) (schema, other origin.Place) {
	content := p.Get("content")
	schema = p.Get("schema")
	if schema.OK() {
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
