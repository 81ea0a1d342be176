package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// server is the file of an area's service: what has to be implemented, and how
// it is served.
func server(a *catalog.Area) []jen.Code {
	return []jen.Code{serviceType(a), unimplementedType(), together(each(a, unimplementedMethod)), routes(a), newHandler("svc", "Service")}
}

// serviceType emits the interface of an area's service. A method that cannot be
// written elsewhere makes every implementation embed the type that responds to
// what is left out, so that a new operation breaks no implementation:
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
	methods := each(a, func(op *catalog.Operation) jen.Code {
		return operationDoc(op, "serves").Id(op.GoName).Add(serviceSignature(op))
	})
	return doc("Service implements the operations of " + a.Name + ". An implementation embeds [UnimplementedService], " +
		"which responds with status 501 to those that it leaves out. A request obeys every rule, contains only the fields " +
		"that its rules send, and has its defaults. An error that is a [*api.Problem] is sent " + problemSent(a) + "; any other becomes status 500.").
		Type().Id("Service").Interface(append(sorted(methods), jen.Id(mustEmbed).Params())...)
}

// problemSent says how the problems of an area are sent.
func problemSent(a *catalog.Area) string {
	for _, op := range a.Operations {
		if op.Envelope != nil {
			return "in the envelope"
		}
	}
	return "as it is"
}

const mustEmbed = "mustEmbedUnimplementedService"

// serviceSignature is what a service's method takes and returns.
func serviceSignature(op *catalog.Operation) *jen.Statement {
	return jen.Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("req").Op("*").Id(op.Request.GoName)).
		Params(jen.Op("*").Id(op.Response.GoName), jen.Error())
}

// unimplementedType emits the service that implements nothing:
//
//	// UnimplementedService responds to every operation with status 501.
//	type UnimplementedService struct{}
//
//	func (UnimplementedService) mustEmbedUnimplementedService() {}
func unimplementedType() jen.Code {
	return doc("UnimplementedService responds to every operation with status 501.").
		Type().Id("UnimplementedService").Struct().Line().Line().
		Func().Params(jen.Id("UnimplementedService")).Id(mustEmbed).Params().Block()
}

// unimplementedMethod emits what the service that implements nothing does:
//
//	func (UnimplementedService) GetClaim(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
//		return nil, wire.Unimplemented(opGetClaim)
//	}
func unimplementedMethod(op *catalog.Operation) jen.Code {
	return jen.Func().Params(jen.Id("UnimplementedService")).Id(op.GoName).Add(serviceSignature(op)).
		Block(jen.Return(jen.Nil(), rt("Unimplemented").Call(opVar(op))))
}

// routes emits how the operations of a service are served:
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
	return doc("Routes returns the routes of svc, to be served together with those of other areas.").
		Func().Id("Routes").Params(jen.Id("svc").Id("Service")).Index().Add(rt("Route")).Block(
		when(jen.Id("svc").Op("==").Nil(), jen.Id("svc").Op("=").Id("UnimplementedService").Values()),
		jen.Return(jen.Index().Add(rt("Route")).Add(lines("{}", sorted(each(a, route))))))
}

// route is how one operation is served.
func route(op *catalog.Operation) jen.Code {
	handle := "HandleRaw"
	if op.Response.Shown {
		handle = "Handle"
	}
	decode := decoder(op.Request)
	if !hasMembers(op.Request) {
		decode = rt("NoFields").Index(jen.Id(op.Request.GoName))
	}
	return rt(handle).Call(opVar(op), decode, jen.Id("svc").Dot(op.GoName))
}

// newHandler emits the handler of one area, or of all:
//
//	// NewHandler returns a handler of svc. opts must include exactly one authentication option.
//	func NewHandler(svc Service, opts ...api.HandlerOption) (http.Handler, error) {
//		return api.NewHandler(Routes(svc), opts...)
//	}
func newHandler(services, typ string) jen.Code {
	return doc("NewHandler returns a handler of "+services+". opts must include exactly one authentication option.").
		Func().Id("NewHandler").Params(jen.Id(services).Id(typ), jen.Id("opts").Op("...").Add(rt("HandlerOption"))).
		Params(jen.Qual("net/http", "Handler"), jen.Error()).
		Block(jen.Return(rt("NewHandler").Call(jen.Id("Routes").Call(jen.Id(services)), jen.Id("opts").Op("..."))))
}
