package report

// Bump is the part of a version that a change raises. A greater one is worse.
type Bump int

// The bumps, as Semantic Versioning has them.
const (
	NoBump Bump = iota
	Patch
	Minor
	Major
)

// String returns the bump as a word: "none", "patch", "minor" or "major".
func (b Bump) String() string { return [...]string{"none", "patch", "minor", "major"}[b] }

// MarshalText encodes the bump as [Bump.String] writes it.
func (b Bump) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Bumps are what a change raises for its two audiences, whose versions need not be
// the same.
type Bumps struct {
	Wire Bump `json:"wire"` // the service, as its clients in any language meet it
	Go   Bump `json:"go"`   // the Go module that holds the generated code
}

// Or returns the greater bump of two, for each audience.
func (b Bumps) Or(c Bumps) Bumps { return Bumps{max(b.Wire, c.Wire), max(b.Go, c.Go)} }
