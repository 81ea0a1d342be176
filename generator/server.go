package generator

import (
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog"
)

// server emits the file of an area's server: the interface of the service, its routes and
// the handler.
func server(a *catalog.Area) []string {
	unimplemented := doc("UnimplementedService responds to every operation with status 501.") +
		"type UnimplementedService struct{}\n\nfunc (UnimplementedService) mustEmbedUnimplementedService() {}"
	return []string{
		serviceType(a), unimplemented, together(each(a, unimplementedMethod)),
		routes(a), newHandler("svc", "Service"),
	}
}

// serviceType emits the interface of an area's service. Because of an unexported method,
// every implementation must embed [UnimplementedService], so that a new operation does not
// break implementations.
func serviceType(a *catalog.Area) string {
	methods := each(a, func(op *catalog.Operation) string {
		return operationDoc(op, "serves") + op.GoName + serviceSignature(op)
	})
	problem := "as it is"
	if slices.ContainsFunc(a.Operations, func(op *catalog.Operation) bool { return op.Envelope != nil }) {
		problem = "in the envelope"
	}
	return doc("Service implements the operations of "+a.Name+". An implementation embeds [UnimplementedService], "+
		"which responds with status 501 to those that it leaves out. A request obeys every rule, contains only the fields "+
		"that its rules send, and has its defaults. An error that is a [*api.Problem] is sent "+problem+"; any other becomes status 500.") +
		"type Service interface " + block(append(sorted(methods), "mustEmbedUnimplementedService()")...)
}

// serviceSignature returns the parameters and results of a service's method.
func serviceSignature(op *catalog.Operation) string {
	return fmt.Sprintf("(ctx context.Context, req *%s) (*%s, error)", op.Request.GoName, op.Response.GoName)
}

// unimplementedMethod emits a method of the service that implements no operation.
func unimplementedMethod(op *catalog.Operation) string {
	return fmt.Sprintf(`func (UnimplementedService) %[1]s%[2]s {
		return nil, wire.Unimplemented(op%[1]s)
	}`, op.GoName, serviceSignature(op))
}

// routes emits the function that returns the routes of a service.
func routes(a *catalog.Area) string {
	return `// Routes returns the routes of svc, to be served together with those of other areas.
	func Routes(svc Service) []api.Route {
		if svc == nil {
			svc = UnimplementedService{}
		}
		return []api.Route` + lines("{}", sorted(each(a, route))) + "\n}"
}

// route emits the route of an operation.
func route(op *catalog.Operation) string {
	handle, decode := "HandleRaw", decoder(op.Request)
	if op.Response.Shown {
		handle = "Handle"
	}
	if !hasMembers(op.Request) {
		decode = "wire.NoFields[" + op.Request.GoName + "]"
	}
	return fmt.Sprintf("wire.%s(op%s, %s, svc.%[2]s)", handle, op.GoName, decode)
}

// newHandler emits the constructor of the handler of an area or of all areas.
func newHandler(services, typ string) string {
	return doc("NewHandler returns a handler of "+services+". opts must include exactly one authentication option.") +
		fmt.Sprintf(`func NewHandler(%[1]s %[2]s, opts ...api.HandlerOption) (http.Handler, error) {
			return api.NewHandler(Routes(%[1]s), opts...)
		}`, services, typ)
}
