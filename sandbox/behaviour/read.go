package behaviour

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// format is that of a file of behaviour.
var format = yamldoc.Format{Name: "behaviour file", Article: "a", Kind: "file", Version: "resources",
	Remedy: `write one that begins with "resources: 1", or name another with --resources`}

// Load reads the file at path. The error is [catalog.Problems] with everything that is
// wrong in it, or tells that it could not be read.
func Load(c *catalog.Catalog, path string) (*Behaviour, error) {
	source, err := yamldoc.ReadFile(path, format)
	if err != nil {
		return nil, err
	}
	return Parse(c, source.Name, source.Text)
}

// Parse is [Load] for a text that is already in memory. The name is the file that
// positions show.
func Parse(c *catalog.Catalog, name string, text []byte) (*Behaviour, error) {
	r := &reader{
		Checker:    yamldoc.NewChecker(grammar),
		operations: map[string]*catalog.Operation{},
		kinds:      map[string]*Kind{},
		merged:     map[*Step]place{},
		behaviour:  &Behaviour{Operations: map[string]*Operation{}},
	}
	for op := range c.Operations() {
		r.operations[op.String()] = op
	}
	if root := r.Open(yamldoc.Source{Name: name, Text: text}, format); root != nil {
		r.Complete(root)
		r.readKinds(root.Objects("kinds"))
		for _, o := range root.Objects("operations") {
			r.operation(o)
		}
		r.index()
		if r.Problems() == nil {
			r.documents()
			r.written()
			r.lacking()
		}
	}
	if problems := r.Problems(); problems != nil {
		return nil, problems
	}
	return r.behaviour, nil
}

// words are what the file may say in place of a text of its own.
var (
	verbs    = []Verb{Create, Read, List, Update, Delete, Link, Unlink, Copy}
	classes  = []Class{Stateful, Seeded, Assumed, Canned}
	missings = []Missing{Fail, Ignore, Make}
)

// modifiers say for which verbs a key of a step means something, if not for all.
var modifiers = map[string][]Verb{
	"by":    {Read, List, Update, Delete, Unlink, Copy},
	"merge": {Create, Read, Update, Link, Copy},
	"set":   {Create, Read, Update, Link, Copy},
	"order": {List},
}

// stepOnly are the keys of a step beside its verb.
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

// operationKeys are those of a step, for an operation that has one, and its own.
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
	"kind":      {Subject: yamldoc.Starts, Short: map[yamldoc.Kind]string{yamldoc.Null: ""}, Expected: "a map, such as {}"},
	"operation": {Subject: yamldoc.Starts, Expected: "a map with a verb, such as {create: note}"},
}).Instead(map[string]map[string]string{"operation": {"answer": `"response"`}}) // its name in earlier revisions

// Keys returns the keys of the maps of a file, by the kind of map.
func Keys() map[string][]string { return grammar.All() }

// The ids of problems that only files of behaviour have. Like those of catalogs, an id
// is never renamed and never used again for something else.
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
	merged     map[*Step]place               // what they merge that is no constant
	behaviour  *Behaviour
}

// wrong reports a value that is none of what its key asks for.
func (r *reader) wrong(n *yamldoc.Node, s yamldoc.Scope, key, expected string) {
	if n.Kind != yamldoc.Broken {
		r.Report(yamldoc.WrongKind, n, s, "%s: expected %s, found %s", wording.Quote(key), expected, n.Found())
	}
}

// word returns the word that a key has, the first one known if it has none.
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
	a := &act{reader: r, op: r.operations[o.Key.Text], scope: o.Scope}
	if a.op == nil {
		r.Report(catalog.UnknownOperation, o.Key, yamldoc.Scope{}, "the catalog has no operation %s%s", wording.Quote(o.Key.Text),
			cmp.Or(r.DidYouMean(o.Key.Text, a.names), `; a name is that of the area and of the operation, such as "contacts.get_contact"`))
	}
	op := &Operation{Operation: a.op, Class: word(r, o, "class", classes), Assumed: o.Text("assumed"), Func: o.Text("func")}
	if o.Has("assumed") && !o.Has("class") {
		op.Class = Assumed
	}
	r.behaviour.Operations[o.Key.Text] = op
	if op.Class == Assumed && !o.Has("assumed") && !o.Node.Partial {
		r.Report(yamldoc.MissingKey, o.Place(), o.Scope, `an operation of the class "assumed" says what had to be assumed; add the key "assumed" with one sentence`)
	}
	a.steps(op, o)
	if last := len(op.Steps) - 1; last >= 0 && !o.Has("response") && !carriesNothing(a.op) {
		s := op.Steps[last]
		p := documentIn(a.op, s.finds())
		s.Kind.holds(p)
		s.Kind.shows(show{a.op, s, "", p, o.Place()})
	}
	switch n := o.Value("response"); {
	case n != nil:
		op.Response = a.response(n, op)
	case carriesNothing(a.op):
		op.Response = &Template{Nothing: true}
	case len(op.Steps) > 0 && !o.Has("response"):
		a.defaultResponse(o.Place(), op.Steps[len(op.Steps)-1])
	}
}

// names returns the names of all operations.
func (r *reader) names() []string { return slices.Sorted(maps.Keys(r.operations)) }

// steps reads what an operation does: one step, several, a func, or nothing.
func (a *act) steps(op *Operation, o *yamldoc.Object) {
	does := a.does(o, append([]string{"func", "steps"}, texts(verbs)...))
	canned := o.Attrs["class"]
	switch at := o.Attrs[does]; {
	case op.Class == Canned && at != nil:
		a.report(catalog.ConflictingKeys, at.Key, `%s, and the operation is canned, which does nothing; delete the one or the other`, wording.Quote(does)).
			And(canned.Key, "canned here")
	case op.Class == Canned && !o.Has("response") && !carriesNothing(a.op) && !o.Node.Partial:
		a.report(yamldoc.MissingKey, o.Place(), `a canned operation has a "response"; add it, "none" if it responds with nothing`)
	case at == nil && op.Class != Canned:
		a.nothingDone(o)
	}
	switch does {
	case "steps":
		for _, step := range o.Objects("steps") {
			if verb := a.does(step, texts(verbs)); verb == "" {
				a.nothingDone(step)
			} else {
				op.Steps = append(op.Steps, a.step(step, Verb(verb)))
			}
		}
		fallthrough
	case "func", "":
		for _, key := range stepOnly {
			if at := o.Attrs[key]; at != nil {
				a.report(catalog.InapplicableKey, at.Key, "%s belongs to a step; move it into one, or delete it", wording.Quote(key))
			}
		}
	default:
		op.Steps = append(op.Steps, a.step(o, Verb(does)))
	}
	if at := o.Attrs["response"]; at != nil && does == "func" {
		a.report(catalog.ConflictingKeys, at.Key, `"response" together with "func", which gives the response; delete one of the two`).And(o.Attrs["func"].Key, "the func is here")
	}
}

// does returns the one key that says what is done, "" if there is none.
func (a *act) does(o *yamldoc.Object, keys []string) (does string) {
	for _, key := range keys {
		switch at := o.Attrs[key]; {
		case at == nil:
		case does == "":
			does = key
		default:
			remedy := `a step does one thing; write several as a list under "steps"`
			if does == "func" {
				remedy = "the func does all of it; delete one of the two"
			}
			a.report(catalog.ConflictingKeys, at.Key, "%s together with %s: %s", wording.Quote(key), wording.Quote(does), remedy).
				And(o.Attrs[does].Key, "the other one")
		}
	}
	return does
}

func (a *act) nothingDone(o *yamldoc.Object) {
	if !o.Node.Partial {
		a.report(yamldoc.MissingKey, o.Place(), `nothing says what is done; add a verb and a kind, such as "create: note"; verbs are %s`, wording.QuotedList(texts(verbs), "and"))
	}
}
