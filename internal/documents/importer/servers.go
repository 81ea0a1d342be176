package importer

import (
	"regexp"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// servers reads the base URLs of the service.
func (im *importer) servers() {
	root := im.root()
	for _, p := range root.get("servers").items() {
		im.server(p, im.filled(p, p.text("url")), p.text("description"))
	}
	host, path := root.get("host"), root.get("basePath")
	for _, scheme := range root.get("schemes").items() {
		if host.ok() {
			im.server(host, scheme.textOf()+"://"+host.textOf()+path.textOf(), "")
		}
	}
	switch {
	case host.ok() && len(root.get("schemes").items()) == 0:
		im.server(host, "https://"+host.textOf()+path.textOf(), "")
	case !host.ok() && path.ok():
		im.server(path, path.textOf(), "")
	}
}

// server adds a server.
func (im *importer) server(p place, url, description string) {
	if url = strings.TrimRight(url, "/"); url == "" {
		return // tools write it if they do not know the URL
	}
	value := raw(yamldoc.BlockScalar(url))
	if description = tidy(description); description != "" {
		value = raw("{url: " + yamldoc.Scalar(url) + ", description: " + yamldoc.Scalar(description) + "}")
	}
	im.catalog.sub("servers").add(&node{kind: "item", value: value, from: p, keyword: "servers",
		remedy: "it is left out; callers pass the base URL with its path to NewClient"})
}

var variable = regexp.MustCompile(`\{[^{}]*\}`)

// filled returns the URL of a server with the defaults of its variables.
func (im *importer) filled(p place, url string) string {
	return variable.ReplaceAllStringFunc(url, func(name string) string {
		v := p.get("variables").get(name[1 : len(name)-1])
		im.loseAs(p.get("url"), "servers", "", "the URL of a server has no variables, such as "+wording.Quote(name), "the default is used; callers can pass another base URL")
		return v.text("default")
	})
}

// facts adds strings at keys. The check may refuse one, such as an invalid URL.
func facts(to *node, p place, keys ...string) {
	for _, key := range keys {
		if fact := p.text(key); fact != "" {
			to.set(key, raw(yamldoc.BlockScalar(fact)), p.get(key))
		}
	}
}
