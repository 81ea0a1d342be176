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
	var methods, tries []declaration
	for _, op := range a.Operations {
		methods = append(methods, declaration{op.GoName, recordMethod(op)})
		tries = append(tries, declaration{op.GoName, roundTrip(op)})
	}
	return slices.Concat([]jen.Code{recordingService(), everyOperation(a)}, sorted(methods), sorted(tries))
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
//		tryGetClaim(t, s, client)
//	}
func everyOperation(a *catalog.Area) jen.Code {
	var calls []declaration
	for _, op := range a.Operations {
		calls = append(calls, declaration{op.GoName, tryFunc(op).Call(jen.Id("t"), jen.Id("s"), jen.Id("client"))})
	}
	return jen.Func().Id("TestEveryOperation").Params(testParam()).Block(append([]jen.Code{
		jen.Id("s").Op(":=").New(jen.Id("service")),
		jen.Id("client").Op(":=").Id("FromCaller").Call(at("Serve").Call(
			jen.Id("t"), jen.Op("&").Id("s").Dot("recorder"), jen.Id("Routes").Call(jen.Id("s")))),
	}, sorted(calls)...)...)
}

func testParam() jen.Code { return jen.Id("t").Op("*").Qual("testing", "T") }

// tryFunc is the function that tries an operation: tryGetClaim.
func tryFunc(op *catalog.Operation) *jen.Statement { return jen.Id("try" + op.GoName) }

// roundTrip emits the calls of one operation, with every field and, where
// nothing is required, with none. What arrives is nil where it is what was sent:
//
//	func tryGetClaim(t *testing.T, s *service, client *Client) {
//		apitest.RoundTrip(t, "get_claim", &s.recorder, client.GetClaim,
//			&GetClaimRequest{ClaimID: new("some claim_id"), ClaimNumber: new("some claim_number")},
//			`{"claim_id":"some claim_id"}`,
//			&GetClaimRequest{ClaimID: new("some claim_id")},
//			&GetClaimResponse{Raw: json.RawMessage(`{"answer":"get_claim"}`)})
//	}
func roundTrip(op *catalog.Operation) jen.Code {
	var body []jen.Code
	call := func(name string, sent, arrives, answer jen.Code, json string) {
		body = append(body, at("RoundTrip").Call(jen.Id("t"), jen.Lit(name), jen.Op("&").Id("s").Dot("recorder"),
			jen.Id("client").Dot(op.GoName), jen.Line().Add(sent), jen.Line().Add(raw(json)),
			jen.Line().Add(arrives), jen.Line().Add(answer)))
	}
	request := func(v sample) jen.Code { return jen.Op("&").Id(op.Request.GoName).Add(v.code) }

	sent, settled, filled := filledRequest(op)
	answer, answered := sampleAnswer(op)
	switch {
	case !filled || !answered:
		body = append(body, skip(op.Name))
	case sent.json == settled.json:
		call(op.Name, request(sent), jen.Nil(), answer, sent.json)
	default:
		call(op.Name, request(sent), request(settled), answer, settled.json)
	}
	if requiresNothing(op) && answered {
		empty := emptyRequest(op)
		call(op.Name+" without fields", jen.Nil(), request(empty), answer, empty.json)
	}
	return jen.Func().Add(tryFunc(op)).Params(testParam(), jen.Id("s").Op("*").Id("service"), jen.Id("client").Op("*").Id("Client")).
		Block(body...)
}

// sampleAnswer is an answer with every field, or false where there is no sample
// of a required one.
func sampleAnswer(op *catalog.Operation) (jen.Code, bool) {
	name := jen.Op("&").Id(op.Response.GoName)
	if !op.Response.Shown {
		text := raw(`{"answer":` + jsonString(op.Name) + `}`)
		return name.Add(braces(jen.Id("Raw").Op(":").Qual("encoding/json", "RawMessage").Call(text))), true
	}
	s, ok := samplerFor(op)
	if !ok {
		return nil, false
	}
	v, ok := s.shape(op.Response.Shape)
	return name.Add(v.code), ok
}

// skip emits a case that says why it is none:
//
//	t.Run("get_claim", func(t *testing.T) {
//		t.Skip("no sample was found that satisfies every rule of this operation and is not too large")
//	})
func skip(name string) jen.Code {
	return jen.Id("t").Dot("Run").Call(jen.Lit(name), jen.Func().Params(testParam()).Block(
		jen.Id("t").Dot("Skip").Call(jen.Lit("no sample was found that satisfies every rule of this operation and is not too large"))))
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
	return sampleStruct(members)
}

// filledRequest is a request with as many fields as its rules allow, as it is
// sent and as it arrives. There is none where no sample of a required field was
// found, or where rules exclude each other.
func filledRequest(op *catalog.Operation) (sent, settled sample, ok bool) {
	s, ok := samplerFor(op)
	if !ok {
		return sample{}, sample{}, false
	}
	chosen, ok := choose(op, s)
	if !ok {
		return sample{}, sample{}, false
	}
	var all, left []sample
	for _, f := range op.Request.Fields {
		v, ok := chosen[f]
		if !ok {
			continue
		}
		all = append(all, sampleMember(f, v))
		if rule := firstOf(op, f); rule == nil || f == firstChosen(rule, chosen) {
			left = append(left, sampleMember(f, v))
		}
	}
	return sampleStruct(all), sampleStruct(left), true
}

// choose returns the fields of a filled request and their values.
func choose(op *catalog.Operation, s sampler) (map[*catalog.Field]sample, bool) {
	chosen := map[*catalog.Field]sample{}
	for _, f := range op.Request.Fields {
		v, ok := s.field(f)
		switch {
		case !ok && f.Default != nil:
			v, ok = sampleDefault(f), true
		case ok && f.SendIf != "":
			ok = !v.startsEmpty()
		case ok && inRule(op, f):
			ok = !v.empty()
		}
		if ok {
			chosen[f] = v
		} else if f.Required {
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
	return chosen, completePages(op, chosen)
}

// completePages reports whether both paging fields were chosen or none: one alone
// would not arrive alone.
func completePages(op *catalog.Operation, chosen map[*catalog.Field]sample) bool {
	p := op.Pagination
	if p == nil || !defaultsPages(p) {
		return true
	}
	_, page := chosen[p.Page]
	_, size := chosen[p.Size]
	return page == size
}

func inRule(op *catalog.Operation, f *catalog.Field) bool {
	return slices.ContainsFunc(op.Rules, func(r *catalog.Rule) bool { return slices.Contains(r.Fields, f) })
}

// restrict takes away the fields that a rule does not allow, and reports whether
// there were any.
func restrict(rule *catalog.Rule, chosen map[*catalog.Field]sample) bool {
	n := 0
	for _, f := range rule.Fields {
		if _, ok := chosen[f]; ok {
			n++
		}
	}
	keep := (*catalog.Field)(nil)
	switch {
	case rule.Kind == catalog.AtMostOneOf && n > 1:
		keep = firstChosen(rule, chosen)
	case rule.Kind == catalog.AllOrNoneOf && n > 0 && n < len(rule.Fields):
	default:
		return false
	}
	for _, f := range rule.Fields {
		if f != keep {
			delete(chosen, f)
		}
	}
	return true
}

func firstChosen(rule *catalog.Rule, chosen map[*catalog.Field]sample) *catalog.Field {
	for _, f := range rule.Fields {
		if _, ok := chosen[f]; ok {
			return f
		}
	}
	return nil
}
