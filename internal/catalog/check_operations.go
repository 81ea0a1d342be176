package catalog

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// These checks compare parts of an operation that are right by themselves: credentials with
// fields, an envelope with the response beside it, a deprecation with its replacement.

// checkOperation checks an operation and its bodies.
func (c *checker) checkOperation(op *Operation) {
	o := c.objects[op]
	c.checkAuth(op)
	c.checkShape(op.Request, o, requestShape)
	if response := o.Object("response"); response != nil {
		c.checkResponse(op.Response, response)
	}
	c.checkEmpty(op, o)
	c.checkBesideResponse(op)
	c.checkDeprecation(o,
		func(use *yamldoc.Node) string { return c.unknownOperation(op, use.Text) })
}

// checkResponse checks a response by itself.
func (c *checker) checkResponse(r *Response, o *yamldoc.Object) {
	c.checkResponseType(o)
	if r.Whole == nil {
		c.checkShape(r.Shape, o, responseShape)
	}
	showsNone := !r.Shown && o.Whole("fields") && o.Whole("include")
	if r.Lenient && showsNone {
		c.Report(ConflictingKeys, o.Value("lenient"), o.Scope,
			`"lenient" is about the fields of a response, and this one shows none; add `+
				`"fields", "include" or "type", or delete it`)
	}
}

// checkEmpty reports the body of a request without fields if the request may have some.
func (c *checker) checkEmpty(op *Operation, o *yamldoc.Object) {
	empty := o.Get("empty")
	hasFields := len(op.Request.Fields) > 0
	if empty == nil || !hasFields && !op.Request.Open {
		return
	}
	reason := o.Value("open")
	if hasFields {
		reason = c.objects[op.Request.Fields[0]].Key
	}
	c.Report(InapplicableKey, empty.Key, o.Scope,
		`"empty" does not apply: it is for a request without fields that does not keep `+
			`unknown keys; delete it`).And(reason, "here")
}

// unknownOperation describes why an operation cannot replace another, "" if it can.
func (c *checker) unknownOperation(op *Operation, use string) string {
	switch {
	case op.instead == op:
		return "is the operation itself; name another one"
	case op.instead != nil || !c.whole:
		return ""
	}
	names := op.Area.names
	if strings.Contains(use, ".") {
		names = func() []string { return slices.Sorted(maps.Keys(c.named)) }
	}
	return `is not an operation; write "area.operation", or an operation of this area` +
		c.DidYouMean(use, names)
}

// checkAuth reports fields of the operation whose names carry a credential, because a handler removes
// them.
func (c *checker) checkAuth(op *Operation) {
	for _, name := range op.Auth.BodyFields() {
		if o := c.objects[c.fieldOf(op.Request, name)]; o != nil {
			c.Report(FieldClash, o.Place(), o.Scope,
				"a credential is sent under this name, which no field can have; delete the "+
					"field, or correct auth")
		}
	}
}

// checkResponseType checks the type of a response, and the keys that contradict it.
func (c *checker) checkResponseType(o *yamldoc.Object) {
	n := o.Value("type")
	hasNoType := n == nil && o.Whole("type")
	hasNoValue := n != nil && n.Text == none
	if o.Value("sensitive") != nil && (hasNoType || hasNoValue) {
		c.Report(InapplicableKey, o.Attrs["sensitive"].Key, o.Scope,
			`"sensitive" is for a response with a "type"; mark the fields that are sensitive`)
	}
	for _, key := range []string{"include", "fields"} {
		if o.Has(key) && o.Has("type") {
			c.Report(ConflictingKeys, o.Attrs[key].Key, o.Scope,
				`%s together with "type": a response is an object with fields, a value of one `+
					`type, or none; delete one of the two`,
				wording.Quote(key)).
				And(o.Attrs["type"].Key, "the type is here")
		}
	}
}

// checkBesideResponse reports fields of a response with the names of members of its envelope.
func (c *checker) checkBesideResponse(op *Operation) {
	e := op.Envelope
	if e == nil || e.Data != "" {
		return
	}
	if whole := op.Response.Whole; whole != nil {
		o := c.objects[op]
		c.Report(BadEnvelope, o.Attrs["response"].Value, o.Scope,
			`the response is beside members of the envelope, so it must be an object and not `+
				`of type %s; give the envelope "data" if the response is in a member`,
			wording.Quote(whole.Type.String())).
			And(e.at, "the envelope is here")
		return
	}
	for _, f := range op.Response.Fields {
		isSibling := e.Siblings != nil && e.Siblings.Field(f.Name) != nil
		if f.Name == e.Success || isSibling {
			o := c.objects[f]
			c.Report(BadEnvelope, o.Key, o.Scope,
				`the envelope beside the response has the same member; remove one, or give the `+
					`envelope "data" if the response is in a member`).
				And(e.at, "the envelope is here")
		}
	}
}
