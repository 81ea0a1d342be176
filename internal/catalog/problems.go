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
	// IDInfo is an entry of the list of problems.
	IDInfo = yamldoc.IDInfo
)

// The ids of problems of catalogs, beside those that any file may have. [IDs]
// says what each is about.
const (
	BadName      ID = "bad-name"
	BadPackage   ID = "bad-package"
	PackageClash ID = "package-clash"
	NoGoName     ID = "no-go-name"
	BadGoName    ID = "bad-go-name"
	GoNameClash  ID = "go-name-clash"
	ReservedName ID = "reserved-name"
	BadPath      ID = "bad-path"
	PathClash    ID = "path-clash"

	UnknownType     ID = "unknown-type"
	UnknownRecord   ID = "unknown-record"
	CyclicRecord    ID = "cyclic-record"
	TagField        ID = "tag-field"
	DuplicateType   ID = "duplicate-type"
	FieldClash      ID = "field-clash"
	InapplicableKey ID = "inapplicable-key"
	ConflictingKeys ID = "conflicting-keys"
	EmptyRange      ID = "empty-range"
	BadPattern      ID = "bad-pattern"
	DuplicateValue  ID = "duplicate-value"
	BadDefault      ID = "bad-default"
	BadExample      ID = "bad-example"

	BadRule         ID = "bad-rule"
	RuleMember      ID = "rule-member"
	UnknownField    ID = "unknown-field"
	FirstOfTwice    ID = "first-of-twice"
	PaginationField ID = "pagination-field"
	BadEnvelope     ID = "bad-envelope"
	BadFailure      ID = "bad-failure"
	BadHeader       ID = "bad-header"
	BadDate         ID = "bad-date"
	UnknownUse      ID = "unknown-use"
	BadAuth         ID = "bad-auth"
	BadURL          ID = "bad-url"

	OverlayContradiction ID = "overlay-contradiction"
	UnknownArea          ID = "unknown-area"
	UnknownOperation     ID = "unknown-operation"
	UnknownEnum          ID = "unknown-enum"
	UnknownUnion         ID = "unknown-union"
)

// IDs lists every kind of problem that [Parse] reports, in the order in which
// a catalog is read: the text, its keys, names, types and fields, operations,
// overlays.
func IDs() []IDInfo {
	return append(yamldoc.IDs(), []IDInfo{
		{ID: BadName, Purpose: "a name is too long, or has characters that its place does not allow"},
		{ID: BadPackage, Purpose: "a Go package cannot have this name"},
		{ID: PackageClash, Purpose: "two areas, or an area and the root package, become one Go package"},
		{ID: NoGoName, Purpose: "no Go name follows from a name of the catalog"},
		{ID: BadGoName, Purpose: "a name given for Go is not an exported Go identifier"},
		{ID: GoNameClash, Purpose: "two names of the catalog become one name in Go"},
		{ID: ReservedName, Purpose: "a name becomes one that the generated code declares itself, or that go vet knows with another signature"},
		{ID: BadPath, Purpose: "the path template does not give usable paths"},
		{ID: PathClash, Purpose: "two operations have one path"},

		{ID: UnknownType, Purpose: "a field has a type that does not exist"},
		{ID: UnknownRecord, Purpose: "a body or a response refers to a record, or an overlay refines one, that does not exist"},
		{ID: CyclicRecord, Purpose: "a record always contains itself, so that no value of it ends"},
		{ID: TagField, Purpose: "a record of a union has a field with the name of the tag"},
		{ID: DuplicateType, Purpose: "two records, enums or unions have one name"},
		{ID: FieldClash, Purpose: "a field is also taken over from a record"},
		{ID: InapplicableKey, Purpose: "a key does not apply to the type or the place of its field"},
		{ID: ConflictingKeys, Purpose: "two keys of a field contradict each other"},
		{ID: EmptyRange, Purpose: "a lower bound is above its upper bound"},
		{ID: BadPattern, Purpose: "a pattern is not an RE2 expression"},
		{ID: DuplicateValue, Purpose: "a value is listed twice"},
		{ID: BadDefault, Purpose: "a default is not a value that its field allows"},
		{ID: BadExample, Purpose: "an example is not a value that its field allows"},

		{ID: BadRule, Purpose: "a rule is not one key over two or more different fields"},
		{ID: RuleMember, Purpose: "a rule is about a field that is required, has a default, is sent on a condition or pages"},
		{ID: UnknownField, Purpose: "a rule or the pagination names a field, or an overlay refines one, that does not exist"},
		{ID: FirstOfTwice, Purpose: "a field of a first_of rule stands in another rule"},
		{ID: BadHeader, Purpose: "a header field has no name that can be sent, or another meaning"},
		{ID: PaginationField, Purpose: "a field cannot serve the pagination that names it, or not with its defaults"},
		{ID: BadEnvelope, Purpose: "the members of an envelope contradict each other or those of a response, or a status cannot be that of a failure"},
		{ID: BadFailure, Purpose: "the status of a failure is missing or is that of a success, or its place has another meaning"},
		{ID: BadDate, Purpose: "a date is not written as YYYY-MM-DD"},
		{ID: UnknownUse, Purpose: "a deprecation refers to a replacement that does not exist"},
		{ID: BadAuth, Purpose: "a way to be let in does not exist, has no usable name, or contradicts itself"},
		{ID: BadURL, Purpose: "the URL of a server, a contact or a license cannot be one"},

		{ID: OverlayContradiction, Purpose: "an overlay takes back something that the catalog, or an overlay before it, says"},
		{ID: UnknownArea, Purpose: "an overlay refines an area that does not exist"},
		{ID: UnknownOperation, Purpose: "an overlay refines an operation that does not exist"},
		{ID: UnknownEnum, Purpose: "an overlay refines an enum that does not exist"},
		{ID: UnknownUnion, Purpose: "an overlay refines a union that does not exist"},
	}...)
}
