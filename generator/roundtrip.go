package generator

import (
	"path"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// roundTrips is the file of the tests that are generated beside the bindings of
// an area: a request with every field filled travels from the client over HTTP
// to a service and is compared there, and the answer on its way back.
func roundTrips(a *catalog.Area) []jen.Code {
	var methods, calls []declaration
	for _, op := range a.Operations {
		methods = append(methods, declaration{op.GoName, recordMethod(op)})
		calls = append(calls, declaration{op.GoName, statements(roundTrip(op))})
	}
	return slices.Concat([]jen.Code{recordingService()}, sorted(methods), []jen.Code{everyOperation(sorted(calls))})
}

// at is a name of the runtime's package for tests: apitest.Name.
func at(name string) *jen.Statement { return jen.Qual(path.Join(runtime, "apitest"), name) }

// recordingService emits the service of the tests:
//
//	type service struct {
//		UnimplementedService
//		recorder apitest.Recorder
//	}
func recordingService() jen.Code {
	return jen.Type().Id("service").Struct(
		jen.Id("UnimplementedService"),
		jen.Id("recorder").Add(at("Recorder")))
}

// recordMethod emits a method of the service of the tests:
//
//	func (s *service) GetClaim(_ context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
//		return apitest.Record[GetClaimResponse](&s.recorder, req)
//	}
func recordMethod(op *catalog.Operation) jen.Code {
	return jen.Func().Params(jen.Id("s").Op("*").Id("service")).Id(op.GoName).
		Params(jen.Id("_").Qual("context", "Context"), jen.Id("req").Op("*").Id(op.Request.GoName)).
		Params(jen.Op("*").Id(op.Response.GoName), jen.Error()).
		Block(jen.Return(at("Record").Index(jen.Id(op.Response.GoName)).
			Call(jen.Op("&").Id("s").Dot("recorder"), jen.Id("req"))))
}

// everyOperation emits the test of an area's operations:
//
//	func TestEveryOperation(t *testing.T) {
//		s := new(service)
//		client := FromCaller(apitest.Serve(t, &s.recorder, Routes(s)))
//		apitest.RoundTrip(t, "get_claim", &s.recorder, client.GetClaim,
//			&GetClaimRequest{ClaimID: new("some claim_id"), ClaimNumber: new("some claim_number")},
//			`{"claim_id":"some claim_id"}`,
//			&GetClaimRequest{ClaimID: new("some claim_id")},
//			&GetClaimResponse{Raw: json.RawMessage(`{"answer":"get_claim"}`)})
//	}
func everyOperation(calls []jen.Code) jen.Code {
	return jen.Func().Id("TestEveryOperation").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(append([]jen.Code{
		jen.Id("s").Op(":=").New(jen.Id("service")),
		jen.Id("client").Op(":=").Id("FromCaller").Call(at("Serve").Call(
			jen.Id("t"), jen.Op("&").Id("s").Dot("recorder"), jen.Id("Routes").Call(jen.Id("s")))),
	}, calls...)...)
}

// roundTrip emits the calls of one operation, with every field and, where
// nothing is required, with none:
//
//	apitest.RoundTrip(t, "get_claim", &s.recorder, client.GetClaim,
//		&GetClaimRequest{ClaimID: new("some claim_id"), ClaimNumber: new("some claim_number")},
//		`{"claim_id":"some claim_id"}`,
//		&GetClaimRequest{ClaimID: new("some claim_id")},
//		&GetClaimResponse{Raw: json.RawMessage(`{"answer":"get_claim"}`)})
func roundTrip(op *catalog.Operation) []jen.Code {
	call := func(name string, sent jen.Code, arrives sample) jen.Code {
		return at("RoundTrip").Call(jen.Id("t"), jen.Lit(name), jen.Op("&").Id("s").Dot("recorder"),
			jen.Id("client").Dot(op.GoName), jen.Line().Add(sent), jen.Line().Add(raw(arrives.json)),
			jen.Line().Op("&").Add(arrives.code), jen.Line().Add(sampleAnswer(op)))
	}
	var code []jen.Code
	if sent, arrives, ok := filledRequest(op); ok {
		code = append(code, call(op.Name, jen.Op("&").Add(sent.code), arrives))
	} else {
		code = append(code, skip(op.Name))
	}
	if requiresNothing(op) {
		code = append(code, call(op.Name+" without fields", jen.Nil(), emptyRequest(op)))
	}
	return code
}

// sampleAnswer is an answer with every field.
func sampleAnswer(op *catalog.Operation) jen.Code {
	if op.Response.Shown {
		return jen.Op("&").Add(sampleShape(op.Response.Shape).code)
	}
	text := raw(`{"answer":` + jsonString(op.Name) + `}`)
	return jen.Op("&").Id(op.Response.GoName).Add(braces(
		jen.Id("Raw").Op(":").Qual("encoding/json", "RawMessage").Call(text)))
}

// skip emits a case that says why it is none:
//
//	t.Run("get_claim", func(t *testing.T) {
//		t.Skip("no request was found that satisfies every rule of this operation")
//	})
func skip(name string) jen.Code {
	return jen.Id("t").Dot("Run").Call(jen.Lit(name), jen.Func().Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Id("t").Dot("Skip").Call(jen.Lit("no request was found that satisfies every rule of this operation"))))
}

// requiresNothing reports whether nil is a valid request.
func requiresNothing(op *catalog.Operation) bool {
	return len(required(op.Request)) == 0 && !slices.ContainsFunc(op.Rules, func(r *catalog.Rule) bool {
		return r.Kind == catalog.FirstOf || r.Kind == catalog.AtLeastOneOf
	})
}

// emptyRequest is what arrives when nothing is sent: the defaults.
func emptyRequest(op *catalog.Operation) sample {
	var members []sample
	for _, f := range op.Request.Fields {
		if f.Default != nil {
			members = append(members, sampleMember(f, sampleDefault(f)))
		}
	}
	return sampleStruct(op.Request.GoName, members)
}

// filledRequest is a request with as many fields as its rules allow, as it is
// sent and as it arrives. There is none where no sample of a required field was
// found, or where rules exclude each other.
func filledRequest(op *catalog.Operation) (sent, arrives sample, ok bool) {
	chosen, ok := choose(op)
	if !ok {
		return sample{}, sample{}, false
	}
	var all, settled []sample
	for _, f := range op.Request.Fields {
		if !chosen[f] {
			continue
		}
		all = append(all, sampleMember(f, sampleField(f)))
		if rule := firstOf(op, f); rule == nil || f == firstChosen(rule, chosen) {
			settled = append(settled, sampleMember(f, sampleField(f)))
		}
	}
	name := op.Request.GoName
	return sampleStruct(name, all), sampleStruct(name, settled), true
}

// choose returns the fields of a filled request.
func choose(op *catalog.Operation) (map[*catalog.Field]bool, bool) {
	chosen := map[*catalog.Field]bool{}
	for _, f := range op.Request.Fields {
		chosen[f] = sampleable(f)
		if f.Required && !chosen[f] {
			return nil, false
		}
	}
	for changed := true; changed; {
		changed = false
		for _, rule := range op.Rules {
			changed = restrict(rule, chosen) || changed
		}
	}
	for _, rule := range op.Rules {
		if (rule.Kind == catalog.FirstOf || rule.Kind == catalog.AtLeastOneOf) && firstChosen(rule, chosen) == nil {
			return nil, false
		}
	}
	return chosen, true
}

// restrict takes away the fields that a rule does not allow, and reports whether
// there were any.
func restrict(rule *catalog.Rule, chosen map[*catalog.Field]bool) bool {
	n := 0
	for _, f := range rule.Fields {
		if chosen[f] {
			n++
		}
	}
	drop := rule.Fields
	switch {
	case rule.Kind == catalog.AtMostOneOf && n > 1:
		first := firstChosen(rule, chosen)
		drop = slices.DeleteFunc(slices.Clone(drop), func(f *catalog.Field) bool { return f == first })
	case rule.Kind == catalog.AllOrNoneOf && n > 0 && n < len(rule.Fields):
	default:
		return false
	}
	for _, f := range drop {
		chosen[f] = false
	}
	return true
}

func firstChosen(rule *catalog.Rule, chosen map[*catalog.Field]bool) *catalog.Field {
	for _, f := range rule.Fields {
		if chosen[f] {
			return f
		}
	}
	return nil
}
