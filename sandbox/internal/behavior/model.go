// Package behavior reads resources.yaml, the file beside a catalog that defines what
// operations do to the documents of a sandbox. docs/sandbox.md describes its format.
//
// Load returns the behavior or every problem. In a Behavior, references are pointers and
// defaults are filled in.
//
// From the bottom up: model.go has the result, places.go types of the catalog, and facts.go what
// is known about documents. format.go and reader.go are what every part of the file needs;
// kinds.go, values.go, steps.go, response.go and operations.go read the parts. members.go and
// shown.go check them together, and load.go calls all of this. examples.go adds operations that the
// file leaves out.
package behavior

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// Behavior is the content of a file without problems. It is read-only.
type Behavior struct {
	Kinds      []*Kind               // in document order
	Operations map[string]*Operation // by the name in the catalog, "contacts.new_contact"
}

// KindNames returns the names of the kinds, in document order.
func (b *Behavior) KindNames() (names []string) {
	for _, kind := range b.Kinds {
		names = append(names, kind.Name)
	}
	return names
}

// Kind is a kind of document. Members are named by JSON pointers.
type Kind struct {
	Name string
	ID   string // the member with the id, "/id" by default

	// Parents are the kinds of the parents by name: one for parts of a document, several for
	// links. Parts are the kinds whose only parent is this one. References to a Free kind may
	// name missing documents.
	Parents map[string]*Kind
	Parts   []*Kind
	Free    bool

	// Unique members identify a document among those with the same parents: creating one
	// again changes nothing. Empty compares only the parents, nil allows several. No two
	// documents have the same value in a Distinct member.
	Unique   []string
	Distinct []string

	// Children are parts by the member that lists them in order. ListedBy is the kind with
	// this one in Children, nil if there is none, and ListedAt the member.
	Children map[string]*Kind
	ListedBy *Kind
	ListedAt string

	// Indexed are the members by which steps select, distinguish or order documents, sorted,
	// without the id and including those through Children.
	Indexed []string

	// IDField is the field of a response that shows the id, nil if there is none. IDs are all
	// fields with ids, IDField first.
	IDField *catalog.Field
	IDs     []*catalog.Field

	given []given // what steps and lists can give to documents
	shown []show  // by responses, in document order
}

// given is a whole document, or a member, that something can give to documents.
type given struct {
	step  *Step // that gives it, nil if another source does
	place place
	name  string // of the member, "" for a whole document
}

// show is a member of documents that a response shows, and its place in the catalog.
type show struct {
	op      *catalog.Operation
	step    *Step
	pointer string // into a document, "" for the whole
	place   place
	at      *yamldoc.Node // in the file
}

// ParentNames returns the names of Parents, sorted.
func (k *Kind) ParentNames() []string { return slices.Sorted(maps.Keys(k.Parents)) }

// Lists returns the pointers of Children, sorted.
func (k *Kind) Lists() []string { return slices.Sorted(maps.Keys(k.Children)) }

// child returns the key of Children that is the beginning of a pointer, "" if there is none.
func (k *Kind) child(pointer string) string {
	if k == nil || len(k.Children) == 0 {
		return ""
	}
	for ; pointer != ""; pointer = parentOf(pointer) {
		if _, ok := k.Children[pointer]; ok {
			return pointer
		}
	}
	return ""
}

// parentOf returns the pointer of the object that contains the member at a pointer.
func parentOf(pointer string) string {
	return pointer[:max(0, strings.LastIndexByte(pointer, '/'))]
}

// generates reports whether the sandbox sets the member at a pointer: the id or a list of
// children, of a document or of those that it lists.
func (k *Kind) generates(pointer string) bool {
	for place := k.child(pointer); place != ""; place = k.child(pointer) {
		if place == pointer {
			return true
		}
		k, pointer = k.Children[place], pointer[len(place)+1:]
		pointer = pointer[max(0, strings.IndexByte(pointer, '/')):]
	}
	return pointer == k.ID
}

// Class is how much of an operation is based on facts.
type Class string

// The classes.
const (
	Stateful Class = "stateful" // effect and response follow from the catalog and published facts
	Seeded   Class = "seeded"   // the same for documents that no operation creates
	Assumed  Class = "assumed"  // a sentence says what is assumed about effect or response
	Canned   Class = "canned"   // a fixed response, no effect
	Example  Class = "example"  // not in the file: the example of the catalog, no effect
)

// Operation is what one operation does.
type Operation struct {
	Operation *catalog.Operation
	Class     Class
	Assumed   string    // "" if nothing is assumed
	Steps     []*Step   // executed in order; all take effect, or none
	Func      string    // name of a Go func that replaces the steps, "" for none
	Response  *Template // nil is what the last step found or made
}

// Verb is the effect of a step.
type Verb string

// The verbs.
const (
	Create Verb = "create"
	Read   Verb = "read"
	List   Verb = "list"
	Update Verb = "update"
	Delete Verb = "delete"
	Link   Verb = "link"   // create a document with several parents
	Unlink Verb = "unlink" // delete such a document
	Copy   Verb = "copy"   // including all parts
)

// Missing is the effect of a step whose document does not exist.
type Missing string

// The effects of a missing document.
const (
	Fail   Missing = "fail" // the default
	Ignore Missing = "ignore"
	Make   Missing = "create"
)

// Step applies one verb to documents of one kind.
type Step struct {
	Verb    Verb
	Kind    *Kind
	Missing Missing

	// The step is skipped unless all conditions hold. Each is a list for whose items the step
	// is repeated, or a joined field, which is split; nil runs the step once.
	When []Condition
	Each *Value

	// By are alternatives: the first one with all values selects the documents. All are
	// updated or deleted, the first is read or copied. Where and Order, a pointer, are those
	// of a list; Where ignores missing values.
	By    []Match
	Where Match
	Order string

	Parents map[string]Value // by the names of Kind.Parents

	// Merge is an object whose members replace those of the document, nil for none. Set are
	// members that are set after that: a missing value sets nothing, and the constant null
	// removes the member.
	Merge *Value
	Set   []Member
}

// makesNew reports whether the verb always makes a new document.
func (s *Step) makesNew() bool { return s.Verb == Create || s.Verb == Link }

// creates reports whether a step can make a new document.
func (s *Step) creates() bool { return s.makesNew() || s.Missing == Make }

// touches reports whether a step changes or deletes all selected documents.
func (s *Step) touches() bool {
	return s.Verb == Update || s.Verb == Delete || s.Verb == Unlink
}

// givesList reports whether the result of the step is a list of documents, and not one document.
func (s *Step) givesList() bool { return s.Verb == List || s.Each != nil }

// showsOthers reports whether the documents of a step can be made by other steps.
func (s *Step) showsOthers() bool { return !s.makesNew() && !s.selectsByConstant() }

// selectsByConstant reports whether a constant selects the documents of a step.
func (s *Step) selectsByConstant() bool {
	for _, match := range append([]Match{s.Where}, s.By...) {
		for _, m := range match {
			if m.Value.Source == Constant {
				return true
			}
		}
	}
	return false
}

// selectsByID reports whether the step selects a document by its id.
func (s *Step) selectsByID() bool {
	isID := func(m Member) bool { return m.Pointer == s.Kind.ID }
	return len(s.By) > 0 && slices.ContainsFunc(s.By[0], isID)
}

// Match selects documents by their members. A list matches any of its values.
type Match []Member

// Member is a member of a document, and a value for it.
type Member struct {
	Pointer string // JSON pointer; one through Kind.Children matches any part
	Value   Value
	Compare Compare // in Step.Where
}

// Compare is how a list compares a member with a value.
type Compare string

// The comparisons.
const (
	Equal    Compare = ""
	Contains Compare = "$contains" // the member contains the text, in any case
	From     Compare = "$from"     // the member is equal or greater

	// The member is equal or less, or starts with the text, so that a day includes its times.
	To Compare = "$to"

	// The member is the same day, as YYYY-MM-DD or MM/DD/YYYY.
	Date Compare = "$date"
)

// Condition compares a value with a constant.
type Condition struct {
	Value Value
	Is    any  // as decoded from YAML; nil if the value must be missing
	Given bool // any value; Is is ignored
}

// Source is the origin of a value.
type Source int

// The sources of values.
const (
	Constant Source = iota // Value.Constant
	Request                // the settled request
	Item                   // the item of Step.Each
	Result                 // in a Template: what the last step found or made, or one of its documents
	Now                    // the time of the world, RFC 3339 in UTC
	Caller                 // the name of the authenticated caller, or ""
	Number                 // the next number of the kind, as text
)

// Value is a value for a member of a document or a response. It is missing if its pointer
// leads to nothing or to null.
type Value struct {
	Source  Source
	Pointer string // of Request, Item and Result; "" is the whole

	// Constant is a string, bool, json.Number, nil, []any or map[string]any; of an Example, it is
	// a json.RawMessage.
	Constant any
}

// Template makes a response. Exactly one of its parts is set, besides Of.
type Template struct {
	Value    *Value
	Object   []TemplateMember
	List     *Template // a list: this for each document of the result
	Group    *Value    // an object with a list for each value: Of for each document
	Distinct bool      // List without duplicates
	Exists   *bool     // whether the result has a document (true) or none (false)
	Count    bool      // the number of documents on all pages
	Nothing  bool      // no data
	Func     string    // name of a Go func that renders the result, or one of its documents
	Of       *Template // of Group
}

// Funcs returns the names of the Go funcs that the operation calls.
func (op *Operation) Funcs() (names []string) {
	if op.Func != "" {
		names = append(names, op.Func)
	}
	return op.Response.addFuncs(names)
}

// addFuncs adds the names of the funcs that a template calls.
func (t *Template) addFuncs(names []string) []string {
	if t == nil {
		return names
	}
	if t.Func != "" {
		names = append(names, t.Func)
	}
	for _, m := range t.Object {
		names = m.Value.addFuncs(names)
	}
	return t.Of.addFuncs(t.List.addFuncs(names))
}

// TemplateMember is a member of Template.Object. It is omitted without a value.
type TemplateMember struct {
	Name  string
	Value *Template
}
