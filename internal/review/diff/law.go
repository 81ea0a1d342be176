package diff

import "example.com/opgen/internal/review/report"

// Law says the level of a change: that of the first entry that applies. Nothing else
// decides about levels, so equal verdicts have equal levels, unless a case names one
// of the circumstances.
var Law = []Entry{
	given(announcedEnd, report.Info),
	given(otherData, report.Error),
	given(printedValues, report.Error),
	given(openedUp, report.Error),
	given(promisedDate, report.Error),
	given(shortNotice, report.Error),
	given(unguided, report.Warning),
	given(unreadable, report.Warning),
	worst(report.Breaks, "requests, responses or Go source break", report.Error),
	worst(report.Undecided, "it is undecided whether something breaks", report.Error),
	worst(report.Shifts, "something shifts", report.Warning),
	worst(report.NotApplicable, "nothing breaks or shifts", report.Info),
}

// The circumstances that decide about a level before the verdicts do.
var (
	announcedEnd  = Circumstance{"the end was announced, and the date has passed"}
	otherData     = Circumstance{"a call silently reads or writes other data than intended"}
	printedValues = Circumstance{"values are printed that were hidden before"}
	openedUp      = Circumstance{"everybody may do what only some callers could do"}
	promisedDate  = Circumstance{"an announced date is withdrawn"}
	shortNotice   = Circumstance{"users get less notice than announced"}
	unguided      = Circumstance{"users do not learn the replacement or the date"}
	unreadable    = Circumstance{"the base cannot be read, and the change fixes it"}
)

// Circumstance is what a level depends on beside the verdicts.
type Circumstance struct{ words string }

// String says the circumstance in words, "" for none.
func (c Circumstance) String() string { return c.words }

// Entry is one line of the law.
type Entry struct {
	When    string // in words
	Level   report.Level
	applies func(Case) bool
}

func given(circumstance Circumstance, level report.Level) Entry {
	return Entry{circumstance.words, level, func(c Case) bool { return c.Because == circumstance }}
}

func worst(verdict report.Verdict, when string, level report.Level) Entry {
	return Entry{when, level, func(c Case) bool { return c.Verdicts.Worst() >= verdict }}
}

// judged returns the case with the level of the law.
func (c Case) judged() Case {
	for _, entry := range Law {
		if entry.applies(c) {
			c.Level = entry.Level
			break
		}
	}
	return c
}
