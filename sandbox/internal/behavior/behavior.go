// Package behavior reads resources.yaml, the file beside a catalog that defines what
// operations do to the documents of a sandbox. docs/sandbox.md describes its format.
//
// Load returns the behavior or every problem. In a Behavior, references are pointers and
// defaults are filled in.
package behavior

import (
	"example.com/opgen/internal/catalog"
)

// Behavior is the content of a file without problems. It is read-only.
type Behavior struct {
	Kinds      []*Kind               // in document order
	Operations map[string]*Operation // by the name of the operation in the catalog, "contacts.new_contact"
}

// Kind is a kind of document.
type Kind struct {
	Name     string
	ID       string           // JSON pointer of the member with the id, "/id" by default
	Parents  map[string]*Kind // by name: one for parts of a document, several for links
	Unique   []string         // pointers: creating a document with the parents and values of an existing one changes nothing; empty compares only parents, nil allows several
	Distinct []string         // pointers: no two documents have the same value there
	Children map[string]*Kind // by the pointer of the member that lists them in order
	ListedBy *Kind            // the kind with this one in Children, nil if there is none
	ListedAt string           // the pointer of the list there
	Parts    []*Kind          // kinds whose only parent is this one
	Free     bool             // references may name missing documents
	Indexed  []string         // pointers by which steps select, distinguish or order documents, sorted; without the id, and including those through Children
	IDField  *catalog.Field   // the field of a response that shows the id, nil if there is none
	IDs      []*catalog.Field // all fields with ids, IDField first

	given []given // what steps and lists can give to documents
	shown []show  // by responses, in document order
}

// Class is how much of an operation is based on facts.
type Class string

// The classes.
const (
	Stateful Class = "stateful" // effect and response follow from the catalog and published facts
	Seeded   Class = "seeded"   // the same for documents that no operation creates
	Assumed  Class = "assumed"  // a sentence says what is assumed about effect or response
	Canned   Class = "canned"   // a fixed response, no effect
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
	When    []Condition      // the step is skipped unless all are true
	Each    *Value           // a list: the step is repeated for each item; nil for once; a joined field is split
	By      []Match          // alternatives: the first one with all values selects the documents. All are updated or deleted, the first is read or copied
	Where   Match            // of list: ignores missing values
	Parents map[string]Value // by the names of Kind.Parents
	Order   string           // of list: pointer of the member to order by
	Merge   *Value           // an object whose members replace those of the document; nil for none
	Set     []Member         // members that are set after that; a missing value sets nothing, and the constant null removes the member
	Missing Missing
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
	To       Compare = "$to"       // the member is equal or less, or starts with the text, so that a day includes its times
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
	Source   Source
	Pointer  string // of Request, Item and Result; "" is the whole
	Constant any    // string, bool, json.Number, nil, []any or map[string]any
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
	Of       *Template // of Group
}

// TemplateMember is a member of Template.Object. It is omitted without a value.
type TemplateMember struct {
	Name  string
	Value *Template
}
