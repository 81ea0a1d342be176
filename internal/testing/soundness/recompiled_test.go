package soundness

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
)

// recompiled returns the object that the same Go makes with the head, and whether it
// compiles.
func recompiled(o object, base, head *catalog.Shape) (object, bool) {
	now := object{}
	for key, v := range o {
		b := base.Field(key)
		if b == nil {
			if !base.Open || !head.Open {
				return nil, false
			}
			now[key] = v
			continue
		}
		i := slices.IndexFunc(head.Fields, func(h *catalog.Field) bool { return h.GoName == b.GoName })
		if i < 0 || head.Fields[i].Go().String() != b.Go().String() {
			return nil, false
		}
		h := head.Fields[i]
		var ok bool
		if now[h.Name], ok = recompiledValue(v, b.Type.Item(), h.Type.Item()); !ok {
			return nil, false
		}
	}
	return now, true
}

// recompiledVariant is recompiled for an object of a union.
func recompiledVariant(o object, base, head *catalog.TaggedUnion) (object, bool) {
	tag, isText := o[base.By].(string)
	v := base.Variant(tag)
	if !isText || v == nil && !(base.Open && head.Open) {
		return nil, false
	}
	of := maps.Clone(o)
	delete(of, base.By)
	if v != nil {
		i := slices.IndexFunc(head.Variants, func(w *catalog.Variant) bool { return w.GoName == v.GoName })
		if i < 0 {
			return nil, false
		}
		w := head.Variants[i]
		tag = w.Tag
		switch {
		case v.Record != nil && w.Record != nil && v.Record.GoName == w.Record.GoName:
			var ok bool
			if of, ok = recompiled(of, v.Record, w.Record); !ok {
				return nil, false
			}
		case v.Record != w.Record:
			return nil, false
		}
	}
	of[head.By] = tag
	return of, true
}

func recompiledValue(v any, base, head *catalog.Type) (any, bool) {
	switch v := v.(type) {
	case object:
		switch {
		case base.Kind == catalog.Record && head.Kind == catalog.Record:
			return recompiled(v, base.Record, head.Record)
		case base.Kind == catalog.Union && head.Kind == catalog.Union:
			return recompiledVariant(v, base.Union, head.Union)
		}
		return v, true
	case []any:
		items := make([]any, len(v))
		for i := range v {
			var ok bool
			if items[i], ok = recompiledValue(v[i], base, head); !ok {
				return nil, false
			}
		}
		return items, true
	default:
		return v, true
	}
}
