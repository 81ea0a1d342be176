package learn

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/review/report"
)

// earlierPlaces returns the operations whose response an earlier overlay shows, and its fields of
// responses and records. The overlay may belong to another catalog or version. The error is
// [yamldoc.Problems].
func earlierPlaces(overlay yamldoc.Source) (shown []string, err error) {
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

// Compare compares the result with an earlier overlay. It returns the places of the overlay that
// neither the recordings nor the catalog have, and the operations whose response can no longer be
// shown. It raises the level of findings about places of the overlay. The error is
// [yamldoc.Problems].
func (r *Result) Compare(overlay yamldoc.Source) (forgotten, lost []string, err error) {
	shown, err := earlierPlaces(overlay)
	if err != nil {
		return nil, nil, err
	}
	l := r.learner
	shapes := map[string]*catalog.Shape{}
	for _, s := range l.catalog.Records {
		shapes[s.Name] = s
	}
	for op := range l.catalog.Operations() {
		shapes[op.String()] = op.Response.Shape
	}
	for _, name := range shown {
		root, key, below := strings.Cut(name, "/")
		g, shape := l.gaps[name], shapes[root]
		if g != nil && g.shape == nil || shape == nil && l.seen[root] == nil && !below ||
			g == nil && below && shape != nil && l.gaps[root] == nil && shape.Field(jsonpointer.Unescape(key)) == nil {
			forgotten = append(forgotten, name)
		}
	}
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
	return forgotten, lost, nil
}
