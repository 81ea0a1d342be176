package behavior

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// The order of reading: kinds, then operations, then the checks that compare operations with each
// other. After a problem, the last would report consequences of it, and are left out.

// Load reads the file at path. The error is [catalog.Problems] with all its problems, unless
// the file cannot be read.
func Load(c *catalog.Catalog, path string) (*Behavior, error) {
	source, err := yamldoc.ReadFile(path, format)
	if err != nil {
		return nil, err
	}
	return Parse(c, source.Name, source.Text)
}

// Parse is [Load] for a text in memory. Positions have the name of the file.
func Parse(c *catalog.Catalog, name string, text []byte) (*Behavior, error) {
	r := &reader{
		Checker:    yamldoc.NewChecker(grammar),
		operations: c.ByName(),
		kinds:      map[string]*Kind{},
		behavior:   &Behavior{Operations: map[string]*Operation{}},
	}
	err := r.Read(yamldoc.Source{Name: name, Text: text}, format, r.file)
	if err != nil {
		return nil, err
	}
	return r.behavior, nil
}

// file reads the whole file. What needs all of it is checked only if every part is right.
func (r *reader) file(root *yamldoc.Object) {
	r.readKinds(root.Objects("kinds"))
	for _, o := range root.Objects("operations") {
		r.operation(o)
	}
	if r.Problems() == nil {
		r.index()
		r.checkUses()
		r.checkWrites()
		r.checkRequired()
	}
}

// index sets Indexed of each kind. A document is found by its id without an index.
func (r *reader) index() {
	for _, u := range r.uses {
		isShown := u.key == inResponse.key
		isID := u.key == inBy.key && u.pointer == u.kind.ID
		if !isShown && !isID {
			u.kind.Indexed = append(u.kind.Indexed, u.pointer)
		}
	}
	for _, kind := range r.behavior.Kinds {
		slices.Sort(kind.Indexed)
		kind.Indexed = slices.Compact(kind.Indexed)
	}
}
