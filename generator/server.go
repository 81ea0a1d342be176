package generator

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// server emits the file of an area's server: the interface of the service, its routes and
// the handler.
func server(a *catalog.Area) []jen.Code {
	return slices.Concat([]jen.Code{serviceType(a), unimplementedType()}, eachOperation(a, unimplementedMethod).sorted(),
		[]jen.Code{routes(a), newAreaHandler()})
}

// serviceType emits the interface of an area's service. Because of an unexported method,
// every implementation must embed [UnimplementedService], so that a new operation does not
// break implementations:
//
//	// Service implements the operations of claims. An implementation embeds [UnimplementedService],
//	// which responds with status 501 to those that it leaves out. A request obeys every rule,
//	// contains only the fields that its rules send, and has its defaults. An error that is a
//	// [*api.Problem] is sent as it is; any other becomes status 500.
//	type Service interface {
//		// GetClaim reads one claim, by identifier or by number.
//		//
//		// At least one of claim_id, claim_number is required; only the first that has a value is sent.
//		GetClaim(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error)
//		mustEmbedUnimplementedService()
//	}
func serviceType(a *catalog.Area) jen.Code {
	methods := eachOperation(a, func(op *catalog.Operation) jen.Code {
		return operationDoc(op, "serves").attach(jen.Id(op.GoName).Add(serviceSignature("\t"+op.GoName, op)))
	})
	members := append(methods.sorted(), jen.Id(mustEmbed).Params())
	return doc(serviceDoc(a)).attach(jen.Type().Id("Service").Interface(members...))
}

// serviceDoc returns the comment of an area's service. What becomes of an error depends on whether
// the operations have an envelope and failures.
func serviceDoc(a *catalog.Area) string {
	problemForm := "as it is"
	hasEnvelope := func(op *catalog.Operation) bool { return op.Envelope != nil }
	if slices.ContainsFunc(a.Operations, hasEnvelope) {
		problemForm = "in the envelope"
	}
	failureForm := ""
	hasFailure := func(op *catalog.Operation) bool { return op.Failure != nil }
	if slices.ContainsFunc(a.Operations, hasFailure) {
		failureForm = ", and one from [api.Fail] or [api.FailWith] as the failure of the operation"
	}
	return "Service implements the operations of " + a.Name + ". An implementation embeds " +
		"[UnimplementedService], which responds with status 501 to those that it leaves out. A request " +
		"obeys every rule, contains only the fields that its rules send, and has its defaults. An error " +
		"that is a [*api.Problem] is sent " + problemForm + failureForm + "; any other becomes status 500."
}

// mustEmbed is the unexported method of [Service] that only UnimplementedService has.
const mustEmbed = "mustEmbedUnimplementedService"

// serviceSignature returns the parameters and results of a service's method, which follow a text
// in their line. Their width is measured with the brace of a body, and so is an upper bound
// for the interface, which has none.
func serviceSignature(before string, op *catalog.Operation) *jen.Statement {
	parameters := "ctx context.Context, req *" + op.Request.GoName
	return inParentheses(before, parameters, " (*"+op.Response.GoName+", error) {",
		jen.Id("ctx").Qual("context", "Context"), jen.Id("req").Op("*").Id(op.Request.GoName)).
		Params(jen.Op("*").Id(op.Response.GoName), jen.Error())
}

// unimplementedType emits the service that implements no operation:
//
//	// UnimplementedService responds to every operation with status 501.
//	type UnimplementedService struct{}
//
//	func (UnimplementedService) mustEmbedUnimplementedService() {}
func unimplementedType() jen.Code {
	return doc("UnimplementedService responds to every operation with status 501.").attach(
		jen.Type().Id("UnimplementedService").Struct().Line().Line().
			Func().Params(jen.Id("UnimplementedService")).Id(mustEmbed).Params().Block())
}

// unimplementedMethod emits a method of the service that implements no operation:
//
//	// GetClaim responds with status 501.
//	func (UnimplementedService) GetClaim(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
//		return nil, wire.Unimplemented(opGetClaim)
//	}
func unimplementedMethod(op *catalog.Operation) jen.Code {
	return doc(op.GoName + " responds with status 501.").attach(
		jen.Func().Params(jen.Id("UnimplementedService")).Id(op.GoName).
			Add(serviceSignature("func (UnimplementedService) "+op.GoName, op)).
			Block(jen.Return(jen.Nil(), wireName("Unimplemented").Call(opVar(op)))))
}

// routes emits the function that returns the routes of a service:
//
//	// Routes returns the routes of svc, to be served together with those of other areas.
//	func Routes(svc Service) []api.Route {
//		if svc == nil {
//			svc = UnimplementedService{}
//		}
//		return []api.Route{
//			wire.HandleRaw(opGetClaim, decodeGetClaimRequest, svc.GetClaim),
//		}
//	}
func routes(a *catalog.Area) jen.Code {
	return doc("Routes returns the routes of svc, to be served together with those of other areas.").attach(
		jen.Func().Id("Routes").Params(jen.Id("svc").Id("Service")).Index().Add(apiName("Route")).Block(
			ifThen(jen.Id("svc").Op("==").Nil(),
				jen.Id("svc").Op("=").Id("UnimplementedService").Values()),
			jen.Return(jen.Index().Add(apiName("Route")).Add(lines("{}",
				eachOperation(a, route).sorted())))))
}

// route emits the route of an operation. Its width is measured with the longer one of the two
// decoders that [requestDecoder] may return, and so is an upper bound: a line never becomes too
// long.
func route(op *catalog.Operation) jen.Code {
	handle := "HandleRaw"
	if op.Response.Shown {
		handle = "Handle"
	}
	widest := fmt.Sprintf("op%s, wire.NoFields[%s], svc.%s", op.GoName, op.Request.GoName, op.GoName)
	return wireName(handle).Add(inParentheses("\t\twire."+handle, widest, ",",
		opVar(op), requestDecoder(op.Request), jen.Id("svc").Dot(op.GoName)))
}

// newAreaHandler emits the constructor of the handler of an area:
//
//	// NewHandler returns a handler of svc. opts must include exactly one authentication option.
//	func NewHandler(svc Service, opts ...api.HandlerOption) (http.Handler, error) {
//		if svc == nil {
//			return nil, wire.ErrNoService
//		}
//		return api.NewHandler(Routes(svc), opts...)
//	}
func newAreaHandler() jen.Code {
	return newHandler("svc", "Service",
		ifThen(jen.Id("svc").Op("==").Nil(), jen.Return(jen.Nil(), wireName("ErrNoService"))))
}

// newHandler emits the constructor of a handler, which begins with a check. That of all areas has
// none, since an area whose service is nil responds with status 501:
//
//	// NewHandler returns a handler of services. opts must include exactly one authentication option.
//	func NewHandler(services Services, opts ...api.HandlerOption) (http.Handler, error) {
//		return api.NewHandler(Routes(services), opts...)
//	}
func newHandler(services, typ string, check ...jen.Code) jen.Code {
	return doc("NewHandler returns a handler of " + services + ". opts must include exactly " +
		"one authentication option.").attach(
		jen.Func().Id("NewHandler").Params(jen.Id(services).Id(typ),
			jen.Id("opts").Op("...").Add(apiName("HandlerOption"))).
			Params(jen.Qual("net/http", "Handler"), jen.Error()).
			Block(append(check,
				jen.Return(apiName("NewHandler").Call(jen.Id("Routes").Call(jen.Id(services)),
					jen.Id("opts").Op("..."))))...))
}
