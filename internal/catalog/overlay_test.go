package catalog

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator/testdata/complete"
)

// An empty overlay changes nothing, and neither does one that repeats the catalog.
func TestOverlayThatAddsNothing(t *testing.T) {
	want := resolve(Parse("x.yaml", []byte(everything)))
	again := []byte(strings.Replace(everything[strings.Index(everything, "enums:"):], "enums:", "overlay: 1\nenums:", 1))
	for name, overlay := range map[string][]byte{"empty": []byte("overlay: 1\n"), "the catalog": again} {
		c, problems := Parse("x.yaml", []byte(everything), Source{Name: "o.yaml", Text: overlay}, Source{Name: "p.yaml", Text: overlay})
		require.Empty(t, problems.Error(), name)
		if name == "empty" {
			c.sources, c.overlays = want.sources, 0
			require.Equal(t, want, c)
		}
		require.Equal(t, unplaced(want), unplaced(c), name)
	}
}

// What an overlay adds is named by the initialisms of its catalog.
func TestOverlayUsesInitialisms(t *testing.T) {
	const base = `catalog: 1
info: {title: T, version: v1, package: insurance, go: {initialisms: [DOB, IBAN]}}
path: /api/{area}/{operation}
areas: {a: {operations: {find: {fields: {dob: string}}}}}
`
	const over = `overlay: 1
enums: {Source: {description: A source., values: {iban: }}}
areas: {a: {operations: {find: {fields: {payer_iban: string}}, by_iban: {summary: Finds.}}}}
`
	c, problems := Parse("x.yaml", []byte(base), Source{Name: "o.yaml", Text: []byte(over)})
	require.Empty(t, problems.Error())
	ops := c.ByName()
	require.Equal(t, "DOB", ops["a.find"].Request.Field("dob").GoName)
	require.Equal(t, "PayerIBAN", ops["a.find"].Request.Field("payer_iban").GoName)
	require.Equal(t, "ByIBAN", ops["a.by_iban"].GoName)
	require.Equal(t, "SourceIBAN", c.Enums[0].Values[0].GoName)

	again, problems := c.With(Source{Name: "p.yaml", Text: []byte("overlay: 1\n")})
	require.Empty(t, problems.Error())
	require.Equal(t, c.Naming, again.Naming)
}

// unplaced lists facts about the operations of a catalog, without positions.
func unplaced(c *Catalog) []string {
	var all []string
	for op := range c.Operations() {
		all = append(all, op.GoName, op.Summary, op.Description, string(op.Effect), op.Response.Description)
		for _, f := range append(op.Request.Fields, op.Response.Fields...) {
			all = append(append(all, f.GoName, f.Type.String()), f.Words()...)
		}
		all = append(all, each(op.Rules, (*Rule).Words)...)
	}
	return all
}

// Additions have their position in the overlay, and refined elements keep theirs.
func TestOverlayPlaces(t *testing.T) {
	const overlay = `overlay: 1
records:
  Entry: {fields: {city: {type: string, sensitive: true}}}
areas:
  one:
    operations:
      zap:
        effect: read
        response: {fields: {done: boolean}}
      get_it:
        fields:
          must: {type: [string], min_items: 1}
        rules: [{at_most_one_of: [bag, raw]}, {at_most_one_of: [raw, same_id]}]
`
	c, problems := Parse("x.yaml", []byte(everything), Source{Name: "o.yaml", Text: []byte(strings.Replace(overlay, ", {at_most_one_of: [raw, same_id]}", "", 1))})
	require.Empty(t, problems.Error())
	city := c.Records[0].Fields[2]
	require.Equal(t, []any{"city", true, "o.yaml:3:20"}, []any{city.Name, city.Sensitive, city.Pos.String()})
	get, zap := c.Areas[0].Operations[0], c.Areas[0].Operations[2]
	require.Equal(t, Read, zap.Effect)
	require.Equal(t, "x.yaml:58:7", zap.Pos.String())
	require.True(t, zap.Response.Shown)
	require.Equal(t, "Unknown.", zap.Response.Description)
	require.Equal(t, "o.yaml:9:29", zap.Response.Fields[0].Pos.String())
	must := get.Request.Fields[12]
	require.Equal(t, []any{"must", true, "[string]", 1, "x.yaml:42:11"}, []any{must.Name, must.Required, must.Type.String(), *must.MinItems, must.Pos.String()})
	require.Len(t, get.Rules, 4, "a rule that the catalog has is not added again")

	ps := check(Parse("x.yaml", []byte(everything), Source{Name: "o.yaml", Text: []byte(overlay)}))
	require.Equal(t, `o.yaml:13:70: first-of-twice: one.get_it: at_most_one_of: field "same_id" is in two rules, one of them first_of, which must be the only one; remove it from one
13 |         rules: [{at_most_one_of: [bag, raw]}, {at_most_one_of: [raw, same_id]}]
   |                                                                      ^^^^^^^
x.yaml:48:24: first named here
48 |           - first_of: [same_id, id]
   |                        ^^^^^^^
`, ps.Error())
}

// Aliases do not share the changes that an overlay makes to one of them.
func TestOverlayBesideAliases(t *testing.T) {
	c, problems := Parse("x.yaml", []byte(everything), Source{Name: "o.yaml", Text: []byte("overlay: 1\nareas: {one: {operations: {get_it: {fields: {id: {sensitive: true}}}}}}")})
	require.Empty(t, problems.Error())
	fields := c.Areas[0].Operations[0].Request.Fields
	require.Equal(t, []any{"id", true, "same_id", false}, []any{fields[2].Name, fields[2].Sensitive, fields[3].Name, fields[3].Sensitive})
}

func TestLoadOverlays(t *testing.T) {
	dir := t.TempDir()
	path, overlay := filepath.Join(dir, "c.yaml"), filepath.Join(dir, "o.yaml")
	require.NoError(t, os.WriteFile(path, []byte(everything), 0o644))
	_, err := Load(path, overlay)
	require.EqualError(t, err, "no overlay at "+overlay+": write one there, or name another file")
	require.NoError(t, os.WriteFile(overlay, []byte("overlay: 1\r\n"), 0o644))
	c, err := Load(path, overlay)
	require.NoError(t, err)
	require.Equal(t, []Source{{Name: path, Text: []byte(everything)}, {Name: overlay, Text: []byte("overlay: 1\n")}}, c.Sources())
}

// FuzzOverlay checks that no overlay makes Parse panic, that contradictions show both places, and
// that problems have a position in one of the files.
func FuzzOverlay(f *testing.F) {
	seeds(f)
	_, body, _ := bytes.Cut(complete.Catalog, []byte("\nservers:"))
	f.Add(append([]byte("overlay: 1\nservers:"), body...))
	f.Add([]byte(strings.Replace(everything[strings.Index(everything, "enums:"):], "enums:", "overlay: 1\nenums:", 1)))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, ps := Parse("x.yaml", []byte(everything), Source{Name: "o.yaml", Text: src}, Source{Name: "p.yaml", Text: src})
		for _, p := range ps {
			require.Positive(t, p.Pos.Line)
			require.Contains(t, []string{"x.yaml", "o.yaml", "p.yaml"}, p.Pos.File)
			require.LessOrEqual(t, p.Pos.Line, 2+strings.Count(everything, "\n")+bytes.Count(src, []byte("\n"))+bytes.Count(src, []byte("\r")))
			if p.ID == OverlayContradiction {
				require.NotNil(t, p.Other)
				require.NotEqual(t, p.Pos.File, p.Other.File)
			}
			require.Contains(t, p.Text(), "\n"+strconv.Itoa(p.Pos.Line)+" | ")
			if !bytes.Contains(src, []byte("%")) {
				require.NotContains(t, p.Error(), "%!")
			}
		}
		_ = ps.Error()
		if ps == nil {
			require.NotEmpty(t, c.Areas)
		}
	})
}
