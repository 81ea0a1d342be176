package catalog

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// An operation and its bodies. What refers to other operations is left to the linker: the
// replacement of a deprecated operation, and the one that takes a cursor.

// operation resolves an operation with its request and its response.
func (r *resolver) operation(a *Area, o *yamldoc.Object) *Operation {
	op := &Operation{
		Area:        a,
		Name:        o.Key.Text,
		GoName:      r.goName(o, ""),
		OwnPath:     o.Text("path"),
		Summary:     o.Text("summary"),
		Description: o.Text("description"),
		Deprecated:  deprecation(o.Object("deprecated")),
		Effect:      cmp.Or(Effect(o.Text("effect")), Write),
		Auth:        r.auth(o, r.catalog.Auth),
		ownAuth:     o.Has("auth"),
		Pos:         r.pos(o),
	}
	op.Path = strings.ReplaceAll(cmp.Or(op.OwnPath, r.catalog.Path), "{area}", a.Name)
	op.Path = strings.ReplaceAll(op.Path, "{operation}", op.Name)
	op.KeyHeader = r.idempotency(op, o)
	op.Request = r.body(op.GoName+"Request", o, o)
	op.Request.Open = o.Is("open")
	op.Empty = cmp.Or(Empty(o.Text("empty")), EmptyObject)
	response := o.Object("response")
	op.Response = &Response{
		Shape: r.body(op.GoName+"Response", response, o),
		Shown: response.Has("include") || response.Has("fields"),
	}
	if included := op.Response.Include; included != nil {
		op.Response.Open = included.Open // a request is open only if it says so
	}
	r.wholeResponse(op.Response, response)
	op.Response.Description = response.Text("description")
	op.Response.Assumed = response.Text("assumed")
	op.Response.Lenient = response.Is("lenient")
	op.Envelope = r.envelope(o, r.catalog.Envelope)
	op.Unwrapped = o.Has("envelope") && op.Envelope == nil
	op.Failure = r.failure(o, op.Envelope, r.catalog.Failure)
	r.objects[op] = o
	return op
}

// body returns the shape of a request or a response: the included fields followed by its own. If o is
// nil, it has the position of the operation.
func (r *resolver) body(goName string, o, operation *yamldoc.Object) *Shape {
	s := &Shape{GoName: goName, Pos: r.pos(operation)}
	if o == nil {
		return s
	}
	s.Pos = r.pos(o)
	if record := r.recordIn(o, "include"); record != nil {
		before := r.included
		r.included += len(record.Fields)
		switch {
		case r.included <= maxIncluded:
			s.Include = record
			s.Fields = slices.Clone(record.Fields)
		case before <= maxIncluded: // the first one above it
			r.Report(yamldoc.TooManyNodes, o.Value("include"), o.Scope,
				"up to here, included records bring more than %d fields, which is the limit of "+
					"the format",
				maxIncluded)
		}
	}
	r.ownFields(s, o)
	r.objects[s] = o
	return s
}

// A response is an object, another value, or nothing. The shape of another value has one field without
// a name, which is the whole response.

// wholeResponse sets the field of a response that has a type.
func (r *resolver) wholeResponse(response *Response, o *yamldoc.Object) {
	if o.Text("type") == none {
		response.Nothing, response.Shown = !response.Shown, true
		return
	}
	t := r.typeOf(o)
	if t == nil {
		return
	}
	response.Whole = &Field{
		GoName:    "Value",
		Type:      t,
		Required:  true,
		Whole:     true,
		Sensitive: o.Is("sensitive"),
		Pos:       response.Pos,
	}
	if t.Holder() {
		response.Whole.GoName = "Items"
	}
	response.Fields = []*Field{response.Whole}
	response.Shown = true
	r.objects[response.Whole] = o
}

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
		r.Report(ConflictingKeys, own.Place(), own.Scope,
			`a read needs no key; delete "idempotency", or correct the effect`).
			And(o.Attrs["effect"].Key, "the effect is here")
	}
	return own.Text("header")
}
