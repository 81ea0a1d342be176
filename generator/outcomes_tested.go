package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// outcomeTests is the file of the tests of whole responses, in envelopes and of failures,
// nil where an area has neither.
func outcomeTests(a *catalog.Area) []jen.Code {
	tests := each(a, outcomeTable)
	if tests == nil {
		return nil
	}
	return append([]jen.Code{outcomeTest(a)}, sorted(tests)...)
}

// outcomeTest emits the test of an area's whole responses:
//
//	func TestOutcomes(t *testing.T) {
//		s := new(service)
//		client := FromCaller(apitest.Serve(t, &s.recorder, Routes(s)))
//		outcomesOfCreateThing(t, s, client)
//	}
func outcomeTest(a *catalog.Area) jen.Code {
	return areaTest("TestOutcomes", each(a, func(op *catalog.Operation) jen.Code {
		if outcomeTable(op) == nil {
			return nil
		}
		return callTest(outcomeFunc(op))
	}))
}

// outcomeFunc is the function that holds the whole responses of an operation:
// outcomesOfCreateThing.
func outcomeFunc(op *catalog.Operation) *jen.Statement { return jen.Id("outcomesOf" + op.GoName) }

// outcomeTable emits the whole responses of an operation, nil if it has none:
//
//	func outcomesOfCreateThing(t *testing.T, s *service, client *Client) {
//		apitest.TryOutcomes(t, opCreateThing, &s.recorder, client.CreateThing, &CreateThingRequest{Name: "some name"}, []apitest.Outcome[CreateThingResponse]{
//			{
//				Name:     "a success",
//				Body:     `{"ok":true,"id":"some id"}`,
//				Response: &CreateThingResponse{ID: "some id"},
//			},
//			{
//				Name: "a failure",
//				Body: `{"ok":false}`,
//			},
//		})
//	}
func outcomeTable(op *catalog.Operation) jen.Code {
	var rows []jen.Code
	for _, o := range sample.Outcomes(op) {
		rows = append(rows, outcomeRow(op, sampleOutcome(op, o)))
	}
	if _, ok := sample.Request(op, sample.Minimal); !ok || rows == nil {
		return nil
	}
	return testOf(outcomeFunc(op), tryOutcomes(op, rows))
}

// tryOutcomes emits the test of whole responses to a small request, one that says why there
// is none if no sample of a request is found.
func tryOutcomes(op *catalog.Operation, rows []jen.Code) jen.Code {
	request, ok := sample.Request(op, sample.Minimal)
	if !ok {
		return skip(op.Name)
	}
	return at("TryOutcomes").Call(
		jen.Id("t"), opVar(op), jen.Op("&").Id("s").Dot("recorder"), jen.Id("client").Dot(op.GoName),
		jen.Op("&").Id(op.Request.GoName).Add(sampleStruct(request)),
		jen.Index().Add(at("Outcome")).Index(jen.Id(op.Response.GoName)).Add(lines("{}", rows)))
}

// outcome is a whole response of a sample or of a vector. What is in it are literals without
// the names of their types, nil for nothing.
type outcome struct {
	Name, Body                  string
	Status                      int
	Says, Messages              []string
	Received                    bool
	response, siblings, failure jen.Code
}

// sampleOutcome is what is emitted of a sample.
func sampleOutcome(op *catalog.Operation, of sample.Outcome) outcome {
	o := outcome{Name: of.Name, Body: of.Body, Status: of.Status, Says: of.Says, Messages: of.Messages, Received: of.Received}
	switch {
	case of.Failed:
	case of.Response != nil:
		o.response = sampleStruct(of.Response)
	case op.Response.Nothing:
		o.response = braces()
	default:
		o.response = rawResponse(sample.Free(op))
	}
	if of.Siblings != nil {
		o.siblings = sampleStruct(of.Siblings)
	}
	if of.Failure != nil {
		o.failure = sampleStruct(of.Failure)
		if whole, ok := of.Failure.Whole(); ok {
			o.failure = goValue(op.Failure.Type, whole)
		}
	}
	return o
}

// outcomeRow emits one whole response: its text, and what a client is told and a service
// gives of it.
func outcomeRow(op *catalog.Operation, o outcome) jen.Code {
	members := []jen.Code{jen.Id("Name").Op(":").Lit(o.Name)}
	add := func(given bool, name string, value ...jen.Code) {
		if given {
			members = append(members, jen.Id(name).Op(":").Add(value...))
		}
	}
	add(o.Status != 200, "Status", jen.Lit(o.Status))
	add(true, "Body", raw(o.Body))
	if o.response != nil {
		add(true, "Response", jen.Op("&").Id(op.Response.GoName).Add(o.response))
	}
	if o.siblings != nil {
		add(true, "Siblings", jen.Op("&").Id(op.Envelope.Siblings.GoName).Add(o.siblings))
	}
	if o.failure != nil {
		add(true, "Failure", at("Failed").Call(jen.Op("&").Id(op.Failure.Shape().GoName).Add(o.failure)))
	}
	add(o.Says != nil, "Says", jen.Index().String().Values(literals(o.Says)...))
	add(!slices.Equal(o.Says, o.Messages), "Messages", jen.Index().String().Values(literals(o.Messages)...))
	add(o.Received, "Received", jen.True())
	return lines("{}", members)
}

// rawResponse is a response of no known shape.
func rawResponse(text string) jen.Code {
	return braces(jen.Id("Raw").Op(":").Qual("encoding/json", "RawMessage").Call(raw(text)))
}
