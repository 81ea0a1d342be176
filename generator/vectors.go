package generator

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/plan/vectors"
)

// apitestName returns a name of the runtime's package for tests: apitest.Name.
func apitestName(name string) *jen.Statement { return jen.Qual(testPath, name) }

// vectorTests emits the file of the tests for the wire vectors of an area, nil if there are
// none.
func vectorTests(a *catalog.Area, set vectors.Set) []jen.Code {
	calls, methods, tests := declarations{}, declarations{}, declarations{}
	for _, op := range a.Operations {
		if vs := set[op]; vs != nil {
			calls[op.GoName] = vectorFunc(op).Call(jen.Id("t"), jen.Id("s"), jen.Id("client"))
			methods[op.GoName] = recordMethod(op)
			tests[op.GoName] = vectorTable(op, vs)
		}
	}
	if len(tests) == 0 {
		return nil
	}
	service := jen.Type().Id("service").Struct(jen.Id("UnimplementedService"),
		jen.Id("recorder").Add(apitestName("Recorder")))
	return slices.Concat([]jen.Code{service, vectorTest(calls.sorted())}, methods.sorted(),
		tests.sorted())
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
		Block(jen.Return(apitestName("Record").Index(jen.Id(op.Response.GoName)).
			Call(jen.Op("&").Id("s").Dot("recorder"), jen.Id("req"))))
}

// vectorTest emits the test of an area's vectors:
//
//	func TestVectors(t *testing.T) {
//		s := new(service)
//		client := NewClientWithCaller(apitest.Serve(t, &s.recorder, Routes(s)))
//		vectorsOfGetClaim(t, s, client)
//	}
func vectorTest(calls []jen.Code) jen.Code {
	return jen.Func().Id("TestVectors").Params(param("t",
		jen.Qual("testing", "T"))).Block(append([]jen.Code{
		jen.Id("s").Op(":=").New(jen.Id("service")),
		jen.Id("client").Op(":=").Id("NewClientWithCaller").Call(apitestName("Serve").Call(
			jen.Id("t"), jen.Op("&").Id("s").Dot("recorder"), jen.Id("Routes").Call(jen.Id("s")))),
	}, calls...)...)
}

// vectorTable emits the vectors of an operation:
//
//	func vectorsOfGetClaim(t *testing.T, s *service, client *Client) {
//		apitest.TryVectors(t, opGetClaim, &s.recorder, client.GetClaim, []apitest.Vector[GetClaimRequest]{
//			{
//				Name:   "the identifier comes first",
//				Sent:   &GetClaimRequest{ClaimNumber: new("N"), ClaimID: new("1")},
//				Posted: new(`{"claim_number":"N","claim_id":"1"}`),
//				Body:   `{"claim_id":"1"}`,
//			},
//			{
//				Name:    "neither",
//				Posted:  new(`{}`),
//				Refused: []string{"first-of"},
//			},
//		})
//	}
func vectorTable(op *catalog.Operation, vs []*vectors.Vector) jen.Code {
	var requests, responses, calls []jen.Code
	for _, v := range vs {
		if v.Response == nil {
			requests = append(requests, vectorRow(op, v))
		} else {
			responses = append(responses, outcomeRow(op, v))
		}
	}
	if requests != nil {
		rows := jen.Index().Add(apitestName("Vector")).Index(jen.Id(op.Request.GoName)).Add(lines("{}", requests))
		text := fmt.Sprintf("t, op%s, &s.recorder, client.%s, []apitest.Vector[%s]{", op.GoName,
			op.GoName, op.Request.GoName)
		calls = append(calls, apitestName("TryVectors").Add(inParentheses("\tapitest.TryVectors", text, "",
			jen.Id("t"), opVar(op), jen.Op("&").Id("s").Dot("recorder"), jen.Id("client").Dot(op.GoName), rows)))
	}
	if responses != nil {
		calls = append(calls, tryOutcomes(op, responses))
	}
	return jen.Func().Add(vectorFunc(op)).
		Params(param("t", jen.Qual("testing", "T")), jen.Id("s").Op("*").Id("service"),
			jen.Id("client").Op("*").Id("Client")).
		Block(calls...)
}

// tryOutcomes emits the test of whole responses to a minimal request. If no sample of a
// request is found, it emits a test that is skipped with the reason.
func tryOutcomes(op *catalog.Operation, rows []jen.Code) jen.Code {
	request, ok := sample.Request(op, sample.Minimal)
	if !ok {
		return jen.Id("t").Dot("Run").Call(jen.Lit(op.Name), jen.Func().Params(param("t", jen.Qual("testing", "T"))).Block(
			jen.Id("t").Dot("Skip").Call(jen.Lit("no sample was found that satisfies every "+
				"rule of this operation and is not too large"))))
	}
	members := structMembers(op.Request, objectOf(request))
	literal := braces(members...)
	if len(members) > 3 {
		literal = lines("{}", spaced(members)) // so that a new member adds a line
	}
	outcomes := jen.Index().Add(apitestName("Outcome")).Index(jen.Id(op.Response.GoName)).Add(lines("{}", rows))
	text := fmt.Sprintf("t, op%s, &s.recorder, client.%s, &%s{%s}, []apitest.Outcome[%s]{",
		op.GoName, op.GoName, op.Request.GoName, textOf(members), op.Response.GoName)
	return apitestName("TryOutcomes").Add(inParentheses("\tapitest.TryOutcomes", text, "",
		jen.Id("t"), opVar(op), jen.Op("&").Id("s").Dot("recorder"), jen.Id("client").Dot(op.GoName),
		jen.Op("&").Id(op.Request.GoName).Add(literal), outcomes))
}

// outcomeRow emits a vector about a response: its text, and the values that a service
// returns and a client receives.
func outcomeRow(op *catalog.Operation, v *vectors.Vector) jen.Code {
	r := v.Response
	var m members
	m.add(true, "Name", jen.Lit(v.Name))
	m.add(r.Status != 200, "Status", jen.Lit(r.Status))
	m.add(true, "Body", rawString(r.Body))
	if !r.Failed {
		m.add(true, "Response", jen.Op("&").Id(op.Response.GoName).Add(responseLiteral(op, r)))
	}
	if r.Siblings != nil {
		s := op.Envelope.Siblings
		m.add(true, "Siblings", jen.Op("&").Id(s.GoName).Add(structLiteral(s, r.Siblings)))
	}
	if r.Failure != nil {
		literal := jen.Op("&").Id(op.Failure.Shape().GoName).Add(goValue(op.Failure.Type, r.Failure))
		text := textOf([]jen.Code{literal})
		m.add(true, "Failure",
			apitestName("Failed").Add(inParentheses("\t\t\t\tFailure:  apitest.Failed", text, ",",
				literal)))
	}
	m.add(r.Says != nil, "Says", texts(r.Says))
	m.add(!slices.Equal(r.Says, r.Messages), "Messages", texts(r.Messages))
	m.add(!v.Server, "Received", jen.True())
	return lines("{}", m)
}

// responseLiteral returns the response of a success, without the name of its type.
func responseLiteral(op *catalog.Operation, r *vectors.Response) jen.Code {
	of := op.Response
	switch {
	case of.Nothing:
		return braces()
	case !of.Shown:
		return braces(jen.Id("Raw").Op(":").Qual("encoding/json", "RawMessage").Call(rawString(r.Raw)))
	case of.Whole != nil:
		return braces(memberLiteral(of.Whole, r.Value))
	default:
		object, _ := r.Value.(vectors.Object)
		return structLiteral(of.Shape, object)
	}
}

// vectorRow emits a vector about a request: the inputs of a client and a server, and the
// result.
func vectorRow(op *catalog.Operation, v *vectors.Vector) jen.Code {
	var m members
	m.add(true, "Name", jen.Lit(v.Name))
	m.add(v.Client, "Sent",
		jen.Op("&").Id(op.Request.GoName).Add(structLiteral(op.Request, v.Value)))
	m.add(v.Server, "Posted", jen.New(rawString(v.Request)))
	m.add(v.Violations == nil, "Body", rawString(v.Body))
	refused := literals(v.Violations)
	m.add(v.Violations != nil, "Refused", jen.Index().String().
		Add(inBraces("\t\t\t\tRefused: []string", textOf(refused), refused...)))
	return lines("{}", m)
}
