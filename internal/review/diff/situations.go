package diff

// This file declares what a case of a rule depends on: where something is used, the situation and
// the circumstances. It names no rule, so that every rule can name it.

// Context is where the changed element is used. A record can be in both.
type Context int

// The contexts.
const (
	Anywhere   Context = iota // the use makes no difference
	InRequest                 // a request, or a record in one
	InResponse                // a response, or a record in one
	Unused                    // nothing uses it
)

// String returns the context in a word, "" for [Anywhere].
func (c Context) String() string { return [...]string{"", "request", "response", "unused"}[c] }

// Situation is a special case of a change, besides its context.
type Situation struct {
	words     string
	undecided bool // a request may still decide it
	marks
}

// Situations of several subjects. Others are next to their rules.
var (
	general     = Situation{}
	afterSunset = Situation{words: "the sunset of everything removed has passed"}
	openRecord  = Situation{words: "the record is open"}
	neverSent   = Situation{words: "it was optional, and the record is closed"}
	sameGo      = Situation{words: "the Go type stays the same"}
	unclear     = Situation{
		words:     "it is not decided whether a value that was accepted is refused",
		undecided: true,
	}
)

// Situations of enums and unions.
var (
	openEnum   = Situation{words: "the enum is open"}
	notChecked = Situation{words: "values of enums are not checked in responses"}
	bothOpen   = Situation{
		words: "the union is open, and each side takes the other tag for an unknown one",
	}
	takesBoth = Situation{
		words: "the union is open, and the variant takes what came with an unknown tag",
	}
)

// clause returns the situation as the end of a message, or "" if it is undecided.
func (s Situation) clause() string {
	if s == general || s.undecided {
		return ""
	}
	return "; " + s.words
}

// marks are distinctions that the verdict "safe" does not make. Rules and situations have them.
type marks struct {
	isGoOnly     bool // nothing changes on the wire
	isTextOnly   bool // only readers of documents see the change
	isEquivalent bool // the same values are accepted
	isExporting  bool // the exported API grows
}

// goOnly returns the situation with the mark that nothing changes on the wire.
func (s Situation) goOnly() Situation {
	s.isGoOnly = true
	return s
}

// textOnly returns the situation with the mark that only readers of documents see the change.
func (s Situation) textOnly() Situation {
	s.isTextOnly = true
	return s
}

// equivalent returns the situation with the mark that the same values are accepted.
func (s Situation) equivalent() Situation {
	s.isEquivalent = true
	return s
}

// exports returns the situation with the mark that the exported API grows.
func (s Situation) exports() Situation {
	s.isExporting = true
	return s
}

// Circumstance is a fact that determines a level regardless of the verdicts.
type Circumstance struct{ words string }

// String returns the circumstance in words, or "" if there is none.
func (c Circumstance) String() string { return c.words }

// Circumstances, which take precedence over the verdicts.
var (
	announcedEnd  = Circumstance{"the sunset was announced, and its date has passed"}
	otherData     = Circumstance{"a call silently reads or writes data other than intended"}
	printedValues = Circumstance{"previously hidden values are printed"}
	openedUp      = Circumstance{"anyone may do what only some callers could do"}
	promisedDate  = Circumstance{"an announced date is withdrawn"}
	shortNotice   = Circumstance{"users get less notice than announced"}
	unguided      = Circumstance{"users are not told the replacement or the date"}
	unreadable    = Circumstance{"the base cannot be read, and the change fixes it"}
)
