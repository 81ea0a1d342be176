package catalog

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// An operation has its own envelope and failure, those of the catalog, or none. Both are resolved
// once for the catalog and once for each operation that sets one, because what contradicts in one
// envelope may not in another: the status of a failure, and whether its members collide.

// envelope resolves the envelope of a catalog or an operation, and reports mistakes. Without one, it
// returns the inherited envelope.
func (r *resolver) envelope(o *yamldoc.Object, inherited *Envelope) *Envelope {
	own := o.Object("envelope")
	switch {
	case own == nil && o.Value("envelope") != nil: // none
		return nil
	case own == nil:
		return inherited
	}
	e := &Envelope{
		Value:      true,
		Data:       own.Text("data"),
		Violations: own.Text("violations"),
		Siblings:   r.recordIn(own, "siblings"),
		Own:        o != r.doc,
		Pos:        o.Attrs["envelope"].Key.Pos(),
		at:         o.Attrs["envelope"].Key,
	}
	if status := own.Int("failure_status"); status != nil {
		e.FailureStatus = *status
	}
	named := r.envelopeMembers(own, e)
	if e.Siblings != nil {
		r.checkSiblings(own, e, named)
	}
	return e
}

// envelopeMembers resolves the members of an envelope that report success and give messages. It returns
// where each member is named, and reports one that is named twice.
func (r *resolver) envelopeMembers(o *yamldoc.Object, e *Envelope) (named map[string]*yamldoc.Node) {
	named = map[string]*yamldoc.Node{}
	name := func(n *yamldoc.Node, text string) {
		r.repeated(named, text, n, o.Scope, BadEnvelope,
			"the member %s is named twice; each has one meaning, so name another or delete one",
			wording.Quote(text))
	}
	if n := o.Value("success"); n != nil && r.success(e, n, o.Scope) {
		name(n, e.Success)
	}
	for _, n := range o.Items("message") {
		e.Messages = append(e.Messages, n.Text)
		name(n, n.Text)
	}
	for _, key := range []string{"data", "violations"} {
		if n := o.Value(key); n != nil {
			name(n, n.Text)
		}
	}
	return named
}

// success resolves the member that reports success or failure. It reports an invalid one and returns
// false.
func (r *resolver) success(e *Envelope, n *yamldoc.Node, s yamldoc.Scope) bool {
	const expected = `expected the name of a member that is true in a success, or {name: ` +
		`value} with the value that means success`
	switch {
	case n.Kind == yamldoc.Broken:
		return false
	case n.Kind == yamldoc.String:
		e.Success = n.Text
	case n.Kind != yamldoc.Map || len(n.Entries) != 1:
		r.Report(yamldoc.WrongKind, n, s, `"success": %s, found %s`, expected, n.Shown())
		return false
	default:
		value := n.Entries[0].Value
		e.Success, e.Value = n.Entries[0].Key.Text, value.Plain()
		if i, ok := value.Int(); ok {
			e.Value = i
		} else if value.Kind != yamldoc.Bool && value.Kind != yamldoc.String {
			r.Report(yamldoc.WrongKind, value, s,
				`"success": expected true, false, an integer or a string, found %s`, value.Found())
		}
	}
	if wrong := memberCheck.Wrong(e.Success); wrong != "" {
		r.Report(memberCheck.ID, n, s, `"success": %s %s`, wording.Quote(e.Success), wrong)
	}
	return true
}

// checkSiblings checks the record of additional members, none of which may have the name of a member
// with another meaning.
func (r *resolver) checkSiblings(o *yamldoc.Object, e *Envelope, named map[string]*yamldoc.Node) {
	n := o.Value("siblings")
	if e.Siblings.Open {
		r.Report(BadEnvelope, n, o.Scope,
			`"siblings": record %s is open, but the members of an envelope must be known; name `+
				`a closed record`,
			wording.Quote(n.Text)).
			And(r.objects[e.Siblings].Attrs["open"].Key, "open here")
	}
	for _, f := range e.Siblings.Fields {
		if first := named[f.Name]; first != nil && !slices.Contains(e.Messages, f.Name) {
			r.Report(BadEnvelope, n, o.Scope,
				`"siblings": field %s of record %s is the member of the envelope with another `+
					`meaning; take it out of the record`,
				wording.Quote(f.Name), wording.Quote(n.Text)).
				And(r.objects[f].Key, "the field is here")
		}
	}
	f := e.message()
	if f == nil || f.Type == nil {
		return
	}
	if item := f.Type.Item(); !isString(item) && !isAny(item) {
		r.Report(BadEnvelope, n, o.Scope, `"siblings": a service writes a text into %s, the `+
			`first message, and field %s of record %s holds none; type it as string or `+
			`[string], or name another member first`,
			wording.Quote(f.Name), wording.Quote(f.Name), wording.Quote(n.Text)).
			And(r.objects[f].Key, "the field is here")
	}
}

// failure resolves the failure of a catalog or an operation, and reports mistakes. Without one, it
// returns the inherited failure with the status of the envelope, which may be another one.
func (r *resolver) failure(o *yamldoc.Object, e *Envelope, inherited *Failure) *Failure {
	object := o.Object("failure")
	at := o.Get("failure") // the key at which contradictions are reported
	failure := &Failure{}
	switch {
	case object == nil && (inherited == nil || at != nil): // none
		return nil
	case object == nil:
		*failure = *inherited
		object = r.doc.Object("failure")
		at = o.Get("envelope")
	default:
		failure.Type = r.typed[object.Text("type")]
		failure.Member = object.Text("member")
		failure.Pos = at.Key.Pos()
		failure.shape = r.failureShape(failure)
		if failure.shape == nil && object.Value("type") != nil {
			r.unknownRecord(object.Value("type"), o.Scope)
		}
	}
	status := object.Int("status")
	switch {
	case status != nil:
		failure.Status = *status
	case e != nil:
		failure.Status = e.FailureStatus
	default:
		failure.Status = 0
	}
	isKnown := e != nil || !o.Has("envelope") || o.Get("envelope") != nil
	if at != nil && isKnown {
		r.checkFailure(failure, e, object, at.Key, o.Scope)
	}
	return failure
}

// failureShape returns the object of a failure, nil if its type is neither a record nor a union.
func (r *resolver) failureShape(f *Failure) *Shape {
	switch {
	case f.Type == nil:
		return nil
	case f.Type.Union == nil:
		return f.Type.Record
	}
	u := f.Type.Union
	if r.failing[u] == nil {
		whole := &Field{GoName: "Value", Type: f.Type, Required: true, Whole: true, Pos: f.Pos}
		r.failing[u] = &Shape{GoName: u.GoName, Fields: []*Field{whole}, Pos: f.Pos}
	}
	return r.failing[u]
}

// checkFailure reports parts of a failure that contradict an envelope. The place is the key of the one
// that an operation sets.
func (r *resolver) checkFailure(f *Failure, e *Envelope, o *yamldoc.Object, at *yamldoc.Node, s yamldoc.Scope) {
	report := func(key, format string, args ...any) {
		r.Report(BadFailure, at, s, format, args...).
			And(o.Value(key), wording.Quote(key)+" is here")
	}
	hasMeaning := func(member string) bool { return member == e.Violations || member == e.Success }
	switch {
	case e == nil:
		if f.Status != 0 && f.Status < 400 {
			report("status",
				"without an envelope, a failure with status %d would be a success; give it "+
					"another status, or none",
				f.Status)
		}
	case f.Member != "":
		if hasMeaning(f.Member) {
			report("member",
				"the failure is in the member %s of the envelope, which has another meaning; "+
					"name another",
				wording.Quote(f.Member))
		}
	case f.Type != nil && f.Type.Union != nil:
		// A tag can report success, too, if the value in a failure is a text: {"code": "not_found"}.
		tag := f.Type.Union.By
		_, isText := e.Value.(string)
		reportsFailure := tag == e.Success && isText
		if hasMeaning(tag) && !reportsFailure {
			report("type",
				`the failure is beside the members of the envelope, and its tag %s is one with `+
					`another meaning; give the failure a "member"`,
				wording.Quote(tag))
		}
	}
}
