package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// canaryTests is the file of the tests that nothing sensitive of an area is
// shown, nil where it has nothing sensitive.
func canaryTests(a *catalog.Area) []jen.Code {
	var tests, calls []declaration
	for _, op := range a.Operations {
		if op.Request.HoldsPrivate() || op.Response.HoldsPrivate() || outcomesHoldPrivate(op) {
			tests = append(tests, declaration{op.GoName, canaryTestOf(op)})
			calls = append(calls, declaration{op.GoName, hideFunc(op).Call(jen.Id("t"), jen.Id("w"), jen.Id("fake"), jen.Id("client"))})
		}
	}
	if tests == nil {
		return nil
	}
	return append([]jen.Code{canaryTest(sorted(calls))}, sorted(tests)...)
}

// hideFunc is the function that looks for what an operation shows: hideNewContact.
func hideFunc(op *catalog.Operation) *jen.Statement { return jen.Id("hide" + op.GoName) }

// canaryTest emits the test that nothing sensitive of an area is shown:
//
//	func TestNothingSensitiveIsShown(t *testing.T) {
//		fake := new(Fake)
//		w := apitest.NewWatch(t, Routes(fake), fake)
//		client := FromCaller(w.Caller())
//		hideLogIn(t, w, fake, client)
//	}
func canaryTest(calls []jen.Code) jen.Code {
	return jen.Func().Id("TestNothingSensitiveIsShown").Params(testParam()).Block(append([]jen.Code{
		jen.Id("fake").Op(":=").New(jen.Id("Fake")),
		jen.Id("w").Op(":=").Add(at("NewWatch")).Call(jen.Id("t"), jen.Id("Routes").Call(jen.Id("fake")), jen.Id("fake")),
		jen.Id("client").Op(":=").Id("FromCaller").Call(jen.Id("w").Dot("Caller").Call()),
	}, calls...)...)
}

// canaryTestOf emits what an operation is called with: canaries in what is
// sensitive, and where what is sensitive stands. A second
// call is one that is served, where the rules do not admit every canary:
//
//	func hideLogIn(t *testing.T, w *apitest.Watch, fake *Fake, client *Client) {
//		apitest.Hide(t, w, opLogIn, client.LogIn, &fake.LogInFunc,
//			apitest.Planted(&LogInRequest{Name: new("canary-2047110471"), Pin: new("canary-2047110471")},
//				"/name",
//				"/pin"),
//			apitest.Planted(&LogInResponse{Token: new("canary-2047110471")},
//				"/token"))
//		apitest.Hide(t, w, opLogIn, client.LogIn, &fake.LogInFunc,
//			apitest.Planted(&LogInRequest{Name: new("canary-2047110471"), Pin: new("0000")},
//				"/name"),
//			apitest.Planted(&LogInResponse{Token: new("canary-2047110471")},
//				"/token"))
//	}
func canaryTestOf(op *catalog.Operation) jen.Code {
	params := jen.List(testParam(), jen.Id("w").Op("*").Add(at("Watch")), jen.Id("fake").Op("*").Id("Fake"), jen.Id("client").Op("*").Id("Client"))
	answer, ok := sample.CanaryAnswer(op)
	if !ok {
		return jen.Func().Add(hideFunc(op)).Params(params).Block(skip(op.Name))
	}
	body := hiddenOutcomes(op)
	if !op.Request.HoldsPrivate() && !op.Response.HoldsPrivate() {
		return jen.Func().Add(hideFunc(op)).Params(params).Block(body...)
	}
	for i, request := range sample.CanaryRequests(op) {
		var asked, answered []string
		if i == 0 {
			asked, answered = sample.PrivatePlaces(request, op.Request), sample.PrivatePlaces(answer, op.Response.Shape)
		}
		body = append(body, at("Hide").Call(jen.Id("t"), jen.Id("w"), opVar(op),
			jen.Id("client").Dot(op.GoName), jen.Op("&").Id("fake").Dot(op.GoName+"Func"),
			jen.Line().Add(planted(op.Request, request, sample.Settled(op, request).Planted(), asked)),
			jen.Line().Add(planted(op.Response.Shape, answer, answer.Planted(), answered))))
	}
	return jen.Func().Add(hideFunc(op)).Params(params).Block(body...)
}

// outcomesHoldPrivate reports whether something is private that stands beside a response,
// or in a failure.
func outcomesHoldPrivate(op *catalog.Operation) bool {
	return slices.ContainsFunc(op.Outcomes(), func(s *catalog.Shape) bool {
		return s.HoldsPrivate() || slices.ContainsFunc(s.Fields, (*catalog.Field).HoldsPrivate)
	})
}

// hiddenOutcomes emits whole responses with canaries in what stands beside the response, in
// failures and in messages, nothing if none of that is private:
//
//	apitest.HideOutcomes(t, w, opLogOut, client.LogOut, &fake.LogOutFunc, &LogOutRequest{}, []apitest.Outcome[LogOutResponse]{
//		{
//			Name:    "a failure with a type",
//			Status:  409,
//			Body:    `{"holder":"canary-2047110471"}`,
//			Failure: apitest.Failed(&Refusal{Holder: new("canary-2047110471")}),
//		},
//	})
func hiddenOutcomes(op *catalog.Operation) []jen.Code {
	request, ok := sample.Request(op, sample.Minimal)
	var rows []jen.Code
	for _, o := range sample.CanaryOutcomes(op) {
		rows = append(rows, outcomeRow(op, sampleOutcome(op, o)))
	}
	if !ok || rows == nil || !outcomesHoldPrivate(op) {
		return nil
	}
	return []jen.Code{at("HideOutcomes").Call(jen.Id("t"), jen.Id("w"), opVar(op), jen.Id("client").Dot(op.GoName),
		jen.Op("&").Id("fake").Dot(op.GoName+"Func"), jen.Op("&").Id(op.Request.GoName).Add(sampleStruct(request)),
		jen.Index().Add(at("Outcome")).Index(jen.Id(op.Response.GoName)).Add(lines("{}", rows)))}
}

// planted emits a request or an answer with canaries, the place of each as it
// travels, and where else something sensitive may stand. No line holds their
// number, so that branches that add a field each merge:
//
//	apitest.Planted(&LogInRequest{Name: new("canary-2047110471"), Pin: new("canary-2047110471")},
//		"/name",
//		"/pin")
func planted(of *catalog.Shape, r *sample.Record, canaries, places []string) jen.Code {
	onLines := func(places []string) (lines []jen.Code) {
		for _, place := range places {
			lines = append(lines, jen.Line().Lit(place))
		}
		return lines
	}
	code := at("Planted").Call(append([]jen.Code{jen.Op("&").Id(of.GoName).Add(sampleStruct(r))}, onLines(canaries)...)...)
	others := slices.DeleteFunc(places, func(place string) bool { return slices.Contains(canaries, place) })
	if len(others) > 0 {
		code.Dot("Beside").Call(onLines(others)...)
	}
	return code
}
