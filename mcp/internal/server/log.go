package server

import (
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/plan/redaction"
)

// log records an order by its operation, outcome and shape: types, and keys of the catalog. It has
// no values, and no keys that a client made up. The result is nil if nothing was sent.
func (s *Server) log(o order, outcome string, r *call.Result) {
	shapes := redact.Bounds{Types: true, Items: 1}
	about := []any{
		"operation", o.op.String(),
		"outcome", outcome,
		"request", shapes.Body(o.request, redaction.Request(o.op.Operation)),
	}
	if r != nil {
		about = append(about, "status", r.Status, "attempts", len(r.Attempts), "bytes", len(r.Body))
	}
	if r != nil && r.Err == nil {
		about = append(about, "response", shapes.Body(string(r.Body), redaction.Response(o.op.Operation)))
	}
	s.Log.Info("call", about...)
}
