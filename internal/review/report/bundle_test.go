package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Three findings are together only if they are the same change for the same readers.
func TestBundlesAreOfOneKind(t *testing.T) {
	finding := func(path, name string) Finding {
		return Finding{
			Rule: "field-removed", Level: Error, Path: path + "." + name, Pos: at(3),
			Message: "field " + name + ` is gone, like "` + name + `" elsewhere`, Next: "use " + name,
			Verdicts: new(ParseVerdicts("B–B·")), Bumps: &Bumps{Major, Major},
			Topic: Removed, Aspect: "a", Reason: "r", Key: "k",
		}
	}
	bundles := func(change func(*Finding)) int {
		all := []Finding{finding("a.b", "x"), finding("a.c", "y"), finding("a.d", "z")}
		change(&all[2])
		r := &Report{Rules: []Rule{{ID: "field-removed"}}}
		return len(r.Bundles(all))
	}
	for what, change := range map[string]func(*Finding){
		"nothing": func(*Finding) {},
		"line":    func(f *Finding) { f.Pos.Line, f.Pos.File = 99, "other.yaml" },
		"use":     func(f *Finding) { f.Uses, f.Areas = []string{"a.b"}, []string{"a"} },
		"Go":      func(f *Finding) { f.Go = []string{"a.B"} },
		"example": func(f *Finding) { f.Example = &Example{Kind: "client"} },
	} {
		require.Equal(t, 1, bundles(change), what)
	}
	for what, change := range map[string]func(*Finding){
		"level":    func(f *Finding) { f.Level = Warning },
		"rule":     func(f *Finding) { f.Rule = "record-removed" },
		"target":   func(f *Finding) { f.Target = "shop" },
		"verdicts": func(f *Finding) { f.Verdicts = new(ParseVerdicts("B–BB")) },
		"bumps":    func(f *Finding) { f.Bumps = &Bumps{Major, Minor} },
		"topic":    func(f *Finding) { f.Topic = Changed },
		"aspect":   func(f *Finding) { f.Aspect = "b" },
		"reason":   func(f *Finding) { f.Reason = "s" },
		"side":     func(f *Finding) { f.Pos.Base = true },
		"depth":    func(f *Finding) { f.Path = "a.d.e.z" },
		"key":      func(f *Finding) { f.Key = "l" },
		"message":  func(f *Finding) { f.Message = "field z is gone" },
		"next":     func(f *Finding) { f.Next = "use y" },
	} {
		require.Equal(t, 3, bundles(change), what)
	}
}

// Findings that nobody edits into a catalog are decided one by one: those about services, and
// those about security.
func TestSomeFindingsAreAlone(t *testing.T) {
	findings := []Finding{{Rule: "a", Path: "x"}, {Rule: "a", Path: "y"}, {Rule: "a", Path: "z"}}
	require.Len(t, new(Report).Bundles(findings), 3, "of a service")
	inPlace := &Report{InPlace: true}
	require.Len(t, inPlace.Bundles(findings), 1, "of lint")
	inPlace.Rules = []Rule{{ID: "a", Security: true}}
	require.Len(t, inPlace.Bundles(findings), 3, "about security")
	inPlace.Rules = []Rule{{ID: "a"}, {ID: "b", Security: true}}
	require.Len(t, inPlace.Bundles(findings), 1, "of another rule")
}

// A bundle is at the place of its first finding, between others.
func TestBundlesKeepTheirOrder(t *testing.T) {
	same := func(path string) Finding { return Finding{Rule: "same", Path: path} }
	other := Finding{Rule: "other", Path: "o"}
	findings := []Finding{other, same("x"), other, same("y"), same("z")}
	r := &Report{InPlace: true}
	bundles := r.Bundles(findings)
	require.Equal(t, []Bundle{
		{Finding: other}, {same("x"), []Finding{same("y"), same("z")}}, {Finding: other},
	}, bundles)
	require.Equal(t, []Finding{same("x"), same("y"), same("z")}, bundles[1].All())
}
