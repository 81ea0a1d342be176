package diff

import (
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
)

// This file compares who may call. Each way to authenticate is compared by the credentials that a
// request carries, not by its place in the list: a new way takes nothing from old clients, and a
// removed one only if no other way accepts what they send.

// A catalog that says nothing about credentials promises nothing. So saying something for the first
// time takes nothing away, but for a member of the body that was an ordinary one.
var authAdded = rule("auth-added",
	"The catalog now says who may call.",
	"The service need not change. A handler calls no authenticator for operations that anyone "+
		"may call, for which generated clients send no credentials, and removes credentials "+
		"from bodies.",
	example{after: "auth: [bearer]"},
	Anywhere.verdicts("···S"),
	Anywhere.verdicts("··SS").when(anyoneMay),
	Anywhere.verdicts("S··S").when(memberTaken),
)

// Whom the service lets in is no longer known, so this is undecided, except where the request
// itself shows it: a credential in the body is checked like any other member from now on.
var authRemoved = rule("auth-removed",
	"The catalog no longer says who may call.",
	"The service need not change. A handler calls its authenticator for every operation again, "+
		"and removes no credentials from bodies unless an option says so, so that one is an "+
		"unknown member, which only open operations accept, or a field.",
	example{before: "auth: [bearer]"},
	Anywhere.verdicts("?··S"),
	Anywhere.verdicts("?·SS").when(anyoneCould),
	Anywhere.verdicts("B··S").when(memberRefused),
	Anywhere.verdicts("S··S").when(memberKept),
)

// Unlike a removed way, there is no old caller whom the new service lets in.
var authRequired = rule("auth-required",
	"Anyone could call; now callers need a credential.",
	"Old clients send none, and are refused. New ones send the credentials that callers pass.",
	example{before: "auth: none", after: "auth: [bearer]"},
	Anywhere.verdicts("B·SS"),
)

// Old callers stay welcome, and everybody else is, too. That is why the finding is an error
// although nothing breaks: nobody notices a door that was left open.
var authDropped = rule("auth-dropped",
	"Callers needed a credential; now anyone may call.",
	"A handler no longer calls its authenticator, and generated clients no longer send "+
		"credentials, so the service does not know who calls. A credential in the body is an "+
		"unknown member now, which only open operations accept, or a field.",
	example{before: "auth: [bearer]", after: "auth: none"},
	Anywhere.verdicts("··SS").because(openedUp),
	Anywhere.verdicts("B·SS").when(memberRefused).because(openedUp),
	Anywhere.verdicts("S·SS").when(memberKept).because(openedUp),
).security()

// More callers are let in, which breaks nobody. A member that becomes a credential no longer
// reaches the service.
var authWayAdded = rule("auth-way-added",
	"Callers can authenticate in another way.",
	"The other ways are still there. An authenticator of the service has to know the new one.",
	example{before: "auth: [bearer]", after: "auth: [bearer, basic]"},
	Anywhere.verdicts("···S"),
	Anywhere.verdicts("····").when(stillLetIn),
	Anywhere.verdicts("S··S").when(memberTaken),
)

// What a caller sends decides, and not which entry it was meant for: the credentials of a removed
// entry may satisfy another one.
var authWayRemoved = rule("auth-way-removed",
	"Callers can no longer authenticate in one of the ways.",
	"Old clients that use it are refused, unless they also send what another entry asks for. A "+
		"credential in the body that no entry asks for is an unknown member now, and a token "+
		"from elsewhere may not be accepted.",
	example{before: "auth: [bearer, basic]", after: "auth: [bearer]"},
	Anywhere.verdicts("B···"),
	Anywhere.verdicts("····").when(stillLetIn),
	Anywhere.verdicts("B···").when(memberRefused),
	Anywhere.verdicts("S···").when(memberKept),
	Anywhere.verdicts("?···").when(otherToken),
)

// Requests look the same, so that no example can show it.
var authTokenChanged = rule("auth-token-changed",
	"Clients get their bearer token in another way: from another endpoint, for other scopes, "+
		"with or without OAuth 2 client credentials.",
	"Old clients get theirs as before. The catalog does not say whether the service accepts it.",
	example{
		before: "auth: [{oauth2: {token_path: /token}}]",
		after:  "auth: [{oauth2: {token_path: /oauth2/token}}]",
	},
	Anywhere.verdicts("?···"),
).invisible()

// Situations of credentials.
var (
	anyoneMay     = Situation{words: "anyone may call"}
	anyoneCould   = Situation{words: "anyone could call"}
	memberRefused = Situation{words: "it was in the body, and the operation refuses the member now"}
	memberKept    = Situation{
		words: "it was in the body, and the operation is open, or has a field of this name",
	}
	otherToken  = Situation{words: "another entry asks for a token from elsewhere"}
	memberTaken = Situation{
		words: "it is a member of the body, which an open operation kept before",
	}
	stillLetIn = Situation{words: "another entry asks for no more than it"}
)

// leftoverSituation is the situation of members of the body that are no credentials in the
// other catalog. A change of the whole service is as bad as its worst operation.
func (c *comparison) leftoverSituation(change Change, members []string) Situation {
	refuses := func(op *catalog.Operation) bool {
		isRefused := func(name string) bool { return !TakesCredential(op.Request, name) }
		return slices.ContainsFunc(members, isRefused)
	}
	concerned := slices.Collect(c.head.Operations())
	if op := change.Head.Operation; op != nil {
		concerned = []*catalog.Operation{op}
	}
	if slices.ContainsFunc(concerned, refuses) {
		return memberRefused
	}
	return memberKept
}

// TakesCredential reports whether a request may have a credential as an ordinary member: a text.
func TakesCredential(request *catalog.Shape, name string) bool {
	f := request.Field(name)
	if f == nil {
		return request.Open
	}
	return f.Type.Kind == catalog.String || isAny(f.Type)
}

// keeps reports whether an open operation of the base keeps one of the members as an unknown key,
// which the service no longer gets once it is a credential.
func (c *comparison) keeps(change Change, members []string) bool {
	concerned := slices.Collect(c.base.Operations())
	if op := change.Base.Operation; op != nil {
		concerned = []*catalog.Operation{op}
	}
	return slices.ContainsFunc(concerned, func(op *catalog.Operation) bool {
		isUnknown := func(name string) bool { return op.Request.Field(name) == nil }
		return op.Request.Open && slices.ContainsFunc(members, isUnknown)
	})
}

// removedWaySituation is the situation of requests with the credentials of a removed way:
// whether they satisfy another way, and carry credentials that no way requires.
func (c *comparison) removedWaySituation(change Change, w *catalog.Way, h *catalog.Auth) Situation {
	leftover := missingTexts(w.BodyFields, h.BodyFields())
	situation := general
	for _, other := range h.Ways {
		switch {
		case !asksForNoMore(other, w):
		case len(leftover) > 0:
			return c.leftoverSituation(change, leftover)
		case tokenOf(w) == tokenOf(other), !other.Bearer && other.OAuth2 == nil:
			return stillLetIn
		default:
			situation = otherToken
		}
	}
	return situation
}

// asksForNoMore reports whether everybody with the credentials of one way has those of another.
func asksForNoMore(other, reference *catalog.Way) bool {
	return len(missingTexts(credentials(other), credentials(reference))) == 0
}

// credentials lists what a way asks for: the key of a way has a credential on each line.
func credentials(w *catalog.Way) []string { return strings.Split(w.Key(), "\n") }

// compareAuth compares who may call, as the catalog says for all operations or an operation for
// itself. There are three states, which the cases distinguish before ways are compared one by one:
// nothing is said, anyone may call, or callers send credentials.
func (c *comparison) compareAuth(change Change, b, h *catalog.Auth) {
	key := arrow(authWords(b), authWords(h))
	switch {
	case b == nil && h == nil:
	case b == nil:
		c.reportAuthAdded(change, h)
	case h == nil:
		c.reportAuthRemoved(change, b)
	case b.None && !h.None:
		c.add(change, authRequired, key,
			"anyone could call, and Go clients sent no credentials; now %s", authWords(h))
	case !b.None && h.None:
		if members := b.BodyFields(); members != nil {
			change = change.inSituation(c.leftoverSituation(change, members))
		}
		c.add(change, authDropped, key,
			"anyone may call now, and Go clients send no credentials; before: %s", authWords(b))
	default:
		c.compareWays(change, b, h)
	}
}

// reportAuthAdded reports that the catalog says for the first time who may call.
func (c *comparison) reportAuthAdded(change Change, h *catalog.Auth) {
	clients := ""
	switch {
	case h.None:
		change, clients = change.inSituation(anyoneMay), ", and Go clients send no credentials"
	case c.keeps(change, h.BodyFields()):
		change = change.inSituation(memberTaken)
	}
	words := authWords(h)
	c.add(change, authAdded, arrow("", words),
		"the catalog says now who may call: %s%s", words, clients)
}

// reportAuthRemoved reports that the catalog no longer says who may call.
func (c *comparison) reportAuthRemoved(change Change, b *catalog.Auth) {
	clients := ""
	members := b.BodyFields()
	switch {
	case b.None:
		change, clients = change.inSituation(anyoneCould), ", and Go clients send credentials now"
	case members != nil:
		change = change.inSituation(c.leftoverSituation(change, members))
	}
	words := authWords(b)
	c.add(change, authRemoved, arrow(words, ""),
		"the catalog no longer says who may call; it said: %s%s", words, clients)
}

// compareWays pairs ways by their credentials and their token endpoint, then by credentials
// alone.
func (c *comparison) compareWays(change Change, b, h *catalog.Auth) {
	pairs := map[*catalog.Way]*catalog.Way{}
	removed, added := b.Ways, h.Ways
	for _, key := range []func(*catalog.Way) string{
		func(w *catalog.Way) string { return w.Key() + "\n" + tokenOf(w) },
		func(w *catalog.Way) string { return w.Key() + strconv.FormatBool(w.OAuth2 == nil) },
		(*catalog.Way).Key,
	} {
		removed, added = pairing.ByKey(pairs, removed, added, key)
	}
	for w, headWay := range pairs {
		oldToken := tokenOf(w)
		newToken := tokenOf(headWay)
		if oldToken != newToken {
			c.add(change, authTokenChanged, arrow(oldToken, newToken),
				"callers send %s now, not %s", headWay.Words(), w.Words())
		}
	}
	for _, w := range removed {
		change.Way = w
		when := c.removedWaySituation(change, w, h)
		c.add(change.inSituation(when), authWayRemoved, "removed "+w.Words(),
			"callers can no longer authenticate with %s", w.Words())
	}
	for _, w := range added {
		change.Way = w
		when := c.addedWaySituation(change, w, b, h)
		c.add(change.inSituation(when), authWayAdded, "added "+w.Words(),
			"callers can authenticate with %s now", w.Words())
	}
}

// addedWaySituation is the situation of requests with the credentials of a new way.
func (c *comparison) addedWaySituation(
	change Change, w *catalog.Way, b, h *catalog.Auth,
) Situation {
	isTaken := len(missingTexts(w.BodyFields, b.BodyFields())) > 0 &&
		c.leftoverSituation(change, w.BodyFields) == memberKept
	asksForLess := func(other *catalog.Way) bool {
		return other != w && tokenOf(w) == tokenOf(other) && asksForNoMore(other, w)
	}
	switch {
	case isTaken:
		return memberTaken
	case slices.ContainsFunc(slices.Concat(b.Ways, h.Ways), asksForLess):
		return stillLetIn
	}
	return general
}

// tokenOf returns the endpoint and the scopes of a token, or "" if callers choose them:
// "/oauth2/token claims:read". The order of scopes does not matter.
func tokenOf(w *catalog.Way) string {
	if w.OAuth2 == nil {
		return ""
	}
	scopes := slices.Sorted(slices.Values(w.OAuth2.Scopes))
	return strings.TrimSpace(w.OAuth2.TokenPath + " " + strings.Join(scopes, " "))
}

// authWords describes who may call, as a part of a sentence, or returns "".
func authWords(a *catalog.Auth) string {
	if a == nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(a.Words()[:1])+a.Words()[1:], ".")
}
