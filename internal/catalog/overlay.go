package catalog

import (
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/wording"
)

var (
	catalogFormat = yamldoc.Format{Name: "catalog", Article: "a", Kind: "document", Version: "catalog",
		Remedy: "name it in opgen.yaml or with --spec, or start one with gen init"}
	overlayFormat = yamldoc.Format{Name: "overlay", Article: "an", Kind: "overlay", Version: "overlay"}
)

// merger merges overlays into the objects of a catalog, before anything is resolved. It reports
// contradictions, and refinements of elements that the catalog does not have.
type merger struct {
	*yamldoc.Checker
	records map[string]*yamldoc.Object
	kinds   map[string]Kind // of types by name
}

// overlay merges overlays in their order.
func overlay(c *yamldoc.Checker, base *yamldoc.Object, overlays []*yamldoc.Object) {
	m := &merger{c, map[string]*yamldoc.Object{}, map[string]Kind{}}
	for kind, name := range kindNames {
		m.kinds[name] = Kind(kind)
	}
	all := append(slices.Clone(overlays), base)
	for _, root := range all {
		for key, kind := range map[string]Kind{"enums": Enumeration, "records": Record, "unions": Union} {
			for _, o := range root.Objects(key) {
				m.kinds[o.Key.Text] = kind
			}
		}
		for _, o := range root.Objects("records") {
			m.records[o.Key.Text] = o
		}
	}
	for _, root := range all {
		for _, area := range root.Objects("areas") {
			for _, op := range area.Objects("operations") {
				m.namedType(op.Object("response"))
			}
		}
	}
	for _, root := range overlays {
		m.merge(base, root)
	}
}

// namedType makes a single name the type of a response, unless it is a record, which the response
// includes.
func (m *merger) namedType(o *yamldoc.Object) {
	if n := o.Value("include"); n != nil && n == o.Node && m.records[n.Text] == nil {
		o.Attrs["type"] = o.Attrs["include"]
		delete(o.Attrs, "include")
	}
}

// merge merges an object of an overlay into an object of the catalog.
func (m *merger) merge(base, over *yamldoc.Object) {
	base.Node.Partial = base.Node.Partial || over.Node.Partial
	for _, key := range grammar.Keys(over.Kind) {
		known, news := base.Attrs[key], over.Attrs[key]
		spec := grammar.Maps[over.Kind][key]
		switch {
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
		case known.Object != nil && news.Object != nil:
			m.merge(known.Object, news.Object)
		case spec.Value == yamldoc.ListValue && key != "auth":
			// Another way to authenticate does not narrow the others.
			known.Objects = append(known.Objects, additionalObjects(known.Objects, news.Objects)...)
		default:
			m.narrow(base, key, news, over.Scope)
		}
	}
}

// additionalObjects returns the objects in news that are not in known.
func additionalObjects(known, news []*yamldoc.Object) []*yamldoc.Object {
	have := map[string]bool{}
	for _, k := range known {
		have[k.Node.Canonical()] = true
	}
	return slices.DeleteFunc(slices.Clone(news),
		func(o *yamldoc.Object) bool { return have[o.Node.Canonical()] })
}

// named merges objects by name.
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
		there := byName[o.Key.Text]
		switch {
		case there != nil:
			m.merge(there, o)
		case (kind == "enum_value" || kind == "variant") && !base.Is("open"):
			m.contradict(o.Key, o.Scope, "the %s is closed, so it cannot have more values",
				base.Kind).And(base.Key, "it is here, without open: true")
		case additions[kind] != "" && !o.Has(additions[kind]):
			if base.Whole(key) {
				m.reportUnknown(base, o, names)
			}
			dropped = true
		default:
			known.Objects = append(known.Objects, o)
		}
	}
	known.Value.Partial = known.Value.Partial || dropped
}

// additions has the key that distinguishes an addition from a refinement with a wrong name.
var additions = map[string]string{
	"area": "description", "operation": "summary", "record": "description", "enum": "description", "union": "description", "field": "type",
}

// reportUnknown reports a refinement of an object that the catalog does not have.
func (m *merger) reportUnknown(base, o *yamldoc.Object, known []string) {
	remedy := m.DidYouMean(o.Key.Text, func() []string { return known })
	if remedy == "" {
		remedy = "; correct the name, or add the key"
	}
	included := base.Text("include")
	if slices.ContainsFunc(m.records[included].Objects("fields"),
		func(f *yamldoc.Object) bool { return f.Key.Text == o.Key.Text }) {
		remedy = "; refine it in record " + wording.Quote(included) + ", which is included"
	}
	m.Report(ID("unknown-"+o.Kind), o.Key, shapeScope(o), "there is no %s %s to refine, and an "+
		"addition needs the key %s%s",
		o.Kind, wording.Quote(o.Key.Text), wording.Quote(additions[o.Kind]), remedy)
}

// contradict reports a contradiction of the catalog.
func (m *merger) contradict(at *yamldoc.Node, s yamldoc.Scope, format string, args ...any) *Problem {
	return m.Report(OverlayContradiction, at, s,
		"%s; an overlay only adds and narrows: delete this, or correct what it contradicts",
		fmt.Sprintf(format, args...))
}

// add adds an attribute that the catalog does not set, unless its absence is a fact.
func (m *merger) add(base *yamldoc.Object, key string, news *yamldoc.Attr, s yamldoc.Scope) {
	var why, note string
	at := base.Place()
	t := base.Value("type")
	switch {
	case base.Kind == "operation" && key == "path":
		why, note = `"path": an operation cannot move to another path`, "the operation is here"
	case key == "empty" && news.Value.Text != string(EmptyObject):
		why, note = `"empty": a request that is sent as {} cannot change`, "the operation is here"
	case key == "open" && news.Value.True():
		why, note = `"open": this is closed and cannot be opened`, "closed here, without open: true"
	case key == "record":
		why, note = `"record": a tag without a record cannot get one`, "without a record here"
	case key == "nullable" && news.Value.True() && base.Is("required"):
		why, at, note = `"nullable": a required value cannot become null`, base.Attrs["required"].Key, "required here"
	case key == "join" && t != nil && t.Kind == yamldoc.List:
		why, at, note = `"join": an array cannot become one string`, t, "an array here"
	default:
		base.Attrs[key] = news
		return
	}
	m.contradict(news.Value, s, "%s", why).And(at, note)
}

// narrow compares a value of the catalog with the overlay's value. It accepts a narrower value and
// reports any other difference.
func (m *merger) narrow(base *yamldoc.Object, key string, news *yamldoc.Attr, s yamldoc.Scope) {
	known := base.Attrs[key]
	switch {
	case known.Value.Canonical() == news.Value.Canonical():
	case key == "since" && known.Value.Text == news.Value.Text:
	case m.narrows(key, known.Value, news.Value):
		base.Attrs[key] = news
	default:
		m.contradict(news.Value, s, "%s: %s cannot become %s", wording.Quote(key),
			known.Value.Shown(), news.Value.Shown()).
			And(known.Value, "given here")
	}
}

// narrows reports whether the second value of a key allows no more than the first.
func (m *merger) narrows(key string, known, news *yamldoc.Node) bool {
	switch key {
	case "type":
		return m.narrowsType(known, news)
	case "required", "lenient", "non_blank", "omit_empty", "sensitive":
		return news.True() || !known.True()
	case "min_length", "min_items", "minimum":
		return cursor.CompareNumbers(known.Text, news.Text) <= 0
	case "max_length", "max_items", "maximum":
		return cursor.CompareNumbers(known.Text, news.Text) >= 0
	case "enum":
		have := map[string]bool{}
		for _, k := range known.Items {
			have[k.Text] = true
		}
		return !slices.ContainsFunc(news.Items, func(n *yamldoc.Node) bool { return !have[n.Text] })
	}
	return false
}

// narrowsType reports whether every value of the second type is one of the first, except any, which the
// service promises. An unknown type counts as narrower, because it is reported when it is resolved. A
// response cannot disappear.
func (m *merger) narrowsType(known, news *yamldoc.Node) bool {
	from := m.kind(known)
	to := m.kind(news)
	switch {
	case news.Text == none:
		return false
	case from == Unspecified || to == 0:
		return true
	case from == Array && to == Array:
		return m.narrowsItem(known.Items[0], news.Items[0])
	case from == Map && to == Map:
		return m.narrowsItem(known.Entries[0].Value, news.Entries[0].Value)
	case from == Object:
		return to == Map || to == Record || to == Union
	}
	if from == String {
		return to == Enumeration
	}
	return from == Number && to == Integer
}

// kind returns the kind of the type in a node, 0 if it is unknown.
func (m *merger) kind(n *yamldoc.Node) Kind {
	switch {
	case len(n.Items) == 1:
		return Array
	case len(n.Entries) == 1:
		return Map
	}
	return m.kinds[n.Text]
}

// narrowsItem is like narrowsType for items of arrays and maps, which an overlay cannot make nullable.
func (m *merger) narrowsItem(known, news *yamldoc.Node) bool {
	from, nullable := itemOf(known)
	to, nullableNow := itemOf(news)
	staysValid := nullable || !nullableNow || m.kind(from) == Unspecified
	return staysValid &&
		(from.Canonical() == to.Canonical() || m.narrowsType(from, to))
}
