package proof

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/long"
)

// What is refused breaks: no body that a change alone makes unacceptable is called
// safe, or a shift.
func TestWhatIsRefusedBreaks(t *testing.T) {
	long.Only(t, "many bodies are searched for")
	for _, folder := range []string{"rules", "cases"} {
		fixtures(t, folder, func(t *testing.T, _ string, base, head *catalog.Catalog, _ []diff.Change) {
			requireBreaks(t, base, head)
		})
	}
}

// If the comparison came upon a text that is refused, it is shown.
func TestRefusedTextsAreShown(t *testing.T) {
	shown := 0
	for _, name := range []string{"implied", "patterns", "texts"} {
		fixtures(t, "cases/"+name, func(t *testing.T, _ string, _, _ *catalog.Catalog, changes []diff.Change) {
			for _, c := range changes {
				if c.Texts != nil && c.Verdicts.Requests == report.Breaks {
					require.NotNil(t, c.Example, "%s %s", c.Rule, c.Path)
					require.Contains(t, c.Example.Outcome, isRefused)
					shown++
				}
			}
		})
	}
	require.Greater(t, shown, 10)
}

func requireBreaks(t *testing.T, base, head *catalog.Catalog) {
	t.Helper()
	compared := compare(base, head)
	f := newFinder(base, head, compared)
	for i := range compared.Changes {
		c := &compared.Changes[i]
		left := mostTries
		for _, p := range f.concerned(c) {
			if p.head == nil {
				continue
			}
			l := look{f, c, concernOf(c), p, &left}
			if c.Verdicts.Requests < report.Breaks {
				body, refused := l.search(func(body string) (int, bool) {
					return l.onlyRefused(body, compared.Changes)
				}, l.requests(l.base, l.head))
				require.False(t, refused, "%s %s %s: %s", c.Verdicts, c.Rule, c.Path, body)
			}
			if c.Verdicts.Answers < report.Breaks {
				e := l.answer()
				require.True(t, e == nil || l.breaksElsewhere(p.base.Answer(e.Given), compared.Changes), "%s %s %s: %+v", c.Verdicts, c.Rule, c.Path, e)
			}
		}
	}
}

// onlyRefused shows a request that was served and is refused because of the change,
// and of nothing else. A field has one violation, also if it breaks several constraints.
func (l look) onlyRefused(body string, changes []diff.Change) (int, bool) {
	if l.base.Decode(body).Status != 200 {
		return 0, false
	}
	violations := l.head.Decode(body).Violations
	others, ok := l.refused(violations, l.base.Request, l.head.Request)
	return others, ok && others == 0 && !slices.ContainsFunc(changes, func(c diff.Change) bool {
		return c.Verdicts.Requests == report.Breaks && (leads(&c, violations, l.base.Request, l.head.Request) ||
			c.Head.Field != nil && c.Head.Field == l.change.Head.Field)
	})
}

// breaksElsewhere reports whether another change breaks responses and leads to what
// is wrong with one.
func (l look) breaksElsewhere(err error, changes []diff.Change) bool {
	invalid, ok := errors.AsType[*api.ValidationError](err)
	return ok && slices.ContainsFunc(changes, func(c diff.Change) bool {
		return c.Verdicts.Answers == report.Breaks && leads(&c, invalid.Violations, l.base.Response.Shape, l.head.Response.Shape)
	})
}

// leads reports whether a change leads to one of several violations.
func leads(c *diff.Change, violations []api.Violation, shapes ...*catalog.Shape) bool {
	k := concernOf(c)
	return slices.ContainsFunc(violations, func(v api.Violation) bool { return k.leadsTo(c, v, shapes...) })
}
