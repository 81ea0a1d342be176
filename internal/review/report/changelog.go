package report

import (
	"cmp"
	"io"
	"slices"

	"example.com/opgen/templates"
)

// A changelog has two readers: who calls the service, and who imports the Go module. One
// change can mean different things to them, and some changes concern only one of them. What
// concerns both, such as documentation, comes last.

// Changelog prints the changes of a release as Markdown: for clients of the service, for
// users of the Go module, and all sunsets.
func Changelog(w io.Writer, r *Report) error {
	page := changelog{Release: r.Release}
	for _, a := range r.audiences() {
		title := "In Go"
		if a.wire {
			title = "On the " + a.name
		}
		page.add(title, r, a.topic, a.viewOf, Breaking, Removed, Deprecated, Added, Changed)
	}
	topic := func(f Finding) Topic { return f.Topic }
	whole := func(f Finding) Finding { return f }
	page.add("In both", r, topic, whole, Documented)
	return templates.Markdown.ExecuteTemplate(w, "changelog.md.tmpl", page)
}

// changelog is the data of the template.
type changelog struct {
	Sections []section
	Release  *Release
}

// section is the changes for one audience, or for all.
type section struct {
	Title  string
	Groups []group
}

// group is the changes of a section under one topic.
type group struct {
	Topic   Topic
	Bundles []Bundle
}

// add adds a section with the findings of topics by path, unless there are none. Both functions are
// those of its audience: the topic of a finding, and the finding as the audience knows it.
func (c *changelog) add(
	title string, r *Report, topicOf func(Finding) Topic, view func(Finding) Finding, topics ...Topic,
) {
	s := section{Title: title}
	hasTargets := c.Release != nil && c.Release.Targets != nil
	for _, topic := range topics {
		var findings []Finding
		for _, f := range r.allFindings() {
			if topicOf(f) != topic {
				continue
			}
			if !hasTargets {
				f.Target = ""
			}
			findings = append(findings, view(f))
		}
		if findings == nil {
			continue
		}
		slices.SortStableFunc(findings, compareForChangelog)
		s.Groups = append(s.Groups, group{topic, new(Report).Bundles(findings)})
	}
	if s.Groups != nil {
		c.Sections = append(c.Sections, s)
	}
}

// compareForChangelog orders findings by path: levels, which order other formats, say nothing to
// who reads what is new.
func compareForChangelog(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Target, b.Target),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Rule, b.Rule),
	)
}

// topic returns the topic of a finding for the audience, or "" if it is not affected: a
// change of only the wire is merely another text of generated code in Go.
func (a audience) topic(f Finding) Topic {
	bump := a.bump(f)
	switch {
	case f.Topic == Documented || bump == NoBump, bump == Patch && f.Bumps.Wire > Patch:
		return ""
	case bump == Major && f.Topic != Removed:
		return Breaking
	}
	return f.Topic
}

// longestShown is the maximum length of an example in a sentence.
const longestShown = 200

// viewOf returns a finding with the example and the names that the audience knows. Only
// breaking changes need an example, except removals.
func (a audience) viewOf(f Finding) Finding {
	breaks := a.topic(f) == Breaking
	f.Message = a.message(f)
	if a.wire {
		f.Go, f.Target = nil, "" // the title names it
	}
	if e := f.Example; e != nil {
		shown := e.Readable()
		f.Example = &shown
		long := max(len(shown.Given), len(shown.Outcome), len(shown.Instead)) > longestShown
		isOfOther := a.wire != (e.Language() == "json")
		isOfUse := breaks && !f.Pos.Base && !long
		if !isOfUse || isOfOther {
			f.Example = nil
		}
	}
	return f
}
