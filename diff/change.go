package diff

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"example.com/opgen/catalog"
)

// Change is one edit of a catalog, and who it breaks.
type Change struct {
	Rule     *Rule   // what kind of change it is
	Cases    []*Case // the cases of rules that the verdicts come from, one for each use
	Verdicts Verdicts
	Level    Level // the highest that the cases have

	Path    string           // of what changed, in Side: "claims.get_claim.claim_id", "AddressEntry.type"
	Side    Side             // the catalog that Path and Pos are of: base for what is gone, otherwise head
	Pos     catalog.Position // of what changed, in Side
	Message string           // one sentence, with the old and the new value; none of a sensitive field
	What    string           // the old and the new value alone: "string -> integer"; part of the fingerprint

	Go   []string // Go identifiers that move: "claims.GetClaimRequest.ClaimID: *string -> string"
	Uses []string // operations of the base that use a shared record or enum, or that went with an area

	Base, Head Subject // what was compared; empty where it is in one catalog alone

	CounterExample *CounterExample // nil until somebody looks for one
}

// Subject is what a change is about, as far as it applies: a field of a body has
// its operation and its shape, a field of a shared record has its shape alone.
type Subject struct {
	Area      *catalog.Area
	Operation *catalog.Operation
	Shape     *catalog.Shape
	Field     *catalog.Field
	Enum      *catalog.Enum
	Value     *catalog.EnumValue
	Rule      *catalog.Rule
}

// CounterExample is something that worked before a change and does not now. It
// persuades faster than the name of a rule.
type CounterExample struct {
	Kind   string // what it is: "request" or "answer" for a JSON body, "client" or "server" for lines of Go
	Before string // the body, or the Go, that worked
	After  string // what has to stand there now; "" where nothing can
	Why    string // what happens to Before now, in a sentence
}

// Side is one of the two catalogs that are compared.
type Side string

// The sides.
const (
	Base Side = "base" // the catalog that is in use
	Head Side = "head" // the one that is to replace it
)

// Fingerprint identifies a change from one comparison to the next: by its rule,
// its path and what changed, wherever that stands in the file. Values of a
// sensitive field are not part of it.
func (c Change) Fingerprint() string {
	sum := sha256.Sum256([]byte(c.Rule.ID + "\x00" + c.Path + "\x00" + c.What))
	return hex.EncodeToString(sum[:16])
}

// sorted brings changes into their order: errors first, then as they stand in
// the file, what is gone by its place in the base.
func sorted(changes []Change) []Change {
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(
			cmp.Compare(b.Level, a.Level),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Rule.ID, b.Rule.ID),
			cmp.Compare(a.What, b.What),
		)
	})
	return changes
}
