package report

import (
	"cmp"
	"slices"
	"strings"
)

// This file declares the scales of a report, from levels to versions. Each is ordered, so that the
// worst of several can be taken, and has the words that every format uses.

// Level is the severity of a finding.
type Level string

// The levels, the most severe first.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Info    Level = "info"
)

// None is the level of findings that settings drop. No report has it.
const None Level = "none"

// Levels are all levels of findings, the most severe first.
var Levels = []Level{Error, Warning, Info}

// Compare orders levels, the most severe first.
func (l Level) Compare(other Level) int {
	return cmp.Compare(slices.Index(Levels, l), slices.Index(Levels, other))
}

// AtLeast reports whether a level is at least as severe as another.
func (l Level) AtLeast(other Level) bool { return l.Compare(other) <= 0 }

// Mark returns a level as a colored circle for Markdown.
func (l Level) Mark() string {
	return map[Level]string{Error: "🔴", Warning: "🟡", Info: "🔵"}[l]
}

// Verdict is the effect of a change on one party. A greater one is worse.
type Verdict int

// The verdicts.
const (
	NotApplicable Verdict = iota // the change does not concern the party
	Safe                         // nothing changes for it
	Shifts                       // it is accepted, or compiles, and means something else
	Undecided                    // it may break: the search found neither an example nor a proof
	Breaks                       // it is refused, cannot be read, or does not compile
)

// verdictWords are the verdicts in words, as in the JSON report.
var verdictWords = []string{"none", "safe", "shifts", "undecided", "breaks"}

// String returns the verdict as a word.
func (v Verdict) String() string { return verdictWords[v] }

// MarshalText encodes the verdict as [Verdict.String] writes it.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// symbols are the verdicts in one character.
var symbols = []string{"–", "·", "S", "?", "B"}

// Verdicts are the effects of a change on all parties.
type Verdicts struct {
	Requests  Verdict `json:"requests"`  // of old clients to the new server
	Responses Verdict `json:"responses"` // of the new server to old clients
	Callers   Verdict `json:"callers"`   // Go source that uses the generated client
	Services  Verdict `json:"services"`  // Go source that implements the generated service
}

// ParseVerdicts parses four symbols in the order of the struct, such as "B–S·". It panics
// if the text is invalid.
func ParseVerdicts(text string) Verdicts {
	var v [4]Verdict
	for i, symbol := range strings.Split(text, "") {
		n := slices.Index(symbols, symbol)
		if n < 0 {
			panic("not a verdict: " + symbol)
		}
		v[i] = Verdict(n)
	}
	return Verdicts{v[0], v[1], v[2], v[3]}
}

// String returns the four symbols: "B–S·".
func (v Verdicts) String() string {
	return symbols[v.Requests] + symbols[v.Responses] + symbols[v.Callers] + symbols[v.Services]
}

// Or returns the worse verdict of two, party by party.
func (v Verdicts) Or(w Verdicts) Verdicts {
	return Verdicts{
		Requests:  max(v.Requests, w.Requests),
		Responses: max(v.Responses, w.Responses),
		Callers:   max(v.Callers, w.Callers),
		Services:  max(v.Services, w.Services),
	}
}

// Worst returns the worst of the four verdicts.
func (v Verdicts) Worst() Verdict { return max(v.Requests, v.Responses, v.Callers, v.Services) }

// partiesWith lists the parties with a verdict, in the words of reports: "Go callers".
func (v Verdicts) partiesWith(verdict Verdict) []string {
	var who []string
	for _, party := range []struct {
		verdict Verdict
		name    string
	}{
		{v.Requests, "requests from old clients"},
		{v.Responses, "responses to old clients"},
		{v.Callers, "Go callers"},
		{v.Services, "Go services"},
	} {
		if party.verdict == verdict {
			who = append(who, party.name)
		}
	}
	return who
}

// Bump is the part of a version that a change raises. A greater one is worse.
type Bump int

// The bumps of Semantic Versioning.
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

// Bumps are the bumps of the two versions, which can differ.
type Bumps struct {
	Wire Bump `json:"wire"` // the service, for clients in any language
	Go   Bump `json:"go"`   // the Go module with the generated code
}

// Or returns the greater bump of two, for each version.
func (b Bumps) Or(c Bumps) Bumps { return Bumps{max(b.Wire, c.Wire), max(b.Go, c.Go)} }

// Topic is the section of a changelog for a change.
type Topic string

// The topics, as in https://keepachangelog.com. Breaking takes precedence over the others,
// except over removals that were announced.
const (
	Breaking   Topic = "Breaking"
	Removed    Topic = "Removed"
	Deprecated Topic = "Deprecated"
	Added      Topic = "Added"
	Changed    Topic = "Changed"
	Documented Topic = "Documentation"
)
