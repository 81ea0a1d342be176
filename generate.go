// Package opgen is the root of the module: a generator of Go code from a
// catalog of operations. It holds no code of its own.
//
// spec/operations.yaml is the only source of truth. The command gen, in
// cmd/gen, turns it into gen/: a typed client, server stubs and request
// validators, which import the runtime, package api. "go generate ./..." does
// so after a change to the catalog.
package opgen

//go:generate go run ./cmd/gen
