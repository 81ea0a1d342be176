package catalog

import (
	"net/textproto"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textformat"
	"example.com/opgen/internal/text/wording"
)

// none replaces a response, or a setting that an operation does not inherit.
const none = "none"

// idempotency returns the header field for the key of an operation: its own, or that of the catalog if
// it is a write.
func (r *resolver) idempotency(op *Operation, o *yamldoc.Object) string {
	field := ""
	if op.Effect == Write {
		field = r.doc.Object("idempotency").Text("header")
	}
	if own := o.Object("idempotency"); own != nil {
		field = own.Text("header")
	}
	return ifAny(field != none, field)
}

// takenHeaders are header fields with another meaning.
var takenHeaders = []string{
	"Accept", "Accept-Encoding", "Authorization", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Cookie", "Date",
	"Expect", "Host", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
	"User-Agent", "X-Request-Id",
}

// checkIdempotency checks the header field of an operation, or of the catalog if op is nil.
func (r *resolver) checkIdempotency(o *yamldoc.Object, op *Operation) {
	of := o.Object("idempotency")
	n := of.Value("header")
	switch {
	case n == nil:
	case n.Text == none && op == nil:
		r.Report(yamldoc.UnknownValue, n, of.Scope, `only an operation can opt out; delete "idempotency"`)
	case n.Text == none:
	case len(n.Text) > 100 || n.Text != "" && !textformat.IsToken(n.Text):
		r.Report(BadHeader, n, of.Scope, `"header": %s is not the name of a header field, which has up to 100 letters, digits and any of %s`, wording.Quote(n.Text), textformat.TokenMarks)
	case slices.Contains(takenHeaders, textproto.CanonicalMIMEHeaderKey(n.Text)):
		r.Report(BadHeader, n, of.Scope, `"header": field %s has another meaning; name the one that the service reads the key from, such as "Idempotency-Key"`, wording.Quote(n.Text))
	case op != nil && op.Effect == Read:
		r.Report(ConflictingKeys, n, of.Scope, `a read needs no key; delete "idempotency", or correct the effect`).And(o.Attrs["effect"].Key, "the effect is here")
	}
}
