package diff

import (
	"strings"

	"example.com/opgen/internal/catalog"
)

var harmless = Situation{"repeating the call has no further effect"}

var idempotencyAdded = rule("idempotency-added",
	"The service recognizes repeated calls by a key.",
	"Old clients send none, and nothing changes for them. New ones retry after transient failures; so a service must not carry out a call with the same key twice. Everything compiles.",
	example{after: "idempotency: {header: Idempotency-Key}"}, Anywhere.verdicts("·–SS")).unseen()

var idempotencyRemoved = rule("idempotency-removed",
	"The service no longer recognizes repeated calls by a key.",
	"Old clients retry writes, which may be carried out twice. Callers who give a key of their own get an error. Everything compiles.",
	example{before: "idempotency: {header: Idempotency-Key}"}, Anywhere.verdicts("S–SS").because(otherData),
	Anywhere.verdicts("·–SS").when(harmless)).unseen()

var idempotencyHeaderChanged = rule("idempotency-header-changed",
	"The header field of the key of a call changed.",
	"The service does not find the key of old clients, which retry writes; they may be carried out twice. Nothing changes in Go.",
	example{before: "idempotency: {header: Idempotency-Key}", after: "idempotency: {header: X-Idempotency-Key}"},
	Anywhere.verdicts("S–··").because(otherData)).unseen()

// idempotency compares how a service knows a repetition. A catalog may say it of all
// operations.
func (c *comparison) idempotency(p place, b, h *catalog.Operation) {
	was, is := b.KeyHeader, h.KeyHeader
	rule, message := idempotencyHeaderChanged, "the key of a call is in "+is+" now, not in "+was
	switch {
	case strings.EqualFold(was, is): // a header field is found whatever the case of its name
		c.differ(p.here("", h.Pos), docOnly, "idempotency", was, is, "the header field of the key of a call is written in another case")
		return
	case was == "":
		rule, message = idempotencyAdded, "repeated calls are recognized by the key in "+is+" now"
	case is == "":
		rule, message = idempotencyRemoved, "repeated calls are no longer recognized by the key in "+was
	}
	c.add(p.here("", h.Pos).when(choose(rule == idempotencyRemoved && h.Effect != catalog.Write, harmless, general)), rule, "idempotency "+arrow(was, is), "%s", message)
}
