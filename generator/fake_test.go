package generator

func Example_fakeType() {
	show(fakeType(claims))
	// Output:
	// // Fake is a service for tests, which records its calls. The func of an operation answers it; an
	// // operation without one is answered with status 501.
	// type Fake struct {
	// 	UnimplementedService
	// 	recorder wire.FakeRecorder
	//
	// 	GetClaimFunc func(ctx context.Context, req *GetClaimRequest) (*GetClaimResponse, error)
	// }
}

func Example_newFakeClient() {
	show(newFakeClient("svc", "Service", "answers", "A [Fake] is a service that records its calls."))
	// Output:
	// // NewFakeClient returns a client for tests, whose calls svc answers in this process, as
	// // [wire.NewFakeCaller] says. A [Fake] is a service that records its calls.
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
