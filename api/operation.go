package api

import "context"

// Effect says what a repeated call does, and so what may be repeated.
type Effect string

// The effects of an operation. Nothing is known of a [Write], so it is never
// repeated once it may have reached the service.
const (
	Read       Effect = "read"
	Idempotent Effect = "idempotent"
	Write      Effect = "write"
)

// Operation names an operation of a service. Generated code holds one for each.
type Operation struct {
	Area   string // "claims"
	Name   string // "get_claim"
	Path   string // "/api/v2/claims/get_claim", follows the base URL
	Effect Effect
}

// String returns area and name: "claims.get_claim".
func (o *Operation) String() string {
	if o == nil { // in an Error that somebody made for a test, say
		return "unknown operation"
	}
	return o.Area + "." + o.Name
}

type operationKey struct{}

// OperationFromContext returns the operation that is being called or served. A
// transport finds it in the context of the request, and names a span or a
// metric by it.
func OperationFromContext(ctx context.Context) (*Operation, bool) {
	op, ok := ctx.Value(operationKey{}).(*Operation)
	return op, ok
}

func contextWithOperation(ctx context.Context, op *Operation) context.Context {
	return context.WithValue(ctx, operationKey{}, op)
}
