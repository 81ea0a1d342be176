package report

import (
	"encoding/json"
	"io"
)

// The JSON of a report is read by other programs, so it has its own types: a finding may get a
// field for another format without changing what these programs read.

// JSON prints a report as an object that spec/report.schema.json describes. Members may be
// added, but are never renamed.
func JSON(w io.Writer, r *Report) error {
	doc := document{
		Report:       1,
		Command:      r.Command,
		Subject:      r.Subject,
		Summary:      map[Level]int{},
		Findings:     findings(r.Findings),
		Accepted:     findings(r.Accepted),
		Notices:      append([]string{}, r.Notices...),
		Semver:       r.versions(),
		Calls:        r.Calls,
		Verification: r.Verification,
	}
	if r.Calls != nil {
		doc.Unused = findings(r.shown(r.Unused))
	}
	for _, level := range Levels {
		doc.Summary[level] = r.Count(level)
	}
	return writeJSON(w, doc)
}

// writeJSON writes JSON that people can read, too: indented, and without escapes for HTML, which
// would turn "->" into "-\u003e".
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
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
	Calls    *Calls        `json:"calls,omitempty"`
	Unused   []finding     `json:"unused,omitzero"` // nil without calls

	Verification *Verification `json:"verification,omitempty"`
}

// finding is a finding as JSON.
type finding struct {
	Finding
	Change      string `json:"change,omitempty"` // "" unless catalogs are compared
	Fingerprint string `json:"fingerprint"`
}

// findings returns findings with what identifies them: the fingerprint in every run, and the change
// only if catalogs were compared.
func findings(all []Finding) []finding {
	out := make([]finding, len(all))
	for i, f := range all {
		out[i] = finding{Finding: f, Fingerprint: f.Fingerprint()}
		if f.Verdicts != nil {
			out[i].Change = f.ChangeID()
		}
	}
	return out
}
