package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/opgen/api/internal/encode"
)

// What a service can learn of a request besides the fields of its type, from its context. It is a
// context and not an argument, because few services need it, and the methods of a service are those of
// its client.

// ReceivedRequest holds the body and the header of a request as the handler received
// them. It is the counterpart of [Received] in a service. With it, a service can read
// unknown fields at any depth, if [WithServerUnknownFields] accepts them, and can
// distinguish null from an absent field. It is neither encoded nor printed. A service
// may keep it after the request ends.
//
//	received := api.RequestFromContext(ctx)
//	var fields map[string]json.RawMessage
//	err := received.Decode(&fields)
//	_, isGiven := fields["phone"] // also if it is null
type ReceivedRequest struct {
	served func() *exchange // nil for none; fmt would print the target of a pointer
}

// RequestFromContext returns the request that is being served with ctx, as it was
// received. It returns the zero value for any other context.
func RequestFromContext(ctx context.Context) ReceivedRequest {
	x, ok := ctx.Value(exchangeKey{}).(*exchange)
	if !ok {
		return ReceivedRequest{}
	}
	return ReceivedRequest{func() *exchange { return x }}
}

// RequestIDFromContext returns the id of the request that is being served, or "" for
// any other context. The id is the X-Request-Id of the request if that has 1 to 128
// visible ASCII characters, or a new one. The response repeats it.
func RequestIDFromContext(ctx context.Context) string {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x.response.id[0]
	}
	return ""
}

// Raw returns a copy of the body as it was received, without the members that
// [WithServerBodyCredential] removes and the space around them. It returns {} for an
// empty body, and for null in an operation without fields whose [Empty] is set. It returns
// nil until the body has been read and the caller is known, for example in a middleware
// before it calls next.
func (r ReceivedRequest) Raw() json.RawMessage {
	if r.served == nil || r.served().visibleBody() == "" {
		return nil
	}
	return json.RawMessage(r.served().visibleBody())
}

// Decode stores the body in the value that v points to, like encoding/json. However,
// a number that is stored in an any stays exact, as a [json.Number].
func (r ReceivedRequest) Decode(v any) error { return encode.Unmarshal(r.Raw(), v) }

// Header returns the header, including credentials. It must not be changed.
func (r ReceivedRequest) Header() http.Header {
	if r.served == nil {
		return nil
	}
	return r.served().http.Header
}

// Format does not print r, because it may contain personal data.
func (r ReceivedRequest) Format(s fmt.State, _ rune) { fmt.Fprint(s, "{}") }
