package vectors

import "example.com/opgen/catalog"

// The ids of problems that catalogs do not have. Like theirs, an id is never
// renamed and never used again for something else.
const (
	UnknownArea      catalog.ID = "unknown-area"
	UnknownOperation catalog.ID = "unknown-operation"
	UnknownRule      catalog.ID = "unknown-rule"
	BadPointer       catalog.ID = "bad-pointer"
	BadJSON          catalog.ID = "bad-json"
	BadBody          catalog.ID = "bad-body"
	UnfitRequest     catalog.ID = "unfit-request"
)

// IDs lists the kinds of problems that [Parse] reports beside those of catalogs.
func IDs() []catalog.IDInfo {
	return []catalog.IDInfo{
		{ID: UnknownArea, Purpose: "a file is named after no area of the catalog"},
		{ID: UnknownOperation, Purpose: "vectors are about an operation that does not exist"},
		{ID: UnknownRule, Purpose: "a vector shows, or breaks, a rule that does not exist"},
		{ID: BadPointer, Purpose: "a violation is not a JSON pointer and a rule"},
		{ID: BadJSON, Purpose: "a request or a body is not a JSON object, or has a key twice"},
		{ID: BadBody, Purpose: "a body holds white space that is never sent"},
		{ID: UnfitRequest, Purpose: "a client in Go cannot hold the request"},
	}
}
