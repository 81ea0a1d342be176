package openapi

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// servers returns the base URLs of the service, or a variable if they are unknown.
func servers(c *catalog.Catalog) []any {
	if len(c.Servers) == 0 {
		return list(of(
			"url", "{base_url}",
			"description", "Where the service is; a path may follow the host.",
			"variables", of("base_url", of("default", "https://host"))))
	}
	var all []any
	for _, s := range c.Servers {
		all = append(all, texts("url", s.URL, "description", s.Description))
	}
	return all
}

// about adds contact and license to info.
func about(o object, c *catalog.Catalog) object {
	if p := c.Contact; p != nil {
		who := texts("name", p.Name, "url", p.URL, "email", p.Email)
		o = member(o, who != nil, "contact", who)
	}
	if l := c.License; l != nil {
		o = append(o, of("license", texts("name", l.Name, "url", l.URL))...)
	}
	return o
}

// tokenURL returns the URL where a client gets a token. A path is relative to the first server.
func tokenURL(c *catalog.Catalog, path string) string {
	if strings.HasPrefix(path, "/") && len(c.Servers) > 0 {
		return c.Servers[0].URL + path
	}
	return path
}

// schemes are the security schemes of a document, in the order of their first use.
type schemes struct {
	of  *catalog.Catalog
	all object
}

func schemesOf(c *catalog.Catalog) *schemes {
	s := &schemes{of: c}
	s.requirements(c.Auth)
	for op := range c.Operations() {
		s.requirements(op.Auth)
	}
	return s
}

// requirements returns alternatives, each an object of schemes that apply together. Credentials
// in the body are part of its schema.
func (s *schemes) requirements(a *catalog.Auth) []any {
	all := []any{}
	if a == nil {
		return all
	}
	for _, w := range a.Ways {
		together := object{}
		if w.Bearer {
			together = append(together, s.use("bearer", of("type", "http", "scheme", "bearer"))...)
		}
		if w.Basic {
			together = append(together, s.use("basic", of("type", "http", "scheme", "basic"))...)
		}
		for _, name := range w.Headers {
			together = append(together, s.use(componentName(name), of("type", "apiKey", "in", "header", "name", name))...)
		}
		if o := w.OAuth2; o != nil {
			scopes := object{}
			for _, name := range o.Scopes {
				scopes = member(scopes, !slices.ContainsFunc(scopes, func(p pair) bool { return p.key == name }), name, "")
			}
			flow := of("tokenUrl", tokenURL(s.of, o.TokenPath), "scopes", scopes)
			together = append(together, s.use("oauth2", of("type", "oauth2", "flows", of("clientCredentials", flow)), o.Scopes...)...)
		}
		all = append(all, together)
	}
	return all
}

// use returns a requirement of a scheme, and declares the scheme at its first use.
func (s *schemes) use(name string, scheme object, scopes ...string) object {
	i := slices.IndexFunc(s.all, func(p pair) bool { return reflect.DeepEqual(p.value, scheme) })
	if i < 0 {
		free := name
		for n := 2; slices.ContainsFunc(s.all, func(p pair) bool { return strings.EqualFold(p.key, free) }); n++ {
			free = name + "-" + strconv.Itoa(n)
		}
		i, s.all = len(s.all), append(s.all, pair{free, scheme})
	}
	return of(s.all[i].key, list(scopes...))
}

// componentName returns a text as the key of a component.
func componentName(text string) string {
	return strings.Map(func(c rune) rune {
		if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' {
			return c
		}
		return '_'
	}, text)
}

// credentials returns the members of a body that are credentials, with their schemas.
func credentials(a *catalog.Auth) object {
	var all object
	for _, name := range a.BodyFields() {
		all = append(all, pair{name, of("type", "string", "description", "A credential, which is no field of the operation.", "writeOnly", true, "x-credential", true)})
	}
	return all
}
