// Package profile reads profiles: files that say how the clients of one kind speak with a service,
// as far as its specification does not say it.
package profile

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/simulator"
)

// An overlay only adds facts to a catalog and narrows it, so that what clients and servers are
// generated from stays true of the service. A profile may also widen what the sandbox accepts. It
// is therefore not part of the catalog, and no generated code knows it.

// Profile is the content of a file without problems.
type Profile struct {
	Overlays []string         // names of files in the folder overlays, without .yaml, in order
	Paths    []simulator.Path // in document order
	AnyText  bool             // see [simulator.Options]
}

// format is the format of a profile.
var format = yamldoc.Format{
	Name: "profile", Article: "a", Kind: "file", Version: "profile",
	Remedy: `write one that begins with "profile: 1"`,
}

// grammar lists the keys of a file.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"profile":  {Value: yamldoc.ScalarValue, Needed: true},
		"overlays": {Value: yamldoc.TextsValue, Filled: true},
		"paths":    {Value: yamldoc.NamedValue, Of: "path"},
		"any_text": {Value: yamldoc.BoolValue},
	},
	"path": {
		"operation": {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"fields":    {Value: yamldoc.EntriesValue, Filled: true},
	},
}, map[string]yamldoc.Named{
	"path": {Subject: yamldoc.Starts, Expected: "a map with an operation"},
})

// Parse reads the text of a file. The error is [catalog.Problems].
func Parse(source catalog.Source) (*Profile, error) {
	p := new(Profile)
	c := yamldoc.NewChecker(grammar)
	err := c.Read(source, format, func(root *yamldoc.Object) {
		for _, n := range root.Items("overlays") {
			p.Overlays = append(p.Overlays, n.Text)
		}
		for _, o := range root.Objects("paths") {
			p.Paths = append(p.Paths, pathOf(c, o))
		}
		p.AnyText = root.Is("any_text")
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// pathOf reads a further path of an operation.
func pathOf(c *yamldoc.Checker, o *yamldoc.Object) simulator.Path {
	if !strings.HasPrefix(o.Key.Text, "/") {
		c.Report(catalog.BadName, o.Key, o.Scope, "%s is no path; write it with a leading slash",
			wording.Quote(o.Key.Text))
	}
	p := simulator.Path{
		Path: o.Key.Text, Operation: o.Text("operation"), Fields: map[string]string{},
	}
	for _, e := range o.Entries("fields") {
		if e.Value.Kind != yamldoc.String {
			c.Report(yamldoc.WrongKind, e.Value, o.Scope, "%s: expected the name of a field, found %s",
				wording.Quote(e.Key.Text), e.Value.Found())
		}
		p.Fields[e.Key.Text] = e.Value.Text
	}
	return p
}
