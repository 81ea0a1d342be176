package report

import (
	_ "embed" // for the schema
	"encoding/json"
	"io"

	"example.com/opgen/internal/catalog"
)

// Schema is the JSON Schema of what [JSON] prints.
//
//go:embed schema.json
var Schema []byte

// JSON prints a report as an object that schema.json describes. Members may be added, but
// are never renamed.
func JSON(w io.Writer, r *Report) error {
	doc := document{
		Report: 1, Command: r.Command, Subject: r.Subject, Summary: map[Level]int{},
		Findings: findings(r.Findings), Accepted: findings(r.Accepted), Notices: append([]string{}, r.Notices...), Semver: r.versions(), Verification: r.Verification,
	}
	for _, level := range Levels {
		doc.Summary[level] = r.Count(level)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

// document is a report as JSON.
type document struct {
	Report   int           `json:"report"` // version of this format
	Command  string        `json:"command"`
	Subject  string        `json:"subject"`
	Summary  map[Level]int `json:"summary"`
	Findings []finding     `json:"findings"`
	Accepted []finding     `json:"accepted"`
	Notices  []string      `json:"notices"`
	Semver   *versions     `json:"semver,omitempty"`

	Verification *Verification `json:"verification,omitempty"`
}

type finding struct {
	Rule        string            `json:"rule"`
	Key         string            `json:"key,omitempty"`
	Level       Level             `json:"level"`
	Target      string            `json:"target,omitempty"`
	Path        string            `json:"path"`
	Place       place             `json:"place"`
	Near        *catalog.Position `json:"near,omitempty"`
	Message     string            `json:"message"`
	Verdicts    *Verdicts         `json:"verdicts,omitempty"`
	Bump        *Bumps            `json:"bump,omitempty"`
	Go          []string          `json:"go,omitempty"`
	Uses        []string          `json:"uses,omitempty"`
	Example     *Example          `json:"example,omitempty"`
	Next        string            `json:"next,omitempty"`
	Reason      string            `json:"reason,omitempty"`
	Fingerprint string            `json:"fingerprint"`
}

type place struct {
	catalog.Position
	Base bool `json:"base"`
}

func findings(all []Finding) []finding {
	out := make([]finding, len(all))
	for i, f := range all {
		out[i] = finding{
			Rule: f.Rule, Key: f.Aspect, Level: f.Level, Target: f.Target, Path: f.Path,
			Place:   f.place(),
			Message: f.Message, Verdicts: f.Verdicts, Go: f.Go, Uses: f.Uses, Example: f.Example,
			Next: f.Next, Reason: f.Reason, Fingerprint: f.Fingerprint(),
		}
		if f.Near.Line > 0 {
			out[i].Near = new(f.Near)
		}
		if f.Verdicts != nil {
			out[i].Bump = &f.Bumps
		}
	}
	return out
}

func (f Finding) place() place { return place{f.Pos, f.InBase} }
