package proof

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/review/report"
)

// This file shows changes that are not in the body: envelopes, failures and credentials. It lets an
// old client call a new service in memory, so that the example is what the generated code of both
// sides does.

// exchanges maps rules about what is not in a body, such as envelopes and credentials, to
// functions that let an old client call a new service, without a network.
var exchanges = map[string]func(probe) *report.Example{
	"envelope-changed":         probe.misreadOutcome,
	"envelope-members-changed": probe.misreadFailure,
	"failure-changed":          probe.misreadFailure,
	"empty-body-changed":       probe.emptyRequest,
	"auth-required":            probe.refusedCall,
	"auth-way-removed":         probe.refusedCall,
	"auth-removed":             probe.refusedCall,
	"auth-dropped":             func(l probe) *report.Example { return cmp.Or(l.refusedCall(), l.acceptedCall()) },
	"auth-added":               probe.takenCall,
	"auth-way-added":           func(l probe) *report.Example { return cmp.Or(l.takenCall(), l.acceptedCall()) },
}

// misreadOutcome finds a response or a failure that an old client reads differently.
func (p probe) misreadOutcome() *report.Example {
	return cmp.Or(p.misread(relation.Successes(p.head.Operation)), p.misreadFailure())
}

// misreadFailure finds a failure that an old client reads differently.
func (p probe) misreadFailure() *report.Example {
	return p.misread(relation.FailuresOf(p.base.Operation))
}

// misread returns the example of an outcome that an old client reads differently.
func (p probe) misread(outcomes []relation.Outcome) *report.Example {
	for _, outcome := range outcomes {
		response := p.base.Exchange(p.head, outcome)
		before := relation.Read(p.base, p.base.Exchange(p.base, outcome))
		after := relation.Read(p.base, response)
		if before != after {
			outcome := "An old client got " + before + ", and gets " + after + " now."
			return &report.Example{Kind: "response", Given: response.Body, Outcome: outcome}
		}
	}
	return nil
}

// refusedCall finds an old call that is refused now, or whose credential is an unknown member
// now.
func (p probe) refusedCall() *report.Example {
	for _, way := range waysOf(p.change.Way, p.base.Auth) {
		unasked := func(name string) bool { return !slices.Contains(p.head.Auth.BodyFields(), name) }
		switch {
		case !p.base.Auth.Admits(way):
		case !p.head.Auth.Admits(way):
			return p.callExample("Old clients send ", way, ", and get status 401 now.")
		case slices.ContainsFunc(way.BodyFields, unasked):
			refused := func(name string) bool { return !diff.TakesCredential(p.head.Request, name) }
			if slices.ContainsFunc(way.BodyFields, refused) {
				return p.callExample("Old clients send ", way, ", and get status 422 now.")
			}
			return p.callExample("Old clients send ", way, ", and the service gets it as an ordinary member now.")
		}
	}
	return nil
}

// acceptedCall finds a call that was refused, and is accepted now.
func (p probe) acceptedCall() *report.Example {
	for _, way := range waysOf(p.change.Way, p.head.Auth) {
		if !p.base.Auth.Admits(way) && p.head.Auth.Admits(way) {
			return p.callExample("Callers that send ", way, " got status 401, and the service gets the call now.")
		}
	}
	return nil
}

// takenCall finds an old call with a member that was an ordinary one and is a credential now,
// which the service does not get.
func (p probe) takenCall() *report.Example {
	asked := p.base.Auth.BodyFields()
	taken := p.head.Auth.BodyFields()
	if p.change.Way != nil { // another way has a change of its own
		taken = p.change.Way.BodyFields
	}
	for _, name := range taken {
		if slices.Contains(asked, name) || !diff.TakesCredential(p.base.Request, name) {
			continue
		}
		for _, way := range waysOf(nil, p.base.Auth) {
			sent := *way
			sent.BodyFields = append(slices.Clone(way.BodyFields), name)
			if !p.head.Auth.Admits(&sent) {
				continue
			}
			return p.callExample("Old clients send ", way, ", and the service no longer gets the member "+
				name+", which is a credential now.", name)
		}
	}
	return nil
}

// waysOf returns the changed way, or all ways to authenticate; if anyone may call, that
// is one without a credential.
func waysOf(changed *catalog.Way, a *catalog.Auth) []*catalog.Way {
	switch {
	case changed != nil:
		return []*catalog.Way{changed}
	case a == nil || a.None:
		return []*catalog.Way{new(catalog.Way)}
	}
	return a.Ways
}

// callExample returns the example of a request with the credentials of a way, and other members. The
// senders begin the sentence about it: "Old clients send ".
func (p probe) callExample(
	senders string, way *catalog.Way, outcome string, members ...string,
) *report.Example {
	minimal, ok := p.sampled(p.base, ofRequest, sample.Minimal)
	if !ok {
		return nil
	}
	body := maps.Clone(minimal)
	for _, name := range append(members, way.BodyFields...) {
		body[name] = "some " + name
	}
	return requestExample(compactJSON(body), senders+cmp.Or(way.Words(), "no credential")+outcome)
}
