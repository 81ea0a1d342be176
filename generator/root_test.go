package generator

func Example_rootClientType() {
	show(rootClientType(fixed, config))
	// Output:
	// // Client calls the service, area by area. It is safe for concurrent use.
	// type Client struct {
	// 	Claims   *claims.Client
	// 	Contacts *contacts.Client
	// }
}

func Example_newRootClient() {
	show(newRootClient(fixed, config))
	// Output:
	// // NewClient returns a client of the service at baseURL, such as "https://host".
	// func NewClient(baseURL string, opts ...api.ClientOption) (*Client, error) {
	// 	caller, err := api.NewCaller(baseURL, opts...)
	// 	if err != nil {
	// 		return nil, err
	// 	}
	// 	return &Client{
	// 		Claims:   claims.FromCaller(caller),
	// 		Contacts: contacts.FromCaller(caller),
	// 	}, nil
	// }
}

func Example_servicesType() {
	show(servicesType(fixed, config))
	// Output:
	// // Services are the services of all areas. The operations of an area without one are answered
	// // with status 501.
	// type Services struct {
	// 	Claims   claims.Service
	// 	Contacts contacts.Service
	// }
}

func Example_newRootHandler() {
	show(newRootHandler(fixed, config))
	// Output:
	// // NewHandler returns a handler of services. The options make one choice about authentication.
	// func NewHandler(services Services, opts ...api.HandlerOption) (http.Handler, error) {
	// 	return api.NewHandler(slices.Concat(
	// 		claims.Routes(services.Claims),
	// 		contacts.Routes(services.Contacts),
	// 	), opts...)
	// }
}
