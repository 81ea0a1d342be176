package diff

import "example.com/opgen/catalog"

// privateRecords returns the records that are sensitive as a whole, because a
// sensitive field holds them, or a record that is.
func privateRecords(c *catalog.Catalog) map[*catalog.Shape]bool {
	private := map[*catalog.Shape]bool{}
	var mark func(record *catalog.Shape)
	visit := func(fields []*catalog.Field, whole bool) {
		for _, f := range fields {
			if t := item(f.Type); t.Kind == catalog.Record && (whole || f.Sensitive) {
				mark(t.Record)
			}
		}
	}
	mark = func(record *catalog.Shape) {
		if !private[record] {
			private[record] = true
			visit(record.Fields, true)
		}
	}
	for _, r := range c.Records {
		visit(r.Fields, false)
	}
	for _, a := range c.Areas {
		for _, op := range a.Operations {
			visit(op.Request.Fields, false)
			visit(op.Response.Fields, false)
		}
	}
	return private
}
