package catalog

import (
	"example.com/opgen/internal/text/wording"
)

// checkUnion checks the records of the variants.
func (c *checker) checkUnion(u *TaggedUnion) {
	for _, v := range u.Variants {
		o := c.objects[v]
		if n := o.Value("record"); n != nil && v.Record == nil {
			c.unknownRecord(n, o.Scope)
		} else if n != nil && c.fieldOf(v.Record, u.By) != nil {
			c.Report(TagField, n, o.Scope, "record %s has a field %s, which is the key of the "+
				"tag; remove it from the record, because the union reads and writes it",
				wording.Quote(v.Record.Name), wording.Quote(u.By)).
				And(c.objects[c.fieldOf(v.Record, u.By)].Key, "the field is here")
		}
	}
}

// checkCycles reports each field by which a record always contains itself.
func (c *checker) checkCycles() {
	for _, s := range c.catalog.Records {
		for _, f := range s.Own() {
			held := f.alwaysHeld()
			isCause := c.endless[held] > 0 && held.contents().Entwined(s)
			if !isCause {
				continue
			}
			o := c.objects[f]
			c.Report(CyclicRecord, o.Value("type"), o.Scope,
				"record %s always contains itself, so its values never end: this field always has "+
					"a value that never ends; one field of the cycle must be optional or nullable, "+
					"or an array or a map that may be empty, or a union must have another variant",
				wording.Quote(s.Name)).And(c.objects[held].Key, "its type is here")
		}
	}
}
