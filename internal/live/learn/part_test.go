package learn

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/random"
)

// added returns the summary of recordings.
func added(t *testing.T, recordings ...*bytes.Buffer) *Summary {
	s := new(Summary)
	for _, r := range recordings {
		_, err := s.Add(bytes.NewReader(r.Bytes()))
		require.NoError(t, err)
	}
	return s
}

// hiddenField returns the field of the hidden catalog.
func hiddenField(hidden *catalog.Catalog, g *gap) *catalog.Field {
	if g.record != nil {
		for _, r := range hidden.Records {
			if r.Name == g.record.Name {
				return r.Field(g.field.Name)
			}
		}
	}
	for op := range hidden.Operations() {
		if g.op != nil && op.String() == g.op.String() {
			if op.Response.Whole != nil {
				return op.Response.Whole
			}
			return op.Response.Field(g.field.Name)
		}
	}
	return nil
}

// ambiguous reports whether a record belongs to a union, whose variants recordings do not
// distinguish.
func ambiguous(c *catalog.Catalog, g *gap) bool {
	return g.record != nil && slices.ContainsFunc(c.Unions, func(u *catalog.TaggedUnion) bool {
		return slices.ContainsFunc(u.Records(), func(r *catalog.Shape) bool { return r.Name == g.record.Name })
	})
}

// recursive reports whether the values of a field depend on its depth.
func recursive(f *catalog.Field) bool {
	for r := range catalog.Reached(&catalog.Shape{Fields: []*catalog.Field{f}}).Records {
		if r.Recursive() {
			return true
		}
	}
	return f.Circular()
}

// fieldsWithin returns the fields of a shape and of all records in it.
func fieldsWithin(s *catalog.Shape) (all []string) {
	within := []*catalog.Shape{s}
	for r := range catalog.Reached(s).Records {
		within = append(within, r)
	}
	for _, s := range within {
		for _, f := range s.Fields {
			all = append(all, s.Name+"/"+f.Name+": "+f.Type.String())
		}
	}
	slices.Sort(all)
	return all
}

// hider replaces the types of some fields by unspecified ones, and removes some fields.
type hider struct {
	*rand.Rand
	made random.Map
}

func (h *hider) catalog() random.Map {
	dropped := []string{"failure"} // recorders take a body without the tag of one for private
	if h.IntN(2) == 0 {            // only responses contain the records
		dropped = append(dropped, "include", "fields", "rules", "pagination", "open", "empty")
	}
	drop := func(e random.Entry) bool { return slices.Contains(dropped, e.Key) }
	c := slices.DeleteFunc(slices.Clone(h.made), drop)
	c = h.edited(c, "records", func(r random.Map) random.Map {
		r = slices.DeleteFunc(h.edited(r, "fields", nil), func(e random.Entry) bool { return e.Key == "open" })
		return append(r, random.Entry{Key: "open", Value: random.Plain(strconv.FormatBool(h.IntN(4) > 0))})
	})
	return h.edited(c, "areas", func(a random.Map) random.Map {
		return h.edited(a, "operations", func(op random.Map) random.Map {
			op = slices.DeleteFunc(slices.Clone(op), drop)
			i := slices.IndexFunc(op, func(e random.Entry) bool { return e.Key == "response" })
			if i < 0 {
				return op
			}
			lenient := random.Map{{Key: "lenient", Value: random.Plain(strconv.FormatBool(h.IntN(4) > 0))}}
			switch r := op[i].Value.(type) {
			case random.Map:
				if r.Get("string") != nil { // a whole response
					op[i].Value = append(lenient, random.Entry{Key: "type", Value: h.open(r)})
					break
				}
				r = slices.DeleteFunc(slices.Clone(r), func(e random.Entry) bool { return e.Key == "lenient" })
				op[i].Value = append(lenient, h.edited(r, "fields", nil)...)
			case random.List:
				op[i].Value = append(lenient, random.Entry{Key: "type", Value: h.open(r)})
			case string:
				if r != "none" {
					op[i].Value = append(lenient, random.Entry{Key: "include", Value: r})
				}
			}
			return op
		})
	})
}

// edited edits the maps at a key with a function, or as fields if it is nil.
func (h *hider) edited(m random.Map, key string, edit func(random.Map) random.Map) random.Map {
	m = slices.Clone(m)
	for i, e := range m {
		named, ok := e.Value.(random.Map)
		if e.Key != key || !ok {
			continue
		}
		named = slices.Clone(named)
		if edit == nil {
			named = slices.DeleteFunc(named, func(random.Entry) bool { return h.IntN(8) == 0 })
		}
		for j, one := range named {
			of, isMap := one.Value.(random.Map)
			switch {
			case edit == nil && h.IntN(3) == 0:
				named[j].Value = h.field(one.Value)
			case edit != nil && isMap:
				named[j].Value = edit(of)
			}
		}
		m[i].Value = named
	}
	return m
}

// field hides the type of a field, and removes the keys that require it.
func (h *hider) field(of any) any {
	f, ok := of.(random.Map)
	if !ok || f.Get("type") == nil {
		return h.open(of)
	}
	open := random.Map{{Key: "type", Value: h.open(f.Get("type"))}}
	for _, e := range f {
		if slices.Contains([]string{"required", "nullable", "sensitive", "assumed", "go"}, e.Key) {
			open = append(open, e)
		}
	}
	return open
}

// open returns a wider type.
func (h *hider) open(of any) any {
	if h.IntN(2) == 0 {
		return "unspecified"
	}
	switch of := of.(type) {
	case random.List:
		return random.List{"unspecified"}
	case random.Map:
		return random.Map{{Key: "string", Value: "unspecified"}}
	case string:
		for _, key := range []string{"records", "unions"} {
			if types, ok := h.made.Get(key).(random.Map); ok && types.Get(of) != nil {
				return "object"
			}
		}
	}
	return "unspecified"
}
