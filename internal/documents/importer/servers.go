package importer

import (
	"regexp"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// server is where the service can be called.
type server struct {
	url, description string
	from             place
}

// servers reads where the service is.
func (im *importer) servers() {
	root := im.root()
	for _, p := range root.get("servers").items() {
		im.server(p, im.filled(p, p.text("url")), p.text("description"))
	}
	host := root.get("host")
	path := root.get("basePath")
	switch {
	case host.ok():
		schemes := root.get("schemes").items()
		if schemes == nil {
			im.server(host, "https://"+host.textOf()+path.textOf(), "")
		}
		for _, s := range schemes {
			im.server(host, s.textOf()+"://"+host.textOf()+path.textOf(), "")
		}
	case path.ok():
		im.server(path, path.textOf(), "")
	}
}

// server adds a server.
func (im *importer) server(p place, url, description string) {
	if url = strings.TrimRight(url, "/"); url == "" {
		return // what tools write that know nothing
	}
	im.service.servers = append(im.service.servers, &server{url, tidy(description), p})
}

var variable = regexp.MustCompile(`\{[^{}]*\}`)

// filled is the URL of a server with the defaults of its variables.
func (im *importer) filled(p place, url string) string {
	return variable.ReplaceAllStringFunc(url, func(name string) string {
		v := p.get("variables").get(name[1 : len(name)-1])
		im.loseAs(p.get("url"), "servers", "", "the URL of a server has no variables, such as "+wording.Quote(name), "it is read with the default; callers may give another base URL")
		return v.text("default")
	})
}

// facts returns texts about the service. The check may refuse one, such as a URL that is none.
func facts(p place, keys ...string) (all []attr) {
	for _, key := range keys {
		if text := p.text(key); text != "" {
			all = append(all, attr{key, yamldoc.BlockScalar(text), p.get(key)})
		}
	}
	return all
}
