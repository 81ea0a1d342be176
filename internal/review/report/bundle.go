package report

import (
	"fmt"
	"strings"
)

// One edit of a shared convention is often many findings: forty fields get the same limit. A reader
// wants to see it once, with the places, and to accept it once. So equal findings are bundled, for
// all formats that people read; JSON and SARIF have each finding. What a service does is no edit:
// findings about it are accepted one by one.

// Bundle is a finding and equal findings at other places.
type Bundle struct {
	Finding
	Others []Finding
}

// minBundleSize is the minimum number of findings in a bundle.
const minBundleSize = 3

// Bundles combines equal changes: one rule, one kind of change, the same consequences. A
// bundle is at the place of its first finding. Findings of rules about security are not
// combined, since each of them needs a decision.
func (r *Report) Bundles(findings []Finding) []Bundle {
	return r.bundlesBy(findings, Finding.kind, minBundleSize)
}

// bundlesBy combines at least so many findings of one kind.
func (r *Report) bundlesBy(findings []Finding, kindOf func(Finding) string, least int) []Bundle {
	alone := map[string]bool{}
	for _, rule := range r.Rules {
		alone[rule.ID] = rule.Security
	}
	isEdit := func(f Finding) bool { return f.Verdicts != nil || r.InPlace }
	count := map[string]int{}
	for _, f := range findings {
		count[kindOf(f)]++
	}
	var bundles []Bundle
	first := map[string]int{}
	for _, f := range findings {
		kind := kindOf(f)
		i, begun := first[kind]
		switch {
		case !isEdit(f) || alone[f.Rule] || count[kind] < least:
			bundles = append(bundles, Bundle{Finding: f})
		case begun:
			bundles[i].Others = append(bundles[i].Others, f)
		default:
			first[kind] = len(bundles)
			bundles = append(bundles, Bundle{Finding: f})
		}
	}
	return bundles
}

// kind returns what equal findings have in common: everything except place and name. The name is
// replaced in messages too, so that "field note is gone" and "field text is gone" are equal.
func (f Finding) kind() string {
	depth := strings.Count(f.Path, ".")
	name := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	withoutName := strings.NewReplacer(" "+name, " *", `"`+name, `"*`)
	return fmt.Sprint(
		f.Level, f.Rule, f.Target, f.Verdicts, f.Bumps, f.Topic, f.Aspect, f.Reason, f.Pos.Base,
		depth, "\x00", f.Key, "\x00", withoutName.Replace(f.Message+"\x00"+f.Next),
	)
}

// All returns the findings of a bundle.
func (b Bundle) All() []Finding { return append([]Finding{b.Finding}, b.Others...) }

// ListedOthers returns the other findings that a comment lists.
func (b Bundle) ListedOthers() []Finding { return b.Others[:min(len(b.Others), 50)] }

// Headline names the rule of a bundle and, for a change, whom it breaks: "constraint-tightened in
// 40 places breaks requests from old clients; Go compiles".
func (b Bundle) Headline() string {
	line := fmt.Sprintf("%s in %d places", b.Rule, len(b.Others)+1)
	if b.Verdicts == nil {
		return line
	}
	line += " "
	var affected []string
	if who := b.Verdicts.partiesWith(Breaks); who != nil {
		affected = append(affected, "breaks "+strings.Join(who, ", "))
	}
	if who := b.Verdicts.partiesWith(Undecided); who != nil {
		affected = append(affected, "may break "+strings.Join(who, ", "))
	}
	switch {
	case affected == nil:
		return line + "breaks nobody"
	case max(b.Verdicts.Callers, b.Verdicts.Services) < Undecided:
		affected = append(affected, "Go compiles")
	}
	return line + strings.Join(affected, "; ")
}
