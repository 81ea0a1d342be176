package importer

import (
	"cmp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/model"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// A document is often wrong or silent about something that its owner knows. The file import.yaml says
// it: names, corrections, parts to leave out. It is read before the document is, and a decision that
// no longer fits the document is a problem, so that none is forgotten.

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
	pointerKey = yamldoc.Key{
		Value: yamldoc.TextValue, Needed: true, Filled: true,
		Expected: "a JSON pointer into the document",
	}
	reasonKey = yamldoc.Key{Value: yamldoc.TextValue, Needed: true, Filled: true}
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
	"envelope": catalog.EnvelopeKeys,
	"name":     {"name": {Value: yamldoc.TextValue, Needed: true, Filled: true}},
	"same":     {"at": {Value: yamldoc.TextsValue, Needed: true, Filled: true}, "reason": reasonKey},
	"drop":     {"at": pointerKey, "reason": reasonKey},
	"correction": {
		"at":     pointerKey,
		"was":    {Value: yamldoc.AnyValue},
		"is":     {Value: yamldoc.AnyValue},
		"reason": reasonKey,
	},
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

// readDecisions reads import.yaml, if there is one, and corrects the document, if that has no problems.
func readDecisions(document *origin.Document, source *yamldoc.Source) *decisions {
	d := &decisions{names: map[string]string{}, drop: map[string]bool{}}
	if source == nil || document.Checker.Problems() != nil {
		return d
	}
	var o *yamldoc.Object
	err := document.Checker.Read(*source, decisionsFormat, func(root *yamldoc.Object) { o = root })
	if err != nil {
		return d
	}
	decider := decider{document}
	d.pkg = o.Text("package")
	d.path = o.Text("path")
	d.envelope = decider.envelopeOf(o.Object("envelope"))
	if n := o.Value("path"); n != nil && !model.IsTemplate(d.path) {
		document.Checker.Report(BadName, n, o.Scope,
			"the path of the catalog must contain {operation}, such as /v1/{area}/{operation}, and "+
				"no other character that a URL escapes")
	}
	for _, c := range o.Objects("corrections") { // before pointers into the document are looked up
		decider.correctValue(c)
	}
	for _, n := range o.Objects("names") {
		if p, ok := decider.find(n.Key, n.Scope); ok {
			decider.checkName(n, p)
			d.names[p.Pointer()] = n.Text("name")
		}
	}
	for _, drop := range o.Objects("drop") {
		if p, ok := decider.find(drop.Value("at"), drop.Scope); ok {
			d.drop[p.Pointer()] = true
		}
	}
	for _, same := range o.Objects("same") {
		decider.unify(same)
	}
	return d
}

// decider applies decisions to a document, and reports those that do not fit it.
type decider struct{ *origin.Document }

// unify makes several schemas one: each is read as the first of them.
func (d decider) unify(same *yamldoc.Object) {
	pointers := same.Items("at")
	first, _ := d.find(pointers[0], same.Scope)
	for _, at := range pointers[1:] {
		if p, ok := d.find(at, same.Scope); ok {
			d.Same[p.Node] = first
		}
	}
}

// checkName reports a name that is invalid for a type or an operation.
func (d decider) checkName(n *yamldoc.Object, p origin.Place) {
	name := n.Text("name")
	at := cmp.Or(n.Value("name"), n.Key)
	area, op, _ := strings.Cut(name, ".")
	isOperation := strings.HasSuffix(p.Pointer(), "/post")
	isOperationName := isSegment(area) && isSegment(op)
	switch {
	case isOperation && !isOperationName:
		d.Checker.Report(BadName, at, n.Scope,
			"an operation has a name such as claims.get_claim, not %s", wording.Quote(name))
	case !isOperation:
		d.checkTypeName(name, at, n.Scope)
	}
}

// isSegment reports whether a name can be a part of a path.
func isSegment(name string) bool {
	return name != "" && model.Segment(name) == strings.ToLower(name)
}

// checkTypeName reports a name that is invalid for a type.
func (d decider) checkTypeName(name string, at *yamldoc.Node, s yamldoc.Scope) {
	valid := model.TypeName(name)
	if valid != name {
		d.Checker.Report(BadName, at, s, "a type has a name such as %s, not %s", wording.Quote(valid),
			wording.Quote(name))
	}
}

// find returns the value at a pointer into the document, or into another file:
// "common.yaml#/Contact". It reports a pointer without a value.
func (d decider) find(at *yamldoc.Node, s yamldoc.Scope) (origin.Place, bool) {
	name, pointer := inFile(at.Text)
	p, reason := d.ValueAt(d.File, name, pointer)
	if !p.OK() {
		d.Checker.Report(Nowhere, at, s, "%s; correct or delete it", reason)
	}
	return p, p.OK()
}

// inFile splits a pointer into the name of a file, "" for the document, and the rest.
func inFile(text string) (name, pointer string) {
	name, pointer, isNamed := strings.Cut(text, "#")
	if isNamed && !strings.HasPrefix(name, "/") {
		return name, pointer
	}
	return "", text
}

// correctValue replaces a value of the document. It reports a correction that expects another
// value.
func (d decider) correctValue(c *yamldoc.Object) {
	at := c.Value("at")
	was := c.Value("was")
	name, pointer := inFile(at.Text)
	now, reason := d.ValueAt(d.File, name, pointer)
	f := now.File
	hasChanged := (was != nil) != now.OK() || now.OK() && was.Canonical() != now.Node.Canonical()
	switch {
	case f == nil:
		d.Checker.Report(Nowhere, at, c.Scope, "%s; correct or delete it", reason)
	case pointer == "":
		d.Checker.Report(Nowhere, at, c.Scope,
			"a correction replaces a value in a file, not the whole file")
	case hasChanged:
		p := d.Checker.Report(Changed, cmp.Or(was, at), c.Scope,
			`"was" must be the value in the document, and absent if there is none; correct it, or `+
				`delete the correction`)
		if now.OK() {
			p.And(now.Position(), "the value is here")
		}
	default:
		root, ok := f.Root.Replace(jsonpointer.Names(pointer), c.Value("is"))
		f.Root = root
		if !ok {
			d.Checker.Report(Nowhere, at, c.Scope,
				"%s: there is no map or list for the value; correct or delete it", wording.Quote(at.Text))
		}
	}
}

// envelope is the object around every response, from import.yaml or recognized.
type envelope struct {
	success, data string
	others        []string    // members of failures
	siblings      *draft.Node // record of further members next to the data, nil if it has no name
	siblingsName  string      // of that record, from import.yaml
	decided       bool
	at            origin.Place
}

// envelopeOf reads the envelope of import.yaml, nil if there is none.
func (d decider) envelopeOf(o *yamldoc.Object) *envelope {
	if o == nil {
		return nil
	}
	at := origin.Place{File: &origin.File{Name: Decisions}, Key: o.Key, Node: o.Node}
	at.Up = &origin.Place{File: at.File}
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
		d.checkTypeName(n.Text, n, o.Scope)
		e.siblingsName = n.Text
	}
	return e
}
