package learn

import "example.com/opgen/internal/catalog"

// namesOf returns the Go names of the types of a catalog.
func namesOf(c *catalog.Catalog) map[string]bool {
	taken := map[string]bool{}
	for _, r := range c.Records {
		taken[r.GoName] = true
	}
	for _, e := range c.Enums {
		taken[e.GoName] = true
		for _, v := range e.Values {
			taken[v.GoName] = true
		}
	}
	for _, u := range c.Unions {
		taken[u.GoName] = true
		taken[u.Interface()] = true
		taken[u.Unknown()] = true
		for _, v := range u.Variants {
			taken[v.GoName] = true
		}
	}
	for op := range c.Operations() {
		taken[op.Request.GoName] = true
		taken[op.Response.GoName] = true
	}
	return taken
}
