package generator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// decoder returns the function that decodes a request, a record or a response.
func decoder(s *catalog.Shape) string { return "decode" + s.GoName }

// decodeRequest emits the decoder of a body, which also validates and settles it.
func decodeRequest(op *catalog.Operation) string {
	s, p := op.Request, plan.Request(op)
	texts, others := slotted(s)
	begin, result := "nil", "r := new("+s.GoName+")"
	if texts != nil {
		begin, result = "s.Slots[:]", "s, r := wire.NewSlab["+s.GoName+", [slots]string]()"
	}
	validate := ""
	if len(requestChecks(p)) > 0 {
		validate = "r.validate(&d.Validator)"
	}
	return fmt.Sprintf("func %s(d *wire.Decoder) *%s ", decoder(s), s.GoName) + block(slices.Concat(
		[]string{memberNumbers(texts, others), result}, decodeMembers(s, "d.Begin("+begin+")"),
		[]string{validate}, settle(p), []string{"return r"})...)
}

// decodeResponse emits the decoder of a response.
func decodeResponse(op *catalog.Operation) string {
	s := op.Response.Shape
	begin := "d.Begin(nil)"
	if len(plan.Record(s).Needed()) == 0 {
		begin = "d.BeginResponse()"
	}
	result := "r := &" + s.GoName + "{Received: d.Received()}"
	body := append([]string{memberNumbers(nil, s.Fields), result}, decodeMembers(s, begin)...)
	if whole := op.Response.Whole; whole != nil {
		body = []string{result, fmt.Sprintf("wire.Whole(d, &%s, %s)", on(whole), itemReader(whole.Type))}
	}
	return fmt.Sprintf("func %s(d *wire.Decoder) *%s %s", decoder(s), s.GoName, block(append(body, "return r")...))
}

// decodeRecord emits the decoder of a record.
func decodeRecord(s *catalog.Shape) string {
	body := append([]string{memberNumbers(nil, s.Fields)}, decodeMembers(s, "d.Begin(nil)")...)
	if filled := settle(plan.Record(s)); filled != nil {
		body = append(body, when("d.IsRequest()", filled...))
	}
	return fmt.Sprintf("func %s(d *wire.Decoder, r *%s) %s", decoder(s), s.GoName, block(body...))
}

// memberNumbers emits the numbers of an object's members. Members with a slot in the slab
// come first, so that the next number is their count. No line contains a number, so that
// a new member adds only its line, and branches that add members merge:
//
//	const (
//		nClaimID = iota
//		nClaimNumber
//		slots // for the strings above
//	)
func memberNumbers(slotted, others []*catalog.Field) string {
	var names []string
	for _, f := range slotted {
		names = append(names, memberNumber(f))
	}
	if slotted != nil {
		names = append(names, "slots // for the strings above")
	}
	for _, f := range others {
		names = append(names, memberNumber(f))
	}
	if names == nil {
		return ""
	}
	names[0] += " = iota"
	if len(names) == 1 {
		return "const " + names[0]
	}
	return "const (\n" + strings.Join(names, "\n") + "\n)"
}

// memberNumber returns the constant of a member: nClaimID. No other name in the function
// starts with an n and a capital letter.
func memberNumber(f *catalog.Field) string { return "n" + f.GoName }

// decodeMembers emits the loop over the members of an object.
func decodeMembers(s *catalog.Shape, begin string) []string {
	var cases, checks []string
	for _, f := range s.Fields {
		cases = append(cases, inCase(strconv.Quote(f.Name), decodeMember(f)))
		if f.Required {
			checks = append(checks, fmt.Sprintf("d.Require(%s, %q)", memberNumber(f), f.Name))
		}
	}
	if s.Open {
		cases = append(cases, "default:\nd.Extra(&r.Extra)")
	}
	loop := "for " + begin + "; d.Next(); " + block("switch d.Key() "+block(cases...))
	return append([]string{loop}, checks...)
}

// decodeMember emits the statement that reads a member.
func decodeMember(f *catalog.Field) string {
	t, n, r := f.Type, memberNumber(f), on(f)
	switch {
	case t.Nullable:
		return decodeNullable(f)
	case f.Join != "":
		return fmt.Sprintf("%s = d.Joined(%s, %q)", r, n, f.Join)
	case t.Kind == catalog.Record && f.Required, t.Kind == catalog.Union:
		return fmt.Sprintf("wire.RequiredRecord(d, %s, &%s, decode%s)", n, r, t.Go())
	case t.Kind == catalog.Record:
		return fmt.Sprintf("%s = wire.Record(d, %s, decode%s)", r, n, t.Go())
	case t.Kind == catalog.Enumeration && f.Required:
		return fmt.Sprintf("%s = %s(d.String(%s))", r, t.Go(), n)
	case t.Kind == catalog.Enumeration:
		return fmt.Sprintf("%s = (*%s)(d.OptString(%s))", r, t.Go(), n)
	case t.Kind == catalog.Map:
		return fmt.Sprintf("%s = wire.Map(d, %s, %s)", r, n, itemReader(t.Elem))
	case t.Kind == catalog.Array && appendsItself(t.Elem) && !t.Elem.Nullable:
		return fmt.Sprintf("%s = wire.Records(d, %s, decode%s)", r, n, t.Elem.Go())
	case t.Kind == catalog.Array:
		return fmt.Sprintf("%s = wire.Array(d, %s, %s)", r, n, itemReader(t.Elem))
	case pointed(f):
		return fmt.Sprintf("%s = d.Opt%s(%s)", r, scalars[t.Kind], n)
	default:
		return fmt.Sprintf("%s = d.%s(%s)", r, scalars[t.Kind], n)
	}
}

// slotted returns the optional strings of a body, which are allocated together with it, and
// its other fields.
func slotted(s *catalog.Shape) (texts, others []*catalog.Field) {
	for _, f := range s.Fields {
		if pointed(f) && scalars[f.Type.Kind] == "String" {
			texts = append(texts, f)
		} else {
			others = append(others, f)
		}
	}
	return texts, others
}

// settle emits the changes to a request before the service gets it. If only the first of
// several fields counts, the others become nil; absent fields get their defaults, and
// empty strings that count as absent become nil.
func settle(p *plan.Plan) []string {
	var code []string
	for _, step := range p.Settle {
		var filled []string
		for _, m := range step.Members() {
			if value := fillIn(m); value != "" {
				filled = append(filled, on(m.Field)+" = "+value)
			}
		}
		switch step := step.(type) {
		case plan.First:
			code = append(code, settleFirst(step))
		case plan.Group:
			code = append(code, when(condition(step.When), filled...))
		default:
			code = append(code, filled...)
		}
	}
	return code
}

// settleFirst emits the choice of one field:
//
//	switch {
//	case wire.Given(r.ClaimID):
//		r.ClaimNumber = nil
//	default:
//		r.ClaimID = nil
//	}
func settleFirst(first plan.First) string {
	var cases []string
	for i, winner := range first {
		head := "case " + given(winner.Field)
		if i == len(first)-1 {
			head = "default"
		}
		head += ":"
		for _, m := range first {
			if m.Field != winner.Field {
				head += "\n" + variantOr(m.Field) + " = nil"
			}
		}
		cases = append(cases, head)
	}
	return "switch " + block(cases...)
}

// fillIn returns the value that replaces a member: its default, or nil for an empty string. It
// returns "" if the member stays as it is.
func fillIn(m plan.Member) string {
	_, omitted := m.When.(plan.Given)
	switch t := m.Field.Type; {
	case m.Default != nil && t.Nullable:
		return fmt.Sprintf("*wire.OrValue(%s, %s)", place(m.Field), goValue(t.NotNull(), m.Default))
	case m.Default != nil:
		return fmt.Sprintf("wire.Default(%s, %s)", orNil(m), goValue(t, m.Default))
	case omitted:
		return orNil(m)
	}
	return ""
}
