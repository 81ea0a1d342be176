// Package api is the runtime for generated code: the options of clients and
// handlers, the errors that calls return, and tools for tests. It depends only on
// the standard library.
//
// # Calling
//
//	client, err := insurance.NewClient("https://host", api.WithBearerToken(token))
//	res, err := client.Claims.GetClaim(ctx, &claims.GetClaimRequest{ClaimID: new("1")})
//
// [WithBearerToken], [WithBasicAuth], [WithHeader] and [WithBodyField] add
// credentials, and [WithClientCredentials] requests tokens. [WithHTTPClient] takes
// an [http.Client], such as one from golang.org/x/oauth2, whose transport adds
// credentials. [WithRetry] changes what is retried; by default, read-only calls are
// retried after transient failures. [WithRateLimit] bounds the rate of calls, and
// [Each] makes a batch of them. [WithReadOnly] refuses writes, and [WithDryRun] shows
// requests instead of sending them.
// [WithLogger] logs each call, with redacted bodies at level Debug. [WithRecorder]
// writes the shapes of bodies, which gen learn reads. [WithDeprecation] reports operations
// that the service has deprecated. [WithMiddleware] wraps code around calls, and
// [OperationFromContext] returns the operation of a request to its transport.
// [WithEnvelope], [WithResponseLimits] and [WithoutValidation] change how responses
// are read and requests are sent. Options of type [CallOption] can also be passed to
// a single call.
//
// A call that fails returns one of these errors:
//   - a [*ValidationError] if the request breaks a rule; nothing was sent
//   - an [*Error] if the response is not a success or cannot be read; it has the
//     status, the header and the body, and a [*Problem] if the service sent one. If
//     that lists violations, the Error wraps a ValidationError: check for an Error first
//   - the error of the transport, the context, a middleware or an invalid option of the call
//
// To decide by the kind of an error:
//
//	var failed *api.Error
//	var invalid *api.ValidationError
//	switch {
//	case errors.As(err, &failed): // the service responded
//		log.Print(failed.Status, failed.RequestID)
//	case errors.As(err, &invalid): // nothing was sent
//		log.Print(invalid.Violations)
//	case err != nil: // no response, so a write may or may not have been executed
//		log.Print(err)
//	}
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
// observe how requests end. The names of all options of handlers start with WithServer.
//
// A service returns a [*Problem] to choose the response to its caller. Any other
// error becomes a response with status 500 that does not show the error.
// [OperationFromContext], [RequestIDFromContext] and [RequestFromContext] describe
// the request to a service. [NewServer] returns an [http.Server] with timeouts.
//
// # Testing
//
//	fake := &claims.Fake{GetClaimFunc: ...}
//	client, err := claims.NewFakeClient(fake)
//
// A generated Fake is a service that records its calls. A client from NewFakeClient
// calls it, or any other service, without a network. [FakeCall] is one recorded
// call, and [RequestsOf] returns the requests of one type. [WithFaults] makes the
// attempts of any client fail as a [Fault] describes. Since there is no network, a
// test can run in a testing/synctest bubble, where waiting takes no time.
//
// # Sensitive values
//
// fmt and slog print generated structs with sensitive values replaced by [redacted].
// However, the JSON handler of slog prints slices and structs that contain such
// structs as encoding/json does, with every value: log the struct itself. If an
// unexported field of your struct contains one, fmt also prints its values, because
// fmt does not call methods on unexported fields.
//
// The types of this package print neither headers nor bodies, and keep credentials
// behind methods, where fmt cannot reach them. However, if %w is used outside of
// [fmt.Errorf], which is a mistake, fmt prints the fields of an [Error] and a
// [Problem] and calls no method. The same applies to a wrapped error printed with an
// invalid verb, such as %t. Both are reported by go vet, which go test runs. Errors
// encode as their text in JSON.
//
// Only generated code may use package api/wire.
package api
