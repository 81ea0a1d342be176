package catalog

import (
	"fmt"
	"slices"
)

// format is a kind of file that becomes a part of a catalog.
type format struct {
	kind    string // of its outermost map
	version string // the key that gives the version, by which the format is known
	about   string
}

var (
	catalogFormat = format{"document", "catalog", "a catalog"}
	overlayFormat = format{"overlay", "overlay", "an overlay"}
)

// start is how a file of the format begins.
func (f format) start() string { return f.version + ": " + formatVersion }

// open reads the outermost map of a document, nil where it is none.
func (c *checker) open(doc *Document, f, other format) *object {
	if doc.root == nil {
		return nil
	}
	if doc.root.kind != mapNode {
		c.report(WrongKind, doc.root, scope{}, "expected a map, found %s; %s starts with %s", doc.root.found(), f.about, quote(f.start()))
		return nil
	}
	if n := doc.root.key(other.version); n != nil && doc.root.key(f.version) == nil {
		c.report(WrongKind, n, scope{}, "this is %s; %s is expected, which starts with %s", other.about, f.about, quote(f.start()))
		return nil
	}
	root := c.decode(f.kind, nil, doc.root, scope{})
	c.needed(root)
	if n := root.value(f.version); n != nil && n.text != formatVersion {
		c.report(WrongVersion, n, scope{}, "%s version %s is not known; this program reads version %s: write %s, or use the release that reads yours",
			f.version, quote(n.text), formatVersion, quote(f.start()))
	}
	return root
}

// key returns a key of a map, nil where there is none.
func (n *node) key(name string) *node {
	for _, e := range n.entries {
		if e.key.text == name {
			return e.key
		}
	}
	return nil
}

// merger lays overlays over a catalog, before anything is resolved: what they
// say becomes a part of the objects of the catalog, and the checks of a catalog
// see no difference. It reports what contradicts the catalog, and what refines
// something that the catalog does not have.
type merger struct {
	*checker
	types map[string]*object // records and enums by name
}

// overlay merges roots in their order. Each meets the catalog with those before it.
func (c *checker) overlay(base *object, overlays []*object) {
	m := &merger{c, map[string]*object{}}
	for _, root := range slices.Concat(overlays, []*object{base}) {
		for _, key := range []string{"enums", "records"} {
			for _, o := range root.objects(key) {
				m.types[o.key.text] = o
			}
		}
	}
	for _, root := range overlays {
		m.merge(base, root)
	}
}

// merge adds what an object of an overlay says to the one of the catalog.
func (m *merger) merge(base, over *object) {
	base.node.partial = base.node.partial || over.node.partial
	for _, key := range keysOf(over.kind) {
		known, news := base.attrs[key], over.attrs[key]
		switch spec := keyTable[over.kind][key]; {
		case news == nil || key == overlayFormat.version:
		case news.bad && known != nil:
			known.value.partial = true
		case known != nil && known.bad: // reported
		case news.bad:
			base.attrs[key] = news
		case spec.value == namedValue:
			m.named(base, key, news, spec.of)
		case known == nil:
			m.add(base, key, news, over.scope)
		case spec.value == objectValue, spec.value == responseValue:
			m.merge(known.object, news.object)
		case spec.value == listValue:
			known.objects = append(known.objects, unlike(known.objects, news.objects)...)
		default:
			m.narrow(base, key, news, over.scope)
		}
	}
}

// unlike returns the rules of an overlay that the catalog does not have.
func unlike(known, news []*object) []*object {
	var all []*object
	for _, o := range news {
		if !slices.ContainsFunc(known, func(k *object) bool { return sameValue(k.node, o.node) }) {
			all = append(all, o)
		}
	}
	return all
}

// named merges a map from names.
func (m *merger) named(base *object, key string, news *attr, kind string) {
	known := base.attrs[key]
	if known == nil {
		known = &attr{key: news.key, value: news.value}
		base.attrs[key] = known
	}
	known.value.partial = known.value.partial || news.value.partial
	byName, names, dropped := map[string]*object{}, []string{}, false
	for _, o := range known.objects {
		byName[o.key.text] = o
		names = append(names, o.key.text)
	}
	for _, o := range news.objects {
		switch there := byName[o.key.text]; {
		case there != nil:
			m.merge(there, o)
		case kind == "enum_value" && !base.is("open"):
			m.contradict(o.key, o.scope, "the enum is closed, so that it gets no further value").and(base.key, "the enum is here, without open: true")
		case additions[kind].key != "" && !o.has(additions[kind].key):
			if base.whole(key) {
				m.unknown(base, o, names)
			}
			dropped = true
		default:
			known.objects = append(known.objects, o)
		}
	}
	known.value.partial = known.value.partial || dropped
}

// additions are keys by which what an overlay adds is told from what it refines
// under a wrong name, and the problem where the key is missing.
var additions = map[string]struct {
	key string
	id  ID
}{
	"area":      {"description", UnknownArea},
	"operation": {"summary", UnknownOperation},
	"record":    {"description", UnknownRecord},
	"enum":      {"description", UnknownEnum},
	"field":     {"type", UnknownField},
}

// unknown reports an object that can only refine one of the catalog, which has
// none of its name.
func (m *merger) unknown(base, o *object, known []string) {
	s := o.scope
	if o.kind == "field" {
		s = o.unfielded()
	}
	add := additions[o.kind]
	remedy := suggest(o.key.text, known)
	if remedy == "" {
		remedy = "; correct the name, or add the key"
	}
	if included := base.text("include"); slices.ContainsFunc(m.types[included].objects("fields"), o.isNamed) {
		remedy = "; refine it in record " + quote(included) + ", which it comes from"
	}
	m.report(add.id, o.key, s, "there is no %s %s to refine, and one that is added has the key %s%s", o.kind, quote(o.key.text), quote(add.key), remedy)
}

// isNamed tells whether another object has the same name.
func (o *object) isNamed(other *object) bool { return o.key.text == other.key.text }

// contradict reports what takes back something that the catalog says.
func (m *merger) contradict(at *node, s scope, format string, args ...any) *Problem {
	return m.report(OverlayContradiction, at, s, "%s; an overlay only adds and narrows: delete this, or correct what it contradicts", fmt.Sprintf(format, args...))
}
