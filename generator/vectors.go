package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
)

// vectorTests is the file of the tests that the wire vectors of an area become,
// nil where it has none.
func vectorTests(a *catalog.Area, set vectors.Set) []jen.Code {
	tests := each(a, func(op *catalog.Operation) jen.Code {
		if set[op] == nil {
			return nil
		}
		return vectorTable(op, set[op])
	})
	if tests == nil {
		return nil
	}
	return append([]jen.Code{vectorTest(a, set)}, sorted(tests)...)
}

// vectorTest emits the test of an area's vectors:
//
//	func TestVectors(t *testing.T) {
//		s := new(service)
//		client := FromCaller(apitest.Serve(t, &s.recorder, Routes(s)))
//		vectorsOfGetClaim(t, s, client)
//	}
func vectorTest(a *catalog.Area, set vectors.Set) jen.Code {
	return areaTest("TestVectors", each(a, func(op *catalog.Operation) jen.Code {
		if set[op] == nil {
			return nil
		}
		return callTest(vectorFunc(op))
	}))
}

// vectorFunc is the function that holds the vectors of an operation:
// vectorsOfGetClaim.
func vectorFunc(op *catalog.Operation) *jen.Statement { return jen.Id("vectorsOf" + op.GoName) }

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
			responses = append(responses, outcomeRow(op, responseVector(op, v)))
		}
	}
	if requests != nil {
		calls = append(calls, at("TryVectors").Call(
			jen.Id("t"), opVar(op), jen.Op("&").Id("s").Dot("recorder"), jen.Id("client").Dot(op.GoName),
			jen.Index().Add(at("Vector")).Index(jen.Id(op.Request.GoName)).Add(lines("{}", requests))))
	}
	if responses != nil {
		calls = append(calls, tryOutcomes(op, responses))
	}
	return testOf(vectorFunc(op), calls...)
}

// responseVector is what is emitted of a vector that is about a response.
func responseVector(op *catalog.Operation, v *vectors.Vector) outcome {
	r := v.Response
	o := outcome{Name: v.Name, Status: r.Status, Body: r.Body, Says: r.Says, Messages: r.Messages, Received: !v.Server}
	switch of := op.Response; {
	case r.Failed:
	case of.Nothing:
		o.response = braces()
	case !of.Shown:
		o.response = rawResponse(r.Raw)
	case of.Whole != nil:
		o.response = braces(memberLiteral(of.Whole, r.Value))
	default:
		object, _ := r.Value.(vectors.Object)
		o.response = vectorStruct(of.Shape, object)
	}
	if r.Siblings != nil {
		o.siblings = vectorStruct(op.Envelope.Siblings, r.Siblings)
	}
	if r.Failure != nil {
		o.failure = goValue(op.Failure.Type, r.Failure)
	}
	return o
}

// vectorRow emits one vector: what a client is given and what a server is given,
// and what becomes of it.
func vectorRow(op *catalog.Operation, v *vectors.Vector) jen.Code {
	members := []jen.Code{jen.Id("Name").Op(":").Lit(v.Name)}
	if v.Client {
		members = append(members, jen.Id("Sent").Op(":").Op("&").Id(op.Request.GoName).Add(vectorStruct(op.Request, v.Value)))
	}
	if v.Server {
		members = append(members, jen.Id("Posted").Op(":").New(raw(v.Request)))
	}
	if v.Violations == nil {
		members = append(members, jen.Id("Body").Op(":").Add(raw(v.Body)))
	} else {
		members = append(members, jen.Id("Refused").Op(":").Index().String().Values(literals(v.Violations)...))
	}
	return lines("{}", members)
}
