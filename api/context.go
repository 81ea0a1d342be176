package api

import (
	"context"
)

// operationKey is the key of the *Operation in the context of a request on either side.
type operationKey struct{}

// OperationFromContext returns the operation that is being called or served. A transport
// can use it with the context of the request, for example to name a span or a metric.
func OperationFromContext(ctx context.Context) (*Operation, bool) {
	op, ok := ctx.Value(operationKey{}).(*Operation)
	return op, ok
}

// exchangeKey is the key of the *exchange in the context of a request that is being served.
type exchangeKey struct{}
