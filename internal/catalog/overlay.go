package catalog

import (
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/text/wording"
)

// An overlay has the structure of a catalog and says more about the same service. Before anything is
// resolved, its objects are merged into those of the catalog: a key that the catalog does not have is
// added, and a value may become narrower, such as a type any that becomes a record. So code that was
// generated without the overlay stays right, and the stages behind this one know only one catalog.

// The formats of the two kinds of files.
var (
	catalogFormat = yamldoc.Format{Name: "catalog", Article: "a", Kind: "document", Version: "catalog",
		Remedy: "name it in opgen.yaml or with --spec, or start one with gen init"}
	overlayFormat = yamldoc.Format{Name: "overlay", Article: "an", Kind: "overlay", Version: "overlay"}
)

// merger merges overlays into the objects of a catalog, before anything is resolved. It reports
// contradictions, and refinements of elements that the catalog does not have.
type merger struct {
	*yamldoc.Checker
	records map[string]*yamldoc.Object // by name, the catalog's rather than an overlay's
	kinds   map[string]Kind            // of types by name
}

// overlay merges overlays in their order.
func overlay(c *yamldoc.Checker, base *yamldoc.Object, overlays []*yamldoc.Object) {
	m := &merger{c, map[string]*yamldoc.Object{}, map[string]Kind{}}
	for kind, name := range kindNames {
		m.kinds[name] = Kind(kind)
	}
	roots := append(slices.Clone(overlays), base)
	for _, root := range roots {
		m.declare(root)
	}
	for _, root := range roots {
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

// declare adds the types of a catalog or an overlay to those that are known by name.
func (m *merger) declare(root *yamldoc.Object) {
	for key, kind := range map[string]Kind{"enums": Enumeration, "records": Record, "unions": Union} {
		for _, o := range root.Objects(key) {
			m.kinds[o.Key.Text] = kind
		}
	}
	for _, o := range root.Objects("records") {
		m.records[o.Key.Text] = o
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
		current, refined := base.Attrs[key], over.Attrs[key]
		spec := grammar.Maps[over.Kind][key]
		switch {
		case refined == nil || key == overlayFormat.Version:
		case refined.Bad && current != nil:
			current.Value.Partial = true
		case current != nil && current.Bad: // reported
		case refined.Bad:
			base.Attrs[key] = refined
		case spec.Value == yamldoc.NamedValue:
			m.mergeNamed(base, key, refined, spec.Of)
		case current == nil:
			m.add(base, key, refined, over.Scope)
		case current.Object != nil && refined.Object != nil:
			m.merge(current.Object, refined.Object)
		case spec.Value == yamldoc.ListValue && key != "auth":
			// Another way to authenticate does not narrow the others.
			current.Objects = append(current.Objects, additionalObjects(current.Objects, refined.Objects)...)
		default:
			m.narrow(base, key, refined, over.Scope)
		}
	}
}

// additionalObjects returns the refined objects that are not among the current ones.
func additionalObjects(current, refined []*yamldoc.Object) []*yamldoc.Object {
	isPresent := map[string]bool{}
	for _, o := range current {
		isPresent[o.Node.Canonical()] = true
	}
	return slices.DeleteFunc(slices.Clone(refined),
		func(o *yamldoc.Object) bool { return isPresent[o.Node.Canonical()] })
}

// mergeNamed merges objects by name.
func (m *merger) mergeNamed(base *yamldoc.Object, key string, refined *yamldoc.Attr, kind string) {
	current := base.Attrs[key]
	if current == nil {
		current = &yamldoc.Attr{Key: refined.Key, Value: refined.Value}
		base.Attrs[key] = current
	}
	current.Value.Partial = current.Value.Partial || refined.Value.Partial
	byName := map[string]*yamldoc.Object{}
	var names []string
	for _, o := range current.Objects {
		byName[o.Key.Text] = o
		names = append(names, o.Key.Text)
	}
	isDropped := false // an object of the overlay
	for _, o := range refined.Objects {
		same := byName[o.Key.Text]
		isValue := kind == "enum_value" || kind == "variant"
		needed := additions[kind]
		switch {
		case same != nil:
			m.merge(same, o)
		case isValue && !base.Is("open"):
			m.contradict(o.Key, o.Scope, "the %s is closed, so it cannot have more values", base.Kind).
				And(base.Key, "it is here, without open: true")
		case needed != "" && !o.Has(needed):
			if base.Whole(key) {
				m.reportUnknown(base, o, names)
			}
			isDropped = true
		default:
			current.Objects = append(current.Objects, o)
		}
	}
	current.Value.Partial = current.Value.Partial || isDropped
}

// additions has the key that distinguishes an addition from a refinement with a wrong name.
var additions = map[string]string{
	"area":      "description",
	"operation": "summary",
	"record":    "description",
	"enum":      "description",
	"union":     "description",
	"field":     "type",
}

// reportUnknown reports a refinement of an object that the catalog does not have.
func (m *merger) reportUnknown(base, o *yamldoc.Object, names []string) {
	remedy := m.DidYouMean(o.Key.Text, func() []string { return names })
	if remedy == "" {
		remedy = "; correct the name, or add the key"
	}
	included := base.Text("include")
	isNamed := func(f *yamldoc.Object) bool { return f.Key.Text == o.Key.Text }
	if slices.ContainsFunc(m.records[included].Objects("fields"), isNamed) {
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
func (m *merger) add(base *yamldoc.Object, key string, refined *yamldoc.Attr, s yamldoc.Scope) {
	var why, note string
	at := base.Place()
	t := base.Value("type")
	switch {
	case base.Kind == "operation" && key == "path":
		why, note = `"path": an operation cannot move to another path`, "the operation is here"
	case key == "empty" && refined.Value.Text != string(EmptyObject):
		why, note = `"empty": a request that is sent as {} cannot change`, "the operation is here"
	case key == "open" && refined.Value.True():
		why, note = `"open": this is closed and cannot be opened`, "closed here, without open: true"
	case key == "record":
		why, note = `"record": a tag without a record cannot get one`, "without a record here"
	case key == "nullable" && refined.Value.True() && base.Is("required"):
		why, note = `"nullable": a required value cannot become null`, "required here"
		at = base.Attrs["required"].Key
	case key == "join" && t != nil && t.Kind == yamldoc.List:
		why, note = `"join": an array cannot become one string`, "an array here"
		at = t
	default:
		base.Attrs[key] = refined
		return
	}
	m.contradict(refined.Value, s, "%s", why).And(at, note)
}

// narrow compares a value of the catalog with the overlay's value. It accepts a narrower value and
// reports any other difference.
func (m *merger) narrow(base *yamldoc.Object, key string, refined *yamldoc.Attr, s yamldoc.Scope) {
	current := base.Attrs[key]
	switch {
	case current.Value.Canonical() == refined.Value.Canonical():
	case key == "since" && current.Value.Text == refined.Value.Text:
	case m.narrows(key, current.Value, refined.Value):
		base.Attrs[key] = refined
	default:
		m.contradict(refined.Value, s, "%s: %s cannot become %s", wording.Quote(key),
			current.Value.Shown(), refined.Value.Shown()).
			And(current.Value, "given here")
	}
}

// narrows reports whether the second value of a key allows no more than the first.
func (m *merger) narrows(key string, current, refined *yamldoc.Node) bool {
	switch key {
	case "type":
		return m.narrowsType(current, refined)
	case "required", "lenient", "non_blank", "omit_empty", "sensitive":
		return refined.True() || !current.True()
	case "min_length", "min_items", "minimum":
		return cursor.CompareNumbers(current.Text, refined.Text) <= 0
	case "max_length", "max_items", "maximum":
		return cursor.CompareNumbers(current.Text, refined.Text) >= 0
	case "enum":
		isListed := map[string]bool{}
		for _, n := range current.Items {
			isListed[n.Text] = true
		}
		isAdded := func(n *yamldoc.Node) bool { return !isListed[n.Text] }
		return !slices.ContainsFunc(refined.Items, isAdded)
	}
	return false
}

// narrowsType reports whether every value of the second type is one of the first, except any, which the
// service promises. An unknown type counts as narrower, because it is reported when it is resolved. A
// response cannot disappear.
func (m *merger) narrowsType(current, refined *yamldoc.Node) bool {
	from := m.kind(current)
	to := m.kind(refined)
	switch {
	case refined.Text == none:
		return false
	case from == Unspecified || to == 0:
		return true
	case from == Array && to == Array:
		return m.narrowsItem(current.Items[0], refined.Items[0])
	case from == Map && to == Map:
		return m.narrowsItem(current.Entries[0].Value, refined.Entries[0].Value)
	case from == Object:
		return to == Map || to == Record || to == Union
	case from == String:
		return to == Enumeration
	default:
		return from == Number && to == Integer
	}
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
func (m *merger) narrowsItem(current, refined *yamldoc.Node) bool {
	from, wasNullable := itemOf(current)
	to, isNullable := itemOf(refined)
	becomesNullable := isNullable && !wasNullable && m.kind(from) != Unspecified
	if becomesNullable {
		return false
	}
	return from.Canonical() == to.Canonical() || m.narrowsType(from, to)
}
