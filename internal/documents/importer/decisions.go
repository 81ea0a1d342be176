package importer

import (
	"cmp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// Decisions is the name of the file with decisions about an import.
const Decisions = "import.yaml"

// decisions are the contents of import.yaml. Pointers are JSON pointers into the document and
// other files.
type decisions struct {
	pkg, path string
	names     map[string]string // by pointer
	drop      map[string]bool   // by pointer
	envelope  *envelope         // may be nil
}

var decisionsFormat = yamldoc.Format{Name: "decisions", Article: "a file of", Kind: "file", Version: "import"}

var (
	pointerKey = yamldoc.Key{Value: yamldoc.TextValue, Needed: true, Filled: true, Expected: "a JSON pointer into the document"}
	reasonKey  = yamldoc.Key{Value: yamldoc.TextValue, Needed: true, Filled: true}
)

var decisionsGrammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"import":      {Value: yamldoc.ScalarValue, Needed: true},
		"package":     {Value: yamldoc.TextValue, Filled: true},
		"path":        {Value: yamldoc.TextValue, Filled: true},
		"names":       {Value: yamldoc.NamedValue, Of: "name"},
		"same":        {Value: yamldoc.ListValue, Of: "same"},
		"drop":        {Value: yamldoc.ListValue, Of: "drop"},
		"corrections": {Value: yamldoc.ListValue, Of: "correction"},
		"envelope":    {Value: yamldoc.MapValue, Of: "envelope"},
	},
	"envelope":   catalog.EnvelopeKeys,
	"name":       {"name": {Value: yamldoc.TextValue, Needed: true, Filled: true}},
	"same":       {"at": {Value: yamldoc.TextsValue, Needed: true, Filled: true}, "reason": reasonKey},
	"drop":       {"at": pointerKey, "reason": reasonKey},
	"correction": {"at": pointerKey, "was": {Value: yamldoc.AnyValue}, "is": {Value: yamldoc.AnyValue}, "reason": reasonKey},
}, map[string]yamldoc.Named{
	"name": {Short: map[yamldoc.Kind]string{yamldoc.String: "name"}, Expected: "a name"},
})

// DecisionKeys returns the keys of the maps of a file of decisions, by the kind of map.
func DecisionKeys() map[string][]string { return decisionsGrammar.All() }

// The ids of problems in import.yaml.
const (
	Nowhere yamldoc.ID = "nowhere" // a pointer has no value
	Changed yamldoc.ID = "changed" // the document differs from the "was" of a correction
	BadName yamldoc.ID = "bad-name"
)

// decide reads import.yaml, if there is one, and corrects the document, if that has no problems.
func (im *importer) decide(source *yamldoc.Source) {
	im.decided = &decisions{names: map[string]string{}, drop: map[string]bool{}}
	if source == nil || im.checker.Problems() != nil {
		return
	}
	var o *yamldoc.Object
	if im.checker.Read(*source, decisionsFormat, func(root *yamldoc.Object) { o = root }) != nil {
		return
	}
	d := im.decided
	d.pkg, d.path = o.Text("package"), o.Text("path")
	d.envelope = im.envelopeOf(o.Object("envelope"))
	if n := o.Value("path"); n != nil && !isTemplate(d.path) {
		im.checker.Report(BadName, n, o.Scope, "the path of the catalog must contain {operation}, such as /v1/{area}/{operation}, and no other character that a URL escapes")
	}
	for _, c := range o.Objects("corrections") {
		im.correctValue(c)
	}
	for _, n := range o.Objects("names") {
		if p, ok := im.find(n.Key, n.Scope); ok {
			im.checkName(n, p)
			d.names[p.pointer()] = n.Text("name")
		}
	}
	for _, drop := range o.Objects("drop") {
		if p, ok := im.find(drop.Value("at"), drop.Scope); ok {
			d.drop[p.pointer()] = true
		}
	}
	for _, s := range o.Objects("same") {
		first, _ := im.find(s.Items("at")[0], s.Scope)
		for _, at := range s.Items("at")[1:] {
			if p, ok := im.find(at, s.Scope); ok {
				im.same[p.node] = first
			}
		}
	}
}

// checkName reports a name that is invalid for a type or an operation.
func (im *importer) checkName(n *yamldoc.Object, p place) {
	name, operation := n.Text("name"), strings.HasSuffix(p.pointer(), "/post")
	area, op, dotted := strings.Cut(name, ".")
	switch {
	case operation && (!dotted || segment(area) != strings.ToLower(area) || segment(op) != strings.ToLower(op) || area == "" || op == ""):
		im.checker.Report(BadName, cmp.Or(n.Value("name"), n.Key), n.Scope, "an operation has a name such as claims.get_claim, not %s", wording.Quote(name))
	case !operation && typeName(name) != name:
		im.checker.Report(BadName, cmp.Or(n.Value("name"), n.Key), n.Scope, "a type has a name such as %s, not %s", wording.Quote(typeName(name)), wording.Quote(name))
	}
}

// find returns the value at a pointer into the document, or into another file:
// "common.yaml#/Contact". It reports a pointer without a value.
func (im *importer) find(at *yamldoc.Node, s yamldoc.Scope) (place, bool) {
	name, pointer := inFile(at.Text)
	p, reason := im.valueAt(im.file, name, pointer)
	if !p.ok() {
		im.checker.Report(Nowhere, at, s, "%s; correct or delete it", reason)
	}
	return p, p.ok()
}

// inFile splits a pointer into the name of a file, "" for the document, and the rest.
func inFile(text string) (name, pointer string) {
	if name, pointer, named := strings.Cut(text, "#"); named && !strings.HasPrefix(name, "/") {
		return name, pointer
	}
	return "", text
}

// correctValue replaces a value of the document. It reports a correction that expects another
// value.
func (im *importer) correctValue(c *yamldoc.Object) {
	at, was, is := c.Value("at"), c.Value("was"), c.Value("is")
	name, pointer := inFile(at.Text)
	now, reason := im.valueAt(im.file, name, pointer)
	switch f := now.file; {
	case f == nil:
		im.checker.Report(Nowhere, at, c.Scope, "%s; correct or delete it", reason)
	case pointer == "":
		im.checker.Report(Nowhere, at, c.Scope, "a correction replaces a value in a file, not the whole file")
	case (was != nil) != now.ok(), now.ok() && was.Canonical() != now.node.Canonical():
		p := im.checker.Report(Changed, cmp.Or(was, at), c.Scope, `"was" must be the value in the document, and absent if there is none; correct it, or delete the correction`)
		if now.ok() {
			p.And(now.position(), "the value is here")
		}
	default:
		var ok bool
		if f.root, ok = f.root.Replace(jsonpointer.Names(pointer), is); !ok {
			im.checker.Report(Nowhere, at, c.Scope, "%s: there is no map or list for the value; correct or delete it", wording.Quote(at.Text))
		}
	}
}

// envelope is the object around every response, from import.yaml or recognized.
type envelope struct {
	success, data string
	others        []string // members of failures
	siblings      *node    // further members next to the data, nil if it has no name
	decided       bool
	at            place
}

// envelopeOf reads the envelope of import.yaml, nil if there is none.
func (im *importer) envelopeOf(o *yamldoc.Object) *envelope {
	if o == nil {
		return nil
	}
	at := place{file: &file{name: Decisions}, key: o.Key, node: o.Node}
	at.up = &place{file: at.file}
	e := &envelope{success: o.Text("success"), data: o.Text("data"), decided: true, at: at}
	if entries := o.Entries("success"); len(entries) > 0 {
		e.success = entries[0].Key.Text
	}
	for _, n := range o.Items("message") {
		e.others = append(e.others, n.Text)
	}
	if name := o.Text("violations"); name != "" {
		e.others = append(e.others, name)
	}
	if n := o.Value("siblings"); n != nil {
		if typeName(n.Text) != n.Text {
			im.checker.Report(BadName, n, o.Scope, "a type has a name such as %s, not %s", wording.Quote(typeName(n.Text)), wording.Quote(n.Text))
		}
		im.nameSiblings(e, n.Text)
	}
	return e
}
