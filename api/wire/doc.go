// Package wire is the runtime that generated code alone calls. It is a narrow
// waist between generated code and package api, and kept stable: code that an
// older version generated goes on working.
//
// People who call, serve or test a service read and type the names of package api
// instead.
//
// A generated decoder numbers the members of its object by constants that begin
// with n. Optional strings come first: their values lie in slots, an array that is
// allocated together with the request or record, and the constant slots counts them.
// The numbers also tell [Decoder] which members it has seen.
//
// [Decoder] reads a JSON object member by member, the Append functions write one,
// [Validator] collects violations. [Begin], [Do] and [DoRaw] make a call, [Handle]
// and [HandleRaw] serve one, [ServeFake] does so for a Fake.
package wire
