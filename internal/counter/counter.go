// Package counter finds, for a change of a catalog, something that worked before
// and does not now: a request that was served, an answer that could be read, a
// line of Go that compiled. Requests and answers are tried on both catalogs by
// package interpret, so that what is shown is true.
package counter

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/internal/interpret"
	"example.com/opgen/internal/sample"
)

// tries bounds the bodies that are tried for one change.
const tries = 3000

// Find gives the changes from base to head their counter-examples. A change that
// breaks or shifts nothing has none, and neither has one for which none of the
// bodies that were tried shows it.
func Find(base, head *catalog.Catalog, changes []diff.Change) {
	f := finder{base: base, before: operations(base), after: operations(head), paths: map[string]bool{}}
	for _, op := range f.after {
		f.paths[op.Path] = true
	}
	for i := range changes {
		changes[i].CounterExample = f.find(&changes[i])
	}
}

// finder looks for counter-examples between two catalogs.
type finder struct {
	base          *catalog.Catalog
	before, after map[string]*catalog.Operation // by area and name
	paths         map[string]bool               // that there are after the change
}

func operations(c *catalog.Catalog) map[string]*catalog.Operation {
	all := map[string]*catalog.Operation{}
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			all[a.Name+"."+op.Name] = op
		}
	}
	return all
}

// find tries what persuades most first: the wire, and then Go.
func (f *finder) find(c *diff.Change) *diff.CounterExample {
	v := c.Verdicts
	for _, p := range f.pairs(c) {
		var found *diff.CounterExample
		if v.Request >= diff.Shifts {
			found = f.request(c, p)
		}
		if found == nil && v.Answer >= diff.Shifts && p.head != nil {
			found = answer(c, p)
		}
		if found == nil && max(v.Request, v.Client) >= diff.Shifts && p.head != nil {
			found = sent(c, p)
		}
		if found == nil && v.Server == diff.Shifts && p.head != nil {
			found = admitted(c, p)
		}
		if found != nil {
			return found
		}
	}
	if v.Client == diff.Breaks || v.Server == diff.Breaks {
		return golang(c)
	}
	return nil
}

// pair is an operation before and after a change.
type pair struct{ base, head *catalog.Operation }

// shownUses is how many of the operations that use something shared are tried.
const shownUses = 4

// pairs returns the operations that a change concerns.
func (f *finder) pairs(c *diff.Change) []pair {
	if op := c.Base.Operation; op != nil {
		return []pair{{op, cmp.Or(c.Head.Operation, f.after[op.Area.Name+"."+op.Name])}}
	}
	if op := c.Head.Operation; op != nil {
		if before := f.before[op.Area.Name+"."+op.Name]; before != nil {
			return []pair{{before, op}}
		}
		return nil
	}
	var found []pair
	for _, a := range f.base.Areas {
		for _, op := range a.Operations {
			name := a.Name + "." + op.Name
			concerned := slices.Contains(c.Uses, name) || c.Base.Area == a || c.Base == (diff.Subject{}) && c.Uses == nil
			if !concerned || len(found) == shownUses {
				continue
			}
			if c.Base.Area == a && c.Head.Area != nil {
				name = c.Head.Area.Name + "." + op.Name
			}
			found = append(found, pair{op, f.after[name]})
		}
	}
	return found
}

// request finds a body that the base serves, and that the head refuses or takes
// for something else.
func (f *finder) request(c *diff.Change, p pair) *diff.CounterExample {
	if p.head == nil || p.head.Path != p.base.Path && moves(c) {
		r, ok := sample.Request(p.base, sample.Minimal)
		if !ok || f.paths[p.base.Path] {
			return nil
		}
		return &diff.CounterExample{Kind: "request", Before: normal(r.JSON()), After: elsewhere(p.head),
			Why: "POST " + p.base.Path + " is answered with 404."}
	}
	subject := subjectOf(c, p)
	shows := func(body string) bool {
		before, after := interpret.Decode(p.base, body), interpret.Decode(p.head, body)
		switch {
		case before.Status != 200:
			return false
		case after.Status != 200:
			return subject.refused(after.Violations) &&
				(c.Verdicts.Request == diff.Breaks || !slices.ContainsFunc(after.Violations, isRequired))
		default:
			return c.Verdicts.Request == diff.Shifts && subject.differs(before.Settled, after.Settled)
		}
	}
	body, ok := search(bodies(p.base, c), shows)
	if !ok {
		return nil
	}
	before, after := interpret.Decode(p.base, body), interpret.Decode(p.head, body)
	if after.Status == 200 {
		return &diff.CounterExample{Kind: "request", Before: body,
			Why: "The service got " + before.Settled + " and gets " + after.Settled + " now."}
	}
	return &diff.CounterExample{Kind: "request", Before: body, After: instead(p.head, body),
		Why: "It is refused: " + words(after.Violations) + "."}
}

func isRequired(v api.Violation) bool { return v.Rule == api.RuleRequired }

// moves reports whether a change is about where requests go, and not about what is
// in them.
func moves(c *diff.Change) bool {
	for _, s := range []diff.Subject{c.Base, c.Head} {
		if s.Field != nil || s.Rule != nil || s.Enum != nil || s.Value != nil {
			return false
		}
	}
	return c.Verdicts.Request == diff.Breaks
}

// elsewhere says where a request has to go.
func elsewhere(op *catalog.Operation) string {
	if op == nil {
		return ""
	}
	return "POST " + op.Path
}

// instead returns a request that is served now, where there is another one.
func instead(op *catalog.Operation, body string) string {
	r, ok := sample.Request(op, sample.Minimal)
	if !ok || r.JSON() == body {
		return ""
	}
	return normal(r.JSON())
}

// answer finds an answer that the new service may give and an old client cannot
// read.
func answer(c *diff.Change, p pair) *diff.CounterExample {
	shows := func(body string) bool {
		return interpret.Answer(p.head, body) == nil && interpret.Answer(p.base, body) != nil
	}
	body, ok := search(answers(p.head, c), shows)
	if !ok {
		return nil
	}
	why := strings.TrimSuffix(interpret.Answer(p.base, body).Error(), ".")
	return &diff.CounterExample{Kind: "answer", Before: body, Why: "An old client cannot read it: " + why + "."}
}

// sent finds a request that the old client sent otherwise than the new one does.
func sent(c *diff.Change, p pair) *diff.CounterExample {
	subject := subjectOf(c, p)
	shows := func(request string) bool {
		before, wrong, err := interpret.Encode(p.base, request)
		after, refused, failed := interpret.Encode(p.head, request)
		return err == nil && failed == nil && wrong == nil &&
			(refused != nil && subject.refused(refused) || refused == nil && subject.differs(before, after))
	}
	request, ok := search(bodies(p.base, c), shows)
	if !ok {
		return nil
	}
	before, _, _ := interpret.Encode(p.base, request)
	after, refused, _ := interpret.Encode(p.head, request)
	why := "The client sent " + before + " and sends " + after + " now."
	if refused != nil {
		why = "The client sent " + before + " and does not now: " + words(refused) + "."
	}
	return &diff.CounterExample{Kind: "request", Before: request, Why: why}
}

// admitted finds a request that the old service was kept from and the new one is
// given.
func admitted(c *diff.Change, p pair) *diff.CounterExample {
	subject := subjectOf(c, p)
	shows := func(body string) bool {
		before := interpret.Decode(p.base, body)
		return before.Status != 200 && subject.refused(before.Violations) && interpret.Decode(p.head, body).Status == 200
	}
	body, ok := search(append(bodies(p.head, c), bodies(p.base, c)...), shows)
	if !ok {
		return nil
	}
	return &diff.CounterExample{Kind: "request", Before: body,
		Why: "It was refused (" + words(interpret.Decode(p.base, body).Violations) + "), and the service gets it now."}
}
