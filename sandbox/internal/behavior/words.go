package behavior

import (
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// The list of operations and the console describe a step from what has been read, so that the
// description cannot differ from what is executed. They name members and never values, except
// constants of the file.

// Words describes the operation in plain English: "creates a contact, then creates a phone
// for each of phones".
func (op *Operation) Words() string {
	switch {
	case op.Func != "":
		return "calls the func " + op.Func
	case op.Class == Example:
		return "changes nothing, and gives the example of the catalog"
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
	words := s.verbWords() + " " + s.documentWords() + s.parentWords() + s.selectionWords()
	if s.Each != nil {
		words += " for each of " + s.Each.words()
	}
	if s.Missing == Make {
		words += ", or creates one"
	}
	if len(s.When) > 0 {
		conditions := make([]string, len(s.When))
		for i, c := range s.When {
			conditions[i] = c.words()
		}
		words += " if " + wording.List(conditions, "and")
	}
	return words
}

// verbWords returns the verb. An update of few members names them.
func (s *Step) verbWords() string {
	switch {
	case s.Verb == Copy:
		return "copies"
	case s.Verb != Update:
		return string(s.Verb) + "s"
	case s.Merge == nil && len(s.Set) > 0 && len(s.Set) <= 3:
		return "sets " + wording.List(memberNames(s.Set), "and") + " of"
	}
	return "changes"
}

// documentWords names the documents of the step: one that is new, one that exists, or several.
func (s *Step) documentWords() string {
	kind := phrase(s.Kind.Name)
	takesOne := s.Verb == Read || s.Verb == Copy || s.selectsByID()
	switch {
	case s.makesNew():
		return Article(kind)
	case s.Verb == List || !takesOne:
		return "each " + kind
	}
	return "the " + kind
}

// parentWords names the parents that the step uses.
func (s *Step) parentWords() string {
	var parents []string
	for _, name := range s.Kind.ParentNames() {
		if _, ok := s.Parents[name]; ok {
			parents = append(parents, "the "+phrase(name))
		}
	}
	if parents == nil {
		return ""
	}
	return " of " + wording.List(parents, "and")
}

// selectionWords describes the selection of documents, except by the id alone.
func (s *Step) selectionWords() (words string) {
	var by []Member
	for _, match := range append([]Match{s.Where}, s.By...) {
		for _, m := range match {
			switch {
			case m.Pointer == s.Kind.ID && len(s.By) == 1:
			case m.Value.Source == Constant:
				words += " with " + memberName(m) + " " + wording.Literal(m.Value.Constant)
			default:
				by = append(by, m)
			}
		}
	}
	if by == nil {
		return words
	}
	conj := "and"
	if len(s.By) > 1 {
		conj = "or"
	}
	return " by " + wording.List(memberNames(by), conj) + words
}

// memberNames returns the names of members of documents, without duplicates.
func memberNames(all []Member) []string {
	var names []string
	for _, m := range all {
		if name := memberName(m); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// memberName returns the name of a member, which may be inside another one: "address.city".
func memberName(m Member) string {
	names, _ := tokens(m.Pointer)
	return strings.Join(names, ".")
}

// words describes when the condition holds.
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

// consonants are the beginnings of nouns that are spoken with a consonant: a user, a unit.
var consonants = []string{"us", "uni", "eu", "one"}

// Article returns a noun with its article: "a note", "an address".
func Article(noun string) string {
	starts := func(start string) bool { return strings.HasPrefix(noun, start) }
	if strings.ContainsAny(noun[:1], "aeiou") && !slices.ContainsFunc(consonants, starts) {
		return "an " + noun
	}
	return "a " + noun
}
