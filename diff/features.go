package diff

import (
	"example.com/opgen/catalog"
)

// typeKey names a type so that the same type has the same key on both sides,
// however its record or enum is called.
func (c *correspondence) typeKey(t *catalog.Type, side Side) string {
	switch t.Kind {
	case catalog.Array:
		return "[" + c.typeKey(t.Elem, side) + "]"
	case catalog.Record:
		if other := c.records[t.Record]; side == Base && other != nil {
			return other.Name
		}
	case catalog.Enumeration:
		if other := c.enums[t.Enum]; side == Base && other != nil {
			return other.Name
		}
	}
	return t.String()
}

func enumFeatures(e *catalog.Enum, _ Side) []string {
	features := make([]string, len(e.Values))
	for i, v := range e.Values {
		features[i] = v.Value
	}
	return features
}

func (c *correspondence) recordFeatures(s *catalog.Shape, side Side) []string {
	return c.fieldFeatures(nil, "", s.Fields, side)
}

func (c *correspondence) fieldFeatures(features []string, prefix string, fields []*catalog.Field, side Side) []string {
	for _, f := range fields {
		features = append(features, prefix+f.Name+" "+c.typeKey(f.Type, side))
	}
	return features
}

// operationFeatures are what an operation takes and answers, and its summary.
func (c *correspondence) operationFeatures(op *catalog.Operation, side Side) []string {
	features := c.fieldFeatures(nil, "request ", op.Request.Fields, side)
	features = c.fieldFeatures(features, "answer ", op.Response.Fields, side)
	if op.Summary != "" {
		features = append(features, "summary "+op.Summary)
	}
	return features
}

// areaFeatures are the operations of an area with what they take.
func (c *correspondence) areaFeatures(a *catalog.Area, side Side) []string {
	features := make([]string, len(a.Operations))
	for i, op := range a.Operations {
		features[i] = op.Name
		for _, f := range c.fieldFeatures(nil, " ", op.Request.Fields, side) {
			features[i] += f
		}
	}
	return features
}
