// Package api is the runtime of generated clients and servers. Generated code
// holds what differs between two operations, one line per fact; whatever is the
// same for all of them is here.
//
// Callers meet [Error], [ValidationError], [Object] and the options of clients
// and handlers. The rest serves generated code:
//
//   - [Decoder] reads a JSON object member by member,
//   - the Append functions write one,
//   - [Validator] collects violations,
//   - [Caller] and [Do] carry a call, [Handle] and [NewHandler] answer it.
//
// The package depends on the standard library alone, because every repository
// that imports generated code inherits what it imports.
package api
