// Package opgen is the root of the module: a generator of Go code from a
// catalog of operations. It holds no code of its own.
//
// spec/operations.yaml is the only source of truth. The command gen, in cmd/gen,
// generates the code in gen/ from it: a typed client, server stubs and request
// validators, which import the runtime, packages api and api/wire. Run "go generate
// ./..." after a change of the catalog.
package opgen

//go:generate go run ./cmd/gen
