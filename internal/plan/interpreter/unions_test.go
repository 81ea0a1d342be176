package interpreter_test

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// union makes an object of a union, with the tag anywhere.
func (m maker) union(u *catalog.TaggedUnion) object {
	tags := u.Tags()
	if u.Open || m.wire {
		tags = append(tags, "other")
	}
	tag := pick(m, tags...)
	if m.depth > deepest && u.Recursive() {
		tag = "other"
		if v := u.Ending(); v != nil {
			tag = v.Tag
		}
	}
	o := object{}
	switch v := u.Variant(tag); {
	case v == nil:
		o = append(o, entry{Key: "more", Value: m.any(0)})
	case v.Record != nil:
		o = m.shape(v.Record)
	case m.wire && m.chance(10):
		o = append(o, entry{Key: "further", Value: m.any(0)})
	}
	for range 1 + m.IntN(10)/9 {
		o = slices.Insert(o, m.IntN(len(o)+1), entry{Key: u.By, Value: tag})
		if !m.wire {
			break
		}
	}
	if m.wire && m.chance(10) {
		i := slices.IndexFunc(o, func(e entry) bool { return e.Key == u.By })
		o[i].Value = m.any(0)
	}
	return o
}

// goVariant is an object of a union as a job has it: its tag, and what it is of.
func goVariant(u *catalog.TaggedUnion, o object) object {
	var tag string
	of := object{}
	for _, e := range o {
		if e.Key == u.By {
			tag = e.Value.(string)
		} else {
			of = append(of, e)
		}
	}
	if v := u.Variant(tag); v != nil && v.Record != nil {
		of = goNamed(v.Record, of)
	}
	return object{{Key: "tag", Value: tag}, {Key: "of", Value: of}}
}

// wireVariant is the way back.
func wireVariant(u *catalog.TaggedUnion, o object) object {
	members := map[string]any{}
	for _, e := range o {
		members[e.Key] = e.Value
	}
	tag, of := members["tag"].(string), members["of"].(object)
	if v := u.Variant(tag); v != nil && v.Record != nil {
		of = wireNamed(v.Record, of)
	}
	return append(object{{Key: u.By, Value: tag}}, of...)
}
