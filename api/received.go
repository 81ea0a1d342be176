package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"

	"example.com/opgen/api/internal/drift"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
)

// What a client keeps of a response besides the fields of its type, and how it says that a response
// differs from the catalog.

// Received holds the body, the status and the header of a response as a client received
// it. Every generated response has one in its field Received. It is neither sent, encoded
// nor printed, with one exception: see [Drift]. It is zero in a response that was not
// received, such as one that a service returns.
//
//	res, err := client.GetClaim(ctx, request)
//	...
//	log.Print(res.Received.RequestID())
//	err = res.Received.Decode(&whatTheCatalogDoesNotKnow)
//
// Copies of a response share it. It keeps the whole body in memory, as long as one of them exists.
type Received struct {
	// Nil for none; fmt may print the target of a pointer, but not of a pointer to a pointer.
	hidden **received
}

// received is the content of Received.
type received struct {
	raw       json.RawMessage // the body, or what its envelope holds
	whole     json.RawMessage // the whole body, nil if it has no envelope
	status    int
	header    http.Header
	requestID string      // of the request
	drift     *drift.Text // where a lenient response differs from the catalog, nil for none
}

// newReceived returns a Received with a content. The content and the pointer to it are in one
// allocation, since every call makes one.
func newReceived(r received) Received {
	h := &struct {
		at      *received
		content received
	}{content: r}
	h.at = &h.content
	return Received{&h.at}
}

// content returns a copy of the content, which shares its body and header.
func (r Received) content() received {
	if r.hidden == nil {
		return received{}
	}
	return **r.hidden
}

// Raw returns the body, or the data of its envelope, and nil if there was none. It
// must not be changed.
func (r Received) Raw() json.RawMessage { return r.content().raw }

// Envelope returns the whole body if it is an envelope, which may have members beside the
// data, such as a total or messages. It returns nil without an envelope or a body. It must
// not be changed.
func (r Received) Envelope() json.RawMessage { return r.content().whole }

// Siblings decodes the additional members of the envelope into the record of the catalog
// that v points to. [SetSiblings] is its counterpart in a service.
func (r Received) Siblings(v any) error { return encode.Unmarshal(r.Envelope(), v) }

// Decode stores the result of Raw in the value that v points to, like encoding/json.
// However, a number that is stored in an any stays exact, as a [json.Number].
func (r Received) Decode(v any) error { return encode.Unmarshal(r.Raw(), v) }

// At returns the value at a JSON pointer (RFC 6901) in the result of Raw, nil if there is none. It
// must not be changed. For example, At("/claims/0/status") may return "open", with its quotation
// marks.
func (r Received) At(pointer string) json.RawMessage {
	value := cursor.At(cursor.TextOf(r.Raw()), pointer)
	if value == "" {
		return nil
	}
	return json.RawMessage(value)
}

// keepDrift stores the places where the response differs from the catalog. If r was not
// received by a client, the text becomes its body.
func (r *Received) keepDrift(t *drift.Text) {
	if r.hidden == nil {
		*r = newReceived(received{raw: json.RawMessage(t.Text)})
	}
	(**r.hidden).drift = t
}

// keptDrift returns the argument of keepDrift.
func (r Received) keptDrift() *drift.Text { return r.content().drift }

// Status returns the HTTP status.
func (r Received) Status() int { return r.content().status }

// Header returns the header. It must not be changed.
func (r Received) Header() http.Header { return r.content().header }

// RequestID returns the X-Request-Id of the response, or of the request if the
// response has none: its printable part, up to 128 bytes.
func (r Received) RequestID() string {
	all := r.content()
	return printable(cmp.Or(all.header.Get(requestIDField), all.requestID), maxRequestID)
}

// Format does not print r, because it may contain personal data.
func (r Received) Format(s fmt.State, _ rune) { fmt.Fprint(s, "{}") }

// RawResponse is a response whose shape the specification does not show. Every operation with
// such a response returns this type.
type RawResponse struct {
	// Raw is the body, which may be any JSON value, as it was received: an unpaired surrogate,
	// which other responses report, is left to the package that decodes it. It is nil in a
	// client that receives no body. If it is empty in a service, {} is sent.
	Raw json.RawMessage

	Received Received `json:"-"`
}

// Format writes the size of the body, which may contain anything.
func (r RawResponse) Format(s fmt.State, _ rune) { io.WriteString(s, genstruct.Value(r)) }

// LogValue is Format for slog.
func (r RawResponse) LogValue() slog.Value { return slog.StringValue(genstruct.Value(r)) }

// Decode stores Raw in the value that v points to, like encoding/json. However, a
// number that is stored in an any stays exact, as a [json.Number].
func (r *RawResponse) Decode(v any) error { return encode.Unmarshal(r.Raw, v) }

// EmptyResponse is a response without a value. Every such operation returns this type. A
// service sends it without a body, or as an envelope without data.
type EmptyResponse struct {
	Received Received `json:"-"`
}

// AppendJSON appends {}, which a handler does not send: it sends no body, or the envelope alone.
func (r *EmptyResponse) AppendJSON(b []byte) []byte { return append(b, "{}"...) }

// Drift is a place where a response differs from the catalog, in an operation whose
// response the catalog does not guarantee. The field is zero in the response, and
// [Received.At] returns the received value. Until the field is set, the received value is
// also used to encode and send the response. A Drift does not contain the value. If the catalog says
// that count is an integer, the response {"count":"3"} has the drift
//
//	{Pointer: "/count", Expected: "an integer", Received: "string"}
type Drift struct {
	Pointer string // JSON pointer in the response, with * for the keys of maps
	// Such as "a string"; "a value" if a required field or the tag of a union is missing or
	// null.
	Expected string

	// Received is the JSON type: "null", "boolean", "number", "string", "array" or "object";
	// "nothing" for no value; "an unpaired surrogate" for text with one, which the field has
	// as U+FFFD.
	Received string
}

// WithDrift calls f for each drift of a response, up to 50, before the call returns. If
// the option is given several times, the funcs are called in order. Concurrent calls may
// call f concurrently. Only operations with Lenient have drifts: the responses of others must be as
// in the catalog, or the call fails.
func WithDrift(f func(ctx context.Context, op *Operation, d Drift)) CallOption {
	return callOption(func(call *callConfig) {
		if f != nil {
			call.drift = append(slices.Clip(call.drift), f)
		}
	})
}

// drifted passes drifts to the funcs of WithDrift.
func (i *Invocation) drifted(ctx context.Context, drifts []Drift) {
	for _, d := range drifts {
		for _, f := range i.call.config.drift {
			f(ctx, i.Operation, d)
		}
	}
}
