// Package behaviour reads what operations do to the state of a sandbox: the YAML file
// that stands beside a catalog and that docs/sandbox.md describes.
//
// Load returns the behaviour or every problem. In a Behaviour, references are pointers,
// and what the file leaves out is filled in. Whoever carries it out decides nothing.
package behaviour

import (
	"example.com/opgen/internal/catalog"
)

// Behaviour is a file without problems. Its readers do not change it.
type Behaviour struct {
	Kinds      []*Kind               // in document order
	Operations map[string]*Operation // by the name of the operation in the catalog, "contacts.new_contact"
}

// Kind is a kind of document.
type Kind struct {
	Name     string
	ID       string           // JSON pointer of the member of its documents that holds their id, "/id" by default
	Parents  map[string]*Kind // by their names: one for parts of a document, two for links
	Unique   []string         // pointers: of documents with the same parents and these values there is one, and creating it again changes nothing; empty for the same parents alone, nil if there can be several
	Distinct []string         // pointers: no two documents have the same value there
	Children map[string]*Kind // by the pointer of the member of its documents that lists them, in their order
	Free     bool             // references to it are taken as they come, whether there is such a document or not
	Indexed  []string         // pointers by which steps find its documents, tell them apart or order them, sorted; without that of the id, and with those that lead through Children
	IDField  *catalog.Field   // as which responses show the id of its documents, nil if none does

	holding holding
	listed  bool // in Children of another kind
}

// Class says how much of what an operation does follows from facts.
type Class string

// The classes.
const (
	Stateful Class = "stateful" // effect and response follow from the catalog and published facts
	Seeded   Class = "seeded"   // reads what no operation makes, so it is as honest as the seeds are
	Assumed  Class = "assumed"  // effect or response are as a sentence says, since no fact does
	Canned   Class = "canned"   // a fixed response, no effect
)

// Operation is what one operation does.
type Operation struct {
	Operation *catalog.Operation
	Class     Class
	Assumed   string    // what had to be assumed, "" for nothing
	Steps     []*Step   // all of them, in order, or nothing of it
	Func      string    // name of a func in Go that does it instead of steps; "" for none
	Response  *Template // of the response; nil is what the last step has found or made
}

// Verb says what a step does.
type Verb string

// The verbs.
const (
	Create Verb = "create"
	Read   Verb = "read"
	List   Verb = "list"
	Update Verb = "update"
	Delete Verb = "delete"
	Link   Verb = "link"   // create, where a document links its parents
	Unlink Verb = "unlink" // delete of such a document, found by all of its parents
	Copy   Verb = "copy"   // with all that is part of it
)

// Missing says what happens if there is no such document.
type Missing string

// What happens to what is missing.
const (
	Fail   Missing = "fail" // the default
	Ignore Missing = "ignore"
	Make   Missing = "create"
)

// Step does one thing to documents of one kind.
type Step struct {
	Verb    Verb
	Kind    *Kind
	When    []Condition      // the step is left out unless all of them hold
	Each    *Value           // the step is done for each item of this list, in its order; nil for once; a joined field is split
	By      []Match          // alternatives: the first one all of whose values are given finds the documents: all of them are updated or deleted, the first one is read or copied
	Where   Match            // of list: those values that are given have to be equal, or as Compare says
	Parents map[string]Value // by the names of Kind.Parents
	Order   string           // of list: pointer into documents
	Merge   *Value           // an object whose members replace those of the document; nil for none
	Set     []Member         // members that are set after that; a value that is not given sets nothing, and the constant null removes the member
	Missing Missing
}

// Match finds documents whose members equal values. A list stands for any of its values.
type Match []Member

// Member is a member of a document, and a value for it.
type Member struct {
	Pointer string // JSON pointer into the document; that of the id finds it by its key; one that leads through Kind.Children asks for one of the parts
	Value   Value
	Compare Compare // in Step.Where
}

// Compare says how a list compares a member of its documents with a value.
type Compare string

// The comparisons.
const (
	Equal    Compare = ""
	Contains Compare = "$contains" // the member contains the text, in any case
	From     Compare = "$from"     // the member is equal or comes later
	To       Compare = "$to"       // the member is equal, begins with the text or comes earlier, so that a day includes its times
)

// Condition holds if a value equals a constant.
type Condition struct {
	Value Value
	Is    any  // as decoded from YAML; nil: it is not given
	Given bool // it is given, whatever it is; Is says nothing
}

// Source says where a value comes from.
type Source int

// The sources of values.
const (
	Constant Source = iota // Value.Constant
	Request                // the settled request
	Item                   // the item of Step.Each
	Result                 // in a Template: what the last step has found or made, or one item of it
	Now                    // time of the world, RFC 3339 in UTC
	Caller                 // who calls, as the authentication names it, "" without one
	Number                 // the next number of the kind, as text
)

// Value is a value for members of documents and of responses. A pointer that leads
// nowhere, or to null, gives none.
type Value struct {
	Source   Source
	Pointer  string // of Request, Item and Result; "" is all of it
	Constant any    // string, bool, json.Number, nil, []any or map[string]any
}

// Template makes a response. Exactly one of its parts is given, besides Of.
type Template struct {
	Value    *Value
	Object   []TemplateMember
	List     *Template // a list: this for each document of the result
	Group    *Value    // an object with a list for each value: Of for each document
	Distinct *Value    // a list without repetitions
	Exists   *bool     // whether the result holds a document: true is yes, false turns it around
	Count    bool      // how many there are, without paging
	Nothing  bool      // no data
	Of       *Template // of Group
}

// TemplateMember is a member of Template.Object. Without a value it is left out.
type TemplateMember struct {
	Name  string
	Value *Template
}
