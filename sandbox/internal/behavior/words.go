package behavior

import (
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Words describes the operation in plain English: "creates a contact, then creates a phone
// for each of phones".
func (op *Operation) Words() string {
	switch {
	case op.Func != "":
		return "calls the func " + op.Func
	case len(op.Steps) == 0:
		return "changes nothing, and gives a fixed response"
	}
	words := make([]string, len(op.Steps))
	for i, step := range op.Steps {
		words[i] = step.Words()
	}
	return strings.Join(words, ", then ")
}

// Words describes the step in plain English: "lists each contact of the agency".
func (s *Step) Words() string {
	kind := phrase(s.Kind.Name)
	words := string(s.Verb) + "s "
	switch {
	case s.Verb == Copy:
		words = "copies "
	case s.Verb == Update && s.Merge == nil && len(s.Set) > 0 && len(s.Set) <= 3:
		words = "sets " + wording.List(members(s.Set), "and") + " of "
	case s.Verb == Update:
		words = "changes "
	}
	switch {
	case s.Verb == Create, s.Verb == Link:
		words += Article(kind)
	case s.Verb == List, s.Verb != Read && s.Verb != Copy && !s.selectsByID():
		words += "each " + kind
	default:
		words += "the " + kind
	}
	var parents []string
	for _, name := range s.Kind.ParentNames() {
		if _, ok := s.Parents[name]; ok {
			parents = append(parents, "the "+phrase(name))
		}
	}
	if parents != nil {
		words += " of " + wording.List(parents, "and")
	}
	words += s.found()
	if s.Each != nil {
		words += " for each of " + s.Each.words()
	}
	if s.Missing == Make {
		words += ", or creates one"
	}
	conditions := make([]string, len(s.When))
	for i, c := range s.When {
		conditions[i] = c.words()
	}
	if len(conditions) > 0 {
		words += " if " + wording.List(conditions, "and")
	}
	return words
}

// found describes the selection of documents, except by the id alone.
func (s *Step) found() (words string) {
	var by []Member
	conj := "and"
	if len(s.By) > 1 {
		conj = "or"
	}
	for _, match := range append([]Match{s.Where}, s.By...) {
		for _, m := range match {
			switch {
			case m.Pointer == s.Kind.ID && len(s.By) == 1:
			case m.Value.Source == Constant:
				words += " with " + strings.Join(members([]Member{m}), "") + " " + wording.Literal(m.Value.Constant)
			default:
				by = append(by, m)
			}
		}
	}
	if by != nil {
		words = " by " + wording.List(members(by), conj) + words
	}
	return words
}

// members returns the names of members of documents, without duplicates.
func members(all []Member) []string {
	var names []string
	for _, m := range all {
		tokens, _ := tokens(m.Pointer)
		if name := strings.Join(tokens, "."); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// selectsByID reports whether the step selects a document by its id.
func (s *Step) selectsByID() bool {
	return len(s.By) > 0 && slices.ContainsFunc(s.By[0], func(m Member) bool { return m.Pointer == s.Kind.ID })
}

func (c Condition) words() string {
	switch {
	case c.Given:
		return c.Value.words() + " is given"
	case c.Is == nil:
		return c.Value.words() + " is not given"
	}
	return c.Value.words() + " is " + wording.Literal(c.Is)
}

// words names a value by its place in the request or the item.
func (v *Value) words() string {
	names, _ := tokens(v.Pointer)
	switch {
	case len(names) > 0:
		return strings.Join(names, ".")
	case v.Source == Item:
		return "the item"
	case v.Source == Caller:
		return "the caller"
	}
	return "the request"
}

// phrase writes the name of a kind as words.
func phrase(name string) string { return strings.ReplaceAll(name, "_", " ") }

// Article returns a noun with its article: "a note", "an address".
func Article(noun string) string {
	if sounds := func(start string) bool { return strings.HasPrefix(noun, start) }; strings.ContainsAny(noun[:1], "aeiou") &&
		!slices.ContainsFunc([]string{"us", "uni", "eu", "one"}, sounds) {
		return "an " + noun
	}
	return "a " + noun
}
