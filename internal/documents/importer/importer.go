package importer

import (
	"example.com/opgen/internal/catalog/yamldoc"
)

// importer holds what the steps of an import share.
type importer struct {
	flattener
	decided *decisions
	catalog *node // as it is printed

	values     map[schemaKey]*value // of schemas with names
	components map[string]string    // names, by pointer
	taken      map[string]string    // names of types, with the pointers they are reserved for
	names      map[string]*node     // operations and types, by pointer
	alike      map[string]*node     // types of variants and of schemas without names, by their content
	references map[*yamldoc.Node]int
	isSided    map[*yamldoc.Node]bool
	direct     map[*yamldoc.Node]bool    // schemas with references outside of alternatives and allOf
	extended   map[*yamldoc.Node][]place // named schemas that extend one by allOf
	inside     map[schemaKey]bool        // schemas that are being read
	read       []*endpoint               // that became operations
	methods    int                       // operations of the document
	spellings  spellings
	personal   map[fieldType]string // what fields look like
}

func newImporter(doc yamldoc.Source) *importer {
	return &importer{
		flattener: flattener{
			document: &document{source: doc, checker: yamldoc.NewChecker(decisionsGrammar),
				files: map[string]*file{}, same: map[*yamldoc.Node]place{}, targets: map[*yamldoc.Node]target{}},
			ledger: newLedger(), used: map[*yamldoc.Node]bool{},
		},
		catalog: &node{kind: "service"}, values: map[schemaKey]*value{}, components: map[string]string{},
		taken: map[string]string{}, names: map[string]*node{}, alike: map[string]*node{},
		references: map[*yamldoc.Node]int{}, isSided: map[*yamldoc.Node]bool{},
		direct: map[*yamldoc.Node]bool{}, extended: map[*yamldoc.Node][]place{}, inside: map[schemaKey]bool{},
		spellings: spellings{}, personal: map[fieldType]string{},
	}
}

// endpoint is a POST of the document that may become an operation.
type endpoint struct {
	path       string
	item, post place
	area, name string
	body       place  // schema, absent without a body
	success    place  // the successful response
	empty      bool   // the success has no body
	response   place  // schema of the success, absent if it is not shown
	ownPath    bool   // the path does not follow from that of the catalog
	key        string // the header field with the idempotency key
	op         *node
}

// operations returns the operations of all areas.
func (im *importer) operations() (all []*node) {
	for _, a := range im.catalog.list("areas") {
		all = append(all, a.list("operations")...)
	}
	return all
}
