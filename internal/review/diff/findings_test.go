package diff

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// The fixtures show what a report prints of each finding. The rest is in testdata/findings.txt: by what
// settings accept it, its place in a changelog, the versions that it raises, and what package proof has
// to know to show it.
func TestFindingsOfFixtures(t *testing.T) {
	const file = "testdata/findings.txt"
	var all strings.Builder
	for _, f := range allFixtures(t) {
		folder := filepath.Base(filepath.Dir(f.path))
		name := folder + "/" + f.name()
		writeDetails(&all, name, f.forth.Changes)
		if folder == "rules" {
			writeDetails(&all, name+", back", f.back.Changes)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(all.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), all.String(), "run go test ./internal/review/diff -update")
}

// writeDetails writes the details of changes, each on a line of its own below the rule and the path.
func writeDetails(b *strings.Builder, name string, changes []Change) {
	for i := range changes {
		c := &changes[i]
		fmt.Fprintf(b, "%s: %s %s\n", name, c.Rule, c.Path)
		fmt.Fprintf(b, "\tkey: %s\n", c.Key)
		fmt.Fprintf(b, "\t%s; wire %s, go %s", strings.ToLower(string(c.Topic)), c.Bumps.Wire, c.Bumps.Go)
		if c.Areas != nil {
			fmt.Fprintf(b, "; areas %s", strings.Join(c.Areas, " "))
		}
		if c.Near != (catalog.Position{}) {
			fmt.Fprintf(b, "; near line %d", c.Near.Line)
		}
		b.WriteString("\n")
		base, head := elementsOf(c.Base), elementsOf(c.Head)
		about := base + " -> " + head
		if base == head {
			about = base
		}
		fmt.Fprintf(b, "\tabout: %s\n", about)
		if callers := callersOf(c); callers != "" {
			fmt.Fprintf(b, "\tcallers: %s\n", callers)
		}
		if rule := c.ViolatedRule(); rule != "" {
			fmt.Fprintf(b, "\tviolates: %s\n", rule)
		}
		if len(c.Fields) > 0 {
			fmt.Fprintf(b, "\tfields: %s\n", strings.Join(catalog.Names(c.Fields), " "))
		}
		if c.Way != nil {
			fmt.Fprintf(b, "\tway: %s\n", c.Way.Words())
		}
		for _, example := range c.Combinations {
			fmt.Fprintf(b, "\tcombination: %s\n", sentIn(example))
		}
	}
}

// elementsOf lists the elements of a subject, from the outside in.
func elementsOf(s Subject) string {
	var names []string
	add := func(exists bool, name func() string) {
		if exists {
			names = append(names, name())
		}
	}
	add(s.Area != nil, func() string { return s.Area.Name })
	add(s.Operation != nil, func() string { return s.Operation.Name })
	add(s.Shape != nil, func() string { return cmp.Or(s.Shape.Name, s.Shape.GoName) })
	add(s.Enum != nil, func() string { return s.Enum.Name })
	add(s.Union != nil, func() string { return s.Union.Name })
	add(s.Rule != nil, func() string { return string(s.Rule.Kind) })
	add(s.Field != nil, func() string { return s.Field.Name })
	add(s.Value != nil, func() string { return s.Value.Value })
	add(s.Variant != nil, func() string { return s.Variant.Tag })
	return cmp.Or(strings.Join(names, "."), "nothing")
}

// callersOf returns the verdicts on callers that meet a change in requests or responses alone, or "" if
// they are those of all callers.
func callersOf(c *Change) string {
	none, requests, responses := c.CallersIn(false, false), c.CallersIn(true, false), c.CallersIn(false, true)
	all := c.CallersIn(true, true)
	if none == all && requests == all && responses == all {
		return ""
	}
	return fmt.Sprintf("%s in neither, %s in requests, %s in responses", none, requests, responses)
}

// sentIn lists the fields of a combination with what is sent in them.
func sentIn(c Combination) string {
	var fields []string
	for name, state := range c {
		text := "absent"
		if !state.Absent {
			value, _ := json.Marshal(state.Value)
			text = string(value)
		}
		fields = append(fields, name+" "+text)
	}
	slices.Sort(fields)
	return strings.Join(fields, ", ")
}

// Rules about what is exposed are marked, and so are those of changes that no body shows.
func TestRulesAreMarked(t *testing.T) {
	marked := func(isMarked func(*Rule) bool) (ids []string) {
		for _, chapter := range Chapters() {
			for _, rule := range chapter.Rules {
				if isMarked(rule) {
					ids = append(ids, rule.ID)
				}
			}
		}
		slices.Sort(ids)
		return ids
	}
	require.Equal(t, []string{"auth-dropped", "sensitivity-removed"},
		marked(func(r *Rule) bool { return r.Security }))
	invisible := marked(func(r *Rule) bool { return r.Invisible })
	require.Subset(t, invisible, []string{"failure-added", "idempotency-added", "idempotency-removed",
		"idempotency-header-changed", "operation-effect-changed", "sensitivity-removed"})
	require.NotContains(t, invisible, "field-removed")
}

// Listed names end after eight, with the number of the others, if that is shorter.
func TestManyOperationsOfAnArea(t *testing.T) {
	with := func(area string, operations int) *catalog.Catalog {
		var names []string
		for i := range operations {
			names = append(names, fmt.Sprintf("%s_%d: {fields: {%s: string}}", area, i+1, area))
		}
		return resolve(t, area+".yaml",
			header+"areas: {"+area+": {operations: {"+strings.Join(names, ", ")+"}}}\n")
	}
	messages := func(operations int) (texts []string) {
		for _, c := range compare(with("one", operations), with("two", operations)) {
			texts = append(texts, c.Message)
		}
		return texts
	}
	for operations, want := range map[int]string{
		9:  "NAME_1, NAME_2, NAME_3, NAME_4, NAME_5, NAME_6, NAME_7, NAME_8, NAME_9",
		10: "NAME_1, NAME_2, NAME_3, NAME_4, NAME_5, NAME_6, NAME_7, NAME_8, and 2 more",
	} {
		require.Equal(t, []string{
			fmt.Sprintf("area one is gone, with %d operations: ", operations) + strings.ReplaceAll(want, "NAME", "one"),
			fmt.Sprintf("area two is new, with %d operations: ", operations) + strings.ReplaceAll(want, "NAME", "two"),
		}, messages(operations))
	}
}

// Moves of import paths say what took the path, and where it was.
func TestFindingsOfImportMoves(t *testing.T) {
	for _, c := range []struct {
		move ImportMove
		want string
	}{
		{ImportMove{Base: "m/gen", Head: "m/api", Key: "out"},
			"imports out m/gen -> m/api: the import path of the generated packages changes: m/gen -> m/api"},
		{ImportMove{Base: "m/gen", Key: "target"},
			"imports target m/gen -> none: the packages at m/gen are no longer generated"},
		{ImportMove{Base: "m/gen", Head: "m/api", Key: "out", Taker: "other"},
			"imports out m/gen -> m/api: the import path of the generated packages changes: m/gen -> m/api; " +
				"m/gen has those of target other now, so source that imports it may compile and call the other service"},
	} {
		f := c.move.Finding()
		require.Equal(t, c.want, fmt.Sprintf("%s %s %s: %s", f.Path, f.Aspect, f.Key, f.Message))
		require.False(t, f.Pos.Base)
		c.move.InBase = true
		require.True(t, c.move.Finding().Pos.Base)
	}
	require.True(t, RemovedCatalog("c.yaml").Pos.Base)
	require.False(t, AddedCatalog("c.yaml", "main").Pos.Base)
}

// A base that cannot be read is a finding with its first problem, and the number of the others.
func TestUnreadableBaseHasItsProblems(t *testing.T) {
	at := func(line int) catalog.Position { return catalog.Position{File: "old.yaml", Line: line, Col: 2} }
	problems := catalog.Problems{
		{ID: "unknown-key", Pos: at(3)}, {ID: "no-values", Pos: at(5)}, {ID: "cycle", Pos: at(7)},
	}
	for n, want := range map[int]string{
		1: "main:c.yaml cannot be read (unknown-key at old.yaml:3:2), so all is new",
		2: "main:c.yaml cannot be read (unknown-key at old.yaml:3:2 and 1 more problem), so all is new",
		3: "main:c.yaml cannot be read (unknown-key at old.yaml:3:2 and 2 more problems), so all is new",
	} {
		f := UnreadableBase("settings", "c.yaml", "main:c.yaml", "all is new", problems[:n])
		require.Equal(t, "settings c.yaml:1:1: "+want, fmt.Sprintf("%s %s: %s", f.Path, f.Pos, f.Message))
		require.Equal(t, report.Changed, f.Topic)
	}
}

// Patterns in settings are matched with the paths of all elements.
func TestElementsHaveTheirPaths(t *testing.T) {
	c := resolve(t, "c.yaml", header+`
enums: {Mood: {values: {good: , bad: }}}
records: {Thing: {fields: {id: string, mood: Mood}}}
unions: {Event: {by: kind, of: {thing: Thing, none: }}}
areas: {claims: {operations: {get: {fields: {id: string, event: Event}, response: {fields: {name: string}}}}}}
`)
	require.Equal(t, strings.Fields(`
		auth envelope failure info info.package info.version path
		claims
		claims.get claims.get.id claims.get.event claims.get.response claims.get.response.name
		Thing Thing.id Thing.mood
		Mood Mood.good Mood.bad
		Event Event.thing Event.none`), Elements(c))
}
