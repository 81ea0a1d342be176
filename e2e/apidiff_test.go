package e2e

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"golang.org/x/exp/apidiff"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// The verdicts of gen diff on Go source match a tool that compares the types of the
// generated packages: c is Go that uses the client, d is Go that implements the
// service. If they differ, a comment in the fixture gives the reason:
//
//	apidiff: c and d, forward and reverse: REASON
func TestVerdictsOfGo(t *testing.T) {
	files, err := filepath.Glob("../internal/review/diff/testdata/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	compiler := newCompiler()
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			base, head := resolve(t, archive, "base.yaml"), resolve(t, archive, "head.yaml")
			before, after := compiler.generate(t, base), compiler.generate(t, head)
			forward, reverse := diff.Dates{Today: today}.Compare(base, head).Changes, diff.Dates{Today: today}.Compare(head, base).Changes
			requireMinor(t, forward, additions(before, after))
			requireMinor(t, reverse, additions(after, before))
			differences := append(
				disagreements("forward", forward, breaks(before, after)),
				disagreements("reverse", reverse, breaks(after, before))...)
			explained := explanations(t, string(archive.Comment))
			for _, d := range differences {
				require.Contains(t, explained, d.of, "of %s the rule says %v, apidiff finds %+v",
					d.about, d.verdict, d.found)
				explained[d.of] = true
			}
			for of, needed := range explained {
				require.True(t, needed, "%s is explained, and they agree", of)
			}
		})
	}
}

// today is the date of the comparison.
var today = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func resolve(t *testing.T, archive *txtar.Archive, name string) *catalog.Catalog {
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	c, problems := catalog.Parse(name, archive.Files[i].Data)
	require.Empty(t, problems)
	return c
}

// broken is a name that source may use and whose declaration was removed or
// changed.
type broken struct {
	name    string // "claims.Client.GetClaim", "package claims"
	parties string // the affected parties: "c", "d" or "cd"
	message string
}

// breaks compares the code generated from two catalogs.
func breaks(before, after *apidiff.Module) []broken {
	var all []broken
	for _, change := range apidiff.ModuleChanges(before, after).Changes {
		if !change.Compatible && !notPromised.MatchString(change.Message) {
			name := nameIn(change.Message, before.Packages[len(before.Packages)-1].Name())
			all = append(all, broken{name, parties(name), change.Message})
		}
	}
	return all
}

// additions are the new parts of the exported API, without methods that are not
// promised.
func additions(before, after *apidiff.Module) []string {
	var all []string
	for _, change := range apidiff.ModuleChanges(before, after).Changes {
		if change.Compatible && !notPromised.MatchString(strings.Replace(change.Message, ": added", ": removed", 1)) {
			all = append(all, change.Message)
		}
	}
	return all
}

// requireMinor requires at least a minor version for a Go module whose API grows.
func requireMinor(t *testing.T, changes []diff.Change, added []string) {
	t.Helper()
	var raised report.Bumps
	for _, c := range changes {
		raised = raised.Or(*c.Bumps)
	}
	require.True(t, added == nil || raised.Go >= report.Minor,
		"the next version is %s, though there is more: %v", raised.Go, added)
}

// notPromised lists what source must not rely on: == on a generated struct, and
// methods that encoding/json, fmt and log/slog find on types that need them.
var notPromised = regexp.MustCompile(`: old is comparable, new is not$|\.(MarshalJSON|UnmarshalJSON|Format|LogValue): removed$`)

// nameIn returns the name in a message, in the form that gen diff uses.
func nameIn(message, root string) string {
	name, _, _ := strings.Cut(message, ": ")
	if folder, ok := strings.CutPrefix(name, "package "); ok {
		return "package " + path.Base(folder)
	}
	name = strings.NewReplacer("(*", "", ")", "").Replace(name)
	if inArea, ok := strings.CutPrefix(name, "./"); ok {
		return inArea
	}
	return root + "." + name
}

// parties returns whom a name affects. Types of bodies, records, enums, their
// values, and packages affect both parties.
func parties(name string) string {
	switch parts := append(strings.Split(name, "."), ""); parts[1] {
	case "Client", "NewClient", "NewClientWithCaller":
		return "c"
	case "Service", "UnimplementedService", "Fake", "NewFakeClient", "Routes", "NewHandler", "Services":
		return "d"
	default:
		return "cd"
	}
}

// disagreement is a verdict that the types contradict.
type disagreement struct {
	of      string // a party and a direction: "c forward"
	verdict report.Verdict
	about   string   // the change, or all changes together
	found   []broken // the differences between the types
}

// disagreements compares changes with the types: each change by the names that it
// moves, and all changes together.
func disagreements(direction string, changes []diff.Change, types []broken) []disagreement {
	var all []disagreement
	compare := func(about string, verdicts report.Verdicts, types []broken) {
		for party, verdict := range map[string]report.Verdict{"c": verdicts.Callers, "d": verdicts.Services} {
			found := slices.DeleteFunc(slices.Clone(types),
				func(b broken) bool { return !strings.Contains(b.parties, party) })
			if (verdict == report.Breaks) != (len(found) > 0) {
				all = append(all, disagreement{party + " " + direction, verdict, about, found})
			}
		}
	}
	var together report.Verdicts
	for _, c := range changes {
		together = together.Or(*c.Verdicts)
		compare(c.Rule+" "+c.Path, *c.Verdicts, slices.DeleteFunc(slices.Clone(types), func(b broken) bool { return !moves(c, b.name) }))
	}
	compare("all changes", together, types)
	return all
}

// moves reports whether a change moves a name, something that contains it, or
// something that it contains.
func moves(c diff.Change, name string) bool {
	return slices.ContainsFunc(c.Go, func(line string) bool {
		return slices.ContainsFunc(namesIn(line), func(moved string) bool {
			return name == moved || strings.HasPrefix(name, moved+".") || strings.HasPrefix(moved, name+".") ||
				strings.HasPrefix("package "+moved, name+".")
		})
	})
}

var identifier = regexp.MustCompile(`[A-Za-z]\w*`)

// namesIn returns the names that a line moves. "claims.GetClaimRequest.Note:
// *Colour -> *string" also moves claims.Colour, which may be removed.
func namesIn(line string) []string {
	before, _, _ := strings.Cut(line, " -> ")
	moved, old, _ := strings.Cut(before, ": ")
	names := []string{moved}
	area, _, _ := strings.Cut(moved, ".")
	for _, part := range identifier.FindAllString(old, -1) {
		names = append(names, area+"."+part)
	}
	return names
}

var explanation = regexp.MustCompile(`(?m)^apidiff: (c|d|c and d), (forward|reverse|forward and reverse): .+\.$`)

// explanations returns the disagreements that a comment explains. None of them has
// been met yet.
func explanations(t *testing.T, comment string) map[string]bool {
	all := map[string]bool{}
	lines := explanation.FindAllStringSubmatch(comment, -1)
	require.Len(t, lines, strings.Count(comment, "apidiff:"), "an explanation is not of the form")
	for _, line := range lines {
		for party := range strings.SplitSeq(line[1], " and ") {
			for direction := range strings.SplitSeq(line[2], " and ") {
				all[party+" "+direction] = false
			}
		}
	}
	return all
}
