package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/opgen/api/internal/encode"
)

// ReceivedRequest is what a handler received: the body and the header of a request.
// It is the counterpart of [Received] at a service. With it, a service can read
// unknown fields at any depth, which [WithServerUnknownFields] lets in, and can tell
// null from an absent field. It is neither encoded nor printed. A service may keep
// it.
type ReceivedRequest struct {
	served func() *exchange // nil for none. Of a pointer, fmt would print what it points at
}

// RequestFromContext returns what was received of the request that is being served.
// Outside of a request it is zero.
func RequestFromContext(ctx context.Context) ReceivedRequest {
	x, ok := ctx.Value(exchangeKey{}).(*exchange)
	if !ok {
		return ReceivedRequest{}
	}
	return ReceivedRequest{func() *exchange { return x }}
}

// Raw returns a copy of the body as it was received, but for the members that
// [WithServerBodyCredential] removes, and {} if it is empty, or null in the place of
// {}. It is nil before the
// body has been read and the caller is known, as in a middleware before it calls
// next.
func (r ReceivedRequest) Raw() json.RawMessage {
	if r.served == nil || r.served().body() == "" {
		return nil
	}
	return json.RawMessage(r.served().body())
}

// Decode stores the body in the value that v points at, like encoding/json. However,
// a number that is stored in an any stays exact, as a [json.Number].
func (r ReceivedRequest) Decode(v any) error { return encode.Unmarshal(r.Raw(), v) }

// Header returns the header, credentials included. It must not be changed.
func (r ReceivedRequest) Header() http.Header {
	if r.served == nil {
		return nil
	}
	return r.served().http.Header
}

// RequestID returns the same as [RequestIDFromContext].
func (r ReceivedRequest) RequestID() string {
	if r.served == nil {
		return ""
	}
	return r.served().id()
}

// Format prints nothing of r: what was received may be personal data.
func (r ReceivedRequest) Format(s fmt.State, _ rune) { fmt.Fprint(s, "{}") }
