package learn

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/review/report"
)

// This file compares what is learned with the overlay of an earlier run. Recordings of one week may
// lack what those of the week before had, and nobody would notice that the overlay lost a field.

// earlierPlaces returns the operations whose response an earlier overlay shows, and its fields of
// responses and records. The overlay may belong to another catalog or version. The error is
// [yamldoc.Problems].
func earlierPlaces(overlay yamldoc.Source) (shown []string, err error) {
	checker := yamldoc.NewChecker(decisionsGrammar)
	root := checker.Parse(overlay, yamldoc.Format{Name: "overlay", Article: "an"})
	if problems := checker.Problems(); problems != nil {
		return nil, problems
	}
	fields := func(parent *yamldoc.Node, place string) {
		for _, f := range entries(parent, "fields") {
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
func entries(parent *yamldoc.Node, key string) []yamldoc.Entry {
	if parent != nil {
		for _, e := range parent.Entries {
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
	shapes := map[string]*catalog.Shape{}
	for _, s := range r.catalog.Records {
		shapes[s.Name] = s
	}
	for op := range r.catalog.Operations() {
		shapes[op.String()] = op.Response.Shape
	}
	for _, name := range shown {
		if r.isForgotten(name, shapes[rootAt(name)]) {
			forgotten = append(forgotten, name)
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !isLeft(f.Rule) || !slices.Contains(shown, f.Path) {
			continue
		}
		f.Level = report.Warning
		f.Message += "; the overlay showed it before"
		if f.Rule == unshown.ID {
			lost = append(lost, f.Path)
		}
	}
	r.sort()
	return forgotten, lost, nil
}

// isForgotten reports whether neither the recordings nor the catalog have a place of an overlay.
// The shape is that of its operation or record, nil if the catalog has none.
func (r *Result) isForgotten(name string, shape *catalog.Shape) bool {
	if g := r.gaps.byID[name]; g != nil {
		return g.shape == nil
	}
	root, key, isField := strings.Cut(name, "/")
	if shape == nil {
		return !isField && r.observed[root] == nil
	}
	isUnshown := r.gaps.byID[root] != nil
	return isField && !isUnshown && shape.Field(jsonpointer.Unescape(key)) == nil
}

// isLeft reports whether a rule is about something that stays as it is in the catalog, so that a
// new overlay no longer has it.
func isLeft(rule string) bool {
	return slices.Contains([]string{unshown.ID, unrefined.ID, unnamed.ID}, rule)
}
