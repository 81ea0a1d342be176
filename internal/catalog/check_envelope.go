package catalog

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// checkOutcomes checks the envelope and the failure of a catalog or an operation.
func (r *resolver) checkOutcomes(o *yamldoc.Object, e *Envelope, f *Failure) {
	switch given := o.Object("envelope"); {
	case given == nil || isNone(given):
	case given.Node.Kind == yamldoc.String:
		r.Report(yamldoc.WrongKind, given.Node, o.Scope, `"envelope": expected a map or none, found %s`, given.Node.Found())
	default:
		r.checkEnvelope(given, e)
	}
	if given := o.Object("failure"); given != nil && !isNone(given) {
		r.checkFailure(given, e, f)
	}
	r.checkFailureStatus(o, e, f)
}

func (r *resolver) checkEnvelope(o *yamldoc.Object, e *Envelope) {
	named := map[string]*yamldoc.Node{}
	name := func(n *yamldoc.Node, text string) {
		if !sendable(text) {
			r.Report(BadName, n, o.Scope, unsendable)
			return
		}
		r.repeated(named, text, n, o.Scope, BadEnvelope, "the member %s is named twice; each has one meaning, so name another or delete one", wording.Quote(text))
	}
	if n := o.Value("success"); n != nil && (n.Kind == yamldoc.String || len(n.Entries) == 1) {
		name(n, e.Success)
	}
	for _, n := range o.Items("message") {
		name(n, n.Text)
	}
	for _, key := range []string{"data", "violations"} {
		if n := o.Value(key); n != nil {
			name(n, n.Text)
		}
	}
	if n := o.Value("failure_status"); n != nil {
		r.checkStatus(n, o, "failure_status", true)
	}
	r.checkSiblings(o, e, named)
}

// checkStatus checks the status of failures. Without an envelope, it must not mean success.
func (r *resolver) checkStatus(n *yamldoc.Node, o *yamldoc.Object, key string, enveloped bool) {
	switch status, _ := n.Int(); {
	case status >= 400 && status <= 599, enveloped && status >= 200 && status <= 299:
	case enveloped:
		r.Report(BadEnvelope, n, o.Scope, "%s: a failure has a status from 200 to 299 or from 400 to 599", wording.Quote(key))
	default:
		r.Report(BadFailure, n, o.Scope, "%s: without an envelope, a failure has a status from 400 to 599; give one, or describe the envelope that tells it from a success", wording.Quote(key))
	}
}

// checkSiblings checks the record of additional members.
func (r *resolver) checkSiblings(o *yamldoc.Object, e *Envelope, named map[string]*yamldoc.Node) {
	n := o.Value("siblings")
	if n == nil {
		return
	}
	if so := r.of[e.Siblings]; e.Siblings.Open {
		r.Report(BadEnvelope, n, o.Scope, `"siblings": record %s is open, but the members of an envelope must be known; name a closed record`, wording.Quote(n.Text)).
			And(so.Attrs["open"].Key, "open here")
	}
	for _, f := range e.Siblings.Fields {
		if first := named[f.Name]; first != nil && !slices.Contains(e.Messages, f.Name) {
			r.Report(BadEnvelope, n, o.Scope, `"siblings": field %s of record %s is the member of the envelope with another meaning; take it out of the record`, wording.Quote(f.Name), wording.Quote(n.Text)).
				And(r.of[f].Key, "the field is here")
		}
	}
	if f := e.message(); f != nil && f.Type != nil && !isString(f.Type.Item()) && !isAny(f.Type.Item()) {
		r.Report(BadEnvelope, n, o.Scope, `"siblings": a service writes a text into %s, the first message, and field %s of record %s holds none; type it as string or [string], or name another member first`,
			wording.Quote(f.Name), wording.Quote(f.Name), wording.Quote(n.Text)).And(r.of[f].Key, "the field is here")
	}
}

// record returns the record in a key, nil if there is none. It reports an unknown one.
func (r *resolver) record(o *yamldoc.Object, key string) *Shape {
	n := o.Value(key)
	if n == nil {
		return nil
	}
	record := r.records[n.Text]
	if o.Attrs[key].Bad = record == nil; record == nil {
		r.unknownRecord(n, o.Scope)
	}
	return record
}

// unknownRecord reports the name of a missing record.
func (r *resolver) unknownRecord(n *yamldoc.Node, s yamldoc.Scope) {
	if r.typed[n.Text] != nil || r.doc.Whole("records") {
		remedy := r.OneOf(n.Text, func() []string { return slices.Sorted(maps.Keys(r.records)) })
		r.Report(UnknownRecord, n, s, "unknown record %s%s", wording.Quote(n.Text), cmp.Or(remedy, `; declare it under "records"`))
	}
}

func (r *resolver) checkFailure(o *yamldoc.Object, e *Envelope, f *Failure) {
	if n := o.Value("type"); n != nil && f.shape == nil {
		r.unknownRecord(n, o.Scope)
	}
	if u := f.union(); u != nil && e != nil && f.Member == "" && (u.By == e.Violations || u.By == e.Success && !e.isText()) {
		r.Report(BadFailure, o.Value("type"), o.Scope, `the failure is beside the members of the envelope, and its tag %s is one with another meaning; give the failure a "member"`, wording.Quote(u.By)).
			And(e.at, "the envelope is here")
	}
	n := o.Value("member")
	if n == nil || e == nil {
		return
	}
	if n.Text == e.Success || n.Text == e.Violations {
		r.Report(BadFailure, n, o.Scope, `"member": the member %s of the envelope has another meaning; name another`, wording.Quote(n.Text))
	}
}

// union returns the union of the failure, or nil.
func (f *Failure) union() *TaggedUnion {
	if f.Type == nil {
		return nil
	}
	return f.Type.Union
}

// isText reports whether the value that means success is a text.
func (e *Envelope) isText() bool {
	_, ok := e.Value.(string)
	return ok
}

// checkFailureStatus checks the status of a failure, which may be inherited from the envelope.
func (r *resolver) checkFailureStatus(o *yamldoc.Object, e *Envelope, f *Failure) {
	given, at := o.Object("failure"), o.Attrs["failure"]
	if given == nil { // it is inherited, and only another envelope changes its status
		given, at = r.doc.Object("failure"), o.Attrs["envelope"]
	}
	if f == nil || at == nil || at.Bad || !given.Whole("status") {
		return
	}
	switch n := given.Value("status"); {
	case n != nil && given == o.Object("failure"):
		r.checkStatus(n, given, "status", e != nil)
	case e == nil && n != nil && f.Status < 400:
		r.Report(BadFailure, at.Key, o.Scope, "without an envelope, a failure with status %d would be a success; give the operation a failure with another status, or none", f.Status).
			And(n, "the status is here")
	}
}

// checkBesideResponse reports fields of a response with the names of members of its envelope.
func (r *resolver) checkBesideResponse(op *Operation) {
	e := op.Envelope
	if e == nil || e.Data != "" {
		return
	}
	if whole := op.Response.Whole; whole != nil {
		o := r.of[op]
		r.Report(BadEnvelope, o.Attrs["response"].Value, o.Scope, `the response is beside members of the envelope, so it must be an object and not of type %s; give the envelope "data" if the response is in a member`, wording.Quote(whole.Type.String())).
			And(e.at, "the envelope is here")
		return
	}
	for _, f := range op.Response.Fields {
		if f.Name == e.Success || e.Siblings != nil && e.Siblings.Field(f.Name) != nil {
			o := r.of[f]
			r.Report(BadEnvelope, o.Key, o.Scope, `the envelope beside the response has the same member; remove one, or give the envelope "data" if the response is in a member`).
				And(e.at, "the envelope is here")
		}
	}
}
