package diff

import "example.com/opgen/internal/catalog"

// Acceptances in settings may have patterns. How many elements a pattern covers, besides those of
// the changes at hand, is what their author has to know.

// Elements returns the paths of everything that a finding can be about: what applies to the whole
// service, areas, operations, their responses, declared types, and all their members. It counts
// what a pattern in settings covers.
func Elements(c *catalog.Catalog) []string {
	paths := []string{"auth", "envelope", "failure", "info", "info.package", "info.version", "path"}
	add := func(path string, members ...string) {
		paths = append(paths, path)
		for _, name := range members {
			paths = append(paths, joinPath(path, name))
		}
	}
	for _, a := range c.Areas {
		add(a.Name)
	}
	for op := range c.Operations() {
		add(op.String(), catalog.Names(op.Request.Fields)...)
		add(op.String()+".response", catalog.Names(op.Response.Fields)...)
	}
	for _, r := range c.Records {
		add(r.Name, catalog.Names(r.Fields)...)
	}
	for _, e := range c.Enums {
		add(e.Name)
		for _, v := range e.Values {
			add(joinPath(e.Name, v.Value))
		}
	}
	for _, u := range c.Unions {
		add(u.Name)
		for _, v := range u.Variants {
			add(joinPath(u.Name, v.Tag))
		}
	}
	return paths
}
