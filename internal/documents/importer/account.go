package importer

import (
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// account turns what the catalog drops into losses. It walks the part of the document that
// operations use: each keyword is the source of a fact that the catalog still has, or is settled,
// since it is a loss or has been dealt with, or is neutral, or becomes a loss.
func (im *importer) account() {
	a := &accountant{importer: im, facts: make(map[*yamldoc.Node]bool, len(im.used)), seen: map[*yamldoc.Node]bool{}}
	im.catalog.sources(func(p place) bool {
		a.facts[p.node] = true
		return true
	})
	a.object("document", im.whole(), "")
	info := im.whole().get("info")
	a.object("info", info, "")
	a.object("contact", info.get("contact"), "")
	a.object("license", info.get("license"), "")
	for _, tag := range im.whole().get("tags").items() {
		a.object("tag", tag, tag.text("name"))
	}
	for _, a.side = range []side{inRequest, inResponse} { // requests first, where defaults count
		for _, e := range im.read {
			if !e.op.gone {
				a.endpoint(e)
			}
		}
	}
}

// accountant walks the document.
type accountant struct {
	*importer
	facts map[*yamldoc.Node]bool // the sources of all facts
	seen  map[*yamldoc.Node]bool
	side  side
}

// objectKeys are the keys of objects around schemas that other parts of the importer read, or that
// say nothing about the service.
var objectKeys = map[string]map[string]bool{
	"document": words(`openapi swagger info servers host basePath schemes paths components definitions parameters responses
		securityDefinitions security tags consumes produces jsonSchemaDialect $self`),
	"info":      words("title version description contact license"),
	"contact":   words("name url email"),
	"license":   words("name url"),
	"tag":       words("name description"),
	"path":      words("summary description parameters get put post delete options head patch trace query"),
	"operation": words("tags summary description operationId parameters requestBody responses deprecated security consumes produces"),
	"body":      words("content description required schema name in"),
	"media":     words("schema"),
	"response":  words("description content schema"),
}

// object accounts for the keys of an object of a kind.
func (a *accountant) object(kind string, p place, subject string) {
	for key, v := range p.entries() {
		if !objectKeys[kind][key] && !neutral(key, v) && !v.isEmpty() {
			a.loseUnread(v, subject, key, nil)
		}
	}
}

// endpoint accounts for one side of an operation.
func (a *accountant) endpoint(e *endpoint) {
	subject := e.op.subject
	if a.side == inRequest {
		a.object("path", e.item, subject)
		a.object("operation", e.post, subject)
		a.body(a.deref(e.post.get("requestBody"), subject), subject)
		for _, p := range e.post.get("parameters").items() {
			body := a.deref(p, subject)
			if body.text("in") == "body" {
				a.body(body, subject)
			}
		}
		return
	}
	for status, entry := range e.post.get("responses").entries() {
		r := a.deref(entry, subject)
		switch {
		case a.settled[entry.node] || a.settled[r.node]:
		case r.node == e.success.node:
			a.response(r, subject+" response")
		case !strings.HasPrefix(status, "x-"):
			a.response(r, subject+" failure")
		}
	}
}

// body accounts for the body of a request.
func (a *accountant) body(p place, subject string) {
	a.object("body", p, subject)
	a.schema(p.get("schema"), subject)
	a.content(p, subject)
}

// response accounts for a response.
func (a *accountant) response(p place, subject string) {
	if a.seen[p.node] {
		return
	}
	a.seen[p.node] = true
	a.object("response", p, subject)
	a.schema(p.get("schema"), subject)
	a.content(p, subject)
}

// content accounts for the media types of a body.
func (a *accountant) content(p place, subject string) {
	content := p.get("content")
	for _, media := range content.entries() {
		if !a.settled[content.node] && !a.settled[media.node] {
			a.object("media", media, subject)
			a.schema(media.get("schema"), subject)
		}
	}
}

// schema accounts for a schema and those in it. The subject is where it is used.
func (a *accountant) schema(p place, subject string) {
	if !p.isMap() || a.seen[p.node] || a.settled[p.node] {
		return
	}
	a.seen[p.node] = true
	for key, v := range p.entries() {
		if a.settled[v.node] || neutral(key, v) {
			continue
		}
		switch key {
		case "properties":
			for name, property := range v.entries() {
				a.below(property, subject+"."+name, "properties", p)
			}
		case "items":
			a.below(v, subject+" items", key, p)
		case "additionalProperties":
			a.below(v, subject+" values", key, p)
		case "allOf":
			for _, item := range v.items() {
				a.schema(item, subject)
			}
		case "oneOf", "anyOf":
			if onlyRequire(v) {
				a.keyword(v, subject, key, p)
				continue
			}
			for _, item := range v.items() {
				a.schema(item, subject+" "+key)
			}
		case "$ref":
			target, _ := a.resolve(v)
			if target.key != nil && a.components[target.pointer()] != "" {
				subject = a.components[target.pointer()]
			}
			a.schema(target, subject)
		case "required":
			for _, name := range v.items() {
				a.keyword(name, subject, key, p)
			}
		case "default":
			if a.side == inRequest { // clients do not fill in defaults of responses
				a.keyword(v, subject, key, p)
			}
		default:
			a.keyword(v, subject, key, p)
		}
	}
}

// below accounts for a schema that has to be the source of a fact itself.
func (a *accountant) below(v place, subject, key string, schema place) {
	if a.facts[v.node] {
		a.schema(v, subject)
	} else if !a.settled[v.node] {
		a.loseUnread(v, subject, key, &schema)
	}
}

// keyword accounts for a value of a keyword.
func (a *accountant) keyword(v place, subject, key string, schema place) {
	if !a.facts[v.node] && !a.settled[v.node] {
		a.loseUnread(v, subject, key, &schema)
	}
}

// loseUnread records the loss of a value that nothing else accounts for, in a schema if there is one.
func (a *accountant) loseUnread(v place, subject, key string, schema *place) {
	reason, proposal := "the format has no "+wording.Clip(key), describe
	switch {
	case strings.HasPrefix(key, "x-"):
		reason, proposal = "extensions are not read", "add it to the catalog or to an overlay if it is a fact about the service"
	case usualReasons[key] != "":
		reason = usualReasons[key]
	case schema == nil:
	case (constraints[key] || annotation(key) || readKeywords[key]) && a.reasons[schema.node] != "":
		reason = a.reasons[schema.node]
	}
	a.loseAs(v, key, subject, reason, proposal)
}

// readKeywords are the keywords that the importer reads, besides constraints and annotations.
var readKeywords = words("type nullable x-nullable properties required additionalProperties items enum const oneOf anyOf")

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
	"nullable":             "it allows null only next to a type, an allOf or a $ref",
	"externalDocs":         "the format has no externalDocs",
	"discriminator":        "no alternatives belong to it",
}
