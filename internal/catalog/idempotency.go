package catalog

import "example.com/opgen/internal/catalog/yamldoc"

// none replaces a response, or a setting that an operation does not inherit.
const none = "none"

// idempotency returns the header field for the key of an operation: its own, or that of the catalog if
// it is a write.
func (r *resolver) idempotency(op *Operation, o *yamldoc.Object) string {
	own := o.Object("idempotency")
	switch {
	case own == nil && (op.Effect != Write || o.Has("idempotency")):
		return ""
	case own == nil:
		return r.doc.Object("idempotency").Text("header")
	case op.Effect == Read:
		r.Report(ConflictingKeys, own.Place(), own.Scope, `a read needs no key; delete "idempotency", or correct the effect`).And(o.Attrs["effect"].Key, "the effect is here")
	}
	return own.Text("header")
}
