package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/review/report"
)

// Rule is a kind of change. Each is a variable beside the code that detects it;
// [Chapters] lists them.
type Rule struct {
	report.Rule
	Before string // an example: lines of the catalog before the change
	After  string // and after it; "" if they are gone
	Cases  []Case // of a context, or of any; special ones beside the general one

	// How a body shows the change, for package proof.
	violation  string // the rule of the violations that it leads to, as api names it; "" if there can be several
	MayRequire bool   // it can make something required among other things
	Invisible  bool   // neither a body nor a line of Go shows it

	sideKey    bool // see keyedBySide
	subjectKey bool // see keyedBySubject
}

type example struct{ before, after string }

// rule declares a rule; [Chapters] has to list it.
func rule(id, purpose, rationale string, of example, cases ...Case) *Rule {
	ruleCount++
	r := &Rule{Rule: report.Rule{ID: id, Purpose: purpose, Rationale: rationale}, Before: of.before, After: of.after, Cases: slices.Clone(cases)}
	r.Text = fmt.Sprintf("%s\n\n%s\n%s\n\nbefore:  %s\nafter:   %s\n\nrequests, responses, Go callers, Go services (gen diff --rules explains the signs):\n", id, purpose, rationale, cmp.Or(of.before, "(nothing)"), cmp.Or(of.after, "(gone)"))
	for i, c := range cases {
		r.Cases[i].rule = r
		r.Text += fmt.Sprintf("%s  %-7s  %s\n", c.Verdicts, c.Level, c.Condition())
	}
	return r
}

var ruleCount int

// security marks a rule whose changes expose something.
func (r *Rule) security() *Rule { r.Security = true; return r }

func (r *Rule) violates(rule string) *Rule { r.violation = rule; return r }
func (r *Rule) mayRequire() *Rule          { r.MayRequire = true; return r }
func (r *Rule) invisible() *Rule           { r.Invisible = true; return r }

// replaces names former ids that settings may use for the rule, each with the key of its
// findings now: "enum-added:enum".
func (r *Rule) replaces(ids ...string) *Rule {
	r.Formerly = map[string]string{}
	for _, old := range ids {
		id, key, _ := strings.Cut(old, ":")
		r.Formerly[id] = key
	}
	return r
}

// keyedBySide marks a rule whose findings have the key "request" or "response", after the
// gravest use.
func (r *Rule) keyedBySide() *Rule { r.sideKey = true; return r }

// keyedBySubject marks a rule whose findings have the kind of their subject as their key, such as
// "field", unless they have another key.
func (r *Rule) keyedBySubject() *Rule { r.subjectKey = true; return r }

// Case is the judgment of a rule on one situation.
type Case struct {
	Context  Context
	When     Situation
	Verdicts report.Verdicts
	Level    report.Level // that of [Levels]
	Because  Circumstance // takes precedence over the verdicts
	rule     *Rule        // nil for [unused]
	shared   bool         // from [typeCases]
}

// typeCases returns the cases of a rule about a type that replaces another, and its own ones.
// Values decide which one applies, see [replacement]; the Go type changes.
func typeCases(own ...Case) []Case {
	all := []Case{
		InRequest.verdicts("B–BB"),
		InRequest.verdicts("S–BB").when(fitsInPart),
		InRequest.verdicts("·–BB").when(stillFits),
		InRequest.verdicts("?–BB").when(unclear),
		InResponse.verdicts("–BBB"),
		InResponse.verdicts("–SBB").when(fitsInPart),
		InResponse.verdicts("–·BB").when(stillFits),
		Anywhere.verdicts("··BB").when(sameJSON),
	}
	for i := range all {
		all[i].shared = true
	}
	return append(all, own...)
}

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

// verdicts returns a case with verdicts such as "B–S·".
func (c Context) verdicts(symbols string) Case {
	return Case{Context: c, Verdicts: report.ParseVerdicts(symbols)}.withLevel()
}

// Situation is a special case of a change, besides its context.
type Situation struct{ words string }

// Situations of several subjects. Others are next to their rules.
var (
	general     = Situation{}
	afterSunset = Situation{"the sunset of everything removed has passed"}
	openRecord  = Situation{"the record is open"}
	openEnum    = Situation{"the enum is open"}
	sameGo      = Situation{"the Go type stays the same"}
)

// clause returns the situation as the end of a message, or "" if it is undecided: a request
// may still decide it.
func (s Situation) clause() string {
	if s == general || s == unclear || s == unsettled {
		return ""
	}
	return "; " + s.words
}

func (c Case) when(s Situation) Case { c.When = s; return c }

func (c Case) because(of Circumstance) Case {
	c.Because = of
	return c.withLevel()
}

// forUse returns the case for a use: an old client reads any lenient response, with zero
// values.
func (c *Case) forUse(u useKind) *Case {
	if !u.lenient || c.Verdicts.Responses <= report.Shifts {
		return c
	}
	read := *c
	read.Verdicts.Responses = report.Shifts
	read = read.withLevel()
	return &read
}

// Condition returns the context and the situation in words.
func (c Case) Condition() string {
	switch {
	case c.Context == Anywhere:
		return cmp.Or(c.When.words, "anywhere")
	case c.When == general:
		return c.Context.String()
	}
	return c.Context.String() + ", " + c.When.words
}

// unused is the case of every rule for an unused record, enum or union, for which no code
// is generated.
var unused = new(Unused.verdicts("––––"))

// caseFor returns the case of a rule for a situation in this context or anywhere, or else the
// general case.
func (r *Rule) caseFor(context Context, when Situation) *Case {
	if context == Unused {
		return unused
	}
	for _, w := range []Situation{when, general} {
		for _, ctx := range []Context{context, Anywhere} {
			for i := range r.Cases {
				if c := &r.Cases[i]; c.Context == ctx && c.When == w {
					return c
				}
			}
		}
	}
	panic("diff: rule " + r.ID + " has no case for " + context.String() + " " + when.words)
}

// UsualVerdicts lists the verdicts of the rule in general.
func (r *Rule) UsualVerdicts() string {
	var all []string
	for _, c := range r.Cases {
		if c.When == general {
			all = append(all, strings.TrimSpace(c.Context.String()+" "+c.Verdicts.String()))
		}
	}
	return strings.Join(all, ", ")
}

// Chapter is the rules about one subject.
type Chapter struct {
	Title string
	Rules []*Rule // in an order in which they can be read
}

// Chapters returns all rules by subject, from the whole to its parts.
func Chapters() []Chapter {
	return []Chapter{
		{"Whole catalogs", []*Rule{catalogAdded, catalogRemoved, baseUnreadable, importPathChanged}},
		{"The catalog, its areas and operations", []*Rule{
			operationAdded, operationRemoved, nameChanged, pathChanged, goNameChanged, wireNameChanged,
			operationEffectChanged, idempotencyAdded, idempotencyRemoved, idempotencyHeaderChanged, emptyBodyChanged,
		}},
		{"Who may call", []*Rule{
			authAdded, authRemoved, authRequired, authDropped, authWayAdded, authWayRemoved, authTokenChanged,
		}},
		{"Responses, envelopes and failures", []*Rule{
			responsePromised, responseUnpromised, responseTypeChanged,
			envelopeChanged, envelopeMembersChanged, failureAdded, failureChanged,
		}},
		{"Fields", []*Rule{
			fieldAdded, requiredFieldAdded, fieldRemoved, fieldBecameRequired, fieldBecameOptional, fieldNestedInRecord,
			sensitivityRemoved, sensitivityAdded,
		}},
		{"Types of fields, and how they are sent", []*Rule{
			fieldTypeWidened, fieldTypeNarrowed, fieldTypeChanged, fieldEncodingChanged, fieldValueMappingChanged,
			nullabilityChanged, emptyOmissionChanged, sendConditionChanged, defaultChanged,
		}},
		{"Constraints", []*Rule{constraintTightened, constraintLoosened, constraintChanged}},
		{"Enums, unions and records", []*Rule{
			typeAdded, typeRemoved, typeRenamed, typeOpened, typeClosed, enumValueAdded, enumValueRemoved,
			variantAdded, variantRemoved, variantRecordChanged, recordInclusionChanged,
		}},
		{"Rules over several fields", []*Rule{
			oneofTightened, oneofLoosened, oneofChanged, oneofMemberAdded, oneofMemberRemoved, oneofPriorityChanged,
		}},
		{"Paging", []*Rule{
			paginationAdded, paginationRemoved, pageFieldChanged, pageDefaultChanged, pageBaseChanged, pagePlaceChanged,
		}},
		{"Deprecation and documentation", []*Rule{
			deprecated, deprecationWithdrawn, deprecationChanged, deprecationShortened, docOnly,
		}},
	}
}
