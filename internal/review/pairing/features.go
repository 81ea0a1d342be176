package pairing

import (
	"strings"

	"example.com/opgen/internal/catalog"
)

// Renamed elements are recognized by what they consist of, written as texts: two elements with the
// same texts are the same. A text names types as the head does, so that a renamed type does not
// make everything that uses it look different.

// SameType reports whether a type of the base is a type of the head, even if its record, enum
// or union was renamed.
func (e *Elements) SameType(base, head *catalog.Type) bool {
	return e.typeKey(base, Base) == e.typeKey(head, Head)
}

// SameInclude reports whether two shapes include the same record, or none.
func (e *Elements) SameInclude(base, head *catalog.Shape) bool {
	if base.Include == nil || head.Include == nil {
		return base.Include == head.Include
	}
	return e.Records[base.Include] == head.Include
}

// typeKey names a type. A type has the same key on both sides even if its record, enum or
// union was renamed.
func (e *Elements) typeKey(t *catalog.Type, side Side) string {
	switch {
	case t.Kind == catalog.Array:
		return "[" + e.itemKey(t.Elem, side) + "]"
	case t.Kind == catalog.Map:
		return "{string: " + e.itemKey(t.Elem, side) + "}"
	case side == Head:
		return t.String()
	case e.Records[t.Record] != nil:
		return e.Records[t.Record].Name
	case e.Enums[t.Enum] != nil:
		return e.Enums[t.Enum].Name
	case e.Unions[t.Union] != nil:
		return e.Unions[t.Union].Name
	}
	return t.String()
}

// itemKey names the type of items, which may be null.
func (e *Elements) itemKey(t *catalog.Type, side Side) string {
	key := e.typeKey(t, side)
	if t.Nullable {
		return key + "?"
	}
	return key
}

// enumFeatures returns the values of an enum. Neither its name nor the Go names of values count: they
// are what a rename changes.
func enumFeatures(enum *catalog.Enum, _ Side) []string { return enum.Texts() }

// recordFeatures returns the fields of a record with their types.
func (e *Elements) recordFeatures(record *catalog.Shape, side Side) []string {
	return e.fieldFeatures("", record.Fields, side)
}

// unionFeatures returns the tags of a union, each with its record.
func (e *Elements) unionFeatures(union *catalog.TaggedUnion, side Side) []string {
	features := make([]string, len(union.Variants))
	for i, v := range union.Variants {
		features[i] = v.Tag
		if v.Record != nil {
			features[i] += " " + e.typeKey(v.Record.Type(), side)
		}
	}
	return features
}

// fieldFeatures returns fields with their types, after a prefix that says where they are. What else
// is declared of a field may change without making it another one.
func (e *Elements) fieldFeatures(prefix string, fields []*catalog.Field, side Side) []string {
	features := make([]string, len(fields))
	for i, f := range fields {
		features[i] = prefix + f.Name + " " + e.typeKey(f.Type, side)
	}
	return features
}

// operationFeatures returns the fields of both bodies, and the summary, which tells operations
// without fields apart.
func (e *Elements) operationFeatures(op *catalog.Operation, side Side) []string {
	features := e.fieldFeatures("request ", op.Request.Fields, side)
	features = append(features, e.fieldFeatures("response ", op.Response.Fields, side)...)
	if op.Summary != "" {
		features = append(features, "summary "+op.Summary)
	}
	return features
}

// areaFeatures describes an area by its operations, each with the fields of its request.
func (e *Elements) areaFeatures(area *catalog.Area, side Side) []string {
	features := make([]string, len(area.Operations))
	for i, op := range area.Operations {
		features[i] = op.Name + strings.Join(e.fieldFeatures(" ", op.Request.Fields, side), "")
	}
	return features
}

// withPrefix puts a prefix before each text, so that texts of different kinds are never equal. It
// changes the given slice.
func withPrefix(prefix string, texts []string) []string {
	for i := range texts {
		texts[i] = prefix + texts[i]
	}
	return texts
}
