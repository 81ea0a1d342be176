package oracle

import (
	"maps"

	"example.com/opgen/internal/catalog"
)

// sentField returns the value that is sent for a field, nil for none.
func sentField(f *catalog.Field, v any) any {
	if v == "" && f.OmitEmpty {
		v = nil
	}
	if v == nil {
		return f.Default
	}
	v = eachRecord(f.Type, v, sentRecord)
	x, isList := v.([]any)
	if !isList {
		return v
	}
	if f.SendIf != "" && (len(x) == 0 || !carriesValue(x[0])) {
		return nil
	}
	if f.Join != "" {
		return joined(x, f.Join)
	}
	return v
}

// eachRecord returns a value of a type after applying made to every record in it.
func eachRecord(t *catalog.Type, v any, made func(*catalog.Shape, map[string]any) map[string]any) any {
	switch x := v.(type) {
	case map[string]any:
		switch t.Kind {
		case catalog.Record, catalog.Union:
			if s := shapeOf(t, x); s != nil {
				return made(s, x)
			}
		case catalog.Map:
			values := map[string]any{}
			for key, value := range x {
				values[key] = eachRecord(t.Elem, value, made)
			}
			return values
		}
	case []any:
		if t.Kind != catalog.Array {
			return x
		}
		items := []any{}
		for _, item := range x {
			items = append(items, eachRecord(t.Elem, item, made))
		}
		return items
	}
	return v
}

func sentRecord(s *catalog.Shape, values map[string]any) map[string]any {
	sent := otherMembers(s, values)
	for _, f := range s.Fields {
		if v := sentField(f, values[f.Name]); v != nil {
			sent[f.Name] = v
		}
	}
	return sent
}

// otherMembers returns the members that are not fields.
func otherMembers(s *catalog.Shape, values map[string]any) map[string]any {
	others := maps.Clone(values)
	for _, f := range s.Fields {
		delete(others, f.Name)
	}
	return others
}

// bodyOf returns the values of a request after applying made, the rules and paging.
func bodyOf(
	op *catalog.Operation, values map[string]any, made func(*catalog.Shape, map[string]any) map[string]any,
) map[string]any {
	b := made(op.Request, values)
	keepFirst(op, b, values)
	fillPages(op, values, b)
	return b
}

// isSent reports whether a client would send a field with a value.
func isSent(f *catalog.Field, values map[string]any) bool {
	return carriesValue(sentField(f, values[f.Name]))
}

// keepFirst removes the fields of each first_of but the first that carries a value.
func keepFirst(op *catalog.Operation, from, values map[string]any) {
	for _, rule := range op.Rules {
		found := false
		for _, f := range rule.Fields {
			if rule.Kind != catalog.FirstOf {
				continue
			}
			if found || !isSent(f, values) {
				delete(from, f.Name)
			} else {
				found = true
			}
		}
	}
}

// fillPages adds the default of one paging field if the other one is given.
func fillPages(op *catalog.Operation, values, to map[string]any) {
	p := op.Pagination
	if p == nil || p.Page == nil || values[p.Page.Name] == nil && values[p.Size.Name] == nil {
		return
	}
	for f, otherwise := range map[*catalog.Field]*int{p.Page: p.First, p.Size: p.DefaultSize} {
		if values[f.Name] == nil && otherwise != nil {
			to[f.Name] = *otherwise
		}
	}
}

// settled adds defaults, and omits empty strings that count as absent.
func settled(s *catalog.Shape, values map[string]any) map[string]any {
	all := otherMembers(s, values)
	for _, f := range s.Fields {
		v := values[f.Name]
		if v == "" && f.OmitEmpty {
			v = nil
		}
		if v == nil {
			v = f.Default
		}
		if v = eachRecord(f.Type, v, settled); v != nil {
			all[f.Name] = v
		}
	}
	return all
}
