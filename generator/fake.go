package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// fake emits the file of an area's service for tests and its client.
func fake(a *catalog.Area) []jen.Code {
	calls := doc("Calls returns the calls that f has received so far, in order.").attach(
		jen.Func().Params(jen.Id("f").Op("*").Id("Fake")).Id("Calls").Params().Index().Add(apiName("FakeCall")).
			Add(braces(jen.Return(jen.Id("f").Dot("recorder").Dot("Calls").Call()))))
	return append([]jen.Code{fakeType(a), newFakeClient("svc", "Service",
		"A [Fake] records its calls."), calls},
		eachOperation(a, fakeMethod).sorted()...)
}

// fakeType emits the service for tests:
//
//	// Fake is a service for tests that records its calls. Each operation calls its func; an
//	// operation without a func responds with status 501.
//	type Fake struct {
//		UnimplementedService
//		recorder wire.FakeRecorder
//
//		GetClaimFunc func(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error)
//	}
func fakeType(a *catalog.Area) jen.Code {
	funcs := eachOperation(a, func(op *catalog.Operation) jen.Code {
		return jen.Id(op.FuncName()).Func().Add(serviceSignature("\t"+op.FuncName()+" func", op))
	})
	return doc("Fake is a service for tests that records its calls. Each operation calls its func; " +
		"an operation without a func responds with status 501.").attach(
		jen.Type().Id("Fake").Struct(slices.Concat([]jen.Code{
			jen.Id("UnimplementedService"),
			jen.Id("recorder").Add(wireName("FakeRecorder")).Line(),
		}, spaced(funcs.sorted()))...))
}

// newFakeClient emits the constructor of the client for tests of an area or of all areas:
//
//	// NewFakeClient returns a client for tests that calls svc without a network. Both sides encode,
//	// decode and validate as usual; anyone may call. A [Fake] records its calls.
//	func NewFakeClient(svc Service, opts ...api.ClientOption) (*Client, error) {
//		caller, err := wire.NewFakeCaller(Routes(svc), opts...)
//		if err != nil {
//			return nil, err
//		}
//		return NewClientWithCaller(caller), nil
//	}
func newFakeClient(services, typ, about string) jen.Code {
	about = "NewFakeClient returns a client for tests that calls " + services + " without a network. Both sides encode, " +
		"decode and validate as usual; anyone may call. " + about
	caller := wireName("NewFakeCaller").Call(jen.Id("Routes").Call(jen.Id(services)),
		jen.Id("opts").Op("..."))
	return clientFunc("NewFakeClient", doc(about), jen.Id(services).Id(typ), caller)
}

// fakeMethod emits an operation of the service for tests:
//
//	// GetClaim calls GetClaimFunc.
//	func (f *Fake) GetClaim(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
//		return wire.ServeFake(ctx, &f.recorder, opGetClaim, req, f.GetClaimFunc)
//	}
func fakeMethod(op *catalog.Operation) jen.Code {
	return doc(op.GoName + " calls " + op.FuncName() + ".").attach(
		jen.Func().Params(jen.Id("f").Op("*").Id("Fake")).Id(op.GoName).Add(serviceSignature("func (f *Fake) "+op.GoName, op)).
			Block(jen.Return(wireName("ServeFake").Call(
				jen.Id("ctx"), jen.Op("&").Id("f").Dot("recorder"), opVar(op), jen.Id("req"), jen.Id("f").Dot(op.FuncName())))))
}
