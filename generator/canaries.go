package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/sample"
)

// canaryTests is the file of the tests that nothing sensitive of an area is
// shown, nil where it has nothing sensitive.
func canaryTests(a *catalog.Area) []jen.Code {
	private := privacyOf(a)
	var tests, calls []declaration
	for _, op := range a.Operations {
		if private.printsItself(op.Request) || private.printsItself(op.Response.Shape) {
			tests = append(tests, declaration{op.GoName, canaryTestOf(op, sample.Secrets{Whole: private.whole})})
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
// sensitive, how many of them travel, and where what is sensitive stands. A second
// call is one that is served, where the rules do not admit every canary:
//
//	func hideLogIn(t *testing.T, w *apitest.Watch, fake *Fake, client *Client) {
//		apitest.Hide(t, w, opLogIn, client.LogIn, &fake.LogInFunc,
//			apitest.Planted(2, &LogInRequest{Name: new("canary-2047110471"), Pin: new("canary-2047110471")},
//				"/name", "/pin"),
//			apitest.Planted(1, &LogInResponse{Token: new("canary-2047110471")},
//				"/token"))
//		apitest.Hide(t, w, opLogIn, client.LogIn, &fake.LogInFunc,
//			apitest.Planted(1, &LogInRequest{Name: new("canary-2047110471"), Pin: new("0000")}),
//			apitest.Planted(1, &LogInResponse{Token: new("canary-2047110471")}))
//	}
func canaryTestOf(op *catalog.Operation, secrets sample.Secrets) jen.Code {
	params := jen.List(testParam(), jen.Id("w").Op("*").Add(at("Watch")), jen.Id("fake").Op("*").Id("Fake"), jen.Id("client").Op("*").Id("Client"))
	answer, ok := secrets.Answer(op)
	if !ok {
		return jen.Func().Add(hideFunc(op)).Params(params).Block(skip(op.Name))
	}
	var body []jen.Code
	for i, request := range secrets.Requests(op) {
		var asked, answered []string
		if i == 0 {
			asked, answered = secrets.Places(request, op.Request), secrets.Places(answer, op.Response.Shape)
		}
		body = append(body, at("Hide").Call(jen.Id("t"), jen.Id("w"), opVar(op),
			jen.Id("client").Dot(op.GoName), jen.Op("&").Id("fake").Dot(op.GoName+"Func"),
			jen.Line().Add(planted(op.Request, request, sample.Settled(op, request).Canaries(), asked)),
			jen.Line().Add(planted(op.Response.Shape, answer, answer.Canaries(), answered))))
	}
	return jen.Func().Add(hideFunc(op)).Params(params).Block(body...)
}

// planted emits a request or an answer with canaries, their number as it travels,
// and the places of what is sensitive:
//
//	apitest.Planted(2, &LogInRequest{Name: new("canary-2047110471"), Pin: new("canary-2047110471")},
//		"/name", "/pin")
func planted(of *catalog.Shape, r *sample.Record, canaries int, places []string) jen.Code {
	args := []jen.Code{jen.Lit(canaries), jen.Op("&").Id(of.GoName).Add(sampleStruct(r))}
	for i, place := range literals(places) {
		if i == 0 {
			place = jen.Line().Add(place)
		}
		args = append(args, place)
	}
	return at("Planted").Call(args...)
}
