package generator

import (
	"path"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
)

// roundTrips is the file of the tests that are generated beside the bindings of
// an area: a request with every field filled travels from the client over HTTP
// to a service and is compared there, and the answer on its way back.
func roundTrips(a *catalog.Area) []jen.Code {
	return slices.Concat([]jen.Code{recordingService(), everyOperation(a)}, sorted(each(a, recordMethod)), sorted(each(a, roundTrip)))
}

// at is a name of the runtime's package for tests: apitest.Name.
func at(name string) *jen.Statement { return jen.Qual(path.Join(apiPath, "apitest"), name) }

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
	return areaTest("TestEveryOperation", each(a, func(op *catalog.Operation) jen.Code { return callTest(tryFunc(op)) }))
}

// areaTest is a test that serves an area and calls a function for each operation.
func areaTest(name string, calls []declaration) jen.Code {
	return jen.Func().Id(name).Params(testParam()).Block(append([]jen.Code{
		jen.Id("s").Op(":=").New(jen.Id("service")),
		jen.Id("client").Op(":=").Id("FromCaller").Call(at("Serve").Call(
			jen.Id("t"), jen.Op("&").Id("s").Dot("recorder"), jen.Id("Routes").Call(jen.Id("s")))),
	}, sorted(calls)...)...)
}

// callTest calls the function that tests an operation, and testOf is one.
func callTest(name *jen.Statement) jen.Code {
	return name.Call(jen.Id("t"), jen.Id("s"), jen.Id("client"))
}

func testOf(name *jen.Statement, body ...jen.Code) jen.Code {
	return jen.Func().Add(name).Params(testParam(), jen.Id("s").Op("*").Id("service"), jen.Id("client").Op("*").Id("Client")).
		Block(body...)
}

func testParam() jen.Code { return jen.Id("t").Op("*").Qual("testing", "T") }

// tryFunc is the function that tries an operation: tryGetClaim.
func tryFunc(op *catalog.Operation) *jen.Statement { return jen.Id("try" + op.GoName) }

// roundTrip emits the calls of one operation, with every field, with nulls where fields
// may be null and, where nothing is required, with none. What arrives is nil where it is
// what was sent:
//
//	func tryGetClaim(t *testing.T, s *service, client *Client) {
//		apitest.RoundTrip(t, "get_claim", &s.recorder, client.GetClaim,
//			&GetClaimRequest{ClaimID: new("some claim_id"), ClaimNumber: new("some claim_number")},
//			`{"claim_id":"some claim_id"}`,
//			&GetClaimRequest{ClaimID: new("some claim_id")},
//			&GetClaimResponse{Raw: json.RawMessage(`{"answer":"get_claim"}`)})
//	}
func roundTrip(op *catalog.Operation) jen.Code {
	var calls []jen.Code
	call := func(name string, sent, arrives, answer jen.Code, text string) {
		if !hasMembers(op.Request) {
			text = op.Empty.Body()
		}
		calls = append(calls, at("RoundTrip").Call(jen.Id("t"), jen.Lit(name), jen.Op("&").Id("s").Dot("recorder"),
			jen.Id("client").Dot(op.GoName), jen.Line().Add(sent), jen.Line().Add(raw(text)),
			jen.Line().Add(arrives), jen.Line().Add(answer)))
	}
	request := func(v *sample.Record) jen.Code { return jen.Op("&").Id(op.Request.GoName).Add(sampleStruct(v)) }

	try := func(name string, sent *sample.Record, answer jen.Code) {
		if settled := sample.Settled(op, sent); len(sent.Members) == len(settled.Members) {
			call(name, request(sent), jen.Nil(), answer, sent.JSON())
		} else {
			call(name, request(sent), request(settled), answer, settled.JSON())
		}
	}
	answer, answered := sampleAnswer(op)
	if sent, ok := sample.Request(op, sample.Full); !ok || !answered {
		calls = append(calls, skip(op.Name))
	} else {
		try(op.Name, sent, answer)
		if nulls, null, any := sampleNulls(op, sent, answer); any {
			try(op.Name+" with nulls", nulls, null)
		}
	}
	if len(plan.Request(op).Needed()) == 0 && answered {
		empty := sample.Settled(op, new(sample.Record))
		call(op.Name+" without fields", jen.Nil(), request(empty), answer, empty.JSON())
	}
	return testOf(tryFunc(op), calls...)
}

// sampleAnswer is an answer, or false where there is no sample.
func sampleAnswer(op *catalog.Operation) (jen.Code, bool) {
	name := jen.Op("&").Id(op.Response.GoName)
	if !op.Response.Shown {
		return name.Add(rawResponse(sample.Free(op))), true
	}
	v, ok := sample.Answer(op, sample.Full)
	if !ok {
		return nil, false
	}
	return name.Add(sampleStruct(v)), true
}

// sampleNulls is a request and an answer with nulls, or those given where there are none
// in one of them. It reports false where there are none in both.
func sampleNulls(op *catalog.Operation, request *sample.Record, answer jen.Code) (*sample.Record, jen.Code, bool) {
	asked, answered := false, false
	if nulls, ok := sample.NullRequest(op); ok {
		request, asked = nulls, true
	}
	if nulls, ok := sample.NullAnswer(op); ok && op.Response.Shown {
		answer, answered = jen.Op("&").Id(op.Response.GoName).Add(sampleStruct(nulls)), true
	}
	return request, answer, asked || answered
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
