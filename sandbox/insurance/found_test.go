package insurance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/live/verify/findings"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/sandbox/behaviour"
	"github.com/stretchr/testify/require"
)

var (
	edited = flag.Int("edits", 200, "how many edits of the catalog that the sandbox serves")
	seed   = flag.Uint64("seed", 1, "of the edits")
)

// trial is an edit, and what was found of it.
type trial struct {
	original, served *catalog.Catalog
	op, now          *catalog.Operation // of the edit, in both; now is nil if it is gone
	place            string             // of the edit in a request or a response
	responds         bool               // the edit is one of the response
	answer           string             // the new response
	calls            []sent
	found            verify.Operation
}

// reasons are why an edit is not found. The first one that holds is given.
var reasons = []reason{
	{"told as unknown, such as a path that is not there any more", func(x trial) bool { return x.found.Verdict == verify.Unknown }},
	{"neither a request nor a response shows it", func(x trial) bool {
		return worst(x.original, x.served) <= report.Safe && worst(x.served, x.original) <= report.Safe
	}},
	{"the catalog describes the new response, too", func(x trial) bool { return x.responds && x.describes() }},
	{"the service takes requests as something else, and no response shows that", func(x trial) bool { return worst(x.original, x.served) == report.Shifts && x.alike() }},
	{"there is nothing to try the rule with: a document is deleted already, or the value that breaks the rule names none", func(x trial) bool { return worst(x.original, x.served) <= report.Safe && x.fact(verify.Unknown) }},
	{"there is nothing to try the rule with: a document with the same value exists", func(x trial) bool {
		return x.fact(verify.Unknown) && strings.HasSuffix(x.found.Facts[len(x.found.Facts)-1].Why, "409 Conflict")
	}},
	{"what is sent to break a rule still breaks one", func(x trial) bool { return worst(x.original, x.served) <= report.Safe && x.alike() }},
	{"what is sent keeps the new rule, too", func(x trial) bool { return !x.responds && x.alike() }},
	{"the sandbox enforces it still, since it cannot find a document otherwise", func(x trial) bool { return x.fact(verify.Conforms) }},
}

type reason struct {
	text  string
	holds func(trial) bool
}

// worst returns what gen diff says at most of a change, to clients of the base that call
// the head.
func worst(base, head *catalog.Catalog) (v report.Verdict) {
	for _, f := range new(diff.Dates).Compare(base, head).Findings() {
		v = max(v, f.Verdicts.Requests, f.Verdicts.Answers)
	}
	return v
}

// fact reports whether a fact about the place of the edit has a verdict.
func (x trial) fact(v verify.Verdict) bool {
	return slices.ContainsFunc(x.found.Facts, func(f verify.Fact) bool { return f.Verdict == v && slices.Contains(strings.Fields(f.ID), x.place) })
}

// describes reports whether the original catalog describes the response that is sent.
func (x trial) describes() bool {
	of := interpreter.New(x.op)
	drifts, err := of.Drifts(x.answer)
	return err == nil && of.CheckResponse(x.answer) == nil && len(drifts) == 0
}

// alike reports whether both catalogs accept the same of the bodies that were sent.
func (x trial) alike() bool {
	op, now := interpreter.New(x.op), interpreter.New(x.now)
	return !slices.ContainsFunc(x.calls, func(c sent) bool {
		return c.path == x.op.Path && (op.Decode(c.body).Status == http.StatusOK) != (now.Decode(c.body).Status == http.StatusOK)
	})
}

// Changes of the service are found, and what is not found has a reason.
func TestChangesAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN: 200 services are verified")
	}
	t.Parallel()
	original := &changing{catalog: whole(t), behaviour: behaviours(t)}
	c, b, ok := original.parsed()
	require.True(t, ok)
	fixtures, err := verify.LoadFixtures("../../spec/fixtures.yaml", c)
	require.NoError(t, err)
	base, _ := verified(t, c, b, c, verify.Options{Fixtures: fixtures})
	baseline, _ := findings.Update(c, base, nil)

	r := rand.New(rand.NewPCG(*seed, 0))
	made, found := map[string]int{}, map[string]int{}
	missed := map[string]map[string]int{}
	for i := range *edited {
		e := edits[i%len(edits)]
		now, served, b := changed(t, r, e, original)
		result, calls := verified(t, served, b, c, verify.Options{Fixtures: fixtures, Only: []string{now.operation}, Baseline: baseline})
		x := trial{
			original: c, served: served, op: operation(c, now.operation), now: operation(served, now.operation), place: now.place, responds: now.responds, answer: now.newResponse,
			calls: calls, found: result.Operations[0],
		}
		if made[e.name]++; x.found.Verdict == verify.Contradicts {
			found[e.name]++
			continue
		}
		n := slices.IndexFunc(reasons, func(why reason) bool { return why.holds(x) })
		if n < 0 {
			t.Errorf("%d: %s of %s is not found, and nothing says why: %s\n%s", i, e.name, now.operation, x.found.Verdict, told(x))
			continue
		}
		if missed[e.name] == nil {
			missed[e.name] = map[string]int{}
		}
		missed[e.name][reasons[n].text]++
	}
	var table strings.Builder
	all := 0
	for _, e := range edits {
		all += found[e.name]
		fmt.Fprintf(&table, "%-45s %3d of %3d", e.name, found[e.name], made[e.name])
		for _, why := range reasons {
			if n := missed[e.name][why.text]; n > 0 {
				fmt.Fprintf(&table, "; %d: %s", n, why.text)
			}
		}
		table.WriteByte('\n')
	}
	t.Logf("%d of %d edits are found\n%s", all, *edited, &table)
	require.Greater(t, all, *edited*11/20)
}

// told is what is known of an edit that is not found.
func told(x trial) string {
	var b strings.Builder
	for _, f := range new(diff.Dates).Compare(x.original, x.served).Findings() {
		fmt.Fprintf(&b, "\t%s %s: %s\n", f.Rule, f.Path, f.Message)
	}
	for _, f := range x.found.Facts {
		fmt.Fprintf(&b, "\t%s %s %d %s %s\n", f.ID, f.Verdict, f.Status, f.Request, f.Why)
	}
	return b.String()
}

// operation returns the operation of a name, nil if there is none.
func operation(c *catalog.Catalog, name string) *catalog.Operation {
	for op := range c.Operations() {
		if op.String() == name {
			return op
		}
	}
	return nil
}

// changed returns a service that differs from another one by an edit of a kind, as values
// and parsed.
func changed(t *testing.T, r *rand.Rand, e edit, from *changing) (*changing, *catalog.Catalog, *behaviour.Behaviour) {
	for range 100 {
		c := from.clone()
		c.Rand = r
		if !e.make(c) {
			break
		}
		if served, b, ok := c.parsed(); ok {
			return c, served, b
		}
	}
	t.Fatalf("%s: the catalog has no place for it", e.name)
	return nil, nil, nil
}
