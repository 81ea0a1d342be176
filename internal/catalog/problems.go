package catalog

import "example.com/opgen/internal/catalog/yamldoc"

// Problems look the same for every file that is read here.
type (
	// Problem is something in a catalog that keeps code from being generated.
	Problem = yamldoc.Problem
	// Problems are all problems of a catalog and its overlays, sorted by position.
	Problems = yamldoc.Problems
	// Position is a place in a catalog file. Lines and columns count from 1.
	Position = yamldoc.Position
	// Source is a file of a catalog: the catalog itself, a file that it names, or
	// an overlay.
	Source = yamldoc.Source
	// ID names a kind of problem.
	ID = yamldoc.ID
)

// The ids of problems of catalogs, beside those that any file may have.
const (
	BadName      ID = "bad-name"      // a name is too long, or has characters that its place does not allow
	BadPackage   ID = "bad-package"   // a Go package cannot have this name
	PackageClash ID = "package-clash" // two areas, or an area and the root package, become one Go package
	NoGoName     ID = "no-go-name"    // no Go name follows from a name of the catalog
	BadGoName    ID = "bad-go-name"   // a name given for Go is not an exported Go identifier
	GoNameClash  ID = "go-name-clash" // two names of the catalog become one name in Go
	ReservedName ID = "reserved-name" // a name becomes one that the generated code declares itself, or that go vet knows with another signature
	BadPath      ID = "bad-path"      // the path template does not give usable paths
	PathClash    ID = "path-clash"    // two operations have one path

	UnknownType     ID = "unknown-type"     // a field has a type that does not exist
	UnknownRecord   ID = "unknown-record"   // a body or a response refers to a record, or an overlay refines one, that does not exist
	CyclicRecord    ID = "cyclic-record"    // a record always contains itself, so that no value of it ends
	TagField        ID = "tag-field"        // a record of a union has a field with the name of the tag
	DuplicateType   ID = "duplicate-type"   // two records, enums or unions have one name
	FieldClash      ID = "field-clash"      // a field is also taken over from a record
	InapplicableKey ID = "inapplicable-key" // a key does not apply to the type or the place of its field
	ConflictingKeys ID = "conflicting-keys" // two keys of a field contradict each other
	EmptyRange      ID = "empty-range"      // a lower bound is above its upper bound
	BadPattern      ID = "bad-pattern"      // a pattern is not an RE2 expression
	DuplicateValue  ID = "duplicate-value"  // a value is listed twice
	BadDefault      ID = "bad-default"      // a default is not a value that its field allows
	BadExample      ID = "bad-example"      // an example is not a value that its field allows

	BadRule         ID = "bad-rule"         // a rule is not one key over two or more different fields
	RuleMember      ID = "rule-member"      // a rule is about a field that is required, has a default, is sent on a condition or pages
	UnknownField    ID = "unknown-field"    // a rule or the pagination names a field, or an overlay refines one, that does not exist
	FirstOfTwice    ID = "first-of-twice"   // a field of a first_of rule is in another rule
	PaginationField ID = "pagination-field" // a field cannot serve the pagination that names it, or not with its defaults
	BadEnvelope     ID = "bad-envelope"     // the members of an envelope contradict each other or the response, or a failure cannot have the status
	BadFailure      ID = "bad-failure"      // a failure has no status or the status of a success, or its place has another meaning
	BadHeader       ID = "bad-header"       // a header field has no name that can be sent, or another meaning
	BadDate         ID = "bad-date"         // a date is not written as YYYY-MM-DD
	UnknownUse      ID = "unknown-use"      // a deprecation refers to a replacement that does not exist
	BadAuth         ID = "bad-auth"         // a way to be let in does not exist, has no usable name, or contradicts itself
	BadURL          ID = "bad-url"          // the URL of a server, a contact or a license cannot be one

	OverlayContradiction ID = "overlay-contradiction" // an overlay takes back something that the catalog, or an overlay before it, says
	UnknownArea          ID = "unknown-area"          // an overlay refines an area that does not exist
	UnknownOperation     ID = "unknown-operation"     // an overlay refines an operation that does not exist
	UnknownEnum          ID = "unknown-enum"          // an overlay refines an enum that does not exist
	UnknownUnion         ID = "unknown-union"         // an overlay refines a union that does not exist
)
