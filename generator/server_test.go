package generator

func Example_serviceType() {
	show(serviceType(claims))
	// Output:
	// // Service implements the operations of claims. An implementation embeds [UnimplementedService],
	// // which responds with status 501 to those that it leaves out. A request keeps every rule, holds
	// // only the fields that its rules send, and has its defaults. An error that is a [*api.Problem]
	// // is sent as it is; any other becomes status 500.
	// type Service interface {
	// 	// GetClaim reads one claim, by identifier or by number.
	// 	//
	// 	// At least one of claim_id, claim_number is required; only the first that has a value is sent.
	// 	GetClaim(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error)
	// 	mustEmbedUnimplementedService()
	// }
}

func Example_unimplementedType() {
	show(unimplementedType())
	// Output:
	// // UnimplementedService responds to every operation with status 501.
	// type UnimplementedService struct{}
	//
	// func (UnimplementedService) mustEmbedUnimplementedService() {}
}

func Example_unimplementedMethod() {
	show(unimplementedMethod(getClaim))
	// Output:
	// func (UnimplementedService) GetClaim(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
	// 	return nil, wire.Unimplemented(opGetClaim)
	// }
}

func Example_routes() {
	show(routes(claims))
	// Output:
	// // Routes returns the routes of svc, to be served together with those of other areas.
	// func Routes(svc Service) []api.Route {
	// 	if svc == nil {
	// 		svc = UnimplementedService{}
	// 	}
	// 	return []api.Route{
	// 		wire.HandleRaw(opGetClaim, decodeGetClaimRequest, svc.GetClaim),
	// 	}
	// }
}

func Example_newHandler() {
	show(newHandler("svc", "Service"))
	// Output:
	// // NewHandler returns a handler of svc. The options make one choice about authentication.
	// func NewHandler(svc Service, opts ...api.HandlerOption) (http.Handler, error) {
	// 	return api.NewHandler(Routes(svc), opts...)
	// }
}
