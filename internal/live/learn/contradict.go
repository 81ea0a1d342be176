package learn

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// compare reports responses of an operation that contradict the catalog, and collects the
// values of its gaps.
func (l *learner) compare(a *observations) {
	op, path := a.op, a.op.String()
	switch r := op.Response; {
	case !r.Shown:
		g := l.gaps[path]
		if g.total = a.good; g.total > 0 {
			g.shape = cmp.Or(a.response, new(recording.Shape))
			g.name += wholeNames[kindOf(g.shape)]
		}
	case a.response == nil:
	case r.Nothing:
		held := a.response.Seen - a.response.Null - a.response.Object
		if !hasNoMembers(a.response) {
			held += a.response.Object
		}
		if held > 0 {
			l.addFinding(responseNothing, r.Pos, path, "%s a body, but the catalog says none", share(held, a.good, "response", "hold"))
		}
	case r.Whole != nil:
		if blank := a.empty + a.response.Null; blank > 0 && r.Whole.Type.Kind != catalog.Any {
			l.addFinding(responseRequired, r.Pos, path, "%s nothing, but the response is of type %s", share(blank, a.good, "response", "hold"), r.Whole.Type)
		}
		l.addValues(path, path, a.response, a.good)
		l.compareType(r.Pos, path, r.Whole.Type, a.response)
	default:
		l.compareObject(r.Pos, path, path, r.Shape, a.response, a.good)
		of := gap{id: path, op: op, name: l.rootName(op)}
		if in := r.Include; in != nil && l.frozen[in] == "" {
			of = gap{id: in.Name, record: in, name: l.rootOf(in)}
		}
		l.collectMembers(of, r.Shape, path, a.response, a.good)
	}
}

// compareEnvelope reports contradictions outside of the responses: of the envelope, and of the status
// of failures.
func (l *learner) compareEnvelope(a *observations) {
	e, path := a.op.Envelope, a.op.String()
	if e == nil {
		return
	}
	bare := 0
	for _, o := range slices.SortedFunc(maps.Keys(a.outcomes), Outcome.compare) {
		seen := a.outcomes[o]
		switch {
		case o.Unreadable != "":
		case o.Success == "" && o.Status >= 200 && o.Status <= 299 && seen.Response != nil:
			bare += seen.Count
		case o.Success == "false" && e.StatusOf(o.Status) != o.Status && e.FailureStatus != 0:
			l.addFinding(responseStatus, e.Pos, path, "%s with status %d, but failures have status %d", wording.Count(seen.Count, "failure"), o.Status, e.StatusOf(o.Status))
		}
	}
	if bare > 0 {
		l.addFinding(responseEnvelope, e.Pos, path, "%s no %s of the envelope", share(bare, a.calls, "response", "hold"), wording.Quote(e.Success))
	}
}

// share begins a sentence: "1 of 3 responses holds", "2 of 3 responses hold".
func share(n, of int, what, verb string) string {
	if n == 1 {
		verb = map[string]string{"hold": "holds", "are": "is"}[verb]
	}
	return fmt.Sprintf("%d of %s %s", n, wording.Count(of, what), verb)
}

// addContradiction reports a contradiction, unless a variant of a union may not be the right one.
func (l *learner) addContradiction(r report.Rule, pos catalog.Position, path, format string, args ...any) {
	if !l.uncertain {
		l.addFinding(r, pos, path, format, args...)
	}
}

// compareType reports values of another type than in the catalog.
func (l *learner) compareType(pos catalog.Position, path string, t *catalog.Type, s *recording.Shape) {
	if s == nil || s.Seen == 0 { // a type may contain itself
		return
	}
	fits, inner := 0, func() {}
	switch t.Kind {
	case catalog.Any, catalog.Unspecified:
		return
	case catalog.String:
		fits = s.String
	case catalog.Enumeration:
		fits = s.String
		if !t.Enum.Open {
			unlisted := responseValue
			unlisted.Level = report.Warning // clients accept it
			l.compareValues(unlisted, pos, path, "enum "+t.Enum.Name, t.Enum.Texts(), s)
		}
	case catalog.Boolean:
		fits = s.Boolean
	case catalog.Integer:
		fits = s.Integer
	case catalog.Number:
		fits = s.Integer + s.Number
	case catalog.Object:
		fits = s.Object
	case catalog.Record:
		fits, inner = s.Object, func() {
			l.compareObject(pos, t.Record.Name, path, t.Record, s, s.Object)
			l.collectMembers(gap{id: t.Record.Name, record: t.Record, name: l.rootOf(t.Record)},
				t.Record, path, s, s.Object)
		}
	case catalog.Union:
		fits, inner = s.Object, func() { l.compareUnion(pos, path, t.Union, s) }
	case catalog.Array:
		fits, inner = s.Array, func() { l.compareItems(pos, path+"/*", t.Elem, s.Items) }
	case catalog.Map:
		fits, inner = s.Object, func() { l.compareItems(pos, path+"/*", t.Elem, values(s)) }
	}
	if wrong := s.Seen - s.Null - fits; wrong > 0 {
		l.addContradiction(responseType, pos, path, "%s not of type %s", share(wrong, s.Seen, "value", "are"), t.NotNull())
	}
	inner()
}

func (l *learner) compareItems(pos catalog.Position, path string, t *catalog.Type, s *recording.Shape) {
	if s == nil {
		return
	}
	if s.Null > 0 && !t.Nullable && t.Kind != catalog.Any && t.Kind != catalog.Unspecified {
		l.addContradiction(responseType, pos, path, "%s null, but the type is %s", share(s.Null, s.Seen, "value", "are"), t)
	}
	l.compareType(pos, path, t, s)
}

// compareObject compares a shape of the catalog with a number of objects. The owner has its
// fields in the catalog, except those that it includes.
func (l *learner) compareObject(pos catalog.Position, owner, path string, shape *catalog.Shape, s *recording.Shape, all int) {
	met := all
	if wrong := s.Seen - s.Null - s.Object; wrong > 0 && shape.Name == "" { // compareType has reported a record
		l.addContradiction(responseType, pos, path, "%s not an object", share(wrong, s.Seen, "response", "are"))
		all -= wrong
	}
	for i, f := range shape.Fields {
		m, token, declared := cmp.Or(s.Members[f.Name], new(recording.Shape)), "/"+jsonpointer.Escape(f.Name), owner
		for in := shape.Include; in != nil && i < len(in.Fields); in = in.Include {
			declared = in.Name
		}
		at := path + token
		l.addValues(declared+token, at, m, met)
		if lacks := all - m.Seen; f.Required && lacks > 0 {
			l.addContradiction(responseRequired, f.Pos, at, "it is required, but missing in %d of %d", lacks, all)
		}
		if f.Required && !f.Type.Nullable && m.Null > 0 {
			l.addContradiction(responseRequired, f.Pos, at, "it is required, but null in %d of %d", m.Null, all)
		}
		t := f.Type
		if f.Join != "" { // it is sent as a string
			t = &catalog.Type{Kind: catalog.String}
		}
		l.compareType(f.Pos, at, t, m)
	}
}

// compareUnion compares the tags of a union, and collects the fields of all its records, because
// recordings do not distinguish variants.
func (l *learner) compareUnion(pos catalog.Position, path string, u *catalog.TaggedUnion, s *recording.Shape) {
	tag := cmp.Or(s.Members[u.By], new(recording.Shape))
	if lacks := s.Object - tag.String; lacks > 0 {
		l.addContradiction(responseRequired, pos, path+"/"+jsonpointer.Escape(u.By), "the tag of union %s is missing in %d of %d", u.Name, lacks, s.Object)
	}
	if !u.Open {
		l.compareValues(responseValue, pos, path+"/"+jsonpointer.Escape(u.By), "union "+u.Name, u.Tags(), tag)
	}
	before, met := l.uncertain, map[*catalog.Shape]bool{}
	l.uncertain = true
	for _, r := range u.Records() {
		if !met[r] {
			met[r] = true
			l.compareObject(pos, r.Name, path, r, s, s.Object)
		}
	}
	l.uncertain = before
}

func (l *learner) compareValues(r report.Rule, pos catalog.Position, path, of string, known []string, s *recording.Shape) {
	var others []string
	for _, value := range slices.Sorted(maps.Keys(s.Values)) {
		if !slices.Contains(known, value) {
			others = append(others, value)
		}
	}
	if len(others) > 0 {
		l.addContradiction(r, pos, path, "closed %s does not have %s", of, wording.QuotedList(others, "and"))
	} else if s.Distinct > len(known) {
		l.addContradiction(r, pos, path, "there are at least %d values, but closed %s has %d", s.Distinct, of, len(known))
	}
}
