package diff

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// This file compares what both catalogs have of an operation: its effect, its bodies, its response
// and the key by which repeated calls are recognized.

// Go services embed a type that implements new operations, so that they compile.
var operationAdded = rule("operation-added",
	"An operation, or an area with its operations, is new; the key says which.",
	"No client calls it yet. A service that embeds UnimplementedService compiles and reports "+
		"that it is not implemented. The operations of an area are listed, not reported one by "+
		"one.",
	example{after: "add_note:"},
	Anywhere.verdicts("·–··"),
).keyedBySubject().exports().
	replaces("area-added:area")

// An announced end is no news to callers, and breaks them all the same. If another operation has
// the path, the announcement does not help: callers were told to expect an error.
var operationRemoved = rule("operation-removed",
	"An operation, or an area with its operations and Go package, was removed; the key says which.",
	"Calls end in 404, or run another operation if one has the path now. The method and its "+
		"request and response types are removed from Go. After its sunset, it still breaks "+
		"clients that use it. The operations of an area are listed, not reported one by one.",
	example{before: "drop_claim:"},
	Anywhere.verdicts("BBBB"),
	Anywhere.verdicts("BBBB").when(pathReused).because(otherData),
	Anywhere.verdicts("BBBB").when(afterSunset).because(announcedEnd),
).keyedBySubject().
	replaces(
		"operation-removed-without-deprecation:operation",
		"operation-removed-before-sunset:operation", "operation-removed-after-sunset:operation",
		"area-removed:area",
	)

// reportRemovedOperation reports an operation that was removed from a remaining area.
func (c *comparison) reportRemovedOperation(op *catalog.Operation) {
	when, clause := c.movedPaths(op)
	predicate := "is gone, and was not deprecated"
	if d := op.Deprecated; d != nil {
		switch {
		case d.Sunset == "":
			predicate = "is gone; it was deprecated without a sunset"
		case c.sunsetPassed(d):
			predicate = "is gone after its sunset, " + d.Sunset
			if when == general {
				when = afterSunset
			}
		default:
			predicate = "is gone before its sunset, " + d.Sunset
		}
	}
	change := place{base: Subject{Area: op.Area, Operation: op}}.baseChange(op.String(), op.Pos)
	change.Go = movesOf(goNames(op), ": removed")
	c.add(change.inSituation(when), operationRemoved, "removed"+clause,
		"operation %s %s%s", op.Name, predicate, clause)
}

// The wire is the same, and so is Go. What clients do after a failure is not.
var operationEffectChanged = rule("operation-effect-changed",
	"The effect of an operation, which decides what clients retry, changed.",
	"An old client that retries reads may retry what is now a write. New clients retry more or "+
		"less than before. Everything compiles.",
	example{before: "effect: read", after: "effect: write"},
	Anywhere.verdicts("S–SS"),
	Anywhere.verdicts("·–··").when(retriedAlike),
	Anywhere.verdicts("·–SS").when(notRetried),
).invisible()

// Situations of effects.
var (
	retriedAlike = Situation{words: "clients retry both"}
	notRetried   = Situation{words: "old clients did not retry it"}
)

// compareEffect reports another effect. It matters because clients retry by it: what an old client
// retries was safe to repeat by the old catalog, and may not be by the new one.
func (c *comparison) compareEffect(p place, b, h *catalog.Operation) {
	change := p.headChange("", h.Pos)
	retried := b.Effect != catalog.Write || b.KeyHeader != ""
	switch {
	case !retried:
		change = change.inSituation(notRetried)
	case h.Effect != catalog.Write:
		change = change.inSituation(retriedAlike)
	}
	c.compareValue(change, operationEffectChanged, "effect", string(b.Effect), string(h.Effect),
		"the effect of operation "+h.Name+" changes")
}

// Services that were written by hand may read only one of the empty bodies.
var emptyBodyChanged = rule("empty-body-changed",
	"The body of a request without fields changed.",
	"Go source compiles and sends a different body. With empty: none or null, a server also "+
		"reads {} and the other of the two, but otherwise it does not read null.",
	example{before: "empty: null", after: "empty: none"},
	Anywhere.verdicts("·–S·"),
	Anywhere.verdicts("B–S·").when(nullBefore),
)

// Only then an old client sends what the new service cannot read.
var nullBefore = Situation{words: "null is no longer read"}

// compareEmptyBody reports another body of requests without fields. Servers read {} whatever is
// declared, and null only if it, or no body, is.
func (c *comparison) compareEmptyBody(p place, b, h *catalog.Operation) {
	if b.Empty == h.Empty {
		return
	}
	when := general
	if h.Empty == catalog.EmptyObject {
		when = nullBefore
	}
	key := arrow(string(b.Empty), string(h.Empty))
	c.add(p.headChange("", h.Pos).inSituation(when), emptyBodyChanged, key,
		"the body of an empty request changes: %s%s", key, when.clause())
}

// compareOperation compares an operation that both catalogs have: what is around its bodies first,
// then the rules over fields, which claim fields that they gained or lost, then the fields.
func (c *comparison) compareOperation(b, h *catalog.Operation) {
	p := place{
		paths: [2]string{b.String(), h.String()},
		base:  Subject{Area: b.Area, Operation: b},
		head:  Subject{Area: h.Area, Operation: h},
	}
	c.compareOperationName(p, b, h)
	c.compareEffect(p, b, h)
	c.compareEmptyBody(p, b, h)
	if b.OwnAuth() || h.OwnAuth() {
		c.compareAuth(p.headChange("", h.Pos), b.Auth, h.Auth)
	}
	c.compareOutcomes(p, b, h)
	c.compareIdempotency(p, b, h)
	c.compareTexts(p.headChange("", h.Pos), text{"summary", b.Summary, h.Summary},
		text{"description", b.Description, h.Description})
	isSameReplacement := h.Instead() != nil && c.Operations[b.Instead()] == h.Instead()
	c.compareDeprecation(p.headChange("", h.Pos), b.Deprecated, h.Deprecated, isSameReplacement)

	request, response := p, p
	request.useKinds = []useKind{{
		Context: InRequest,
		open:    [2]bool{b.Request.Open, h.Request.Open},
	}}
	response.useKinds = []useKind{{
		Context: InResponse,
		open:    [2]bool{b.Response.Open, h.Response.Open},
		lenient: b.Response.Lenient,
	}}
	request.goTypes = []string{b.Area.Package + "." + b.Request.GoName}
	response.goTypes = []string{b.Area.Package + "." + b.Response.GoName}
	request.base.Shape, request.head.Shape = b.Request, h.Request
	response.base.Shape, response.head.Shape = b.Response.Shape, h.Response.Shape
	response.paths[0] += ".response"
	response.paths[1] += ".response"

	body := c.BodyFields(b.Request, h.Request)
	result := c.BodyFields(b.Response.Shape, h.Response.Shape)
	c.comparePagination(p, b.Pagination, h.Pagination, body, result)
	c.compareGroups(p, b, h, body)
	c.compareBody(request, b.Request, h.Request, body)
	c.compareResponse(response, b.Response, h.Response, result)
}

// A promise binds the service, and only new clients rely on it.
var responsePromised = rule("response-promised",
	"A response is documented now, or no longer lenient; the key says which.",
	"Old clients read every response. The response itself need not change, but new clients "+
		"refuse one that lacks a required field or has values of other types. In Go, the fields "+
		"of a response that was not documented replace Raw. Decode stays, and Received.Raw "+
		"returns what was received.",
	example{after: "response: {fields: {status: string}}"},
	InResponse.verdicts("–·BB"),
	InResponse.verdicts("–·S·").when(wasLenient),
).replaces("response-declared:response", "response-became-promised:lenient")

// A lenient response is read whatever it is, by new clients. Old ones still insist on the old
// promise.
var responseUnpromised = rule("response-unpromised",
	"A response is no longer documented, or is now lenient; the key says which.",
	"The response may be anything from now on, and old clients refuse one that lacks a required "+
		"field or has values of other types. New ones read it: with zero values if it is "+
		"lenient, and as Raw, which replaces the fields in Go, if it is not documented.",
	example{before: "response: {fields: {status: string}}"},
	InResponse.verdicts("–BBB"),
	InResponse.verdicts("–BS·").when(becameLenient),
).mayRequire().
	replaces("response-undeclared:response", "response-became-lenient:lenient")

// An object and a list are no versions of each other, so nothing of the response is compared further.
var responseTypeChanged = rule("response-type-changed",
	"A response that was an object, of another type, or empty is now another of these; the key "+
		"is none if it is now empty.",
	"Old clients cannot read it, unless it is an object now and nothing was required. In Go, a "+
		"response that has a type has one field, Items or Value, and an empty one is an "+
		"api.EmptyResponse.",
	example{before: "response: {fields: {data: [string]}}", after: "response: [string]"},
	typeCases(InResponse.verdicts("–S··").when(noFields))...,
).mayRequire().
	replaces("response-became-none:none", "response-no-longer-none:none")

// Situations of responses.
var (
	wasLenient    = Situation{words: "it was lenient"}
	becameLenient = Situation{words: "it is lenient now"}
	noFields      = Situation{words: "it is empty now, and had no fields"}
)

// responseKind describes what a response is as a whole: "none", "object", or a type such as
// "[string]".
func responseKind(r *catalog.Response) string {
	switch {
	case r.Nothing:
		return "none"
	case r.Whole != nil:
		return r.Whole.Type.String()
	default:
		return "object"
	}
}

// responseMembers lists the fields of a response, or returns its type if it is not an object.
func responseMembers(r *catalog.Response) string {
	if r.Whole != nil || r.Nothing {
		return responseKind(r)
	}
	return strings.Join(catalog.Names(r.Fields), ", ")
}

// compareResponse compares responses. If only one catalog documents the response, that is one
// change.
func (c *comparison) compareResponse(p place, b, h *catalog.Response, m *pairing.Fields) {
	switch {
	case !b.Shown && h.Shown:
		change := p.headChange("", h.Pos)
		change.Go = c.goChanges(p.goTypes[0])
		c.add(change.keyed("response"), responsePromised, "declared "+responseMembers(h),
			"the response is documented now: %s", responseMembers(h))
	case b.Shown && !h.Shown:
		change := p.baseChange("", b.Pos)
		change.Fields, change.Go = b.Fields, c.goChanges(p.goTypes[0])
		c.add(change.keyed("response"), responseUnpromised, "undeclared",
			"the response is no longer documented: %s", responseMembers(b))
	case b.Nothing != h.Nothing, b.Shown && (b.Whole == nil) != (h.Whole == nil):
		change := p.headChange("", h.Pos).inSituation(wholeSituation(b, h))
		change.Fields, change.Go = b.Fields, c.goChanges(p.goTypes[0])
		change.keepsGo = change.Go == nil
		if b.Nothing != h.Nothing {
			change = change.keyed("none")
		}
		key := arrow(responseKind(b), responseKind(h))
		c.add(change, responseTypeChanged, key, "the type of the response changes: %s", key)
	default:
		c.compareBody(p, b.Shape, h.Shape, m)
	}
	switch {
	case !b.Shown || !h.Shown || b.Lenient == h.Lenient:
	case h.Lenient:
		change := p.headChange("", h.Pos).keyed("lenient").inSituation(becameLenient)
		change.Fields = b.Fields
		c.add(change, responseUnpromised, "promised -> lenient", "the response is lenient now")
	default:
		change := p.headChange("", h.Pos).keyed("lenient").inSituation(wasLenient)
		c.add(change, responsePromised, "lenient -> promised", "the response is no longer lenient")
	}
	c.compareTexts(p.headChange("", h.Pos), text{"description", b.Description, h.Description})
	c.compareEvidence(p.headChange("", h.Pos), b.Assumed, h.Assumed)
}

// wholeSituation returns the situation of a response that replaces one of another kind.
func wholeSituation(b, h *catalog.Response) Situation {
	switch {
	case h.Nothing && b.Whole != nil: // nothing is no value of any type
		return general
	case h.Nothing && len(b.Fields) == 0 && !b.Open:
		return noFields
	case b.Nothing && h.Whole == nil: // an object may be anything
		return stillFits
	}
	return replacementOfTypes(b.Type(), h.Type()).situation(useKind{Context: InResponse})
}

// An operation with effect read or idempotent is safe to repeat without any key.
var harmless = Situation{words: "repeating the call has no further effect"}

// New clients retry what old ones did not, relying on the service to recognize it.
var idempotencyAdded = rule("idempotency-added",
	"The service recognizes repeated calls by a key.",
	"Old clients send none, and nothing changes for them. New ones retry after transient "+
		"failures, so a service must not execute calls with the same key twice. Everything "+
		"compiles.",
	example{after: "idempotency: {header: Idempotency-Key}"},
	Anywhere.verdicts("·–SS"),
).invisible()

// Old clients keep retrying, as they were told they may, and the service executes each attempt.
var idempotencyRemoved = rule("idempotency-removed",
	"The service no longer recognizes repeated calls by a key.",
	"Old clients retry writes, which may be executed twice. Callers that pass their own key get "+
		"an error. Everything compiles.",
	example{before: "idempotency: {header: Idempotency-Key}"},
	Anywhere.verdicts("S–SS").because(otherData),
	Anywhere.verdicts("·–SS").when(harmless),
).invisible()

// The worst kind of silence: every call succeeds, and some of them twice.
var idempotencyHeaderChanged = rule("idempotency-header-changed",
	"The header field of the idempotency key changed.",
	"The service does not find the key of old clients, which retry writes; they may be executed "+
		"twice. Nothing changes in Go.",
	example{
		before: "idempotency: {header: Idempotency-Key}",
		after:  "idempotency: {header: X-Idempotency-Key}",
	},
	Anywhere.verdicts("S–··").because(otherData),
).invisible()

// compareIdempotency compares the header fields of the keys of calls.
func (c *comparison) compareIdempotency(p place, b, h *catalog.Operation) {
	oldHeader, newHeader := b.KeyHeader, h.KeyHeader
	change, key := p.headChange("", h.Pos), "idempotency "+arrow(oldHeader, newHeader)
	switch {
	case strings.EqualFold(oldHeader, newHeader): // header names ignore case
		c.compareValue(change, docOnly, "idempotency", oldHeader, newHeader,
			"the header field of the key of a call is written in another case")
	case oldHeader == "":
		c.add(change, idempotencyAdded, key,
			"repeated calls are recognized by the key in %s now", newHeader)
	case newHeader == "":
		if h.Effect != catalog.Write {
			change = change.inSituation(harmless)
		}
		c.add(change, idempotencyRemoved, key,
			"repeated calls are no longer recognized by the key in %s", oldHeader)
	default:
		c.add(change, idempotencyHeaderChanged, key,
			"the key of a call is in %s now, not in %s", newHeader, oldHeader)
	}
}
