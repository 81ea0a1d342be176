package catalog

import (
	"example.com/opgen/internal/catalog/yamldoc"
)

// All files have the same kinds of problems.
type (
	// Problem is a mistake in a catalog.
	Problem = yamldoc.Problem
	// Problems are the problems of a catalog and its overlays, sorted by position.
	Problems = yamldoc.Problems
	// Position is a place in a file. Lines and columns count from 1.
	Position = yamldoc.Position
	// Source is a catalog, a file that it names, or an overlay.
	Source = yamldoc.Source
	// ID identifies a kind of problem.
	ID = yamldoc.ID
)

// The ids of problems of catalogs. Package yamldoc has the ids for all files.
const (
	BadName      ID = "bad-name"      // a name is too long or contains characters that are not allowed
	BadPackage   ID = "bad-package"   // a Go package cannot have this name
	PackageClash ID = "package-clash" // two areas, or an area and the root package, become one Go package
	NoGoName     ID = "no-go-name"    // a name gives no Go name
	BadGoName    ID = "bad-go-name"   // a Go name is not an exported identifier, or an initialism is not in capitals
	GoNameClash  ID = "go-name-clash" // two names become the same Go name
	ReservedName ID = "reserved-name" // generated code declares a Go name itself, or go vet expects another signature
	BadPath      ID = "bad-path"      // the path template does not give usable paths
	PathClash    ID = "path-clash"    // two operations have the same path

	UnknownType     ID = "unknown-type"     // a field has a type that does not exist
	UnknownRecord   ID = "unknown-record"   // a body, a response or an overlay refers to a record that does not exist
	CyclicRecord    ID = "cyclic-record"    // a record always contains itself, so its values never end
	TagField        ID = "tag-field"        // a record of a union has a field with the name of the tag
	DuplicateType   ID = "duplicate-type"   // two records, enums or unions have the same name
	FieldClash      ID = "field-clash"      // an included record has the same field
	InapplicableKey ID = "inapplicable-key" // a key does not apply to the type or the place of its field
	ConflictingKeys ID = "conflicting-keys" // two keys of a field contradict each other
	EmptyRange      ID = "empty-range"      // a lower bound is above its upper bound
	BadPattern      ID = "bad-pattern"      // a pattern is not an RE2 expression
	DuplicateValue  ID = "duplicate-value"  // a value is listed twice
	BadDefault      ID = "bad-default"      // a default is not a value that its field allows
	BadExample      ID = "bad-example"      // an example is not a value that its field allows

	BadRule         ID = "bad-rule"         // a rule is not one key over two or more different fields
	RuleMember      ID = "rule-member"      // a field of a rule is required, has a default or a condition, or is used for paging
	UnknownField    ID = "unknown-field"    // a rule, the pagination or an overlay refers to a field that does not exist
	FirstOfTwice    ID = "first-of-twice"   // a field of a first_of rule is in another rule
	PaginationField ID = "pagination-field" // a field cannot be used for paging, or not with these defaults
	BadEnvelope     ID = "bad-envelope"     // the members of an envelope contradict each other or the response, or a failure cannot have the status
	BadFailure      ID = "bad-failure"      // a failure has no possible status, or its place has another meaning
	BadHeader       ID = "bad-header"       // the name of a header field is invalid or has another meaning
	BadDate         ID = "bad-date"         // a date is not written as YYYY-MM-DD
	UnknownUse      ID = "unknown-use"      // a deprecation refers to a replacement that does not exist
	BadAuth         ID = "bad-auth"         // a way to authenticate does not exist, has an invalid name, or contradicts itself
	BadURL          ID = "bad-url"          // the URL of a server, a contact or a license is invalid

	OverlayContradiction ID = "overlay-contradiction" // an overlay contradicts the catalog or an earlier overlay
	UnknownArea          ID = "unknown-area"          // an overlay refines an area that does not exist
	UnknownOperation     ID = "unknown-operation"     // an overlay refines an operation that does not exist
	UnknownEnum          ID = "unknown-enum"          // an overlay refines an enum that does not exist
	UnknownUnion         ID = "unknown-union"         // an overlay refines a union that does not exist
)
