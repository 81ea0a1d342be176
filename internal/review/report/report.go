// Package report prints findings about a catalog or a change: as text, as the comment of
// a pull request, as JSON, as GitHub annotations and as SARIF. Packages diff and lint
// return findings, independent of formats.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// This file declares reports, and what all formats ask of them. A report is complete before it is
// printed: formats choose and order, and decide nothing.

// Report is the result of a command.
type Report struct {
	Command  string    // "gen diff"
	Subject  string    // such as "main:spec/operations.yaml -> spec/operations.yaml"
	Head     string    // path of the catalog for annotations
	Rules    []Rule    // those that findings name
	Findings []Finding // in the order of the output
	Accepted []Finding // accepted with a reason
	InPlace  bool      // comments accept findings at their place, so text and Markdown do not repeat them
	Notices  []string  // further messages, such as that an acceptance has expired
	Remedies []string  // entries that can be copied into settings, one for each finding
	Decided  string    // the file of settings that decides: "the base's opgen.yaml"
	Release  *Release  // nil unless catalogs are compared

	Lowest  Level     // of the findings to print, each in full; "" prints a digest of many
	LeftOut []Finding // below the level that was asked for; Summary and HasAtLeast count them

	Calls  *Calls    // the recorded calls that Findings concern, or nil
	Unused []Finding // those that concern none of these calls

	Verification *Verification // nil unless a service was verified
}

// Rule is a kind of finding.
type Rule struct {
	ID        string            // kebab-case
	Purpose   string            // what it finds, in a sentence
	Rationale string            // why that matters
	Text      string            // all that --explain prints
	Level     Level             // of its findings, "" if it depends on the change
	Next      string            // what to do about a finding, if the message does not say it
	Security  bool              // its findings are accepted one by one
	Formerly  map[string]string // former ids, which settings may use, with the key of its findings now, if any
}

// Release is information about a release in addition to the findings.
type Release struct {
	Targets []string // the compared targets, if there are several
	Title   string   // the version of the head and its date, if known
	Next    string   // the next version of the Go module, such as v2.0.0; "" if the base is not a version
	Module  string   // the new path of the module; "" if it is unknown or does not change
	Advice  string   // about both, or ""
	Sunsets []Sunset // of the head
}

// Sunset is the announced end of something.
type Sunset struct {
	Date   string // YYYY-MM-DD
	Target string // if there are several
	Path   string
	Words  string // since when it is deprecated, and what to use instead
	Over   bool   // the date has passed
}

// Policy returns the remedies as a part of settings.
func (r *Report) Policy() string { return "accept:\n" + strings.Join(r.Remedies, "") }

// Count returns how many findings have the level.
func (r *Report) Count(level Level) int {
	n := 0
	for _, f := range slices.Concat(r.Findings, r.LeftOut) {
		if f.Level == level {
			n++
		}
	}
	return n
}

// Summary counts the findings, in words: "2 errors, 1 warning".
func (r *Report) Summary() string {
	var parts []string
	for _, level := range Levels {
		n := r.Count(level)
		switch {
		case n == 0:
		case level == Info:
			parts = append(parts, fmt.Sprintf("%d info", n))
		default:
			parts = append(parts, wording.Count(n, string(level)))
		}
	}
	if n := len(r.Accepted); n > 0 {
		parts = append(parts, fmt.Sprintf("%d accepted", n))
	}
	summary := cmp.Or(strings.Join(parts, ", "), "no findings")
	if r.Calls != nil {
		summary += " in your calls"
	}
	return summary
}

// KeepLevel sets Lowest, and moves the findings below this level to LeftOut.
func (r *Report) KeepLevel(level Level) {
	r.Lowest = level
	for _, f := range r.Findings {
		if !f.Level.AtLeast(level) {
			r.LeftOut = append(r.LeftOut, f)
		}
	}
	r.Findings = r.shown(r.Findings)
}

// shown returns the findings that are not below Lowest.
func (r *Report) shown(findings []Finding) []Finding {
	if r.Lowest == "" {
		return findings
	}
	below := func(f Finding) bool { return !f.Level.AtLeast(r.Lowest) }
	return slices.DeleteFunc(slices.Clone(findings), below)
}

// HasAtLeast reports whether there is a finding of at least the level.
func (r *Report) HasAtLeast(level Level) bool {
	all := slices.Concat(r.Findings, r.LeftOut)
	return slices.ContainsFunc(all, func(f Finding) bool { return f.Level.AtLeast(level) })
}

// KeepUsed moves the findings that concern none of Calls to Unused.
func (r *Report) KeepUsed() {
	var kept []Finding
	for _, f := range r.Findings {
		if f.Used != nil {
			kept = append(kept, f)
		} else {
			r.Unused = append(r.Unused, f)
		}
	}
	r.Findings = kept
	if len(r.Unused) > 0 {
		r.Calls.unused = (&Report{Findings: r.Unused}).Summary()
	}
}

// CallLines says which calls the findings concern, and counts the other findings.
func (r *Report) CallLines() []string {
	if r.Calls == nil {
		return nil
	}
	line := fmt.Sprintf("your calls: %s of %s in %s", wording.Count(r.Calls.Calls, "call"),
		wording.Count(r.Calls.Operations, "operation"), wording.List(r.Calls.Recordings, "and"))
	if r.Calls.unused != "" {
		line += fmt.Sprintf("; %s concern none of them, and %s without --used prints them",
			r.Calls.unused, r.Command)
	}
	return []string{line}
}

// allFindings returns the findings, also those that are not printed, then the accepted ones.
func (r *Report) allFindings() []Finding {
	return slices.Concat(r.Findings, r.LeftOut, r.Unused, r.Accepted)
}

// listedAccepted returns the accepted findings that Text prints.
func (r *Report) listedAccepted() []Finding {
	if r.InPlace {
		return nil
	}
	return r.Accepted
}

// Bumps returns the bumps of all findings. Accepted ones count, because accepting a
// change does not make it compatible.
func (r *Report) Bumps() Bumps {
	var most Bumps
	for _, f := range r.allFindings() {
		most = most.Or(*f.Bumps)
	}
	return most
}
