// Package subject measures generated code from inside a program, one for each
// generator: encoding a request, decoding and checking it, and making a call. All
// programs measure in the same way and with the same bodies.
package subject

import (
	"context"
	"net/http"
)

// Sizes are the measured bodies, smallest first.
var Sizes = []Size{
	{"small", "/api/v2/contacts/get_contact"},
	{"medium", "/api/v2/contacts/new_contact"},
	{"large", "/api/v2/contacts/create_contact"},
}

// Shapes is the measured body of the catalog in peer/shapes.
var Shapes = []Size{{"shapes", "/api/v2/drawings/put_drawing"}}

// Size is a named body and the path to which it is sent.
type Size struct{ Name, Path string }

// Response is the response of every server.
const Response = `{"contact_id":"c-123456"}`

// Call is the generated code of one operation.
type Call struct {
	// Encode encodes the request into its own memory, as the client does.
	Encode func() ([]byte, error)
	// Decode reads a body, decodes it and checks it, as the server does before it
	// calls the service.
	Decode func(body []byte) error
	// Do makes the call and decodes the response, whether or not the catalog shows
	// its shape.
	Do func(ctx context.Context) error
}

// Subject is the code of one generator.
type Subject struct {
	// Sizes are the bodies that it takes.
	Sizes []Size
	// Handler returns the server. Its service responds with [Response].
	Handler func() (http.Handler, error)
	// Calls returns the calls of the sizes, in their order, with requests made from
	// the bodies.
	Calls func(bodies [][]byte, url string, client *http.Client) ([]Call, error)
}
