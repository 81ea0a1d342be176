package importer

import (
	"cmp"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file is why nothing is dropped in silence. Readers take the keywords that they know; here, what
// is left of them is compared with the document. Whether a keyword was read is no measure, since merging
// reads all of them: only a fact that the finished catalog still has counts.

// account turns what the catalog drops into losses. It walks the part of the document that
// operations use: each keyword is the source of a fact that the catalog still has, or is settled,
// since it is a loss or has been dealt with, or is neutral, or becomes a loss.
func (im *importer) account() {
	a := &accountant{
		importer: im,
		facts:    make(map[*yamldoc.Node]bool, len(im.Used)),
		seen:     map[*yamldoc.Node]bool{},
	}
	for _, p := range im.Catalog.Sources(nil) {
		a.facts[p.Node] = true
	}
	a.object("document", im.Whole(), "")
	info := im.Whole().Get("info")
	a.object("info", info, "")
	a.object("contact", info.Get("contact"), "")
	a.object("license", info.Get("license"), "")
	for _, tag := range im.Whole().Get("tags").Items() {
		a.object("tag", tag, tag.Text("name"))
	}
	for _, a.side = range []model.Side{model.InRequest, model.InResponse} { // requests first, where defaults count
		clear(a.seen) // a schema has other properties on the other side
		for _, e := range im.read {
			if !e.op.Gone {
				a.endpoint(e)
			}
		}
	}
}

// accountant walks the document.
type accountant struct {
	*importer
	facts map[*yamldoc.Node]bool // the sources of all facts
	seen  map[*yamldoc.Node]bool // responses and schemas that were accounted for
	side  model.Side             // of the bodies that are walked now
}

// objectKeys are the keys of objects around schemas that other parts of the importer read, or that
// say nothing about the service.
var objectKeys = map[string]map[string]bool{
	"document": flat.SetOf(`openapi swagger info servers host basePath schemes paths components definitions
		parameters responses securityDefinitions security tags consumes produces jsonSchemaDialect $self`),
	"info":    flat.SetOf("title version description contact license"),
	"contact": flat.SetOf("name url email"),
	"license": flat.SetOf("name url"),
	"tag":     flat.SetOf("name description"),
	"path": flat.SetOf(`summary description parameters get put post delete options head patch trace
		query`),
	"operation": flat.SetOf(`tags summary description operationId parameters requestBody responses
		deprecated security consumes produces`),
	"body":     flat.SetOf("content description required schema name in"),
	"media":    flat.SetOf("schema"),
	"response": flat.SetOf("description content schema"),
}

// object accounts for the keys of an object of a kind.
func (a *accountant) object(kind string, p origin.Place, subject string) {
	for key, v := range p.Entries() {
		if !objectKeys[kind][key] && !flat.Neutral(key, v) && !v.IsEmpty() {
			a.loseUnread(v, subject, key, nil)
		}
	}
}

// endpoint accounts for one side of an operation.
func (a *accountant) endpoint(e *endpoint) {
	subject := e.op.Subject
	if a.side == model.InRequest {
		a.object("path", e.item, subject)
		a.object("operation", e.post, subject)
		a.body(a.Deref(e.post.Get("requestBody"), subject), subject)
		for _, p := range e.post.Get("parameters").Items() {
			body := a.Deref(p, subject)
			if body.Text("in") == "body" {
				a.body(body, subject)
			}
		}
		return
	}
	for status, entry := range e.post.Get("responses").Entries() {
		r := a.Deref(entry, subject)
		switch {
		case a.Settled[entry.Node] || a.Settled[r.Node]:
		case r.Node == e.success.Node:
			a.response(r, subject+" response")
		case !strings.HasPrefix(status, "x-"):
			a.response(r, subject+" failure")
		}
	}
}

// body accounts for the body of a request.
func (a *accountant) body(p origin.Place, subject string) {
	a.object("body", p, subject)
	a.schema(p.Get("schema"), subject)
	a.content(p, subject)
}

// response accounts for a response.
func (a *accountant) response(p origin.Place, subject string) {
	if a.seen[p.Node] {
		return
	}
	a.seen[p.Node] = true
	a.object("response", p, subject)
	a.schema(p.Get("schema"), subject)
	a.content(p, subject)
}

// content accounts for the media types of a body.
func (a *accountant) content(p origin.Place, subject string) {
	content := p.Get("content")
	for _, media := range content.Entries() {
		if !a.Settled[content.Node] && !a.Settled[media.Node] {
			a.object("media", media, subject)
			a.schema(media.Get("schema"), subject)
		}
	}
}

// schema accounts for a schema and those in it. The subject is where it is used.
func (a *accountant) schema(p origin.Place, subject string) {
	if !p.IsMap() || a.seen[p.Node] || a.Settled[p.Node] {
		return
	}
	a.seen[p.Node] = true
	for key, v := range p.Entries() {
		if !a.Settled[v.Node] && !flat.Neutral(key, v) {
			a.schemaKey(p, key, v, subject)
		}
	}
}

// schemaKey accounts for a keyword of a schema p, and the schemas in its value.
func (a *accountant) schemaKey(p origin.Place, key string, v origin.Place, subject string) {
	switch key {
	case "properties":
		for name, property := range v.Entries() {
			if !a.IsAbsent(property, a.side) {
				a.below(property, subject+"."+name, "properties", p)
			}
		}
	case "items":
		a.below(v, subject+" items", key, p)
	case "additionalProperties":
		a.below(v, subject+" values", key, p)
	case "allOf":
		a.schemas(v, subject)
	case "oneOf", "anyOf":
		if flat.OnlyRequire(v) {
			a.keyword(v, subject, key, p)
		} else {
			a.schemas(v, subject+" "+key)
		}
	case "$ref":
		target, _ := a.Resolve(v)
		if target.Key != nil && a.Components[target.Pointer()] != "" {
			subject = a.Components[target.Pointer()]
		}
		a.schema(target, subject)
	case "required":
		for _, name := range v.Items() {
			if !a.IsAbsent(name, a.side) {
				a.keyword(name, subject, key, p)
			}
		}
	case "default":
		if a.side == model.InRequest { // clients do not fill in defaults of responses
			a.keyword(v, subject, key, p)
		}
	default:
		a.keyword(v, subject, key, p)
	}
}

// schemas accounts for the schemas in a list.
func (a *accountant) schemas(list origin.Place, subject string) {
	for _, item := range list.Items() {
		a.schema(item, subject)
	}
}

// below accounts for a schema that has to be the source of a fact itself.
func (a *accountant) below(v origin.Place, subject, key string, schema origin.Place) {
	if a.facts[v.Node] {
		a.schema(v, subject)
	} else if !a.Settled[v.Node] {
		a.loseUnread(v, subject, key, &schema)
	}
}

// keyword accounts for a value of a keyword.
func (a *accountant) keyword(v origin.Place, subject, key string, schema origin.Place) {
	if !a.facts[v.Node] && !a.Settled[v.Node] {
		a.loseUnread(v, subject, key, &schema)
	}
}

// loseUnread records the loss of a value that nothing else accounts for, in a schema if there is one.
func (a *accountant) loseUnread(v origin.Place, subject, key string, schema *origin.Place) {
	reason := "the format has no " + wording.Clip(key)
	proposal := flat.Describe
	isRead := flat.Constraints[key] || flat.Annotation(key) || readKeywords[key]
	switch {
	case strings.HasPrefix(key, "x-"):
		reason = "extensions are not read"
		proposal = "add it to the catalog or to an overlay if it is a fact about the service"
	case usualReasons[key] != "":
		reason = usualReasons[key]
	case schema != nil && isRead:
		reason = cmp.Or(a.Reasons[schema.Node], reason)
	}
	a.LoseAs(v, key, subject, reason, proposal)
}

// readKeywords are the keywords that the importer reads, besides constraints and annotations.
var readKeywords = flat.SetOf(`type nullable x-nullable properties required additionalProperties items enum const
	oneOf anyOf`)

// usualReasons are why a keyword is lost, whatever its schema became.
var usualReasons = map[string]string{
	"not":                  "the format has no negation",
	"required":             "there is no such property",
	"oneOf":                "only requests have rules over fields, with one field in each alternative",
	"anyOf":                "only requests have rules over fields, with one field in each alternative",
	"additionalProperties": "further members of an object have no type",
	"minProperties":        "only members of maps are counted",
	"maxProperties":        "only members of maps are counted",
	"default":              "only fields of requests have a default",
	"example":              "only fields have examples, not whole bodies and types",
	"examples":             "only fields have examples, not whole bodies and types",
	"deprecated":           "only operations and fields are deprecated",
	"nullable":             "it allows null only next to a type, an allOf or a $ref, if no other keyword refuses null",
	"externalDocs":         "the format has no externalDocs",
	"discriminator":        "no alternatives belong to it",
}
