// Package api holds what you use together with generated code: the options of
// clients and handlers, the errors that calls return, and the tools of tests.
// Whatever is the same for all operations is here; generated packages hold what
// differs.
// The package depends on the standard library alone.
//
// # Calling
//
//	client, err := insurance.NewClient("https://host", api.WithBearerToken(token))
//	res, err := client.Claims.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: new("1")})
//
// [WithBearerToken], [WithBasicAuth], [WithHeader] and [WithBodyField] say who
// calls. [WithHTTPClient] takes an [http.Client], for one whose transport adds
// credentials, such as that of golang.org/x/oauth2. [WithRetry] changes what is
// retried; by default, calls that only read are, after transient failures. [WithLogger] logs
// each call, with redacted bodies at level Debug. [WithRecorder] writes the shapes of
// bodies, from which gen learn adds to the catalog. [WithMiddleware] wraps code
// around calls, and [OperationFromContext] tells a transport which operation it
// carries. [WithEnvelope], [WithResponseLimits] and [WithoutValidation] change how
// responses are read and requests are sent. Options of type [CallOption] can also
// be given to a single call.
//
// A call that fails returns one of three errors:
//   - a [*ValidationError] if the request breaks a rule; nothing was sent
//   - an [*Error] if the response is not a success or cannot be read; it holds the
//     status, the header and the body, and a [*Problem] if the service sent one. If
//     that lists violations, the Error wraps a ValidationError: ask for an Error first
//   - the error of the transport or the context
//
// [Object] is a JSON object whose members the catalog does not name.
//
// # Serving
//
//	handler, err := claims.NewHandler(service, api.WithServerAuthenticator(authenticate))
//	err = api.NewServer(handler).ListenAndServe()
//
// Pass exactly one of [WithServerAuthenticator] and [WithServerAnonymous].
// [WithServerBodyCredential] shows the [Authenticator] a key that callers send in
// the body. [WithServerUnknownFields] and [WithServerLimits] change what a handler
// accepts. [WithServerLogger], [WithServerMiddleware] and [WithServerErrorHandler]
// see how requests end. The options of handlers start with WithServer.
//
// A service returns a [*Problem] to choose what its caller reads. Any other error
// becomes a response with status 500 that says nothing about it.
// [OperationFromContext], [RequestIDFromContext] and [RequestFromContext] tell a
// service what it serves.
// [NewServer] returns an [http.Server] with timeouts.
//
// # Testing
//
//	fake := &claims.Fake{GetClaimFunc: ...}
//	client, err := claims.NewFakeClient(fake)
//
// A generated Fake is a service that records its calls, and a client from
// NewFakeClient calls it, or any other service, without a network. [FakeCall] is
// one recorded call, and [RequestsOf] returns the requests of one type.
// [WithFaults] makes the attempts of any client fail as a [Fault] describes.
// Without a network, a test can run in a bubble of testing/synctest, where waiting
// takes no time.
//
// # Sensitive values
//
// Generated structs with sensitive fields print without them, also by slog.
// However, the JSON handler of slog prints slices and structs that hold such
// structs as encoding/json does, with every value: log the struct itself. If an
// unexported field of your struct holds one, fmt prints its values too, because fmt
// does not call methods on unexported fields.
//
// The types of this package that hold headers or bodies print without them, and keep
// credentials behind methods, where fmt cannot reach them. However, %w outside of
// [fmt.Errorf] is a mistake, for which fmt prints the fields of an [Error] and a
// [Problem] and calls no method. The same goes for verbs that errors do not have, such
// as %t, and an error that another one wraps. Go vet reports both, and go test runs it.
// In JSON, an error is its text.
//
// Generated code also calls package api/wire, which is for it alone.
package api
