package catalog

// ID names a kind of problem. Tests, suppressions and documentation refer to
// it, so an id is never renamed and never used again for something else.
type ID string

// The ids of problems. What each one is about stands in [IDs].
const (
	TooLarge         ID = "too-large"
	BadEncoding      ID = "bad-encoding"
	ControlCharacter ID = "control-character"
	EmptyDocument    ID = "empty-document"
	Syntax           ID = "syntax"
	SeveralDocuments ID = "several-documents"
	TooDeep          ID = "too-deep"
	TooManyNodes     ID = "too-many-nodes"
	BadAlias         ID = "bad-alias"
	UnsupportedTag   ID = "unsupported-tag"

	DuplicateKey ID = "duplicate-key"
	UnknownKey   ID = "unknown-key"
	MissingKey   ID = "missing-key"
	WrongKind    ID = "wrong-kind"
	EmptyValue   ID = "empty-value"
	WrongVersion ID = "wrong-version"
	UnknownValue ID = "unknown-value"

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
	NestedArray     ID = "nested-array"
	CyclicRecord    ID = "cyclic-record"
	DuplicateType   ID = "duplicate-type"
	FieldClash      ID = "field-clash"
	InapplicableKey ID = "inapplicable-key"
	ConflictingKeys ID = "conflicting-keys"
	NegativeSize    ID = "negative-size"
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
	BadDate         ID = "bad-date"
	UnknownUse      ID = "unknown-use"

	OverlayContradiction ID = "overlay-contradiction"
	UnknownArea          ID = "unknown-area"
	UnknownOperation     ID = "unknown-operation"
	UnknownEnum          ID = "unknown-enum"
)

// IDInfo is an entry of the list of problems.
type IDInfo struct {
	ID      ID
	Purpose string // what is refused, one line
}

// IDs lists every kind of problem that [Check] reports, in the order in which
// a catalog is read: the text, its keys, names, types and fields, operations,
// overlays.
func IDs() []IDInfo {
	return []IDInfo{
		{TooLarge, "the text is larger than a catalog may be"},
		{BadEncoding, "the text is not UTF-8"},
		{ControlCharacter, "the text holds a control character, which YAML does not allow"},
		{EmptyDocument, "the text holds nothing but blanks and comments"},
		{Syntax, "the text is not YAML, or uses a part of YAML that catalogs do without"},
		{SeveralDocuments, "a second YAML document follows the first"},
		{TooDeep, "maps and lists are nested more deeply than a catalog may be"},
		{TooManyNodes, "the text, or what its aliases stand for, has more nodes than a catalog may have"},
		{BadAlias, "an alias names no anchor, or one that it stands in itself"},
		{UnsupportedTag, "a YAML tag such as !!int stands in front of a value"},

		{DuplicateKey, "a key is given twice in one map"},
		{UnknownKey, "a map has a key that means nothing there"},
		{MissingKey, "a map lacks a key that it needs"},
		{WrongKind, "a value is of another kind than its key asks for"},
		{EmptyValue, "a text, list or map has to hold something"},
		{WrongVersion, "the catalog is written in another version of the format"},
		{UnknownValue, "a value is none of those that its key allows"},

		{BadName, "a name is too long, or has characters that its place does not allow"},
		{BadPackage, "a Go package cannot have this name"},
		{PackageClash, "two areas, or an area and the root package, become one Go package"},
		{NoGoName, "no Go name follows from a name of the catalog"},
		{BadGoName, "a name given for Go is not an exported Go identifier"},
		{GoNameClash, "two names of the catalog become one name in Go"},
		{ReservedName, "a name becomes one that the generated code declares itself, or that go vet knows with another signature"},
		{BadPath, "the path template does not give usable paths"},
		{PathClash, "two operations have one path"},

		{UnknownType, "a field has a type that does not exist"},
		{UnknownRecord, "a body or an answer refers to a record, or an overlay refines one, that does not exist"},
		{NestedArray, "the items of an array are arrays"},
		{CyclicRecord, "a record contains itself"},
		{DuplicateType, "a record and an enum have one name"},
		{FieldClash, "a field is also taken over from a record"},
		{InapplicableKey, "a key does not apply to the type or the place of its field"},
		{ConflictingKeys, "two keys of a field contradict each other"},
		{NegativeSize, "a length or a number of items is negative"},
		{EmptyRange, "a lower bound is above its upper bound"},
		{BadPattern, "a pattern is not an RE2 expression"},
		{DuplicateValue, "a value is listed twice"},
		{BadDefault, "a default is not a value that its field allows"},
		{BadExample, "an example is not a value that its field allows"},

		{BadRule, "a rule is not one key over two or more different fields"},
		{RuleMember, "a rule is about a field that is required, has a default, is sent on a condition or pages"},
		{UnknownField, "a rule or the pagination names a field, or an overlay refines one, that does not exist"},
		{FirstOfTwice, "a field of a first_of rule stands in another rule"},
		{PaginationField, "a field cannot serve the pagination that names it, or not with its defaults"},
		{BadDate, "a date is not written as YYYY-MM-DD"},
		{UnknownUse, "a deprecation refers to a replacement that does not exist"},

		{OverlayContradiction, "an overlay takes back something that the catalog, or an overlay before it, says"},
		{UnknownArea, "an overlay refines an area that does not exist"},
		{UnknownOperation, "an overlay refines an operation that does not exist"},
		{UnknownEnum, "an overlay refines an enum that does not exist"},
	}
}
