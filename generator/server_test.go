package generator

func Example_serviceType() {
	show(serviceType(claims))
	// Output:
	// // Service implements the operations of claims. An implementation embeds [UnimplementedService],
	// // which answers the operations that it leaves out. Requests have been checked, their rules
	// // settled and their defaults filled in. An error that is an [api.Problem] is answered as it is,
	// // any other with status 500.
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
	// // UnimplementedService answers every operation with status 501.
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
