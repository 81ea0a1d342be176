package learn

import "example.com/opgen/internal/catalog"

// namesOf returns the Go names of the types and constants of a catalog, which types that are learned
// must not have.
func namesOf(c *catalog.Catalog) map[string]bool {
	names := map[string]bool{}
	for _, r := range c.Records {
		names[r.GoName] = true
	}
	for _, e := range c.Enums {
		names[e.GoName] = true
		for _, v := range e.Values {
			names[v.GoName] = true
		}
	}
	for _, u := range c.Unions {
		names[u.GoName] = true
		names[u.Interface()] = true
		names[u.Unknown()] = true
		for _, v := range u.Variants {
			names[v.GoName] = true
		}
	}
	for op := range c.Operations() {
		names[op.Request.GoName] = true
		names[op.Response.GoName] = true
	}
	return names
}
