package openapi

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// servers returns the base URLs of the service, or a variable if they are unknown.
func servers(c *catalog.Catalog) []any {
	if len(c.Servers) == 0 {
		return list(obj(
			"url", "{base_url}",
			"description", "Where the service is; a path may follow the host.",
			"variables", obj("base_url", obj("default", "https://host"))))
	}
	var all []any
	for _, s := range c.Servers {
		all = append(all, texts("url", s.URL, "description", s.Description))
	}
	return all
}

// info returns the title, contact and license of a catalog.
func info(c *catalog.Catalog) object {
	o := obj("title", c.Title, "version", c.Version,
		"description", paragraphs(strings.TrimRight(c.Description, " \n"), unknownParts(c)))
	if p := c.Contact; p != nil {
		who := texts("name", p.Name, "url", p.URL, "email", p.Email)
		o = member(o, who != nil, "contact", who)
	}
	if l := c.License; l != nil {
		o = append(o, obj("license", texts("name", l.Name, "url", l.URL))...)
	}
	return o
}

// schemes are the security schemes of a document, in the order of their first use.
type schemes struct {
	of  *catalog.Catalog
	all object
}

// requirements returns alternatives, each an object of schemes that apply together. Credentials
// in the body are part of its schema.
func (s *schemes) requirements(a *catalog.Auth) []any {
	all := []any{}
	if a == nil {
		return all
	}
	for _, w := range a.Ways {
		all = append(all, s.requirement(w))
	}
	return all
}

// requirement returns the schemes that a request carries together.
func (s *schemes) requirement(w *catalog.Way) object {
	together := object{}
	if w.Bearer {
		together = append(together, s.use("bearer", obj("type", "http", "scheme", "bearer"))...)
	}
	if w.Basic {
		together = append(together, s.use("basic", obj("type", "http", "scheme", "basic"))...)
	}
	for _, name := range w.Headers {
		key := notInKeys.ReplaceAllString(name, "_")
		together = append(together, s.use(key, obj("type", "apiKey", "in", "header", "name", name))...)
	}
	if o := w.OAuth2; o != nil {
		flows := obj("clientCredentials", s.flow(o))
		together = append(together, s.use("oauth2", obj("type", "oauth2", "flows", flows), o.Scopes...)...)
	}
	return together
}

// flow describes how a client gets a token. In OpenAPI, the URL of tokens is whole.
func (s *schemes) flow(o *catalog.OAuth2) object {
	scopes := object{}
	for _, name := range o.Scopes {
		isSame := func(p pair) bool { return p.Key == name }
		scopes = member(scopes, !slices.ContainsFunc(scopes, isSame), name, "")
	}
	url := o.TokenPath
	if strings.HasPrefix(url, "/") && len(s.of.Servers) > 0 {
		url = s.of.Servers[0].URL + url
	}
	return obj("tokenUrl", url, "scopes", scopes)
}

// use returns a requirement of a scheme, and declares the scheme at its first use.
func (s *schemes) use(name string, scheme object, scopes ...string) object {
	i := slices.IndexFunc(s.all, func(p pair) bool { return reflect.DeepEqual(p.Value, scheme) })
	if i < 0 {
		free := name
		isTaken := func(p pair) bool { return strings.EqualFold(p.Key, free) }
		for n := 2; slices.ContainsFunc(s.all, isTaken); n++ {
			free = name + "-" + strconv.Itoa(n)
		}
		i = len(s.all)
		s.all = append(s.all, pairOf(free, scheme))
	}
	return obj(s.all[i].Key, list(scopes...))
}

// notInKeys matches characters that the key of a component must not have.
var notInKeys = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// credentials returns the members of a body that are credentials, with their schemas.
func credentials(a *catalog.Auth) object {
	var all object
	for _, name := range a.BodyFields() {
		all = append(all, pairOf(name, obj(
			"type", "string",
			"description", "A credential, not a field of the operation.",
			"writeOnly", true,
			"x-credential", true,
		)))
	}
	return all
}
