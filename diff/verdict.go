package diff

import "strings"

// Verdict says what a change does to one party. They are ordered: of two, the
// greater one is worse.
type Verdict int

// The verdicts.
const (
	NotApplicable Verdict = iota // the party does not meet the change
	Safe                         // nothing changes for it
	Shifts                       // it is accepted, or compiles, and means something else
	Breaks                       // it is refused, cannot be read, or does not compile
)

// symbols are how verdicts are written, by verdict.
var symbols = []string{"–", "·", "S", "B"}

// String returns the symbol of the verdict: B, S, · or –.
func (v Verdict) String() string { return symbols[v] }

// Verdicts are the verdicts of a change, a fact each.
type Verdicts struct {
	Request Verdict // a: an old client's request that reaches the new server
	Answer  Verdict // b: an old client that reads the new server's answer
	Client  Verdict // c: Go source that uses the generated client
	Server  Verdict // d: Go source that implements the generated server
}

// String returns the four symbols, a to d: "B–S·".
func (v Verdicts) String() string {
	return v.Request.String() + v.Answer.String() + v.Client.String() + v.Server.String()
}

// Or returns the worse verdict of two, party by party.
func (v Verdicts) Or(w Verdicts) Verdicts {
	return Verdicts{
		max(v.Request, w.Request), max(v.Answer, w.Answer), max(v.Client, w.Client), max(v.Server, w.Server),
	}
}

// verdicts reads four symbols. It panics at any other text, which can only come
// from the registry.
func verdicts(text string) Verdicts {
	var v [4]Verdict
	parts := strings.Split(text, "")
	for i := range v {
		switch parts[i] {
		case "–":
			v[i] = NotApplicable
		case "·":
			v[i] = Safe
		case "S":
			v[i] = Shifts
		case "B":
			v[i] = Breaks
		default:
			panic("diff: no verdict: " + text)
		}
	}
	return Verdicts{v[0], v[1], v[2], v[3]}
}

// Level says how loudly a change is reported.
type Level int

// The levels.
const (
	Info Level = iota + 1
	Warning
	Error
)

// String returns "info", "warning" or "error".
func (l Level) String() string { return []string{"", "info", "warning", "error"}[l] }

// Level is the law: what breaks somebody is an error, what means something else
// to somebody a warning, and everything else information. Where a case of a
// rule departs from it, the registry says why.
func (v Verdicts) Level() Level {
	switch worst := max(v.Request, v.Answer, v.Client, v.Server); worst {
	case Breaks:
		return Error
	case Shifts:
		return Warning
	default:
		return Info
	}
}
