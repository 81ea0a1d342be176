package diff

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

var authAdded = rule("auth-added",
	"The catalog now says who may call.",
	"The service need not change. A handler asks no authenticator about operations that everybody may call, and takes credentials out of bodies.",
	example{after: "auth: [bearer]"}, Anywhere.verdicts("···S")).unseen()

var authRemoved = rule("auth-removed",
	"The catalog no longer says who may call.",
	"The service need not change. A handler asks its authenticator about every operation again, and takes no credentials out of bodies unless an option says so.",
	example{before: "auth: [bearer]"}, Anywhere.verdicts("?··S")).unseen()

var authRequired = rule("auth-required",
	"Everybody could call; now callers need a credential.",
	"Old clients send none, and are refused.",
	example{before: "auth: none", after: "auth: [bearer]"}, Anywhere.verdicts("B··S"))

var authDropped = rule("auth-dropped",
	"Callers needed a credential; now everybody may call.",
	"A handler no longer asks its authenticator, and the service does not learn who calls. A credential in the body is an unknown member now, which only open operations accept.",
	example{before: "auth: [bearer]", after: "auth: none"}, Anywhere.verdicts("···S").because(openedUp),
	Anywhere.verdicts("B··S").when(memberRefused).because(openedUp), Anywhere.verdicts("S··S").when(memberKept).because(openedUp)).security()

var authWayAdded = rule("auth-way-added",
	"Callers can authenticate in another way.",
	"The other ways are still there. An authenticator of the service has to know the new one.",
	example{before: "auth: [bearer]", after: "auth: [bearer, basic]"}, Anywhere.verdicts("···S"))

var authWayRemoved = rule("auth-way-removed",
	"Callers can no longer authenticate in one of the ways.",
	"Old clients that use it are refused, unless they also send what another entry asks for.",
	example{before: "auth: [bearer, basic]", after: "auth: [bearer]"}, Anywhere.verdicts("B···"), Anywhere.verdicts("····").when(stillLetIn))

var authTokenChanged = rule("auth-token-changed",
	"Clients get their token from another endpoint, or for other scopes.",
	"Old clients ask for it as before, and may get none that the service accepts.",
	example{before: "auth: [{oauth2: {token_path: /token}}]", after: "auth: [{oauth2: {token_path: /oauth2/token}}]"},
	Anywhere.verdicts("?···")).unseen()

// Situations of credentials.
var (
	memberRefused = Situation{"it was in the body, and the operation is closed"}
	memberKept    = Situation{"it was in the body, and the operation is open"}
	stillLetIn    = Situation{"another entry asks for a part of it"}
)

// dropped is what is special about credentials that nobody asks for any more.
func (c *comparison) dropped(change Change, b *catalog.Auth) Situation {
	closed := func(op *catalog.Operation) bool { return !op.Request.Open }
	switch op := change.Head.Operation; {
	case b.BodyFields() == nil:
		return general
	case op != nil && closed(op) || op == nil && slices.ContainsFunc(slices.Collect(c.head.Operations()), closed):
		return memberRefused
	default:
		return memberKept
	}
}

// letsIn reports whether a request with the credentials of w also satisfies other: it
// carries all that other asks for, and no further credential in the body.
func letsIn(w, other *catalog.Way) bool {
	sent := strings.Split(w.Key(), "\n")
	return (w.OAuth2 == nil) == (other.OAuth2 == nil) && len(w.BodyFields) == len(other.BodyFields) &&
		!slices.ContainsFunc(strings.Split(other.Key(), "\n"), func(asked string) bool { return !slices.Contains(sent, asked) })
}

// auth compares who may call the service, or an operation.
func (c *comparison) auth(change Change, b, h *catalog.Auth) {
	what := arrow(authWords(b), authWords(h))
	switch {
	case b == nil && h == nil:
	case b == nil:
		c.add(change, authAdded, what, "the catalog says now who may call: %s", authWords(h))
	case h == nil:
		c.add(change, authRemoved, what, "the catalog no longer says who may call; it said: %s", authWords(b))
	case b.None && !h.None:
		c.add(change, authRequired, what, "everybody could call, and now: %s", authWords(h))
	case !b.None && h.None:
		c.add(change.when(c.dropped(change, b)), authDropped, what, "everybody may call now; before: %s", authWords(b))
	default:
		c.ways(change, b, h)
	}
}

// ways compares the alternatives by what a request carries.
func (c *comparison) ways(change Change, b, h *catalog.Auth) {
	in := func(ways []*catalog.Way, w *catalog.Way) *catalog.Way {
		var found *catalog.Way
		for _, other := range ways {
			if other.Key() != w.Key() || (other.OAuth2 == nil) != (w.OAuth2 == nil) {
				continue
			}
			if w.OAuth2 == nil || tokenOf(other) == tokenOf(w) {
				return other
			}
			found = cmp.Or(found, other)
		}
		return found
	}
	for _, w := range b.Ways {
		switch to := in(h.Ways, w); {
		case to == nil:
			still := slices.ContainsFunc(h.Ways, func(other *catalog.Way) bool { return letsIn(w, other) })
			c.add(change.when(choose(still, stillLetIn, general)), authWayRemoved, "removed "+w.Words(), "nobody is let in with %s any more", w.Words())
		case w.OAuth2 != nil && tokenOf(w) != tokenOf(to):
			c.add(change, authTokenChanged, arrow(tokenOf(w), tokenOf(to)), "where tokens come from changes: %s", arrow(tokenOf(w), tokenOf(to)))
		}
	}
	for _, w := range h.Ways {
		if in(b.Ways, w) == nil {
			c.add(change, authWayAdded, "added "+w.Words(), "callers are let in with %s, too", w.Words())
		}
	}
}

// tokenOf is where a token comes from, and what it is for.
func tokenOf(w *catalog.Way) string {
	return strings.TrimSpace(w.OAuth2.TokenPath + " " + strings.Join(slices.Sorted(slices.Values(w.OAuth2.Scopes)), " "))
}

// authWords is who may call in words, "" if nobody says.
func authWords(a *catalog.Auth) string {
	if a == nil {
		return ""
	}
	return strings.TrimSuffix(a.Words(), ".")
}

// about are the texts of a catalog about its servers, and whom to ask.
func about(c *catalog.Catalog) map[string]string {
	texts := map[string]string{}
	var servers []string
	for _, s := range c.Servers {
		servers = append(servers, strings.TrimSpace(s.URL+" "+s.Description))
	}
	texts["servers"] = strings.Join(servers, ", ")
	if p := c.Contact; p != nil {
		texts["contact"] = p.Words()
	}
	if l := c.License; l != nil {
		texts["license"] = l.Words()
	}
	return texts
}
