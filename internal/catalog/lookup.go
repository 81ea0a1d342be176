package catalog

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A name that cannot be found is only reported if nothing was dropped where it could be: after a
// mistake in one record, a reference to it is no further mistake. Whole of package yamldoc says
// so.

// lookup finds the types of a document and the fields of shapes by name.
type lookup struct {
	*document
	records map[string]*Shape            // by name
	typed   map[string]*Type             // kinds, records, enums and unions by name
	index   map[*Shape]map[string]*Field // see fieldOf
}

// newLookup returns the lookup of a document, which knows the kinds of values that need no
// declaration.
func newLookup(c *yamldoc.Checker, doc *yamldoc.Object) *lookup {
	l := &lookup{
		document: &document{c, doc, map[any]*yamldoc.Object{}},
		records:  map[string]*Shape{},
		typed:    map[string]*Type{},
		index:    map[*Shape]map[string]*Field{},
	}
	for kind, name := range kindNames[1:] {
		l.declare(name, &Type{Kind: Kind(kind + 1)})
	}
	return l
}

// declare names a type. The first one of a name counts, and another is a mistake.
func (l *lookup) declare(name string, t *Type) {
	if l.typed[name] == nil {
		l.typed[name] = t
	}
}

// fieldOf returns a field of a complete shape by its wire name, nil if there is none. It creates an
// index for each shape, because rules and examples look up many fields.
func (l *lookup) fieldOf(s *Shape, name string) *Field {
	index, isIndexed := l.index[s]
	if !isIndexed {
		index = make(map[string]*Field, len(s.Fields))
		for _, f := range s.Fields {
			if index[f.Name] == nil {
				index[f.Name] = f
			}
		}
		l.index[s] = index
	}
	return index[name]
}

// wholeBody reports whether all fields of a body are known, so that others do not exist.
func (l *lookup) wholeBody(o *yamldoc.Object) bool {
	included := l.records[o.Text("include")]
	return o.Whole("fields") && o.Whole("include") && o.Whole("type") &&
		(included == nil || l.objects[included].Whole("fields"))
}

// recordIn returns the record in a key, nil if there is none. It reports an unknown one.
func (l *lookup) recordIn(o *yamldoc.Object, key string) *Shape {
	n := o.Value(key)
	if n == nil {
		return nil
	}
	record := l.records[n.Text]
	o.Attrs[key].Bad = record == nil
	if record == nil {
		l.unknownRecord(n, o.Scope)
	}
	return record
}

// unknownRecord reports the name of a missing record.
func (l *lookup) unknownRecord(n *yamldoc.Node, s yamldoc.Scope) {
	if l.typed[n.Text] != nil || l.doc.Whole("records") {
		remedy := l.OneOf(n.Text, func() []string { return slices.Sorted(maps.Keys(l.records)) })
		l.Report(UnknownRecord, n, s, "unknown record %s%s", wording.Quote(n.Text),
			cmp.Or(remedy, `; declare it under "records"`))
	}
}
