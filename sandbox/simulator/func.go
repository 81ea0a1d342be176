package simulator

import "example.com/opgen/sandbox/internal/engine"

// Func is Go code in place of the steps of an operation, which resources.yaml names by the key
// func. It gets the settled request and returns the response, which is encoded as JSON. An error
// undoes its writes. It is called again if the commit fails and can be repeated.
type Func = engine.Func

// Tx reads and writes the documents of the world of a call, by its methods Get and Create. Its
// members Now and Caller are the time of the world and the name of the caller. A [Func] can
// return its errors unchanged, since they name the kind.
type Tx = engine.Tx
