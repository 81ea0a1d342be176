package generator

func Example_rootClientType() {
	show(rootClientType(fixed, config))
	// Output:
	// // Client calls the service, area by area. It is safe for concurrent use.
	// type Client struct {
	// 	Claims *claims.Client
	//
	// 	Contacts *contacts.Client
	// }
}

func Example_rootFromCaller() {
	show(rootFromCaller(fixed, config))
	// Output:
	// // FromCaller returns a client that calls by way of caller.
	// func FromCaller(caller *api.Caller) *Client {
	// 	return &Client{
	// 		Claims: claims.FromCaller(caller),
	//
	// 		Contacts: contacts.FromCaller(caller),
	// 	}
	// }
}

func Example_servicesType() {
	show(servicesType(fixed, config))
	// Output:
	// // Services are the services of all areas. The operations of an area without one respond with
	// // status 501.
	// type Services struct {
	// 	Claims claims.Service
	//
	// 	Contacts contacts.Service
	// }
}

func Example_rootRoutes() {
	show(rootRoutes(fixed, config))
	// Output:
	// // Routes returns the routes of services.
	// func Routes(services Services) []api.Route {
	// 	return slices.Concat(
	// 		claims.Routes(services.Claims),
	// 		contacts.Routes(services.Contacts),
	// 	)
	// }
}

func Example_newHandler_root() {
	show(newHandler("services", "Services"))
	// Output:
	// // NewHandler returns a handler of services. The options make one choice about authentication.
	// func NewHandler(services Services, opts ...api.HandlerOption) (http.Handler, error) {
	// 	return api.NewHandler(Routes(services), opts...)
	// }
}

func Example_newFakeClient_root() {
	show(rootFake(fixed, config)...)
	// Output:
	// // NewFakeClient returns a client for tests that calls services without a network, through the
	// // codec and the rules of both sides. Everybody may call. The Fake of each area is a service that
	// // records its calls.
	// func NewFakeClient(services Services, opts ...api.ClientOption) (*Client, error) {
	// 	caller, err := wire.NewFakeCaller(Routes(services), opts...)
	// 	if err != nil {
	// 		return nil, err
	// 	}
	// 	return FromCaller(caller), nil
	// }
}
