package oracle

import (
	"maps"

	"example.com/opgen/internal/catalog"
)

// This file says what is sent of the values of a request, and what a service receives of a body:
// defaults, fields that are left out, and the one field that first_of sends.

// passField returns the value of a field for the service, or if sent is set, as it is sent: with
// its default, and nil if it is left out.
func passField(f *catalog.Field, v any, sent bool) any {
	if v == "" && f.OmitEmpty {
		v = nil
	}
	if v == nil {
		v = f.Default
	}
	v = passRecords(f.Type, v, sent)
	x, isList := v.([]any)
	switch {
	case !isList || !sent:
		return v
	case f.SendIf != "" && (len(x) == 0 || !carriesValue(x[0])):
		return nil
	case f.Join != "":
		return joined(x, f.Join)
	}
	return v
}

// passRecords returns a value of a type after passing every record in it.
func passRecords(t *catalog.Type, v any, sent bool) any {
	switch x := v.(type) {
	case map[string]any:
		switch t.Kind {
		case catalog.Record, catalog.Union:
			if s := shapeOf(t, x); s != nil {
				return passRecord(s, x, sent)
			}
		case catalog.Map:
			values := map[string]any{}
			for key, value := range x {
				values[key] = passRecords(t.Elem, value, sent)
			}
			return values
		}
	case []any:
		if t.Kind != catalog.Array {
			return x
		}
		items := []any{}
		for _, item := range x {
			items = append(items, passRecords(t.Elem, item, sent))
		}
		return items
	}
	return v
}

// passRecord returns the values of a record after passing its fields.
func passRecord(s *catalog.Shape, values map[string]any, sent bool) map[string]any {
	passed := maps.Clone(values)
	for _, f := range s.Fields {
		if v := passField(f, values[f.Name], sent); v != nil {
			passed[f.Name] = v
		} else {
			delete(passed, f.Name)
		}
	}
	return passed
}

// bodyOf returns the values of a request after passing its fields, the rules and paging.
func bodyOf(op *catalog.Operation, values map[string]any, sent bool) map[string]any {
	b := passRecord(op.Request, values, sent)
	keepFirst(op, b, values)
	fillPages(op, values, b)
	return b
}

// isSent reports whether a client would send a field with a value.
func isSent(f *catalog.Field, values map[string]any) bool {
	return carriesValue(passField(f, values[f.Name], true))
}

// keepFirst removes the fields of each first_of but the first that carries a value.
func keepFirst(op *catalog.Operation, body, values map[string]any) {
	for _, rule := range op.Rules {
		isFound := false
		for _, f := range rule.Fields {
			if rule.Kind != catalog.FirstOf {
				continue
			}
			if isFound || !isSent(f, values) {
				delete(body, f.Name)
			} else {
				isFound = true
			}
		}
	}
}

// fillPages adds the default of one paging field if the other one is given.
func fillPages(op *catalog.Operation, values, body map[string]any) {
	p := op.Pagination
	if p == nil || p.Page == nil || p.Size == nil || values[p.Page.Name] == nil && values[p.Size.Name] == nil {
		return
	}
	for f, defaultValue := range map[*catalog.Field]*int{p.Page: p.First, p.Size: p.DefaultSize} {
		if values[f.Name] == nil && defaultValue != nil {
			body[f.Name] = *defaultValue
		}
	}
}
