package verify

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// This file makes the request that everything else starts from. A service usually checks a
// request before it executes it, so only a request that keeps every rule shows what a broken
// one is refused for. The smallest one is best: each further field may be refused for a reason
// of its own.

// material has a value of each field of a request.
type material struct {
	*linker
	values  map[string]any    // of fields that have one, as they are sent
	noValue map[string]string // why a field has no value
}

// sampleValues returns a value for each field of a request that has a sample, from the fullest
// sample that exists. The values may break rules over several fields, because the sample is
// made without these: it is a store of values and not a request.
func sampleValues(op catalog.Operation) map[string]any {
	op.Rules = nil
	for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
		if r, ok := sample.Request(&op, size); ok {
			return r.Value().(map[string]any)
		}
	}
	return map[string]any{}
}

// newMaterial makes a value of each field of a request. Each field gets a value or a reason why it
// has none, even if no request has the field in the end.
func newMaterial(l *linker) *material {
	m := &material{
		linker:  l,
		values:  sampleValues(*l.op.Operation),
		noValue: map[string]string{},
	}
	for _, f := range l.op.Request.Fields {
		value, why := m.valueOf(f)
		if why != "" {
			m.noValue[f.Name] = why
		} else {
			m.values[f.Name] = value
		}
	}
	return m
}

// valueOf returns the value of a field: that of the sample, with references filled, or says why
// there is none.
func (m *material) valueOf(f *catalog.Field) (value any, why string) {
	value, ok := m.values[f.Name]
	if supplied := m.supplied(f); supplied != nil && !ok {
		value = supplied
		ok = true
	}
	if !ok {
		return nil, "no value of " + wording.Quote(f.Name) + " could be made up; add one to the fixtures"
	}
	alone := map[string]any{f.Name: value}
	m.lacking = nil
	m.fill(alone, []*catalog.Field{f})
	if m.lacking != nil {
		return nil, strings.Join(m.lacking, "; ")
	}
	value, ok = alone[f.Name]
	if !ok {
		return nil, m.recordMissing(memberPlace("", f), f)
	}
	return value, ""
}

// base is the smallest request that keeps every rule and has the values that the user supplied.
// Its methods make other requests from it.
type base struct {
	*material
	body map[string]any // nil if there is none
}

// newBase makes the request, or says why there is none. Values of the user may break the catalog;
// then the request is not sent, since the service would be blamed for refusing it.
func newBase(m *material) (b *base, why string) {
	b = &base{material: m}
	why = b.makeBody()
	if why != "" {
		return b, why
	}
	if decoded := b.op.Decode(text(b.body)); decoded.Status != http.StatusOK {
		var problems []string
		for _, v := range decoded.Violations {
			problems = append(problems, strings.TrimSpace(v.Field+" "+v.Message))
		}
		return b, "the values that the fixtures give break the catalog: " + strings.Join(problems, "; ")
	}
	b.addSupplied()
	return b, ""
}

// makeBody makes a request with the required fields, or says why there is none. The sample is made
// from a copy of the operation that has only the fields with values, so that a rule over several
// fields is satisfied by one of these.
func (b *base) makeBody() string {
	op := *b.op.Operation
	sampled := *b.op.Request
	sampled.Fields = nil
	op.Request = &sampled
	var lacking []string
	for _, f := range b.op.Request.Fields {
		why := b.noValue[f.Name]
		switch {
		case why != "" && f.Required:
			return why
		case why != "":
			lacking = append(lacking, why)
		case !f.Required || b.supplied(f) == nil: // there may be no sample of the user's value
			sampled.Fields = append(sampled.Fields, f)
		}
	}
	r, ok := sample.Request(&op, sample.Minimal)
	if !ok {
		const why = "no request keeps all rules with the values that there are"
		return strings.Join(append([]string{why}, lacking...), "; ")
	}
	b.body = r.Value().(map[string]any)
	b.fill(b.body, b.op.Request.Fields)
	for _, f := range b.op.Request.Fields {
		if f.Required && b.supplied(f) != nil || b.fixedMembers[f.Name] != nil {
			b.body[f.Name] = b.values[f.Name]
		}
	}
	return ""
}

// addSupplied adds the values that the user supplied for optional fields, if the request then
// still keeps every rule.
func (b *base) addSupplied() {
	if b.fixedMembers != nil {
		return
	}
	for _, f := range b.op.Request.Fields {
		if b.body[f.Name] != nil || b.supplied(f) == nil || b.isExcluded(f) {
			continue
		}
		body := sample.WithMember(b.body, f.Name, b.values[f.Name])
		if b.isValid(body) {
			b.body = body
		}
	}
}

// isExcluded reports whether a rule over several fields has a field and another one that the
// request has. To add the field would change what the rule does with the request.
func (b *base) isExcluded(f *catalog.Field) bool {
	isInBody := func(other *catalog.Field) bool { return b.body[other.Name] != nil }
	return slices.ContainsFunc(b.op.Rules, func(r *catalog.Rule) bool {
		return slices.Contains(r.Fields, f) && slices.ContainsFunc(r.Fields, isInBody)
	})
}

// isValid reports whether a body keeps every rule.
func (b *base) isValid(body map[string]any) bool {
	return b.op.Decode(text(body)).Status == http.StatusOK
}

// hasValue reports whether a field can be in a request.
func (b *base) hasValue(f *catalog.Field) bool {
	return b.noValue[f.Name] == "" && b.values[f.Name] != nil
}

// requestWith returns a request that keeps every rule and has a value at a place, nil if
// there is none. The base does for a place in it, unless the place is below a member: the
// samples of the base are minimal, and may lack it.
func (b *base) requestWith(p place) map[string]any {
	if p.top != nil && (len(p.path) > 1 || b.body[p.top.Name] == nil) {
		return b.requestWithField(p.top)
	}
	return b.body
}

// requestWithField returns a small request that keeps every rule and has the full value of a
// field, nil if there is none: the base, with fewer or more of the fields that rules combine.
func (b *base) requestWithField(f *catalog.Field) map[string]any {
	if !b.hasValue(f) {
		return nil
	}
	alone := sample.WithMember(b.body, f.Name, b.values[f.Name])
	together := maps.Clone(alone)
	for _, r := range b.op.Rules {
		if !slices.Contains(r.Fields, f) {
			continue
		}
		for _, mate := range b.matesOf(f, r) {
			if plan.BreachOf(r) == plan.SomeGiven { // the rule is about all of them
				together[mate.Name] = b.values[mate.Name]
			} else {
				delete(alone, mate.Name)
			}
		}
	}
	candidates := []map[string]any{alone, together}
	for _, r := range b.op.Rules {
		for _, mate := range b.matesOf(f, r) {
			with := sample.WithMember(alone, mate.Name, b.values[mate.Name])
			candidates = append(candidates, with)
		}
	}
	if i := slices.IndexFunc(candidates, b.isValid); i >= 0 {
		return candidates[i]
	}
	return nil
}

// matesOf returns the fields of a rule, except f, that can be in a request.
func (b *base) matesOf(f *catalog.Field, r *catalog.Rule) (mates []*catalog.Field) {
	for _, mate := range r.Fields {
		if mate != f && b.hasValue(mate) {
			mates = append(mates, mate)
		}
	}
	return mates
}
