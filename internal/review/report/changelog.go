package report

import (
	"cmp"
	"io"
	"slices"

	"example.com/opgen/templates"
)

// Topic is what a change is to those who read about a release.
type Topic string

// The topics, as https://keepachangelog.com has them. What breaks is breaking first,
// unless its end was announced.
const (
	Breaking   Topic = "Breaking"
	Removed    Topic = "Removed"
	Deprecated Topic = "Deprecated"
	Added      Topic = "Added"
	Changed    Topic = "Changed"
	Documented Topic = "Documentation"
)

// Changelog prints what changed as Markdown for a release: what those meet who speak
// to the service, what those meet who use the Go module, and what ends when.
func Changelog(w io.Writer, r *Report) error {
	page := changelog{Release: r.Release}
	for _, a := range r.audiences() {
		title := "In Go"
		if a.wire {
			title = "On the " + a.name
		}
		page.add(title, r, a.topic, a.shown, Breaking, Removed, Deprecated, Added, Changed)
	}
	page.add("In both", r, func(f Finding) Topic { return f.Topic }, func(f Finding) Finding { return f }, Documented)
	return templates.Markdown.ExecuteTemplate(w, "changelog.md.tmpl", page)
}

// changelog is what the template shows.
type changelog struct {
	Sections []section
	Release  *Release
}

// section is what one audience meets, or all of them do.
type section struct {
	Title  string
	Groups []group
}

type group struct {
	Topic   Topic
	Bundles []Bundle
}

// add adds a section with the findings of topics by path, unless there are none.
func (c *changelog) add(title string, r *Report, of func(Finding) Topic, shown func(Finding) Finding, topics ...Topic) {
	s := section{Title: title}
	for _, topic := range topics {
		var findings []Finding
		for _, f := range r.all() {
			if of(f) == topic {
				if c.Release == nil || c.Release.Targets == nil {
					f.Target = ""
				}
				findings = append(findings, shown(f))
			}
		}
		slices.SortStableFunc(findings, func(a, b Finding) int {
			return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule))
		})
		if findings != nil {
			s.Groups = append(s.Groups, group{topic, new(Report).Bundles(findings)})
		}
	}
	if s.Groups != nil {
		c.Sections = append(c.Sections, s)
	}
}

// topic is that of a finding for the audience, "" if there is nothing to tell it: what
// happens on the wire alone is in Go another text of generated code.
func (a audience) topic(f Finding) Topic {
	switch bump := a.bump(f); {
	case f.Topic == Documented || bump == NoBump, bump == Patch && f.Bumps.Wire > Patch:
		return ""
	case bump == Major && f.Topic != Removed:
		return Breaking
	}
	return f.Topic
}

// longestShown is how long an example is that a sentence may show.
const longestShown = 200

// shown is a finding with the example and the names that the audience knows. Only what
// breaks needs an example, unless it is gone.
func (a audience) shown(f Finding) Finding {
	breaks := a.topic(f) == Breaking
	f.Message = a.message(f)
	if a.wire {
		f.Go, f.Target = nil, "" // the title names it
	}
	if e := f.Example; e != nil {
		shown := e.Shown()
		f.Example = &shown
		long := max(len(shown.Given), len(shown.Outcome), len(shown.Instead)) > longestShown
		if long || f.InBase || !breaks || a.wire != (e.Language() == "json") {
			f.Example = nil
		}
	}
	return f
}

// FewUses are the operations that use what changed, in words.
func (f Finding) FewUses() string { return Few(f.Uses, shownUses, ", ") }
