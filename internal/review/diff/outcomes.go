package diff

import (
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/relation"
)

// This file compares what is around responses: the envelope, and the type of failures. Both are
// declared once for the catalog, and an operation may have its own, so a change is reported where
// it was made. What an envelope changes is not decided by its keys: old clients read the same
// responses in both, and the worst of what they get is the verdict; see package relation.

// The types in Go do not change, because clients remove the envelope and handlers add it.
var envelopeChanged = rule("envelope-changed",
	"Responses now have an envelope, no longer have one, or the envelope reports success or "+
		"contains the response in a different way; the key is added, removed or changed.",
	"Old clients look for a response where it no longer is, refuse it, or take a failure for a "+
		"success. The types in Go do not change. A response without required fields is read as "+
		"if it was empty, and one of type none as before.",
	example{
		before: "envelope: {success: ok, data: data}",
		after:  "envelope: {success: ok, data: result}",
	},
	Anywhere.verdicts("·B··"),
	Anywhere.verdicts("·S··").when(readEmpty).because(otherData),
	Anywhere.verdicts("·S··").when(readZero),
	Anywhere.verdicts("·S··").when(readMore),
	Anywhere.verdicts("····").when(readAlike),
).replaces("envelope-added:added", "envelope-removed:removed")

// Situations of envelopes: what the worst response or failure of the operations shows.
var (
	readEmpty = Situation{
		words: "no field of a response is required, so old clients read it as empty",
	}
	readZero  = Situation{words: "responses are lenient, so old clients read zero values"}
	readMore  = Situation{words: "old clients read more unknown keys, or failures with other texts"}
	readAlike = Situation{words: "old clients read all responses and failures as before"}
)

// envelopeSituation returns the situation of the envelopes of an operation, or of all operations
// that follow the catalogs.
func (c *comparison) envelopeSituation(p place, b, h *catalog.Envelope) Situation {
	concerned := func(yield func(b, h *catalog.Operation) bool) {
		for op := range c.base.Operations() {
			headOp := c.Operations[op]
			isOther := p.base.Operation != nil && p.base.Operation != op
			if headOp == nil || isOther {
				continue
			}
			if op.Envelope != b || headOp.Envelope != h {
				continue
			}
			if !yield(op, headOp) {
				return
			}
		}
	}
	return readings[relation.Envelopes(concerned)]
}

// readings are the situations by how an old client reads.
var readings = map[relation.Reading]Situation{
	relation.ReadAlike: readAlike,
	relation.ReadMore:  readMore,
	relation.ReadZero:  readZero,
	relation.ReadEmpty: readEmpty,
	relation.Misread:   general,
}

// Responses are found as before. What is beside them is for people and logs, mostly.
var envelopeMembersChanged = rule("envelope-members-changed",
	"Messages, violations or other members of the envelope moved.",
	"Old clients read responses and tell failures as before, without what has moved. In Go, "+
		"Messages and Siblings hold other texts and fields, and a service may set other siblings. "+
		"Clients read all members with messages, in their order; a generated service writes the "+
		"first, and other services may write several.",
	example{
		before: "envelope: {success: ok, message: [error]}",
		after:  "envelope: {success: ok, message: [why]}",
	},
	Anywhere.verdicts("·SSS"),
	Anywhere.verdicts("··S·").when(knownMessages),
)

// Old clients read all members that they know, so another order of these changes no message.
var knownMessages = Situation{words: "old clients read the same messages, perhaps in another order"}

// Callers got an error before, and get the same error with a type now.
var failureAdded = rule("failure-added",
	"Failures now have a type.",
	"A service may fail with the type, and FailureOf returns it. Nothing else changes for callers.",
	example{after: "failure: {type: Refusal, status: 409}"},
	Anywhere.verdicts("····"),
).invisible()

// A failure of another type is still a failure, so that nothing breaks: callers that ask for the
// old type find nothing, and handle the failure as any other.
var failureChanged = rule("failure-changed",
	"The type, the member or the status of failures changed, or they no longer have a type; the "+
		"key is type, status or removed.",
	"Old clients find no failure of their type. Without an envelope, they look for it at the old "+
		"status alone, and proxies and monitors see another one. In Go, code that asks for the "+
		"old type compiles as long as the type is there, and finds nothing; a service that fails "+
		"with it responds with status 500.",
	example{
		before: "failure: {type: Refusal, status: 409}",
		after:  "failure: {type: Refusal, status: 410}",
	},
	Anywhere.verdicts("·SSS"),
	Anywhere.verdicts("··SS").when(sameJSON),
).replaces(
	"failure-type-changed:type", "failure-status-changed:status", "failure-removed:removed",
)

// compareInheritedOutcomes compares the envelope and the failure of the catalogs, each if an
// operation follows both catalogs, or none is left.
func (c *comparison) compareInheritedOutcomes() {
	b, h := &catalog.Operation{}, &catalog.Operation{Pos: c.head.Pos}
	if len(c.Operations) == 0 {
		b.Envelope, b.Failure = c.base.Envelope, c.base.Failure
		h.Envelope, h.Failure = c.head.Envelope, c.head.Failure
	}
	for op, headOp := range c.Operations {
		if op.Envelope == c.base.Envelope && headOp.Envelope == c.head.Envelope {
			b.Envelope, h.Envelope = op.Envelope, headOp.Envelope
		}
		if sameFailure(op.Failure, c.base.Failure) && sameFailure(headOp.Failure, c.head.Failure) {
			b.Failure, h.Failure = c.base.Failure, c.head.Failure
		}
	}
	c.compareOutcomes(place{}, b, h)
}

// compareOutcomes compares the envelope and the failure of an operation, or of a catalog for all
// operations that follow it. An operation is compared if it does not follow the catalog.
func (c *comparison) compareOutcomes(p place, b, h *catalog.Operation) {
	ofCatalog := p.base.Operation == nil
	sameEnvelopes := b.Envelope == c.base.Envelope && h.Envelope == c.head.Envelope
	sameFailures := sameFailure(b.Failure, c.base.Failure) && sameFailure(h.Failure, c.head.Failure)
	isUndeclared := b.Envelope == nil && h.Envelope == nil
	if isUndeclared || !ofCatalog && sameEnvelopes {
		c.compareValue(p.headChange("envelope", h.Pos), envelopeMembersChanged, "",
			noEnvelopeWords(b), noEnvelopeWords(h),
			"clients with api.WithEnvelope expect an envelope unless the catalog says none")
	} else {
		c.compareEnvelope(p, b.Envelope, h)
	}
	if ofCatalog || !sameFailures {
		c.compareFailure(p, b, h)
	}
}

// noEnvelopeWords says whether a catalog rules an envelope out.
func noEnvelopeWords(o *catalog.Operation) string {
	if o.Unwrapped {
		return "none"
	}
	return "not declared"
}

// compareEnvelope compares the envelope of an operation of the base with that of the head; one of
// them may have none.
func (c *comparison) compareEnvelope(p place, b *catalog.Envelope, head *catalog.Operation) {
	h := head.Envelope
	if b != nil && h != nil {
		c.compareEnvelopes(p, b, h)
		return
	}
	when := c.envelopeSituation(p, b, h)
	if b == nil {
		words := strings.Join(h.Words(), " ")
		change := p.headChange("envelope", h.Pos).keyed("added").inSituation(when)
		c.add(change, envelopeChanged, "added "+words, "responses are in an envelope now: %s", words)
		return
	}
	change := p.headChange("envelope", head.Pos).keyed("removed").inSituation(when)
	c.add(change, envelopeChanged, "removed", "responses are no longer in an envelope")
}

// compareFailure compares the failures of two operations. Either operation may have none.
func (c *comparison) compareFailure(p place, b, h *catalog.Operation) {
	switch {
	case b.Failure == nil && h.Failure == nil:
	case b.Failure == nil:
		words := h.Failure.Words()
		c.add(p.headChange("failure", h.Failure.Pos), failureAdded, "added "+words,
			"failures have a type now: %s", words)
	case h.Failure == nil:
		c.add(p.headChange("failure", h.Pos).keyed("removed"), failureChanged, "removed",
			"failures no longer have a type; it was %s", b.Failure.Type)
	default:
		c.compareFailures(p.headChange("failure", h.Failure.Pos), b, h)
	}
}

// sameFailure reports whether the failure of an operation is that of the catalog.
func sameFailure(f, inherited *catalog.Failure) bool {
	if f == nil || inherited == nil {
		return f == inherited
	}
	return f.Pos == inherited.Pos
}

// compareEnvelopes compares two envelopes in three findings, since three kinds of readers depend on
// them: where the response is and what means success, what else is in the envelope, and the status
// of failures.
func (c *comparison) compareEnvelopes(p place, b, h *catalog.Envelope) {
	change := p.headChange("envelope", h.Pos)
	each := func(useKind) Situation { return c.envelopeSituation(p, b, h) }
	c.compareValue(change.keyed("changed").perUse(each), envelopeChanged, "",
		envelopeWords(b), envelopeWords(h), "the envelope changes")
	isSameSiblings := b.Siblings == h.Siblings
	if h.Siblings != nil && c.Records[b.Siblings] == h.Siblings {
		isSameSiblings = true
	}
	oldMembers := memberWords(b)
	newMembers := memberWords(h)
	sameMembers := oldMembers == newMembers && b.MessageList() == h.MessageList()
	if !sameMembers || !isSameSiblings {
		key := arrow(oldMembers+siblingWords(b), newMembers+siblingWords(h))
		when, clients := general, ""
		if isSameSiblings && knowsMessages(b, h) {
			when = knownMessages
		}
		if unread := missingTexts(h.Messages, b.Messages); len(unread) > 0 {
			clients = "; old clients do not read " + strings.Join(unread, " and ")
		}
		c.add(change.inSituation(when), envelopeMembersChanged, key,
			"members of the envelope change: %s%s", key, clients)
		if b.Siblings != nil && h.Siblings != nil && !isSameSiblings {
			c.reportRevealed(change, b.Siblings.Type(), h.Siblings.Type())
		}
	}
	c.compareStatus(change, b.FailureStatus, h.FailureStatus, "none")
}

// knowsMessages reports whether old clients read every member that may have a message now, and
// nothing else changes: a sibling of such a name would be replaced by a message, or no longer be.
func knowsMessages(b, h *catalog.Envelope) bool {
	isSibling := func(name string) bool {
		return h.Siblings != nil && h.Siblings.Field(name) != nil
	}
	hasOthers := len(missingTexts(h.Messages, b.Messages)) > 0
	hasSiblings := slices.ContainsFunc(b.Messages, isSibling)
	if hasOthers || hasSiblings {
		return false
	}
	return h.Messages != nil && b.Violations == h.Violations
}

// compareStatus reports another status of failures; each describes status 0.
func (c *comparison) compareStatus(change Change, b, h int, statusless string) {
	word := func(status int) string {
		if status == 0 {
			return statusless
		}
		return strconv.Itoa(status)
	}
	c.compareValue(change.keyed("status"), failureChanged, "", word(b), word(h),
		"the status of failures changes")
}

// envelopeWords describes the member for success and the place of the response.
func envelopeWords(e *catalog.Envelope) string {
	place := "beside it"
	if e.Data != "" {
		place = "in " + e.Data
	}
	return e.Success + " " + e.SuccessJSON() + ", the response " + place
}

// memberWords describes the members for messages and violations: "messages in error or message, no
// violations".
func memberWords(e *catalog.Envelope) string {
	messages, violations := "no messages", "no violations"
	if e.Messages != nil {
		messages = "messages in " + strings.Join(e.Messages, " or ")
	}
	if e.Violations != "" {
		violations = "violations in " + e.Violations
	}
	return messages + ", " + violations
}

// siblingWords describes the record of the additional members, if there is one.
func siblingWords(e *catalog.Envelope) string {
	if e.Siblings == nil {
		return ""
	}
	return ", siblings " + e.Siblings.Name
}

// compareFailures compares failures. Their status may be reported with the envelope.
func (c *comparison) compareFailures(change Change, b, h *catalog.Operation) {
	oldFailure, newFailure := b.Failure, h.Failure
	sameType := oldFailure.Type.Kind == newFailure.Type.Kind && c.SameType(oldFailure.Type, newFailure.Type)
	if !sameType || oldFailure.Member != newFailure.Member {
		key := arrow(typeAndMember(oldFailure), typeAndMember(newFailure))
		when := general
		if oldFailure.Member == newFailure.Member && replacementOfTypes(oldFailure.Type, newFailure.Type).isAlike() {
			when = sameJSON
		}
		c.add(change.keyed("type").inSituation(when), failureChanged, key,
			"failures have another type or place: %s%s", key, when.clause())
		c.reportRevealed(change, oldFailure.Type, newFailure.Type)
	}
	ofEnvelope := func(o *catalog.Operation) bool {
		if o.Envelope == nil {
			return o.Failure.Status == 0
		}
		return o.Failure.Status == o.Envelope.FailureStatus
	}
	if !ofEnvelope(b) || !ofEnvelope(h) {
		c.compareStatus(change, oldFailure.Status, newFailure.Status, "any")
	}
}

// typeAndMember describes what a failure is, and in which member: "Refusal in error".
func typeAndMember(f *catalog.Failure) string {
	if f.Member == "" {
		return f.Type.String()
	}
	return f.Type.String() + " in " + f.Member
}
