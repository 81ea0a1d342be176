package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/wording"
)

// Release is what the release of a change needs to know beside the findings.
type Release struct {
	Next    string   // the next version of the Go module, such as v2.0.0; "" if the base is not a version
	Module  string   // the path that the module has then, "" if it is not known or stays
	Advice  string   // what to do about both, a sentence; "" if there is nothing to do
	Sunsets []Sunset // of what is deprecated in the head, the earliest first
}

// Sunset is the announced end of something.
type Sunset struct {
	Date  string // YYYY-MM-DD
	Path  string
	Words string // what to use instead, and since when it is deprecated
	Over  bool   // the day has come
}

// Raises returns the bumps of everything that was found. What was accepted counts:
// to accept a change does not make it compatible.
func (r *Report) Raises() Bumps {
	var most Bumps
	for _, f := range r.all() {
		most = most.Or(f.Bumps)
	}
	return most
}

// all are the findings, and then those that are accepted.
func (r *Report) all() []Finding {
	return append(append([]Finding{}, r.Findings...), r.Accepted...)
}

// audience is one of those that have versions of their own.
type audience struct {
	Name  string
	of    func(Bumps) Bump
	worst func(Verdicts) Verdict
}

var audiences = []audience{
	{"wire", func(b Bumps) Bump { return b.Wire }, func(v Verdicts) Verdict { return max(v.Requests, v.Answers) }},
	{"go", func(b Bumps) Bump { return b.Go }, func(v Verdicts) Verdict { return max(v.Callers, v.Services) }},
}

// raised returns the bump for an audience, and the findings that force it.
func (r *Report) raised(a audience) (Bump, []Finding) {
	bump := a.of(r.Raises())
	var why []Finding
	for _, f := range r.all() {
		if bump != NoBump && a.of(f.Bumps) == bump {
			why = append(why, f)
		}
	}
	return bump, why
}

// Semver prints the part of the version that a release raises, for the wire and for
// the Go module, each with the findings that force it:
//
//	wire: major
//	  spec/operations.yaml:412:15: request-field-became-required: claims.get_claim.claim_id: ...
//	go: none
func Semver(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, a := range audiences {
		bump, why := r.raised(a)
		fmt.Fprintf(&b, "%s: %s\n", a.Name, bump)
		for _, f := range why {
			line := fmt.Sprintf("%s: %s: %s: %s", f.Pos, f.Rule, f.Path, f.saidTo(a))
			if f.Reason != "" {
				line += "; accepted: " + f.Reason
			}
			b.WriteString("  " + wording.OneLine(line) + "\n")
		}
	}
	for _, n := range r.Notices {
		b.WriteString(wording.OneLine(n) + "\n")
	}
	if r.Release != nil && r.Release.Advice != "" {
		b.WriteString(wording.OneLine(r.Release.Advice) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// saidTo is the message of a finding, with what the verdicts on an audience leave
// open.
func (f Finding) saidTo(a audience) string {
	if f.Verdicts != nil && a.worst(*f.Verdicts) == Undecided {
		return f.Message + "; whether it breaks is undecided"
	}
	return f.Message
}

// version is what the bump of an audience is in JSON.
type version struct {
	Bump    Bump    `json:"bump"`
	Because []cause `json:"because"`
	Next    string  `json:"next,omitempty"`
	Module  string  `json:"module,omitempty"`
}

// cause is a finding that forces a bump.
type cause struct {
	Rule     string `json:"rule"`
	Path     string `json:"path"`
	Place    place  `json:"place"`
	Accepted bool   `json:"accepted"`
}

// versions are the bumps by audience.
func (r *Report) versions() map[string]version {
	if r.Release == nil {
		return nil
	}
	all := map[string]version{}
	for _, a := range audiences {
		bump, why := r.raised(a)
		v := version{Bump: bump, Because: []cause{}}
		for _, f := range why {
			v.Because = append(v.Because, cause{f.Rule, f.Path, f.place(), f.Reason != ""})
		}
		if a.Name == "go" {
			v.Next, v.Module = r.Release.Next, r.Release.Module
		}
		all[a.Name] = v
	}
	return all
}
