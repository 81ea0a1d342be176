package generator

func Example_fakeType() {
	show(fakeType(claims))
	// Output:
	// // Fake is a service for tests, which records its calls. It calls the func of an operation; an
	// // operation without one responds with status 501.
	// type Fake struct {
	// 	UnimplementedService
	// 	recorder wire.FakeRecorder
	//
	// 	GetClaimFunc func(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error)
	// }
}

func Example_newFakeClient() {
	show(newFakeClient("svc", "Service", "A [Fake] is a service that records its calls."))
	// Output:
	// // NewFakeClient returns a client for tests that calls svc without a network, through the codec
	// // and the rules of both sides. Everybody may call. A [Fake] is a service that records its calls.
	// func NewFakeClient(svc Service, opts ...api.ClientOption) (*Client, error) {
	// 	caller, err := wire.NewFakeCaller(Routes(svc), opts...)
	// 	if err != nil {
	// 		return nil, err
	// 	}
	// 	return FromCaller(caller), nil
	// }
}

func Example_fakeCalls() {
	show(fakeCalls())
	// Output:
	// // Calls returns the calls that the fake was given so far, in order.
	// func (f *Fake) Calls() []api.FakeCall { return f.recorder.Calls() }
}

func Example_fakeMethod() {
	show(fakeMethod(getClaim))
	// Output:
	// func (f *Fake) GetClaim(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error) {
	// 	return wire.ServeFake(ctx, &f.recorder, opGetClaim, req, f.GetClaimFunc)
	// }
}
