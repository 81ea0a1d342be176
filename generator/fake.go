package generator

import (
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog"
)

// fake emits the file of an area's service for tests and its client.
func fake(a *catalog.Area) []string {
	return []string{
		fakeType(a), newFakeClient("svc", "Service", "A [Fake] records its calls."),
		doc("Calls returns the calls that f has received so far, in order.") +
			"func (f *Fake) Calls() []api.FakeCall { return f.recorder.Calls() }",
		together(each(a, fakeMethod)),
	}
}

// fakeType emits the service for tests.
func fakeType(a *catalog.Area) string {
	funcs := each(a, func(op *catalog.Operation) string { return op.GoName + "Func func" + serviceSignature(op) })
	return doc("Fake is a service for tests that records its calls. Each operation calls its func; "+
		"an operation without a func responds with status 501.") + "type Fake struct " +
		block(slices.Concat([]string{"UnimplementedService", "recorder wire.FakeRecorder\n"}, apart(sorted(funcs)))...)
}

// newFakeClient emits the constructor of the client for tests of an area or of all areas.
func newFakeClient(services, typ, about string) string {
	return doc("NewFakeClient returns a client for tests that calls "+services+" without a network. Both sides encode, decode and validate as usual; anyone may call. "+about) +
		fmt.Sprintf("func NewFakeClient(%s %s, opts ...api.ClientOption) (*Client, error) ", services, typ) +
		clientBy("wire.NewFakeCaller(Routes("+services+"), opts...)")
}

// fakeMethod emits an operation of the service for tests.
func fakeMethod(op *catalog.Operation) string {
	return fmt.Sprintf(`func (f *Fake) %[1]s%[2]s {
		return wire.ServeFake(ctx, &f.recorder, op%[1]s, req, f.%[1]sFunc)
	}`, op.GoName, serviceSignature(op))
}
