package report

import (
	"fmt"
	"path"
	"strings"
)

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
		case f.Verdicts == nil || alone[f.Rule] || count[kind] < least:
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

// kind returns what equal findings have in common: everything except place and name.
func (f Finding) kind() string {
	depth, name := strings.Count(f.Path, "."), f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	message := strings.NewReplacer(" "+name, " *", `"`+name, `"*`).Replace(f.Message + "\x00" + f.Next)
	return fmt.Sprint(f.Level, f.Rule, f.Target, f.Verdicts, f.Bumps, f.Topic, f.Aspect, f.Reason, f.Pos.Base, depth, "\x00", f.Key, "\x00", message)
}

// ListedOthers returns the other findings that a comment lists.
func (g Bundle) ListedOthers() []Finding { return g.Others[:min(len(g.Others), 50)] }

// Headline names the rule of a bundle and whom it breaks: "constraint-tightened in
// 40 places breaks requests from old clients; Go compiles".
func (g Bundle) Headline() string {
	line := fmt.Sprintf("%s in %d places ", g.Rule, len(g.Others)+1)
	var affected []string
	if who := g.Verdicts.partiesWith(Breaks); who != nil {
		affected = append(affected, "breaks "+strings.Join(who, ", "))
	}
	if who := g.Verdicts.partiesWith(Undecided); who != nil {
		affected = append(affected, "may break "+strings.Join(who, ", "))
	}
	switch {
	case affected == nil:
		return line + "breaks nobody"
	case max(g.Verdicts.Callers, g.Verdicts.Services) < Undecided:
		affected = append(affected, "Go compiles")
	}
	return line + strings.Join(affected, "; ")
}

// Decisions returns the findings to decide on. A bundle counts as one, with a pattern as
// its path, if a pattern matches nothing else.
func (r *Report) Decisions() []Finding {
	var all []Finding
	for _, g := range r.Bundles(r.Findings) {
		if pattern := g.pattern(r.Findings); g.Others != nil && pattern != "" {
			g.Path, g.Others = pattern, nil
		}
		all = append(append(all, g.Finding), g.Others...)
	}
	return all
}

// pattern returns a pattern of [path.Match] for the findings of a bundle and no others of
// the report, or "" if there is none.
func (g Bundle) pattern(all []Finding) string {
	parts := strings.Split(g.Path, ".")
	for _, f := range g.Others {
		for i, name := range strings.Split(f.Path, ".") {
			parts[i] = commonPattern(parts[i], name)
		}
	}
	pattern, matched := strings.Join(parts, "."), 0
	for _, f := range all {
		ok, err := path.Match(pattern, f.Path)
		switch {
		case err != nil || strings.ContainsAny(f.Path, `*?[\`):
			return ""
		case ok && f.Rule == g.Rule && f.Aspect == g.Aspect && f.Target == g.Target:
			matched++
		}
	}
	if matched != len(g.Others)+1 {
		return ""
	}
	return pattern
}

// commonPattern returns a pattern for two names: their common prefix and suffix.
func commonPattern(pattern, name string) string {
	if pattern == name {
		return name
	}
	head, tail, _ := strings.Cut(pattern, "*")
	if !strings.Contains(pattern, "*") {
		tail = head
	}
	begin := 0
	for begin < min(len(head), len(name)) && head[begin] == name[begin] {
		begin++
	}
	end := 0
	for end < min(len(tail), len(name)-begin) && tail[len(tail)-1-end] == name[len(name)-1-end] {
		end++
	}
	return head[:begin] + "*" + tail[len(tail)-end:]
}
