package report

import (
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Code scanning services read SARIF, and show a finding at its line in a pull request.

// SARIF prints a report in the Static Analysis Results Interchange Format, which
// code scanning services read. Accepted findings are suppressed, with the reason.
func SARIF(w io.Writer, r *Report) error {
	rules, results := []object{}, []object{}
	for _, rule := range r.Rules {
		rules = append(rules, object{
			"id":               rule.ID,
			"shortDescription": sarifText(rule.Purpose),
			"fullDescription":  sarifText(rule.Rationale),
		})
	}
	for _, f := range slices.Concat(r.Findings, r.Accepted) {
		results = append(results, sarifResult(r, f))
	}
	return writeJSON(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0",
		[]sarifRun{{object{"driver": object{"name": r.Command, "rules": rules}}, results}}})
}

// sarifLog is a report. gen verify recognizes its own files by the order of the members.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

// sarifRun is the one run of a log.
type sarifRun struct {
	Tool    object   `json:"tool"`
	Results []object `json:"results"`
}

// object is any other object of SARIF 2.1.0.
type object map[string]any

// sarifLevels are the levels of SARIF, which calls what is worth knowing a note.
var sarifLevels = map[Level]string{Error: "error", Warning: "warning", Info: "note"}

// sarifResult returns a finding as a result. An accepted one is suppressed, so that services do not
// reopen it.
func sarifResult(r *Report, f Finding) object {
	at := f.headPosition(r.Head)
	result := object{
		"ruleId":  f.Rule,
		"level":   sarifLevels[f.Level],
		"message": sarifText(f.lines()),
		"locations": []object{{
			"physicalLocation": object{
				"artifactLocation": object{"uri": (&url.URL{Path: filepath.ToSlash(at.File)}).String()},
				"region":           object{"startLine": at.Line, "startColumn": at.Col},
			},
			"logicalLocations": []object{{"fullyQualifiedName": f.Path}},
		}},
		"partialFingerprints": object{"opgen/v1": f.Fingerprint()},
	}
	if f.Reason != "" { // not every viewer shows it
		result["message"] = sarifText(f.lines() + "\n" + wording.OneLine("accepted: "+f.Reason))
		result["suppressions"] = []object{{"kind": "external", "justification": f.Reason}}
	}
	return result
}

// sarifText returns a text that viewers show unchanged.
func sarifText(text string) object { return object{"text": sarifEscapes.Replace(text)} }

// SARIF reads {0} as a placeholder and {{ as a brace in every message, with
// arguments or without (3.11.5), and [text](target) as a link, also in plain text
// (3.11.6).
var sarifEscapes = strings.NewReplacer("{", "{{", "}", "}}", "](", "] (")
