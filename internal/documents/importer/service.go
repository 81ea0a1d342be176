package importer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file reads what is said of the service as a whole, and finds the path that most operations share:
// names of areas and operations are parts of it.

// about reads the facts about the service.
func (im *importer) about() {
	info := im.Whole().Get("info")
	out := im.Catalog.GetOrAdd("info")
	im.Catalog.Set("catalog", draft.Word("1"))
	im.Catalog.Set("path", draft.Text(im.path))
	out.Set("title", draft.Text(im.title()))
	out.Set("version", draft.Text(cmp.Or(strings.TrimSpace(info.Text("version")), "1")))
	out.Set("package", draft.Text(im.pkg))
	out.Set("description", draft.Text(wording.Tidy(info.Text("description"))))
	addTexts(out.GetOrAdd("contact"), info.Get("contact"), "name", "url", "email")
	addTexts(out.GetOrAdd("license"), info.Get("license"), "name", "url")
	im.servers()
}

// title returns the title of the document on one line.
func (im *importer) title() string {
	return cmp.Or(strings.Join(strings.Fields(im.Whole().Get("info").Text("title")), " "), "Service")
}

// packageName returns a title as the name of a Go package.
func packageName(title string) string {
	words := strings.Fields(strings.ToLower(notLetters.ReplaceAllString(title, " ")))
	words = slices.DeleteFunc(words, func(word string) bool { return packageNoise[word] })
	name := strings.TrimLeft(strings.Join(words[:min(len(words), 2)], ""), "0123456789")
	const longest = 50
	name = name[:min(len(name), longest)]
	if !catalog.CanBePackage(name) {
		name += "service"
	}
	return name
}

var (
	notLetters   = regexp.MustCompile(`[^A-Za-z0-9]+`)
	packageNoise = flat.SetOf(`the a an of for and api rest rpc http json openapi swagger specification spec reference
		documentation docs v1 v2 v3 public service`)
)

// placeEndpoints sets the area and name of each endpoint by the path of the catalog.
func (im *importer) placeEndpoints(all []*endpoint) []*endpoint {
	im.path = cmp.Or(im.path, bestPath(all))
	match := pathPattern(im.path)
	for _, e := range all {
		im.placeEndpoint(e, match)
	}
	if im.pkg == "" {
		im.pkg = packageName(im.title())
		isArea := func(e *endpoint) bool { return strings.EqualFold(model.GoPart(e.area), im.pkg) }
		if slices.ContainsFunc(all, isArea) {
			im.pkg += "api" // the package of an area has the same name
		}
	}
	return all
}

// placeEndpoint sets the area and name of an endpoint, and whether its path has to be stated because
// it does not follow from the path of the catalog.
func (im *importer) placeEndpoint(e *endpoint, match *regexp.Regexp) {
	tag := ""
	if tags := e.post.Get("tags").Items(); len(tags) > 0 {
		tag = model.Segment(tags[0].TextOf())
	}
	if m := match.FindStringSubmatch(e.path); m != nil {
		e.name = m[match.SubexpIndex("operation")]
		if i := match.SubexpIndex("area"); i > 0 {
			e.area = m[i]
		}
	} else {
		im.placeByParts(e)
	}
	e.area = cmp.Or(e.area, tag, "operations")
	area, name, isChosen := strings.Cut(im.Chosen[e.post.Pointer()], ".")
	if isChosen && (area != e.area || name != e.name) {
		e.area, e.name = area, name
		usualPath := strings.NewReplacer("{area}", area, "{operation}", name).Replace(im.path)
		e.ownPath = e.ownPath || usualPath != e.path
	}
}

// placeByParts sets the name of an endpoint whose path does not follow from that of the catalog, and its
// area if the path starts like that of the catalog. The name is what remains of the path, or else the
// operationId.
func (im *importer) placeByParts(e *endpoint) {
	parts := strings.Split(strings.Trim(e.path, "/"), "/")
	before, _, hasArea := strings.Cut(im.path, "{area}")
	rest, startsAlike := strings.CutPrefix(e.path, before)
	if hasArea && startsAlike && strings.Contains(rest, "/") {
		parts = strings.Split(strings.Trim(rest, "/"), "/")
		e.area = model.Segment(parts[0])
		parts = parts[1:]
	}
	e.name = cmp.Or(model.Segment(strings.Join(parts, "_")), model.Segment(e.post.Text("operationId")), "operation")
	e.ownPath = true
}

// pathPattern returns a pattern for the paths of a template.
func pathPattern(template string) *regexp.Regexp {
	const name = `[A-Za-z0-9_-]+`
	expr := strings.Replace(regexp.QuoteMeta(template), `\{area\}`, "(?P<area>"+name+")", 1)
	expr = strings.NewReplacer(`\{area\}`, name, `\{operation\}`,
		"(?P<operation>"+name+")").Replace(expr)
	return regexp.MustCompile("^" + expr + "$")
}

// bestPath returns the template that matches most paths, preferably one with the area.
func bestPath(all []*endpoint) string {
	order := []string{"/{operation}"} // of the templates, as they occur
	count := map[string]int{}
	add := func(template string) {
		if model.IsTemplate(template) {
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
		hasDot := strings.IndexByte(last, '.') > 0 && strings.Count(last, ".") == 1 // claims.get
		parent := strings.LastIndexByte(dir[:len(dir)-1], '/')
		switch {
		case hasDot:
			add(dir + "{area}.{operation}")
		case parent >= 0:
			add(dir[:parent+1] + "{area}/{operation}")
		}
		add(dir + "{operation}")
	}
	return slices.MaxFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[a], count[b]),
			cmp.Compare(strings.Count(a, "{area}"), strings.Count(b, "{area}")))
	})
}

// area returns the area of an endpoint, with the description of its tag.
func (im *importer) area(e *endpoint) *draft.Node {
	areas := im.Catalog.GetOrAdd("areas")
	if a := areas.Get(e.area); a != nil {
		return a
	}
	a := areas.Add(&draft.Node{Kind: "area", Key: e.area, From: origin.Places{e.post}})
	a.Rename = func() { a.NextGoName(model.GoPart(a.Key)+"Area", "Area") }
	for _, tag := range im.Whole().Get("tags").Items() {
		if model.Segment(tag.Text("name")) == model.Segment(e.area) {
			a.Set("description", draft.Text(wording.Tidy(tag.Text("description"))))
		}
	}
	return a
}

// servers reads the base URLs of the service.
func (im *importer) servers() {
	root := im.Whole()
	for _, p := range root.Get("servers").Items() {
		im.addServer(p, im.fillVariables(p, p.Text("url")), p.Text("description"))
	}
	im.oldServers(root.Get("host"), root.Get("basePath"), root.Get("schemes").Items())
}

// oldServers reads the base URLs as Swagger 2.0 has them.
func (im *importer) oldServers(host, path origin.Place, schemes []origin.Place) {
	if !host.OK() {
		im.addServer(path, path.TextOf(), "")
		return
	}
	if len(schemes) == 0 {
		im.addServer(host, "https://"+host.TextOf()+path.TextOf(), "")
	}
	for _, scheme := range schemes {
		im.addServer(host, scheme.TextOf()+"://"+host.TextOf()+path.TextOf(), "")
	}
}

// addServer adds a server.
func (im *importer) addServer(p origin.Place, url, description string) {
	url = strings.TrimRight(url, "/")
	if url == "" {
		return // tools write it if they do not know the URL
	}
	server := im.Catalog.GetOrAdd("servers").Add(&draft.Node{
		Kind: "item", Value: draft.Text(url), From: origin.Places{p}, Keyword: "servers",
		Remedy: "it is left out; callers pass the base URL with its path to NewClient",
	})
	description = wording.Tidy(description)
	if description != "" {
		server.Set("url", draft.Text(url))
		server.Set("description", draft.Text(description))
	}
}

// variable matches a variable in the URL of a server: {host}.
var variable = regexp.MustCompile(`\{[^{}]*\}`)

// fillVariables returns the URL of a server with the defaults of its variables.
func (im *importer) fillVariables(p origin.Place, url string) string {
	return variable.ReplaceAllStringFunc(url, func(name string) string {
		v := p.Get("variables").Get(name[1 : len(name)-1])
		im.LoseAs(p.Get("url"), "servers", "",
			"the URL of a server has no variables, such as "+wording.Quote(name),
			"the default is used; callers can pass another base URL")
		return v.Text("default")
	})
}

// addTexts adds strings at keys. The check may refuse one, such as an invalid URL.
func addTexts(to *draft.Node, p origin.Place, keys ...string) {
	for _, key := range keys {
		if fact := p.Text(key); fact != "" {
			to.Set(key, draft.Text(fact), p.Get(key))
		}
	}
}
