package behavior

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// format is the format of resources.yaml.
var format = yamldoc.Format{Name: "behavior file", Article: "a", Kind: "file", Version: "resources",
	Remedy: `write one that begins with "resources: 1", or pass --resources`}

// Load reads the file at path. The error is [catalog.Problems] with all its problems, unless
// the file cannot be read.
func Load(c *catalog.Catalog, path string) (*Behavior, error) {
	source, err := yamldoc.ReadFile(path, format)
	if err != nil {
		return nil, err
	}
	return Parse(c, source.Name, source.Text)
}

// Parse is [Load] for a text in memory. Positions have the name of the file.
func Parse(c *catalog.Catalog, name string, text []byte) (*Behavior, error) {
	r := &reader{
		Checker:    yamldoc.NewChecker(grammar),
		operations: c.ByName(),
		kinds:      map[string]*Kind{},
		behavior:   &Behavior{Operations: map[string]*Operation{}},
	}
	err := r.Read(yamldoc.Source{Name: name, Text: text}, format, func(root *yamldoc.Object) {
		r.readKinds(root.Objects("kinds"))
		for _, o := range root.Objects("operations") {
			r.operation(o)
		}
		if r.Problems() == nil {
			r.index()
			r.checkMembers()
			r.checkWrites()
			r.checkRequired()
		}
	})
	if err != nil {
		return nil, err
	}
	return r.behavior, nil
}

// The words of the file.
var (
	verbs    = []Verb{Create, Read, List, Update, Delete, Link, Unlink, Copy}
	classes  = []Class{Stateful, Seeded, Assumed, Canned}
	missings = []Missing{Fail, Ignore, Make}
)

// modifiers are the verbs of the keys that do not apply to all steps.
var modifiers = map[string][]Verb{
	"by":    {Read, List, Update, Delete, Unlink, Copy},
	"merge": {Create, Read, Update, Link, Copy},
	"set":   {Create, Read, Update, Link, Copy},
	"order": {List},
}

// stepOnly are the keys of a step other than its verb.
var stepOnly = []string{"by", "each", "merge", "missing", "order", "parent", "set", "when"}

// stepKeys are the keys of a step.
func stepKeys() map[string]yamldoc.Key {
	keys := map[string]yamldoc.Key{}
	for _, key := range stepOnly {
		keys[key] = yamldoc.Key{Value: yamldoc.AnyValue}
	}
	keys["missing"], keys["order"] = yamldoc.Key{Value: yamldoc.TextValue}, yamldoc.Key{Value: yamldoc.TextValue}
	for _, verb := range verbs {
		keys[string(verb)] = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	}
	return keys
}

// operationKeys are the keys of an operation, including those of its only step.
func operationKeys() map[string]yamldoc.Key {
	keys := stepKeys()
	keys["steps"] = yamldoc.Key{Value: yamldoc.ListValue, Of: "step", Filled: true}
	keys["response"] = yamldoc.Key{Value: yamldoc.AnyValue}
	keys["class"] = yamldoc.Key{Value: yamldoc.TextValue}
	keys["assumed"] = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	keys["func"] = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	return keys
}

// grammar lists the keys of a file, of kinds, operations and steps.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"resources":  {Value: yamldoc.ScalarValue, Needed: true},
		"kinds":      {Value: yamldoc.NamedValue, Of: "kind"},
		"operations": {Value: yamldoc.NamedValue, Of: "operation"},
	},
	"kind": {
		"id":       {Value: yamldoc.TextValue},
		"parents":  {Value: yamldoc.AnyValue},
		"unique":   {Value: yamldoc.TextsValue},
		"distinct": {Value: yamldoc.TextsValue},
		"children": {Value: yamldoc.AnyValue},
		"free":     {Value: yamldoc.BoolValue},
	},
	"operation": operationKeys(),
	"step":      stepKeys(),
}, map[string]yamldoc.Named{
	"kind": {Subject: yamldoc.Starts, Short: map[yamldoc.Kind]string{yamldoc.Null: ""}, Expected: "a map, such as {}"},
	"operation": {Subject: yamldoc.Starts, Expected: "a map with a verb, such as {create: note}",
		Instead: map[string]string{"answer": `"response"`}}, // its name in earlier revisions
})

// Keys returns the keys of the maps of a file, by the kind of map.
func Keys() map[string][]string { return grammar.All() }

// The ids of problems that only resources.yaml has. Like those of catalogs, an id is never
// renamed or reused.
const (
	UnknownKind    catalog.ID = "unknown-kind"
	UnknownParent  catalog.ID = "unknown-parent"
	UnknownMember  catalog.ID = "unknown-member"
	BadPointer     catalog.ID = "bad-pointer"
	BadParents     catalog.ID = "bad-parents"
	BadChildren    catalog.ID = "bad-children"
	MisplacedValue catalog.ID = "misplaced-value"
	UnfitValue     catalog.ID = "unfit-value"
	UnfitResponse  catalog.ID = "unfit-response"
)

// reader reads a file whose keys have been checked.
type reader struct {
	*yamldoc.Checker
	operations map[string]*catalog.Operation // of the catalog, by name
	kinds      map[string]*Kind              // by name
	uses       []use                         // members of documents that steps name
	writes     []write                       // values that steps give to documents
	behavior   *Behavior
}

// reportType reports a value of another type than its key requires.
func (r *reader) reportType(n *yamldoc.Node, s yamldoc.Scope, key, expected string) {
	if n.Kind != yamldoc.Broken {
		r.Report(yamldoc.WrongKind, n, s, "%s: expected %s, found %s", wording.Quote(key), expected, n.Found())
	}
}

// word returns the word of a key, by default the first known one.
func word[T ~string](r *reader, o *yamldoc.Object, key string, known []T) T {
	n := o.Value(key)
	if n == nil {
		return known[0]
	}
	if !slices.Contains(known, T(n.Text)) {
		r.Report(yamldoc.UnknownValue, n, o.Scope, "%s is %s%s", wording.Quote(key), wording.Quote(n.Text), wording.OneOf(n.Text, texts(known)))
	}
	return T(n.Text)
}

func texts[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

// operation reads what an operation does.
func (r *reader) operation(o *yamldoc.Object) {
	a := &opReader{reader: r, op: r.operations[o.Key.Text], scope: o.Scope}
	if a.op == nil {
		r.Report(catalog.UnknownOperation, o.Key, yamldoc.Scope{}, "the catalog has no operation %s%s", wording.Quote(o.Key.Text),
			cmp.Or(r.DidYouMean(o.Key.Text, a.names), `; write area and name, such as "contacts.get_contact"`))
	}
	op := &Operation{Operation: a.op, Class: word(r, o, "class", classes), Assumed: o.Text("assumed"), Func: o.Text("func")}
	if o.Has("assumed") && !o.Has("class") {
		op.Class = Assumed
	}
	r.behavior.Operations[o.Key.Text] = op
	if op.Class == Assumed && !o.Has("assumed") && !o.Node.Partial {
		r.Report(yamldoc.MissingKey, o.Place(), o.Scope, `the class "assumed" requires the key "assumed"; add it with one sentence`)
	}
	a.steps(op, o)
	n := o.Value("response")
	if !o.Has("response") && !o.Node.Partial && a.op != nil {
		n = a.defaultResponse(o.Place(), op.Steps)
	}
	if n != nil {
		op.Response = a.response(n, op)
	}
}

// names returns the names of all operations.
func (r *reader) names() []string { return slices.Sorted(maps.Keys(r.operations)) }

// steps reads what an operation does: one step, several, a func, or nothing.
func (a *opReader) steps(op *Operation, o *yamldoc.Object) {
	does := a.verbKey(o, append([]string{"func", "steps"}, texts(verbs)...))
	canned := o.Attrs["class"]
	switch at := o.Attrs[does]; {
	case op.Class == Canned && at != nil:
		a.report(catalog.ConflictingKeys, at.Key, `%s, but a canned operation does nothing; delete one of them`, wording.Quote(does)).
			And(canned.Key, "canned here")
	case op.Class == Canned && !o.Has("response") && !carriesNothing(a.op) && !o.Node.Partial:
		a.report(yamldoc.MissingKey, o.Place(), `a canned operation requires a "response"; add it, or write "none"`)
	case at == nil && op.Class != Canned:
		a.reportNoVerb(o)
	}
	switch does {
	case "steps":
		for _, step := range o.Objects("steps") {
			if verb := a.verbKey(step, texts(verbs)); verb == "" {
				a.reportNoVerb(step)
			} else {
				op.Steps = append(op.Steps, a.step(step, Verb(verb)))
			}
		}
		fallthrough
	case "func", "":
		for _, key := range stepOnly {
			if at := o.Attrs[key]; at != nil {
				a.report(catalog.InapplicableKey, at.Key, "%s belongs in a step; move it there, or delete it", wording.Quote(key))
			}
		}
	default:
		op.Steps = append(op.Steps, a.step(o, Verb(does)))
	}
	if at := o.Attrs["response"]; at != nil && does == "func" {
		a.report(catalog.ConflictingKeys, at.Key, `"response" together with "func", which returns the response; delete one of them`).And(o.Attrs["func"].Key, "the func is here")
	}
}

// verbKey returns the key that defines what is done, "" if there is none.
func (a *opReader) verbKey(o *yamldoc.Object, keys []string) (does string) {
	for _, key := range keys {
		switch at := o.Attrs[key]; {
		case at == nil:
		case does == "":
			does = key
		default:
			a.report(catalog.ConflictingKeys, at.Key, `%s together with %s; delete one of them, or write several steps as a list under "steps"`, wording.Quote(key), wording.Quote(does)).
				And(o.Attrs[does].Key, "the other one")
		}
	}
	return does
}

func (a *opReader) reportNoVerb(o *yamldoc.Object) {
	if !o.Node.Partial {
		a.report(yamldoc.MissingKey, o.Place(), `a verb is missing; add one with a kind, such as "create: note"; verbs are %s`, wording.QuotedList(texts(verbs), "and"))
	}
}
