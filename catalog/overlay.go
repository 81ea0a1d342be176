package catalog

import (
	"fmt"
	"slices"

	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
)

// merger lays overlays over a catalog, before anything is resolved: what they
// say becomes a part of the objects of the catalog, and the checks of a catalog
// see no difference. It reports what contradicts the catalog, and what refines
// something that the catalog does not have.
type merger struct {
	*yamldoc.Checker
	types map[string]*yamldoc.Object // records and enums by name
}

// overlay merges roots in their order. Each meets the catalog with those before it.
func overlay(c *yamldoc.Checker, base *yamldoc.Object, overlays []*yamldoc.Object) {
	m := &merger{c, map[string]*yamldoc.Object{}}
	for _, root := range slices.Concat(overlays, []*yamldoc.Object{base}) {
		for _, key := range []string{"enums", "records"} {
			for _, o := range root.Objects(key) {
				m.types[o.Key.Text] = o
			}
		}
	}
	for _, root := range overlays {
		m.merge(base, root)
	}
}

// merge adds what an object of an overlay says to the one of the catalog.
func (m *merger) merge(base, over *yamldoc.Object) {
	base.Node.Partial = base.Node.Partial || over.Node.Partial
	for _, key := range grammar.Keys(over.Kind) {
		known, news := base.Attrs[key], over.Attrs[key]
		switch spec := grammar.Maps[over.Kind][key]; {
		case news == nil || key == overlayFormat.Version:
		case news.Bad && known != nil:
			known.Value.Partial = true
		case known != nil && known.Bad: // reported
		case news.Bad:
			base.Attrs[key] = news
		case spec.Value == yamldoc.NamedValue:
			m.named(base, key, news, spec.Of)
		case known == nil:
			m.add(base, key, news, over.Scope)
		case spec.Value == yamldoc.MapValue:
			m.merge(known.Object, news.Object)
		case spec.Value == yamldoc.ListValue:
			known.Objects = append(known.Objects, unlike(known.Objects, news.Objects)...)
		default:
			m.narrow(base, key, news, over.Scope)
		}
	}
}

// unlike returns the rules of an overlay that the catalog does not have.
func unlike(known, news []*yamldoc.Object) []*yamldoc.Object {
	var all []*yamldoc.Object
	for _, o := range news {
		if !slices.ContainsFunc(known, func(k *yamldoc.Object) bool { return yamldoc.Same(k.Node, o.Node) }) {
			all = append(all, o)
		}
	}
	return all
}

// named merges a map from names.
func (m *merger) named(base *yamldoc.Object, key string, news *yamldoc.Attr, kind string) {
	known := base.Attrs[key]
	if known == nil {
		known = &yamldoc.Attr{Key: news.Key, Value: news.Value}
		base.Attrs[key] = known
	}
	known.Value.Partial = known.Value.Partial || news.Value.Partial
	byName, names, dropped := map[string]*yamldoc.Object{}, []string{}, false
	for _, o := range known.Objects {
		byName[o.Key.Text] = o
		names = append(names, o.Key.Text)
	}
	for _, o := range news.Objects {
		switch there := byName[o.Key.Text]; {
		case there != nil:
			m.merge(there, o)
		case kind == "enum_value" && !base.Is("open"):
			m.contradict(o.Key, o.Scope, "the enum is closed, so that it gets no further value").And(base.Key, "the enum is here, without open: true")
		case additions[kind].key != "" && !o.Has(additions[kind].key):
			if base.Whole(key) {
				m.unknown(base, o, names)
			}
			dropped = true
		default:
			known.Objects = append(known.Objects, o)
		}
	}
	known.Value.Partial = known.Value.Partial || dropped
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
func (m *merger) unknown(base, o *yamldoc.Object, known []string) {
	s := o.Scope
	if o.Kind == "field" {
		s = unfielded(o)
	}
	add := additions[o.Kind]
	remedy := wording.DidYouMean(o.Key.Text, known)
	if remedy == "" {
		remedy = "; correct the name, or add the key"
	}
	if included := base.Text("include"); slices.ContainsFunc(m.types[included].Objects("fields"), func(f *yamldoc.Object) bool { return f.Key.Text == o.Key.Text }) {
		remedy = "; refine it in record " + wording.Quote(included) + ", which it comes from"
	}
	m.Report(add.id, o.Key, s, "there is no %s %s to refine, and one that is added has the key %s%s", o.Kind, wording.Quote(o.Key.Text), wording.Quote(add.key), remedy)
}

// contradict reports what takes back something that the catalog says.
func (m *merger) contradict(at *yamldoc.Node, s yamldoc.Scope, format string, args ...any) *Problem {
	return m.Report(OverlayContradiction, at, s, "%s; an overlay only adds and narrows: delete this, or correct what it contradicts", fmt.Sprintf(format, args...))
}
