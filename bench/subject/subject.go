// Package subject measures generated code from within a program of its own, one
// for each generator: what it takes to encode a request, to decode and check it,
// and to make a call. All programs measure in the same way and with the same
// bodies.
package subject

import (
	"context"
	"net/http"
)

// Sizes are the bodies that are measured, smallest first.
var Sizes = []Size{
	{"small", "/api/v2/contacts/get_contact"},
	{"medium", "/api/v2/contacts/new_contact"},
	{"large", "/api/v2/contacts/create_contact"},
}

// Size is a body by its name, and the path that it is sent to.
type Size struct{ Name, Path string }

// Answer is what every server answers.
const Answer = `{"contact_id":"c-123456"}`

// Call is what generated code offers for one operation.
type Call struct {
	// Encode encodes the request into memory of its own, as the client does.
	Encode func() ([]byte, error)
	// Decode reads a body, decodes it and checks it, as the server does before it
	// calls the service.
	Decode func(body []byte) error
	// Do makes the call, and decodes the answer, whether or not its shape is known.
	Do func(ctx context.Context) error
}

// Subject is the code of one generator.
type Subject struct {
	// Handler returns the server, whose service answers [Answer].
	Handler func() (http.Handler, error)
	// Calls returns the calls of the sizes, in their order, with the requests that
	// the bodies say.
	Calls func(bodies [][]byte, url string, client *http.Client) ([]Call, error)
}
