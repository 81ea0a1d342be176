package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/internal/wording"
)

// Words returns what the catalog says of the field beside its name, its type and
// whether it is sensitive, a sentence each, for whoever reads the generated code or the reference.
func (f *Field) Words() []string { return f.words(f.Required) }

// Notes returns the words without whether the field is required, for tables that
// have a column of that.
func (f *Field) Notes() []string { return f.words(false) }

func (f *Field) words(required bool) []string {
	var w []string
	say := func(when bool, format string, args ...any) {
		if when {
			w = append(w, fmt.Sprintf(format, args...))
		}
	}
	say(f.Description != "", "%s", wording.Sentence(f.Description))
	say(f.Type.Kind == Unspecified, "Its type is not shown.")
	say(required, "Required.")
	say(f.NonBlank, "Not blank.")
	say(len(f.Enum) > 0, "One of %s.", wording.Literals(f.Enum))
	say(f.Pattern != "", "Matches %s.", f.Pattern)
	w = append(w, rangeWords("character", f.MinLength, f.MaxLength)...)
	w = append(w, rangeWords("item", f.MinItems, f.MaxItems)...)
	say(f.Minimum != "", "At least %s.", f.Minimum)
	say(f.Maximum != "", "At most %s.", f.Maximum)
	switch shown := f.ShownDefault(); {
	case shown != nil:
		say(true, "Where absent, %s is sent.", wording.Literal(shown))
	case f.Default != nil:
		say(true, "Where absent, a default is sent.")
	}
	say(f.Join != "", "Travels as one string, its items joined by %q; no item is empty or holds that.", f.Join)
	say(f.SendIf == FirstItemNonEmpty, "Sent only where its first item exists and is not empty.")
	say(f.OmitEmpty, "An empty string counts as absent.")
	say(f.Codes != "", "A friendly name is sent as its code in the table %s.", f.Codes)
	say(f.Assumed != "", "Assumed: %s", wording.Sentence(f.Assumed))
	if shown := f.ShownExample(); shown != nil {
		say(true, "Example: %s.", wording.Literal(shown))
	}
	return w
}

// Words returns what may be repeated, in a sentence.
func (e Effect) Words() string {
	switch e {
	case Read:
		return "It only reads: a client repeats it where it failed in a way that may pass."
	case Idempotent:
		return "Once or several times is the same: a client repeats it where it failed in a way that may pass."
	default:
		return "It may change something: a client repeats it only where nothing reached the service."
	}
}

// Words returns what the rule says, in a sentence.
func (r *Rule) Words() string {
	names := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		names[i] = f.Name
	}
	list := strings.Join(names, ", ")
	switch r.Kind {
	case FirstOf:
		return "At least one is needed of " + list + "; the first that carries a value is the only one sent."
	case AtLeastOneOf:
		return "At least one is needed of " + list + "."
	case AtMostOneOf:
		return "At most one is taken of " + list + "."
	default:
		return "All or none are needed of " + list + "."
	}
}

// Words returns what the pagination says, in sentences.
func (p *Pagination) Words() []string {
	w := []string{fmt.Sprintf("Pages by %s and %s.", p.Page.Name, p.Size.Name)}
	var defaults []string
	if p.First != nil {
		defaults = append(defaults, fmt.Sprintf("%s is %d", p.Page.Name, *p.First))
	}
	if p.DefaultSize != nil {
		defaults = append(defaults, fmt.Sprintf("%s is %d", p.Size.Name, *p.DefaultSize))
	}
	if defaults != nil {
		w = append(w, "Where the other is given, "+wording.List(defaults, "and")+" by default.")
	}
	if p.Items != nil {
		w = append(w, "The items are in "+p.Items.Name+" of the answer.")
	}
	return w
}

// Words returns the deprecation in a sentence, without the word itself.
func (d *Deprecation) Words() string {
	var w []string
	if d.Since != "" {
		w = append(w, "since "+d.Since)
	}
	if d.Sunset != "" {
		w = append(w, "ends on "+d.Sunset)
	}
	if d.Use != "" {
		w = append(w, "use "+d.Use)
	}
	if w == nil {
		return "do not use it."
	}
	return strings.Join(w, ", ") + "."
}

func rangeWords(noun string, low, high *int) []string {
	switch {
	case low != nil && high != nil && *low == *high:
		return []string{"Exactly " + wording.Count(*low, noun) + "."}
	case low != nil && high != nil:
		return []string{"From " + strconv.Itoa(*low) + " to " + wording.Count(*high, noun) + "."}
	case low != nil:
		return []string{"At least " + wording.Count(*low, noun) + "."}
	case high != nil:
		return []string{"At most " + wording.Count(*high, noun) + "."}
	default:
		return nil
	}
}
