package importer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// about reads the facts about the service.
func (im *importer) about() {
	info, out := im.whole().get("info"), im.catalog.getOrAdd("info")
	im.catalog.set("catalog", word("1"))
	im.catalog.set("path", text(im.decided.path))
	out.set("title", text(im.title()))
	out.set("version", text(cmp.Or(strings.TrimSpace(info.text("version")), "1")))
	out.set("package", text(im.decided.pkg))
	out.set("description", text(wording.Tidy(info.text("description"))))
	addTexts(out.getOrAdd("contact"), info.get("contact"), "name", "url", "email")
	addTexts(out.getOrAdd("license"), info.get("license"), "name", "url")
	im.servers()
}

func (im *importer) title() string {
	return cmp.Or(strings.Join(strings.Fields(im.whole().get("info").text("title")), " "), "Service")
}

// packageName returns a title as the name of a Go package.
func packageName(title string) string {
	words := strings.Fields(strings.ToLower(notLetters.ReplaceAllString(title, " ")))
	words = slices.DeleteFunc(words, func(word string) bool { return packageNoise[word] })
	name := strings.TrimLeft(strings.Join(words[:min(len(words), 2)], ""), "0123456789")
	if name = name[:min(len(name), 50)]; !catalog.CanBePackage(name) {
		name += "service"
	}
	return name
}

var (
	notLetters   = regexp.MustCompile(`[^A-Za-z0-9]+`)
	packageNoise = words("the a an api rest rpc http json openapi swagger specification spec reference documentation docs v1 v2 v3 public of for and service")
)

// placeEndpoints sets the area and name of each endpoint by the path of the catalog.
func (im *importer) placeEndpoints(all []*endpoint) []*endpoint {
	im.decided.path = cmp.Or(im.decided.path, bestPath(all))
	match := pathPattern(im.decided.path)
	for _, e := range all {
		im.placeEndpoint(e, match)
	}
	if im.decided.pkg == "" {
		im.decided.pkg = packageName(im.title())
		if slices.ContainsFunc(all, func(e *endpoint) bool { return strings.EqualFold(goPart(e.area), im.decided.pkg) }) {
			im.decided.pkg += "api" // the package of an area has the same name
		}
	}
	return all
}

// placeEndpoint sets the area and name of an endpoint, and whether its path has to be stated because
// it does not follow from the path of the catalog.
func (im *importer) placeEndpoint(e *endpoint, match *regexp.Regexp) {
	tag := ""
	if tags := e.post.get("tags").items(); len(tags) > 0 {
		tag = segment(tags[0].textOf())
	}
	if m := match.FindStringSubmatch(e.path); m != nil {
		e.name = m[match.SubexpIndex("operation")]
		if i := match.SubexpIndex("area"); i > 0 {
			e.area = m[i]
		}
		e.area = cmp.Or(e.area, tag, "operations")
	} else {
		parts := strings.Split(strings.Trim(e.path, "/"), "/")
		before, _, inArea := strings.Cut(im.decided.path, "{area}")
		if rest, ok := strings.CutPrefix(e.path, before); ok && inArea && strings.Contains(rest, "/") {
			parts = strings.Split(strings.Trim(rest, "/"), "/")
			e.area, parts = segment(parts[0]), parts[1:]
		}
		e.area = cmp.Or(e.area, tag, "operations")
		e.name = cmp.Or(segment(strings.Join(parts, "_")), segment(e.post.text("operationId")), "operation")
		e.ownPath = true
	}
	if area, name, ok := strings.Cut(im.decided.names[e.post.pointer()], "."); ok && (area != e.area || name != e.name) {
		e.area, e.name = area, name
		e.ownPath = e.ownPath || strings.NewReplacer("{area}", area, "{operation}", name).Replace(im.decided.path) != e.path
	}
}

// pathPattern returns a pattern for the paths of a template.
func pathPattern(template string) *regexp.Regexp {
	const name = `[A-Za-z0-9_-]+`
	expr := strings.Replace(regexp.QuoteMeta(template), `\{area\}`, "(?P<area>"+name+")", 1)
	expr = strings.NewReplacer(`\{area\}`, name, `\{operation\}`, "(?P<operation>"+name+")").Replace(expr)
	return regexp.MustCompile("^" + expr + "$")
}

// bestPath returns the template that matches most paths, preferably one with the area.
func bestPath(all []*endpoint) string {
	order, count := []string{"/{operation}"}, map[string]int{}
	add := func(template string) {
		if isTemplate(template) {
			order = append(order, template)
			count[template]++
		}
	}
	for _, e := range all {
		i := strings.LastIndexByte(e.path, '/') + 1
		dir, last := e.path[:i], e.path[i:]
		if last == "" || dir == "" {
			continue
		}
		if i := strings.IndexByte(last, '.'); i > 0 && strings.Count(last, ".") == 1 {
			add(dir + "{area}.{operation}")
		} else if i := strings.LastIndexByte(dir[:len(dir)-1], '/'); i >= 0 {
			add(dir[:i+1] + "{area}/{operation}")
		}
		add(dir + "{operation}")
	}
	return slices.MaxFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(strings.Count(a, "{area}"), strings.Count(b, "{area}")))
	})
}

// area returns the area of an endpoint, with the description of its tag.
func (im *importer) area(e *endpoint) *node {
	areas := im.catalog.getOrAdd("areas")
	if a := areas.get(e.area); a != nil {
		return a
	}
	a := areas.add(&node{kind: "area", key: e.area, from: places{e.post}})
	a.rename = func() { a.nextGoName(goPart(a.key)+"Area", "Area") }
	for _, tag := range im.whole().get("tags").items() {
		if segment(tag.text("name")) == segment(e.area) {
			a.set("description", text(wording.Tidy(tag.text("description"))))
		}
	}
	return a
}

// servers reads the base URLs of the service.
func (im *importer) servers() {
	root := im.whole()
	for _, p := range root.get("servers").items() {
		im.addServer(p, im.fillVariables(p, p.text("url")), p.text("description"))
	}
	host, path, schemes := root.get("host"), root.get("basePath"), root.get("schemes").items()
	if !host.ok() {
		im.addServer(path, path.textOf(), "")
		return
	}
	if len(schemes) == 0 {
		im.addServer(host, "https://"+host.textOf()+path.textOf(), "")
	}
	for _, scheme := range schemes {
		im.addServer(host, scheme.textOf()+"://"+host.textOf()+path.textOf(), "")
	}
}

// addServer adds a server.
func (im *importer) addServer(p place, url, description string) {
	if url = strings.TrimRight(url, "/"); url == "" {
		return // tools write it if they do not know the URL
	}
	server := im.catalog.getOrAdd("servers").add(&node{kind: "item", value: text(url), from: places{p}, keyword: "servers",
		remedy: "it is left out; callers pass the base URL with its path to NewClient"})
	if description = wording.Tidy(description); description != "" {
		server.set("url", text(url))
		server.set("description", text(description))
	}
}

var variable = regexp.MustCompile(`\{[^{}]*\}`)

// fillVariables returns the URL of a server with the defaults of its variables.
func (im *importer) fillVariables(p place, url string) string {
	return variable.ReplaceAllStringFunc(url, func(name string) string {
		v := p.get("variables").get(name[1 : len(name)-1])
		im.loseAs(p.get("url"), "servers", "", "the URL of a server has no variables, such as "+wording.Quote(name), "the default is used; callers can pass another base URL")
		return v.text("default")
	})
}

// addTexts adds strings at keys. The check may refuse one, such as an invalid URL.
func addTexts(to *node, p place, keys ...string) {
	for _, key := range keys {
		if fact := p.text(key); fact != "" {
			to.set(key, text(fact), p.get(key))
		}
	}
}
