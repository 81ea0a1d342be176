package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// probe is a fact, with a request that keeps every rule and one that breaks it alone.
type probe struct {
	Fact
	good, broken string // empty if there are none, as Why says
	goodShown    string // as logs show it
}

// builder makes the requests of an operation.
type builder struct {
	*values
	op       *interpreter.Operation
	own      map[string]any                // members that the fixtures give the request of a harvest
	lacking  []string                      // why required references have no value
	wants    []*catalog.Field              // references without a value
	received map[string]*catalog.Operation // which sent values in earlier responses, by place
	sent     []string                      // the texts in these and in harvested values

	fieldValues map[string]any    // the values of fields that have one, as they are sent
	noValue     map[string]string // why a field has no value
	base        map[string]any    // a request that keeps every rule, nil if there is none
	why         string            // why it cannot be sent
	leftOut     string            // why optional references, except cursors, are not in it
	places      []typedPlace      // in the requests
	probes      []probe
	edges       []extreme
}

func newBuilder(v *values, op *catalog.Operation, own map[string]any) *builder {
	return &builder{values: v, op: interpreter.New(op), own: own, received: map[string]*catalog.Operation{}}
}

// build makes a request of an operation, which must have the members of own, or says why there is
// none.
func build(v *values, op *catalog.Operation, own map[string]any) *builder {
	b := newBuilder(v, op, own)
	b.fillAll()
	if b.why = b.makeBase(); b.why != "" {
		return b
	}
	var leftOut []string
	for _, f := range op.Request.Fields {
		if why := b.noValue[f.Name]; why != "" && b.fieldValues[f.Name] != nil && !b.isExcluded(f) && !isCursor(op, f) {
			leftOut = append(leftOut, why)
		}
	}
	b.leftOut = strings.Join(leftOut, "; ")
	if op.Effect != catalog.Read && len(b.base) == 0 && b.leftOut != "" {
		b.why = "a write that names nothing is not sent, since it may apply to everything; " + b.leftOut
	}
	return b
}

// addProbes makes the other requests.
func (b *builder) addProbes() {
	for _, f := range b.facts() {
		b.probes = append(b.probes, b.probe(f))
	}
	b.edges = b.makeEdges()
}

// sampleValues returns a value for each field of a request that has a sample. The values may break
// rules over several fields.
func sampleValues(op catalog.Operation) map[string]any {
	op.Rules = nil
	for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
		if r, ok := sample.Request(&op, size); ok {
			return r.Value().(map[string]any)
		}
	}
	return map[string]any{}
}

// fillAll makes a value of each field.
func (b *builder) fillAll() {
	b.fieldValues, b.noValue = sampleValues(*b.op.Operation), map[string]string{}
	for _, f := range b.op.Request.Fields {
		x, sampled := b.fieldValues[f.Name]
		if supplied := b.supplied(f); supplied != nil && !sampled {
			x, sampled = supplied, true
		}
		if !sampled {
			b.noValue[f.Name] = "no value of " + wording.Quote(f.Name) + " could be made up; add one to the fixtures"
			continue
		}
		alone := map[string]any{f.Name: x}
		b.lacking = nil
		b.fill(alone, []*catalog.Field{f})
		switch x, filled := alone[f.Name]; {
		case b.lacking != nil:
			b.noValue[f.Name] = strings.Join(b.lacking, "; ")
		case !filled:
			b.noValue[f.Name] = b.recordMissing(memberPlace("", f), f)
		default:
			b.fieldValues[f.Name] = x
		}
	}
}

// supplied returns the value of a member of the request that is not made up, nil if there is none.
func (b *builder) supplied(f *catalog.Field) any { return b.valueAt(memberPlace("", f), f) }

// makeBase makes the smallest request that keeps every rule and has the values that the user
// supplied, and says why if there is none.
func (b *builder) makeBase() string {
	op, shape := *b.op.Operation, *b.op.Request
	op.Request, shape.Fields = &shape, nil
	var lacking []string
	for _, f := range b.op.Request.Fields {
		switch why := b.noValue[f.Name]; {
		case why != "" && f.Required:
			return why
		case why != "":
			lacking = append(lacking, why)
		case !f.Required || b.supplied(f) == nil: // there may be no sample of the user's value
			shape.Fields = append(shape.Fields, f)
		}
	}
	r, ok := sample.Request(&op, sample.Minimal)
	if !ok {
		return strings.Join(append([]string{"no request keeps all rules with the values that there are"}, lacking...), "; ")
	}
	b.base = r.Value().(map[string]any)
	b.fill(b.base, b.op.Request.Fields)
	for _, f := range b.op.Request.Fields {
		if f.Required && b.supplied(f) != nil || b.own[f.Name] != nil {
			b.base[f.Name] = b.fieldValues[f.Name]
		}
	}
	if result := b.op.Decode(text(b.base)); result.Status != 200 {
		var wrong []string
		for _, v := range result.Violations {
			wrong = append(wrong, strings.TrimSpace(v.Field+" "+v.Message))
		}
		return "the values that the fixtures give break the catalog: " + strings.Join(wrong, "; ")
	}
	for _, f := range b.op.Request.Fields {
		body := sample.WithMember(b.base, f.Name, b.fieldValues[f.Name])
		if b.base[f.Name] == nil && b.own == nil && b.supplied(f) != nil && !b.isExcluded(f) && b.isValid(body) {
			b.base = body
		}
	}
	return ""
}

// isExcluded reports whether a rule over several fields has a field and another one that the
// request has.
func (b *builder) isExcluded(f *catalog.Field) bool {
	return slices.ContainsFunc(b.op.Rules, func(r *catalog.Rule) bool {
		return slices.Contains(r.Fields, f) && slices.ContainsFunc(r.Fields, func(other *catalog.Field) bool { return b.base[other.Name] != nil })
	})
}

// isValid reports whether a body keeps every rule.
func (b *builder) isValid(body map[string]any) bool { return b.op.Decode(text(body)).Status == 200 }

// requestWithField returns a small request that keeps every rule and has the full value of a field, nil
// if there is none: the base, with fewer or more of the fields that rules combine.
func (b *builder) requestWithField(f *catalog.Field) map[string]any {
	if b.noValue[f.Name] != "" || b.fieldValues[f.Name] == nil {
		return nil
	}
	alone := sample.WithMember(b.base, f.Name, b.fieldValues[f.Name])
	together := maps.Clone(alone)
	tries, mates := []map[string]any{alone, together}, []string(nil)
	for _, r := range b.op.Rules {
		for _, mate := range r.Fields {
			if b.noValue[mate.Name] != "" || b.fieldValues[mate.Name] == nil || mate == f {
				continue
			}
			if plan.BreachOf(r) == plan.SomeGiven && slices.Contains(r.Fields, f) {
				together[mate.Name] = b.fieldValues[mate.Name]
			} else if slices.Contains(r.Fields, f) {
				delete(alone, mate.Name)
			}
			mates = append(mates, mate.Name)
		}
	}
	for _, mate := range mates {
		tries = append(tries, sample.WithMember(alone, mate, b.fieldValues[mate]))
	}
	if i := slices.IndexFunc(tries, b.isValid); i >= 0 {
		return tries[i]
	}
	return nil
}

// text writes a JSON value on one line, with sorted keys.
func text(v any) string { return cmp.Or(wording.Literal(v), "null") }
