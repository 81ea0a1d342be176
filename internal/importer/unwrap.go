package importer

import (
	"slices"

	"example.com/opgen/internal/yamldoc"
)

// envelope is what the decisions say is around every response.
type envelope struct {
	success, data string
	others        []string // members that failures have
	at            place
}

// envelopeOf reads the envelope of the decisions, nil if there is none.
func envelopeOf(o *yamldoc.Object) *envelope {
	if o == nil {
		return nil
	}
	e := &envelope{data: o.Text("data"), at: place{file: &file{name: Decisions}, key: o.Key, node: o.Node, ptr: "/envelope"}}
	if n := o.Value("success"); n.Kind == yamldoc.Map && len(n.Entries) > 0 {
		e.success = n.Entries[0].Key.Text
	} else {
		e.success = n.Text
	}
	for _, n := range o.Items("message") {
		e.others = append(e.others, n.Text)
	}
	if name := o.Text("violations"); name != "" {
		e.others = append(e.others, name)
	}
	return e
}

// around tells whether a schema has the envelope.
func (e *envelope) around(f *flat) bool { return f.byName[e.success] != nil }

// unwrap returns the schema of the data in a response, which is absent if the envelope
// holds nothing else. A response without an envelope is one of an operation that has none.
func (im *importer) unwrap(op *operation, schema place, c context) place {
	e := im.decided.envelope
	f := im.flatten(schema, c)
	if !e.around(f) {
		op.extra = append(op.extra, attr{"envelope", "none", schema})
		return schema
	}
	if e.data == "" {
		return schema // its members stand beside those of the envelope
	}
	var data place
	for _, p := range f.props {
		switch {
		case p.name == e.data:
			data = p.schemas[len(p.schemas)-1] // of an allOf the one that says more than the others
		case p.name != e.success && !slices.Contains(e.others, p.name):
			im.loseAs(p.schemas[0], "properties", c.subject, "it stands beside the data, and the envelope has no such member", "name a record of siblings in the envelope of the catalog")
		}
	}
	return data
}

// bare takes the members of the envelope out of a response that stands beside them.
func (im *importer) bare(s *shape) *shape {
	e := im.decided.envelope
	is := func(f *field) bool { return f.name == e.success || slices.Contains(e.others, f.name) }
	if e.data != "" || !slices.ContainsFunc(s.known(), is) {
		return s
	}
	if s.include != nil {
		im.bared = append(im.bared, s.include)
	}
	return &shape{fields: slices.DeleteFunc(slices.Clone(s.known()), is), open: s.open, at: s.at}
}

// prune takes out the records whose fields were taken over, if nothing else leads to them.
func (im *importer) prune() {
	if im.bared == nil {
		return
	}
	used := map[*record]bool{}
	see := func(s *shape) {
		if s.include != nil {
			used[s.include] = true
		}
		for _, f := range s.fields {
			used[f.typ.item().record] = true
		}
	}
	if f := im.service.failure; f != nil {
		used[f.record] = true
	}
	for _, r := range im.service.records {
		see(r.shape)
	}
	for _, u := range im.service.unions {
		for _, v := range u.variants {
			used[v.record] = true
		}
	}
	for _, a := range im.service.areas {
		for _, op := range a.operations {
			see(op.body)
			if op.failure != nil {
				used[op.failure.record] = true
			}
			if r := op.response; r != nil {
				see(r.shape)
				if r.whole != nil {
					used[r.whole.item().record] = true
				}
			}
		}
	}
	im.service.records = slices.DeleteFunc(im.service.records, func(r *record) bool { return slices.Contains(im.bared, r) && !used[r] })
}
