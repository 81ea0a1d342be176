// Package api is the runtime of generated clients and servers. Generated code
// holds what differs between two operations, one line per fact; whatever is the
// same for all of them is here. The package depends on the standard library
// alone, because every repository that imports generated code inherits what it
// imports.
//
// # For those who call
//
// [WithBearerToken], [WithBasicAuth], [WithHeader] and [WithBodyField] say who
// calls; [WithHTTPClient] takes a client whose transport does, such as one of
// golang.org/x/oauth2 (examples/oauth2 shows it). [WithRetry] says what is
// repeated, which by default is what only reads. [WithLogger] logs the calls, at
// level Debug with their bodies, redacted; [WithMiddleware] sees them, and
// [OperationFromContext] tells a transport which operation it carries.
// [WithEnvelope], [WithAnswerLimits] and [WithoutValidation] change what is read
// and what is sent. WithCodes of an area's package sends the service's codes in
// place of friendly names.
//
// A call that fails returns a [*ValidationError] where the request breaks a rule
// and nothing was sent, an [*Error] where the answer is no success, or what the
// transport says. [Error.Excerpt] is what an answer that is not JSON, such as a
// proxy's, says of itself. [Object] is a JSON object whose members the catalog
// does not name.
//
// # For those who serve
//
// [WithAuthenticator] or [AllowAnonymous] says who may call, and a handler
// cannot be made without one of them. [BodyCredential] shows an [Authenticator]
// a key that is in the body. [AllowUnknownFields] and [WithLimits] change what a
// handler accepts. A service returns a [*Problem] to choose what its caller
// reads.
//
// [WithServerLogger], at level Debug with the bodies, redacted, and
// [WithServerMiddleware] see how each request ends, [WithErrorHandler] is told
// what callers are not. [OperationFromContext] and [RequestIDFromContext] tell a
// service what it serves; the request id is in every answer too. [NewServer] has
// sane timeouts.
//
// # For those who test
//
// A generated Fake is a service that records its calls, and a client from
// NewFakeClient calls it, or any other service, in the process of the test. A
// [FakeCall] is one of the calls, [RequestsOf] returns the requests of one type.
// [WithFaults] lets attempts fail on demand, also those of a client that is not
// of a fake; [Fault] says how. Without a network a test may run in a bubble of
// testing/synctest, where waits take no time.
//
// # What is printed
//
// Generated structs with sensitive fields print without them, also by slog. What
// holds them in a slice or a struct of its own is printed by slog's JSON handler
// as encoding/json writes it, whole: log the struct itself. What an unexported field
// holds, fmt prints whole, since it calls no method of that.
//
// # For generated code
//
// The rest is called by generated code: [Decoder] reads a JSON object member by
// member, the Append functions write one, [Validator] collects violations,
// [Begin] and [Do] carry a call, [Handle] and [NewHandler] answer it, [ServeFake]
// does so for a Fake. It may change with the generator; run gen again when the
// module is updated.
package api
