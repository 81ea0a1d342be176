package diff

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/review/report"
)

// The bumps of a change follow from its verdicts and from the exported API of both
// sides, whatever lists say.
func TestBumpsFollowFromVerdictsAndExports(t *testing.T) {
	for _, f := range allFixtures(t) {
		base, head := goAPIOf(f.base), goAPIOf(f.head)
		requireBumps(t, f.path, f.forth.Changes, base, head)
		requireBumps(t, f.path+", from head to base", f.back.Changes, head, base)
	}
}

// requireBumps checks the bumps of changes, with the exported names before and after them.
func requireBumps(t *testing.T, what string, changes []Change, before, after goAPI) {
	t.Helper()
	var most report.Bumps
	for _, c := range changes {
		about := fmt.Sprintf("%s: %s %s %v", what, c.Rule, c.Verdicts, c.Bumps)
		most = most.Or(*c.Bumps)
		requireBump(t, c.Bumps.Wire, max(c.Verdicts.Requests, c.Verdicts.Responses), about)
		requireBump(t, c.Bumps.Go, max(c.Verdicts.Callers, c.Verdicts.Services), about)
	}
	for name := range before {
		require.True(t, after[name] == before[name] || most.Go == report.Major, "%s: %s breaks", what, name)
	}
	for name := range after {
		require.True(t, before[name] != "" || most.Go >= report.Minor, "%s: %s is new", what, name)
	}
}

func requireBump(t *testing.T, got report.Bump, worst report.Verdict, about string) {
	t.Helper()
	switch {
	case worst > report.Shifts:
		require.Equal(t, report.Major, got, about)
	case worst == report.Shifts:
		require.GreaterOrEqual(t, got, report.Minor, about)
	case worst == report.NotApplicable:
		require.Equal(t, report.NoBump, got, about)
	default:
		require.LessOrEqual(t, got, report.Minor, about)
	}
}

// Every case of every rule has its bumps by the first entry that applies, and every
// entry is that of some case.
func TestVersioningIsWhole(t *testing.T) {
	met := map[string]bool{}
	for _, rule := range all() {
		for i := range rule.Cases {
			c := &rule.Cases[i]
			for _, p := range []surface{{max(c.Verdicts.Requests, c.Verdicts.Responses), c, true}, {max(c.Verdicts.Callers, c.Verdicts.Services), c, false}} {
				for _, entry := range Versioning {
					if entry.applies(p) {
						met[entry.When] = true
						break
					}
				}
			}
		}
	}
	for _, entry := range Versioning {
		require.True(t, met[entry.When], entry.When)
	}
	require.Equal(t, report.Bumps{}, unused.bumps())
	for rule, want := range map[*Rule]report.Bumps{
		docOnly:              {Wire: report.Patch, Go: report.Patch},
		operationAdded:       {Wire: report.Minor, Go: report.Minor},
		operationRemoved:     {Wire: report.Major, Go: report.Major},
		pathChanged:          {Wire: report.Major, Go: report.Patch},
		goNameChanged:        {Wire: report.NoBump, Go: report.Major},
		firstOfOrderChanged:  {Wire: report.Major, Go: report.Major}, // nothing fails, which is worse
		deprecated:           {Wire: report.Minor, Go: report.Minor},
		typeAdded:            {Wire: report.NoBump, Go: report.Minor},
		catalogAdded:         {Wire: report.Minor, Go: report.Minor},
		deprecationShortened: {Wire: report.Minor, Go: report.Minor},
		sensitivityAdded:     {Wire: report.NoBump, Go: report.Patch},
		fieldAdded:           {Wire: report.Minor, Go: report.Minor},
	} {
		require.Equal(t, want, rule.Cases[0].bumps(), rule.ID)
	}
	require.Equal(t, report.Major, operationRemoved.caseFor(Anywhere, afterSunset).bumps().Wire, "an end that was announced is one")
	require.Equal(t, report.Bumps{Wire: report.NoBump, Go: report.Patch}, recordInclusionChanged.caseFor(InRequest, sameFields).bumps())
	inGo := report.Bumps{Wire: report.NoBump, Go: report.Major}
	require.Equal(t, inGo, nameChanged.caseFor(Anywhere, samePaths).bumps())
	require.Equal(t, inGo, fieldTypeChanged.caseFor(InRequest, sameJSON).bumps())
	texts := report.Bumps{Wire: report.Patch, Go: report.Patch}
	require.Equal(t, texts, constraintChanged.caseFor(InRequest, sameValues).bumps())
	require.Equal(t, texts, constraintTightened.caseFor(InRequest, refusesNothing).bumps())
	require.Equal(t, texts, ruleLoosened.caseFor(InRequest, noEffect).bumps())
	require.Equal(t, report.Minor, constraintTightened.caseFor(InResponse, general).bumps().Wire,
		"a service promises more")
	require.Equal(t, report.Minor, fieldTypeWidened.caseFor(InRequest, stillFits).bumps().Wire, "more is accepted")
	require.Equal(t, report.Minor, enumValueAdded.caseFor(InRequest, openEnum).bumps().Go)
	require.Equal(t, report.Minor, enumValueAdded.caseFor(InResponse, openEnum).bumps().Go)
}

// Sunsets are those of what anybody meets, each once.
func TestSunsetsAreListedOnce(t *testing.T) {
	c := resolve(t, "c.yaml", `catalog: 1
info: {title: T, version: v1, package: example}
path: /api/{area}/{operation}
enums: {Mood: {values: {good: }}}
unions: {Event: {by: kind, of: {none: }}}
records:
  Used: {fields: {b: {type: string, deprecated: {sunset: "2026-01-01", use: c}}, c: string}}
  Unused: {fields: {b: {type: string, deprecated: {sunset: "2026-01-01"}}}}
areas:
  claims:
    operations:
      get: {deprecated: {since: v1, sunset: "2025-12-31"}, fields: {used: Used, a: {type: string, deprecated: {since: v1}},
        mood: Mood, event: Event, old: {type: string, deprecated: {sunset: "2026-01-02"}}}}
      put: {include: Used, response: {fields: {id: {type: string, deprecated: {sunset: "2026-01-02"}}}}}
`)
	require.Equal(t, []report.Sunset{
		{Date: "2025-12-31", Path: "claims.get", Words: "since v1.", Over: true},
		{Date: "2026-01-01", Path: "Used.b", Words: "use c.", Over: true},
		{Date: "2026-01-02", Path: "claims.get.old", Words: "do not use it."},
		{Date: "2026-01-02", Path: "claims.put.response.id", Words: "do not use it."},
	}, Sunsets(c, today))
}
