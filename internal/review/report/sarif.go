package report

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// SARIF prints a report in the Static Analysis Results Interchange Format, which
// code scanning services read. Accepted findings are suppressed, with the reason.
func SARIF(w io.Writer, r *Report) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:    sarifTool{sarifDriver{Name: r.Command, Rules: sarifRules(r.Rules)}},
			Results: append(sarifResults(r, r.Findings), sarifResults(r, r.Accepted)...),
		}},
	})
}

// The parts of SARIF 2.1.0 that a report needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Full  sarifText `json:"fullDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
		Col  int `json:"startColumn"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
)

var sarifLevels = map[Level]string{Error: "error", Warning: "warning", Info: "note"}

func sarifRules(rules []Rule) []sarifRule {
	out := make([]sarifRule, len(rules))
	for i, r := range rules {
		out[i] = sarifRule{r.ID, sarifMessage(r.Purpose), sarifMessage(r.Rationale)}
	}
	return out
}

func sarifResults(r *Report, all []Finding) []sarifResult {
	out := make([]sarifResult, len(all))
	for i, f := range all {
		at := f.inHead(r)
		physical := sarifPhysical{sarifArtifact{uri(at.File)}, sarifRegion{at.Line, at.Col}}
		out[i] = sarifResult{
			RuleID: f.Rule, Level: sarifLevels[f.Level],
			Message:      sarifMessage(f.lines()),
			Locations:    []sarifLocation{{physical, []sarifLogical{{f.Path}}}},
			Fingerprints: map[string]string{"opgen/v1": f.Fingerprint()},
		}
		if f.Reason != "" {
			out[i].Suppressions = []sarifSuppression{{"external", f.Reason}}
		}
	}
	return out
}

// sarifMessage is a text that a viewer shows as it is.
func sarifMessage(text string) sarifText { return sarifText{sarifEscapes.Replace(text)} }

// SARIF reads {0} as a placeholder and {{ as a brace in every message, with
// arguments or without (3.11.5), and [text](target) as a link, also in plain text
// (3.11.6).
var sarifEscapes = strings.NewReplacer("{", "{{", "}", "}}", "](", "] (")

// uri is a relative reference to a file.
func uri(file string) string {
	return (&url.URL{Path: filepath.ToSlash(file)}).String()
}
