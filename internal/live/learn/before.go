package learn

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/review/report"
)

// Before returns the operations whose response an earlier overlay shows, and its fields of
// responses and records. The overlay may belong to another catalog or version. The error is
// [yamldoc.Problems].
func Before(overlay yamldoc.Source) (shown []string, err error) {
	checker := yamldoc.NewChecker(decisionsGrammar)
	root := checker.Parse(overlay, yamldoc.Format{Name: "overlay", Article: "an"})
	if problems := checker.Problems(); problems != nil {
		return nil, problems
	}
	fields := func(of *yamldoc.Node, place string) {
		for _, f := range entries(of, "fields") {
			shown = append(shown, place+"/"+jsonpointer.Escape(f.Key.Text))
		}
	}
	for _, area := range entries(root, "areas") {
		for _, op := range entries(area.Value, "operations") {
			name := area.Key.Text + "." + op.Key.Text
			for _, r := range op.Value.Entries { // a response
				shown = append(shown, name)
				fields(r.Value, name)
			}
		}
	}
	for _, r := range entries(root, "records") {
		fields(r.Value, r.Key.Text)
	}
	return shown, nil
}

// entries returns the entries of the map at a key.
func entries(of *yamldoc.Node, key string) []yamldoc.Entry {
	if of != nil {
		for _, e := range of.Entries {
			if e.Key.Text == key {
				return e.Value.Entries
			}
		}
	}
	return nil
}

// Forgotten returns the operations and fields shown by an earlier overlay that neither the
// summary nor the catalog has.
func (s *Summary) Forgotten(c *catalog.Catalog, shown []string) (lost []string) {
	l := newLearner(c, nil)
	l.collect(s)
	l.findGaps()
	shapes := map[string]*catalog.Shape{}
	for _, r := range c.Records {
		shapes[r.Name] = r
	}
	for op := range c.Operations() {
		if op.Response.Shown {
			shapes[op.String()] = op.Response.Shape
		}
	}
	for _, name := range shown {
		root, key, below := strings.Cut(name, "/")
		g, shape, a := l.gaps[name], shapes[root], l.seen[root]
		if g != nil && g.shape == nil || g == nil && !below && shape == nil && (a == nil || a.good == 0) ||
			g == nil && below && shape != nil && shape.Field(jsonpointer.Unescape(key)) == nil {
			lost = append(lost, name)
		}
	}
	return lost
}

// Replaces raises the level of findings about operations and fields that an earlier overlay
// showed and this one does not. It returns these operations.
func (r *Result) Replaces(shown []string) (lost []string) {
	for i := range r.Findings {
		if f := &r.Findings[i]; slices.Contains([]string{unshown.ID, unrefined.ID, unnamed.ID}, f.Rule) && slices.Contains(shown, f.Path) {
			f.Level = report.Warning
			f.Message += "; the overlay showed it before"
			if f.Rule == unshown.ID {
				lost = append(lost, f.Path)
			}
		}
	}
	r.sort()
	return lost
}
