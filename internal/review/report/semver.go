package report

import (
	"fmt"
	"io"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// A catalog has two versions: that of the service, and that of the Go module with the generated
// code. A change may raise one and not the other, so each has its audience, and says which findings
// raise it.

// audience is the users of one version: the clients of a service, or the importers of the
// Go module.
type audience struct {
	name   string // "wire", "wire of shop", "go"
	wire   bool
	target string // "" for all
}

// audiences returns the audiences of a report. Each service has its own, but all of them are
// in one Go module.
func (r *Report) audiences() []audience {
	all := []audience{{name: "wire", wire: true}}
	if r.Release != nil && r.Release.Targets != nil {
		all = nil
		for _, target := range r.Release.Targets {
			all = append(all, audience{"wire of " + target, true, target})
		}
	}
	return append(all, audience{name: "go"})
}

// bump returns the bump of a finding for the audience.
func (a audience) bump(f Finding) Bump {
	switch {
	case a.target != "" && a.target != f.Target:
		return NoBump
	case a.wire:
		return f.Bumps.Wire
	}
	return f.Bumps.Go
}

// message returns the message of a finding, and says so if it is undecided for the audience.
func (a audience) message(f Finding) string {
	if v := f.Verdicts; v != nil {
		worst := max(v.Callers, v.Services)
		if a.wire {
			worst = max(v.Requests, v.Responses)
		}
		if worst == Undecided {
			return f.Message + "; whether it breaks is undecided"
		}
	}
	return f.Message
}

// requiredBump returns the bump for an audience, and the findings that require it: those with the
// greatest bump, and no lesser ones, since these would not change the version.
func (r *Report) requiredBump(a audience) (most Bump, why []Finding) {
	for _, f := range r.allFindings() {
		bump := a.bump(f)
		switch {
		case bump > most:
			most, why = bump, []Finding{f}
		case bump == most && bump != NoBump:
			why = append(why, f)
		}
	}
	return most, why
}

// Semver prints the part of the version that a release raises, for the wire and for
// the Go module, each with the findings that require it:
//
//	wire: major
//	  spec/operations.yaml:412:15: field-became-required: claims.get_claim.claim_id: ...
//	go: none
func Semver(w io.Writer, r *Report) error {
	var b strings.Builder
	for _, a := range r.audiences() {
		bump, why := r.requiredBump(a)
		fmt.Fprintf(&b, "%s: %s\n", wording.OneLine(a.name), bump)
		for _, f := range why {
			line := fmt.Sprintf("%s: %s: %s: %s", f.Pos, f.Rule, f.Path, a.message(f))
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

// versions are the required versions in JSON.
type versions struct {
	Wire version `json:"wire"`
	Go   version `json:"go"`
}

// version is one of the two.
type version struct {
	Bump    Bump            `json:"bump"`
	Targets map[string]Bump `json:"targets,omitempty"`
	Because []cause         `json:"because"`
	Next    string          `json:"next,omitempty"`
	Module  string          `json:"module,omitempty"`
}

// cause is a finding that requires a bump.
type cause struct {
	Rule     string `json:"rule"`
	Target   string `json:"target,omitempty"`
	Path     string `json:"path"`
	Place    Place  `json:"place"`
	Accepted bool   `json:"accepted"`
}

// versions returns the required versions, or nil if no catalogs were compared. With several
// services, the module has one version for all, and each service its own.
func (r *Report) versions() *versions {
	if r.Release == nil {
		return nil
	}
	v := &versions{r.version(audience{wire: true}), r.version(audience{})}
	v.Go.Next, v.Go.Module = r.Release.Next, r.Release.Module
	v.Wire.Targets = map[string]Bump{}
	for _, a := range r.audiences() {
		if a.target != "" {
			v.Wire.Targets[a.target], _ = r.requiredBump(a)
		}
	}
	return v
}

// version returns the required version for an audience.
func (r *Report) version(a audience) version {
	bump, why := r.requiredBump(a)
	v := version{Bump: bump, Because: []cause{}}
	for _, f := range why {
		v.Because = append(v.Because, cause{f.Rule, f.Target, f.Path, f.Pos, f.Reason != ""})
	}
	return v
}
