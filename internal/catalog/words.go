package catalog

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.com/opgen/internal/text/wording"
)

// Documents, generated comments and the reference describe the elements of a catalog in the same
// sentences. They are here, and not where they are printed, so that they say the same everywhere.

// Words describes the field in sentences, except for its name, its type and whether it is sensitive.
func (f *Field) Words() []string { return f.words(f.Required && !f.Whole, true) }

// Notes is like Words without whether the field is required, for tables with a column for it.
func (f *Field) Notes() []string { return f.words(false, true) }

// WordsInGo is like Words without the evidence for an assumption, which the comment of the type has.
func (f *Field) WordsInGo() []string { return f.words(f.Required && !f.Whole, false) }

// words describes the field, with or without whether it is required and the evidence for an assumption.
func (f *Field) words(required, evidence bool) []string {
	var w words
	w.say(f.Description != "", "%s", wording.Sentence(f.Description))
	w.say(f.Type.Kind == Unspecified, "Its type is unspecified.")
	w.say(required && !f.Type.Nullable, "Required.")
	w.say(required && f.Type.Nullable, "Required, and may be null.")
	w.say(!required && f.Type.Nullable, "May be null, which is not the same as absent.")
	w.say(f.NonBlank, "Not blank.")
	w.say(f.Format != "", "%s", f.Format.Description().Words+".")
	w.say(len(f.Enum) > 0, "One of %s.", wording.Literals(f.Enum))
	w.say(f.Pattern != "", "Matches %s.", f.Pattern)
	w = append(w, rangeWords("character", f.MinLength, f.MaxLength)...)
	w = append(w, rangeWords("item", f.MinItems, f.MaxItems)...)
	w.say(f.Minimum != "", "At least %s.", f.Minimum)
	w.say(f.Maximum != "", "At most %s.", f.Maximum)
	shown := f.ShownDefault()
	switch {
	case shown != nil:
		w.say(true, "If absent, %s is sent.", wording.Literal(shown))
	case f.Default != nil:
		w.say(true, "If absent, a default is sent.")
	}
	w.say(f.Join != "", "Sent as one string, with its items joined by %q; items must be "+
		"non-empty and must not contain the separator%s.",
		f.Join, overlapWords(f.Join))
	w.say(f.SendIf == FirstItemNonEmpty, "Sent only if its first item exists and is not empty.")
	w.say(f.OmitEmpty, "An empty string counts as absent.")
	w.say(f.Codes != "", "A friendly name is sent as its code in the table %s.", f.Codes)
	w.say(evidence && f.Assumed != "", "Assumed: %s", wording.Sentence(f.Assumed))
	if shown := f.ShownExample(); shown != nil {
		w.say(true, "Example: %s.", wording.Literal(shown))
	}
	return w
}

// overlapWords describes an additional rule for separators that overlap themselves, such as "--".
func overlapWords(separator string) string {
	for i := 1; i < len(separator); i++ {
		if strings.HasPrefix(separator, separator[i:]) {
			return ", and only the last item may end with a part of it that would make it match earlier"
		}
	}
	return ""
}

// EffectWords returns a sentence about when clients retry the operation.
func (op *Operation) EffectWords() string {
	switch {
	case op.Effect == Read:
		return "It only reads: clients retry it after transient failures."
	case op.Effect == Idempotent:
		return "Repeating it has no further effect: clients retry it after transient failures." +
			op.keyWords()
	case op.KeyHeader != "":
		return "It may change something:" + strings.TrimSuffix(op.keyWords(), ".") +
			", so clients retry it after transient failures."
	default:
		return "It may change something: clients retry it only if the request did not reach the service."
	}
}

// BodyWords returns sentences about the request body that its fields, rules and paging do
// not cover.
func (op *Operation) BodyWords() []string {
	switch {
	case op.Request.Open:
		return []string{"Unknown fields of the request are kept."}
	case op.Empty == EmptyNone:
		return []string{"The request has no body."}
	case op.Empty == EmptyNull:
		return []string{"The body of the request is null."}
	}
	return nil
}

// Conditions returns sentences about a request that are not about a single field.
func (op *Operation) Conditions() []string {
	words := op.BodyWords()
	for _, r := range op.Rules {
		words = append(words, r.Words())
	}
	if op.Pagination != nil {
		words = append(words, strings.Join(op.Pagination.Words(), " "))
	}
	return words
}

// keyWords describes the idempotency key in a sentence after another one, "" if there is none.
func (op *Operation) keyWords() string {
	return textIf(op.KeyHeader != "",
		" "+op.KeyHeader+" carries a key for each call, by which the service recognizes "+
			"repetitions.")
}

// LenientWords returns a sentence about a lenient response, "" for any other.
func (r *Response) LenientWords() string {
	switch {
	case !r.Lenient:
		return ""
	case r.Nothing:
		return "The catalog documents the response without guaranteeing it: a value that " +
			"arrives anyway is reported and is not an error."
	}
	return "The catalog documents the response without guaranteeing it: a field that is " +
		"missing or has another type is left out and reported, and is not an error."
}

// Words describes the pagination in sentences.
func (p *Pagination) Words() []string {
	var w words
	if p.Cursor != nil {
		w = p.cursorWords()
	} else {
		w = p.countedWords()
	}
	if p.Items != nil {
		w.say(p.At.Pointer == "", "The items are the response.")
		w.say(p.At.Pointer != "", "The items are in %s.", p.At.Words())
	}
	return w
}

// countedWords describes paging by numbers or an offset.
func (p *Pagination) countedWords() words {
	var w, defaults words
	if p.Size == nil {
		w.say(true, "Pages by %s.", p.Page.Name)
		w.say(p.First != nil, "The first page is %s.", count(p.First))
	} else {
		w.say(true, "Pages by %s and %s.", p.Page.Name, p.Size.Name)
		defaults.say(p.First != nil, "%s defaults to %s", p.Page.Name, count(p.First))
		defaults.say(p.DefaultSize != nil, "%s defaults to %s", p.Size.Name, count(p.DefaultSize))
	}
	w.say(p.Offset, "%s is the number of items before the page.", p.Page.Name)
	w.say(defaults != nil, "If only one is given, %s.", wording.List(defaults, "and"))
	return w
}

// cursorWords describes paging by a cursor.
func (p *Pagination) cursorWords() words {
	var w words
	next := "the next request"
	if p.Continue != nil {
		next = p.Continue.Name
	}
	if p.Last != nil {
		w.say(true, "Pages by the last item: its %s is sent as %s of %s.", p.Last.Name, p.Cursor.Name, next)
	} else {
		w.say(true, "Pages by a cursor: %s is sent as %s of %s.", p.Next.Words(), p.Cursor.Name, next)
	}
	if p.More != nil {
		w.say(true, "There is a next page if %s is true.", p.More.Words())
	}
	if p.Size != nil {
		w.say(true, "%s is the size of a page.", p.Size.Name)
	}
	return w
}

// Words names the place as a part of a sentence.
func (p *Place) Words() string { return p.Name + " of the response" }

// Words returns the deprecation in a sentence, without the word itself.
func (d *Deprecation) Words() string {
	var w words
	w.say(d.Since != "", "since %s", d.Since)
	w.say(d.Sunset != "", "ends on %s", d.Sunset)
	w.say(d.Use != "", "use %s", d.Use)
	return cmp.Or(strings.Join(w, ", "), "do not use it") + "."
}

// HeaderFields returns the values of the header fields that announce the deprecation: Deprecation
// (RFC 9745) and Sunset (RFC 8594), "" without a sunset. The first one has to be a date, so it is
// @0, which is over, if Since is a version or unknown.
func (d *Deprecation) HeaderFields() (deprecation, sunset string) {
	var seconds int64
	if day, err := time.Parse(time.DateOnly, d.Since); err == nil {
		seconds = day.Unix()
	}
	if day, err := time.Parse(time.DateOnly, d.Sunset); err == nil {
		sunset = day.Format(http.TimeFormat)
	}
	return "@" + strconv.FormatInt(seconds, 10), sunset
}

// rangeWords describes bounds of a number of things: "From 2 to 5 items."
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
